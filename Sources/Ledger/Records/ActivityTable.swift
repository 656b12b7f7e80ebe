public import Values

/// The activities of a book as columns, in the order of their entries: about fifty bytes each.
///
/// A value: a copy costs next to nothing and keeps showing the rows it had, whatever happens in the ledger afterwards. Fields are read
/// by row, so that a reader who wants one field of a million rows touches nothing else.
public struct ActivityTable {
    private var columns = ActivityColumns()
    /// What few rows have beside the columns, by row.
    private var details: [Int32: ActivityDetail] = [:]
    /// Rows that name a lot, by the entry that opened it.
    private var namings: [EntryID: [Int32]] = [:]
    /// Transfers of units that belong to a pair, by day.
    private var transfers: [Int32: DayTransfers] = [:]
    /// Days on which units would leave before they arrive if the activities stood as they were entered.
    private(set) var crossedDays = NotedDays()
    /// Days on which units of a transfer arrive before they leave, as the activities were entered. How the transfers of such a day are put in order may
    /// depend on all of them.
    private(set) var invertedDays = NotedDays()
    /// Rows that a reader should be told of: transfers, sides of exchanges, and what nobody has understood yet.
    private(set) var notable: [Int32] = []
    /// How many rows settle in another currency than that of their figures.
    private(set) var settledRows = 0
    /// Of rows that stand within their day elsewhere than by time and entry: where.
    private var places: [Int32: DayPlace] = [:]
    /// Rows of splits, which prices depend on.
    private(set) var splits: [Int32] = []
    /// By row: the row that stands in its place.
    private var amendments: [Int32: Int32] = [:]
    var slots = Slots()
    /// Whether the rows are in replay order, as they are when each was entered after those of earlier days.
    private(set) var isOrdered = true
    /// No activity is of a later day.
    private(set) var lastDay = Day.min

    init() {}

    /// How many there are.
    public var count: Int { columns.count }

    /// The number of a row's entry.
    public func id(at row: Int) -> EntryID { EntryID(Int(columns.entries[row])) }
    /// The day of a row.
    public func date(at row: Int) -> Day { Day(number: columns.days[row]) }
    /// When on its day, if told.
    public func time(at row: Int) -> Instant? { columns.times[row].map(Instant.init(microseconds:)) }
    /// What a row is.
    public func kind(at row: Int) -> ActivityKind { columns.kinds[row] }
    /// A finer sense of it.
    public func subtype(at row: Int) -> ActivitySubtype? { columns.subtypes[row] }
    /// Whether it counts, as it was recorded.
    public func status(at row: Int) -> ActivityStatus { columns.statuses[row] }
    /// Whether a later entry voided it.
    public func isVoid(at row: Int) -> Bool { columns.flags[row].contains(.void) }
    /// The account of a row.
    public func account(at row: Int) -> AccountID { slots.positions[Int(columns.positions[row])].account }
    /// The instrument of a row; nil for cash.
    public func instrument(at row: Int) -> InstrumentID? { slots.positions[Int(columns.positions[row])].instrument }
    /// Units, above zero.
    public func quantity(at row: Int) -> FixedDecimal? { Self.optional(columns.quantities[row]) }
    /// Per unit.
    public func price(at row: Int) -> FixedDecimal? { Self.optional(columns.prices[row]) }
    /// Money before fee and tax, where it was given.
    public func amount(at row: Int) -> FixedDecimal? { columns.flags[row].contains(.amount) ? columns.amounts[row] : nil }
    /// What was charged.
    public func fee(at row: Int) -> FixedDecimal { columns.fees[row] }
    /// What was withheld or charged as tax.
    public func tax(at row: Int) -> FixedDecimal { columns.flags[row].contains(.tax) ? columns.taxes[row] : .zero }
    /// The currency of its figures.
    public func currency(at row: Int) -> Currency { slots.cashPositions[Int(columns.cashPositions[row])].currency }
    /// Units of the account's currency for one of these, if told.
    public func fxRate(at row: Int) -> FixedDecimal? { Self.optional(columns.fxRates[row]) }

    /// What its owner wants to remember.
    public func notes(at row: Int) -> String { columns.texts[row] }

    /// Hands over the notes that are not empty, by row, as UTF-8 that is good until the call returns. O(their length).
    public func forEachNote(_ body: (Int, UnsafeBufferPointer<UInt8>) -> Void) { columns.texts.forEachText(body) }

    /// The row that stands in the place of an activity that was amended, perhaps more than once; its own where none does.
    public func amended(_ row: Int) -> Int {
        var last = Int32(row)
        while let next = amendments[last] { last = next }
        return Int(last)
    }

    /// The row in whose place a row stands; nil where it was not recorded as an amendment, or where what it amended was erased.
    public func row(amendedBy row: Int) -> Int? { self.row(amendedBy: detail(at: row), of: row) }

    /// Only what was recorded before: an entry that luca never wrote may say that it amends itself.
    func row(amendedBy detail: ActivityDetail?, of row: Int) -> Int? { detail?.amends.flatMap(self.row(of:)).flatMap { $0 < row ? $0 : nil } }

    /// The first entry of an activity that was perhaps amended: what its tags are kept under, so that they outlive every amendment.
    /// O(amendments).
    public func firstEntry(ofRow row: Int) -> EntryID {
        var first = row
        while let before = self.row(amendedBy: first) { first = before }
        return id(at: first)
    }

    /// The entry that stands in the place of a row, if one does.
    public func amendment(of row: Int) -> EntryID? { amendments[Int32(row)].map { id(at: Int($0)) } }

    /// What an activity may have become: what it was recorded as, `void` where a later entry took it back, `amended` where one stands in its place.
    public static let standings = ActivityStatus.allCases.map(\.rawValue) + ["void", "amended"]

    /// What became of a row, one of `standings`. Only what is posted counts.
    public func standing(at row: Int) -> String {
        if !columns.flags[row].contains(.void) { return columns.statuses[row].rawValue }
        return amendments[Int32(row)] == nil ? "void" : "amended"
    }

    /// When the units that a row brought were acquired: on its day, unless it tells another.
    public func opened(at row: Int) -> Day { detail(at: row)?.opened ?? date(at: row) }

    /// What few activities have: terms, a pair, named lots.
    public func detail(at row: Int) -> ActivityDetail? { columns.flags[row].contains(.detail) ? details[Int32(row)] : nil }

    /// An activity that counts and names the lot that an entry opened, if there is one. O(those that name it).
    func rowNaming(lot: EntryID) -> Int? { namings[lot]?.first { counts(at: Int($0)) }.map(Int.init) }

    /// Whether an activity that counts names lots of one of the positions. O(activities that name lots).
    func namesLots(in slots: [PositionSlot]) -> Bool {
        if namings.isEmpty { return false }
        let wanted = Set(slots)
        return namings.values.contains { rows in rows.contains { counts(at: Int($0)) && wanted.contains(position(at: Int($0))) } }
    }

    /// Whether the activity counts: posted, and not void.
    public func counts(at row: Int) -> Bool { columns.statuses[row] == .posted && !columns.flags[row].contains(.void) }

    /// The whole activity of a row.
    public func activity(at row: Int) -> Activity {
        Activity(
            date: date(at: row), time: time(at: row), kind: kind(at: row), subtype: subtype(at: row), status: status(at: row),
            account: account(at: row), instrument: instrument(at: row), quantity: quantity(at: row), price: price(at: row),
            amount: amount(at: row), fee: fee(at: row), tax: tax(at: row), currency: currency(at: row), fxRate: fxRate(at: row),
            notes: notes(at: row), detail: detail(at: row))
    }

    /// The row of an entry, or nil where the entry is no activity. O(log n).
    public func row(of entry: EntryID) -> Int? {
        let row = (0..<count).partitioningIndex { Int(columns.entries[$0]) >= entry.rawValue }
        return row < count && Int(columns.entries[row]) == entry.rawValue ? row : nil
    }

    /// Whether any row stands within its day elsewhere than by its entry.
    var hasPlaces: Bool { !columns.times.isEmpty || !places.isEmpty }

    /// The place of a row within its day.
    func place(at row: Int) -> DayPlace { places[Int32(row)] ?? DayPlace(moment: columns.times[row] ?? .min, entry: id(at: row)) }

    /// Whether a row stands elsewhere within its day than by its own number.
    func isPlaceTold(at row: Int) -> Bool { detail(at: row)?.place.isEmpty == false }

    func position(at row: Int) -> PositionSlot { PositionSlot(rawValue: columns.positions[row]) }
    func cashPosition(at row: Int) -> CashSlot { CashSlot(rawValue: columns.cashPositions[row]) }

    /// What the activity's rule needs; the multiplier is that of its instrument.
    ///
    /// Always inlined, as otherwise each call would be handed a copy of all columns.
    @inline(__always)
    func facts(at row: Int, multiplier: FixedDecimal) -> ActivityFacts {
        columns.facts(at: row, multiplier: multiplier, detail: details[Int32(row)])
    }

    /// Calls back with the rows of a position, in the order of entry.
    func forEachRow(in slot: PositionSlot, _ body: (Int) -> Void) { columns.positions.forEachRow(of: slot.rawValue, body) }

    private static func optional(_ value: FixedDecimal) -> FixedDecimal? { value.isAbsent ? nil : value }

    // MARK: Changing

    /// The last entry, where it is the same as another or comes after it; nil where the other comes after all.
    ///
    /// It changes nothing, and is mutating all the same: so the ledger's own table is looked at, where a copy of it would be made for each activity that is loaded.
    mutating func lastEntry(atOrAfter entry: EntryID) -> EntryID? {
        guard count > 0 else { return nil }
        let last = id(at: count - 1)
        return last >= entry ? last : nil
    }

    /// Adds an activity at the end. Amortised O(1).
    mutating func append(_ activity: Activity, entry: EntryID) {
        let row = count
        precondition(row < Int(Int32.max), "a book holds two billion activities")
        columns.append(
            activity, entry: entry, position: slots.position(activity.account, activity.instrument), cashPosition: slots.cashPosition(activity.account, activity.currency))
        if activity.hasDetail, let detail = activity.detail {
            note(detail, of: Int32(row))
            if !detail.place.isEmpty { places[Int32(row)] = DayPlace(activity, entry: entry) }
        }
        let mayLink = activity.hasDetail || activity.subtype != nil || activity.kind == .adjustment || activity.kind == .transferOut
        if mayLink { slots.link(activity) }
        if row > 0, isOrdered, precedes(row, row - 1) { isOrdered = false }
        if activity.kind == .split { splits.append(Int32(row)) }
        noteTransfer(activity, Int32(row))
        if activity.date > lastDay { lastDay = activity.date }
    }

    private mutating func note(_ detail: ActivityDetail, of row: Int32) {
        details[row] = detail
        if let settled = detail.settles {
            _ = slots.cashPosition(account(at: Int(row)), settled)
            settledRows += 1
        }
        for choice in detail.lots { namings[choice.entry, default: []].append(row) }
        if let amended = self.row(amendedBy: detail, of: Int(row)) { amendments[Int32(amended)] = row }
    }

    /// Puts a row elsewhere within its day.
    mutating func move(_ row: Int, to place: [EntryID]) {
        let detail = (detail(at: row) ?? ActivityDetail()).standing(at: place), number = Int32(row)
        columns.noteDetail(at: row)
        details[number] = detail
        places[number] = DayPlace(moment: columns.times[row] ?? .min, entry: id(at: row), place)
        isOrdered = false
        // How the transfers of the day stand to one another is looked at anew.
        if TransferGroup.isPair(detail.group) {
            crossedDays.note(columns.days[row], by: number)
            invertedDays.note(columns.days[row], by: number)
        }
    }

    private mutating func noteTransfer(_ activity: Activity, _ row: Int32) {
        let isTransfer = activity.kind == .transferIn || activity.kind == .transferOut
        guard isTransfer || activity.kind == .unknown || activity.subtype == .exchange else { return }
        notable.append(row)
        guard isTransfer, activity.quantity != nil, TransferGroup.isPair(activity.detail?.group ?? "") else { return }
        let day = activity.date.number
        var ofDay = transfers.removeValue(forKey: day) ?? DayTransfers()
        let order = ofDay.add(row, item(at: Int(row)), precedes: { precedes(Int($0), Int($1)) }, item: { item(at: Int($0)) })
        transfers[day] = ofDay
        if order.isInverted { invertedDays.note(day, by: row) }
        if order.isCrossed, crossedDays.note(day, by: row) { isOrdered = false }
    }

    /// What the order of a day rests on of a row.
    func item(at row: Int) -> DayArrangement.Item {
        let detail = detail(at: row)
        return DayArrangement.Item(
            columns.kinds[row], detail, account: account(at: row), instrument: instrument(at: row), isTimed: columns.times[row] != nil)
    }

    /// Notes whether a later entry voided a row.
    mutating func setVoid(_ isVoid: Bool, at row: Int) { columns.setVoid(isVoid, at: row) }

    /// Makes room for so many rows more, and beyond that for some of those to come.
    mutating func reserveCapacity(adding rows: Int) {
        if rows > 64 { columns.reserveCapacity((count + rows) + (count + rows) / 8) }
    }

    /// What a table is cut back to.
    struct Mark {
        let count: Int
        let isOrdered: Bool
        let lastDay: Day
    }

    /// The rows there are now, and what is known of their order.
    var mark: Mark { Mark(count: count, isOrdered: isOrdered, lastDay: lastDay) }

    /// Forgets the rows since a mark, and what they said of the order. Their slots stay. O(rows forgotten).
    mutating func truncate(to mark: Mark) {
        let count = mark.count
        forgetLinks(from: count)
        (isOrdered, lastDay) = (mark.isOrdered, mark.lastDay)
        columns.truncate(to: count)
    }

    /// Forgets what rows from one on said of others, and what they have beside the columns.
    private mutating func forgetLinks(from first: Int) {
        for row in first..<count where columns.flags[row].contains(.detail) {
            if let amended = self.row(amendedBy: row), amendments[Int32(amended)] == Int32(row) {
                amendments[Int32(amended)] = nil
            }
            for choice in details[Int32(row)]?.lots ?? [] {
                namings[choice.entry]?.removeAll { $0 == Int32(row) }
                if namings[choice.entry]?.isEmpty == true { namings[choice.entry] = nil }
            }
            if details[Int32(row)]?.settles != nil { settledRows -= 1 }
            details[Int32(row)] = nil
            places[Int32(row)] = nil
        }
        var touchedDays: Set<Int32> = []
        while let last = notable.last, last >= first {
            notable.removeLast()
            touchedDays.insert(columns.days[Int(last)])
        }
        for day in touchedDays { forgetTransfers(of: day, from: Int32(first)) }
        crossedDays.forget(from: first)
        invertedDays.forget(from: first)
        while let last = splits.last, last >= first { splits.removeLast() }
    }

    private mutating func forgetTransfers(of day: Int32, from first: Int32) {
        guard let before = transfers.removeValue(forKey: day) else { return }
        var left = DayTransfers()
        for row in before.rows.prefix(while: { $0 < first }) {
            _ = left.add(row, item(at: Int(row)), precedes: { precedes(Int($0), Int($1)) }, item: { item(at: Int($0)) })
        }
        if !left.rows.isEmpty { transfers[day] = left }
    }
}
