import Frames
import JSON
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// `goal` and `goals`: sums to be saved by a day.
package enum GoalModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("goals", [goal, goals], questions: ["goals"])

    private static let goal = LuaFunction(
        "goal",
        [
            .required("name", .string, "What it is called, such as House."), .optional("amount", .decimal, "The sum."),
            .optional("by", .date, "The day by which it is to be there."),
            .optional("account", .account, "The account that is to be worth it; all of them together where none is named, nor a portfolio or a tier."),
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
            let near = Suggestion(for: name, in: try book.plans.documents(.goal).map(\.name))?.question
            if isRemoved { throw LuaMisuse("goal: there is no goal \"\(name)\"", field: "name", hint: near, kind: "unknown_goal") }
            return call.notFound("there is no goal \"\(name)\"\(near.map { "; \($0)" } ?? "")")
        }
        if isRemoved {
            try book.keep(PlanDocument(kind: .goal, name: name, body: ""))
            return call.reply(true)
        }
        let goal = try isChanged ? changed(known, name, call) : known!
        if isChanged { try book.keep(PlanDocument(kind: .goal, name: name, body: goal.json.text())) }
        return try call.reply(GoalsFrame.make([goal], book, on: call.runtime.today, BookFilter(QuerySource(call))))
    }

    /// The goal, changed as the call says.
    private static func changed(_ known: Goal?, _ name: String, _ call: LuaCall) throws -> Goal {
        guard let amount = try call.decimal("amount").map({ try call.unit("currency")?.scaled($0) ?? $0 }) ?? known?.amount else {
            throw LuaMisuse("goal: amount is missing: the sum that is to be there", field: "amount")
        }
        guard let by = try call.day("by") ?? known?.by else { throw LuaMisuse("goal: by is missing: the day by which the sum is to be there", field: "by") }
        let scope = try scope(call) ?? known?.scope ?? .book
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
                let hint = Suggestion(for: portfolio, in: known)?.question
                throw LuaMisuse("goal: no account is in the portfolio \"\(portfolio)\"", field: "portfolio", hint: hint, kind: "unknown_portfolio")
            }
            return .portfolio(portfolio)
        }
        guard let tier else { return nil }
        let plan = try call.string("plan"), reserve = try ReserveQuestion.required(plan, call)
        guard reserve.place(ofTier: tier) != nil else {
            let tiers = reserve.tiers.map(\.name), hint = Suggestion(for: tier, in: tiers)?.question ?? "its tiers are \(tiers.joined(separator: ", "))"
            throw LuaMisuse("goal: the plan \"\(reserve.name)\" has no tier \"\(tier)\"", field: "tier", hint: hint, kind: "unknown_tier")
        }
        return .tier(tier, plan: plan)
    }

    private static func currency(of scope: Goal.Scope, _ call: LuaCall) throws -> Currency {
        let names = try call.book().definitions
        switch scope {
        case .account(let name): return names[try names.knownAccount(name)].currency
        case .tier(_, let plan): return try Currency(ReserveQuestion.required(plan, call).currency)
        case .portfolio, .book:
            let currencies = Set(names.accounts.filter { !$0.isErased && (scope == .book || scope == .portfolio($0.portfolio)) }.map(\.currency)).sorted()
            if currencies.isEmpty, names.policy.baseCurrency == nil { throw LuaMisuse("goal: the book has no account yet", field: "currency", hint: "say currency=\"EUR\"") }
            if let currency = names.policy.baseCurrency ?? (currencies.count == 1 ? currencies[0] : nil) { return currency }
            throw LuaMisuse("goal: the accounts are in \(currencies.map(\.code).joined(separator: ", "))", field: "currency", hint: "say currency=\"\(currencies[0])\"")
        }
    }

    private static let goals = LuaFunction(
        "goals", BookFilter.parameters(["on", "tag"]), returns: "frame",
        summary:
            "The goals: what is there and missing, what must be saved each month and was on average in the last twelve, and the day that leads to. With g = (1 + rate)^(1/12), "
            + "a sum s and a a month become s·gⁿ + a·(gⁿ - 1)/(g - 1) in n months (ordinary annuity). "
            + "Where something has no price or no rate, current is that of the rest, left_out names it, and missing, needed, on_track and projected are empty. "
            + "With tag, the goals of accounts that have it.",
        example: "goal{name=\"House\", amount=50000, by=\"2030-12-31\", account=\"Savings\"} return goals{on=\"2014-06-30\"}[1].name --> House"
    ) { call in
        let book = try call.book(), day = min(try call.day("on") ?? call.runtime.today, call.runtime.today)
        let filter = try BookFilter(call, taking: ["tag"], tagsOf: .accounts)
        return try call.reply(GoalsFrame.make(book.plans.documents(.goal).map(GoalQuestion.goal), book, on: day, filter))
    }
}

/// The answer of `goals`: a row for each goal and its progress.
private enum GoalsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("name").ranked(.leading), .text("of"), .money("target", total: .none).ranked(.leading), .day("by").ranked(.leading),
        .money("current", total: .none).ranked(.leading), .money("missing").ranked(.useful), .int("months"),
        .money("needed").ranked(.deciding), .money("saved"), .bool("on_track").ranked(.deciding), .day("projected").ranked(.useful), .share("rate"), .text("currency"),
        .remark("left_out"),
    ]

    /// The frame of the goals as they stand on a day, as far as their accounts pass a filter.
    static func make(_ goals: [Goal], _ book: Book, on day: Day, _ filter: BookFilter) throws -> Frame {
        var builder = FrameBuilder("goals", schemas)
        for goal in goals {
            var told: [FrameWarning] = []
            guard let notes = try filter.part(of: GoalQuestion.accounts(of: goal, book, &told), book.definitions, called: "the goal \(quoted(goal.name))") else { continue }
            for warning in notes { builder.add(warning: warning.kind, warning.message) }
            let question = try GoalQuestion(goal, book, on: day), progress = question.progress
            // What is there and what is lacking to the goal does not hang on what was saved, nor that on what is there; what is there may be known in part,
            // from which what is lacking would come out too large.
            let saving = question.isSavingKnown ? progress : nil, isTold = question.current != nil
            try builder.append([
                .text(goal.name), .text(goal.subject), .decimal(goal.amount), .day(goal.by), .optional(question.current), .optional(progress?.missing),
                isTold ? .int(Int64(question.months)) : .none, .optional(progress?.needed), .optional(isTold && question.isSavingKnown ? question.saved : nil),
                saving.map { .bool($0.isOnTrack) } ?? .none, .optional(saving?.projected), goal.rate.isZero ? .none : .decimal(goal.rate),
                .text(goal.currency.code), .optional(question.leftOut.joined(separator: ", ")),
            ])
            for warning in question.warnings { builder.add(warning: warning.kind, warning.message) }
        }
        return builder.frame()
    }
}

/// The progress of a goal on a day: what its accounts are worth, and what was saved in the twelve months before.
struct GoalQuestion {
    /// The goal.
    let goal: Goal
    /// The progress; nil where the worth of an account, or a rate, is not known.
    let progress: GoalProgress?
    /// The known worth of its accounts; nil where nothing of it is known.
    let current: FixedDecimal?
    /// What the known worth leaves out; empty where all of it is known.
    let leftOut: [String]
    /// Whole months until its day, and the average saved in a month. Neither depends on what the accounts are worth.
    let months: Int, saved: FixedDecimal
    /// Whether the savings are known: they are not where a rate or the cost of contributed units is missing.
    let isSavingKnown: Bool
    /// Warnings of missing prices and rates, and of accounts that the goal names and the book does not have.
    private(set) var warnings: [FrameWarning] = []

    /// Works out the progress of a goal on a day.
    init(_ goal: Goal, _ book: Book, on day: Day) throws {
        self.goal = goal
        let accounts = try Self.accounts(of: goal, book, &warnings)
        let worth = try Self.worth(goal, accounts, book, on: day, &warnings)
        (current, leftOut) = (accounts.isEmpty ? nil : worth?.sum, worth?.leftOut ?? [])
        let known = leftOut.isEmpty ? current : nil
        let first = try day.adding(months: -12).adding(days: 1)
        let (saved, lacking) = try Self.saved(in: Set(accounts.compactMap(book.ledger.account(named:))), book, goal.currency, from: first, to: day)
        // What the accounts are worth lacks the same rates: one warning for each is enough.
        let lacksRate = warnings.contains { $0.kind == "no_rate" }
        warnings += lacking.filter { $0.kind != "no_rate" || !lacksRate }.map { FrameWarning(kind: $0.kind, message: $0.message) }
        if let sum = current, !leftOut.isEmpty {
            let told = Money(sum, goal.currency).told(by: CurrencyTable(declaredIn: book))
            warnings.append(
                FrameWarning(
                    kind: "left_out",
                    message:
                        "the \(told) there of the goal \"\(goal.name)\" are without \(leftOut.joined(separator: ", ")); missing, needed, on_track and projected need all that is there, and are empty"
                ))
        }
        months = GoalProgress.months(from: day, to: goal.by)
        self.saved = try saved / 12
        if goal.by < day, known.map({ $0 < goal.amount }) ?? true {
            warnings.append(FrameWarning(kind: "past", message: "the day of the goal \"\(goal.name)\", \(goal.by), has passed; say by=… for a later one"))
        }
        isSavingKnown = lacking.isEmpty
        guard let known else {
            progress = nil
            return
        }
        let progress = try GoalProgress(goal, on: day, current: known, savedInYear: saved, digits: goal.currency.minorDigits ?? 2)
        if isSavingKnown, progress.projected == nil {
            let what =
                saved > .zero
                ? "what was saved for \"\(goal.name)\" from \(first) to \(day) does not get there in 200 years" : "nothing was saved for \"\(goal.name)\" from \(first) to \(day)"
            warnings.append(FrameWarning(kind: "nothing_saved", message: "\(what), so no day can be told"))
        }
        self.progress = progress
    }

    /// Reads a goal from the document that the book keeps.
    static func goal(_ document: PlanDocument) throws -> Goal {
        do {
            return try Goal(name: document.name, json: JSONReader.read(Array(document.body.utf8)))
        } catch let fault as JSONReader.Fault {
            throw LuaMisuse("the goal \"\(document.name)\" cannot be read: \(fault)", kind: "malformed")
        }
    }

    /// The accounts of a goal, with a warning for each that it names and the book does not have.
    fileprivate static func accounts(of goal: Goal, _ book: Book, _ warnings: inout [FrameWarning]) throws -> [String] {
        func gone(_ what: String) -> [String] {
            warnings.append(FrameWarning(kind: "unknown_scope", message: "the goal \"\(goal.name)\" is of the \(what), which is not there"))
            return []
        }
        switch goal.scope {
        case .account(let name): return try book.definitions.account(named: name) == nil ? gone("account \"\(name)\"") : [name]
        case .portfolio(let name):
            let names = try book.definitions.accounts.filter { !$0.isErased && $0.portfolio == name }.map(\.name)
            return names.isEmpty ? gone("portfolio \"\(name)\"") : names
        case .book: return try book.definitions.accounts.filter { !$0.isErased }.map(\.name)
        case .tier(let name, let plan):
            guard let reserve = try ReserveQuestion.known(plan, book), let place = reserve.place(ofTier: name) else { return gone("tier \"\(name)\"") }
            return reserve.tiers[place].accounts.map(\.name)
        }
    }

    /// The worth of the accounts in the goal's currency as far as it is known, and what that leaves out; nil where nothing is known. An account in
    /// several tiers counts with the part that the tier has of it.
    private static func worth(
        _ goal: Goal, _ accounts: [String], _ book: Book, on day: Day, _ warnings: inout [FrameWarning]
    ) throws -> (sum: FixedDecimal, leftOut: [String])? {
        guard case .tier(let name, let plan) = goal.scope, let reserve = try ReserveQuestion.known(plan, book), let place = reserve.place(ofTier: name) else {
            let worths = try AccountWorths(accounts, book, in: goal.currency, on: day)
            warnings += worths.warnings
            let told = accounts.compactMap { worths.values[$0] ?? worths.parts[$0] }
            if told.isEmpty { return nil }
            var seen: Set<String> = []
            return (try told.reduce(FixedDecimal.zero) { try $0 + $1 }, accounts.flatMap { worths.leftOut[$0] ?? [] }.filter { seen.insert($0).inserted })
        }
        let currency = try Currency(reserve.currency)
        warnings += try AccountWorths(accounts, book, in: currency, on: day).warnings
        for account in accounts where reserve.tiers.filter({ $0.accounts.contains { $0.name == account } }).count > 1 {
            warnings.append(
                FrameWarning(
                    kind: "shared_account", message: "\"\(account)\" is in other tiers too: what is there counts as far as it is this tier's, and all that was saved"))
        }
        let (tier, leftOut) = try ReserveQuestion(book, reserve, on: day).told(place)
        guard let tier else {
            warnings.append(FrameWarning(kind: "unknown_worth", message: "what the tier \"\(name)\" holds on \(day) is not known"))
            return nil
        }
        guard let worth = try book.rateGraph.worth(of: tier.total, in: currency, as: goal.currency, on: day) else {
            let warning = LedgerWarning.noRate(from: currency, to: goal.currency, day: day)
            warnings.append(FrameWarning(kind: warning.kind, message: warning.message))
            return nil
        }
        return (worth, leftOut)
    }

    /// What was paid into the accounts from outside less what was taken out, by the rates of the days.
    private static func saved(
        in accounts: Set<AccountID>, _ book: Book, _ currency: Currency, from: Day, to: Day
    ) throws -> (sum: FixedDecimal, lacking: [LedgerWarning]) {
        let ledger = try book.ledger, graph = try book.rateGraph
        var sum = FixedDecimal.zero, lacking: [LedgerWarning] = [], lacked = Set<Currency>(), arrivals: [LedgerWarning]?
        for item in try ledger.contributions(from: from, to: to, among: accounts, counting: (currency, graph)) where ContributionLimits.isPayment(item, ledger) {
            guard item.costKnownFrom == nil, let amount = try graph.worth(of: item, as: currency) else {
                if item.costKnownFrom != nil || lacked.insert(item.currency).inserted { lacking.append(try graph.lacking(for: item, as: currency, ledger, &arrivals)) }
                continue
            }
            sum = try sum + amount
        }
        return (sum, lacking)
    }
}
