/// Messages out of bytes as they come, in pieces of any size.
public struct MessageStream: Sendable {
    /// Says that what comes is no stream of messages; there is no way on from it.
    public struct Broken: Error {}

    /// The longest frame that is believed: more than any answer may have.
    public static let longest = 256 << 20

    private var bytes: [UInt8] = []
    private var position = 0

    /// A stream of which nothing has come yet.
    public init() {}

    /// Takes the next bytes.
    public mutating func append(_ more: some Sequence<UInt8>) {
        if position > 1 << 16 {
            bytes.removeFirst(position)
            position = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next whole message; nil while it is not whole.
    public mutating func next() throws(Broken) -> FetchMessage? {
        let rest = bytes[position...]
        guard rest.count >= 4 else { return nil }
        let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.longest else { throw Broken() }
        guard rest.count >= 4 + length else { return nil }
        position += 4 + length
        guard let message = FetchMessage(payload: rest.dropFirst(4).prefix(length)) else { throw Broken() }
        return message
    }
}
