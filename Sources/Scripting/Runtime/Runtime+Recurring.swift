import Frames
import Ledger
import LuaKit
import Plans
import Storage
public import Values

/// Recurring rules as the program carries them out: each day of a rule is an act of its own, so that what is done stays done, whatever
/// ends the program.
extension Runtime {
    /// What became of a run.
    public struct RecurringRun {
        /// How many days of rules were posted.
        public internal(set) var posted = 0
        /// What was wrong, a sentence each.
        public internal(set) var failures: [String] = []
    }

    /// Posts what is due up to a day, oldest first; a dry run tries it on a branch that is thrown away.
    ///
    /// Of a rule that fails no further day is tried, as later ones may rest on it; the others go on.
    ///
    /// - Parameter told: gets a line for each day as soon as it is kept.
    public func runRecurring(to day: Day?, isDry: Bool, told: (String) -> Void) throws -> RecurringRun {
        let book = try requireBook()
        try refreshBooks()
        if !isDry { return try carryOutRules(to: day ?? today, in: book, isDry: false, told) }
        return try act("dry run of recurring rules", kept: false) {
            try branch(isTrial: true, isRehearsalOfAct: true) { try carryOutRules(to: day ?? today, in: book, isDry: true, told) }
        }
    }

    private func carryOutRules(to day: Day, in book: Book, isDry: Bool, _ told: (String) -> Void) throws -> RecurringRun {
        let desk = RecurringDesk(self, book)
        var run = RecurringRun(), failed: Set<String> = []
        run.failures = try desk.faults().map(\.message)
        for due in try desk.due(to: day, of: desk.rules()) where !failed.contains(due.rule.name) {
            // What lies ahead cannot have been posted, and a draft says as much.
            let status = isDry && due.place.date > today ? "draft" : nil
            do {
                guard let result = try act("recurring \(due.rule.name)", { try desk.post(due, status: status) }) else { continue }
                if !result.isEmpty { run.posted += 1 }
                told(line(result))
            } catch where !RecurringDesk.stopsAll(error) {
                failed.insert(due.rule.name)
                run.failures.append(Self.sentence(error))
            }
        }
        return run
    }

    /// The days of rules that stand as posted, a line each: what scripts have posted by themselves shows in the difference.
    public func recurringPosted() throws -> Set<String> {
        let plans = try requireBook().plans
        return Set(plans.settledRules.flatMap { plans.occurrences(of: $0) }.filter { $0.state == .posted }.map { "\($0.day) \($0.rule): posted by the script" })
    }

    /// The rules as `recurring.list{}` shows them.
    public func recurringList() throws -> String {
        let desk = RecurringDesk(self, try requireBook())
        return try desk.list(desk.rules(), today: today).adding(warnings: desk.faults()).text(layout)
    }

    private func line(_ result: RecurringResult) -> String {
        let money = result.amount.map { amount in result.currency.map { Money(amount, $0).described(by: currencies) } ?? amount.description }
        return ["\(result.due.place.date)", "\(result.due.rule.name):", result.what, money].compactMap { $0 }.joined(separator: " ")
    }

    private static func sentence(_ error: any Error) -> String {
        guard let raisable = error as? any LuaRaisable else { return "\(error)" }
        return raisable.message + (raisable.hint.map { " (\($0))" } ?? "")
    }
}
