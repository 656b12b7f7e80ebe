import Ledger
import Values

/// Sales and moves of a book of double entry that the book has, and that take other lots in the file by now, as where a purchase of an earlier day was added to it. Their entries
/// keep the lots that they took, so that gain and cost would be others than the file's: they are refused.
struct OtherLots {
    /// A row that names lots, and is an entry.
    struct Taker {
        let line: Int, row: Activity, entry: EntryID
    }

    /// What rows that are entries in one another's place have in common.
    private struct Likeness: Hashable {
        let day: Day, account: AccountID, instrument: InstrumentID?, kind: ActivityKind, quantity: FixedDecimal?

        init(_ row: Activity) { (day, account, instrument, kind, quantity) = (row.date, row.account, row.instrument, row.kind, row.quantity) }
    }

    private let basis: ComparisonBasis

    init(_ basis: ComparisonBasis) { self.basis = basis }

    /// Refuses the rows whose lots are others, once it is known which rows are entries.
    func refuse(_ takers: [Taker], _ plan: inout ImportPlan) {
        if takers.isEmpty { return }
        // Which of several equal sales is which nobody knows: they are compared together.
        let untouched = takers.filter { basis.context.isAsImported($0.entry) }
        for alike in Dictionary(grouping: untouched, by: { Likeness($0.row) }).values where differ(alike, plan) {
            for taker in alike { refuse(taker, &plan) }
        }
    }

    private func refuse(_ taker: Taker, _ plan: inout ImportPlan) {
        let issue = ImportIssue(
            .changedRow, file: plan.file, line: taker.line,
            message: "the book has it as \(MessageText.named([taker.entry])), which takes other lots than the file's by now: its gain would be another",
            hint: "\(MessageText.voids([taker.entry])) and import again to take the file's; partial=true imports the other rows and leaves this as the book has it")
        plan.verdicts.change(line: taker.line, to: .refused, issue: issue)
    }

    /// Whether rows name other lots than their entries did: other entries, or rows that the book lacks.
    func differ(_ takers: [Taker], _ plan: ImportPlan) -> Bool {
        var now: [LotChoice: Int] = [:], held: [LotChoice: Int] = [:]
        for taker in takers {
            guard let lots = basis.context.activity(taker.entry)?.detail?.lots, !lots.isEmpty else { return false }
            for choice in lots { held[choice, default: 0] += 1 }
            for choice in taker.row.detail?.lots ?? [] {
                guard let lot = choice.lot.lot(renumbered: { plan.known[$0.rawValue] }) else { return true }
                now[LotChoice(lot, quantity: choice.quantity), default: 0] += 1
            }
        }
        return now != held
    }
}
