import Frames
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// Recurring rules and their days as frames.
package struct RecurringFrames {
    private let recurring: RecurringRules
    private var book: Book { recurring.book }

    /// Frames of the rules of a book and a session.
    package init(_ recurring: RecurringRules) { self.recurring = recurring }

    /// The answer of `recurring.list`: the rules, what comes next and what was posted last.
    package func list(_ rules: [RecurringRule], today: Day) throws -> Frame {
        var builder = FrameBuilder(
            "recurring",
            [
                .text("rule").ranked(.leading), .prose("what").ranked(.leading), .prose("when").ranked(.leading), .day("next").ranked(.deciding), .int("due").ranked(.deciding),
                .day("last"), .day("paused").ranked(.useful), .text("status").ranked(.useful, usual: ActivityStatus.posted.rawValue), .text("calendar"),
                .text("kept").ranked(.minor, usual: "book"),
            ])
        let isDraft = try book.ledger.policy.recurringIsDraft
        for rule in rules {
            let due = (try? recurring.schedule(rule)) == nil ? [] : try recurring.due(rule, to: today), scripted = recurring.scripted(rule.name)
            let next = try due.first?.place.date ?? upcoming(rule, after: today, count: 1).first?.date
            let last = try book.plans.lastPosted(of: rule.name)
            try builder.append([
                .text(rule.name), .text(scripted?.record == nil ? rule.what : "a function"), .text(rule.when),
                .optional(next), .int(Int64(due.count)), .optional(last), .optional(rule.pausedFrom),
                .text(rule.status ?? (isDraft ? "draft" : "posted")), .optional(rule.calendar ?? ""), .text(scripted == nil ? "book" : "script"),
            ])
        }
        return builder.frame()
    }

    /// The answer of `recurring.due`: what is due and what would be recorded. To find that out it is recorded on a branch that is undone.
    func due(_ due: [RecurringDue], today: Day) throws -> Frame {
        var builder = FrameBuilder(
            "due",
            [
                .text("rule").ranked(.leading), .day("day"), .day("date").ranked(.leading), .int("overdue").ranked(.useful), .prose("what").ranked(.leading),
                .money("amount").ranked(.deciding),
                .text("currency").ranked(.deciding),
            ])
        // A branch is no reason to keep others from writing where nothing is due.
        if due.isEmpty { return builder.frame() }
        // What it takes below zero is told when it is posted: what comes in until then is not known yet.
        try recurring.runtime.branch(isTrial: true, isRehearsalOfAct: true, tellsCash: false) {
            for day in due {
                let head: [FrameValue] = [.text(day.rule.name), .day(day.place.nominal), .day(day.place.date), .int(Int64(max(0, day.place.date.days(to: today))))]
                do {
                    // What lies ahead cannot have been posted, and a draft says as much.
                    guard let result = try RecurringPosting(recurring).post(day, status: day.place.date > today ? "draft" : nil) else { continue }
                    try builder.append(head + [.text(result.what), .optional(result.amount), .optional(result.currency?.code ?? "")])
                } catch  where !RecurringPosting.stopsAll(error) {
                    try builder.append(head + [.text("cannot be recorded"), .none, .none])
                    builder.add(warning: "cannot_be_recorded", (error as? any LuaRaisable)?.message ?? "\(error)")
                }
            }
        }
        return builder.frame()
    }

    /// The dates of a rule after a day that are neither posted nor skipped; none from the day on which it is paused.
    func upcoming(_ rule: RecurringRule, after day: Day, count: Int) throws -> [Schedule.Occurrence] {
        guard let schedule = try? recurring.schedule(rule) else { return [] }
        let plans = try book.plans, lastPosted = plans.lastPosted(of: rule.name)
        var found: [Schedule.Occurrence] = [], next = schedule.next(after: day)
        while let place = next, found.count < count, rule.pausedFrom.map({ place.date < $0 }) ?? true {
            if plans.occurrence(of: rule.name, on: place.nominal).map({ $0.state == .open }) ?? rule.isLater(place.nominal, than: lastPosted) { found.append(place) }
            next = schedule.occurrence(place.number + 1)
        }
        return found
    }

    /// The answer of `recurring.next`: the coming dates of rules.
    func next(_ rules: [RecurringRule], today: Day, count: Int) throws -> Frame {
        var builder = FrameBuilder("next", [.text("rule"), .day("day"), .day("date")])
        let all = try rules.flatMap { rule in try upcoming(rule, after: today, count: count).map { (rule, $0) } }
        for (_, item) in all.enumerated().sorted(by: { ($0.element.1.date, $0.offset) < ($1.element.1.date, $1.offset) }) {
            try builder.append([.text(item.0.name), .day(item.1.nominal), .day(item.1.date)])
        }
        return builder.frame()
    }

    /// What became of the entries of a day: `draft` where a draft waits, `void` where all are void; else the state of the day.
    private func standing(_ occurrence: Occurrence, _ table: ActivityTable) throws -> String {
        let rows = occurrence.state == .posted ? try RecurringPosting(recurring).recordedRows(of: occurrence, table).map(table.amended) : []
        if !rows.isEmpty, rows.allSatisfy({ table.isVoid(at: $0) }) { return "void" }
        return rows.contains { table.status(at: $0) == .draft && !table.isVoid(at: $0) } ? "draft" : occurrence.state.rawValue
    }

    /// The answer of `recurring.history`: what became of the days of a rule.
    func history(_ occurrences: [Occurrence]) throws -> Frame {
        var builder = FrameBuilder("history", [.text("rule"), .day("day"), .text("state"), .text("now"), .int("first")])
        let table = try book.ledger.activities
        for occurrence in occurrences {
            try builder.append([
                .text(occurrence.rule), .day(occurrence.day), .text(occurrence.state.rawValue), .text(try standing(occurrence, table)),
                occurrence.first.map { .int(Int64($0.rawValue)) } ?? .none,
            ])
        }
        return builder.frame()
    }
}

extension RecurringRule {
    /// The amount with its currency or minor unit: `500 GBX`. A percentage of the cash is in no currency of its own.
    private var money: String? {
        guard let amount = self[field: "amount"], let code = self[field: "currency"] else { return self[field: "amount"] }
        switch try? RecurringAmount(amount) {
        case .fixed?, .upTo?: return "\(amount) \(code)"
        case .percentOfCash?, .upToCap?, nil: return amount
        }
    }

    /// What it records, in a few words: `deposit 500 Savings`.
    var what: String {
        let accounts = ["from", "to"].allSatisfy { self[field: $0] != nil } ? "from \(self[field: "from"]!) to \(self[field: "to"]!)" : self[field: "account"].map { "in \($0)" }
        let split = self[field: "split"].map { "split by \($0)" }
        return [self[field: "type"], self[field: "quantity"], self[field: "symbol"], self[field: "price"].map { "@ \($0)" }, money, accounts, split].compactMap { $0 }.joined(
            separator: " ")
    }
}
