/// The bytes are no message: they end too early, go on too long, or say what none of the two programs says.
public struct BrokenMessage: Error, Hashable, Sendable {
    /// Nothing else is told of it: the other side may be any program.
    public init() {}
}

/// What can be written into a message and read back from it, as a part of one.
package protocol MessageValue {
    /// Appends the value.
    func write(to writer: inout MessageWriter)

    /// Reads a value at the place where the reader is.
    init(from reader: inout MessageReader) throws(BrokenMessage)
}

/// What luca and a program that it has started tell each other over a pipe, one whole message after another.
public protocol Message: Sendable {
    /// Bytes of the longest payload that is accepted; a longer one ends the stream.
    static var longestPayload: Int { get }

    /// Writes the payload.
    func write(to writer: inout MessageWriter)

    /// Reads a payload to its end.
    init(from reader: inout MessageReader) throws(BrokenMessage)
}

extension Message {
    /// The message as a frame: the length of the payload in four bytes, least significant first, then the payload.
    public var frame: [UInt8] {
        var writer = MessageWriter()
        write(to: &writer)
        return writer.finish()
    }

    /// The message of a frame, behind which nothing stands.
    public init(frame: [UInt8]) throws(BrokenMessage) {
        var stream = MessageStream<Self>()
        stream.append(frame)
        guard let message = try stream.next(), stream.isEmpty else { throw BrokenMessage() }
        self = message
    }

    /// The message that bytes begin with, and how many of them it takes; nil where they are none, or not all of one.
    public static func first(of bytes: some Collection<UInt8>) -> (message: Self, byteCount: Int)? {
        var stream = MessageStream<Self>()
        stream.append(bytes.prefix(4 + longestPayload))
        guard let message = try? stream.next() else { return nil }
        return (message, stream.position)
    }
}

/// Reads messages from bytes that come in pieces of any size.
public struct MessageStream<Content: Message>: Sendable {
    private var bytes: [UInt8] = []
    fileprivate var position = 0

    /// A stream without any bytes yet.
    public init() {}

    /// Whether all bytes that came were read.
    public var isEmpty: Bool { position == bytes.count }

    /// Takes the next bytes.
    public mutating func append(_ more: some Sequence<UInt8>) {
        if position > 1 << 16 {
            bytes.removeFirst(position)
            position = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next message; nil until all of its bytes have come. Once it has thrown, it throws whenever it is asked.
    public mutating func next() throws(BrokenMessage) -> Content? {
        let rest = bytes[position...]
        guard rest.count >= 4 else { return nil }
        let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= Content.longestPayload else { throw BrokenMessage() }
        guard rest.count >= 4 + length else { return nil }
        var reader = MessageReader(rest.dropFirst(4).prefix(length))
        let message = try Content(from: &reader)
        guard reader.isAtEnd else { throw BrokenMessage() }
        // Past a good message only: a broken one stays, so that whoever reads on finds it.
        position += 4 + length
        return message
    }
}
