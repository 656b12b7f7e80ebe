import Ledger
import Values

/// Whether, where and how long copies of a book are kept that luca makes by itself.
public struct BackupPlan: Hashable, Sendable {
    /// Whether any are made.
    public var isOn = true
    /// The folder that they go into; `family.luca.backups` beside the book if nil.
    public var folder: String?
    /// A second folder, as on another disk, which gets the copies of days too; it is never made.
    public var secondFolder: String?
    /// Which of them stay.
    public var retention = Retention()

    /// Beside the book, for as long as `Retention` says, unless told otherwise.
    public init(folder: String? = nil) { self.folder = folder }

    /// The folder for the copies of the book at a path.
    func folder(of path: String) -> String { folder.map(BookFile.absolute) ?? "\(path).backups" }

    /// Every folder in which copies of the book at a path may be, the first of them the one that new ones go into.
    func folders(of path: String) -> [String] {
        var folders: [String] = []
        for folder in [folder(of: path), "\(path).backups", BookFile.folder(path)] + [secondFolder].compactMap(\.self).map(BookFile.absolute) where !folders.contains(folder) {
            folders.append(folder)
        }
        return folders
    }
}

/// What is to be done about a book's copies after what was recorded.
struct BackupsDue {
    /// Whether something was recorded since the last look.
    var hasWritten = false
    /// The last day that the folder has a copy of, as far as this session knows.
    var day: Day?
    /// The last day that the second folder has a copy of, as far as this session knows.
    var secondDay: Day?
    /// Copies that nobody has looked through yet.
    var unchecked: [String] = []
    /// Whether copies were made since it was last looked which of them go.
    var isPruningDue = false
    /// What failed and was not told yet.
    var untold: [StorageError] = []
    /// Why no copy is kept of the book, where it is not sound: that does not change by itself, and is not tried again.
    var fault: StorageError?
}
