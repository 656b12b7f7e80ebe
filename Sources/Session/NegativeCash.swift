import Frames
import Ledger
import Queries
import Storage
import Values

/// Cash that was taken below zero, and what is said of it as the setting `negative_cash` has it. Mostly somebody forgot to record a deposit.
package struct NegativeCash {
    private let overdraft: Overdraft
    private let account: String
    private let currencies: CurrencyTable

    /// Cash of an account of a book that went below zero.
    init(_ overdraft: Overdraft, _ book: Book) throws {
        self.overdraft = overdraft
        account = try book.definitions[overdraft.account].name
        currencies = CurrencyTable(declaredIn: book)
    }

    /// The warnings of entries that were just recorded, one an account and currency.
    package static func warnings(recorded entries: [EntryID], _ book: Book) throws -> [FrameWarning] {
        if entries.isEmpty { return [] }
        if try book.definitions.policy.negativeCash == .quiet { return [] }
        return try book.ledger.overdrafts(by: entries).map { try NegativeCash($0, book).warning() }
    }

    /// The warnings of all that was recorded after an entry, one for each account and currency; none where the book does not want them.
    ///
    /// - Parameters:
    ///   - voided: entries that were voided since.
    ///   - isTried: whether nothing of it is kept.
    package static func warnings(since last: EntryID, voided: [EntryID], _ book: Book, isTried: Bool) throws -> [FrameWarning] {
        let ledger = try book.ledger
        guard ledger.policy.negativeCash == .warn else { return [] }
        return try ledger.overdrafts(since: last, voided: voided).map { try NegativeCash($0, book).warning(isTried: isTried) }
    }

    /// Refuses entries that were just recorded if they take cash below zero and the book is set to refuse that.
    package static func refuse(_ entries: [EntryID], _ book: Book) throws {
        guard !entries.isEmpty, try book.definitions.policy.negativeCash == .refuse else { return }
        if let first = try book.ledger.overdrafts(by: entries).first { throw try NegativeCash(first, book).error }
    }

    /// Why the entry is refused.
    var error: LedgerError { .negativeCash(account: account, currency: overdraft.currency, balance: overdraft.balance, day: overdraft.day) }

    private func warning(isTried: Bool = false) -> FrameWarning {
        let balance = Money(overdraft.balance, overdraft.currency).told(by: currencies)
        return FrameWarning(
            kind: "negative_cash", message: Self.sentence(account, balance, on: overdraft.day, isTried: isTried), subject: CashFrame.subject(account, overdraft.currency))
    }

    /// The sentence that an account's cash is below zero, and what to do.
    ///
    /// - Parameters:
    ///   - balances: the balance, in the currency that it is of.
    ///   - day: the day at whose end it was so; nil for the present.
    ///   - now: what it is at present, where that is below zero too.
    ///   - isTried: whether nothing of it is kept.
    package static func sentence(_ account: String, _ balances: String, on day: Day? = nil, now: String? = nil, isTried: Bool = false) -> String {
        let past = isTried ? "would have been" : "was", present = isTried ? "would be" : "is"
        let when = day.map { "\(past) \(balances) at the end of \($0)" + (now.map { ", and is \($0) now" } ?? "") } ?? "\(present) \(balances)"
        return "the cash of \"\(account)\" \(when): record the money that paid for it, or say setting(\"negative_cash\", \"quiet\")"
    }
}

/// What the running act has told of cash below zero, and what its trial branches would have brought about.
///
/// The frame of a verb warns of it, which only those see who show the frame. So the end of the act tells the rest: of entries that were recorded
/// in a loop, in a script, in a function, or whose frame went into a variable.
package struct CashWatch {
    /// The accounts and currencies that were told of, as `FrameWarning.subject` names them.
    package var told: Set<String> = []
    /// The warnings of branches that are thrown away, in the order in which they ran, one an account and currency.
    package var tried: [FrameWarning] = []

    /// Nothing yet.
    package init() {}

    /// Notes the warnings of a frame that was shown.
    package mutating func noteShown(_ frame: Frame) {
        for warning in frame.warnings where warning.kind == "negative_cash" { told.insert(warning.subject) }
    }

    /// Notes the warnings of a branch that is thrown away.
    package mutating func note(tried warnings: [FrameWarning]) {
        for warning in warnings where !tried.contains(where: { $0.subject == warning.subject }) { tried.append(warning) }
    }
}
