import Frames
import Ledger
import LuaKit
import Plans
import Queries
import Storage
import Values

/// What drafts that wait up to a day would bring to each account, and take from it, once they are posted.
///
/// Only cash that moves by itself counts: the amount of a drafted purchase is settled when it is posted.
struct WaitingDrafts {
    private let book: Book
    private let day: Day
    private var rows: [(account: AccountID, currency: Currency, amount: FixedDecimal)] = []

    /// The drafts of a book up to a day.
    init(_ book: Book, through day: Day) throws {
        self.book = book
        self.day = day
        let table = try book.ledger.activities
        for row in 0..<table.count where table.status(at: row) == .draft && !table.isVoid(at: row) && table.amended(row) == row && table.date(at: row) <= day {
            guard let amount = try Self.cash(row, table) else { continue }
            rows.append((table.account(at: row), table.cashCurrency(at: row), try table.settled(amount, at: row)))
        }
    }

    /// The cash that they bring to an account in one currency; below zero where they take some.
    func cash(of account: AccountID, in currency: Currency) throws -> FixedDecimal {
        try rows.reduce(.zero) { sum, row in row.account == account && row.currency == currency ? try sum + row.amount : sum }
    }

    /// The cash that they bring to an account in all currencies, converted into one.
    func money(of account: String, in currency: Currency) throws -> FixedDecimal {
        guard let id = try book.ledger.account(named: account) else { return .zero }
        var conversion = try BaseConversion(book, to: currency, book.definitions.policy), sum = FixedDecimal.zero
        for row in rows where row.account == id {
            guard let amount = try conversion.convert(row.amount, from: row.currency, on: day) else {
                throw LuaMisuse(
                    "the drafts that wait in \"\(account)\" cannot be counted: there is no rate from \(row.currency) to \(currency) on \(day)",
                    hint: "store one with rate{from=\"\(row.currency)\", to=\"\(currency)\", date=…, rate=…}", kind: "no_rate")
            }
            sum = try sum + amount
        }
        return sum
    }

    private static func cash(_ row: Int, _ table: ActivityTable) throws -> FixedDecimal? {
        let rule = ActivityRule.rule(for: table.kind(at: row), table.subtype(at: row))
        switch rule.figuresForm {
        case .trade, .asTold: return nil
        case .transfer where table.instrument(at: row) != nil: return nil
        case .payment, .transfer, .fee, .tax:
            let costs = try table.fee(at: row) + table.tax(at: row), amount = table.amount(at: row) ?? .zero
            return try (rule.bringsCash ? amount : -amount) - costs
        }
    }
}

/// How a recurring rule splits an amount by the reserve plan on a day. Drafts that wait count as if they were posted.
struct SplitByPlan {
    /// A split amount: what goes to each account, and what has no place in the plan.
    struct Parts {
        var accounts: [(account: String, amount: FixedDecimal)] = []
        var rest = FixedDecimal.zero
    }

    private let question: ReserveQuestion
    private let standing: ReserveStanding

    /// The currency of the plan, in which all its figures are.
    var currency: Currency { question.currency }

    /// The split by the book's plan as it stands on a day.
    init(_ book: Book, on day: Day, field: String) throws {
        guard let plan = try ReserveQuestion.known(nil, book) else {
            throw LuaMisuse(try ReserveQuestion.missing(nil, book), field: field, hint: "plan{ready=true} begins one with six tiers", kind: "no_plan")
        }
        question = try ReserveQuestion(book, plan, on: day)
        var balances = question.standing.balances
        let waiting = try WaitingDrafts(book, through: day)
        for (name, balance) in balances { balances[name] = try balance + waiting.money(of: name, in: question.currency) }
        standing = try ReserveStanding(plan, balances: balances)
    }

    /// Splits an amount as `allocate` does; one sum an account, in the order in which they are filled.
    func parts(of amount: FixedDecimal) throws -> Parts {
        for account in standing.unknown { _ = try balance(of: account) }
        var parts = Parts()
        for row in try ReserveAllocator(standing, limits: question.limits().map(\.limit), digits: question.digits).allocate(amount) where row.amount > .zero {
            guard let account = row.account else {
                parts.rest = try parts.rest + row.amount
                continue
            }
            if let place = parts.accounts.firstIndex(where: { $0.account == account }) {
                parts.accounts[place].amount = try parts.accounts[place].amount + row.amount
            } else {
                parts.accounts.append((account, row.amount))
            }
        }
        return parts
    }

    /// The cap of an account in the plan; nil where it has none.
    func cap(of account: String) -> FixedDecimal? { standing.plan.cap(of: account) }

    /// What an account of the plan is worth as the plan counts it.
    func balance(of account: String) throws -> FixedDecimal {
        if let balance = standing.balances[account] { return balance }
        let why = question.warnings.first { $0.message.contains("\"\(account)\"") } ?? question.warnings.first
        throw LuaMisuse("what \"\(account)\" is worth on \(question.day) is not known" + (why.map { ": \($0.message)" } ?? ""), field: "amount", kind: "unknown_worth")
    }
}
