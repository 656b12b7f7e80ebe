import Ledger
import Values

/// Lets an activity move exactly the cash that a statement says.
///
/// A trade in dollars that an account in euros paid has a price, charges and a sum in euros; the rate follows from them. Since a rate has eighteen
/// decimals at most, the product of the two would miss the sum by some units of the last: the figures that were not printed, the rate and the last
/// decimals of a charge (or of the amount), are chosen such that it is the sum itself.
extension PlanBuilder {
    /// Checks the figures of an activity against the cash that it moves, and completes them.
    ///
    /// - Parameters:
    ///   - cash: in the currency in which it settles, below zero for what leaves the account.
    ///   - settle: the code of that currency; nil for the activity's own.
    /// - Throws: `sumMismatch` where quantity, price and charges come to something else, `wrongSign` where they go the other way.
    mutating func move(_ cash: FixedDecimal, by entry: inout ActivityEntry, _ rule: ActivityRule, settle code: String?) throws(ImportIssue) {
        guard rule.figuresForm != .asTold || rule.subtype == .exchange else {
            throw ImportIssue(.outOfRange, column: "cash", message: "\(article(rule.kind)) has figures of its own; leave out cash")
        }
        do {
            var figures = try StatedFigures(entry, multiplier: entry.instrument == 0 ? .one : instrument(entry.instrument).multiplier)
            var settled = entry.currency.currency
            if let code, !code.isEmpty { settled = try currency(coded: code) }
            if settled == entry.currency.currency {
                try figures.move(cash, settled)
            } else {
                entry.rate = try figures.move(cash, settled, by: entry.rate?.decimal).map { CellNumber(mantissa: $0.units, digits: FixedDecimal.scale) }
            }
            if let amount = figures.amount { entry.amount = .sum(amount) }
            entry.fee = CellNumber(mantissa: figures.fee.units, digits: FixedDecimal.scale)
        } catch let issue as ImportIssue {
            throw issue
        } catch {
            throw ImportIssue(.outOfRange, column: "cash", message: "\(error)")
        }
    }

    private func currency(coded code: String) throws(ImportIssue) -> Currency {
        if let unit = MinorUnit.normalize(code) { return unit.currency }
        do { return try context.currencies.currency(code) } catch { throw ImportIssue(.badCurrency, column: "settle", text: code, message: error.description) }
    }
}

/// The figures of an activity that make up the cash that it moves.
private struct StatedFigures {
    /// Money before charges; nil where quantity and price tell it.
    var amount: FixedDecimal?
    var fee: FixedDecimal
    let tax: FixedDecimal
    private let product: FixedDecimal?
    /// How far the product may be from what was printed: half a unit of the price's last digit, cents at the coarsest, for each unit.
    private let rounding: FixedDecimal
    private let currency: Currency
    private let bringsCash: Bool

    init(_ entry: ActivityEntry, multiplier: FixedDecimal) throws {
        switch entry.amount {
        case .none: amount = nil
        case .cell(let cell): amount = cell.decimal
        case .sum(let sum): amount = sum
        }
        (fee, tax, currency, bringsCash) = (entry.fee.decimal, entry.tax.decimal, entry.currency.currency, entry.kind.bringsCash)
        if let quantity = entry.quantity?.decimal, let price = entry.price?.decimal {
            let units = try quantity * multiplier
            product = try units * price
            rounding = try units * Self.halfUnit(max(2, Self.fractionDigits(of: price)))
        } else {
            (product, rounding) = (nil, .zero)
        }
    }

    /// How many digits stand behind the point in the shortest form.
    private static func fractionDigits(of value: FixedDecimal) -> Int {
        (0..<FixedDecimal.scale).first { value.units % tenToThe(FixedDecimal.scale - $0) == 0 } ?? FixedDecimal.scale
    }

    private static func halfUnit(_ digits: Int) -> FixedDecimal { FixedDecimal(units: tenToThe(FixedDecimal.scale - min(digits, FixedDecimal.scale)) / 2) }

    /// Money before charges, as far as it is told.
    private var gross: FixedDecimal? { amount ?? product }

    /// The cash that some money before charges comes to.
    private func cash(_ gross: FixedDecimal) throws -> FixedDecimal { bringsCash ? try gross - fee - tax : -(try gross + fee + tax) }

    /// Money before charges that comes to some cash.
    private func gross(of cash: FixedDecimal) throws -> FixedDecimal { bringsCash ? try cash + fee + tax : -(try cash + fee + tax) }

    /// Lets it move cash in its own currency.
    mutating func move(_ told: FixedDecimal, _ settled: Currency) throws {
        guard let gross else {
            amount = try self.gross(of: told)
            return
        }
        let own = try cash(gross)
        if own == told { return }
        let tolerance = amount == nil ? try rounding + Self.halfUnit(settled.minorDigits ?? 2) : .zero
        guard try (own - told).magnitude <= tolerance else { throw mismatch(own, told, settled) }
        amount = try self.gross(of: told)
    }

    /// Lets it move cash in another currency.
    ///
    /// - Parameter stated: the rate that the file tells, of which the one that follows may differ by a hundredth.
    /// - Returns: the rate, settled for own; nil where nothing moves.
    mutating func move(_ told: FixedDecimal, _ settled: Currency, by stated: FixedDecimal?) throws -> FixedDecimal? {
        guard let gross else {
            throw ImportIssue(.missingValue, column: "amount", message: "what moves \(told) \(settled) has no figure in its own currency")
        }
        let own = try cash(gross)
        if own.isZero, told.isZero { return stated ?? .one }
        guard !own.isZero, !told.isZero, own.isNegative == told.isNegative else { throw mismatch(own, told, settled) }
        if let stated {
            let expected = try own * stated, cent = Self.halfUnit(settled.minorDigits ?? 2)
            guard try (expected - told).magnitude <= told.magnitude / 100 + cent + cent else { throw mismatch(expected, told, settled) }
        }
        let (net, rate) = try Self.solve(own.magnitude, told.magnitude)
        let more = try (own.isNegative ? -net : net) - own
        if more.isZero { return rate }
        if fee.isZero { amount = try self.gross(of: own + more) } else { fee = try fee - more }
        return rate
    }

    /// A rate and a sum next to the one given, whose product is exactly what was told.
    ///
    /// A rate of n, or a sum of n, fits by chance once in n: so forty times as many of the smaller of the two are tried, always the same ones.
    private static func solve(_ net: FixedDecimal, _ told: FixedDecimal) throws -> (net: FixedDecimal, rate: FixedDecimal) {
        let first = try told / net
        if try net * first == told { return (net, first) }
        for step in 0..<nearAttempts {
            let rate = FixedDecimal(units: first.units + (step % 2 == 0 ? 1 : -1) * Int128((step + 1) / 2))
            guard rate > .zero else { continue }
            let near = try told / rate
            if try near * rate == told { return (near, rate) }
        }
        let smaller = min(net, first), size = Int(min(smaller.units / FixedDecimal.one.units, largest)) + 1, reach = Int128(size * 64 + 1000)
        var chance = LinearCongruence()
        for _ in 0..<size * 40 {
            let other = FixedDecimal(units: smaller.units + chance.next() % (2 * reach + 1) - reach)
            guard other > .zero else { continue }
            let match = try told / other
            if try match * other == told { return net < first ? (other, match) : (match, other) }
        }
        return (net, first)
    }

    /// How many of the nearest rates are tried before others.
    private static let nearAttempts = 5000
    /// The largest rate or sum of which forty times as many are tried.
    private static let largest: Int128 = 50_000

    private func mismatch(_ figures: FixedDecimal, _ told: FixedDecimal, _ settled: Currency) -> ImportIssue {
        ImportIssue(
            .sumMismatch, column: "cash", message: "quantity, price and charges come to \(figures) \(settled), but the file says that \(told) \(settled) moved",
            hint: "record the row by hand as the broker's note of it says, and import the others with partial=true")
    }
}

/// Numbers that look like chance and are the same for each row, so that a file that comes again has the same figures.
private struct LinearCongruence {
    private var state: UInt64 = 0x2545_F491_4F6C_DD1D

    mutating func next() -> Int128 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int128(state >> 20)
    }
}
