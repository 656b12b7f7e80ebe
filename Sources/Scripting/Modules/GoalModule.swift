import Frames
import JSON
import Ledger
import LuaKit
import Plans
import Storage
import Values

/// Sums that are to be there by a day.
enum GoalModule {
    static let module = Module("goals", [goal, goals])

    private static let goal = LuaFunction(
        "goal",
        [
            .required("name", .string, "What it is called, such as House."), .optional("amount", .decimal, "The sum."),
            .optional("by", .date, "The day by which it is to be there."), .optional("account", .account, "The account that is to be worth it."),
            .optional("portfolio", .string, "Or the portfolio."), .optional("tier", .string, "Or the tier of a reserve plan."),
            .optional("plan", .string, "The reserve plan of the tier; the only one, or the one called Reserve."),
            .optional("rate", .yearlyRate, "The growth of a year that is assumed, such as \"4%\".", default: "\"0%\""),
            .optional("currency", .currency, "The currency of the sum; that of the account or the plan, or the book's base currency."),
            .optional("remove", .boolean, "Takes the goal away.", default: "false"),
        ],
        returns: "frame?", summary: "Fetches a goal as it stands today; with further fields, defines it or changes them.",
        example: "goal{name=\"House\", amount=50000, by=\"2030-12-31\", account=\"Savings\"}[1].target --> 50000"
    ) { call in
        let book = try call.book(), name = try call.string("name") ?? ""
        let known = try book.plans.document(.goal, named: name).map(GoalQuestion.goal)
        let fields = ["amount", "by", "account", "portfolio", "tier", "plan", "rate", "currency"], isChanged = fields.contains(where: call.has)
        let isRemoved = try call.boolean("remove") ?? false
        guard known != nil || isChanged && !isRemoved else {
            let near = nearestName(to: name, in: try book.plans.documents(.goal).map(\.name)).map { "did you mean \"\($0)\"?" }
            if isRemoved { throw LuaMisuse("goal: there is no goal \"\(name)\"", field: "name", hint: near, kind: "unknown_goal") }
            return call.notFound("there is no goal \"\(name)\"\(near.map { "; \($0)" } ?? "")")
        }
        if isRemoved {
            try book.keep(PlanDocument(kind: .goal, name: name, body: ""))
            return call.reply(true)
        }
        let goal = try isChanged ? changed(known, name, call) : known!
        if isChanged { try book.keep(PlanDocument(kind: .goal, name: name, body: goal.json.text())) }
        return try call.reply(GoalsFrame.make([goal], book, on: call.runtime.today))
    }

    /// The goal with what the call says of it.
    private static func changed(_ known: Goal?, _ name: String, _ call: LuaCall) throws -> Goal {
        guard let amount = try call.decimal("amount").map({ try call.unit("currency")?.scaled($0) ?? $0 }) ?? known?.amount else { throw LuaMisuse("goal: amount is missing: the sum that is to be there", field: "amount") }
        guard let by = try call.day("by") ?? known?.by else { throw LuaMisuse("goal: by is missing: the day by which the sum is to be there", field: "by") }
        guard let scope = try scope(call) ?? known?.scope else {
            throw LuaMisuse("goal: say what is to be worth it: account, portfolio or tier", field: "account")
        }
        let isElsewhere = known.map { $0.scope != scope } ?? true
        let currency = try call.currency("currency") ?? (isElsewhere ? currency(of: scope, call) : known!.currency)
        return try Goal(name: name, amount: amount, by: by, scope: scope, rate: call.yearlyRate("rate") ?? known?.rate ?? .zero, currency: currency)
    }

    private static func scope(_ call: LuaCall) throws -> Goal.Scope? {
        let names = try call.book().definitions, account = try call.accountName("account"), portfolio = try call.string("portfolio"), tier = try call.string("tier")
        guard [account, portfolio, tier].compactMap(\.self).count < 2 else {
            throw LuaMisuse("goal: it is of an account, a portfolio or a tier, and of one of them only", field: "account")
        }
        if let account { return .account(names[try names.knownAccount(account)].name) }
        if let portfolio {
            let known = Set(names.accounts.map(\.portfolio)).subtracting([""]).sorted()
            guard known.contains(portfolio) else {
                let hint = nearestName(to: portfolio, in: known).map { "did you mean \"\($0)\"?" }
                throw LuaMisuse("goal: no account is in the portfolio \"\(portfolio)\"", field: "portfolio", hint: hint, kind: "unknown_portfolio")
            }
            return .portfolio(portfolio)
        }
        guard let tier else { return nil }
        let plan = try call.string("plan"), reserve = try ReserveQuestion.required(plan, call)
        guard reserve.place(ofTier: tier) != nil else {
            let hint = nearestName(to: tier, in: reserve.tiers.map(\.name)).map { "did you mean \"\($0)\"?" }
            throw LuaMisuse("goal: the plan \"\(reserve.name)\" has no tier \"\(tier)\"", field: "tier", hint: hint, kind: "unknown_tier")
        }
        return .tier(tier, plan: plan)
    }

    private static func currency(of scope: Goal.Scope, _ call: LuaCall) throws -> Currency {
        let names = try call.book().definitions
        switch scope {
        case .account(let name): return names[try names.knownAccount(name)].currency
        case .tier(_, let plan): return try Currency(ReserveQuestion.required(plan, call).currency)
        case .portfolio(let name):
            let currencies = Set(names.accounts.filter { $0.portfolio == name }.map(\.currency)).sorted()
            if let currency = names.policy.baseCurrency ?? (currencies.count == 1 ? currencies[0] : nil) { return currency }
            throw LuaMisuse("goal: the accounts are in \(currencies.map(\.code).joined(separator: ", "))", field: "currency", hint: "say currency=\"\(currencies[0])\"")
        }
    }

    private static let goals = LuaFunction(
        "goals", BookFilter.parameters(["on"]), returns: "frame",
        summary: "The goals: what is there and missing, what must be saved each month and was on average in the last twelve, and the day that leads to. With g = (1 + rate)^(1/12), "
            + "a sum s and a a month become s·gⁿ + a·(gⁿ - 1)/(g - 1) in n months (ordinary annuity). "
            + "Where something has no price or no rate, current is that of the rest, left_out names it, and missing, needed, on_track and projected are empty.",
        example: "goal{name=\"House\", amount=50000, by=\"2030-12-31\", account=\"Savings\"} return goals{on=\"2014-06-30\"}[1].name --> House"
    ) { call in
        let book = try call.book(), day = min(try call.day("on") ?? call.runtime.today, call.runtime.today)
        return try call.reply(GoalsFrame.make(book.plans.documents(.goal).map(GoalQuestion.goal), book, on: day))
    }
}
