import Ledger
import Values

/// Transactions of double entry that the book has as other entries: what an account means was told meanwhile, or follows from what the file has since. Nothing in the file numbers
/// them; their day and their words are those of entries that came from a file and are no row of this one. They are refused, since to add them would count them twice.
struct RetoldMatches {
    private let basis: ComparisonBasis

    init(_ basis: ComparisonBasis) { self.basis = basis }

    /// What a transaction and the entries that it was share.
    private struct Occasion: Hashable {
        let day: Day, words: String

        /// What came from outside has the accounts behind its words, in brackets, which may be others by now.
        init(_ activity: Activity) {
            day = activity.date
            let notes = activity.notes
            guard notes.hasSuffix("]"), let start = notes.lastIndex(of: "[") else {
                words = notes
                return
            }
            words = notes[..<start].hasSuffix(" ") ? String(notes[..<start].dropLast()) : String(notes[..<start])
        }
    }

    /// Refuses the transactions that are other entries of the book, and takes these from those left. Returns how many rows are refused.
    ///
    /// - Parameter held: entries that are a part of what a line comes to, by lines.
    func refuse(_ left: inout [UnmatchedEntry], _ held: [Int: [EntryID]], _ plan: inout ImportPlan) -> Int {
        let gone = left.filter { basis.context.isAsImported($0.id) && !basis.context.isTyped($0.id) && !$0.activity.hasSourceID }
        let byOccasion = Dictionary(grouping: gone) { Occasion($0.activity) }
        var rows: [Int: [Activity]] = [:]
        if gone.isEmpty, held.isEmpty { return 0 }
        for position in plan.activities.indices {
            let activity = plan.activities[position]
            if !activity.hasSourceID { rows[plan.activities.line(at: position), default: []].append(activity) }
        }
        var told = Set<EntryID>(), refused = Set<Int>()
        for (line, activities) in rows {
            let parts = (held[line] ?? []).filter { basis.context.isAsImported($0) && !basis.context.isTyped($0) }
            let entries = retold(activities, byOccasion, isPart: !parts.isEmpty, plan)
            if entries.isEmpty, parts.isEmpty { continue }
            refused.insert(line)
            told.formUnion(entries)
            refuse(line, Set(parts + entries).sorted { $0.rawValue < $1.rawValue }, &plan)
        }
        if refused.isEmpty { return 0 }
        left.removeAll { told.contains($0.id) }
        let places = Set(plan.activities.indices.filter { refused.contains(plan.activities.line(at: $0)) })
        plan.activities.remove(places)
        return places.count
    }

    /// The entries that the rows of a transaction were: of its day and words, in an account of the file, unless a part of them is known to be its own; without words, of a figure of its own.
    private func retold(_ rows: [Activity], _ entries: [Occasion: [UnmatchedEntry]], isPart: Bool, _ plan: ImportPlan) -> [EntryID] {
        guard let first = rows.first else { return [] }
        let occasion = Occasion(first), figures = Set(rows.flatMap { [$0.quantity, $0.amount].compactMap(\.self) })
        return (entries[occasion] ?? []).filter { entry in
            guard isPart || plan.matching.doubleEntryAccounts.contains(entry.activity.account.rawValue) else { return false }
            return !occasion.words.isEmpty || [entry.activity.quantity, entry.activity.amount].contains { $0.map(figures.contains) ?? false }
        }.map(\.id)
    }

    private func refuse(_ line: Int, _ entries: [EntryID], _ plan: inout ImportPlan) {
        let issue = ImportIssue(
            .changedRow, file: plan.file, line: line,
            message: "the book has it as \(MessageText.named(entries)), and it says something else by now: it was changed, or its accounts mean something else",
            hint: "\(MessageText.voids(entries)) and import again to take the file's; partial=true imports the other rows and leaves this as the book has it")
        plan.verdicts.change(line: line, to: .refused, issue: issue)
    }
}
