import Ledger
import Values

/// Which of the other sides of a sale are its gain. A posting of units counts as what its lots cost, so that the gain stands in one of its own, whatever its account is called:
/// the price tells it, or, without a price, that nothing else completes the sale.
extension TransactionSums {
    /// Finds the gains of trades among what luca does not keep.
    ///
    /// - Parameters:
    ///   - legs: the units that change and move to no other account.
    ///   - isSpent: whether an account is one of income or expenses.
    /// - Throws: `missingValue` where one of several postings may be the gain.
    mutating func findGains(_ legs: [UnitLeg], _ isSpent: (String) -> Bool) throws {
        for currency in legs.map(\.posting.weight.commodity).distinct {
            let own = legs.filter { $0.posting.weight.commodity == currency && ($0.units.isNegative || $0.isTaken) }
            if own.contains(where: { $0.isTaken && $0.posting.price == nil }) {
                try findGain(ofPriceless: own, among: legs, currency, isSpent)
            } else {
                try findGain(ofPriced: own, currency, isSpent)
            }
        }
    }

    private func places(_ currency: String, _ fits: (Source) -> Bool) -> [Int] {
        sources.indices.filter { sources[$0].amount.commodity == currency && !sources[$0].amount.number.isZero && sources[$0].role != .gains && fits(sources[$0]) }
    }

    private func tellsGains(_ currency: String) -> Bool { sources.contains { $0.role == .gains && $0.amount.commodity == currency } }

    // MARK: with a price

    /// Takes as gains what comes to the difference of prices and costs, without what the file calls gains itself.
    private mutating func findGain(ofPriced legs: [UnitLeg], _ currency: String, _ isSpent: (String) -> Bool) throws {
        var missing = FixedDecimal.zero, slack = FixedDecimal.halfCent, isOwn = false
        for leg in legs {
            guard let gain = try leg.priceGain else { continue }
            (missing, slack, isOwn) = (try missing + gain, try slack + leg.priceSlack, isOwn || gain.magnitude > LotChanges.trifle)
        }
        guard isOwn else { return }
        missing = try missing - gains(currency)
        if missing.magnitude <= (tellsGains(currency) ? slack : LotChanges.trifle) { return }
        let spent = places(currency) { $0.role == .other && isSpent($0.account) }, others = places(currency) { $0.role == .other || isPaid && $0.role == .equity }
        // Nearer to the gain than nothing is.
        let near = min(slack, FixedDecimal(units: missing.magnitude.units / 2))
        let tries = [(spent, LotChanges.trifle), (others, LotChanges.trifle), (isPaid ? places(currency) { _ in true } : [], LotChanges.trifle), (spent, near), (others, near)]
        for (pool, most) in tries {
            guard let found = try subset(of: pool, missing, most) else { continue }
            for place in found { sources[place].role = .gains }
            return
        }
        if missing.magnitude <= slack { return }
        // It stands in one posting with something else, such as wages.
        guard isPaid, let place = (spent + others).first(where: { holds($0, missing) }) ?? (tellsGains(currency) ? nil : (spent + others).first)
        else { return }
        sources[place].amount.number = try sources[place].amount.number - missing
        sources.append(Source(role: .gains, amount: DoubleEntryBook.Amount(number: missing, commodity: currency), account: sources[place].account))
    }

    /// Whether a posting is more than a sum, and of its sign.
    private func holds(_ place: Int, _ sum: FixedDecimal) -> Bool {
        let number = sources[place].amount.number
        return number.isNegative == sum.isNegative && number.magnitude > sum.magnitude
    }

    /// So many postings are tried in all their combinations.
    private static let mostTried = 10

    /// The fewest postings that come to a sum, and of as few those that come nearest.
    private func subset(of pool: [Int], _ sum: FixedDecimal, _ most: FixedDecimal) throws -> [Int]? {
        let tried = Array(pool.prefix(Self.mostTried))
        var best: (places: [Int], distance: FixedDecimal)?
        for choice in 1..<max(1, 1 << tried.count) {
            let chosen = tried.indices.filter { choice & (1 << $0) != 0 }.map { tried[$0] }
            let distance = try (chosen.reduce(FixedDecimal.zero) { try $0 + sources[$1].amount.number } - sum).magnitude
            if distance > most { continue }
            if let best, (best.places.count, best.distance) <= (chosen.count, distance) { continue }
            best = (chosen, distance)
        }
        return best?.places
    }

    // MARK: without one

    /// Takes as the gain the one posting of income, or else of expenses, beside a sale for money.
    private mutating func findGain(ofPriceless sold: [UnitLeg], among legs: [UnitLeg], _ currency: String, _ isSpent: (String) -> Bool) throws {
        // Lots that come back as others are told apart by what they cost.
        let comesBack = legs.contains { leg in !leg.isTaken && leg.units > .zero && sold.contains { $0.place == leg.place } }
        guard isPaid, !tellsGains(currency), !comesBack else { return }
        let spent = places(currency) { $0.role == .other && isSpent($0.account) }
        let income = spent.filter { sources[$0].amount.number > .zero }, candidates = income.isEmpty ? spent : income
        if candidates.count == 1 { sources[candidates[0]].role = .gains }
        if candidates.count < 2 { return }
        let names = candidates.prefix(2).map { MessageText.cut(sources[$0].account) }
        throw ImportIssue(
            .missingValue, message: "units are sold without a price, and which of \(names.joined(separator: " and ")) is the gain is not told",
            hint: "say what a unit brought, @ and the price, or which account is one of gains: accounts={[\"\(names[0])\"]=\"gains\"}")
    }
}

extension UnitLeg {
    /// Whether it takes units of lots.
    var isTaken: Bool { if case .taken = posting.lots { true } else { false } }

    /// What its units bring at the price told, or cost where they cover what was sold short; nil where none is told in the currency in which it counts.
    var atPrice: FixedDecimal? {
        get throws {
            guard let price = posting.price, price.commodity == posting.weight.commodity, isTaken || units.isNegative && posting.row == 0 else { return nil }
            return try (units == posting.units.number ? posting.total : nil) ?? (price.number * units.magnitude)
        }
    }

    /// The gain that its price tells beside what it counts for in its transaction; nil where its price is what counts.
    var priceGain: FixedDecimal? {
        get throws {
            guard let brought = try atPrice else { return nil }
            if isTaken, !countsAtCost { return nil }
            let whole = posting.units.number.magnitude
            let counted = isTaken ? try cost : units.magnitude == whole ? posting.weight.number.magnitude : try .mulDiv(posting.weight.number.magnitude, units.magnitude, whole)
            return units.isNegative ? try brought - counted : try counted - brought
        }
    }

    /// By how much what it brings may differ from its price, by the last digit of that.
    var priceSlack: FixedDecimal {
        get throws {
            guard let price = posting.price, posting.total == nil else { return .halfCent }
            return try units.magnitude * FixedDecimal(units: tenToThe(FixedDecimal.scale - max(2, DoubleEntryText.digits(price.number))) / 2)
        }
    }
}
