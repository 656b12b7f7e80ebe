import Ledger
import LuaKit
import LuaSurface
import Plans
import Queries
import Storage
import Values

/// Questions about a reserve plan as Lua functions ask them.
extension ReserveQuestion {
    /// The parameters that name the plan and the day.
    static let parameters: [LuaParameter] = [
        .optional("plan", .string, "The reserve plan; the only one, or the one called Reserve."),
        .optional("on", .date, "The day whose balances count.", default: "today()"),
    ]

    /// The question that a call asks.
    init(_ call: LuaCall) throws {
        let day = call.parameterNames.contains("on") ? try call.day("on") : nil
        try self.init(call, plan: call.parameterNames.contains("plan") ? call.string("plan") : nil, on: day)
    }

    /// The plan of a name on a day. Where the book has none and none is named, an empty plan stands for it, with a warning.
    init(_ call: LuaCall, plan name: String?, on day: Day?) throws {
        let book = try call.book(), today = call.runtime.today, on = day ?? today
        guard on <= today else {
            throw LuaMisuse("\(call.name): on is \(on), and that is after today, \(today)", field: "on", hint: "balances are known up to today; leave it out")
        }
        guard try name == nil && book.plans.documents(.reserve).isEmpty else {
            try self.init(book, Self.required(name, call), on: on)
            return
        }
        try self.init(book, ReservePlan(name: "Reserve", currency: (Self.currencyWithoutPlan(book) ?? Currency.none).code), on: on)
        warnings.append(Self.noPlan)
    }

    /// The currency of a new plan: the book's base currency, else the one that all accounts have.
    ///
    /// - Throws: a misuse that asks for a currency where neither is there.
    static func currency(_ call: LuaCall) throws -> Currency {
        let ledger = try call.book().ledger, shared = Set(ledger.accounts.filter { !$0.isErased }.map(\.currency))
        if ledger.policy.baseCurrency == nil, shared.count == 1, let currency = shared.first { return currency }
        if ledger.policy.baseCurrency == nil, !call.parameterNames.contains("currency") {
            throw LuaMisuse(
                "\(call.name): there is no reserve plan yet, and the book has no base currency for one",
                hint: "say plan{currency=\"EUR\"} first, or another currency, or once for all setting(\"base_currency\", \"EUR\")")
        }
        return try call.baseCurrency(ledger)
    }

    // MARK: Of the book

    /// The plan of a name, or the one meant where none is named.
    ///
    /// - Throws: a misuse where there is none.
    static func required(_ name: String?, _ call: LuaCall) throws -> ReservePlan {
        let book = try call.book()
        if let plan = try known(name, book) { return plan }
        throw LuaMisuse("\(call.name): \(try missing(name, book))", field: "plan", hint: "plan{ready=true} begins one with six tiers", kind: "no_plan")
    }

    /// The room that contribution limits leave in accounts of the plan, in its currency.
    func limits() throws -> [(name: String, limit: ReserveAllocator.Limit)] {
        let contributions = try ContributionLimits(book), names = Set(plan.accountNames)
        var conversion = try BaseConversion(book, to: currency, book.definitions.policy)
        return try contributions.limits.compactMap { limit in
            guard !names.isDisjoint(with: limit.accounts) else { return nil }
            let left = try contributions.room(under: limit, on: day)
            guard let room = try conversion.convert(left, from: limit.currency, on: day) else {
                throw LuaMisuse(
                    "the room under \"\(limit.name)\" is unknown: there is no rate from \(limit.currency) to \(currency) on \(day)",
                    hint: "store one with rate{from=\"\(limit.currency)\", to=\"\(currency)\", date=…, rate=…}", kind: "no_rate")
            }
            return (limit.name, ReserveAllocator.Limit(accounts: Set(limit.accounts), room: room))
        }
    }

    /// Whether a call asks for the numbers of the desktop program.
    static func isPython(_ mode: String?, _ call: LuaCall) throws -> Bool {
        guard let mode else { return false }
        guard mode == "python" else { throw LuaMisuse("\(call.name): mode must be \"python\", or left out, got \"\(mode)\"", field: "mode") }
        return true
    }
}
