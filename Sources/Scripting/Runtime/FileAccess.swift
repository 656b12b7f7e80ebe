import Foundation
import LuaKit

/// The files that scripts may reach through luca's own functions.
struct FileAccess: Sendable {
    /// False in a sandbox: nothing is read or written.
    let isAllowed: Bool
    /// Whether nothing may be left behind: nothing is written.
    var isDryRun = false

    /// A file could not be read or written.
    struct Failure: LuaRaisable {
        let message: String
        var luaKind: String { "file" }
        var field: String? { "path" }
        let hint: String?
    }

    /// A path with `~` resolved.
    func resolved(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] else { return path }
        return home + path.dropFirst()
    }

    private func check(_ path: String) throws {
        if !isAllowed { throw Failure(message: "\(path): a sandboxed script reaches no files", hint: "run it without --sandbox if you trust it") }
    }

    private func checkWriting(_ path: String) throws {
        try check(path)
        if isDryRun {
            throw Failure(message: "\(path): a dry run leaves nothing behind, and writes no files", hint: "an export of what would be is written inside whatif(function() … end)")
        }
    }

    /// The error for what Lua's own functions would change in a dry run.
    static func refusal(_ change: LuaState.FileChange) -> any Error {
        let hint: String
        switch change.function {
        case "io.open": hint = "reading is fine: io.open(path) without a mode"
        case "io.popen", "os.execute": hint = "what a program does cannot be undone; run the script without --dry-run for it"
        default: hint = "run the script without --dry-run for it"
        }
        return Failure(message: "\(change.function)\(change.path.map { " \($0)" } ?? ""): a dry run leaves nothing behind, and writes no files", hint: hint)
    }

    /// Whether a path leads to a folder; in a sandbox nothing does.
    func isFolder(_ path: String) -> Bool {
        var status = stat()
        return isAllowed && stat(resolved(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The folder in which a script stands, links followed; nil where there is no such file.
    func folder(of script: String) -> String? {
        guard isAllowed, let path = realpath(resolved(script), nil) else { return nil }
        defer { free(path) }
        let whole = String(cString: path)
        return whole.lastIndex(of: "/").map { $0 == whole.startIndex ? "/" : String(whole[..<$0]) }
    }

    /// Whether there is anything at a path; in a sandbox nothing is.
    func isThere(_ path: String) -> Bool {
        var status = stat()
        return isAllowed && stat(resolved(path), &status) == 0
    }

    /// A whole file; nil where there is none.
    func readIfThere(_ path: String) throws -> [UInt8]? {
        try check(path)
        return access(resolved(path), F_OK) == 0 ? try read(path) : nil
    }

    /// Writes files into a folder, which is made where it is not there. A folder that holds anything but such files is left alone.
    ///
    /// Only the owner may read what is made: it is a whole book, with whatever keys it holds. Returns the bytes written. All drafts are whole before the first file takes its place.
    func writeFolder(_ path: String, _ contents: [(name: String, text: String)]) throws -> Int {
        try checkWriting(path)
        let folder = resolved(path), known = Set(contents.map(\.name))
        if !isFolder(path), mkdir(folder, 0o700) != 0 {
            throw Failure(message: "cannot make the folder \(path): \(String(cString: strerror(errno)))", hint: nil)
        }
        let others = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !known.contains($0) && !$0.hasPrefix(".") }.sorted()
        if let other = others.first {
            throw Failure(message: "the folder \(path) holds other files, such as \(other)", hint: "name a folder that is new or empty")
        }
        var count = 0
        for (name, text) in contents {
            var text = text
            count += try text.withUTF8 { bytes in try write("\(folder)/\(name)", isPrivate: true) { sink in try sink(bytes) } }
        }
        return count
    }

    /// A whole file.
    func read(_ path: String) throws -> [UInt8] {
        try check(path)
        guard let file = fopen(resolved(path), "rb") else {
            throw Failure(message: "cannot read \(path): \(String(cString: strerror(errno)))", hint: nil)
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        if ferror(file) != 0 { throw Failure(message: "cannot read \(path): \(String(cString: strerror(errno)))", hint: nil) }
        return bytes
    }

    /// Writes a file beside its final place and moves it there when it is whole, so that a failure leaves the old one. Returns its bytes.
    ///
    /// One that is private may be read by its owner only, whatever the system is told about new files.
    func write(_ path: String, isPrivate: Bool = false, _ body: ((UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Void) throws -> Int {
        try checkWriting(path)
        let target = resolved(path), draft = target + ".part"
        guard let file = fopen(draft, "wb") else {
            throw Failure(message: "cannot write \(path): \(String(cString: strerror(errno)))", hint: nil)
        }
        var count = 0
        do {
            if isPrivate, fchmod(fileno(file), 0o600) != 0 {
                throw Failure(message: "cannot keep \(path) from others: \(String(cString: strerror(errno)))", hint: nil)
            }
            try body { bytes in
                if bytes.isEmpty { return }
                guard fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count else {
                    throw Failure(message: "cannot write \(path): \(String(cString: strerror(errno)))", hint: nil)
                }
                count += bytes.count
            }
        } catch {
            fclose(file)
            remove(draft)
            throw error
        }
        guard fclose(file) == 0, rename(draft, target) == 0 else {
            let reason = String(cString: strerror(errno))
            remove(draft)
            throw Failure(message: "cannot write \(path): \(reason)", hint: nil)
        }
        return count
    }
}
