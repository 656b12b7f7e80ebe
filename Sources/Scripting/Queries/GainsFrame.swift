import Frames
import Ledger
import Values

/// Realised gains, a row for each lot that a sale touched.
enum GainsFrame {
    static func make(_ ledger: Ledger, _ filter: BookFilter) throws -> Frame {
        let table = try ledger.gains(from: filter.from, to: filter.on.map { min($0, filter.to ?? $0) } ?? filter.to)
        let rows = filter.isOpen ? nil : (0 ..< table.count).filter { row in
            filter.fits(table.account(at: row)) && filter.fits(table.instrument(at: row)) && filter.fits(table.currency(at: row))
        }.map { Int32($0) }
        let count = rows?.count ?? table.count
        let pools = NamePools(ledger), terms = TextPool(Term.allCases.map(\.rawValue))
        let place: (Int) -> Int = { rows.map { rows in { Int(rows[$0]) } }?($0) ?? $0 }
        let known: (Int) -> Bool = table.hasUnknownCosts ? { table.isCostKnown(at: $0) } : { _ in true }
        let columns: [Column] = [
            .texts(.text("account").ranked(.leading), count: count, pool: pools.accounts) { pools.account(table.account(at: place($0))) },
            .texts(.text("symbol").ranked(.deciding), count: count, pool: pools.symbols) { pools.symbol(table.instrument(at: place($0))) },
            .days(.day("opened"), count: count) { table.opened(at: place($0)).number },
            .days(.day("closed").ranked(.leading), count: count) { table.closed(at: place($0)).number },
            .decimals(.quantity("quantity").ranked(.leading), count: count) { table.quantity(at: place($0)) },
            .decimals(.money("proceeds"), count: count) { table.proceeds(at: place($0)) },
            .decimals(.money("cost_basis").ranked(.deciding), count: count) { known(place($0)) ? table.cost(at: place($0)) : .absent },
            .decimals(.gain("gain").ranked(.deciding), count: count) { known(place($0)) ? table.gain(at: place($0)) : .absent },
            .texts(.text("term").ranked(.deciding), count: count, pool: terms) { table.term(at: place($0)) == .short ? 0 : 1 },
            .texts(.text("currency").ranked(.deciding), count: count, pool: pools.currencies.pool) { pools.currencies.code(table.currency(at: place($0))) },
            .ints(.int("lot_id"), count: count) { Int64(table.lotID(at: place($0)).rawValue) },
            .ints(.int("activity_id"), count: count) { Int64(table.activity(at: place($0)).rawValue) },
            .decimals(.money("wash").rankedWhereAny(.deciding), count: count) { table.wash(at: place($0)) },
        ]
        let policies = HoldingsFrame.policies(ledger.definitions).map { FramePolicy($0.0, $0.1) }
        let lacking = try table.hasUnknownCosts && !(0..<count).allSatisfy { known(place($0)) } ? unknownCosts(ledger, through: nil) : []
        return Frame("gains", rowCount: count, columns: columns, policies: policies) { lacking }
    }

    /// Which units nobody told the cost of, up to the end of a day.
    static func unknownCosts(_ ledger: Ledger, through day: Day?) throws -> [FrameWarning] {
        try ledger.unknownCosts(through: day).map { FrameWarning(kind: $0.kind, message: $0.message) }
    }
}
