import Frames
import Ledger
import LuaKit
import LuaSurface
import Plans
import Session
import Storage
import Values

/// What was recorded for one day of a rule.
package struct RecurringResult {
    /// The rule and the day.
    package let due: RecurringDue
    /// The activities that were recorded for it.
    let entries: [EntryID]
    /// Whether nothing was recorded, so that the day counts as skipped.
    package let isEmpty: Bool
    /// In a few words: `deposit in Savings`.
    package let what: String
    /// The amount of a single activity or a transfer; nil elsewhere.
    package let amount: FixedDecimal?
    /// The currency of the amount.
    package let currency: Currency?
}

/// Carries out what recurring rules have due, and what is left of it as drafts.
package struct RecurringPosting {
    private let recurring: RecurringRules
    private var runtime: Runtime { recurring.runtime }
    private var book: Book { recurring.book }

    /// Posting by the rules of a book and a session.
    package init(_ recurring: RecurringRules) { self.recurring = recurring }

    /// Posts one day of a rule: records what the rule says and marks the day as posted, in one transaction. nil where somebody else has settled the
    /// day meanwhile, or has changed, paused or removed the rule.
    package func post(_ due: RecurringDue, status: String?) throws -> RecurringResult? {
        guard !runtime.running.isOfRule else {
            throw LuaMisuse("a rule cannot carry out rules", hint: "let its function record by itself, or give back what is to be recorded", kind: "nested_rule")
        }
        if runtime.lua.isInterruptAsked { throw runtime.lua.receiveInterrupt() }
        runtime.running.isOfRule = true
        // What records works on the session's book, and the rule may be of another one.
        let current = runtime.book
        runtime.books.current = book
        defer { (runtime.running.isOfRule, runtime.books.current) = (false, current) }
        // What is found out of the set of its entries at the end is said of the rule and the day as well.
        do { return try branch(due, status: status) } catch { throw told(error, of: due) }
    }

    private func branch(_ due: RecurringDue, status: String?) throws -> RecurringResult? {
        let rule = due.rule, day = due.place.nominal
        return try runtime.branch(isTrial: false) {
            // From here on nobody else writes, so that balances and what is settled are those of the moment.
            try book.append(contentsOf: [])
            let before = try book.ledger.plans.occurrence(of: rule.name, on: day)
            guard before?.state ?? .open == .open, try isStanding(due) else { return nil }
            let last = try book.ledger.lastEntry.rawValue
            let status = try status ?? rule.status ?? (book.ledger.policy.recurringIsDraft ? "draft" : nil)
            try record(due, status: status)
            let table = try book.ledger.activities
            let entries = try (last + 1..<book.ledger.lastEntry.rawValue + 1).map { EntryID($0) }.filter { table.row(of: $0) != nil }
            if status == "draft", entries.contains(where: { table.row(of: $0).map { table.status(at: $0) != .draft } ?? false }) {
                throw LuaMisuse(
                    "its function posts by itself, and drafts are asked for", field: "status", hint: "let it give back what is to be recorded, or say status=\"draft\" in it")
            }
            // Where there was nothing to record, as money did not pay for a unit, the day is passed over.
            let isEmpty = try book.ledger.lastEntry.rawValue == last
            try book.settle(Occurrence(rule: rule.name, day: day, state: isEmpty ? .skipped : .posted, first: entries.first))
            return try described(due, entries, isEmpty: isEmpty)
        }
    }

    /// Whether a rule is unchanged since its day was found due, and not paused.
    private func isStanding(_ due: RecurringDue) throws -> Bool {
        guard let scripted = recurring.scripted(due.rule.name) else { return try recurring.stored(due.rule.name) == due.rule }
        return try recurring.rested(scripted).rule.pausedFrom.map { due.place.date < $0 } ?? true
    }

    /// An error with the rule and the day in front of its message. What stops the whole session stays as it is.
    private func told(_ error: any Error, of due: RecurringDue) -> any Error {
        let failure = error as? LuaFailure
        if Self.stopsAll(error) { return error }
        guard let raisable = failure ?? error as? any LuaRaisable else { return error }
        let isAhead = raisable.luaKind == "future_date"
        let hint = isAhead ? "post up to today only, or let the rule make drafts: status=\"draft\"" : Self.withWays(raisable.hint, raisable.luaKind, of: due)
        return LuaMisuse("\"\(due.rule.name)\" for \(due.place.nominal): \(raisable.message)", field: raisable.field, hint: hint, kind: raisable.luaKind)
    }

    /// A hint for a missing price or rate, which holds up the later days of the rule too: how to skip the day.
    private static func withWays(_ hint: String?, _ kind: String, of due: RecurringDue) -> String? {
        guard ["no_price", "stale_price", "no_rate", "stale_rate"].contains(kind) else { return hint }
        let name = due.rule.name.contains(" ") ? "\"\(due.rule.name)\"" : due.rule.name
        let calendar = due.rule.calendar == nil && kind.hasSuffix("price") ? "; a calendar= in the rule moves days off holidays" : ""
        return "\(hint.map { $0 + "; " } ?? "")recurring skip \(name) on \(due.place.nominal) passes the day over\(calendar)"
    }

    /// Whether an error stops all rules: an interrupt, the end of the session, a book that cannot be written.
    package static func stopsAll(_ error: any Error) -> Bool {
        let cause = (error as? LuaFailure)?.underlying ?? error
        return cause is LuaStop || cause is ExitRequest || cause is StorageError
    }

    private func record(_ due: RecurringDue, status: String?) throws {
        let scripted = recurring.scripted(due.rule.name)
        let entry = RecurringEntry(recurring: recurring, due: due, status: status, amount: scripted?.amount)
        guard let function = scripted?.record else { return try entry.record(due.rule.record.map { ($0.name, .string($0.text)) }) }
        let before = try book.ledger.lastEntry, answer = try runtime.lua.call(function, entry.arguments).first ?? .none
        if let list = try answer.items(of: "its list of records", beside: nil), !list.isEmpty {
            _ = try answer.items(of: "its list of records")
            for item in list {
                guard let fields = item.fields else { throw noRecord(item) }
                try entry.record(fields.map { ($0.name, $0.value) })
            }
        } else if let fields = answer.fields {
            if !fields.isEmpty { try entry.record(fields.map { ($0.name, $0.value) }) }
        } else if !answer.isNone, try book.ledger.lastEntry == before {
            // What it recorded by itself may well be its answer too.
            throw noRecord(answer)
        }
    }

    private func noRecord(_ value: LuaValue) -> LuaMisuse {
        LuaMisuse("its function gave \(PlainText.typeName(of: value)), which is no record", hint: "give back a table such as {type=\"deposit\", account=…, amount=…}, or nothing")
    }

    private func described(_ due: RecurringDue, _ entries: [EntryID], isEmpty: Bool) throws -> RecurringResult {
        let ledger = try book.ledger, table = ledger.activities, rows = entries.compactMap(table.row(of:))
        func name(_ row: Int) -> String { ledger[table.account(at: row)].name }
        var what = "\(rows.count) activities", told: Int?
        if rows.isEmpty {
            what = isEmpty ? "nothing to record, skipped" : "nothing"
        } else if rows.count == 1 {
            let units = table.instrument(at: rows[0]).map { [table.quantity(at: rows[0])?.description, ledger[$0].symbol].compactMap { $0 } } ?? []
            what = ([table.kind(at: rows[0]).rawValue] + units + ["in", name(rows[0])]).joined(separator: " ")
            told = rows[0]
        } else if rows.count == 2, table.kind(at: rows[0]) == .transferOut, table.kind(at: rows[1]) == .transferIn {
            what = "transfer from \(name(rows[0])) to \(name(rows[1]))"
            told = rows[0]
        }
        return RecurringResult(due: due, entries: entries, isEmpty: isEmpty, what: what, amount: told.flatMap(table.amount(at:)), currency: told.map(table.currency(at:)))
    }

    /// Posts the drafts that one rule or all rules made, and gives the entries that stand for them now.
    func approve(_ name: String?, to day: Day?) throws -> [EntryID] {
        try book.append(contentsOf: [])
        let ledger = try book.ledger, table = ledger.activities
        var activities: [Activity] = []
        for rule in try name.map({ [$0] }) ?? book.plans.settledRules {
            for occurrence in ledger.plans.occurrences(of: rule) where occurrence.state == .posted {
                for row in try recordedRows(of: occurrence, table) {
                    let standing = table.amended(row)
                    guard table.status(at: standing) == .draft, !table.isVoid(at: standing), day.map({ table.date(at: standing) <= $0 }) ?? true else { continue }
                    var activity = table.activity(at: standing)
                    activity.status = .posted
                    activity.detail = (activity.detail ?? ActivityDetail()).amending(table.id(at: standing))
                    activities.append(activity)
                }
            }
        }
        return try book.append(contentsOf: activities).map { EntryID($0) }
    }

    /// The rows of the activities that were recorded for a day: those between its first entry and the one that settles it.
    func recordedRows(of occurrence: Occurrence, _ table: ActivityTable) throws -> [Int] {
        guard let first = occurrence.first, let last = try book.plans.entry(of: occurrence.rule, on: occurrence.day) else { return [] }
        return (first.rawValue..<last.rawValue).compactMap { table.row(of: EntryID($0)) }
    }
}
