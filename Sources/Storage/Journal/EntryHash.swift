/// The SHA-256 that ties an entry to all entries before it.
public struct EntryHash: Hashable, Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64)

    /// Bytes in a hash.
    public static let byteCount = 32
    /// What stands before the first entry: zeros.
    public static let origin = EntryHash(words: (0, 0, 0, 0))

    private init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    /// The hash of 32 bytes, or nil where there are more or fewer.
    public init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(words: (0, 0, 0, 0))
        Swift.withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
    }

    /// Lends its 32 bytes.
    @inline(__always)
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try Swift.withUnsafeBytes(of: words, body)
    }

    public static func == (a: EntryHash, b: EntryHash) -> Bool { a.words == b.words }

    public func hash(into hasher: inout Hasher) {
        withBytes { hasher.combine(bytes: $0) }
    }
}

extension EntryHash: CustomStringConvertible {
    /// Sixty-four hexadecimal digits.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return withBytes { bytes in
            String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }
    }
}
