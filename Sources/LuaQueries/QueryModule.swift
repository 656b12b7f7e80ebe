import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Storage
import Values

/// Functions that ask the book.
package enum QueryModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module(asking: "query", [activities, trades, fees, holdings, lots, gains, income, cash, contributions, warnings, sql], keepingNoneOf: ["sql"])

    private static let span = ["account", "portfolio", "owner", "symbol", "kind", "tag", "type", "status", "from", "to", "on", "year", "currency", "as_recorded", "closed"]
    private static let state = ["account", "portfolio", "owner", "symbol", "kind", "class", "tag", "on", "currency", "as_recorded", "closed"]

    private static func query(
        _ name: String, _ filters: [String], _ summary: String, _ example: String, hasBase: Bool = false, tagsOf rows: TaggedRows = .positions,
        _ make: @escaping @Sendable (LuaCall, BookFilter) throws -> Frame
    ) -> LuaFunction {
        LuaFunction(
            name, BookFilter.parameters(filters) + (hasBase ? [BaseConversion.parameter] : []), returns: "frame", summary: summary, example: example
        ) { call in
            try call.reply(try make(call, try BookFilter(call, tagsOf: rows)))
        }
    }

    private static let activities = query(
        "activities", span,
        "What was recorded and counts, in the order it happened. Voided, amended, pending and draft activities are left out, and a warning says how many; status=\"all\" shows them. "
            + "What was given in a part of a currency, such as pence in GBX, is recorded and told in the currency itself; only the answer of the verb says what was given. "
            + "With base, a figure whose entry tells fx_rate is amount × fx_rate in the account's currency and goes on from there at the market's rate of the day, even into its own currency.",
        "activities{type=\"deposit\", year=2005}:count() > 0 --> true", hasBase: true
    ) { call, filter in
        try ActivitiesFrame.make("activities", filter, tradesOnly: false, base: BaseConversion(call, filter))
    }

    private static let trades = query(
        "trades", span,
        "Activities that count and in which units change hands, splits, transfers and uses of options among them; status, and prices given in GBX and the like, as in activities.",
        "trades{symbol=\"ORCL\"}[1].type --> buy", hasBase: true
    ) { call, filter in
        try ActivitiesFrame.make("trades", filter, tradesOnly: true, base: BaseConversion(call, filter))
    }

    private static let chargeKinds = Charge.Kind.allCases.map(\.rawValue).joined(separator: ", ")

    private static let fees = LuaFunction(
        "fees",
        BookFilter.parameters(["account", "portfolio", "owner", "symbol", "instrument_kind", "tag", "from", "to", "on", "year", "currency", "as_recorded", "closed"])
            + [.optional("kind", .string, "Only charges of this kind: \(chargeKinds)."), BaseConversion.parameter],
        returns: "frame",
        summary:
            "What was charged, a row for each fee and each tax of what counts: kind is trade for fees of trades and of transfers of units, exchange for those of changing one currency into "
            + "another, account for other fees, tax for taxes paid or withheld. Below zero where it was paid back. Charges of what does not count are left out, and a warning says of how many activities.",
        example: "fees{year=2007}:by(\"kind\"):sum(\"amount\")"
    ) { call in
        // The kind of a charge; that of its instrument has a word of its own here.
        let filter = try BookFilter(call, taking: call.parameterNames.filter { $0 != "kind" })
        return try call.reply(FeesFrame.make(filter, of: chargeKind(call), base: BaseConversion(call, filter)))
    }

    private static func chargeKind(_ call: LuaCall) throws -> Charge.Kind? {
        guard let text = try call.string("kind") else { return nil }
        if let kind = Charge.Kind(rawValue: text) { return kind }
        let isOfInstrument = Instrument.Kind(rawValue: text) != nil
        throw call.mismatch("kind", expected: "one of \(chargeKinds)", hint: isOfInstrument ? "of instruments say instrument_kind=\"\(text)\"" : nil)
    }

    private static let holdings = query(
        "holdings", state,
        "What is held, what it cost, and what it is worth where a price is known: cost_basis is what the open lots cost, with the fees of their purchases unless the setting "
            + "fees_in_cost keeps them apart (as the basis of IRS, Publication 551), average_cost is cost_basis / quantity, market_value is quantity × price × multiplier, unrealized_gain is market_value less cost_basis, "
            + "unrealized_percent is 100 × unrealized_gain / |cost_basis|, and weight is 100 × market_value / Σ market_value of the rows, in one currency (base_currency where there are several), "
            + "and empty where one of them has no price. day_gain is units times the last quote less that of the trading day before, "
            + "for units of today, and empty where that day has none (between two trading days are weekends and holidays: the New York Stock Exchange's of what is in dollars, "
            + "TARGET's in euros, England's in pounds). price_source tells whose the price is: trade is what a buy or a sale paid, which counts "
            + "until the first quote of its day or later.", "holdings{on=\"2012-12-31\"}:count() > 0 --> true",
        hasBase: true
    ) { call, filter in try HoldingsFrame.make(filter, base: BaseConversion(call, filter), today: call.runtime.today) }

    private static let lots = query(
        "lots", state,
        "The open lots, with what is left of them: cost_basis is cost × remaining / quantity, the cost being what was paid with the fee, unless the setting fees_in_cost keeps that apart (as the basis of "
            + "IRS, Publication 551), and unrealized_gain what is left × price × multiplier less that, at the price that holdings tells. An id stands for units of one cost: what came to cost otherwise than the rest of its "
            + "entry's, by capital returned in one account alone or a loss taken over, has an id of its own. "
            + "opened is the day of the purchase, while of a wash sale's lot days and term count the days of the lot sold at a loss too (IRC §1223(3)).",
        "lots{symbol=\"ORCL\"}[1].side --> long", hasBase: true
    ) { call, filter in
        try LotsFrame.make(filter, base: BaseConversion(call, filter), today: call.runtime.today)
    }

    private static let gains = query(
        "gains", ["account", "portfolio", "owner", "symbol", "kind", "tag", "from", "to", "on", "year", "currency", "as_recorded", "closed"],
        "Realised gains, a row for each lot that a sale touched: gain is proceeds (units × price × multiplier less the fee) less cost_basis (the lot's cost × "
            + "units / units of the lot). Of several lots the setting lot_method tells which; term is long where a lot was held for more than a year (IRS, Publication 550).",
        "gains{year=2007}:by(\"symbol\"):sum(\"gain\")", hasBase: true
    ) { call, filter in
        if let base = try BaseConversion(call, filter) { return try ConvertedGainsFrame.make(filter, base) }
        return try GainsFrame.make(filter)
    }

    private static let income = query(
        "income", ["account", "portfolio", "owner", "symbol", "kind", "tag", "type", "from", "to", "on", "year", "currency", "as_recorded", "closed"],
        "Dividends, interest and other earnings.", "income{type=\"dividend\"}:sum(\"amount\") > 0 --> true", hasBase: true
    ) { call, filter in try IncomeFrame.make(filter.ledgerOfActivities(of: ActivityRule.kindsOfIncome), filter, base: BaseConversion(call, filter)) }

    private static let cash = query(
        "cash", ["account", "portfolio", "owner", "tag", "on", "currency", "as_recorded", "closed"], "Cash by account and currency.",
        "cash{account=\"Savings\"}[1].currency --> USD",
        hasBase: true, tagsOf: .accounts
    ) { call, filter in try CashFrame.make(filter, base: BaseConversion(call, filter), today: call.runtime.today) }

    private static let contributions = LuaFunction(
        "contributions",
        BookFilter.parameters(["account", "portfolio", "owner", "tag", "from", "to", "year", "currency", "as_recorded", "closed"])
            + [
                .optional(
                    "level", .string, "account: every transfer counts; book or portfolio: those within it do not. Without it, transfers among the accounts asked for do not."),
                BaseConversion.parameter,
            ],
        returns: "frame",
        summary: "Money and units that the owner brought in and took out: money at the rate of its entry or day (amount × its fx_rate is in the account's currency, and goes on "
            + "from there at the market's rate, with base even into its own currency), units at what they "
            + "cost, which with base is Σ cost × rate of each purchase (its own fx_rate, else that of its day; IAS 21, 2003); money that a transfer changed into "
            + "another currency, in both accounts, at what arrived. Of an account tracked by value the first worth told counts (type value) where nothing was recorded "
            + "of it before, and what is left in it on the day after it closed. The amount is empty where nobody told what they cost.",
        example: "contributions{year=2014}:sum(\"amount\") > 0 --> true"
    ) { call in
        let filter = try BookFilter(call, tagsOf: .accounts)
        return try call.reply(ContributionsFrame.make(filter, level: call.string("level"), base: BaseConversion(call, filter), call))
    }

    private static let warnings = LuaFunction(
        "warnings",
        BookFilter.parameters(["on", "tag", "as_recorded"])
            + [.optional("prices", .boolean, "Whether holdings without a price, with an old one or with what a trade paid are told too.", default: "false")], returns: "frame",
        summary: "What you should know of the book: negative cash and the like, and with prices=true which prices are missing or old. "
            + "With tag, of accounts, instruments and activities that have it; rates have none.",
        example: "#warnings{on=\"2014-12-31\"} --> 0"
    ) { call in
        var builder = FrameBuilder("warnings", [.text("kind").ranked(.leading), .prose("message").ranked(.deciding)])
        for warning in try BookWarnings.list(BookFilter(call), today: call.runtime.today, prices: call.boolean("prices") ?? false) {
            try builder.append([.text(warning.kind), .text(warning.message)])
        }
        return try call.reply(builder.frame())
    }

    private static let sql = LuaFunction(
        "sql",
        [
            .required(
                "query", .string,
                "A SELECT over the book's views: activities and trades (of what is posted), all_activities, accounts, instruments, quotes, rates, valuations, plans, occurrences, tags, voids, erasures, settings and acts."
            ),
            .optional("arguments", .table, "Values for the ? in it."),
        ],
        returns: "frame", summary: "Asks the book's file in SQL; nothing can be changed that way. A query may take five minutes, in a sandbox ten seconds with all else.",
        example: "sql(\"select count(*) as n from activities\")[1].n > 0 --> true", style: .positional
    ) { call in
        let arguments = try (call.argument("arguments").items(of: "sql: arguments", field: "arguments") ?? []).map { value throws -> QueryValue in
            switch value {
            case .integer(let number): .integer(Int64(number))
            case .number(let number): .real(number)
            case .none: .null
            default: .text(PlainText.plain(value))
            }
        }
        do {
            return try call.reply(SQLFrame.make(try call.book().query(call.string("query") ?? "", arguments)))
        } catch let error as StorageError where error.kind == .interrupted && call.runtime.lua.isPastDeadline {
            throw LuaStop.deadline
        }
    }
}

/// The answer of `sql` as a frame: exact decimals stay decimals, dates become dates.
private enum SQLFrame {
    /// The rows of a result; its columns get the narrowest type that holds all of their values.
    static func make(_ result: QueryResult) throws -> Frame {
        var names = Set<String>()
        let schemas = result.columns.enumerated().map { place, column in
            // Two columns of one name are told apart by a number.
            var name = column.name
            while !names.insert(name).inserted { name = "\(column.name)_\(place + 1)" }
            // A whole number may be an amount, and is masked as one.
            let type = type(of: result, place)
            var schema = ColumnSchema(name, type, style: type == .int ? .quantity : .plain)
            // What has more digits than people pay was worked out, as a sum of floats or a mean is.
            schema.isComputed = schema.type == .decimal && (0..<result.rowCount).contains { isLong(result[$0, place]) }
            return schema
        }
        var builder = FrameBuilder("sql", schemas)
        for row in 0..<result.rowCount {
            try builder.append(schemas.indices.map { value(result[row, $0], schemas[$0].type) })
        }
        return builder.frame()
    }

    /// Whether a number has more than eight digits behind the point.
    private static func isLong(_ value: QueryValue) -> Bool {
        switch value {
        case .real: return true
        case .text(let text): return (try? FixedDecimal(text)).map { number in (try? number.rounded(to: 8)).map { $0 != number } ?? false } ?? false
        case .null, .integer, .blob: return false
        }
    }

    private static func type(of result: QueryResult, _ column: Int) -> ColumnType {
        if result.columns[column].isDecimal { return .decimal }
        var isInteger = true, isNumber = true, isDay = true, isEmpty = true
        for row in 0..<result.rowCount {
            switch result[row, column] {
            case .null: continue
            case .integer: isDay = false
            case .real: (isInteger, isDay) = (false, false)
            case .text(let text):
                (isInteger, isNumber) = (false, false)
                if isDay, (try? Day(text)) == nil { isDay = false }
            case .blob: (isInteger, isNumber, isDay) = (false, false, false)
            }
            isEmpty = false
        }
        if isEmpty { return .text }
        return isInteger ? .int : isNumber ? .decimal : isDay ? .day : .text
    }

    private static func value(_ value: QueryValue, _ type: ColumnType) -> FrameValue {
        switch value {
        case .null: return .none
        case .integer(let number): return type == .text ? .text(String(number)) : .int(number)
        case .real(let number):
            if type == .decimal, let exact = try? FixedDecimal(shortest: number) { return .decimal(exact) }
            // More digits than can be told exactly: rounded to what a float holds for certain.
            if type == .decimal { return (try? FixedDecimal(shortest: (number * 1e10).rounded() / 1e10)).map { .decimal($0) } ?? .none }
            return .text(String(number))
        case .text(let text):
            switch type {
            case .decimal: return (try? FixedDecimal(text)).map { .decimal($0) } ?? .none
            case .day: return (try? Day(text)).map { .day($0) } ?? .none
            case .int, .text, .instant, .bool: return .text(text)
            }
        case .blob(let bytes):
            return .text(
                bytes.map { byte in
                    let digits = String(byte, radix: 16)
                    return digits.count == 1 ? "0" + digits : digits
                }.joined())
        }
    }
}
