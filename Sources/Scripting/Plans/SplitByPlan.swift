import Frames
import Ledger
import LuaKit
import Plans
import Storage
import Values

/// What recurring rules ask of the reserve plan on a day, with the drafts that wait counted as if they were posted.
struct SplitByPlan {
    /// What an amount is split into: what goes to each account, and what has no place in the plan.
    struct Parts {
        var accounts: [(account: String, amount: FixedDecimal)] = []
        var rest = FixedDecimal.zero
    }

    private let question: ReserveQuestion
    private let standing: ReserveStanding

    /// The currency of the plan, in which all its figures are.
    var currency: Currency { question.currency }

    /// How the book's plan stands.
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
        try standing.unknown.forEach { _ = try balance(of: $0) }
        var parts = Parts()
        for row in try ReserveAllocator(standing, limits: question.limits(), digits: question.digits).allocate(amount) where row.amount > .zero {
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

    /// The most that an account may hold by the plan; nil where it says nothing.
    func cap(of account: String) -> FixedDecimal? { standing.plan.cap(of: account) }

    /// What an account of the plan is worth as the plan counts it.
    func balance(of account: String) throws -> FixedDecimal {
        if let balance = standing.balances[account] { return balance }
        let why = question.warnings.first { $0.message.contains("\"\(account)\"") } ?? question.warnings.first
        throw LuaMisuse("what \"\(account)\" is worth on \(question.day) is not known" + (why.map { ": \($0.message)" } ?? ""), field: "amount", kind: "unknown_worth")
    }
}
