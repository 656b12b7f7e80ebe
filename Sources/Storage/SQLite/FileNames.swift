import FoundationEssentials
import Glibc

/// The names that a book's file has beside the one that it was opened by.
///
/// SQLite keeps the journal beside a name. What is committed under one of two names is therefore not seen under the other, and each writes its
/// own journal back over what the other did: a file with a second name may be read, and not written.
struct FileNames {
    private let path: String

    init(of path: String) { self.path = path }

    /// Makes sure that the file has one name.
    ///
    /// A file that gets its name has two for a moment, and has them still where a crash came between. The draft's name is taken away; one that
    /// a book is kept under, as while another is restored in its place, never is.
    func checkSingle() throws(StorageError) {
        for _ in 0..<Self.attempts {
            guard let own = Status(path), own.count > 1 else { return }
            for name in drafts where Status(name)?.number == own.number { unlink(name) }
            if Status(path)?.count ?? 1 < 2 { return }
            usleep(10_000)
        }
        throw .severalNames(BookFile.name(path), other: other)
    }

    /// How often it is looked whether another program is about to take the second name away: for half a second in all.
    private static let attempts = 50

    /// What lies where luca puts files that are about to get the name.
    private var drafts: [String] {
        let folder = BookFile.folder(path), name = BookFile.name(path)
        return beside.filter { $0.hasPrefix("\(name).unfinished-") }.map { "\(folder)/\($0)" } + ["\(folder)/.\(name).first/\(name)"]
    }

    /// Another name of the file in the same folder; nil where it lies elsewhere.
    private var other: String? {
        guard let own = Status(path) else { return nil }
        return beside.sorted().first { $0 != BookFile.name(path) && Status("\(BookFile.folder(path))/\($0)")?.number == own.number }
    }

    /// The names in the file's folder.
    private var beside: [String] { (try? FileManager.default.contentsOfDirectory(atPath: BookFile.folder(path))) ?? [] }

    private struct Status {
        let number: ino_t
        let count: nlink_t

        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (number, count) = (status.st_ino, status.st_nlink)
        }
    }
}
