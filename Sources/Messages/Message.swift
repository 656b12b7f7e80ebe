/// What luca and a program that it has started tell each other over a pipe, one whole message after another.
public protocol Message: Sendable {
    /// Bytes of the longest payload that is accepted; a longer one ends the stream.
    static var longestPayload: Int { get }

    /// Reads a payload to its end; nil if it is no message.
    init?(from reader: inout MessageReader)

    /// Writes the payload.
    func write(to writer: inout MessageWriter)
}

extension Message {
    /// The message as a frame: the length of the payload in four bytes, least significant first, then the payload.
    public var frame: [UInt8] {
        var writer = MessageWriter()
        write(to: &writer)
        return writer.finish()
    }
}

/// Reads messages from bytes that come in pieces of any size.
public struct MessageStream<Content: Message>: Sendable {
    /// The bytes are no stream of messages; nothing more can be read from it.
    public struct Broken: Error {}

    private var bytes: [UInt8] = []
    private var position = 0

    /// A stream without any bytes yet.
    public init() {}

    /// Takes the next bytes.
    public mutating func append(_ more: some Sequence<UInt8>) {
        if position > 1 << 16 {
            bytes.removeFirst(position)
            position = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next message; nil until all of its bytes have come.
    public mutating func next() throws(Broken) -> Content? {
        let rest = bytes[position...]
        guard rest.count >= 4 else { return nil }
        let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= Content.longestPayload else { throw Broken() }
        guard rest.count >= 4 + length else { return nil }
        position += 4 + length
        var reader = MessageReader(rest.dropFirst(4).prefix(length))
        guard let message = Content(from: &reader), reader.isAtEnd else { throw Broken() }
        return message
    }
}
