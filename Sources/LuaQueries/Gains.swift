import Frames
import Ledger
import Queries
import Storage
import Values

/// The answer of `gains`: a row for each lot that a sale touched.
enum GainsFrame {
    /// The frame of what passes a filter: from what was kept as the book was closed, where that answers it, else from the ledger.
    static func make(_ filter: BookFilter) throws -> Frame {
        if let saved = try filter.savedGains(), !saved.hasUnknownCosts { return try make(saved, filter, filter.source.definitions, lacking: { [] }) }
        let ledger = try filter.source.ledger
        return try make(ledger.gains(from: filter.from, to: filter.lastDay), filter, ledger.definitions) { try LotsFrame.unknownCosts(ledger, through: nil) }
    }

    /// - Parameter lacking: tells of units whose cost nobody knows; asked where there is a row of some.
    private static func make(_ table: some GainRows, _ filter: BookFilter, _ names: Definitions, lacking: () throws -> [FrameWarning]) throws -> Frame {
        let rows =
            filter.isOpen
            ? nil
            : (0..<table.count).filter { row in
                filter.fits(table.account(at: row), table.instrument(at: row), table.activity(at: row)) && filter.fits(table.currency(at: row))
            }.map { Int32($0) }
        let count = rows?.count ?? table.count
        let pools = NamePools(names), terms = TextPool(Term.allCases.map(\.rawValue))
        let place: (Int) -> Int = { rows.map { rows in { Int(rows[$0]) } }?($0) ?? $0 }
        let known: (Int) -> Bool = table.hasUnknownCosts ? { table.isCostKnown(at: $0) } : { _ in true }
        let columns: [Column] = [
            // What a tax return asks for of each lot comes before the account and the units.
            .texts(.text("account").ranked(.useful), count: count, pool: pools.accounts) { pools.account(table.account(at: place($0))) },
            .texts(.text("symbol").ranked(.deciding), count: count, pool: pools.symbols) { pools.symbol(table.instrument(at: place($0))) },
            .days(.day("opened").ranked(.leading), count: count) { table.opened(at: place($0)).number },
            .days(.day("closed").ranked(.leading), count: count) { table.closed(at: place($0)).number },
            .decimals(.quantity("quantity").ranked(.useful), count: count) { table.quantity(at: place($0)) },
            .decimals(.money("proceeds").ranked(.leading), count: count) { table.proceeds(at: place($0)) },
            .decimals(.money("cost_basis").ranked(.leading), count: count) { known(place($0)) ? table.cost(at: place($0)) : .absent },
            .decimals(.gain("gain").ranked(.deciding), count: count) { known(place($0)) ? table.gain(at: place($0)) : .absent },
            .texts(.text("term").ranked(.leading), count: count, pool: terms) { table.term(at: place($0)) == .short ? 0 : 1 },
            .texts(.text("currency").ranked(.deciding), count: count, pool: pools.currencies.pool) { pools.currencies.code(table.currency(at: place($0))) },
            .ints(.int("lot_id").ranked(.minor), count: count) { Int64(table.lotID(at: place($0)).rawValue) },
            .ints(.int("activity_id").ranked(.minor), count: count) { Int64(table.activity(at: place($0)).rawValue) },
            .decimals(.money("wash").rankedWhereAny(.deciding), count: count) { table.wash(at: place($0)) },
        ]
        let policies = HoldingsFrame.policies(names).map { FramePolicy($0.0, $0.1) }
        let warnings = try table.hasUnknownCosts && !(0..<count).allSatisfy { known(place($0)) } ? lacking() : []
        return Frame("gains", rowCount: count, columns: columns, policies: policies) { warnings }
    }
}

/// Realised gains in one currency: the cost by the rate of the day of the purchase, the proceeds by that of the sale, or by the rates that the trades
/// tell.
///
/// `price_gain` is the part of a gain that comes from prices, at the rate of opening; `currency_gain` is the rest. Both add up to the gain exactly.
enum ConvertedGainsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("account").ranked(.useful), .text("symbol").ranked(.deciding), .day("opened").ranked(.leading), .day("closed").ranked(.leading),
        .quantity("quantity").ranked(.useful), .money("proceeds").ranked(.leading), .money("cost_basis").ranked(.leading), .gain("gain").ranked(.deciding),
        .text("term").ranked(.leading), .text("currency").ranked(.deciding), .int("lot_id").ranked(.minor), .int("activity_id").ranked(.minor),
        .money("wash").rankedWhereAny(.deciding), .gain("price_gain").ranked(.useful), .gain("currency_gain").ranked(.useful),
    ]

    /// The frame of what passes a filter.
    static func make(_ filter: BookFilter, _ conversion: BaseConversion) throws -> Frame {
        let ledger = try filter.source.ledger
        let table = try conversion.gains(of: ledger, from: filter.from, to: filter.lastDay)
        let told = RowConversion(conversion, ledger)
        var builder = FrameBuilder("gains", schemas), areKnown = true
        for gain in table where filter.fits(gain.account, gain.instrument, gain.activity) && filter.fits(gain.currency) {
            // Units sold short brought their proceeds first and cost what closed them.
            let isLong = gain.side == .long
            areKnown = areKnown && gain.isCostKnown
            let (proceeds, cost, wash) = (gain.otherProceeds, gain.isCostKnown ? gain.otherCost : nil, gain.otherWash)
            try told.note(proceeds, gain.proceeds, from: gain.currency, on: isLong ? gain.closed : gain.opened, toldBy: isLong ? gain.activity : gain.lot)
            try told.note(gain.otherCost, gain.cost, from: gain.currency, on: isLong ? gain.opened : gain.closed, toldBy: isLong ? gain.lot : gain.activity)
            let own = try gain.proceeds - gain.cost
            // The rate of the opening: that which what opened the lot tells, if it does. Units that share what they cost, or brought when they were sold
            // short, share the rate of that.
            let (opened, counted) = isLong ? (gain.cost, cost) : (gain.proceeds, proceeds)
            let isShared = ledger.policy.lotMethod(gain.account, gain.instrument, on: gain.closed).sharesCosts && !opened.isZero
            let price =
                try isShared
                ? counted.map { try FixedDecimal.mulDiv(own, $0, opened) } : told.convert(own, from: gain.currency, on: gain.opened, toldBy: gain.lot)
            var whole: FixedDecimal?, prices: FixedDecimal?, rest: FixedDecimal?
            if let proceeds, let cost, let wash, let price {
                whole = try proceeds - cost + wash
                // The part of a loss that is not allowed is a loss by prices.
                prices = try price + wash
                rest = try proceeds - cost - price
            }
            try builder.append([
                .text(ledger[gain.account].name), .text(ledger[gain.instrument].symbol), .day(gain.opened), .day(gain.closed), .decimal(gain.quantity),
                .optional(proceeds), .optional(cost), .optional(whole), .text(gain.term.rawValue), .text(conversion.currency.code),
                .int(Int64(gain.lotID.rawValue)), .int(Int64(gain.activity.rawValue)), .optional(wash), .optional(prices), .optional(rest),
            ])
        }
        told.report(to: &builder)
        if !areKnown { for warning in try LotsFrame.unknownCosts(ledger, through: nil) { builder.add(warning: warning.kind, warning.message) } }
        try HoldingsFrame.addPolicies(&builder, ledger.definitions)
        return builder.frame()
    }
}
