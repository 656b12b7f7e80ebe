import CNettle
import FoundationEssentials
import Glibc
import Ledger
import SQLite
import Values

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

extension EntryHash {
    /// Reads sixty-four hexadecimal digits, in either case.
    public init?(_ text: some StringProtocol) {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map(UInt8.init) }
        guard text.utf8.count == 2 * Self.byteCount, digits.count == 2 * Self.byteCount else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        guard let hash = bytes.withUnsafeBytes({ EntryHash(bytes: $0) }) else { return nil }
        self = hash
    }
}

/// Where a journal ends.
public struct JournalHead: Hashable, Sendable {
    /// The number of the last entry; 0 before the first.
    public var sequence: Int
    /// The hash of the last entry, which vouches for all of them.
    public var hash: EntryHash

    /// The end of a journal.
    public init(sequence: Int, hash: EntryHash) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The end of a journal without entries.
    public static let empty = JournalHead(sequence: 0, hash: .origin)
}

extension EntryHash {
    /// The SHA-256 of bytes that are no entry, such as the script of a page.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes(SHA256.hash(of:)).withBytes { Array($0) } }
}

/// SHA-256 (FIPS 180-4), computed by Nettle: as fast as OpenSSL's for rows of two hundred bytes, and at no cost when the program starts.
struct SHA256 {
    private var context = sha256_ctx()

    /// The state before the first byte.
    init() { nettle_sha256_init(&context) }

    /// Takes in bytes; several calls give the same as one with all of them.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        nettle_sha256_update(&context, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    /// The hash of all that was taken in; the state goes on from there.
    func hash() -> EntryHash {
        var copy = context
        var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        return withUnsafeMutableBytes(of: &digest) { bytes in
            nettle_sha256_digest(&copy, bytes.count, bytes.baseAddress!.assumingMemoryBound(to: UInt8.self))
            guard let hash = EntryHash(bytes: UnsafeRawBufferPointer(bytes)) else { preconditionFailure("a SHA-256 has 32 bytes") }
            return hash
        }
    }

    /// The hash of some bytes.
    static func hash(of bytes: UnsafeRawBufferPointer) -> EntryHash {
        var sha = SHA256()
        sha.update(bytes)
        return sha.hash()
    }
}

/// What an erasure says of the tombstones that it left, so that none can be added, altered or taken away unnoticed.
///
/// SHA-256 over a line for each tombstone in the order of their numbers: the number, `:`, the hash in hexadecimal digits, a line feed.
struct TombstoneDigest {
    private var sha = SHA256()
    /// How many there are.
    private(set) var count = 0

    /// Takes in the next tombstone.
    mutating func add(_ sequence: Int, _ hash: EntryHash) {
        Array("\(sequence):\(hash)\n".utf8).withUnsafeBytes { sha.update($0) }
        count += 1
    }

    /// Sixty-four hexadecimal digits.
    var text: String { sha.hash().description }
}

/// Computes the hash of a row from its columns and the hash of the row before.
///
/// What is hashed is written down in the module's README, so that anybody can check a book with a few lines of another language:
/// the 32 bytes of the hash before, then the table's name and each column as `length:bytes,` (a netstring), integers in decimal
/// digits, a missing value as `-`. Missing values at the end of a row are left out: a column that a later version adds at the end
/// changes no hash of an older row.
final class ChainHasher {
    private var scratch: UnsafeMutableRawBufferPointer
    /// The names of the tables, by their places.
    private let names = JournalTable.allCases.map(\.hashedName)

    init() {
        scratch = .allocate(byteCount: 4096, alignment: 16)
    }

    deinit { scratch.deallocate() }

    /// The hash of a row that follows the entry of another hash.
    func hash(_ table: JournalTable, _ fields: UnsafeBufferPointer<JournalField>, after previous: EntryHash) -> EntryHash {
        reserve(fields)
        var writer = NetstringWriter(base: scratch.baseAddress!)
        previous.withBytes { writer.appendRaw($0) }
        let name = names[table.rawValue]
        writer.append(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        for field in fields[..<Self.significantCount(fields)] {
            switch field {
            case .null: writer.appendMissing()
            case .integer(let value): writer.append(value)
            case .text(let bytes): writer.append(UnsafeRawBufferPointer(bytes))
            case .foreign(let type): writer.appendForeign(type)
            }
        }
        return SHA256.hash(of: UnsafeRawBufferPointer(rebasing: scratch[..<writer.count]))
    }

    /// How many fields there are up to the last that has a value.
    private static func significantCount(_ fields: UnsafeBufferPointer<JournalField>) -> Int {
        var count = fields.count
        while count > 0, fields[count - 1].isNull { count -= 1 }
        return count
    }

    /// Makes room for the longest encoding that the fields can have.
    private func reserve(_ fields: UnsafeBufferPointer<JournalField>) {
        let overhead = 24
        var needed = EntryHash.byteCount + 32 + overhead * (fields.count + 1)
        for field in fields {
            switch field {
            case .text(let bytes): needed += bytes.count
            case .foreign(let type): needed += type.utf8CodeUnitCount
            case .null, .integer: break
            }
        }
        if needed <= scratch.count { return }
        scratch.deallocate()
        scratch = .allocate(byteCount: needed * 2, alignment: 16)
    }
}

/// Writes netstrings one after the other into memory that is known to be large enough.
private struct NetstringWriter {
    let base: UnsafeMutableRawPointer
    var count = 0

    init(base: UnsafeMutableRawPointer) { self.base = base }

    @inline(__always)
    mutating func appendRaw(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        (base + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        count += DecimalDigits.write(UInt64(bytes.count), to: base + count)
        appendByte(UInt8(ascii: ":"))
        appendRaw(bytes)
        appendByte(UInt8(ascii: ","))
    }

    @inline(__always)
    mutating func append(_ value: Int64) {
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { buffer in
            let count = DecimalDigits.write(value, to: buffer.baseAddress!)
            append(UnsafeRawBufferPointer(start: buffer.baseAddress!, count: count))
        }
    }

    mutating func appendMissing() { appendByte(UInt8(ascii: "-")) }

    /// A mark that no value of a right type has, so that the hash cannot fit.
    mutating func appendForeign(_ type: StaticString) {
        appendByte(UInt8(ascii: "?"))
        appendRaw(UnsafeRawBufferPointer(start: type.utf8Start, count: type.utf8CodeUnitCount))
    }

    @inline(__always)
    private mutating func appendByte(_ byte: UInt8) {
        base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }
}
