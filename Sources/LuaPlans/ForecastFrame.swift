import Frames
import Ledger
import LuaKit
import Plans
import Queries
import Storage
import Values

/// `forecast`: what the accounts of a reserve plan will have earned, compounded monthly.
struct ForecastFrame {
    private enum Group: String, CaseIterable { case account, tier }

    /// The parameters that a call of it takes.
    static let parameters: [LuaParameter] =
        [
            .optional("months", .integer, "How many months.", default: "12"),
            .optional("by", .string, "account or tier; tier where there is no series, else all together."),
            .optional("series", .boolean, "A row a month.", default: "false"),
            .optional("mode", .string, "\"python\" for the very numbers of the desktop program, tier by tier."),
        ] + ReserveQuestion.parameters

    /// The frame that a call asks for.
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

    /// The balance of an account in a tier at the end of each month from now on.
    private struct Part {
        let place: Int
        let account: ReserveAccount
        /// Its known part; nil where nothing of it is known.
        let values: [FixedDecimal]?
        /// What the values leave out.
        let leftOut: [String]
    }

    /// The values of one name, and what they leave out.
    private struct Line {
        let names: [FrameValue]
        let what: String
        let values: [FixedDecimal]?
        let leftOut: [String]

        var remark: FrameValue { .optional(leftOut.joined(separator: ", ")) }
    }

    /// The accounts of each tier with what they count in it, by priority.
    private func parts() throws -> [Part] {
        try question.plan.order.flatMap { place in
            try question.plan.tiers[place].accounts.enumerated().map { number, account in
                let told = question.told(place, account: number), balance = told.balance ?? .zero
                let (apy, term) = try rate(of: account)
                let earned = try ReserveForecast.series(balance: balance, apy: apy, months: min(months, term))
                let values = earned + [FixedDecimal](repeating: earned[earned.count - 1], count: months + 1 - earned.count)
                var shown = account
                shown.apy = apy
                return Part(place: place, account: shown, values: told.balance == nil ? nil : values, leftOut: told.leftOut)
            }
        }
    }

    private func line(of part: Part, _ names: [FrameValue]) -> Line {
        Line(names: names, what: "what is told of \"\(part.account.name)\" in \"\(name(part.place))\"", values: part.values, leftOut: part.leftOut)
    }

    /// The values of a tier: of its known part where its own accounts are partly known; none where another tier takes an unknown part of them.
    private func line(ofTier place: Int, _ parts: [Part]) throws -> Line {
        let (standing, leftOut) = question.told(place)
        let values = try standing == nil ? nil : sum(parts.filter { $0.place == place }.map(\.values))
        return Line(names: [.text(name(place))], what: "what is told of the tier \"\(name(place))\"", values: values, leftOut: leftOut)
    }

    private func lineOfAll(_ parts: [Part]) throws -> Line {
        let (total, leftOut) = try question.toldTotal()
        return Line(names: [], what: "what is told", values: total == nil ? nil : try sum(parts.map(\.values)), leftOut: leftOut)
    }

    /// The yield of an account in percent a year, and for how many months it is paid: as the tier says, else by the account's own rate up to the day
    /// on which it matures.
    private func rate(of account: ReserveAccount) throws -> (apy: FixedDecimal, months: Int) {
        let names = try question.book.definitions, apy = try question.apy(of: account)
        guard account.apy.isZero, !apy.isZero, let id = names.account(named: account.name), let matures = names[id].matures else { return (apy, months) }
        var term = 0
        while term < months, try question.day.adding(months: term + 1) <= matures { term += 1 }
        return (apy, term)
    }

    private func whole(by group: Group) throws -> Frame {
        let names: [ColumnSchema] = group == .tier ? [.text("tier")] : [.text("tier"), .text("account"), .percent("apy")]
        var builder = FrameBuilder("forecast", names + [money("balance"), money("growth"), money("after"), .remark("left_out")])
        let parts = try parts()
        let lines =
            try group == .account
            ? parts.map { line(of: $0, [.text(name($0.place)), .text($0.account.name), .decimal($0.account.apy)]) }
            : question.plan.order.map { try line(ofTier: $0, parts) }
        for line in lines {
            let growth = try line.values.map { try $0[months] - $0[0] }
            try builder.append(line.names + [.optional(line.values?[0]), .optional(growth), .optional(line.values?[months]), line.remark])
            question.warn(&builder, line.what, without: line.leftOut)
        }
        question.report(to: &builder)
        return builder.frame()
    }

    private func series(by group: Group?) throws -> Frame {
        let names: [ColumnSchema] =
            switch group {
            case nil: []
            case .tier: [.text("tier")]
            case .account: [.text("tier"), .text("account")]
            }
        var builder = FrameBuilder(
            "forecast", [.int("month"), .day("date")] + names + [money("balance", total: .none), money("growth", total: .none), .remark("left_out")])
        let parts = try parts()
        let lines: [Line] =
            switch group {
            case nil: [try lineOfAll(parts)]
            case .tier: try question.plan.order.map { try line(ofTier: $0, parts) }
            case .account: parts.map { line(of: $0, [.text(name($0.place)), .text($0.account.name)]) }
            }
        for month in 0...months {
            for line in lines {
                let growth = try line.values.map { try $0[month] - $0[0] }
                try builder.append(
                    [.int(Int64(month)), .day(try question.day.adding(months: month))] + line.names + [.optional(line.values?[month]), .optional(growth), line.remark])
            }
        }
        for line in lines { question.warn(&builder, line.what, without: line.leftOut) }
        question.report(to: &builder)
        return builder.frame()
    }

    private func python() throws -> Frame {
        var builder = FrameBuilder("forecast", [.text("tier"), money("growth")])
        for (tier, growth) in try question.python.forecast(months: months) { try builder.append([.text(tier), .decimal(try FixedDecimal("\(growth)"))]) }
        question.report(to: &builder)
        return builder.frame()
    }

    /// The monthly sum of what is known.
    private func sum(_ parts: [[FixedDecimal]?]) throws -> [FixedDecimal] {
        var sums = [FixedDecimal](repeating: .zero, count: months + 1)
        for part in parts {
            guard let part else { continue }
            for month in 0...months { sums[month] = try sums[month] + part[month] }
        }
        return sums
    }
}
