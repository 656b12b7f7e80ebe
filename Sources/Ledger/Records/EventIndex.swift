public import Values

/// Where to find, among all activities of a book, those that let an account hold an instrument and those that change what a share is: for
/// questions that are asked of each entry as it is recorded, and would cost the square of a book's length if each looked at every row.
///
/// It is made by the first question, takes in what was recorded since at the next, and forgets what is taken back. Rows stay in it where
/// they come not to count any more, since that is taken back too.
struct EventIndex {
    private struct Holding: Hashable { let account: AccountID, instrument: InstrumentID }
    private struct Change: Hashable { let instrument: InstrumentID, day: Day }

    /// The rows that it knows of.
    private var count = 0
    /// By account and instrument: rows that may bring units, by day and then by entry.
    private var holdings = DatedRows<Holding>()
    /// By instrument and day: rows of splits, mergers, spin-offs and changes of symbol, by entry.
    private var changes: [Change: [Int32]] = [:]

    /// Takes in the rows that it does not know yet. O(log n) each where they come in the order of their days.
    mutating func extend(_ table: ActivityTable) {
        for row in count..<max(count, table.count) {
            for holding in Self.holdings(of: row, table) { holdings.insert(row, table.date(at: row), holding) }
            if let change = Self.change(at: row, table) { changes[change, default: []].append(Int32(row)) }
        }
        count = table.count
    }

    /// Forgets the rows from one on, which the table has still. O(rows forgotten).
    mutating func truncate(to kept: Int, _ table: ActivityTable) {
        for row in (kept..<max(kept, count)).reversed() {
            for holding in Self.holdings(of: row, table) { holdings.remove(row, table.date(at: row), holding) }
            if let change = Self.change(at: row, table) { changes[change]?.removeLast() }
        }
        count = min(count, kept)
    }

    /// Whether an entry other than that of a row tells an account to hold an instrument up to a day: one of its own, or one of every account. O(1), and
    /// where entries of earlier days do not count any more, as many steps as there are of these.
    func hasHeld(_ instrument: InstrumentID, _ account: AccountID, through day: Day, besides row: Int, _ table: ActivityTable) -> Bool {
        [account, .every].contains { account in
            holdings[Holding(account: account, instrument: instrument)].first { $0.row != row && table.counts(at: $0.row) }.map { $0.day <= day } ?? false
        }
    }

    /// The first other entry that tells the same change of the same instrument on the same day. O(changes of the instrument on that day).
    func change(alike row: Int, _ table: ActivityTable) -> Int? {
        guard let change = Self.change(at: row, table) else { return nil }
        return changes[change]?.lazy.map(Int.init).first { other in
            guard other != row, table.counts(at: other), table.kind(at: other) == table.kind(at: row), table.subtype(at: other) == table.subtype(at: row) else { return false }
            let accounts = [table.account(at: other), table.account(at: row)]
            let isSameTarget = table.detail(at: other)?.into == table.detail(at: row)?.into
            return isSameTarget && (accounts[0] == accounts[1] || accounts.contains(.every))
        }
    }

    /// What a row may bring units of. Income does not, but for that which is reinvested; a split, a merger or a change of symbol needs units that are there.
    private static func holdings(of row: Int, _ table: ActivityTable) -> [Holding] {
        let into = table.detail(at: row)?.into, isPaid = table.isPaidOnHolding(at: row) && table.subtype(at: row) != .drip
        // What is paid in units brings those of what they are units of.
        let instrument = isPaid || table.changesInstrument(at: row) ? nil : table.instrument(at: row)
        return [instrument, into == instrument ? nil : into].compactMap { $0.map { Holding(account: table.account(at: row), instrument: $0) } }
    }

    private static func change(at row: Int, _ table: ActivityTable) -> Change? {
        guard let instrument = table.instrument(at: row), table.changesInstrument(at: row) else { return nil }
        return Change(instrument: instrument, day: table.date(at: row))
    }
}

/// The activities of each account by their days, for questions about its cash on days before the last. It grows and shrinks as `EventIndex` does.
struct AccountIndex {
    /// The rows that it knows of.
    private var count = 0
    private var rows = DatedRows<AccountID>()

    /// Takes in the rows that it does not know yet. O(log n) each where they come in the order of their days.
    mutating func extend(_ table: ActivityTable) {
        for row in count..<max(count, table.count) { rows.insert(row, table.date(at: row), table.account(at: row)) }
        count = table.count
    }

    /// Forgets the rows from one on, which the table has still. O(rows forgotten).
    mutating func truncate(to kept: Int, _ table: ActivityTable) {
        for row in (kept..<max(kept, count)).reversed() { rows.remove(row, table.date(at: row), table.account(at: row)) }
        count = min(count, kept)
    }

    /// The rows of an account from a day on, by day and then by entry.
    func rows(of account: AccountID, from day: Day) -> [Int] {
        let all = rows[account]
        return all[all.partitioningIndex { $0.day >= day }...].map(\.row)
    }
}

/// Rows by something that they have in common, in the order of days and then of entries.
private struct DatedRows<Key: Hashable> {
    private var rows: [Key: [DatedRow]] = [:]

    subscript(key: Key) -> [DatedRow] { rows[key] ?? [] }

    mutating func insert(_ row: Int, _ day: Day, _ key: Key) {
        let dated = DatedRow(day, row)
        // Moved out while it is changed, as it would be copied otherwise.
        var rows = rows.removeValue(forKey: key) ?? []
        if let last = rows.last, last > dated { rows.insert(dated, at: rows.partitioningIndex { $0 > dated }) } else { rows.append(dated) }
        self.rows[key] = rows
    }

    mutating func remove(_ row: Int, _ day: Day, _ key: Key) {
        let dated = DatedRow(day, row)
        guard var rows = rows.removeValue(forKey: key) else { return }
        let place = rows.partitioningIndex { $0 >= dated }
        if place < rows.count, rows[place] == dated { rows.remove(at: place) }
        if !rows.isEmpty { self.rows[key] = rows }
    }
}

/// A row and its day in eight bytes.
private struct DatedRow: Comparable {
    let day: Day
    private let number: Int32
    var row: Int { Int(number) }

    init(_ day: Day, _ row: Int) { (self.day, number) = (day, Int32(row)) }

    static func < (a: Self, b: Self) -> Bool { (a.day, a.number) < (b.day, b.number) }
}

extension ActivityTable {
    /// Whether a row pays something to whoever holds its instrument: a dividend, a return of capital, or a distribution that is kept.
    public func isPaidOnHolding(at row: Int) -> Bool {
        kind(at: row) == .dividend || subtype(at: row) == .returnOfCapital || subtype(at: row) == .notionalDistribution
    }

    /// Whether a row tells a split, a merger, a spin-off or a change of symbol.
    public func changesInstrument(at row: Int) -> Bool {
        let subtype = subtype(at: row)
        return kind(at: row) == .split || subtype == .merger || subtype == .spinoff || subtype == .symbolChange
    }
}

/// Where to find the sides of a transfer among all, for questions that are asked of each entry as it is taken back.
///
/// It is made by the first question, takes in what was recorded since at the next, and forgets what is taken back.
struct GroupIndex {
    /// How many of the notable rows it knows of.
    private var count = 0
    private var rows: [String: [Int32]] = [:]

    /// Takes in the rows that it does not know yet.
    mutating func extend(_ table: ActivityTable) {
        for row in table.notable[count...] { rows[Self.group(row, table), default: []].append(row) }
        count = table.notable.count
    }

    /// Forgets the rows from one on, which the table has still. O(rows forgotten).
    mutating func truncate(to kept: Int, _ table: ActivityTable) {
        while count > 0, Int(table.notable[count - 1]) >= kept {
            count -= 1
            let group = Self.group(table.notable[count], table)
            rows[group]?.removeLast()
            if rows[group]?.isEmpty == true { rows[group] = nil }
        }
    }

    func rows(of group: String) -> [Int] { rows[group, default: []].map(Int.init) }

    private static func group(_ row: Int32, _ table: ActivityTable) -> String { table.detail(at: Int(row))?.group ?? "" }
}

/// A split as it counts for prices from before it.
public struct RecordedSplit: Hashable, Sendable {
    /// The account whose units it changed; `.every` for all.
    public let account: AccountID
    /// What was split.
    public let instrument: InstrumentID
    /// The first day on which a price is of a unit after it.
    public let day: Day
    /// New units for old.
    public let ratio: Ratio
}

extension [RecordedSplit] {
    /// How many units of a price's day some units that an account holds on a later day are: a price from before a split is for a unit of then.
    public func units(
        _ quantity: FixedDecimal, of instrument: InstrumentID, in account: AccountID, asOf priced: Day, on day: Day
    ) throws(DecimalError) -> FixedDecimal {
        func counts(_ split: RecordedSplit) -> Bool {
            split.instrument == instrument && (split.account == account || split.account == .every) && split.day > priced && split.day <= day
        }
        return try Ratio.undone(lazy.filter(counts).map(\.ratio), on: quantity)
    }
}

extension [RecordedSplit] {
    /// The splits of an instrument whichever account holds it: told of several accounts, a split is one all the same.
    public func ofEveryAccount(_ instrument: InstrumentID) -> [RecordedSplit] {
        var splits: [RecordedSplit] = []
        for split in self where split.instrument == instrument && !splits.contains(where: { $0.day == split.day && $0.ratio == split.ratio }) {
            splits.append(RecordedSplit(account: .every, instrument: instrument, day: split.day, ratio: split.ratio))
        }
        return splits
    }
}

extension ActivityTable {
    /// What is split by the activity of a row: its instrument, and options on it that become as many contracts, whose prices are for other
    /// contracts then, too.
    func splits(at row: Int) -> [RecordedSplit] {
        let (account, held) = slots.positions[position(at: row).index], day = date(at: row)
        guard let instrument = held, let ratio = detail(at: row)?.ratio else { return [] }
        var splits = [RecordedSplit(account: account, instrument: instrument, day: day, ratio: ratio)]
        guard ratio.whole != nil else { return splits }
        for option in slots.options(on: instrument) {
            // Whether an account has held any is nothing to a price.
            let holders = account == .every ? slots.holders(of: option) : slots.find(account, option).map { [$0] } ?? []
            let following = holders.filter { !isToldApart($0, on: day) }
            if following.count == holders.count {
                splits.append(RecordedSplit(account: account, instrument: option, day: day, ratio: ratio))
            } else {
                splits += following.map { RecordedSplit(account: slots.positions[$0.index].account, instrument: option, day: day, ratio: ratio) }
            }
        }
        return splits
    }

    /// Whether the book tells by itself what became of contracts on a day on which something happened to what they are on: a split, a merger or a
    /// change of symbol of the option.
    func isToldApart(_ slot: PositionSlot, on day: Day) -> Bool {
        guard let option = slots.positions[slot.index].instrument, slots.isChanged(option) else { return false }
        var isTold = false
        for own in [slot] + (slots.find(.every, option).map { [$0] } ?? []) {
            forEachRow(in: own) { other in
                if date(at: other) == day, counts(at: other), changesUnits(at: other) { isTold = true }
            }
        }
        return isTold
    }

    /// Whether a row is a split, a merger or a change of symbol.
    func changesUnits(at row: Int) -> Bool {
        kind(at: row) == .split || subtype(at: row) == .merger || subtype(at: row) == .symbolChange
    }
}
