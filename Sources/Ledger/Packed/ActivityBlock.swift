import Values

/// What the activities of a block have in common: the year in which they count, the account and the instrument.
package struct BlockKey: Hashable, Comparable, Sendable {
    /// The calendar year of their days.
    package let year: Int32
    /// Their account.
    package let account: AccountID
    /// Their instrument; nil for cash.
    package let instrument: InstrumentID?

    package init(year: Int32, account: AccountID, instrument: InstrumentID?) { (self.year, self.account, self.instrument) = (year, account, instrument) }

    package static func < (a: BlockKey, b: BlockKey) -> Bool {
        (a.year, a.account, a.instrument?.rawValue ?? 0) < (b.year, b.account, b.instrument?.rawValue ?? 0)
    }
}

/// Writes activities of one key, one behind the other, about eleven bytes each, behind the currency that most of them have.
struct ActivityBlockWriter {
    private(set) var sink = ByteSink()
    /// The kinds that occur, a bit each.
    private(set) var kinds: UInt32 = 0
    private let year: PackedYear
    private let currency: Currency
    private var last: Int
    private let json: RowJSON

    /// - Parameters:
    ///   - first: a number that no entry is below.
    ///   - currency: that of the first activity, as a rule that of all.
    init(_ key: BlockKey, after first: EntryID, currency: Currency, json: RowJSON) {
        (year, last, self.currency, self.json) = (PackedYear(key.year), first.rawValue - 1, currency, json)
        sink.put(currency)
    }

    /// Adds an activity behind those of lower numbers.
    mutating func append(_ activity: Activity, _ entry: EntryID) {
        kinds |= PackedKinds.bit(of: activity.kind)
        if activity.hasDetail, activity.detail?.into != nil { kinds |= PackedKinds.receives }
        if ActivityRule.mayContribute(activity.kind, activity.subtype) { kinds |= PackedKinds.contributes }
        sink.pack(UInt64(entry.rawValue - last))
        last = entry.rawValue
        sink.pack(UInt64(activity.date.number - year.start))
        sink.put(byte: UInt8(activity.kind.ordinal))
        let fields = PackedActivityFields(activity, besides: currency)
        sink.pack(UInt64(fields.rawValue))
        if let quantity = activity.quantity { sink.pack(quantity) }
        if let price = activity.price { sink.pack(price) }
        if let amount = activity.amount { sink.pack(amount) }
        if fields.contains(.fee) { sink.pack(activity.fee) }
        if fields.contains(.tax) { sink.pack(activity.tax) }
        if fields.contains(.rate), let rate = activity.fxRate { sink.pack(rate) }
        if fields.contains(.subtype), let subtype = activity.subtype { sink.put(byte: UInt8(ActivitySubtype.allCases.firstIndex(of: subtype)!)) }
        if fields.contains(.status) { sink.put(byte: UInt8(ActivityStatus.allCases.firstIndex(of: activity.status)!)) }
        if fields.contains(.currency) { sink.put(activity.currency) }
        if let time = activity.time { sink.put(time.microseconds) }
        if fields.contains(.notes) { sink.pack(activity.notes) }
        if fields.contains(.detail), let detail = activity.detail {
            sink.pack(DetailText.text(detail.amending(nil), json))
            sink.pack(UInt64(detail.amends?.rawValue ?? 0))
        }
    }
}

/// Reads what a writer of the same key wrote, and trusts none of it: one activity after another, or one at any place.
struct ActivityBlockReader {
    private let source: ByteSource
    private let year: PackedYear
    private let currency: Currency
    private let key: BlockKey

    /// Where the first activity begins.
    let start: Int

    /// - Parameter year: that of the key, made once for all blocks that have it.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, _ key: BlockKey, year: PackedYear) throws(ByteSource.Mismatch) {
        var source = ByteSource(bytes)
        currency = try source.currency()
        (self.source, start) = (source, source.position)
        (self.key, self.year) = (key, year)
    }

    /// Passes over the activity that begins at a place; tells its number, counted from the one before, and its day, and leaves the place behind it. Nil
    /// behind the last.
    @inline(__always)
    func skip(_ place: inout Int) throws(ByteSource.Mismatch) -> (step: Int, day: Day)? {
        var source = source
        source.position = place
        if source.isAtEnd { return nil }
        let step = try source.unpack(below: 1 << 40), day = year.start &+ Int32(try source.unpack(below: 366))
        _ = try source.byte()
        let fields = PackedActivityFields(rawValue: UInt16(truncatingIfNeeded: try source.unpack()))
        for _ in 0..<fields.decimals { try source.skipDecimal() }
        if !fields.isDisjoint(with: .uneven) { try skipUneven(fields, &source) }
        place = source.position
        return (step, Day(number: day))
    }

    private func skipUneven(_ fields: PackedActivityFields, _ source: inout ByteSource) throws(ByteSource.Mismatch) {
        let fixed = (fields.contains(.subtype) ? 1 : 0) + (fields.contains(.status) ? 1 : 0) + (fields.contains(.currency) ? 8 : 0) + (fields.contains(.time) ? 8 : 0)
        try source.skip(fixed)
        if fields.contains(.notes) { try source.skipText() }
        if fields.contains(.detail) {
            try source.skipText()
            _ = try source.unpack()
        }
    }

    /// The activity that begins at a place.
    @inline(__always)
    func activity(at place: Int, json: RowJSON) throws(ByteSource.Mismatch) -> Activity {
        var source = source
        source.position = place
        _ = try source.unpack()
        let day = year.start &+ Int32(try source.unpack(below: 366)), kind = try source.byte()
        guard kind < PackedKinds.all.count, day <= Day.max.number else { throw ByteSource.Mismatch() }
        let fields = PackedActivityFields(rawValue: UInt16(truncatingIfNeeded: try source.unpack()))
        var activity = Activity(
            date: Day(number: day), kind: PackedKinds.all[Int(kind)], account: key.account, instrument: key.instrument,
            quantity: try fields.contains(.quantity) ? source.unpackDecimal() : nil, price: try fields.contains(.price) ? source.unpackDecimal() : nil,
            amount: try fields.contains(.amount) ? source.unpackDecimal() : nil, fee: try fields.contains(.fee) ? source.unpackDecimal() : .zero,
            tax: try fields.contains(.tax) ? source.unpackDecimal() : .zero, currency: currency, fxRate: try fields.contains(.rate) ? source.unpackDecimal() : nil)
        if !fields.isDisjoint(with: .uneven) { try readUneven(fields, &source, &activity, json) }
        return activity
    }

    private func readUneven(_ fields: PackedActivityFields, _ source: inout ByteSource, _ activity: inout Activity, _ json: RowJSON) throws(ByteSource.Mismatch) {
        if fields.contains(.subtype) { activity.subtype = try source.ordinal(ActivitySubtype.self) }
        if fields.contains(.status) { activity.status = try source.ordinal(ActivityStatus.self) }
        if fields.contains(.currency) { activity.currency = try source.currency() }
        if fields.contains(.time) { activity.time = Instant(microseconds: try source.number()) }
        if fields.contains(.notes) { activity.notes = try source.unpackText() }
        if fields.contains(.detail) {
            var text = try source.unpackText()
            let amended = try source.unpack(below: .max)
            do {
                let detail = try text.withUTF8 { try DetailText.detail($0, json) }
                activity.detail = amended == 0 ? detail : detail.amending(EntryID(amended))
            } catch { throw ByteSource.Mismatch() }
        }
    }
}

extension ByteSource {
    /// A case by its place among all.
    fileprivate mutating func ordinal<Value: CaseIterable>(_ type: Value.Type) throws(Mismatch) -> Value where Value.AllCases == [Value] {
        let place = Int(try byte()), cases = Value.allCases
        guard place < cases.count else { throw Mismatch() }
        return cases[place]
    }
}

/// A year by its first day.
struct PackedYear {
    let start: Int32

    init(_ year: Int32) { start = ((try? Day(year: Int(year), month: 1, day: 1)) ?? .epoch).number }
}

/// The kinds that occur in a block, a bit each.
package enum PackedKinds {
    /// Set where units become others, or others are received beside them: an activity of the block is one of a second instrument too.
    package static let receives: UInt32 = 1 << 31

    /// Set where the owner may bring in or take out something by one of them.
    package static let contributes: UInt32 = 1 << 30

    /// The bit of a kind.
    package static func bit(of kind: ActivityKind) -> UInt32 { 1 << UInt32(kind.ordinal) }

    fileprivate static let all = ActivityKind.allCases
}

/// Which fields an activity has in a block, in the order in which they stand there. The first seven fit into a byte.
private struct PackedActivityFields: OptionSet {
    let rawValue: UInt16

    static let quantity = PackedActivityFields(rawValue: 1)
    static let price = PackedActivityFields(rawValue: 2)
    static let amount = PackedActivityFields(rawValue: 4)
    static let fee = PackedActivityFields(rawValue: 8)
    static let tax = PackedActivityFields(rawValue: 16)
    static let rate = PackedActivityFields(rawValue: 32)
    static let subtype = PackedActivityFields(rawValue: 64)
    static let status = PackedActivityFields(rawValue: 128)
    static let currency = PackedActivityFields(rawValue: 256)
    static let time = PackedActivityFields(rawValue: 512)
    static let notes = PackedActivityFields(rawValue: 1024)
    static let detail = PackedActivityFields(rawValue: 2048)

    /// Those that are no decimals.
    static let uneven: PackedActivityFields = [.subtype, .status, .currency, .time, .notes, .detail]

    /// How many decimals there are.
    var decimals: Int { (rawValue & 63).nonzeroBitCount }

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ activity: Activity, besides currency: Currency) {
        // One after another and not as a list: this is asked for each of a million activities.
        var fields: PackedActivityFields = []
        if activity.quantity != nil { fields.insert(.quantity) }
        if activity.price != nil { fields.insert(.price) }
        if activity.amount != nil { fields.insert(.amount) }
        if !activity.fee.isZero { fields.insert(.fee) }
        if !activity.tax.isZero { fields.insert(.tax) }
        if activity.fxRate != nil { fields.insert(.rate) }
        if activity.subtype != nil { fields.insert(.subtype) }
        if activity.status != .posted { fields.insert(.status) }
        if activity.currency != currency { fields.insert(.currency) }
        if activity.time != nil { fields.insert(.time) }
        if !activity.notes.isEmpty { fields.insert(.notes) }
        if activity.hasDetail, activity.detail?.isEmpty == false { fields.insert(.detail) }
        self = fields
    }
}
