import Ledger
import Values

/// Gathers the columns of one row, as text and integers, in memory that is used again for the next row.
///
/// Texts are written one behind the other into one buffer; since it may move as it grows, a field remembers where its text
/// starts, and becomes a pointer only when the row is complete.
final class RowWriter {
    private enum Slot {
        case null
        case integer(Int64)
        case text(start: Int, count: Int)
    }

    private(set) var table = JournalTable.act
    private let slots: UnsafeMutableBufferPointer<Slot>
    private let fields: UnsafeMutableBufferPointer<JournalField>
    private var count = 0
    private var bytes: UnsafeMutableRawBufferPointer
    private var used = 0

    /// How many columns each table has, by its place.
    private let widths = JournalTable.allCases.map(\.columns.count)

    init() {
        bytes = .allocate(byteCount: 4096, alignment: 16)
        let most = widths.max()!
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

    /// Starts a row of a table with its two numbers; what the row before held is gone.
    func begin(_ table: JournalTable, _ first: Int, _ second: Int) {
        self.table = table
        count = 0
        used = 0
        integer(first)
        integer(second)
    }

    @inline(__always)
    func integer(_ value: Int) { append(.integer(Int64(value))) }

    func flag(_ value: Bool) { integer(value ? 1 : 0) }

    @inline(__always)
    func missing() { append(.null) }

    func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            let target = reserve(utf8.count)
            if let source = utf8.baseAddress { target.copyMemory(from: source, byteCount: utf8.count) }
            finishText(utf8.count)
        }
    }

    func text(_ value: String?) {
        if let value { text(value) } else { missing() }
    }

    func decimal(_ value: FixedDecimal) {
        let target = reserve(DecimalDigits.longestDecimal)
        finishText(DecimalDigits.write(value, to: target))
    }

    func decimal(_ value: FixedDecimal?) {
        if let value { decimal(value) } else { missing() }
    }

    func day(_ value: Day) {
        let (year, month, day) = value.civil
        let target = reserve(10)
        DecimalDigits.writeDigits(UInt64(year), count: 4, to: target)
        target.storeBytes(of: UInt8(ascii: "-"), toByteOffset: 4, as: UInt8.self)
        DecimalDigits.writeDigits(UInt64(month), count: 2, to: target + 5)
        target.storeBytes(of: UInt8(ascii: "-"), toByteOffset: 7, as: UInt8.self)
        DecimalDigits.writeDigits(UInt64(day), count: 2, to: target + 8)
        finishText(10)
    }

    func day(_ value: Day?) {
        if let value { day(value) } else { missing() }
    }

    func instant(_ value: Instant?) {
        if let value { text(value.description) } else { missing() }
    }

    func currency(_ value: Currency) {
        let target = reserve(8)
        var (length, rest) = (0, value.packed)
        while rest != 0 {
            target.storeBytes(of: UInt8(truncatingIfNeeded: rest >> 56), toByteOffset: length, as: UInt8.self)
            rest <<= 8
            length += 1
        }
        finishText(length)
    }

    /// Lends the columns of the row, one for each of the table's.
    func withFields<Result>(_ body: (UnsafeBufferPointer<JournalField>) throws -> Result) rethrows -> Result {
        precondition(count == widths[table.rawValue], "a row of \(table.name) has \(widths[table.rawValue]) columns, not \(count)")
        let base = UnsafePointer(bytes.baseAddress!.assumingMemoryBound(to: UInt8.self))
        for index in 0..<count {
            switch slots[index] {
            case .null: fields[index] = .null
            case .integer(let value): fields[index] = .integer(value)
            case .text(let start, let count): fields[index] = .text(UnsafeBufferPointer(start: base + start, count: count))
            }
        }
        return try body(UnsafeBufferPointer(rebasing: fields[..<count]))
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

/// How each kind of entry becomes a row: the columns in the order of `JournalTable.columns`.
extension RowWriter {
    func act(_ act: Act) {
        begin(.act, act.id, act.first.rawValue)
        text(act.recordedAt.description)
        text(act.source)
    }

    func account(_ account: Account, id: AccountID, sequence: Int, act: Int) {
        begin(.account, sequence, act)
        integer(Int(id.rawValue))
        text(account.name)
        text(account.kind.rawValue)
        currency(account.currency)
        text(account.portfolio)
        text(account.owner)
        text(account.group)
        day(account.opened)
        day(account.closed)
        flag(account.allowShort)
        // What every account of older books is, is not written.
        text(account.tracking == .transactions ? nil : account.tracking.rawValue)
        decimal(account.rate)
        day(account.matures)
        text(DetailText.text(account))
    }

    func instrument(_ instrument: Instrument, id: InstrumentID, sequence: Int, act: Int) {
        begin(.instrument, sequence, act)
        integer(Int(id.rawValue))
        text(instrument.symbol)
        text(instrument.name)
        text(instrument.kind.rawValue)
        currency(instrument.currency)
        decimal(instrument.multiplier)
        if let option = instrument.option { integer(Int(option.underlying.rawValue)) } else { missing() }
        text(instrument.option?.right.rawValue)
        decimal(instrument.option?.strike)
        day(instrument.option?.expires)
        for told in [instrument.assetClass, instrument.provider, instrument.providerSymbol] { text(told.isEmpty ? nil : told) }
        missing()
    }

    func activity(_ activity: Activity, sequence: Int, act: Int) {
        begin(.activity, sequence, act)
        day(activity.date)
        instant(activity.time)
        text(activity.kind.rawValue)
        text(activity.subtype?.rawValue)
        text(activity.status.rawValue)
        integer(Int(activity.account.rawValue))
        if let instrument = activity.instrument { integer(Int(instrument.rawValue)) } else { missing() }
        decimal(activity.quantity)
        decimal(activity.price)
        decimal(activity.amount)
        decimal(activity.fee)
        decimal(activity.tax)
        currency(activity.currency)
        decimal(activity.fxRate)
        text(activity.notes)
        if let detail = activity.detail, !detail.amending(nil).isEmpty { text(DetailText.text(detail)) } else { missing() }
        if let amended = activity.detail?.amends { integer(amended.rawValue) } else { missing() }
    }

    func void(_ entry: EntryID, reason: String, sequence: Int, act: Int) {
        begin(.void, sequence, act)
        integer(entry.rawValue)
        text(reason)
    }

    func setting(_ key: String, _ value: String, sequence: Int, act: Int) {
        begin(.setting, sequence, act)
        text(key)
        text(value)
    }

    func valuation(_ told: AccountValue, sequence: Int, act: Int) {
        begin(.valuation, sequence, act)
        integer(Int(told.account.rawValue))
        day(told.date)
        instant(told.time)
        decimal(told.value)
        currency(told.currency)
        text(told.notes)
    }

    func plan(_ document: PlanDocument, sequence: Int, act: Int) {
        begin(.plan, sequence, act)
        text(document.kind.rawValue)
        text(document.name)
        text(document.body)
    }

    func occurrence(_ occurrence: Occurrence, sequence: Int, act: Int) {
        begin(.occurrence, sequence, act)
        text(occurrence.rule)
        day(occurrence.day)
        text(occurrence.state.rawValue)
        if let first = occurrence.first { integer(first.rawValue) } else { missing() }
    }

    func erasure(of account: AccountID, _ digest: TombstoneDigest, sequence: Int, act: Int) {
        begin(.erasure, sequence, act)
        integer(Int(account.rawValue))
        integer(digest.count)
        text(digest.text)
    }
}
