import LuaKit
import Plans
import Storage
import Values

/// What recurring rules ask of the reserve plan.
enum SplitByPlan {
    /// What an amount is split into: what goes to each account, and what has no place in the plan.
    struct Parts {
        var accounts: [(account: String, amount: FixedDecimal)] = []
        var rest = FixedDecimal.zero
    }

    /// Splits an amount as `allocate` does, with the balances of a day; one sum an account, in the order in which they are filled.
    static func parts(of amount: FixedDecimal, _ book: Book, on day: Day) throws -> Parts {
        guard let plan = try ReserveQuestion.known(nil, book) else {
            throw LuaMisuse(try ReserveQuestion.missing(nil, book), field: "split", hint: "plan{ready=true} begins one with six tiers", kind: "no_plan")
        }
        let question = try ReserveQuestion(book, plan, on: day)
        var parts = Parts()
        for row in try ReserveAllocator(question.standing, limits: question.limits().map(\.limit), digits: question.digits).allocate(amount) where row.amount > .zero {
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

    /// The most that an account may hold by the reserve plan; nil where it says nothing.
    static func cap(of account: String, _ book: Book) throws -> FixedDecimal? { try ReserveQuestion.known(nil, book)?.cap(of: account) }
}
