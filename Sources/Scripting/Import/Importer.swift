public import Formats
import Ledger
public import Storage
import Values

/// Imports a file into a book: plans it, checks the plan against the ledger, and adds what it holds, wholly or not at all.
public struct Importer {
    /// Where an import stands, for a progress bar; false ends it.
    public typealias Progress = (_ phase: Phase, _ done: Int, _ total: Int) -> Bool

    /// The parts of an import that take time.
    public enum Phase: String, Sendable {
        case reading, recording
    }

    /// The book it goes into.
    public let book: Book
    /// Whether the good rows are taken where some are refused.
    public var isPartial = false
    /// Told now and then.
    public var progress: Progress?

    /// An import into a book.
    public init(into book: Book) { self.book = book }

    /// What importing the bytes would do; nothing is recorded.
    ///
    /// - Throws: `ImportIssue` where the file as a whole cannot be read.
    public func plan(_ bytes: [UInt8], _ options: ImportOptions) throws -> ImportPlan {
        let ledger = try book.ledger
        let progress = progress
        var plan = try Formats.plan(bytes, options: options, context: context(ledger)) { done, total in progress?(.reading, done, total) ?? true }
        try plan.check(against: ledger)
        return plan
    }

    /// Adds what a plan holds, as one act or as part of the running one. Returns whether it did: it does not where rows are refused,
    /// unless the good ones were asked for.
    @discardableResult
    public func carryOut(_ plan: ImportPlan, source: String) throws -> Bool {
        if plan.refusedCount > 0 && !isPartial { return false }
        try book.transaction(source: source) {
            for account in plan.newAccounts { try book.define(account) }
            for instrument in plan.newInstruments { try book.define(instrument) }
            try record(plan.activities)
            try book.store(Array(plan.quotes))
        }
        return true
    }

    private func record(_ activities: PlannedActivities) throws {
        let total = activities.count, chunk = 20_000
        for start in stride(from: 0, to: total, by: chunk) {
            try book.append(contentsOf: Array(activities[start ..< min(start + chunk, total)]))
            if progress?(.recording, min(start + chunk, total), total) == false { throw ImportIssue(.cancelled, message: "the import was interrupted; nothing is imported") }
        }
    }

    private func context(_ ledger: Ledger) -> ImportContext {
        let table = ledger.activities
        return ImportContext(
            accounts: ledger.accounts, instruments: ledger.instruments, baseCurrency: ledger.policy.baseCurrency ?? .usd,
            recorded: table.count == 0 ? nil : { days, visit in
                for row in 0 ..< table.count where days.contains(table.date(at: row)) { visit(table.activity(at: row)) }
            })
    }
}
