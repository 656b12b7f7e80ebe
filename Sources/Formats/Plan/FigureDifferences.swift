public import Ledger
public import Values

/// A figure of a file that is another in the book.
public struct FigureDifference: Sendable {
    /// An entry that has to do with it.
    public struct Entry: Sendable {
        /// Its number.
        public var id: EntryID
        /// The line of the file that it came from; nil where it came from elsewhere.
        public var line: Int?
        /// Its day.
        public var day: Day
        /// What it is, such as `buy`.
        public var kind: String
        /// By how much it changes what is compared; nil where that depends on what was held.
        public var change: FixedDecimal?
    }

    /// What differs, in a sentence.
    public var message: String
    /// The entries behind it, in the order in which they happened.
    public var entries: [Entry]
    /// How many more there are before these.
    public var earlierCount = 0
}

extension ImportPlan {
    /// As many entries are named of a difference.
    static let shownEntries = 10

    /// What the file says of balances, holdings and gains, where a ledger with the plan in it says otherwise.
    public func differences(_ ledger: Ledger) throws -> [FigureDifference] {
        try balanceDifferences(ledger) + gainDifferences(ledger) + heldGainDifferences(ledger)
    }

    private func balanceDifferences(_ ledger: Ledger) throws -> [FigureDifference] {
        if balances.isEmpty { return [] }
        let told = balances.sorted { ($0.day, $0.line) < ($1.day, $1.line) }
        var movements = Movements(ledger, lines)
        var differences: [FigureDifference] = [], agreed: [[String]: Day] = [:], byDay = Dictionary(grouping: told, by: \.day)
        try ledger.visit(byDay.keys.sorted()) { day, state in
            let figures = try HeldFigures(ledger, state)
            for balance in byDay.removeValue(forKey: day) ?? [] {
                let key = balance.accounts + [balance.commodity], held = try figures.held(balance)
                guard try (held - balance.amount).magnitude > balance.tolerance else {
                    agreed[key] = day
                    continue
                }
                let entries = try movements.of(balance, after: agreed[key]), shown = entries.suffix(Self.shownEntries)
                differences.append(FigureDifference(message: balance.sentence(held), entries: Array(shown), earlierCount: entries.count - shown.count))
            }
        }
        return differences
    }
}

/// The entries that changed what balances are of, found once for all their days.
private struct Movements {
    private let ledger: Ledger
    private let lines: [EntryID: Int]
    /// The activities of each account that count, with their places in the order of the book.
    private var rows: [AccountID: [(place: Int, row: Int)]] = [:]
    private var effects: CashEffects
    private var known: [[String]: [FigureDifference.Entry]] = [:]

    init(_ ledger: Ledger, _ lines: [EntryID: Int]) {
        (self.ledger, self.lines, effects) = (ledger, lines, CashEffects(ledger))
        let activities = ledger.activities
        for (place, row) in activities.rowsInOrder().map(Int.init).enumerated() where activities.counts(at: row) {
            rows[activities.account(at: row), default: []].append((place, row))
        }
    }

    /// The entries that changed what a balance is of up to its day, from a day on which it still agreed.
    mutating func of(_ balance: PlannedBalance, after agreed: Day?) throws -> ArraySlice<FigureDifference.Entry> {
        let key = balance.accounts + [balance.commodity], entries = try known[key] ?? entries(of: balance)
        known[key] = entries
        let end = entries.partitioningIndex { $0.day > balance.day }, first = agreed.map { day in entries.partitioningIndex { $0.day > day } } ?? 0
        return entries[min(first, end)..<end]
    }

    private mutating func entries(of balance: PlannedBalance) throws -> [FigureDifference.Entry] {
        let activities = ledger.activities, accounts = Set(balance.accounts.compactMap { ledger.account(named: $0) })
        let instrument = balance.isCash ? nil : ledger.instrument(named: balance.commodity)
        // A split is mostly of all accounts.
        let places = (balance.isCash ? accounts : accounts.union([.every])).flatMap { rows[$0] ?? [] }.sorted { $0.place < $1.place }
        var entries: [FigureDifference.Entry] = []
        for (_, row) in places {
            let activity = activities.activity(at: row)
            var change: FixedDecimal?
            if balance.isCash {
                guard activities.cashCurrency(at: row).code == balance.commodity else { continue }
                let effect = try effects.effect(at: row)
                if effect.isZero { continue }
                change = effect
            } else {
                guard activity.instrument == instrument, instrument != nil else { continue }
                switch activity.kind {
                case .buy, .transferIn: change = activity.quantity
                case .sell, .transferOut: change = activity.quantity.map { -$0 }
                case .split, .adjustment: change = nil
                default: continue
                }
            }
            let id = activities.id(at: row)
            entries.append(FigureDifference.Entry(id: id, line: lines[id], day: activity.date, kind: activity.subtype?.rawValue ?? activity.kind.rawValue, change: change))
        }
        return entries
    }
}

/// What accounts hold at the end of a day.
struct HeldFigures {
    private let ledger: Ledger
    private let cash: [CashBalance]
    private let holdings: [Holding]

    init(_ ledger: Ledger, _ state: BookState) throws { (self.ledger, cash, holdings) = (ledger, try state.cash(), state.holdings()) }

    /// What the accounts of a balance hold of what it is of.
    func held(_ told: PlannedBalance) throws -> FixedDecimal {
        let accounts = Set(told.accounts.compactMap { ledger.account(named: $0) })
        var sum = FixedDecimal.zero
        if told.isCash {
            for balance in cash where accounts.contains(balance.account) && balance.currency.code == told.commodity { sum = try sum + balance.balance }
        } else if let instrument = ledger.instrument(named: told.commodity) {
            for holding in holdings where accounts.contains(holding.account) && holding.instrument == instrument { sum = try sum + holding.quantity }
        }
        return sum
    }
}

extension PlannedBalance {
    /// What the book holds and what the file says.
    func sentence(_ held: FixedDecimal) -> String {
        let names = accounts.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
        return "\(names) \(accounts.count == 1 ? "holds" : "hold") \(held) \(commodity) at the end of \(day) by the book, and \(amount) by line \(line) of the file"
    }
}

extension FixedDecimal {
    /// A hundredth of a currency's unit, and half of it: what figures that somebody rounded for printing may differ by.
    static let cent = FixedDecimal(units: unitsPerOne / 100), halfCent = FixedDecimal(units: unitsPerOne / 200)
}
