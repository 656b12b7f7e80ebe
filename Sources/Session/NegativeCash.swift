import Formats
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

    /// Notes in the plan of an import which cash it took below zero at the end of any day: once an account and currency, with the first such day.
    /// Where the book refuses it, the rows that did it are refused.
    ///
    /// - Parameters:
    ///   - last: the last entry before the plan was carried out.
    ///   - ledger: with the plan in it.
    package static func look(at plan: inout ImportPlan, since last: EntryID, in ledger: Ledger, _ currencies: CurrencyTable) throws(LedgerError) {
        let rule = ledger.policy.negativeCash
        if rule == .quiet { return }
        for shortfall in try ledger.shortfalls(since: last, voided: plan.replaced) {
            let name = ledger[shortfall.account].name
            // What was voided alone takes cash by no row.
            if rule == .refuse, !shortfall.entries.isEmpty {
                for (entry, day, balance) in shortfall.entries {
                    plan.refuse(entry, as: .negativeCash(account: name, currency: shortfall.currency, balance: balance, day: day))
                }
                continue
            }
            if rule == .refuse { throw .negativeCash(account: name, currency: shortfall.currency, balance: shortfall.balance, day: shortfall.day) }
            func told(_ balance: FixedDecimal) -> String { Money(balance, shortfall.currency).told(by: currencies) }
            plan.note(
                .negativeCash, sentence(name, told(shortfall.balance), on: shortfall.day, now: shortfall.now.isNegative ? told(shortfall.now) : nil),
                about: CashFrame.subject(name, shortfall.currency))
        }
    }

    /// Why the entry is refused.
    var error: LedgerError { .negativeCash(account: account, currency: overdraft.currency, balance: overdraft.balance, day: overdraft.day) }

    private func warning(isTried: Bool = false) -> FrameWarning {
        let balance = Money(overdraft.balance, overdraft.currency).told(by: currencies)
        return FrameWarning(
            kind: "negative_cash", message: Self.sentence(account, balance, on: overdraft.day, isTried: isTried), subject: CashFrame.subject(account, overdraft.currency))
    }

    private static func sentence(_ account: String, _ balances: String, on day: Day? = nil, now: String? = nil, isTried: Bool = false) -> String {
        let past = isTried ? "would have been" : "was", present = isTried ? "would be" : "is"
        let when = day.map { "\(past) \(balances) at the end of \($0)" + (now.map { ", and is \($0) now" } ?? "") } ?? "\(present) \(balances)"
        return "the cash of \"\(account)\" \(when): record the money that paid for it, or say setting(\"negative_cash\", \"quiet\")"
    }
}
