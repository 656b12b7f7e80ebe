internal import Glibc

/// Lines of a pipe or file, each handed out as soon as it is there.
public final class PipeReader: LineReader {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var position = 0
    private var hasEnded = false

    /// Reads from a descriptor; 0 is standard input.
    public init(descriptor: Int32 = 0) { self.descriptor = descriptor }

    /// The next line, as soon as its newline has come.
    public func read(prompt: String) -> LineEvent {
        while true {
            if let newline = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { position = newline + 1 }
                return line(position..<newline)
            }
            if hasEnded {
                guard position < buffer.count else { return .end }
                defer { position = buffer.count }
                return line(position..<buffer.count)
            }
            fill()
        }
    }

    /// Does nothing: what came through a pipe is not recalled.
    public func remember(_ entry: String) {}

    private func line(_ range: Range<Int>) -> LineEvent {
        var bytes = buffer[range]
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        if let text = String(validating: bytes, as: UTF8.self) { return .line(text) }
        return .unreadable(String(decoding: bytes, as: UTF8.self))
    }

    private func fill() {
        buffer.removeSubrange(..<position)
        position = 0
        let room = 1 << 16
        let held = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: room))
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + held, room) }
        buffer.removeLast(room - max(count, 0))
        if count == 0 || count < 0 && errno != EINTR { hasEnded = true }
    }
}
