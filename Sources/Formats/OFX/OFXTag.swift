/// The name of an element, in capitals, packed into a number: names are compared some thirty times for each transaction.
struct OFXTag: Hashable, ExpressibleByStringLiteral {
    /// The letters, eight bits each, the last in the lowest.
    let word: UInt128

    /// Letters that count; no two names of the standard that are read here share their first sixteen.
    private static let length = 16

    init(stringLiteral value: StaticString) {
        self.init(UnsafeBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount))
    }

    init(_ name: UnsafeBufferPointer<UInt8>) {
        var word: UInt128 = 0
        for byte in name.prefix(Self.length) { word = word << 8 | UInt128(byte >= 0x61 && byte <= 0x7A ? byte - 0x20 : byte) }
        self.word = word
    }

    /// The name.
    var name: String {
        var bytes: [UInt8] = [], rest = word
        while rest > 0 {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }

    /// Whether a byte may stand in a name.
    static func isName(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39 || byte == 0x2E || byte == 0x5F || byte == 0x2D
    }
}
