import FetchWire
import Glibc
import Quotes
public import Sandbox
import Storage
import Values

/// Does for a sandboxed script what it was allowed, in luca's own process. What the script asks is looked at as a stranger's.
public final class SandboxBroker {
    private let permissions: SandboxPermissions
    private let transport: any HTTPTransport
    /// The name of the script, after which a file of drafts is called.
    private let script: String
    /// Bytes that may still be written and asked for.
    private var rest: Int
    /// How often it may still ask.
    private var turns = 500
    /// Whether somebody pressed Ctrl-C.
    private let isStopped: () -> Bool

    /// The file with what the script would record; nil where it records nothing.
    public private(set) var drafts: String?

    /// What does what `permissions` allow, for a script of a name, and for no more bytes than it may print.
    public convenience init(_ permissions: SandboxPermissions, script: String, limits: SandboxLimits, isStopped: @escaping () -> Bool) {
        self.init(permissions, script: script, limits: limits, transport: FetchProcess(), isStopped: isStopped)
    }

    init(_ permissions: SandboxPermissions, script: String, limits: SandboxLimits, transport: any HTTPTransport, isStopped: @escaping () -> Bool) {
        (self.permissions, self.script, rest, self.transport, self.isStopped) = (permissions, script, limits.output, transport, isStopped)
    }

    /// What is done, or why it is not.
    public func fulfil(_ wish: SandboxWish) -> SandboxAnswer {
        turns -= 1
        if turns < 0 { return SandboxAnswer(problem: "the script has asked 500 times, which is as often as it may") }
        do throws(Refusal) {
            switch wish {
            case .write(let folder, let name, let bytes):
                guard permissions.folders.contains(folder) else { throw Refusal("writing into \(folder) was not allowed") }
                try take(bytes.count)
                try Self.write(bytes, named: name, into: folder)
                return SandboxAnswer()
            case .fetch(let address): return SandboxAnswer(bytes: try fetch(address))
            case .record(let rows):
                guard permissions.records else { throw Refusal("recording was not allowed") }
                try take(rows.utf8.count)
                drafts = try keep(rows)
                return SandboxAnswer(bytes: Array((drafts ?? "").utf8))
            }
        } catch { return SandboxAnswer(problem: error.sentence) }
    }

    /// Why something is not done.
    private struct Refusal: Error {
        let sentence: String
        init(_ sentence: String) { self.sentence = sentence }
    }

    private func take(_ bytes: Int) throws(Refusal) {
        guard bytes <= rest else { throw Refusal("that is more than the script may print and write; \(SandboxLimits.Name.output.option) raises the limit") }
        rest -= bytes
    }

    // MARK: Files

    /// Writes a file, whole or not at all. Nothing that leads elsewhere is followed, and no book is overwritten.
    private static func write(_ bytes: [UInt8], named name: String, into folder: String) throws(Refusal) {
        let isPlain = !name.isEmpty && name.utf8.count < 200 && !name.hasPrefix(".") && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 || $0 == 0x7F }
        guard isPlain, ![".luca", "-wal", "-shm", "-journal"].contains(where: name.hasSuffix) else {
            throw Refusal("a file that a sandboxed script writes has a plain name, which is no book's")
        }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Refusal("the folder \(folder) cannot be opened: \(String(cString: strerror(errno)))") }
        defer { close(directory) }
        if let refusal = BookProtection.refusalToWrite("\(folder)/\(name)") { throw Refusal(refusal.message) }
        try checkReplacing(name, in: directory)
        let draft = ".\(name).\(getpid())"
        let file = openat(directory, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Refusal("\(name) cannot be written: \(String(cString: strerror(errno)))") }
        let isWritten = all(bytes, to: file), problem = errno
        close(file)
        guard isWritten, renameat(directory, draft, directory, name) == 0 else {
            unlinkat(directory, draft, 0)
            throw Refusal("\(name) cannot be written: \(String(cString: strerror(isWritten ? errno : problem)))")
        }
    }

    /// Makes sure that a name is free, or an ordinary file's that is no database.
    private static func checkReplacing(_ name: String, in directory: Int32) throws(Refusal) {
        var status = stat()
        guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Refusal("\(name) is there, and is no ordinary file") }
        let file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw Refusal("\(name) is there, and cannot be looked at: \(String(cString: strerror(errno)))") }
        defer { close(file) }
        var start = [UInt8](repeating: 0, count: 16)
        let count = read(file, &start, start.count)
        guard count < 16 || start != Array("SQLite format 3\0".utf8) else { throw Refusal("\(name) is there, and is a database") }
    }

    private static func all(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Writes what a script would record into a file of transactions in the current folder, under a name that nothing has.
    private func keep(_ rows: String) throws(Refusal) -> String {
        guard !rows.unicodeScalars.contains(where: { ($0.value < 0x20 && $0 != "\n" && $0 != "\r" && $0 != "\t") || $0.value == 0x7F }) else {
            throw Refusal("what the script would record holds control characters")
        }
        let own = script.split(separator: "/").last.map(String.init) ?? "script", stem = own.hasSuffix(".lua") ? String(own.dropLast(4)) : own
        for number in 1...999 {
            let name = number == 1 ? "\(stem)-drafts.csv" : "\(stem)-drafts-\(number).csv"
            let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if file < 0 && errno == EEXIST { continue }
            guard file >= 0 else { throw Refusal("\(name) cannot be written: \(String(cString: strerror(errno)))") }
            defer { close(file) }
            guard Self.all(Array(rows.utf8), to: file) else { throw Refusal("\(name) cannot be written: \(String(cString: strerror(errno)))") }
            return name
        }
        throw Refusal("there are 999 files of drafts of \(stem)")
    }

    // MARK: The network

    /// What an address answers. Only its host counts for the permission, and only an encrypted connection is taken; where the answer leads elsewhere, that is not followed.
    private func fetch(_ address: String) throws(Refusal) -> [UInt8] {
        let scheme = "https://"
        guard address.hasPrefix(scheme), address.utf8.count < 4096, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
            throw Refusal("an address that a sandboxed script asks begins with https://, and has letters, digits and signs alone")
        }
        let host = address.dropFirst(scheme.count).prefix { !"/?#".contains($0) }.lowercased()
        guard permissions.hosts.contains(host) else { throw Refusal("asking \(host) was not allowed") }
        let request = HTTPRequest(url: address, timeout: 20, maximumBytes: min(rest, 32 << 20))
        switch transport.send(request, isCancelled: isStopped) {
        case .success(let response):
            guard response.status == 200 else { throw Refusal("\(host) answered with the status \(response.status)") }
            try take(response.body.count)
            return response.body
        case .failure(let failure): throw Refusal("\(failure.message)")
        }
    }
}
