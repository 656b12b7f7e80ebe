import FoundationEssentials
import Glibc
import Storage
import Values

/// Access to files for scripts and for the program: what a sandbox, a dry run or an open book forbids is refused here.
package struct FileAccess: Sendable {
    /// False in a sandbox: nothing is read or written.
    package let isAllowed: Bool
    /// Whether a dry run is going on, which writes nothing.
    package var isDryRun = false
    /// The files of the books that the session has open.
    package var openBooks: [String] = []

    /// Takes a file that is to be written, in a process that may write none by itself; nil in all others.
    package var taker: (@Sendable (_ path: String, _ bytes: [UInt8]) throws -> Void)?

    /// What ends a wait for a pipe, such as Ctrl-C; nil to go on waiting.
    private let stopping: @Sendable () -> (any Error)?

    /// A file could not be read or written.
    package struct Failure: Error {
        /// What could not be done, with the path.
        package let message: String
        /// What to do about it.
        package let hint: String?
        /// Whether it was not even tried, since a sandboxed script may not.
        package let isForbidden: Bool

        package init(message: String, hint: String?, isForbidden: Bool = false) { (self.message, self.hint, self.isForbidden) = (message, hint, isForbidden) }

        init(_ refusal: BookProtection.Refusal) { self.init(message: refusal.message, hint: refusal.hint) }
    }

    /// Access to files, or to none; while it waits for a pipe it asks ten times a second whether to stop, and throws what it is given.
    package init(isAllowed: Bool, stopping: @escaping @Sendable () -> (any Error)? = { nil }) { (self.isAllowed, self.stopping) = (isAllowed, stopping) }

    /// The folder that relative paths stand in, absolute itself; nil for the current one.
    package var base: String?

    /// A path with `~` resolved, and in the folder that it is relative to.
    package func resolved(_ path: String) -> String {
        if let base, !path.hasPrefix("/"), !path.hasPrefix("~"), !path.isEmpty { return "\(base)/\(path)" }
        guard path == "~" || path.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] else { return path }
        return home + path.dropFirst()
    }

    /// The path from the root of the file system, with the home folder in the place of a leading `~`.
    package func absolute(_ path: String) -> String {
        let resolved = resolved(path)
        return resolved.hasPrefix("/") ? resolved : "\(FileManager.default.currentDirectoryPath)/\(resolved)"
    }

    private func check(_ path: String) throws {
        if !isAllowed { throw Failure(message: "\(path): a sandboxed script reaches no files", hint: "run it without --sandbox if you trust it", isForbidden: true) }
    }

    /// Refuses to write a file from a sandbox, in a dry run, and over a book.
    package func checkWriting(_ path: String) throws {
        if taker != nil { return }
        try check(path)
        if isDryRun {
            throw Failure(
                message: "\(path): a dry run leaves nothing behind, and writes no files",
                hint: "run the script without --dry-run for it; an export of what would be is written by whatif(function() … end) there")
        }
        if let refusal = BookProtection.refusalToWrite(resolved(path), open: openBooks) { throw Failure(refusal) }
    }

    /// Refuses a path that a script is about to open by Lua's own functions: any book for writing, and one that is open for whatever else.
    package func refusalToOpen(_ path: UnsafePointer<CChar>, forWriting: Bool) -> Failure? {
        (forWriting ? BookProtection.refusalToWrite(path, open: openBooks) : BookProtection.refusalToTouch(path, open: openBooks)).map(Failure.init)
    }

    /// Throws that refusal, for a path that is opened right away.
    package func checkOpening(_ path: String, forWriting: Bool) throws {
        if let refusal = refusalToOpen(path, forWriting: forWriting) { throw refusal }
    }

    /// Whether a path leads to a folder; false in a sandbox.
    package func isFolder(_ path: String) -> Bool {
        var status = stat()
        return isAllowed && stat(resolved(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The folder in which a script stands, links followed; nil where there is no such file.
    package func folder(of script: String) -> String? {
        guard isAllowed, let path = realpath(resolved(script), nil) else { return nil }
        defer { free(path) }
        let whole = String(cString: path)
        return whole.lastIndex(of: "/").map { $0 == whole.startIndex ? "/" : String(whole[..<$0]) }
    }

    /// Makes a folder of the user's own and those above it, for nobody else, where they are missing. Errors are not told: they show when a file in the folder is opened.
    package static func makeOwnFolder(_ path: some StringProtocol) {
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            made += part + "/"
            if !part.isEmpty { mkdir(made, 0o700) }
        }
    }

    /// Makes a folder, and those above it that are missing.
    package func makeFolder(_ path: String) throws {
        try checkWriting(path)
        do { try FileManager.default.createDirectory(atPath: resolved(path), withIntermediateDirectories: true) } catch {
            throw Failure(message: "cannot make the folder \(path): \(String(cString: strerror(errno)))", hint: nil)
        }
    }

    /// Whether there is a file or folder at a path; false in a sandbox.
    package func isThere(_ path: String) -> Bool {
        var status = stat()
        return isAllowed && stat(resolved(path), &status) == 0
    }

    /// A whole file; nil where there is none.
    package func readIfThere(_ path: String) throws -> [UInt8]? {
        try check(path)
        return access(resolved(path), F_OK) == 0 ? try read(path) : nil
    }

    /// Writes files into a folder, which is made where it is not there. A folder that holds anything but such files is left alone.
    ///
    /// Only the owner may read what is made: it is a whole book, with whatever keys it holds. Returns the bytes written. All drafts are whole before the first file takes its place.
    package func writeFolder(_ path: String, _ contents: [(name: String, text: String)]) throws -> Int {
        try checkWriting(path)
        let folder = resolved(path), known = Set(contents.map(\.name)), isNew = !isFolder(path)
        if isNew, mkdir(folder, 0o700) != 0 {
            throw Failure(message: "cannot make the folder \(path): \(String(cString: strerror(errno)))", hint: nil)
        }
        var drafts: [FileDraft] = []
        do {
            let others = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !known.contains($0) && !$0.hasPrefix(".") }.sorted()
            if let other = others.first {
                throw Failure(message: "the folder \(path) holds other files, such as \(other)", hint: "name a folder that is new or empty")
            }
            // Refused before the first is written, so that the folder is left as it was.
            for name in known { try checkWriting("\(folder)/\(name)") }
            var count = 0
            for (name, text) in contents {
                let draft = try FileDraft(of: "\(path)/\(name)", at: "\(folder)/\(name)", isPrivate: true)
                drafts.append(draft)
                var text = text
                count += try text.withUTF8 { bytes in try Self.fill(draft.place, of: "\(path)/\(name)") { sink in try sink(bytes) } }
                try draft.settle()
            }
            // An older export is replaced only now that there is room for all of this one.
            for draft in drafts { try draft.publish() }
            return count
        } catch {
            for draft in drafts { draft.discard() }
            if isNew { rmdir(folder) }
            throw error
        }
    }

    /// A whole file that holds text, of no more than so many bytes.
    package func readText(_ path: String, most: Int = .max) throws -> String {
        let bytes = try read(path, most: most)
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw Failure(
            message: "\(path) holds bytes that are no UTF-8 in line \(SafeText.lineOfBadBytes(in: bytes) ?? 1)", hint: "save the file as UTF-8; nothing of it was run")
    }

    /// A whole file, of no more than so many bytes.
    package func read(_ path: String, most: Int = .max) throws -> [UInt8] {
        try check(path)
        // To close the file of a book that is open would end the locks on it.
        if let refusal = BookProtection.refusalToTouch(resolved(path), open: openBooks) { throw Failure(refusal) }
        // Without waiting, as opening a pipe would do until somebody writes to it, deaf to Ctrl-C.
        let file = open(resolved(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw unreadable(path) }
        defer { close(file) }
        var status = stat()
        let waits = fstat(file, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        var bytes: [UInt8] = []
        // Grown as it is read it would take up to twice the memory.
        if !waits { bytes.reserveCapacity(min(Int(status.st_size), most)) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if waits { try wait(for: file) }
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            if count < 0 { throw unreadable(path) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            if bytes.count > most { throw Failure(message: "\(path) is longer than \(ByteCount.text(most)), which is more than is read of it", hint: nil) }
        }
    }

    /// A whole file of no more than so many bytes; nil where there is none. A pipe would be waited for, and some devices never end, so that nothing else is read.
    package func readOrdinary(_ path: String, most: Int) throws -> [UInt8]? {
        try check(path)
        var status = stat()
        guard stat(resolved(path), &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else {
            let what = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a pipe or a device"
            throw Failure(message: "\(path) is \(what), and no file that can be read here", hint: nil)
        }
        return try read(path, most: most)
    }

    /// Waits until a pipe or a device has something to read, or ends. Ten times a second it asks whether to stop.
    private func wait(for file: Int32) throws {
        var asked = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        while poll(&asked, 1, 100) <= 0 {
            if let stop = stopping() { throw stop }
        }
    }

    /// What is said of a file that cannot be read; of one that is not there with the file of its folder whose name is nearest.
    private func unreadable(_ path: String) -> Failure {
        let code = errno
        guard code == ENOENT else { return Failure(message: "cannot read \(path): \(String(cString: strerror(code)))", hint: nil) }
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex, folder = String(path[..<slash])
        let names = (try? FileManager.default.contentsOfDirectory(atPath: resolved(folder.isEmpty ? "." : folder))) ?? []
        let nearest = Suggestion(for: path[slash...], in: names.filter { !$0.hasPrefix(".") }.sorted()).map { Suggestion(folder + $0.name).question }
        return Failure(message: "cannot read \(path): there is no such file", hint: nearest)
    }

    /// Writes a file beside its final place and moves it there when it is whole, so that a failure leaves the old one. Returns its bytes.
    ///
    /// One that is private may be read by its owner only, whatever the system is told about new files.
    package func write(_ path: String, isPrivate: Bool = false, _ body: ((UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void) throws -> Int {
        if let taker {
            var bytes: [UInt8] = []
            try body { bytes += $0 }
            try taker(path, bytes)
            return bytes.count
        }
        return try replace(path, isPrivate: isPrivate) { draft in try Self.fill(draft, of: path, body) }
    }

    /// Writes a file of these bytes, whole or not at all. Returns their number.
    package func write(_ path: String, bytes: [UInt8]) throws -> Int {
        try write(path) { sink in try bytes.withUnsafeBufferPointer(sink) }
    }

    /// Writes what a function hands over into a draft, and returns its number of bytes.
    private static func fill(_ draft: String, of path: String, _ body: ((UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void) throws -> Int {
        guard let file = fopen(draft, "ab") else { throw failure(path) }
        var count = 0, isOpen = true
        defer { if isOpen { fclose(file) } }
        try body { bytes in
            if bytes.isEmpty { return }
            guard fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count else { throw failure(path) }
            count += bytes.count
        }
        isOpen = false
        guard fclose(file) == 0 else { throw failure(path) }
        return count
    }

    /// Has a file written under another name, and puts it in its place when it is whole and on the disk. What is no file, such as a pipe, is
    /// written to itself.
    package func replace<Result>(_ path: String, isPrivate: Bool = false, _ body: (_ draft: String) throws -> Result) throws -> Result {
        try check(path)
        try checkWriting(path)
        let draft = try FileDraft(of: path, at: resolved(path), isPrivate: isPrivate)
        do {
            let result = try body(draft.place)
            try draft.settle()
            try draft.publish()
            return result
        } catch {
            draft.discard()
            throw error
        }
    }

    /// The path that a link leads to in the end, also where there is no file yet; other paths as they are.
    static func place(_ path: String, links: Int = 40) -> String {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count)
        guard length > 0, length < target.count, links > 0 else { return path }
        let next = String(decoding: target[..<length], as: UTF8.self)
        if next.hasPrefix("/") { return place(next, links: links - 1) }
        return place((path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + next, links: links - 1)
    }

    /// The first bytes of a file; nil where there is none, where it is no ordinary file (a pipe would be waited for), and where it is a book that is
    /// open.
    package func beginning(of path: String, count: Int) -> [UInt8]? {
        var status = stat()
        guard isAllowed, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, BookProtection.refusalToTouch(path, open: openBooks) == nil else { return nil }
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = fread(&bytes, 1, count, file)
        return Array(bytes[..<read])
    }

    /// Why a path cannot be written, by what the system said last.
    static func failure(_ path: String) -> Failure {
        let code = errno
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        let hint = code == ENOENT && !folder.isEmpty ? "there is no folder \(folder); make it first" : nil
        return Failure(message: "cannot write \(path): \(String(cString: strerror(code)))", hint: hint)
    }
}
