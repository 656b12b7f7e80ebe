import Drawing
import Glibc

/// All of the program `luca-draw`: one request in, one reply out.
public enum DrawingProgram {
    /// Reads a request until the input ends, and writes the reply to it; false where nobody takes the reply.
    public static func run(input: Int32, output: Int32) -> Bool {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= DrawingReply.longest {
            let count = read(input, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return write(reply(to: bytes).message, to: output)
    }

    private static func reply(to bytes: [UInt8]) -> DrawingReply {
        do {
            return Painter.reply(to: try DrawingRequest(message: bytes))
        } catch {
            return .failure("luca-draw was asked for nothing that it knows; it may be of another version than luca")
        }
    }

    private static func write(_ bytes: [UInt8], to output: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
