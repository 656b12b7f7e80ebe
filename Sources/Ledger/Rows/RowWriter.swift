import Values

/// Gathers the columns of one row, as text and integers, in memory that is used again for the next row.
///
/// Texts are written one behind the other into one buffer; since it may move as it grows, a field remembers where its text
/// starts, and becomes a pointer only when the row is complete.
package final class RowWriter {
    private enum Slot {
        case null
        case integer(Int64)
        case text(start: Int, count: Int)
    }

    private let slots: UnsafeMutableBufferPointer<Slot>
    private let fields: UnsafeMutableBufferPointer<JournalField>
    private var count = 0
    private var bytes: UnsafeMutableRawBufferPointer
    private var used = 0

    /// How the values of rare columns become JSON.
    package let json: RowJSON

    /// A writer of rows that have so many columns at most.
    package init(columns most: Int, json: RowJSON) {
        self.json = json
        bytes = .allocate(byteCount: 4096, alignment: 16)
        fields = .allocate(capacity: most)
        fields.initialize(repeating: .null)
        slots = .allocate(capacity: most)
        slots.initialize(repeating: .null)
    }

    deinit {
        bytes.deallocate()
        fields.deinitialize().deallocate()
        slots.deinitialize().deallocate()
    }

    /// Starts a row with its two numbers; what the row before held is gone.
    package func begin(_ first: Int, _ second: Int) {
        count = 0
        used = 0
        integer(first)
        integer(second)
    }

    /// Adds a whole number.
    @inline(__always)
    package func integer(_ value: Int) { append(.integer(Int64(value))) }

    /// Adds 1 for true and 0 for false.
    package func flag(_ value: Bool) { integer(value ? 1 : 0) }

    /// Adds a column without a value.
    @inline(__always)
    package func missing() { append(.null) }

    /// Adds a text.
    package func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            let target = reserve(utf8.count)
            if let source = utf8.baseAddress { target.copyMemory(from: source, byteCount: utf8.count) }
            finishText(utf8.count)
        }
    }

    /// Adds a text, or no value.
    package func text(_ value: String?) {
        if let value { text(value) } else { missing() }
    }

    /// Adds a decimal as its shortest text.
    package func decimal(_ value: FixedDecimal) {
        let target = reserve(DecimalDigits.longestDecimal)
        finishText(DecimalDigits.write(value, to: target))
    }

    /// Adds a decimal, or no value.
    package func decimal(_ value: FixedDecimal?) {
        if let value { decimal(value) } else { missing() }
    }

    /// Adds a day as `2014-03-03`.
    package func day(_ value: Day) {
        let (year, month, day) = value.civil
        let target = reserve(10)
        DecimalDigits.writeDigits(UInt64(year), count: 4, to: target)
        target.storeBytes(of: UInt8(ascii: "-"), toByteOffset: 4, as: UInt8.self)
        DecimalDigits.writeDigits(UInt64(month), count: 2, to: target + 5)
        target.storeBytes(of: UInt8(ascii: "-"), toByteOffset: 7, as: UInt8.self)
        DecimalDigits.writeDigits(UInt64(day), count: 2, to: target + 8)
        finishText(10)
    }

    /// Adds a day, or no value.
    package func day(_ value: Day?) {
        if let value { day(value) } else { missing() }
    }

    /// Adds a whole number, or no value.
    package func integer(_ value: Int?) {
        if let value { integer(value) } else { missing() }
    }

    /// Adds what few rows have as JSON.
    package func json(_ value: any Encodable) { text(json.encode(value)) }

    /// Adds a moment, or no value.
    package func instant(_ value: Instant?) {
        if let value { text(value.description) } else { missing() }
    }

    /// Adds the code of a currency.
    package func currency(_ value: Currency) {
        let target = reserve(8)
        var (length, rest) = (0, value.packed)
        while rest != 0 {
            target.storeBytes(of: UInt8(truncatingIfNeeded: rest >> 56), toByteOffset: length, as: UInt8.self)
            rest <<= 8
            length += 1
        }
        finishText(length)
    }

    /// The columns of the row, good until the next one begins.
    package func row() -> UnsafeBufferPointer<JournalField> {
        let base = UnsafePointer(bytes.baseAddress!.assumingMemoryBound(to: UInt8.self))
        for index in 0..<count {
            switch slots[index] {
            case .null: fields[index] = .null
            case .integer(let value): fields[index] = .integer(value)
            case .text(let start, let count): fields[index] = .text(UnsafeBufferPointer(start: base + start, count: count))
            }
        }
        return UnsafeBufferPointer(rebasing: fields[..<count])
    }

    /// Room for so many bytes behind what is used.
    @inline(__always)
    private func reserve(_ length: Int) -> UnsafeMutableRawPointer {
        if used + length > bytes.count { grow(by: length) }
        return bytes.baseAddress! + used
    }

    private func grow(by length: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: (used + length) * 2, alignment: 16)
        larger.baseAddress!.copyMemory(from: bytes.baseAddress!, byteCount: used)
        bytes.deallocate()
        bytes = larger
    }

    @inline(__always)
    private func finishText(_ length: Int) {
        append(.text(start: used, count: length))
        used += length
    }

    @inline(__always)
    private func append(_ slot: Slot) {
        slots[count] = slot
        count += 1
    }
}
