import Ledger
import Values

/// Rows of money whose entries say something else of it by now: in files without ids a row may be of another category, split since, or split otherwise. What moves on a day
/// in an account is the same cash: a row and an entry of one sum are the same; where the parts are others, the row is refused until the old ones are void.
struct SumMatches {
    private let basis: ComparisonBasis

    init(_ basis: ComparisonBasis) { self.basis = basis }

    /// What rows and entries share where they are the same money.
    private struct Place: Hashable { let account: AccountID, day: Day, currency: Currency }

    /// Takes out the rows that the book has by their sums, and their entries from those left. Returns how many are refused.
    mutating func takeOut(_ left: inout [UnmatchedEntry], _ plan: inout ImportPlan) -> Int {
        var entries: [Place: [UnmatchedEntry]] = [:]
        for entry in left where basis.context.isAsImported(entry.id) && !basis.context.isTyped(entry.id) && entry.activity.isPayment && !entry.activity.hasSourceID {
            entries[Self.place(entry.activity), default: []].append(entry)
        }
        if entries.isEmpty { return 0 }
        let positions = Dictionary(grouping: plan.activities.indices) { plan.activities.line(at: $0) }
        var gone: Set<Int> = [], used: Set<EntryID> = [], refused = 0
        for (line, rows) in positions.sorted(by: { $0.key < $1.key }) {
            let parts = rows.map { plan.activities[$0] }
            guard let first = parts.first, parts.allSatisfy({ $0.isPayment && Self.place($0) == Self.place(first) }),
                let sum = try? parts.reduce(FixedDecimal.zero, { try $0 + $1.payment }), !sum.isZero,
                let found = Self.find(sum, entries[Self.place(first)]?.filter { !used.contains($0.id) } ?? [], notes: first.notes)
            else { continue }
            if parts.count == 1, found.count == 1 {
                tell(line, parts[0], found[0], &plan)
            } else {
                refuse(line, sum, first.currency, found, &plan)
                refused += rows.count
            }
            used.formUnion(found.map(\.id))
            gone.formUnion(rows)
        }
        if gone.isEmpty { return 0 }
        left.removeAll { used.contains($0.id) }
        plan.activities.remove(gone)
        return refused
    }

    private static func place(_ activity: Activity) -> Place { Place(account: activity.account, day: activity.date, currency: activity.currency) }

    /// The entry of a sum, else those of one row that come to it: recorded one after another, with the same payee.
    private static func find(_ sum: FixedDecimal, _ entries: [UnmatchedEntry], notes: String) -> [UnmatchedEntry]? {
        let same = entries.filter { $0.activity.payment == sum }
        if let one = same.first(where: { payee($0.activity.notes) == payee(notes) }) ?? same.first { return [one] }
        let own = entries.filter { payee($0.activity.notes) == payee(notes) }.sorted { $0.id.rawValue < $1.id.rawValue }
        for start in own.indices {
            var total = FixedDecimal.zero
            for end in start..<own.count {
                if end > start, own[end].id.rawValue != own[end - 1].id.rawValue + 1 { break }
                guard let next = try? total + own[end].activity.payment else { break }
                total = next
                if end > start, total == sum { return Array(own[start...end]) }
            }
        }
        return nil
    }

    /// Who is paid, by what stands first in the notes.
    private static func payee(_ notes: String) -> Substring {
        let first = notes.prefix { $0 != "|" }
        return first.last == " " ? first.dropLast() : first
    }

    private func tell(_ line: Int, _ row: Activity, _ entry: UnmatchedEntry, _ plan: inout ImportPlan) {
        var change = RowChange(from: entry.activity, to: row, basis.scope, instrument: basis.instrument)
        change.addNotes(from: entry.activity, to: row)
        let message = "the book has it as entry \(entry.id.rawValue) (\(change.before) there), which stays as it is"
        plan.verdicts.change(line: line, to: .alreadyThere, issue: ImportIssue(.leftOut, file: plan.file, line: line, message: message))
        plan.note(.alreadyThere, "line \(line): \(message)")
    }

    private func refuse(_ line: Int, _ sum: FixedDecimal, _ currency: Currency, _ entries: [UnmatchedEntry], _ plan: inout ImportPlan) {
        let parts = entries.map { "entry \($0.id.rawValue) of \($0.activity.payment)" }.joined(separator: " and ")
        let issue = ImportIssue(
            .changedRow, file: plan.file, line: line, message: "its \(sum) \(currency) are in the book in other parts: \(parts)",
            hint: "\(MessageText.voids(entries.map(\.id))) and import again to take the file's; partial=true imports the other rows and leaves this as the book has it")
        plan.verdicts.change(line: line, to: .refused, issue: issue)
    }
}

extension Activity {
    /// Whether it is money that comes or goes, and nothing else.
    fileprivate var isPayment: Bool { instrument == nil && amount != nil && [.deposit, .withdrawal, .interest, .fee].contains(kind) }

    /// How much comes, below zero for what goes.
    fileprivate var payment: FixedDecimal {
        let amount = amount ?? .zero
        return kind == .withdrawal || kind == .fee ? -amount : amount
    }
}
