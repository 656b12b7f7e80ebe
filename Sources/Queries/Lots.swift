import Frames
import Ledger
import Storage
import Values
import Worth

/// The answer of `lots`: open lots, oldest first within a holding.
package enum LotsFrame {
    private static let schemas: [ColumnSchema] = [
        .int("id").ranked(.useful), .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .day("opened").ranked(.leading), .quantity("quantity"),
        .quantity("remaining").ranked(.deciding), .price("unit_cost").ranked(.useful),
        .money("cost_basis").ranked(.useful), .money("market_value").ranked(.useful), .gain("unrealized_gain").ranked(.deciding), .int("days"),
        .text("term").ranked(.useful),
        .text("side").ranked(.leading, usual: "long"), .text("currency").ranked(.deciding),
    ]

    /// The frame of what passes a filter; figures in one currency where a conversion is given.
    package static func make(_ filter: BookFilter, base: BaseConversion?, today: Day) throws -> Frame {
        let state = try base.map { try $0.state(of: filter.source.ledger, on: filter.day) } ?? filter.state(withLots: true)
        let lots = state.lots().filter { filter.fits($0.account, $0.instrument) && filter.fits($0.currency) }
        return try make(filter.source, lots, state, on: filter.day, today: today, base: base)
    }

    /// A frame of some open lots at the end of a day. With a conversion, costs are in its currency, by the rates of the days on which they were paid.
    package static func make(
        _ source: QuerySource, _ lots: [OpenLot], _ state: BookState, on asked: Day?, today: Day, base: BaseConversion? = nil
    ) throws -> Frame {
        let day = asked ?? today, names = state.definitions
        var base = base
        let told = try base.map { RowConversion($0, try source.ledger) }
        let market = try MarketPrices(source, lots.lazy.map(\.instrument), state, on: asked)
        var builder = FrameBuilder("lots", schemas)
        var beyond = OverflowWarnings()
        for lot in lots {
            let instrument = names[lot.instrument]
            let price = try beyond.known(lot.instrument, instrument, market) {
                try market.price(of: lot.instrument, in: lot.account, as: instrument.currency, on: day)
            }
            let units = try price.map { try market.units(lot.remaining, of: lot.instrument, in: lot.account, asOf: $0.quote, on: day) }
            let valuation = Valuation(quantity: units ?? lot.remaining, cost: lot.cost, multiplier: instrument.multiplier, price: price?.close)
            if let price, valuation.marketValue == nil { beyond.note(instrument, price.quote) }
            var (unitCost, cost, value, gain) = (lot.unitCost, Optional(lot.cost), valuation.marketValue, valuation.unrealizedGain)
            if base != nil {
                try told?.note(lot)
                (unitCost, cost) = (lot.otherUnitCost, lot.otherCost)
                // From the price's own currency, as the worth of a day is: over a third one it might be another.
                let worth = price.flatMap { price in
                    units.flatMap { units in Bound.amount.known { () throws(DecimalError) in try price.quote.close * units * instrument.multiplier } }
                }
                value = try worth.flatMap { try base?.convert($0, from: price?.quote.currency ?? lot.currency, on: day) }
                gain = try value.flatMap { value in try cost.map { try value - $0 } }
            }
            if !lot.isCostKnown { (unitCost, cost, gain) = (nil, nil, nil) }
            try builder.append([
                .int(Int64(lot.id.rawValue)), .text(names[lot.account].name), .text(instrument.symbol), .day(lot.opened),
                .decimal(lot.quantity), .decimal(lot.remaining), .optional(unitCost), .optional(cost), .optional(value), .optional(gain),
                .int(Int64(lot.heldSince.days(to: day))), .text(names.policy.term(opened: lot.heldSince, closed: day).rawValue), .text(lot.side.rawValue),
                .text((base?.currency ?? lot.currency).code),
            ])
        }
        if let told { base?.note(told.lacking) }
        base?.report(to: &builder)
        beyond.report(to: &builder)
        if !lots.allSatisfy(\.isCostKnown) {
            for warning in try state.warningsOfUnits() where warning.kind == "unknown_cost" { builder.add(warning: warning.kind, warning.message) }
        }
        builder.warn(ofPaid: market.paid, names)
        try HoldingsFrame.addPolicies(&builder, names)
        return builder.frame()
    }

    /// Warnings of units whose cost is not known, up to the end of a day.
    package static func unknownCosts(_ ledger: Ledger, through day: Day?) throws -> [FrameWarning] {
        try ledger.unknownCosts(through: day).map { FrameWarning(kind: $0.kind, message: $0.message) }
    }
}

/// The answer of `options`: open options with their terms.
package enum OptionsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .text("underlying").ranked(.leading), .text("right").ranked(.leading),
        .price("strike").ranked(.leading), .day("expires").ranked(.deciding), .int("days").ranked(.useful),
        .quantity("contracts").ranked(.deciding), .quantity("deliverable"), .money("premium").ranked(.useful), .text("cover"), .text("currency").ranked(.deciding),
    ]

    /// The frame of what passes a filter.
    package static func make(_ filter: BookFilter, today: Day) throws -> Frame {
        let ledger = try filter.source.ledger
        var builder = FrameBuilder("options", schemas)
        let day = filter.day ?? today
        for option in try ledger.options(on: filter.on)
        where filter.fits(option.account, option.instrument) || filter.fits(option.account, option.terms.underlying) {
            try builder.append([
                .text(ledger[option.account].name), .text(ledger[option.instrument].symbol), .text(ledger[option.terms.underlying].symbol),
                .text(option.terms.right.rawValue), .decimal(option.terms.strike), .day(option.terms.expires),
                .int(Int64(day.days(to: option.terms.expires))), .decimal(option.contracts), .decimal(option.deliverable), .decimal(option.premium),
                .text(option.cover.rawValue), .text(option.currency.code),
            ])
        }
        return builder.frame()
    }
}
