import CVault

/// The header of an encrypted file: how its key is wrapped, and which file it is. A file has two, of which the newer counts that is whole.
///
/// | bytes | what |
/// | --- | --- |
/// | 0 | `luca locked book` |
/// | 16 | version of the layout, 1; size of a page; Argon2id's passes; its memory in KiB; number of this header, which grows; zero: six integers of four bytes, high byte first |
/// | 40 | which key it is: 16 bytes that a book and its copies share |
/// | 56 | which file it is: 16 bytes that no other file has |
/// | 72 | salt of the passphrase, 16 bytes |
/// | 88 | the key, sealed by the passphrase: nonce, tag, 32 bytes |
/// | 160 | the key, sealed by the recovery key |
/// | 232 | zeros |
/// | 4056 | FNV-1a of all before, by which a header that was written in part is told |
/// | 4064 | BLAKE2b of all before, by the key: nobody who has not the key makes or alters a header |
public struct VaultHeader: Equatable, Sendable {
    /// The bytes of a header.
    public static let size = Int(VAULT_SLOT)
    /// How many bytes a file begins with before its first page.
    public static let sizeOfBoth = 2 * size

    /// What a guess at the passphrase costs.
    public struct Work: Hashable, Sendable {
        /// How often Argon2id goes through its memory.
        public let passes: Int
        /// The memory that it takes, in KiB.
        public let kibibytes: Int

        /// So many passes through so much memory.
        public init(passes: Int, kibibytes: Int) { (self.passes, self.kibibytes) = (passes, kibibytes) }

        /// What new books get: the second choice of RFC 9106, three passes through 64 MiB. Less is refused.
        public static let usual = Work(passes: 3, kibibytes: 65536)

        /// Whether it is no less than a passphrase needs, and no more than a machine can do while somebody waits: nothing proves that it is what luca wrote before it is done.
        public var isReasonable: Bool { (3...10).contains(passes) && (65536...1_048_576).contains(kibibytes) }
    }

    /// The header as it stands in the file.
    public private(set) var bytes: [UInt8]

    /// What a guess at the passphrase costs.
    public var work: Work { Work(passes: number(24), kibibytes: number(28)) }
    /// Bytes of a page.
    public var pageSize: Int { number(20) }
    /// Which key it is, of a book and its copies.
    public var bookID: [UInt8] { Array(bytes[Place.book]) }
    /// Which file it is.
    public var fileID: [UInt8] { Array(bytes[Place.file]) }
    /// Of two headers, the one with the larger number is the newer.
    public var generation: Int { number(32) }

    /// Whether the passphrase that opens a file with this header opens one with that. Each choice of a passphrase has a salt of its own.
    public func hasSamePassphrase(as other: VaultHeader) -> Bool { bytes[Place.salt] == other.bytes[Place.salt] && bookID == other.bookID }

    enum Place {
        static let book = 40..<56
        static let file = 56..<72
        static let salt = 72..<88
        static let byPassphrase = 88..<160
        static let byRecovery = 160..<232
        static let sum = 4056..<4064
        static let proof = 4064..<4096
    }

    private static let layout = 1

    /// A header without what is sealed in it.
    init(pageSize: Int, work: Work, book: [UInt8], file: [UInt8], salt: [UInt8]) {
        bytes = [UInt8](repeating: 0, count: Self.size)
        withUnsafeBytes(of: vault_magic) { bytes.replaceSubrange(0..<Int(VAULT_MAGIC), with: $0.prefix(Int(VAULT_MAGIC))) }
        for (place, value) in [(16, Self.layout), (20, pageSize), (24, work.passes), (28, work.kibibytes), (32, 1)] { set(place, value) }
        bytes.replaceSubrange(Place.book, with: book)
        bytes.replaceSubrange(Place.file, with: file)
        bytes.replaceSubrange(Place.salt, with: salt)
    }

    /// The headers of the two that a file begins with which were written to their end, the newer first, as far as that can be told without the key. Which counts is the
    /// first that the key proves: somebody may have altered one.
    ///
    /// - Throws: `.damagedHeader` where there is none; what else none of them can be used for.
    static func whole(_ headers: [UInt8]) throws(VaultError) -> [VaultHeader] {
        let both = [0, size].map { Self(slot: Array(headers[$0..<$0 + size])) }.filter(\.isWhole).sorted { $0.generation > $1.generation }
        guard let newest = both.first else { throw .damagedHeader }
        let known = both.filter { $0.number(16) == layout && (512...65536).contains($0.pageSize) && $0.pageSize & ($0.pageSize - 1) == 0 }
        if known.isEmpty { throw newest.number(16) == layout ? .damagedHeader : .newerLayout(newest.number(16)) }
        let usable = known.filter(\.work.isReasonable)
        if usable.isEmpty { throw .unreasonableParameters }
        return usable
    }

    private init(slot: [UInt8]) { bytes = slot }

    /// Whether it was written to its end.
    private var isWhole: Bool { Self.isEncrypted(bytes) && Array(bytes[Place.sum]) == Self.sum(of: bytes[..<Place.sum.lowerBound]) }

    /// Whether a file that begins with these bytes says of itself that it is encrypted.
    public static func isEncrypted(_ firstBytes: [UInt8]) -> Bool {
        withUnsafeBytes(of: vault_magic) { firstBytes.starts(with: $0.prefix(Int(VAULT_MAGIC))) }
    }

    /// The same for another file of the same book, or with another passphrase: a part of it changed, proved anew by the key.
    func changed(by key: BookKey, _ change: (inout VaultHeader) -> Void) -> VaultHeader {
        var header = self
        change(&header)
        header.seal(by: key)
        return header
    }

    mutating func set(_ place: Range<Int>, _ part: [UInt8]) {
        precondition(part.count == place.count, "a part of a header has its length")
        bytes.replaceSubrange(place, with: part)
    }

    mutating func countUp() { set(32, generation + 1) }

    mutating func seal(by key: BookKey) {
        bytes.replaceSubrange(Place.sum, with: Self.sum(of: bytes[..<Place.sum.lowerBound]))
        bytes.replaceSubrange(Place.proof, with: key.proof(of: bytes[..<Place.proof.lowerBound]))
    }

    /// Whether somebody who had the key wrote it.
    func isProved(by key: BookKey) -> Bool {
        let proof = key.proof(of: bytes[..<Place.proof.lowerBound])
        return vault_equal(proof, Array(bytes[Place.proof]), proof.count)
    }

    private mutating func set(_ place: Int, _ value: Int) {
        for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte)) }
    }

    private func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }

    private static func sum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return (0..<8).map { UInt8(truncatingIfNeeded: sum >> (56 - 8 * UInt64($0))) }
    }
}
