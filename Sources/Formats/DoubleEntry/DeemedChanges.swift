import Ledger
import Values

/// Lots that leave an account and come back at a higher cost that nobody pays, against income: what a fund earned and kept, or what counts as sold and bought again.
extension DoubleEntryMapper {
    /// Takes such a change: lots that keep their days got a notional distribution, and those that begin anew were sold for what they cost from now on.
    mutating func deem(_ legs: inout [UnitLeg], _ sums: inout TransactionSums, _ result: inout Result, _ inventory: LotInventory) throws {
        let go = legs.filter(\.leavesAtCost), come = legs.filter { $0.units > .zero && $0.posting.row > 0 }
        guard !sums.isPaid, let first = come.first, !go.isEmpty, go.count + come.count == legs.count, Set(legs.map(\.place)).count == 1,
            Set(legs.map(\.posting.weight.commodity)).count == 1
        else { return }
        let currency = first.posting.weight.commodity, units = try come.reduce(FixedDecimal.zero) { try $0 + $1.units }
        let cost = try come.reduce(FixedDecimal.zero) { try $0 + $1.cost }, rise = try (cost - go.reduce(FixedDecimal.zero) { try $0 + $1.cost }).roundedToBalance()
        guard try rise > .zero && go.reduce(units, { try $0 + $1.units }).isZero, try isIncome(rise, currency, sums) else { return }
        if let rows = try Self.keptRows(go, come, rise, units), Self.areAll(come, inventory), !sums.sources.contains(where: { $0.role == .gains }) {
            for (leg, rows) in zip(come, rows) { result.moved.append((leg.posting.account, leg.posting.row, rows)) }
            sums.sources = []
            sums.keepIncome(rise, currency, first.place, name: accounts.words[first.place.symbol] ?? "")
            return legs.removeAll()
        }
        guard come.allSatisfy({ !$0.comesBack(on: sums.day) }) else { return }
        sums.sources = []
        var left = cost
        for (place, leg) in go.enumerated() {
            let gross = place == go.count - 1 ? left : try FixedDecimal.mulDiv(cost, leg.units.magnitude, units).roundedToBalance()
            left = try left - gross
            add(leg, .sell, gross, &sums)
        }
        for leg in come { add(leg, .buy, try leg.cost, &sums) }
        legs.removeAll()
    }

    private func add(_ leg: UnitLeg, _ kind: ActivityKind, _ gross: FixedDecimal, _ sums: inout TransactionSums) {
        var draft = sums.draft(kind, leg.account)
        (draft.symbol, draft.quantity) = (leg.place.symbol, leg.units.magnitude)
        if kind == .sell { draft.lots = leg.choices }
        var imported = sums.imported(draft, name: accounts.words[leg.place.symbol] ?? "")
        if kind == .buy { imported.number = leg.posting.row }
        sums.add(trade: imported, isIn: kind == .buy, gross: gross, unitPrice: nil, currency: leg.posting.weight.commodity, tellsGain: kind == .sell)
    }

    /// Whether all that stands on the other side is income of so much.
    private func isIncome(_ rise: FixedDecimal, _ currency: String, _ sums: TransactionSums) throws -> Bool {
        var sum = FixedDecimal.zero
        for source in sums.sources {
            switch source.role {
            case .dividend, .gains, .interest, .credit: break
            case .other where accounts.isSpent(source.account): break
            default: return false
            }
            guard source.amount.commodity == currency else { return false }
            sum = try sum + source.amount.number
        }
        return try (sum - rise).magnitude <= .cent
    }

    /// The rows of the lots that came back with their days, each with as much more for a unit as the others; nil where they are others.
    private static func keptRows(_ go: [UnitLeg], _ come: [UnitLeg], _ rise: FixedDecimal, _ units: FixedDecimal) throws -> [[Int]]? {
        var parts = go.flatMap(\.parts), rows: [[Int]] = []
        for leg in come {
            guard case .opened(_, let bought) = leg.posting.lots,
                let place = try parts.firstIndex(where: { part in
                    let raised = try part.units * part.lot.cost.number + .mulDiv(rise, part.units, units)
                    return try part.lot.day == bought && part.units == leg.units && (raised - leg.cost).magnitude <= .cent
                })
            else { return nil }
            rows.append(parts.remove(at: place).lot.rows)
        }
        return parts.isEmpty ? rows : nil
    }
}
