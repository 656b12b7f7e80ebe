import Ledger
import Values

/// Compares the rows of a plan with what the book holds, so that importing a file again adds nothing.
struct BookComparison {
    private let basis: ComparisonBasis

    init(_ basis: ComparisonBasis) { self.basis = basis }

    /// Takes out the rows that the book holds, so that importing a file again adds nothing.
    ///
    /// Rows are counted, not merely recognised: of three equal rows in the file, of which the book holds two, one is added. Voided
    /// activities count as held, and are told. Where rows name each other, what they name in the book is noted. Rows that have an id in their source are
    /// told by it first, see `SourceIDMatching`, and are no entry that has another; of those without one notes alone make no other row.
    ///
    /// - Parameter likes: what becomes of rows that are like an entry which was typed.
    func takeOutRecorded(_ plan: inout ImportPlan, likes choice: LikeRows) {
        guard let recorded = basis.context.recorded, let days = plan.activities.days else { return }
        let ids = SourceIDMatching(basis), known = ids.find(&plan), elsewhere = known.entries.union(plan.replaced).union(plan.matching.ownEntries)
        var held = HeldEntries(basis, namesRows: !plan.activities.ids.isEmpty || plan.matching.isOfDoubleEntry)
        recorded(days) { entry, activity in
            if !elsewhere.contains(entry) { held.add(entry, activity) }
        }
        let before = plan.activities.count
        let taken = match(&held, besides: known.rows, &plan)
        if before > taken.others.count { plan.activities.keep(taken.others) }
        let isOfDoubleEntry = plan.matching.isOfDoubleEntry
        var left = plan.activities.isEmpty && !isOfDoubleEntry ? [] : held.left(days, besides: elsewhere)
        let reworded = ids.takeOutReworded(&left, &plan)
        let retold = isOfDoubleEntry ? RetoldMatches(basis).refuse(&left, taken.parts, &plan) : 0
        OtherLots(basis).refuse(taken.takers, &plan)
        if plan.matching.hasTwins { TwinMatches(basis).takeOut(&left, takesLikes: choice == .take, &plan) }
        var sums = SumMatches(basis)
        let changed = plan.matching.looksAtSums ? sums.takeOut(&left, &plan) : 0
        if plan.matching.looksAtCash { takeOutMoved(beside: taken.moves, &plan) }
        let count = before - plan.activities.count - known.refused - changed - retold
        let noticePlace = plan.notices.count
        noteVoided(known.voided + taken.voided.map(\.told) + reworded, &plan)
        noteParts(&plan)
        // Rows as the summary counts them, accounts that the file lists among them.
        let rows = plan.verdicts.count(.alreadyThere)
        if count > 0, rows > 0 { plan.notices.insert(ImportNotice(.alreadyThere, "the book holds \(rows) of the rows already"), at: noticePlace) }
        if !plan.matching.looksAtCash {
            var likes = LikeMatches(basis)
            likes.takeOut(&left, besides: elsewhere, on: days, choice, &plan)
        }
        let near = plan.matching.looksAtCash ? [] : NearMatches(basis).note(left, known.namesakes, &plan)
        if isOfDoubleEntry { noteMissing(left.filter { !near.contains($0.id) }, &plan) }
    }

    /// The result of looking each row up among the entries of the book.
    private struct TakenRows {
        /// The rows that the book lacks.
        var others: [UInt32] = []
        /// For the rows that are entries: how many move the same cash.
        var moves: [CashChange: Int] = [:]
        /// The rows whose entries are void, by their numbers.
        var voided: [(row: UInt32, told: VoidedRow)] = []
        /// Rows of a book of double entry that name lots, and are entries.
        var takers: [OtherLots.Taker] = []
        /// The entries that are rows of a book of double entry, by their lines.
        var parts: [Int: [EntryID]] = [:]
    }

    /// Matches each row with an entry that says the same, as long as one is left.
    private func match(_ held: inout HeldEntries, besides known: Set<Int>, _ plan: inout ImportPlan) -> TakenRows {
        let lots = OtherLots(basis)
        var taken = TakenRows()
        taken.others.reserveCapacity(plan.activities.count)
        for position in plan.activities.indices {
            let row = plan.activities.row(at: position), activity = plan.activities[position]
            if known.contains(row) { continue }
            guard !plan.matching.settledRows.contains(row), let entry = held.take(activity) else {
                taken.others.append(UInt32(row))
                continue
            }
            // A void sale that took other lots is none that the user does not want: it was void for that.
            if let void = entry.voided, plan.matching.isOfDoubleEntry, lots.differ([OtherLots.Taker(line: 0, row: activity, entry: void.entry)], plan) {
                taken.others.append(UInt32(row))
                continue
            }
            let line = plan.activities.line(at: position)
            plan.verdicts.change(line: line, to: .alreadyThere)
            if let id = plan.activities.id(at: position), let same = entry.id { plan.known[id] = same }
            if plan.matching.isOfDoubleEntry, entry.voided == nil, let same = entry.id {
                taken.parts[line, default: []].append(same)
                if activity.detail?.lots.isEmpty == false { taken.takers.append(OtherLots.Taker(line: line, row: activity, entry: same)) }
            }
            if let voided = entry.voided {
                taken.voided.append((UInt32(row), VoidedRow(line: line, entry: voided.entry, void: voided.void)))
            }
            if plan.matching.looksAtCash { taken.moves[CashChange(activity), default: 0] += 1 }
        }
        if plan.matching.isOfDoubleEntry, !taken.voided.isEmpty { takeAgain(&taken, &plan) }
        return taken
    }

    /// Adds the rows of void entries of a transaction that has other rows as well by now: it was changed, and void since it was another.
    private func takeAgain(_ taken: inout TakenRows, _ plan: inout ImportPlan) {
        let added = Set(taken.others)
        let changed = Set(plan.activities.indices.filter { added.contains(UInt32(plan.activities.row(at: $0))) }.map { plan.activities.line(at: $0) })
        let again = Set(taken.voided.filter { changed.contains($0.told.line) }.map(\.row))
        if again.isEmpty { return }
        var others: [UInt32] = []
        for position in plan.activities.indices {
            let row = UInt32(plan.activities.row(at: position)), isAgain = again.contains(row)
            if isAgain || added.contains(row) { others.append(row) }
            guard isAgain else { continue }
            plan.verdicts.change(line: plan.activities.line(at: position), to: .add)
            if let id = plan.activities.id(at: position) { plan.known[id] = nil }
        }
        taken.others = others
        taken.voided.removeAll { again.contains($0.row) }
    }

    /// Notes entries that came from a file of the same name, and are not in it any more.
    private func noteMissing(_ left: [UnmatchedEntry], _ plan: inout ImportPlan) {
        guard plan.refusedCount == 0, let name = plan.file.split(separator: "/").last else { return }
        let gone = left.filter { basis.context.isAsImported($0.id) && basis.context.fileName($0.id).map { $0[...] == name } ?? false }.map(\.id)
        if gone.isEmpty { return }
        let isOne = gone.count == 1
        plan.note(
            .changed,
            "\(MessageText.named(gone)) of the book came from a file of this name, which has \(isOne ? "it" : "them") no more: where \(isOne ? "it was" : "they were") deleted or corrected, \(MessageText.takingOut(gone))"
        )
    }

    /// Notes rows that come to several entries, of which the book holds some: the others are added beside them.
    private func noteParts(_ plan: inout ImportPlan) {
        let left = Set(plan.activities.indices.map { plan.activities.line(at: $0) })
        let lines = plan.verdicts.filter { $0.outcome == .alreadyThere && left.contains($0.line) }.map(\.line)
        for line in lines {
            let issue = ImportIssue(.changedRow, file: plan.file, line: line, message: "the book holds a part of this row; the rest of it is added beside that")
            plan.verdicts.change(line: line, to: .add, issue: issue)
        }
        plan.note(.changed, lines) {
            "line \($0): the book holds a part of this row, and the rest of it is added beside that; where the row was corrected, void what it was before"
        } together: {
            "\(lines.count) rows (line \($0), …) are held by the book in part, and the rest of them is added beside that; where they were corrected, void what they were before"
        }
    }

    /// Notes rows that stay out because their entries are void, and how to take them again.
    private func noteVoided(_ rows: [VoidedRow], _ plan: inout ImportPlan) {
        let told = rows.sorted { $0.line < $1.line }.map { row -> (line: Int, message: String) in
            let which = row.void == row.entry ? "is" : "entry \(row.void.rawValue), which amended it, is"
            return (
                line: row.line,
                message: "entry \(row.entry.rawValue) of the book was this row, and \(which) void; amend{id=\(row.void.rawValue)} takes it again"
            )
        }
        for row in told { plan.verdicts.change(line: row.line, to: .alreadyThere, issue: ImportIssue(.leftOut, file: plan.file, line: row.line, message: row.message)) }
        plan.note(.leftOut, told) {
            "line \($0.line): \($0.message)"
        } together: { first in
            let lines = told.prefix(3).map { "\($0.line)" }.joined(separator: ", ")
            return "\(told.count) rows (lines \(lines), …) stay out, since their entries of the book were voided: \(first.message), "
                + "and the message of each row says the same of it"
        }
    }

    /// Takes out the rows of a history that the book has as another kind of activity: a transfer, interest, the balance that a file opened
    /// the account with. A row and an entry that move as much cash of the account at the same moment are the same; each entry matches one row.
    private func takeOutMoved(beside found: [CashChange: Int], _ plan: inout ImportPlan) {
        let rows = plan.activities.indices.filter { !plan.matching.settledRows.contains(plan.activities.row(at: $0)) }
        let accounts = Set(rows.map { plan.activities.rows[plan.activities.row(at: $0)].account }).filter { $0 >= 1 && Int($0) <= basis.context.accounts.count }
        if accounts.isEmpty { return }
        var held: [CashChange: Int] = [:]
        let gone = Set(plan.replaced)
        for account in accounts.sorted() {
            for entry in basis.context.cashEntries?(account) ?? [] where !gone.contains(entry.id) { held[CashChange(entry, in: AccountID(account)), default: 0] += 1 }
        }
        for (move, count) in found { held[move]? -= count }
        var taken = Set<Int>()
        for position in rows {
            let move = CashChange(plan.activities[position])
            guard let count = held[move], count > 0 else { continue }
            held[move] = count - 1
            taken.insert(position)
            plan.verdicts.change(line: plan.activities.line(at: position), to: .alreadyThere)
        }
        plan.activities.remove(taken)
    }
}

extension ImportPlan {
    /// Notes up to three rows one by one, and more in one sentence about the first.
    mutating func note<Row>(_ kind: ImportNotice.Kind, _ rows: [Row], each: (Row) -> String, together: (_ first: Row) -> String) {
        if rows.count <= 3 {
            for row in rows { note(kind, each(row)) }
        } else if let first = rows.first {
            note(kind, together(first))
        }
    }
}

/// A change of an account's cash: how much, and when.
struct CashChange: Hashable {
    private let account: AccountID
    private let day: Day
    /// Microseconds since midnight; 0 where no time is known, as the programs write it.
    private let time: Int64
    private let amount: FixedDecimal

    /// The change that a row makes.
    init(_ activity: Activity) { self.init(activity.account, activity.date, activity.time, activity.cashInOut) }

    /// The change that an entry of the book made.
    init(_ entry: ImportContext.CashEntry, in account: AccountID) { self.init(account, entry.day, entry.time, entry.amount) }

    private init(_ account: AccountID, _ day: Day, _ time: Instant?, _ amount: FixedDecimal) {
        (self.account, self.day, self.amount) = (account, day, amount)
        self.time = Int64(time?.microsecondsOfDay ?? 0)
    }
}

extension Activity {
    /// The change of cash by a deposit, a withdrawal or an adjustment.
    var cashInOut: FixedDecimal {
        let amount = amount ?? .zero
        return kind.bringsCash ? amount : -amount
    }
}
