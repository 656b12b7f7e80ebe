public import Ledger
import Values

/// An activity on its way from a row into the plan, numbers still as the cells gave them.
struct ActivityEntry {
    /// Money before charges.
    enum Money {
        /// None is told: quantity times price is it.
        case none
        /// A cell tells it.
        case cell(CellNumber)
        /// It is computed from other cells.
        case sum(FixedDecimal)
    }

    /// The line on which the row begins.
    var line: Int
    var day: Day
    /// The moment on that day; nil where none is told.
    var time: Instant?
    var kind: ActivityKind
    var subtype: ActivitySubtype?
    var status: ActivityStatus
    /// The number of the account; 0 for every account.
    var account: Int32
    /// The number of the instrument; 0 for none.
    var instrument: Int32
    var quantity: CellNumber?
    var price: CellNumber?
    var amount: Money
    var fee: CellNumber
    var tax: CellNumber
    var currency: CurrencyIndex.Entry
    /// The rate of exchange: units of the account's currency for one of the row's.
    var rate: CellNumber?
    var notes: UnsafeBufferPointer<UInt8>
    var detail: ActivityDetail?
    /// The number by which other rows of the file name it.
    var id: Int?
    /// The id by which its source knows the row; empty for none.
    var sourceID = ""

    /// Whether it may be told as units at a price; some subtypes may where their kind may not.
    var takesUnits: Bool {
        let rule = ActivityRule.rule(for: kind, subtype)
        return rule.required.union(rule.optional).isSuperset(of: [.quantity, .price])
    }
}

/// The activities that an import would add, in the order in which to add them.
///
/// Kept in some seventy bytes each and made into an `Activity` when asked for, so that a file of a million rows is held in a fraction
/// of the room that the values would take.
public struct PlannedActivities: RandomAccessCollection, Sendable {
    /// The fields that nearly every activity has, packed.
    struct Row: Sendable {
        var quantity: Int64
        var price: Int64
        var amount: Int64
        var fee: Int64
        var quantityDigits: UInt8
        var priceDigits: UInt8
        var amountDigits: UInt8
        var feeDigits: UInt8
        var day: Int32
        var line: UInt32
        var account: Int32
        /// 0 for none.
        var instrument: Int32
        var notes: UInt32
        var currency: UInt16
        var kind: ActivityKind
        var subtype: ActivitySubtype?
        var status: ActivityStatus

        /// Whether units go by it.
        var givesUnits: Bool { instrument != 0 && (kind == .sell || kind == .transferOut) }
    }

    /// In the order of the file.
    private(set) var rows: [Row] = []
    /// The row at each place, where that is not the order of the file.
    private var order: [UInt32]?
    /// Decimals of more digits than a row has room for.
    private var wide: [FixedDecimal] = []
    private var taxes = SparseColumn<FixedDecimal>(empty: .zero)
    private var rates = SparseColumn<FixedDecimal?>(empty: nil)
    private(set) var times = SparseColumn<Instant?>(empty: nil)
    var details = SparseColumn<ActivityDetail?>(empty: nil)
    /// The numbers by which rows of the file name each other.
    private(set) var ids = SparseColumn<Int?>(empty: nil)
    /// The ids by which the source of the file knows its rows.
    var sourceIDs = SparseColumn<String>(empty: "")
    private var notes = ByteInterner()
    private let emptyNote: Int
    /// The currencies that rows name by number.
    var currencies: [Currency] = []

    /// No activities.
    init() { emptyNote = notes.intern("") }

    public var startIndex: Int { 0 }
    public var endIndex: Int { order?.count ?? rows.count }

    /// Makes the activity at a place.
    public subscript(position: Int) -> Activity {
        let number = row(at: position)
        let row = rows[number]
        return Activity(
            date: Day(number: row.day), time: times[number], kind: row.kind, subtype: row.subtype, status: row.status,
            account: AccountID(row.account), instrument: row.instrument == 0 ? nil : InstrumentID(row.instrument),
            quantity: PackedDecimal(mantissa: row.quantity, digits: row.quantityDigits).value(wide: wide),
            price: PackedDecimal(mantissa: row.price, digits: row.priceDigits).value(wide: wide),
            amount: PackedDecimal(mantissa: row.amount, digits: row.amountDigits).value(wide: wide),
            fee: PackedDecimal(mantissa: row.fee, digits: row.feeDigits).value(wide: wide) ?? .zero,
            tax: taxes[number], currency: currencies[Int(row.currency)], fxRate: rates[number], notes: notes.text(Int(row.notes)),
            detail: detail(number))
    }

    private func detail(_ number: Int) -> ActivityDetail? {
        let id = sourceIDs.isEmpty ? "" : sourceIDs[number]
        return id.isEmpty ? details[number] : (details[number] ?? ActivityDetail()).imported(as: id)
    }

    /// The line of the file on which the activity at a place begins.
    public func line(at position: Int) -> Int { Int(rows[row(at: position)].line) }

    /// The number of the row at a place.
    func row(at position: Int) -> Int { order.map { Int($0[position]) } ?? position }

    /// The number by which other rows name the activity at a place; nil where it has none.
    func id(at place: Int) -> Int? { ids.isEmpty ? nil : ids[row(at: place)] }

    /// The span of the activities' days; nil where there are none.
    var days: ClosedRange<Day>? {
        guard let first = rows.first else { return nil }
        var low = first.day
        var high = first.day
        for row in rows {
            low = Swift.min(low, row.day)
            high = Swift.max(high, row.day)
        }
        return Day(number: low)...Day(number: high)
    }

    // MARK: adding

    /// Makes room for some rows.
    mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

    /// Adds an activity at the end.
    @inline(__always)
    mutating func append(_ entry: ActivityEntry) {
        let number = rows.count
        let quantity = PackedDecimal(entry.quantity, wide: &wide)
        let price = PackedDecimal(entry.price, wide: &wide)
        let fee = entry.fee.isZero ? .zero : PackedDecimal(entry.fee, wide: &wide)
        let amount: PackedDecimal
        switch entry.amount {
        case .none: amount = .absent
        case .cell(let cell): amount = PackedDecimal(cell, wide: &wide)
        case .sum(let sum): amount = PackedDecimal(sum, wide: &wide)
        }
        let note = entry.notes.isEmpty ? emptyNote : notes.intern(entry.notes)
        if !entry.tax.isZero { taxes.set(entry.tax.decimal, row: number) }
        if let rate = entry.rate { rates.set(rate.decimal, row: number) }
        if let time = entry.time { times.set(time, row: number) }
        if let id = entry.id { ids.set(id, row: number) }
        if !entry.sourceID.isEmpty { sourceIDs.set(entry.sourceID, row: number) }
        if let detail = entry.detail { details.set(detail, row: number) }
        rows.append(
            Row(
                quantity: quantity.mantissa, price: price.mantissa, amount: amount.mantissa, fee: fee.mantissa,
                quantityDigits: quantity.digits, priceDigits: price.digits, amountDigits: amount.digits, feeDigits: fee.digits,
                day: entry.day.number, line: UInt32(truncatingIfNeeded: entry.line), account: entry.account, instrument: entry.instrument,
                notes: UInt32(note), currency: entry.currency.index, kind: entry.kind, subtype: entry.subtype, status: entry.status))
    }

    /// Takes the row that was added last, of an ordered plan, to the place behind another.
    mutating func moveLast(behind place: Int) {
        let last = UInt32(rows.count - 1)
        if order == nil { order = (0..<last).map(\.self) }
        order?.insert(last, at: place + 1)
    }

    // MARK: taking out

    /// Removes the rows that were added last; only before the rows are put in order.
    mutating func truncate(to count: Int) {
        rows.removeSubrange(count...)
        taxes.truncate(to: count)
        rates.truncate(to: count)
        times.truncate(to: count)
        details.truncate(to: count)
        ids.truncate(to: count)
        sourceIDs.truncate(to: count)
    }

    /// Keeps the rows of some numbers only, in the order given.
    mutating func keep(_ rows: [UInt32]) { order = rows }

    /// Takes out the activities of some rows.
    mutating func remove(rows left: Set<Int>) {
        if left.isEmpty { return }
        remove(Set(indices.filter { left.contains(row(at: $0)) }))
    }

    /// Takes out the activities at some places.
    mutating func remove(_ places: Set<Int>) {
        guard !places.isEmpty else { return }
        order = indices.filter { !places.contains($0) }.map { UInt32(row(at: $0)) }
    }

    /// Changes the subtype of a row from assignment to exercise.
    mutating func callExercise(row: Int) { rows[row].subtype = .exercise }

    // MARK: order

    /// What was done to put rows in order.
    enum Reordering {
        /// They were in the order of their days.
        case kept
        /// They were read from the end.
        case reversed
        /// They were sorted by day and time.
        case sorted
    }

    /// Puts the activities in the order in which they happened: see `ImportPlan.putInOrder`.
    mutating func putInOrder() -> Reordering {
        guard rows.count > 1 else { return .kept }
        var direction = DateDirection()
        var timesDescend = false
        for number in 1..<rows.count {
            direction.step(from: rows[number - 1].day, to: rows[number].day)
            if rows[number - 1].day == rows[number].day, moment(number) < moment(number - 1) { timesDescend = true }
        }
        if direction.descents == 0, !timesDescend { return .kept }
        // Rows of one day that carry descending times, and no others to tell, are newest first as well.
        let isReversed = direction.isNewestFirst || (direction.ascents == 0 && timesDescend), isMixed = direction.isMixed
        var order = [UInt32](0..<UInt32(rows.count))
        if isReversed { order.reverse() }
        let isSorted = zip(order, order.dropFirst()).allSatisfy { !comes(Int($1), before: Int($0)) }
        if !isSorted {
            let places = order
            let sorted = places.indices.sorted { a, b in
                let (first, second) = (Int(places[a]), Int(places[b]))
                if comes(first, before: second) { return true }
                if comes(second, before: first) { return false }
                // Where the order of the rows says nothing, units come before they go.
                if isMixed, rows[first].givesUnits != rows[second].givesUnits { return rows[second].givesUnits }
                return a < b
            }
            order = sorted.map { places[$0] }
        }
        self.order = order
        return isReversed ? .reversed : .sorted
    }

    private func moment(_ number: Int) -> Int64 { times[number]?.microseconds ?? .min }

    private func comes(_ first: Int, before second: Int) -> Bool {
        (rows[first].day, moment(first)) < (rows[second].day, moment(second))
    }
}

/// Which way the days of a file's rows go: how often a row is later or earlier than the one before it.
struct DateDirection {
    private(set) var ascents = 0
    private(set) var descents = 0

    /// Looks at the day of a row and that of the one before it.
    mutating func step(from: Int32, to: Int32) {
        if to > from { ascents += 1 } else if to < from { descents += 1 }
    }

    var isNewestFirst: Bool { descents > ascents }

    /// Whether they go both ways, so that the order of rows of one day says nothing.
    var isMixed: Bool { min(ascents, descents) * 3 > max(ascents, descents) }
}
