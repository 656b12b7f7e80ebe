import Formats
import Frames
import Ledger
import Storage
import Values

/// Telling of cash that was taken below zero, as the setting `negative_cash` has it: buying on credit is mostly a deposit that nobody recorded.
struct NegativeCash {
    private let overdraft: Overdraft
    private let account: String
    private let currencies: CurrencyTable

    init(_ overdraft: Overdraft, _ book: Book) throws {
        self.overdraft = overdraft
        account = try book.definitions[overdraft.account].name
        currencies = CurrencyModule.table(book)
    }

    /// The warnings of entries that were just recorded, one an account and currency.
    static func warnings(recorded entries: [EntryID], _ book: Book) throws -> [FrameWarning] {
        if entries.isEmpty { return [] }
        if try book.definitions.policy.negativeCash == .quiet { return [] }
        return try book.ledger.overdrafts(by: entries).map { FrameWarning(kind: "negative_cash", message: try NegativeCash($0, book).message) }
    }

    /// Refuses entries that were just recorded where they take cash below zero and the book minds that.
    static func refuse(_ entries: [EntryID], _ book: Book) throws {
        guard !entries.isEmpty, try book.definitions.policy.negativeCash == .refuse else { return }
        if let first = try book.ledger.overdrafts(by: entries).first { throw try NegativeCash(first, book).error }
    }

    /// Notes in a plan that was just imported, once an account, what it took below zero; refuses that where the book does.
    static func note(before: [CashBalance], in plan: inout ImportPlan, _ book: Book) throws {
        let rule = try book.definitions.policy.negativeCash, ledger = try book.ledger
        if rule == .quiet { return }
        let sunk = try ledger.cash().filter { cash in
            let earlier = before.first { $0.account == cash.account && $0.currency == cash.currency }?.balance ?? .zero
            return cash.balance.isNegative && cash.balance < earlier && ledger[cash.account].tracking != .value
        }
        if rule == .refuse, let first = sunk.first {
            throw LedgerError.negativeCash(account: ledger[first.account].name, currency: first.currency, balance: first.balance, day: nil)
        }
        var accounts: [AccountID] = []
        for cash in sunk where !accounts.contains(cash.account) { accounts.append(cash.account) }
        for account in accounts {
            let balances = sunk.filter { $0.account == account }.map { Money($0.balance, $0.currency).described(by: CurrencyModule.table(book)) }.joined(separator: " and ")
            plan.note(.negativeCash, sentence(ledger[account].name, balances))
        }
    }

    /// Why the entry is refused.
    var error: LedgerError { .negativeCash(account: account, currency: overdraft.currency, balance: overdraft.balance, day: overdraft.day) }

    private var message: String { Self.sentence(account, Money(overdraft.balance, overdraft.currency).described(by: currencies), on: overdraft.day) }

    private static func sentence(_ account: String, _ balances: String, on day: Day? = nil) -> String {
        let when = day.map { "was \(balances) at the end of \($0)" } ?? "is \(balances)"
        return "the cash of \"\(account)\" \(when): record the money that paid for it, or say setting(\"negative_cash\", \"quiet\")"
    }
}
