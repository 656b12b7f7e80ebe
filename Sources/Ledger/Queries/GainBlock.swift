import Values

/// Realised gains of one account whose lots were closed in one calendar year, packed in about twenty bytes each.
package struct GainBlock {
    /// The year in which the lots were closed.
    package let year: Int32
    /// The account in which they were closed.
    package let account: AccountID
    /// How many gains it has.
    package let count: Int
    /// The gains, those of one instrument behind those of another, behind the currency that most of them have.
    package let bytes: [UInt8]

    /// The form of the bytes, to be raised with each change of it.
    package static let form = 2
}

extension GainTable {
    /// The gains of whole years from one on, packed by year and account, in the order of both. O(gains of these years).
    ///
    /// - Parameter year: the first year; nil for all.
    package func packed(from year: Int?) -> [GainBlock] {
        var blocks: [GainBlock] = [], row = year.map { year in (0..<count).partitioningIndex { closed(at: $0).year >= year } } ?? 0
        while row < count {
            let year = closed(at: row).year, end = (row..<count).partitioningIndex { closed(at: $0).year > year }
            var writers: [AccountID: GainBlockWriter] = [:]
            for (place, row) in (row..<end).enumerated() {
                // A value: the table itself would be copied for each call within the dictionary.
                let gain = self[row]
                writers[gain.account, default: GainBlockWriter(year: year, currency: gain.currency)].append(gain, at: place)
            }
            for (account, writer) in writers.sorted(by: { $0.key < $1.key }) {
                blocks.append(GainBlock(year: Int32(year), account: account, count: writer.count, bytes: writer.bytes))
            }
            row = end
        }
        return blocks
    }
}

extension Ledger {
    /// Whether what happens in one account may change gains of another: units were moved between accounts, or the settings tie them. O(activities).
    package var tiesAccounts: Bool {
        if policy.tiesAccounts { return true }
        let table = activities
        return (0..<table.count).contains { [.transferIn, .transferOut].contains(table.kind(at: $0)) && table.instrument(at: $0) != nil }
    }
}

/// Writes gains of one year and account, in their order.
private struct GainBlockWriter {
    private(set) var count = 0
    private let currency: Currency, firstDay: Int32
    private var groups: [InstrumentID: GainGroupWriter] = [:]

    init(year: Int, currency: Currency) { (self.currency, firstDay) = (currency, PackedYear(Int32(year)).start) }

    /// Adds a gain, which is at a place among those of all accounts of the year.
    mutating func append(_ gain: Gain, at place: Int) {
        groups[gain.instrument, default: GainGroupWriter(firstDay: firstDay)].append(gain, at: place, besides: currency)
        count += 1
    }

    /// The block: of each instrument its number, how many gains it has, how many bytes these are, and the gains.
    var bytes: [UInt8] {
        var sink = ByteSink()
        sink.put(currency)
        for (instrument, group) in groups.sorted(by: { $0.key < $1.key }) {
            sink.pack(UInt64(instrument.rawValue))
            sink.pack(UInt64(group.count))
            sink.pack(UInt64(group.sink.bytes.count))
            group.sink.bytes.withUnsafeBytes { sink.put(bytes: $0) }
        }
        return sink.bytes
    }
}

/// Writes gains of one year, account and instrument, each counted from the one before.
private struct GainGroupWriter {
    private(set) var sink = ByteSink()
    private(set) var count = 0
    private var day: Int32, place = 0, activity = 0

    init(firstDay: Int32) { day = firstDay }

    mutating func append(_ gain: Gain, at place: Int, besides currency: Currency) {
        let fields = PackedGainFields(gain, besides: currency), entry = gain.activity.rawValue
        sink.pack(UInt64(place - self.place))
        sink.pack(UInt64(gain.closed.number - day))
        sink.put(byte: fields.rawValue)
        sink.pack(signed: Int64(gain.closed.number - gain.opened.number))
        sink.pack(signed: Int64(entry - activity))
        sink.pack(signed: Int64(entry - gain.lot.rawValue))
        sink.pack(gain.quantity)
        sink.pack(gain.proceeds)
        sink.pack(gain.cost)
        if fields.contains(.wash) { sink.pack(gain.wash) }
        if fields.contains(.lotID) { sink.pack(UInt64(gain.lotID.rawValue)) }
        if fields.contains(.currency) { sink.put(gain.currency) }
        (self.place, day, activity, count) = (place, gain.closed.number, entry, count + 1)
    }
}

/// What is true of a gain, and which fields stand behind those that each has.
struct PackedGainFields: OptionSet {
    let rawValue: UInt8

    static let short = PackedGainFields(rawValue: 1)
    static let longTerm = PackedGainFields(rawValue: 2)
    static let unknownCost = PackedGainFields(rawValue: 4)
    static let wash = PackedGainFields(rawValue: 8)
    static let lotID = PackedGainFields(rawValue: 16)
    static let currency = PackedGainFields(rawValue: 32)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ gain: Gain, besides currency: Currency) {
        var fields: PackedGainFields = []
        if gain.side == .short { fields.insert(.short) }
        if gain.term == .long { fields.insert(.longTerm) }
        if !gain.isCostKnown { fields.insert(.unknownCost) }
        if !gain.wash.isZero { fields.insert(.wash) }
        if gain.lotID != gain.lot { fields.insert(.lotID) }
        if gain.currency != currency { fields.insert(.currency) }
        self = fields
    }
}
