import FoundationEssentials
import Glibc
import Values

/// A file of values by name, one a line, `locale=de_DE`, for its owner alone. Lines that begin with `#`, and those that nobody asked to change, stay as they are.
struct NamedValues {
    /// Where the file is.
    let path: String
    /// Makes the error of a message and a hint.
    let problem: (_ message: String, _ hint: String?) -> any Error

    /// The values by name, without empty ones; nothing where there is no file.
    ///
    /// - Parameter misread: the error for a line, counted from 1, that is no value.
    func read(misread: (_ line: Int) -> any Error) throws -> [String: String] {
        var values: [String: String] = [:]
        for (place, line) in try lines().enumerated() {
            let text = line.trimmed
            if text.isEmpty || text.hasPrefix("#") { continue }
            guard let equals = text.firstIndex(of: "=") else { throw misread(place + 1) }
            values[String(text[..<equals].trimmed)] = String(text[text.index(after: equals)...].trimmed)
        }
        return values.filter { !$0.value.isEmpty }
    }

    /// Keeps a value, or with nil takes it away. The file is replaced whole.
    func set(_ name: String, to value: String?) throws {
        var lines = try lines()
        // What stands behind the last line end is no line.
        if lines.last == "" { lines.removeLast() }
        lines.removeAll { $0.contains("=") && $0.prefix { $0 != "=" }.trimmed == name }
        if let value { lines.append("\(name)=\(value)") }
        try write(lines.map { $0 + "\n" }.joined())
    }

    private func lines() throws -> [String] {
        guard access(path, F_OK) == 0 else { return [] }
        let text: String
        do { text = try FileAccess(isAllowed: true).readText(path) } catch let failure as FileAccess.Failure {
            throw problem(failure.message, failure.hint)
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func write(_ text: String) throws {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // A link, as keepers of such files make them, stays one.
        let place = FileAccess.place(path)
        let draft = "\(place).new-\(getpid())-\(UInt32.random(in: .min ... .max))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { break }
        }
        let isWritten = bytes.isEmpty && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(draft, place) == 0 else {
            let problem = failure()
            unlink(draft)
            throw problem
        }
    }

    private func failure() -> any Error { problem("\(path) cannot be written: \(String(cString: strerror(errno)))", "nothing was kept") }
}
