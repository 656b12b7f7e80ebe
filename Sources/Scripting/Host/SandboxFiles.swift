import Glibc
import Storage
import Values

/// Writes files for a sandboxed script, whole or not at all. Nothing that leads elsewhere is followed, and what was there before is left: what stands in a
/// file may be run by a program that finds it, and no script is trusted to write that.
struct SandboxFiles {
    /// How the names of files end that a script may write. They hold figures, texts and pictures for people to look at, and no program.
    static let endings = ["csv", "tsv", "json", "md", "markdown", "html", "htm", "svg", "txt"]

    /// The files that this run made, by folder and name, as the system knows them.
    private var made: [String: Identity] = [:]

    private struct Identity: Equatable {
        let device: dev_t
        let number: ino_t

        init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
    }

    /// Writes a file of a plain name into a folder.
    mutating func write(_ bytes: [UInt8], named name: String, into folder: String) throws(SandboxRefusal) {
        try Self.check(name)
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw SandboxRefusal("the folder \(folder) cannot be opened: \(String(cString: strerror(errno)))") }
        defer { close(directory) }
        if let refusal = BookProtection.refusalToWrite("\(folder)/\(name)") { throw SandboxRefusal(refusal.message) }
        let key = "\(folder)/\(name)", own = made[key]
        let isOwn = own != nil && Self.identity(of: name, in: directory) == own
        let draft = ".\(name).\(getpid())"
        let file = openat(directory, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SandboxRefusal("\(name) cannot be written: \(String(cString: strerror(errno)))") }
        var status = stat()
        let isWritten = Self.write(bytes, to: file) && fstat(file, &status) == 0
        var problem = errno
        close(file)
        if isWritten {
            if Self.rename(draft, name, in: directory, replacing: isOwn) {
                made[key] = Identity(status)
                return
            }
            problem = errno
        }
        unlinkat(directory, draft, 0)
        if problem == EEXIST {
            throw SandboxRefusal("\(name) is there already in \(folder), and a sandboxed script replaces no file but its own of this run: remove it, or move it away, before")
        }
        throw SandboxRefusal("\(name) cannot be written: \(String(cString: strerror(problem)))")
    }

    /// Makes sure that a name leads nowhere, is no book's, and ends as a file that can be looked at.
    private static func check(_ name: String) throws(SandboxRefusal) {
        let isPlain =
            !name.isEmpty && name.utf8.count < 200 && !name.hasPrefix(".") && !name.hasPrefix("-") && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 || $0 == 0x7F }
        guard isPlain else { throw SandboxRefusal("a file that a sandboxed script writes has a plain name") }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let ending = parts.last, endings.contains(ending.lowercased()) else {
            let all = endings.map { ".\($0)" }
            throw SandboxRefusal("a sandboxed script writes files whose names end in \(all.dropLast().joined(separator: ", ")) or \(all.last ?? ""), and \(name) is none of these")
        }
    }

    /// What stands under a name; nil where that is nothing.
    private static func identity(of name: String, in directory: Int32) -> Identity? {
        var status = stat()
        return fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? Identity(status) : nil
    }

    /// Gives a draft its name. Without `replacing` it fails by EEXIST where anything stands under that: the name is taken first, by an empty file.
    private static func rename(_ draft: String, _ name: String, in directory: Int32, replacing: Bool) -> Bool {
        if !replacing {
            let place = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard place >= 0 else { return false }
            close(place)
        }
        if renameat(directory, draft, directory, name) == 0 { return true }
        let problem = errno
        if !replacing { unlinkat(directory, name, 0) }
        errno = problem
        return false
    }

    /// Writes all bytes; false, with `errno`, where that fails.
    static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
