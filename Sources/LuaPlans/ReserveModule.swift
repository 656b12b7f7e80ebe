import Frames
import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Sentences
import Storage
import Values

/// Functions of reserve plans: money put aside in tiers, where new money goes, and what it will earn.
package enum ReserveModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("reserve", [plan, plans, tier, tiers, allocate, tierTransfers, forecast], questions: ["plans", "tiers", "forecast"])

    private static let plan = LuaFunction(
        "plan",
        [
            .optional("name", .string, "What it is called.", default: "\"Reserve\""),
            .optional("currency", .currency, "The currency of its targets and caps; the book's base currency."),
            .optional("ready", .boolean, "Begins with six tiers: Buffer, Emergency, Projects, Growth, Taxes, Holding.", default: "false"),
            .optional("remove", .boolean, "Takes the plan out of the book; accounts and money stay.", default: "false"),
        ],
        returns: "frame?", summary: "Fetches a reserve plan, as a whole; with further fields, defines it or changes it.",
        example: "plan{ready=true}[1].tiers --> 6"
    ) { call in
        let book = try call.book(), name = try call.string("name"), known = try ReserveQuestion.known(name, book)
        let isDefinition = try call.isNamed && (call.has("currency") || call.boolean("ready") ?? false)
        if try call.boolean("remove") ?? false {
            try book.keep(PlanDocument(kind: .reserve, name: ReserveQuestion.required(name, call).name, body: ""))
            return try call.reply(TiersFrame.plans([]))
        }
        guard isDefinition else {
            guard let known else {
                if name == nil, try book.plans.documents(.reserve).isEmpty { return try call.reply(TiersFrame.plans([]).adding(warnings: [ReserveQuestion.noPlan])) }
                return call.notFound(try ReserveQuestion.missing(name, book))
            }
            return try call.reply(TiersFrame.plans([question(known, call)]))
        }
        var plan = try known ?? ReservePlan(name: name ?? "Reserve", currency: (call.currency("currency") ?? ReserveQuestion.currency(call)).code)
        if let currency = try call.currency("currency") { plan.currency = currency.code }
        if try call.boolean("ready") ?? false {
            guard plan.tiers.isEmpty else {
                throw LuaMisuse(
                    "plan: \"\(plan.name)\" has \(plan.tiers.count) tiers already", field: "ready", hint: "give the new plan another name, or remove this one",
                    kind: "already_there")
            }
            plan.tiers = ReservePlan.ready(name: plan.name, currency: plan.currency).tiers
        }
        try ReserveQuestion.keep(plan, book)
        return try call.reply(TiersFrame.plans([question(plan, call)]))
    }

    private static func question(_ plan: ReservePlan, _ call: LuaCall) throws -> ReserveQuestion {
        try ReserveQuestion(call.book(), plan, on: call.runtime.today)
    }

    private static let plans = LuaFunction(
        "plans", returns: "frame", summary: "The reserve plans of the book, a row each: what they are to hold, what they hold, and what they lack.",
        example: "plans():count() --> 0"
    ) { call in
        let documents = try call.book().plans.documents(.reserve)
        return try call.reply(TiersFrame.plans(documents.map { try question(ReserveQuestion.plan($0), call) }))
    }

    private static let tier = LuaFunction(
        "tier",
        [
            .required("name", .string, "What it is called."), .optional("purpose", .string, "What it is for; Growth in it takes what is left over."),
            .optional("target", .decimal, "How much it shall hold."), .optional("priority", .decimal, "The lower, the sooner it is filled; behind the others."),
            .optional("preferred", .account, "The account that is filled first; \"\" for none."),
            .optional("accounts", .table, "Where it is kept: {{account=\"Savings\", weight=2, cap=2500, apy=\"3.9%\", notes=\"\"}, …}, names alone, or {Savings=2, Current=1}."),
            .optional("plan", .string, "The reserve plan; the only one, or the one called Reserve."),
            .optional("remove", .boolean, "Takes the tier out of the plan; accounts and money stay.", default: "false"),
        ],
        returns: "frame?", summary: "Fetches a tier by name; with further fields, defines it or changes it. Where there is no plan, one called Reserve begins.",
        example: "tier{name=\"Buffer\", target=3000, accounts={\"Savings\"}}[1].target --> 3000"
    ) { call in
        let book = try call.book(), name = try call.string("name") ?? "", planName = try call.string("plan")
        let known = try ReserveDraft(planName, call), place = known?.plan.place(ofTier: name)
        let fields = ["purpose", "target", "priority", "preferred", "accounts", "remove"]
        guard call.isNamed, fields.contains(where: call.has) else {
            guard let known = known?.plan, place != nil else {
                let near = Suggestion(for: name, in: known?.plan.tiers.map(\.name) ?? [])?.clause ?? ""
                return call.notFound(known == nil ? "the book has no reserve plan; plan{ready=true} begins one" : "there is no tier \"\(name)\"\(near)")
            }
            return try call.reply(TiersFrame.tiers(question(known, call), only: name))
        }
        guard name.contains(where: { !$0.isWhitespace }) else { throw call.mismatch("name", expected: "a name") }
        let isRemoved = try call.boolean("remove") ?? false
        if known == nil, try isRemoved || !book.plans.documents(.reserve).isEmpty || planName != nil { _ = try ReserveQuestion.required(planName, call) }
        var draft = try known ?? ReserveDraft(ReservePlan(name: "Reserve", currency: ReserveQuestion.currency(call).code))
        if isRemoved {
            guard let place else {
                let tiers = draft.plan.tiers.map(\.name), hint = Suggestion(for: name, in: tiers)?.question ?? "the tiers are \(tiers.joined(separator: ", "))"
                throw LuaMisuse("tier: there is no tier \"\(name)\"", field: "name", hint: hint, kind: "unknown_tier")
            }
            draft.remove(at: place)
        } else {
            var tier = place.map { draft.plan.tiers[$0] } ?? ReserveTier(name: name, priority: FixedDecimal(draft.plan.tiers.count + 1))
            try ReserveArguments.change(&tier, call)
            // Where there are more, to look at all names for each new one would take longer than all else.
            if place == nil, draft.plan.tiers.count < 100, let other = likelyMeant(by: name, in: draft.plan) {
                call.runtime.notice("the tier \"\(name)\" is new, beside \"\(other)\"; if that was meant, tier{name=\(LuaForm.quoted(name)), remove=true} takes it away again")
            }
            draft.set(tier, at: place)
        }
        try draft.keep(call)
        return try call.reply(TiersFrame.tiers(question(draft.plan, call), only: name))
    }

    /// A known tier whose name a new one may be a slip of. A name that differs in digits alone, such as `Bills 2024`, is meant as it is.
    private static func likelyMeant(by name: String, in plan: ReservePlan) -> String? {
        func letters(_ name: String) -> [UInt8] { name.utf8.filter { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
        let own = letters(name)
        return nearestName(to: name, in: plan.tiers.lazy.map(\.name).filter { letters($0) != own })
    }

    private static let tiers = LuaFunction(
        "tiers", [.optional("by", .string, "account: a row for each account of each tier.")] + ReserveQuestion.parameters, returns: "frame",
        summary:
            "The tiers of a reserve plan by priority: what each is to hold, what it holds, and what it lacks. Where something has no price or no rate, balance is that of the rest, left_out names it, and gap and covered are empty.",
        example: "tiers():columns()[1] --> name"
    ) { call in
        guard let by = try call.string("by") else { return try call.reply(TiersFrame.tiers(ReserveQuestion(call))) }
        guard by == "account" else { throw call.mismatch("by", expected: "account, or left out") }
        return try call.reply(TiersFrame.accounts(ReserveQuestion(call)))
    }

    private static let allocate = LuaFunction(
        "allocate", AllocationOptions.parameters, returns: "frame",
        summary:
            "Where new money goes by a reserve plan, tier by tier or account by account; :apply() records the deposits, each in its account's currency by the day's rate, :preview() shows the tiers after them.",
        example: "allocate(500, {detail=true})[1].amount --> 500"
    ) { call in try AllocationFrame.reply(call) }

    private static let tierTransfers = LuaFunction(
        "tier_transfers", TierTransfersFrame.parameters, returns: "frame",
        summary: "Money to move from tiers that have too much to those that have too little; :apply() records transfers between their accounts.",
        example: "tier_transfers():count() --> 0"
    ) { call in try TierTransfersFrame.make(call) }

    private static let forecast = LuaFunction(
        "forecast", ForecastFrame.parameters, returns: "frame",
        summary:
            "What the accounts of a reserve plan will have earned after some months, compounding by the month: balance × (1 + rate / 12)^months (a nominal rate, which may be below zero), by the apy of the tier, else by the account's own rate, up to the day on which it matures. Where something has no price or no rate, all is of the rest, and left_out names it.",
        example: "forecast{months=12}:count() --> 0"
    ) { call in try call.reply(ForecastFrame.make(call)) }
}

/// The answers of `plans` and `tiers`: targets and balances of reserve plans, tiers and accounts.
enum TiersFrame {
    /// A row for each tier, by priority.
    static func tiers(_ question: ReserveQuestion, only name: String? = nil) throws -> Frame {
        var builder = FrameBuilder(
            "tiers",
            [
                .text("name").ranked(.leading), .prose("purpose"), .money("target", in: question.currency).ranked(.leading), .decimal("priority"),
                .money("balance", in: question.currency).ranked(.deciding), .money("gap", in: question.currency).ranked(.deciding), .percent("covered").ranked(.leading),
                .text("preferred"), .int("accounts"), .remark("left_out"),
            ])
        for place in question.plan.order {
            let standing = question.standing.tiers[place], tier = standing.tier, told = question.told(place)
            if name != nil && tier.name != name { continue }
            try builder.append([
                .text(tier.name), .optional(tier.purpose), .decimal(tier.target), .decimal(tier.priority), .optional(told.standing?.total),
                .optional(standing.known(standing.gap)), .optional(try standing.known(standing.gap).flatMap { try covered(tier.target, $0) }),
                .optional(tier.preferred ?? ""), .int(Int64(tier.accounts.count)), .optional(told.leftOut.joined(separator: ", ")),
            ])
            question.warn(&builder, "the balance of the tier \"\(tier.name)\"", without: told.leftOut, "; gap and covered need all of it, and are empty")
        }
        question.report(to: &builder)
        return builder.frame()
    }

    /// A row for each account of each tier.
    static func accounts(_ question: ReserveQuestion) throws -> Frame {
        var builder = FrameBuilder(
            "tier_accounts",
            [
                .text("tier").ranked(.leading), .text("account").ranked(.leading), .money("balance", in: question.currency).ranked(.deciding), .decimal("weight"),
                .money("cap", in: question.currency, total: .none).optional(), .money("room", in: question.currency, total: .none).optional(), .percent("apy"),
                .bool("preferred"), .remark("notes").ranked(.ordinary), .remark("left_out"),
            ])
        for place in question.plan.order {
            let tier = question.plan.tiers[place]
            for (number, account) in tier.accounts.enumerated() {
                let told = question.told(place, account: number)
                let held = question.standing.balances[account.name]
                let room = try held.flatMap { held in try question.plan.cap(of: account.name).map { max(.zero, try $0 - held) } }
                try builder.append([
                    .text(tier.name), .text(account.name), .optional(told.balance), .decimal(account.weight), .optional(account.cap),
                    .optional(room), .decimal(account.apy), .bool(tier.preferred == account.name), .optional(account.notes), .optional(told.leftOut.joined(separator: ", ")),
                ])
                question.warn(&builder, "the balance of \"\(account.name)\" in \"\(tier.name)\"", without: told.leftOut)
            }
        }
        question.report(to: &builder)
        return builder.frame()
    }

    /// A row for each plan: its tiers together.
    static func plans(_ questions: [ReserveQuestion]) throws -> Frame {
        var builder = FrameBuilder(
            "plans",
            [
                .text("name").ranked(.leading), .text("currency"), .money("target", total: .none).ranked(.leading), .money("balance", total: .none).ranked(.deciding),
                .money("gap", total: .none).ranked(.deciding), .percent("covered").ranked(.leading), .int("tiers"), .int("accounts"), .remark("left_out"),
            ])
        for question in questions {
            let standing = question.standing, isKnown = standing.unknown.isEmpty, told = try question.toldTotal()
            let target = try standing.tiers.reduce(FixedDecimal.zero) { try $0 + $1.tier.target }
            let gap = try standing.tiers.reduce(FixedDecimal.zero) { try $0 + $1.gap }
            try builder.append([
                .text(question.plan.name), .text(question.currency.code), .decimal(target), .optional(told.total),
                .optional(isKnown ? gap : nil), .optional(isKnown ? try covered(target, gap) : nil), .int(Int64(standing.tiers.count)),
                .int(Int64(question.plan.accountNames.count)), .optional(told.leftOut.joined(separator: ", ")),
            ])
            question.warn(&builder, "the balance of the plan \"\(question.plan.name)\"", without: told.leftOut, "; gap and covered need all of it, and are empty")
            for warning in question.warnings { builder.add(warning: warning.kind, warning.message) }
        }
        return builder.frame()
    }

    /// The tiers before and after their balances change.
    static func comparison(_ before: ReserveQuestion, after balances: [String: FixedDecimal]) throws -> Frame {
        var builder = FrameBuilder(
            "preview",
            [
                .text("tier").ranked(.leading), .money("target", in: before.currency), .money("before", in: before.currency).ranked(.deciding),
                .money("after", in: before.currency).ranked(.deciding), .money("gap_before", in: before.currency), .money("gap_after", in: before.currency).ranked(.leading),
                .percent("covered_before"), .percent("covered_after").ranked(.useful),
            ])
        let after = try ReserveStanding(before.plan, balances: balances)
        for place in before.plan.order {
            let (a, b) = (before.standing.tiers[place], after.tiers[place])
            try builder.append([
                .text(a.tier.name), .decimal(a.tier.target), .optional(a.known(a.total)), .optional(b.known(b.total)), .optional(a.known(a.gap)),
                .optional(b.known(b.gap)), .optional(try a.known(a.gap).flatMap { try covered(a.tier.target, $0) }),
                .optional(try b.known(b.gap).flatMap { try covered(b.tier.target, $0) }),
            ])
        }
        before.report(to: &builder)
        return builder.frame()
    }

    /// How much of a target is covered, in percent; nil where there is no target.
    private static func covered(_ target: FixedDecimal, _ gap: FixedDecimal) throws -> FixedDecimal? {
        target > .zero ? try FixedDecimal.mulDiv(target - gap, 100, target) : nil
    }
}

extension ReserveStanding.Tier {
    /// A figure of the tier; nil where the worth of its accounts is not known.
    func known(_ value: FixedDecimal) -> FixedDecimal? { isKnown ? value : nil }
}
