import Ledger
import Values

/// A row of a history on its way into the plan.
struct ReserveEvent {
    let line: Int
    let day: Day
    let time: Instant?
    let tier: String
    let account: String
    let amount: FixedDecimal
    let balance: FixedDecimal
    let note: String
}

/// The state of an account in the book before its history is added.
struct HistoryStart {
    /// Whether balances of the history count: not where others recorded in the account as well.
    var tellsJumps = true
    /// Whether what was there before the first row is to be added.
    var tellsOpenings = true
    /// The differences by which plans' files differ from the history, each on the day of its file.
    var files: [(day: Day, amount: FixedDecimal)] = []
}

/// Where the balance of an account in a tier does not follow from the row before: what the programs forgot to write, or, before the first row, what was
/// there already.
///
/// A plan's file of a day before the row may have told of the same money. That counts once: of the jump there is left what the file did not tell,
/// whichever of the two came into the book first.
struct ReserveJump {
    /// The row that shows it.
    let event: ReserveEvent
    /// The difference of the balances.
    var amount: FixedDecimal
    /// Whether nothing is known of the days before.
    let isOpening: Bool

    /// The jumps between the rows of an account, in the order in which they happened.
    static func all(_ events: [ReserveEvent], _ start: HistoryStart) -> [ReserveJump] {
        var balances: [String: FixedDecimal] = [:], jumps: [ReserveJump] = []
        for event in events {
            guard let before = try? event.balance - event.amount else { continue }
            let known = balances[event.tier]
            if known == nil, !start.tellsOpenings {
                balances[event.tier] = event.balance
                continue
            }
            let amount = FixedDecimal(units: before.units - (known ?? .zero).units), isNoise = amount.isNoise(beside: event.balance, event.amount, before)
            balances[event.tier] = isNoise ? (try? (known ?? .zero) + event.amount) ?? event.balance : event.balance
            if !isNoise { jumps.append(ReserveJump(event: event, amount: amount, isOpening: known == nil)) }
        }
        for file in start.files.sorted(by: { $0.day < $1.day }) {
            let first = Dictionary(events.filter { $0.day > file.day }.map { ($0.tier, $0.day) }) { first, _ in first }
            let places = jumps.indices.filter { first[jumps[$0].event.tier] == jumps[$0].event.day }
            var rest = file.amount
            for place in places.sorted(by: { (jumps[$0].event.day, jumps[$0].event.tier, $0) < (jumps[$1].event.day, jumps[$1].event.tier, $1) }) {
                jumps[place].amount = jumps[place].amount.without(&rest)
            }
        }
        return jumps.filter { !$0.amount.isNoise(beside: $0.event.balance, $0.event.amount) }
    }

    /// The jump as money in or out, or as an adjustment.
    var draft: ImportedDraft {
        Self.draft(
            amount, isOpening: isOpening, on: event.day, at: event.time, in: event.account,
            notes: ReserveNote(tier: event.tier, type: "", text: isOpening ? ReserveNote.opening : ReserveNote.gap).text)
    }

    /// An entry of a history that no row tells.
    static func draft(_ amount: FixedDecimal, isOpening: Bool, on day: Day, at time: Instant?, in account: String, notes: String) -> ImportedDraft {
        let kind = !isOpening ? "adjustment" : amount.isNegative ? "withdrawal" : "deposit"
        return ImportedDraft(ActivityDraft(date: day, time: time, kind: kind, account: account, amount: isOpening ? amount.magnitude : amount, notes: notes))
    }
}

extension PlanBuilder {
    /// Takes from what the book has of later jumps of an account's history what a plan's file has told by now, and from what the file after it did, be it
    /// an adjustment or the balance that it opened the account with: on the day of that one the account holds what it says.
    mutating func shrinkJumps(of id: Int32, after day: Day, by difference: FixedDecimal, line: Int) {
        let entries = (context.cashEntries?(id) ?? []).filter { $0.day > day }, name = account(id).name
        var rest = difference
        func replace(_ entry: ImportContext.CashEntry, by amount: FixedDecimal, _ plan: inout PlanBuilder) {
            plan.plan.replaced.append(entry.id)
            plan.plan.hasCompoundRows = true
            if amount.isZero { return }
            let isOpening = entry.notes.hasSuffix(ReserveNote.opening)
            plan.addSettled(ReserveJump.draft(amount, isOpening: isOpening, on: entry.day, at: entry.time, in: name, notes: entry.notes), line: line)
        }
        var jumps: [(tier: String, entry: ImportContext.CashEntry)] = []
        for entry in entries {
            for end in [ReserveNote.opening, ReserveNote.gap] where entry.notes.hasSuffix(": " + end) {
                let tier = String(entry.notes.dropLast(end.count + 2)), first = entries.filter { $0.notes.hasPrefix(tier + ": ") }.map(\.day).min()
                if entry.day == first { jumps.append((tier, entry)) }
            }
        }
        let next = entries.filter { [ReserveNote.gap, ReserveNote.opening].contains($0.notes) }.min { $0.day < $1.day }
        for (_, entry) in jumps.sorted(by: { ($0.entry.day, $0.tier) < ($1.entry.day, $1.tier) }) where next.map({ entry.day <= $0.day }) ?? true {
            let before = rest, left = entry.amount.without(&rest)
            if rest != before { replace(entry, by: left, &self) }
        }
        if let next, !rest.isZero, let left = try? next.amount - rest { replace(next, by: left, &self) }
    }
}

extension FixedDecimal {
    /// Whether it is nothing but the last digits of floats, as the program adds them up, beside the figures that it is the difference of.
    func isNoise(beside figures: FixedDecimal...) -> Bool {
        let largest = figures.map(\.units.magnitude).max() ?? 0
        return isZero || units.magnitude <= largest / 1_000_000_000_000
    }

    /// Takes from a figure what another of the same sign allows, at most all of it; the other is left with the rest.
    fileprivate func without(_ rest: inout FixedDecimal) -> FixedDecimal {
        guard isNegative == rest.isNegative, !isZero, !rest.isZero else { return self }
        let part = magnitude < rest.magnitude ? self : rest
        rest = FixedDecimal(units: rest.units - part.units)
        return FixedDecimal(units: units - part.units)
    }
}

/// What a row of a history says beside its figures, as the notes of an activity: `Tier 1: allocation: pay`.
public struct ReserveNote: Hashable, Sendable {
    /// The kinds of row that the programs write.
    public static let types = ["manual", "allocation", "rebalance", "import", "recurring"]

    /// The text of the balance with which an account begins.
    static let opening = "opening balance"
    /// The text of an adjustment between balances that do not follow from one another.
    static let gap = "what the history leaves out"

    /// The tier; empty for none.
    public var tier: String
    /// The kind of row; empty for none.
    public var type: String
    /// Whatever else the notes say.
    public var remark: String

    /// Makes a note from its parts.
    public init(tier: String, type: String, text: String) { (self.tier, self.type, remark) = (tier, type, text) }

    /// The note of an activity; one that tells no tier and kind is text alone.
    public init(_ notes: String, tiers: [String]) {
        for tier in tiers where notes.hasPrefix(tier + ": ") {
            let rest = notes.dropFirst(tier.count + 2)
            if [Self.opening, Self.gap].contains(where: { rest == $0 }) {
                self.init(tier: tier, type: "", text: String(rest))
                return
            }
            guard let type = Self.types.first(where: { rest == $0 || rest.hasPrefix($0 + ": ") }) else { continue }
            self.init(tier: tier, type: type, text: String(rest.dropFirst(type.count + 2)))
            return
        }
        self.init(tier: "", type: "", text: notes)
    }

    /// The note of a row of a file, where luca's own entries beside the rows are rows as well.
    init(row tier: String, type: String, text: String) {
        self.init(tier: tier, type: [Self.opening, Self.gap].contains(text) ? "" : type, text: text)
    }

    /// The notes of the activity.
    public var text: String { [tier, type, remark].filter { !$0.isEmpty }.joined(separator: ": ") }

    /// Whether the notes of an activity are those of a row of a history, of one of some tiers or of any.
    static func isOfHistory(_ notes: String, _ tiers: [String]) -> Bool {
        if tiers.contains(where: { notes == $0 || notes.hasPrefix($0 + ": ") }) { return true }
        let parts = notes.components(separatedBy: ": ")
        return parts.count > 1 && (types.contains(parts[1]) || [opening, gap].contains(parts[1]))
    }
}

extension String {
    fileprivate func components(separatedBy mark: String) -> [String] { split(separator: mark, omittingEmptySubsequences: false).map(String.init) }
}
