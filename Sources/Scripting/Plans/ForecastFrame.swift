import Frames
import Ledger
import LuaKit
import Plans
import Storage
import Values

/// What the accounts of a reserve plan will have earned, compounding by the month.
struct ForecastFrame {
    private enum Group: String, CaseIterable { case account, tier }

    static let parameters: [LuaParameter] = [
        .optional("months", .integer, "How many months.", default: "12"),
        .optional("by", .string, "account or tier; tier where there is no series, else all together."),
        .optional("series", .boolean, "A row a month.", default: "false"),
        .optional("mode", .string, "\"python\" for the very numbers of the desktop program, tier by tier."),
    ] + ReserveQuestion.parameters

    static func make(_ call: LuaCall) throws -> Frame {
        let question = try ReserveQuestion(call), months = try call.integer("months") ?? 12
        guard (0...ReserveForecast.mostMonths).contains(months) else { throw call.mismatch("months", expected: "0 to \(ReserveForecast.mostMonths)") }
        let group = try call.string("by").map { word in
            guard let group = Group(rawValue: word) else { throw call.mismatch("by", expected: "account or tier") }
            return group
        }
        let forecast = ForecastFrame(question: question, months: months)
        if try ReserveQuestion.isPython(call.string("mode"), call) { return try forecast.python() }
        return try call.boolean("series") ?? false ? forecast.series(by: group) : forecast.whole(by: group ?? .tier)
    }

    private let question: ReserveQuestion
    private let months: Int

    private func money(_ name: String, total: ColumnTotal = .sum) -> ColumnSchema { .money(name, in: question.currency, total: total) }

    private func name(_ place: Int) -> String { question.plan.tiers[place].name }

    /// What each account counts in each tier at the end of each month, from now on, by priority; nil where that is not known.
    private func values() throws -> [(place: Int, account: ReserveAccount, values: [FixedDecimal]?)] {
        try question.plan.order.flatMap { place in
            let standing = question.standing.tiers[place]
            return try zip(standing.tier.accounts, standing.balances).map { account, balance in
                let isKnown = question.standing.balances[account.name] != nil
                let (apy, term) = try rate(of: account)
                let earned = try ReserveForecast.series(balance: balance, apy: apy, months: min(months, term))
                let values = earned + [FixedDecimal](repeating: earned[earned.count - 1], count: months + 1 - earned.count)
                var shown = account
                shown.apy = apy
                return (place, shown, isKnown ? values : nil)
            }
        }
    }

    /// The hundredths of a year that an account earns, and for how many months: by what the tier says of it, else by its own rate up to the
    /// day on which it matures.
    private func rate(of account: ReserveAccount) throws -> (apy: FixedDecimal, months: Int) {
        let names = try question.book.definitions
        guard account.apy.isZero, let id = names.account(named: account.name), let rate = names[id].rate, !rate.isZero else { return (account.apy, months) }
        guard let matures = names[id].matures else { return (try rate * 100, months) }
        var term = 0
        while term < months, try question.day.adding(months: term + 1) <= matures { term += 1 }
        return (try rate * 100, term)
    }

    private func whole(by group: Group) throws -> Frame {
        let names: [ColumnSchema] = group == .tier ? [.text("tier")] : [.text("tier"), .text("account"), .percent("apy")]
        var builder = FrameBuilder("forecast", names + [money("balance"), money("growth"), money("after")])
        let parts = try values()
        func add(_ names: [FrameValue], _ values: [FixedDecimal]?) throws {
            let growth = try values.map { try $0[months] - $0[0] }
            try builder.append(names + [.optional(values?[0]), .optional(growth), .optional(values?[months])])
        }
        if group == .account {
            for part in parts { try add([.text(name(part.place)), .text(part.account.name), .decimal(part.account.apy)], part.values) }
        } else {
            for place in question.plan.order {
                try add([.text(name(place))], sum(parts.filter { $0.place == place }.map(\.values)))
            }
        }
        question.report(to: &builder)
        return builder.frame()
    }

    private func series(by group: Group?) throws -> Frame {
        let names: [ColumnSchema] = switch group {
        case nil: []
        case .tier: [.text("tier")]
        case .account: [.text("tier"), .text("account")]
        }
        var builder = FrameBuilder("forecast", [.int("month"), .day("date")] + names + [money("balance", total: .none), money("growth", total: .none)])
        let parts = try values()
        let groups: [(names: [FrameValue], values: [FixedDecimal]?)] = switch group {
        case nil: [([], try sum(parts.map(\.values)))]
        case .tier: try question.plan.order.map { place in ([.text(name(place))], try sum(parts.filter { $0.place == place }.map(\.values))) }
        case .account: parts.map { ([.text(name($0.place)), .text($0.account.name)], $0.values) }
        }
        for month in 0...months {
            for group in groups {
                let growth = try group.values.map { try $0[month] - $0[0] }
                try builder.append(
                    [.int(Int64(month)), .day(try question.day.adding(months: month))] + group.names + [.optional(group.values?[month]), .optional(growth)])
            }
        }
        question.report(to: &builder)
        return builder.frame()
    }

    private func python() throws -> Frame {
        var builder = FrameBuilder("forecast", [.text("tier"), money("growth")])
        for (tier, growth) in question.python.forecast(months: months) { try builder.append([.text(tier), .decimal(try FixedDecimal("\(growth)"))]) }
        question.report(to: &builder)
        return builder.frame()
    }

    /// The sum month by month; what is unknown makes it unknown.
    private func sum(_ parts: [[FixedDecimal]?]) throws -> [FixedDecimal]? {
        var sums = [FixedDecimal](repeating: .zero, count: months + 1)
        for part in parts {
            guard let part else { return nil }
            for month in 0...months { sums[month] = try sums[month] + part[month] }
        }
        return sums
    }
}
