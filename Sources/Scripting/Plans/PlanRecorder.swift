import Frames
import Ledger
import LuaKit
import Storage
import Values

/// Records what a plan proposes, by the arguments of `apply`.
struct PlanRecorder {
    private let book: Book
    private let day: Day
    private let today: Day
    private let status: String?
    private var entries: [EntryID] = []

    init(_ call: LuaCall, _ book: Book) throws {
        self.book = book
        today = call.runtime.today
        day = try call.day("date") ?? today
        status = try call.string("status")
        if let status, status != "posted", status != "draft" { throw call.mismatch("status", expected: "posted or draft") }
    }

    /// Money that comes in from outside.
    mutating func deposit(_ amount: FixedDecimal, _ currency: Currency, in account: String, notes: String) throws {
        try add(ActivityDraft(date: day, kind: "deposit", status: status, account: account, amount: amount, currency: currency.code, notes: notes))
    }

    /// Money that goes from one account to another; nothing where both are one.
    mutating func move(_ amount: FixedDecimal, _ currency: Currency, from: String, to: String, notes: String) throws {
        if from == to { return }
        var leaving = ActivityDraft(date: day, kind: "transfer_out", status: status, account: from, amount: amount, currency: currency.code, notes: notes)
        leaving.group = "transfer \(try book.ledger.lastEntry.rawValue + 1)"
        var arriving = leaving
        (arriving.kind, arriving.account) = ("transfer_in", to)
        try add(leaving)
        try add(arriving)
    }

    private mutating func add(_ draft: ActivityDraft) throws { entries.append(try book.append(book.ledger.resolve(draft, today: today))) }

    /// What was recorded.
    func frame() throws -> Frame {
        try RecordModule.recorded(entries, book).adding(warnings: ContributionLimits(book).warnings(recorded: entries))
    }
}
