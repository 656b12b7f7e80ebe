import Ledger
import Values

/// Units that go from one account to another.
extension DoubleEntryMapper {
    /// Takes out units that go from one account to another: whole lots first, by what they cost and their days, then units of the same cost, then as many as there are, unless
    /// the file tells that what arrives cost something else.
    mutating func move(_ legs: inout [UnitLeg], _ sums: inout TransactionSums, _ result: inout Result) throws {
        guard legs.contains(where: \.units.isNegative), legs.contains(where: { $0.units > .zero }) else { return legs.removeAll { $0.units.isZero } }
        // What was paid beside may be a charge that is part of the cost from now on; with nothing on the other side lots share their costs.
        let isMove = sums.isPaid || sums.sources.isEmpty
        // What was sold above or below its cost was sold, whoever buys as much.
        let passes: [(UnitLeg, UnitLeg) throws -> Bool] = [
            { try $0.isLot(of: $1) && !$0.isBought(beside: $1) }, { $0.isUnpriced && $1.isUnpriced }, { $0.costsAs($1) && !$1.isSale && !$0.isBought(beside: $1) },
            { try !$1.isSale && (isMove || !$0.costsOtherwise(than: $1)) },
        ]
        // Where an account gets more new units than it gives, these have nothing to do with another account. What comes back of lots, of which more went, is what others left.
        let priced = legs.filter { $0.posting.weight.commodity != $0.posting.units.commodity }, given = Set(priced.filter(\.units.isNegative).map(\.place))
        let new = Set(priced.filter { $0.units > .zero && !$0.comesBack(on: sums.day) }.map(\.place))
        let apart = try new.intersection(given).filter { place in try priced.reduce(FixedDecimal.zero) { $1.place == place ? try $0 + $1.units : $0 } > .zero }
        for fits in passes {
            for out in legs.indices where legs[out].units.isNegative {
                for into in legs.indices
                where legs[into].units > .zero && legs[into].posting.units.commodity == legs[out].posting.units.commodity {
                    guard legs[out].units.isNegative else { break }
                    let isWithin = legs[into].account == legs[out].account
                    if isWithin, !Self.movesWithin(legs[out], legs[into], sums) { continue }
                    if !isWithin, apart.contains(legs[out].place) || apart.contains(legs[into].place), try !legs[into].isLot(of: legs[out]) { continue }
                    guard try fits(legs[into], legs[out]) else { continue }
                    if try legs[into].costsOtherwise(than: legs[out]) { if sums.isPaid { dearerMoves += 1 } else { averagedMoves += 1 } }
                    try move(out, into, &legs, sums, &result)
                }
            }
        }
        legs.removeAll { $0.units.isZero }
    }

    /// Whether units go as they are from one account of the file to another that is the same one of luca's, as to a drawer for what is lent.
    private static func movesWithin(_ out: UnitLeg, _ into: UnitLeg, _ sums: TransactionSums) -> Bool {
        guard !sums.isPaid, sums.sources.isEmpty, out.posting.account != into.posting.account else { return false }
        return out.units == -into.units && out.posting.price == nil && into.posting.price == nil
    }

    private mutating func move(_ out: Int, _ into: Int, _ legs: inout [UnitLeg], _ sums: TransactionSums, _ result: inout Result) throws {
        let quantity = min(legs[out].units.magnitude, legs[into].units), symbol = legs[out].posting.units.commodity
        let taken = try legs[out].takeLots(quantity)
        let isWithin = legs[out].account == legs[into].account
        let name = isWithin ? "" : group(sums.day, "\(legs[out].account) > \(legs[into].account) \(quantity) \(symbol)")
        for (kind, leg) in isWithin ? [] : [(ActivityKind.transferOut, legs[out]), (.transferIn, legs[into])] {
            var draft = sums.draft(kind, leg.account)
            (draft.symbol, draft.quantity, draft.group) = (symbol, quantity, name)
            if kind == .transferOut { draft.lots = taken.choices }
            result.drafts.append(sums.imported(draft, name: accounts.words[symbol] ?? ""))
        }
        if legs[into].posting.row > 0 { result.moved.append((legs[into].posting.account, legs[into].posting.row, taken.rows)) }
        legs[out].units = try legs[out].units + quantity
        legs[into].units = try legs[into].units - quantity
    }
}

extension UnitLeg {
    /// Whether its posting tells neither a cost nor a price.
    fileprivate var isUnpriced: Bool {
        if posting.price != nil { return false }
        if units.isNegative { return true }
        if case .opened = posting.lots { return posting.isCostUnknown }
        return posting.weight.commodity == posting.units.commodity
    }

    /// Whether it tells the price of what comes, where what goes has none: it was bought.
    fileprivate func isBought(beside other: UnitLeg) -> Bool { posting.price != nil && other.posting.price == nil }
}
