internal import Glibc
import Values

/// Whole files as text.
enum FileText {
    /// The contents of a file, which must be UTF-8: what would be replaced might be recorded.
    static func read(_ path: String) throws(Failure) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(kind: "file", message: "\(path) cannot be read: \(systemMessage())") }
        defer { close(descriptor) }
        guard let bytes = contents(of: descriptor) else {
            throw Failure(kind: "file", message: "\(path) cannot be read: \(systemMessage())")
        }
        return try text(bytes, path)
    }

    /// All of standard input.
    static func readStandardInput() throws(Failure) -> String {
        guard let bytes = contents(of: STDIN_FILENO) else { throw Failure(kind: "file", message: "standard input cannot be read: \(systemMessage())") }
        return try text(bytes, "standard input")
    }

    private static func text(_ bytes: [UInt8], _ name: String) throws(Failure) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw Failure(
            kind: "bad_text", message: "\(name) holds bytes that are no UTF-8 in line \(SafeText.lineOfBadBytes(in: bytes) ?? 1)",
            hint: "save it as UTF-8; nothing of it was run")
    }

    /// All bytes from where `descriptor` stands to its end, or nil on an error.
    static func contents(of descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = piece.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes += piece[..<count]
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                return nil
            }
        }
    }
}
