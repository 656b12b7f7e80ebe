internal import Glibc
import Session
import Values

/// The history of entries, which all sessions share through one file.
///
/// The file has one entry a line (`\n` for a line end inside, `\\` for a backslash), the newest last, and only its owner can read it. Each entry
/// is appended under a lock as soon as it has run. In `entries` those of this session come last, so that the arrow keys find them first. If
/// the file cannot be used, there is one notice, and the history lasts as long as the session.
public final class InputHistory {
    /// The first problem with the file, in a sentence.
    public private(set) var notice: String?
    /// Whether `entries` changed since this was set to false.
    var isChanged = true

    private let path: String?
    /// Whether entries go to the file at this moment: none of a session on an encrypted book does, as amounts stand in what is typed.
    private let isKept: () -> Bool
    /// Entries that are kept, at most.
    private let limit: Int
    /// The entries of the file, oldest first.
    private var shared: [String] = []
    /// The entries of this session, oldest first.
    private var own: [String] = []
    /// How far the file has been read, in bytes.
    private var offset: off_t = 0
    /// Which file that was: another session may have replaced it.
    private var inode: ino_t = 0

    /// The history in a file; without a path, one that lasts as long as the session.
    ///
    /// - Parameter isKept: asked before each entry; one that is not kept lasts as long as the session.
    public init(path: String?, limit: Int = 5000, isKept: @escaping () -> Bool = { true }) {
        self.path = path
        self.isKept = isKept
        self.limit = limit
        guard let path else { return }
        if let end = path.lastIndex(of: "/") { FileAccess.makeOwnFolder(path[..<end]) }
        withFile { descriptor in
            read(descriptor)
            compact(descriptor)
        }
    }

    /// The last entries, oldest first, each once, in the order of their last use.
    public var entries: [String] {
        var seen: Set<String> = []
        let newestFirst = (shared + own).reversed().filter { seen.insert($0).inserted }
        return newestFirst.prefix(limit).reversed()
    }

    /// Reads the new entries of other sessions; true if there were any.
    public func refresh() -> Bool {
        guard let path, notice == nil else { return false }
        var status = stat()
        guard stat(path, &status) == 0, status.st_size != offset || status.st_ino != inode else { return false }
        withFile { read($0) }
        return isChanged
    }

    /// Adds an entry, unless it is empty, begins with a space, repeats the one before, or may hold a key.
    public func append(_ entry: String) {
        let entry = String(entry.trimmedAtEnd)
        guard !entry.isEmpty, entry.first != " ", entry != own.last, !Secrets.mayBe(in: entry) else { return }
        if path != nil, notice == nil, isKept() {
            withFile { descriptor in
                read(descriptor)
                let line = Self.escaped(entry) + "\n"
                if !StandardOutput.write(line, to: descriptor) { note(systemMessage()) }
                offset = lseek(descriptor, 0, SEEK_END)
            }
        }
        own.append(entry)
        isChanged = true
    }

    // MARK: The file

    /// Locks the file and runs `act` on its descriptor, which is open for reading and appending.
    private func withFile(_ act: (Int32) -> Void) {
        guard let path else { return }
        // If another session has just put a compacted file in its place, the lock is on the old file: tried again.
        for _ in 0..<5 {
            let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return note(systemMessage()) }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX) == 0 else { return note(systemMessage()) }
            var locked = stat()
            var named = stat()
            guard fstat(descriptor, &locked) == 0, locked.st_mode & S_IFMT == S_IFREG else { return note("not a file") }
            guard stat(path, &named) == 0, named.st_ino == locked.st_ino else { continue }
            if locked.st_ino != inode || locked.st_size < offset {
                shared = []
                offset = 0
                inode = locked.st_ino
            }
            return act(descriptor)
        }
    }

    /// Reads the lines after those that have been read.
    private func read(_ descriptor: Int32) {
        lseek(descriptor, offset, SEEK_SET)
        guard let bytes = FileText.contents(of: descriptor) else { return note(systemMessage()) }
        guard !bytes.isEmpty else { return }
        offset += off_t(bytes.count)
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Self.unescaped(String(decoding: $0, as: UTF8.self)) }
        shared += lines.filter { !$0.contains("\0") }
        isChanged = true
    }

    /// Replaces the file by one with the kept entries only, once it has twice as many.
    private func compact(_ descriptor: Int32) {
        guard shared.count > 2 * limit, let path else { return }
        shared = entries
        let draft = path + ".new"
        unlink(draft)
        let new = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard new >= 0 else { return }
        defer { close(new) }
        guard StandardOutput.write(shared.map { Self.escaped($0) + "\n" }.joined(), to: new), rename(draft, path) == 0 else {
            unlink(draft)
            return
        }
        var status = stat()
        guard fstat(new, &status) == 0 else { return }
        inode = status.st_ino
        offset = status.st_size
    }

    private func note(_ problem: String) {
        if notice == nil, let path { notice = "the history in \(path) cannot be used: \(problem)" }
    }

    private static func escaped(_ entry: String) -> String {
        var line = ""
        for scalar in entry.unicodeScalars {
            switch scalar {
            case "\\": line += "\\\\"
            case "\n": line += "\\n"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    private static func unescaped(_ line: String) -> String {
        var entry = ""
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isEscaped {
                entry.unicodeScalars.append(scalar == "n" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                entry.unicodeScalars.append(scalar)
            }
        }
        return entry
    }
}
