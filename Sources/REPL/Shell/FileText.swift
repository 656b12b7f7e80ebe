internal import Glibc

/// Whole files as text.
enum FileText {
    /// The contents of a file; bytes that are no UTF-8 are replaced.
    static func read(_ path: String) throws(Failure) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(kind: "file", message: "\(path) cannot be read: \(systemMessage())") }
        defer { close(descriptor) }
        guard let bytes = contents(of: descriptor) else {
            throw Failure(kind: "file", message: "\(path) cannot be read: \(systemMessage())")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// All of standard input.
    static func readStandardInput() throws(Failure) -> String {
        guard let bytes = contents(of: STDIN_FILENO) else { throw Failure(kind: "file", message: "standard input cannot be read: \(systemMessage())") }
        return String(decoding: bytes, as: UTF8.self)
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
