import Frames
import Ledger
import LuaKit
import Plans
import Sentences
import Storage
import Values

/// Money put aside in tiers: what they are, where new money goes, what they will earn.
enum ReserveModule {
    static let module = Module("reserve", [plan, plans, tier, tiers, allocate, tierTransfers, forecast])

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
                let near = nearestName(to: name, in: known?.plan.tiers.map(\.name) ?? []).map { "; did you mean \"\($0)\"?" } ?? ""
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
                let near = nearestName(to: name, in: draft.plan.tiers.map(\.name)).map { "; did you mean \"\($0)\"?" } ?? ""
                throw LuaMisuse("tier: there is no tier \"\(name)\"\(near)", field: "name", kind: "unknown_tier")
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

    /// The tier that a new name may be a slip of. One that differs in its digits alone, `Bills 2024`, is meant as it is.
    private static func likelyMeant(by name: String, in plan: ReservePlan) -> String? {
        func letters(_ name: String) -> [UInt8] { name.utf8.filter { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
        let own = letters(name)
        return nearestName(to: name, in: plan.tiers.lazy.map(\.name).filter { letters($0) != own })
    }

    private static let tiers = LuaFunction(
        "tiers", [.optional("by", .string, "account: a row for each account of each tier.")] + ReserveQuestion.parameters, returns: "frame",
        summary: "The tiers of a reserve plan by priority: what each is to hold, what it holds, and what it lacks. Where something has no price or no rate, balance is that of the rest, left_out names it, and gap and covered are empty.",
        example: "tiers():columns()[1] --> name"
    ) { call in
        guard let by = try call.string("by") else { return try call.reply(TiersFrame.tiers(ReserveQuestion(call))) }
        guard by == "account" else { throw call.mismatch("by", expected: "account, or left out") }
        return try call.reply(TiersFrame.accounts(ReserveQuestion(call)))
    }

    private static let allocate = LuaFunction(
        "allocate", AllocationOptions.parameters, returns: "frame",
        summary: "Where new money goes by a reserve plan, tier by tier or account by account; :apply() records the deposits, each in its account's currency by the day's rate, :preview() shows the tiers after them.",
        example: "allocate(500, {detail=true})[1].amount --> 500"
    ) { call in try AllocationFrame.reply(call) }

    private static let tierTransfers = LuaFunction(
        "tier_transfers", TierTransfersFrame.parameters, returns: "frame",
        summary: "Money to move from tiers that have too much to those that have too little; :apply() records transfers between their accounts.",
        example: "tier_transfers():count() --> 0"
    ) { call in try TierTransfersFrame.make(call) }

    private static let forecast = LuaFunction(
        "forecast", ForecastFrame.parameters, returns: "frame",
        summary: "What the accounts of a reserve plan will have earned after some months, compounding by the month: balance × (1 + rate / 12)^months (a nominal rate, which may be below zero), by the apy of the tier, else by the account's own rate, up to the day on which it matures. Where something has no price or no rate, all is of the rest, and left_out names it.",
        example: "forecast{months=12}:count() --> 0"
    ) { call in try call.reply(ForecastFrame.make(call)) }
}
