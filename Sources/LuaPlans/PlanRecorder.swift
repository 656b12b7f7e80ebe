import Frames
import Ledger
import LuaKit
import LuaSurface
import Storage
import Values

/// Records the deposits and transfers that a proposal comes to, by the arguments of `apply`.
struct PlanRecorder {
    private let book: Book
    private let day: Day
    private let today: Day
    private let status: String?
    private var entries: [EntryID] = []
    private var warnings: [FrameWarning] = []

    /// A recorder for one call of `apply`.
    ///
    /// - Parameter asked: the day of the proposal, for which the entries are unless the call says another.
    init(_ call: LuaCall, _ book: Book, on asked: Day) throws {
        self.book = book
        today = call.runtime.today
        day = try call.day("date") ?? asked
        guard day <= today else { throw LuaMisuse("apply: \(day) is after today, \(today)", field: "date", hint: "record it once the day has come") }
        status = try call.recordedStatus()
    }

    /// Records a deposit from outside, in the account's currency.
    mutating func deposit(_ amount: Money, in account: String, notes: String) throws {
        let amount = try exchanged(amount, for: account)
        try add(
            ActivityDraft(
                date: day, kind: "deposit", status: status, account: account, amount: amount.amount, currency: amount.currency.code, notes: notes))
    }

    /// Records a transfer between accounts, which arrives in the currency of the second one; nothing where both are the same.
    ///
    /// - Parameter isOwn: whether the money leaves in the first account's currency instead of its own.
    mutating func move(_ amount: Money, from: String, to: String, notes: String, isOwn: Bool = false) throws {
        if from == to { return }
        let left = isOwn ? try exchanged(amount, for: from) : amount, arrived = try exchanged(amount, for: to)
        var leaving = ActivityDraft(
            date: day, kind: "transfer_out", status: status, account: from, amount: left.amount, currency: left.currency.code, notes: notes)
        leaving.group = "transfer \(try book.ledger.lastEntry.rawValue + 1)"
        var arriving = leaving
        (arriving.kind, arriving.account) = ("transfer_in", to)
        (arriving.amount, arriving.currency) = (arrived.amount, arrived.currency.code)
        try add(leaving)
        try add(arriving)
    }

    /// An amount in the currency of an account, by the rate of the day.
    private mutating func exchanged(_ amount: Money, for account: String) throws -> Money {
        let ledger = try book.ledger, currency = try ledger[ledger.knownAccount(account)].currency
        if currency == amount.currency { return amount }
        guard let conversion = try book.rateGraph.conversion(from: amount.currency, to: currency, on: day) else {
            throw LuaMisuse(
                "apply: \"\(account)\" is kept in \(currency), and there is no rate from \(amount.currency) to \(currency) on \(day)",
                hint: "store one with rate{from=\"\(amount.currency)\", to=\"\(currency)\", date=\"\(day)\", rate=…}", kind: "no_rate")
        }
        let result = Money(try conversion.apply(amount.amount).rounded(to: currency.minorDigits ?? 2, .halfUp), currency)
        if let stale = conversion.warning(maximumAge: ledger.policy.rateMaxAge) { warnings.append(FrameWarning(kind: stale.kind, message: stale.message)) }
        warnings.append(FrameWarning(kind: "converted", message: "\(amount) are \(result) in \"\(account)\", by the rate of \(day)"))
        return result
    }

    private mutating func add(_ draft: ActivityDraft) throws { entries.append(try book.append(book.ledger.resolve(draft, today: today))) }

    /// The entries that were recorded, as a frame.
    func frame() throws -> Frame {
        try Recording.perform(book) { entries }.adding(warnings: warnings)
    }
}

extension LuaCall {
    /// The status argument of what a plan records, `posted` or `draft`; nil where it was left out.
    func recordedStatus() throws -> String? {
        guard let status = try string("status") else { return nil }
        guard [ActivityStatus.posted, .draft].map(\.rawValue).contains(status) else { throw mismatch("status", expected: "posted or draft") }
        return status
    }
}
