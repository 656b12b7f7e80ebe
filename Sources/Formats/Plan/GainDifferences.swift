import Ledger
public import Values

/// A gain that a file tells of a sale.
public struct PlannedGain: Sendable {
    /// The line that says so.
    public var line: Int
    /// The day.
    public var day: Day
    /// The currency's code.
    public var currency: String
    /// How much; below zero for a loss.
    public var amount: FixedDecimal
    /// By how much the file rounds what it says.
    public var tolerance = FixedDecimal.cent
    /// The name of the account that sold, where the line says so of several; nil where all that is sold by it is meant.
    public var account: String?
}

/// A gain that a file tells apart from the sale: of what an account sold of an instrument, on its day or before.
public struct PlannedHeldGain: Sendable {
    /// The line that says so.
    public var line: Int
    /// The day.
    public var day: Day
    /// The name of the account.
    public var account: String
    /// The symbol of the instrument.
    public var symbol: String
    /// The currency's code.
    public var currency: String
    /// How much; below zero for a loss.
    public var amount: FixedDecimal
}

extension ImportPlan {
    /// What is told of single sales.
    func gainDifferences(_ ledger: Ledger) throws -> [FigureDifference] {
        if gains.isEmpty { return [] }
        struct Key: Hashable { var line: Int, currency: String, account: AccountID? }
        var own: [Key: (sum: FixedDecimal, entries: [FigureDifference.Entry])] = [:], unknown: Set<Key> = []
        for gain in try ledger.gains() {
            guard let line = lines[gain.activity] else { continue }
            let change = try gain.proceeds - gain.cost
            let entry = FigureDifference.Entry(
                id: gain.activity, line: lines[gain.lot], day: gain.opened, kind: "lot \(gain.lotID.rawValue), \(gain.quantity) units", change: change)
            for account in [nil, gain.account] {
                let key = Key(line: line, currency: gain.currency.code, account: account), before = own[key] ?? (.zero, [])
                own[key] = (try before.sum + change, before.entries + [entry])
                if !gain.isCostKnown { unknown.insert(key) }
            }
        }
        var differences: [FigureDifference] = []
        for told in gains {
            let key = Key(line: told.line, currency: told.currency, account: told.account.flatMap(ledger.account(named:))), mine = own[key] ?? (.zero, [])
            if unknown.contains(key) {
                let message = "what the sale of \(told.day) gained is unknown by the book, as what its units cost is, and \(told.amount) by line \(told.line) of the file"
                differences.append(FigureDifference(message: message, entries: []))
                continue
            }
            guard try (mine.sum - told.amount).magnitude > told.tolerance else { continue }
            differences.append(
                FigureDifference(
                    message:
                        "the sale \(told.account.map { "in \"\(MessageText.cut($0))\" " } ?? "")of \(told.day) gained \(mine.sum) \(told.currency) by the book, and \(told.amount) by line \(told.line) of the file",
                    entries: Array(mine.entries.prefix(Self.shownEntries))))
        }
        return differences
    }

    /// What is told apart from sales. Each such gain is one of the latest day up to its own on which the account sold some.
    func heldGainDifferences(_ ledger: Ledger) throws -> [FigureDifference] {
        if heldGains.isEmpty { return [] }
        let told = Dictionary(grouping: heldGains) { HolderKey(account: ledger.account(named: $0.account), instrument: ledger.instrument(named: $0.symbol)) }
        var own: [HolderKey: [Day: SoldOnDay]] = [:]
        for gain in try ledger.gains() {
            let key = HolderKey(account: gain.account, instrument: gain.instrument)
            guard told[key] != nil else { continue }
            let change = try gain.proceeds - gain.cost
            let entry = FigureDifference.Entry(
                id: gain.activity, line: lines[gain.activity], day: gain.closed, kind: "sale of lot \(gain.lotID.rawValue), \(gain.quantity) units", change: change)
            try own[key, default: [:]][gain.closed, default: SoldOnDay()].add(entry, change)
        }
        var differences: [(line: Int, difference: FigureDifference)] = []
        for (key, gains) in told {
            let sold = own[key] ?? [:], days = sold.keys.sorted()
            for (day, gains) in Dictionary(grouping: gains, by: { gain in days.last { $0 <= gain.day } ?? gain.day }) {
                guard let first = gains.min(by: { $0.line < $1.line }) else { continue }
                if let difference = try difference(gains, first, sold[day] ?? SoldOnDay(), on: day) { differences.append((first.line, difference)) }
            }
        }
        return differences.sorted { $0.line < $1.line }.map(\.difference)
    }

    private func difference(_ told: [PlannedHeldGain], _ first: PlannedHeldGain, _ own: SoldOnDay, on day: Day) throws -> FigureDifference? {
        let sum = try told.reduce(FixedDecimal.zero) { try $0 + $1.amount }, tolerance = try FixedDecimal.cent * FixedDecimal(told.count)
        if try (sum - own.sum).magnitude <= tolerance { return nil }
        let lines = told.count == 1 ? "line \(first.line)" : "\(told.count) lines from line \(first.line) on", file = "\(sum) \(first.currency) by \(lines) of the file"
        let message =
            own.entries.isEmpty
            ? "\"\(first.account)\" has sold no \(first.symbol) until \(day) by the book, and gained \(file)"
            : "what \"\(first.account)\" sold of \(first.symbol) on \(day) gained \(own.sum) by the book, and \(file)"
        return FigureDifference(message: message, entries: Array(own.entries.prefix(Self.shownEntries)))
    }
}

/// The units of an instrument in an account.
private struct HolderKey: Hashable {
    let account: AccountID?
    let instrument: InstrumentID?
}

/// What sales of one day gained.
private struct SoldOnDay {
    private(set) var sum = FixedDecimal.zero
    private(set) var entries: [FigureDifference.Entry] = []

    mutating func add(_ entry: FigureDifference.Entry, _ gain: FixedDecimal) throws {
        sum = try sum + gain
        entries.append(entry)
    }
}
