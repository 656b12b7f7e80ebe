public import Values

/// Realised gains that were kept when a book was closed, read without the activities that they follow from.
public struct SavedGains: GainRows {
    /// What each gain has, but for its decimals.
    private struct Facts {
        let account: AccountID
        let instrument: InstrumentID
        let opened, closed: Day
        let lot, activity: UInt32
        let currency: Currency
        let fields: PackedGainFields
        /// Its place among all gains of the year in which it was closed.
        let place: UInt32
    }

    private var facts: [Facts] = []
    private var quantities = DecimalColumn(), proceeds = DecimalColumn(), costs = DecimalColumn()
    /// By place in `facts`, what few gains have.
    private var washes: [Int32: FixedDecimal] = [:], lotIDs: [Int32: Int] = [:]
    /// Places in `facts`, in the order of the rows.
    private var order: [Int32] = []
    /// How many accounts and instruments the book has: no gain is of another.
    private let accountCount, instrumentCount: Int

    /// Whether it is unknown what some of the units sold cost.
    public private(set) var hasUnknownCosts = false

    /// What lives as long as these gains do.
    private var known: KnownGains?

    /// No gains yet, of a book with these names.
    package init(_ definitions: Definitions) { (accountCount, instrumentCount) = (definitions.accounts.count, definitions.instruments.count) }

    /// Which of the gains of a block are asked for.
    package struct Part {
        /// The days on which lots were closed.
        package let days: ClosedRange<Day>
        /// The instruments; nil for all.
        package let instruments: Set<InstrumentID>?

        package init(days: ClosedRange<Day>, instruments: Set<InstrumentID>?) { (self.days, self.instruments) = (days, instruments) }
    }

    /// How many there are.
    public var count: Int { order.count }
    /// The account of a row.
    public func account(at row: Int) -> AccountID { facts[Int(order[row])].account }
    /// The instrument of a row.
    public func instrument(at row: Int) -> InstrumentID { facts[Int(order[row])].instrument }
    /// The day the lot of a row was opened.
    public func opened(at row: Int) -> Day { facts[Int(order[row])].opened }
    /// The day it was closed.
    public func closed(at row: Int) -> Day { facts[Int(order[row])].closed }
    /// Whether it was held long or short.
    public func side(at row: Int) -> LotSide { facts[Int(order[row])].fields.contains(.short) ? .short : .long }
    /// Units closed, above zero.
    public func quantity(at row: Int) -> FixedDecimal { quantities[Int(order[row])] }
    /// What its sale brought.
    public func proceeds(at row: Int) -> FixedDecimal { proceeds[Int(order[row])] }
    /// What its purchase cost.
    public func cost(at row: Int) -> FixedDecimal { costs[Int(order[row])] }
    /// Whether anybody told what its purchase cost; where nobody did, cost and gain are no figures.
    public func isCostKnown(at row: Int) -> Bool { !facts[Int(order[row])].fields.contains(.unknownCost) }
    /// The loss that is not allowed; zero for most.
    public func wash(at row: Int) -> FixedDecimal { washes.isEmpty ? .zero : washes[order[row]] ?? .zero }
    /// The currency of its figures.
    public func currency(at row: Int) -> Currency { facts[Int(order[row])].currency }
    /// How long it was held, by the book's setting.
    public func term(at row: Int) -> Term { facts[Int(order[row])].fields.contains(.longTerm) ? .long : .short }
    /// The entry that opened the lot.
    public func lot(at row: Int) -> EntryID { EntryID(Int(facts[Int(order[row])].lot)) }
    /// The id of the lot, as open lots have it.
    public func lotID(at row: Int) -> EntryID { lotIDs[order[row]].map { EntryID($0) } ?? lot(at: row) }
    /// The entry that closed it.
    public func activity(at row: Int) -> EntryID { EntryID(Int(facts[Int(order[row])].activity)) }
}

/// Gains that were read for an answer, of all accounts and instruments: they answer narrower questions while the answer is kept by somebody.
package final class KnownGains {
    private let gains: SavedGains
    /// The days on which their lots were closed.
    private let days: ClosedRange<Day>

    /// Gains of some days.
    package init(_ gains: SavedGains, days: ClosedRange<Day>) { (self.gains, self.days) = (gains, days) }

    /// Those of a part, of some accounts or of all, which keep this alive; nil where the part is of other days. O(gains of its days), without reading anything.
    package func gains(of part: SavedGains.Part, accounts: Set<AccountID>? = nil) -> SavedGains? {
        guard days.contains(part.days.lowerBound), days.contains(part.days.upperBound) else { return nil }
        return part.days == days && accounts == nil && part.instruments == nil ? gains.keeping(self) : gains.only(part, accounts).keeping(self)
    }
}

extension SavedGains {
    fileprivate func keeping(_ known: KnownGains) -> SavedGains {
        var gains = self
        gains.known = known
        return gains
    }

    /// Those of a part, of some accounts or of all.
    fileprivate func only(_ part: Part, _ accounts: Set<AccountID>?) -> SavedGains {
        var gains = self
        // They are by day of closing.
        let first = order.partitioningIndex { facts[Int($0)].closed >= part.days.lowerBound }, end = order.partitioningIndex { facts[Int($0)].closed > part.days.upperBound }
        gains.order = Array(order[first..<end])
        if accounts != nil || part.instruments != nil {
            gains.order.removeAll { number in
                let gain = facts[Int(number)]
                return !(accounts?.contains(gain.account) ?? true && part.instruments?.contains(gain.instrument) ?? true)
            }
        }
        gains.hasUnknownCosts = hasUnknownCosts && gains.order.contains { facts[Int($0)].fields.contains(.unknownCost) }
        return gains
    }
}

// MARK: Reading

extension SavedGains {
    /// Adds those of the accounts of one year that belong to a part, in the order in which they came about; the years come in their order. Whether the
    /// bytes were what a ledger packed.
    package mutating func add(year: Int32, _ part: Part, _ blocks: [(account: AccountID, count: Int, bytes: [UInt8])]) -> Bool {
        let first = facts.count
        // Those of the first year are all as a rule, and no gain takes less than a byte.
        if first == 0, part.instruments == nil { makeRoom(for: blocks.reduce(0) { $0 + min($1.count, $1.bytes.count) }) }
        for block in blocks {
            let isRead = block.bytes.withUnsafeBytes { bytes in (try? read(bytes, year, block.account, block.count, part)) != nil }
            if !isRead { return false }
        }
        return arrange(from: first)
    }

    private mutating func makeRoom(for count: Int) {
        facts.reserveCapacity(count)
        order.reserveCapacity(count)
        quantities.reserveCapacity(count)
        proceeds.reserveCapacity(count)
        costs.reserveCapacity(count)
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer, _ year: Int32, _ account: AccountID, _ count: Int, _ part: Part) throws(ByteSource.Mismatch) {
        guard account.rawValue >= 1, Int(account.rawValue) <= accountCount else { throw ByteSource.Mismatch() }
        var source = ByteSource(bytes), found = 0
        let usual = try source.currency(), firstDay = PackedYear(year).start
        while !source.isAtEnd {
            let instrument = try source.unpack(below: instrumentCount + 1), groupCount = try source.unpack(below: count + 1), size = try source.unpack(below: bytes.count)
            guard instrument > 0 else { throw ByteSource.Mismatch() }
            let key = Group(firstDay: firstDay, account: account, instrument: InstrumentID(Int32(instrument)), currency: usual), end = source.position + size
            found += groupCount
            // What is of other instruments is passed over unread.
            guard part.instruments?.contains(key.instrument) ?? true else {
                try source.skip(size)
                continue
            }
            try read(key, groupCount, from: &source, part.days)
            guard source.position == end else { throw ByteSource.Mismatch() }
        }
        guard found == count else { throw ByteSource.Mismatch() }
    }

    /// What the gains of one instrument in a block have in common.
    private struct Group {
        /// The first day of their year.
        let firstDay: Int32
        let account: AccountID
        let instrument: InstrumentID
        /// The currency of those that tell no other.
        let currency: Currency
    }

    private mutating func read(_ group: Group, _ count: Int, from source: inout ByteSource, _ days: ClosedRange<Day>) throws(ByteSource.Mismatch) {
        var place = 0, entry = 0, day = group.firstDay
        let last = min(Int64(day) + 366, Int64(Day.max.number))
        for _ in 0..<count {
            place += try source.unpack(below: 1 << 31)
            day += Int32(try source.unpack(below: 367))
            let fields = PackedGainFields(rawValue: try source.byte()), held = try source.unpackSigned()
            entry &+= Int(try source.unpackSigned())
            let lot = entry &- Int(try source.unpackSigned())
            let (quantity, brought, cost) = (try source.unpackDecimal(), try source.unpackDecimal(), try source.unpackDecimal())
            let wash: FixedDecimal = try fields.contains(.wash) ? source.unpackDecimal() : .zero
            let lotID = try fields.contains(.lotID) ? source.unpack(below: .max) : lot
            let currency = try fields.contains(.currency) ? source.currency() : group.currency
            guard Int64(day) <= last, place < 1 << 32, let opened = Int32(exactly: Int64(day) &- held), let lot = UInt32(exactly: lot),
                let activity = UInt32(exactly: entry)
            else { throw ByteSource.Mismatch() }
            guard days.contains(Day(number: day)) else { continue }
            let number = Int32(facts.count)
            if fields.contains(.wash) { washes[number] = wash }
            if fields.contains(.lotID) { lotIDs[number] = lotID }
            if fields.contains(.unknownCost) { hasUnknownCosts = true }
            facts.append(
                Facts(
                    account: group.account, instrument: group.instrument, opened: Day(number: opened), closed: Day(number: day), lot: lot, activity: activity,
                    currency: currency, fields: fields, place: UInt32(place)))
            quantities.append(quantity)
            proceeds.append(brought)
            costs.append(cost)
        }
    }

    /// Puts the gains of a year, which begin at a place in `facts`, in order; whether each has a place of its own.
    private mutating func arrange(from first: Int) -> Bool {
        let added = facts.count - first
        if added == 0 { return true }
        let end = Int(facts[first...].reduce(0) { max($0, $1.place) }) + 1
        if end > 4 * added + 64 {
            let places = (first..<facts.count).sorted { facts[$0].place < facts[$1].place }
            order.append(contentsOf: places.lazy.map(Int32.init))
            return zip(places, places.dropFirst()).allSatisfy { facts[$0].place < facts[$1].place }
        }
        // Most of the year is there: each goes to its place.
        var places = [Int32](repeating: -1, count: end)
        for number in first..<facts.count { places[Int(facts[number].place)] = Int32(number) }
        order.append(contentsOf: places.lazy.filter { $0 >= 0 })
        return order.count == facts.count
    }
}
