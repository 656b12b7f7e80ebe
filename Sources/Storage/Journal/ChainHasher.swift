/// Computes the hash of a row from its columns and the hash of the row before.
///
/// What is hashed is written down in the module's README, so that anybody can check a book with a few lines of another language:
/// the 32 bytes of the hash before, then the table's name and each column as `length:bytes,` (a netstring), integers in decimal
/// digits, a missing value as `-`. Missing values at the end of a row are left out: a column that a later version adds at the end
/// changes no hash of an older row.
final class ChainHasher {
    private var scratch: UnsafeMutableRawBufferPointer

    init() {
        scratch = .allocate(byteCount: 4096, alignment: 16)
    }

    deinit { scratch.deallocate() }

    /// The hash of a row that follows the entry of another hash.
    func hash(_ table: JournalTable, _ fields: UnsafeBufferPointer<JournalField>, after previous: EntryHash) -> EntryHash {
        reserve(fields)
        var writer = NetstringWriter(base: scratch.baseAddress!)
        previous.withBytes { writer.appendRaw($0) }
        writer.append(table.nameBytes)
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

extension JournalTable {
    /// The table's name, in memory that is never freed.
    fileprivate var nameBytes: UnsafeRawBufferPointer {
        let name: StaticString = switch self {
        case .act: "act"
        case .account: "account"
        case .instrument: "instrument"
        case .activity: "activity"
        case .void: "void"
        case .setting: "setting"
        case .valuation: "valuation"
        case .erasure: "erasure"
        case .tombstone: "tombstone"
        case .plan: "plan"
        case .occurrence: "occurrence"
        }
        return UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    }
}
