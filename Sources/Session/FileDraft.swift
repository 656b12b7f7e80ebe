import Glibc

/// A file that is written under another name and takes its place only when it is whole and on the disk. Whatever fails before that leaves the old
/// file.
///
/// A link stays a link: the file that it leads to is replaced. The new file has the permissions of the old one at every moment. What is no ordinary
/// file, such as a pipe or a terminal, is written to directly.
public struct FileDraft {
    /// The path to write to: the draft, which exists and is empty, or the pipe or terminal itself.
    public let place: String
    /// The path as the user gave it.
    private let path: String
    private let target: String
    /// Who may read the file in the end; nil where the system says so of new files.
    private let mode: mode_t?
    private var isDraft: Bool { place != target }

    /// Makes an empty draft.
    ///
    /// - Parameters:
    ///   - path: where the file is to be, as messages name it.
    ///   - resolved: the same with `~` resolved.
    ///   - isPrivate: whether only the owner may read the file, whatever the system is told about new ones.
    /// - Throws: an error that says why nothing can be written there.
    public init(of path: String, at resolved: String, isPrivate: Bool = false) throws {
        self.path = path
        target = FileAccess.place(resolved)
        var status = stat()
        let isThere = stat(target, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            if status.st_mode & S_IFMT == S_IFDIR { throw FileAccess.Failure(message: "cannot write \(path): it is a folder", hint: "name a file in it") }
            (place, mode) = (target, nil)
            return
        }
        mode = isPrivate ? 0o600 : isThere ? status.st_mode & 0o777 : nil
        // A name that nothing has: what has the name already may be a book.
        place = "\(target).part-\(getpid())-\(UInt32.random(in: .min ... .max))"
        let descriptor = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode == nil ? 0o666 : 0o600)
        guard descriptor >= 0 else { throw FileAccess.failure(path) }
        close(descriptor)
    }

    /// Waits until the whole draft is on the disk, so that publishing it needs no more room.
    public func settle() throws {
        guard isDraft else { return }
        if let mode, chmod(place, mode) != 0 {
            throw FileAccess.Failure(message: "cannot keep \(path) from others: \(String(cString: strerror(errno)))", hint: nil)
        }
        try synchronize(place)
    }

    /// Moves the draft to its place. Call `settle` first.
    public func publish() throws {
        guard isDraft else { return }
        guard rename(place, target) == 0 else { throw FileAccess.failure(path) }
        try synchronize(target.lastIndex(of: "/").map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? ".")
    }

    /// Removes the draft; the old file stays.
    public func discard() { if isDraft { unlink(place) } }

    /// Makes a file, or the names in a folder, survive a power failure. A file system that cannot do it says so, which is no error.
    private func synchronize(_ place: String) throws {
        let descriptor = open(place, O_RDONLY | O_CLOEXEC)
        // A folder that may be written and not read keeps its names as the system does.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if fsync(descriptor) != 0, ![EINVAL, ENOTSUP, EROFS].contains(errno) { throw FileAccess.failure(path) }
    }
}
