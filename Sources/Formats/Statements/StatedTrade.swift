import Ledger
import Values

/// The figures of a trade as a statement tells them: units, price and charges, and the money that moved in all.
///
/// Units and money are what was counted; the price explains them. It may be for one share of a contract or in percent of a bond's face value, so it is
/// taken in the sense in which it comes to the total.
struct StatedTrade {
    /// Whether money leaves the account.
    var isBuy: Bool
    /// How many units, above zero.
    var units: FixedDecimal
    /// The price as it is written; nil where none is.
    var price: FixedDecimal?
    /// Charges within the total.
    var fee = FixedDecimal.zero
    /// Taxes within the total.
    var tax = FixedDecimal.zero
    /// Interest that is paid or got beside the price.
    var accrued = FixedDecimal.zero
    /// A mark-up that the total may hold beside the price.
    var markup = FixedDecimal.zero
    /// The money that moved, above zero; nil where it is not told.
    var total: FixedDecimal?
    /// Units of the underlying in one unit: 100 for most options.
    var multiplier = FixedDecimal.one
    /// What one unit costs at a price of one, in the order in which senses are tried.
    var senses = [FixedDecimal.one]
    /// Whether the total stands where the price may be rounded further than its digits show.
    var trustsTotal = false

    /// A trade in luca's terms.
    struct Figures {
        /// The price of one unit of the underlying; nil where the amount alone tells it, as where units of a fraction were bought for a round sum.
        var price: FixedDecimal?
        /// Money before charges, where quantity times price is not exactly that.
        var amount: FixedDecimal?
        /// Interest that moved with it.
        var accrued: FixedDecimal
        /// Whether interest is told that the total does not hold.
        var leavesAccrued = false
    }

    /// The figures, after they were held against one another.
    ///
    /// - Throws: `sumMismatch` where they do not agree in any sense, `missingValue` where money is not told.
    func figures() throws(ImportIssue) -> Figures {
        do {
            guard let total else { return try untotalled() }
            guard let price else { return Figures(price: nil, amount: try gross(total, accrued), accrued: accrued) }
            for sense in senses {
                for (interest, more) in interests {
                    let product = try units * price * sense + (isBuy ? more : -more)
                    let expected = isBuy ? try product + fee + tax + interest : try product - fee - tax + interest
                    guard try (expected - total).magnitude <= tolerance(price, sense) else { continue }
                    let gross = try gross(total, interest), own = try price * sense / multiplier
                    let isExact = try units * own * multiplier == gross, isNear = try (units * price * sense - gross).magnitude <= tolerance(price, sense)
                    let isPriced = try isNear && (isExact || explains(own, gross))
                    return Figures(
                        price: isPriced ? own : nil, amount: isExact && isNear ? nil : gross, accrued: interest, leavesAccrued: interest.isZero && !accrued.isZero)
                }
            }
            guard trustsTotal else { throw mismatch(price, total) }
            return Figures(price: nil, amount: try gross(total, .zero), accrued: .zero, leavesAccrued: !accrued.isZero)
        } catch let issue as ImportIssue {
            throw issue
        } catch {
            throw ImportIssue(.outOfRange, message: "its figures are too large: \(error)")
        }
    }

    /// The figures of a trade that takes back one of the opposite direction with its charges, so that these are part of what its units brought; nil where it
    /// has none, or where it comes to the total by itself.
    func refund() -> Figures? {
        guard let total, price != nil, !fee.isZero || !tax.isZero else { return nil }
        var alone = self, original = self
        (alone.trustsTotal, original.trustsTotal) = (false, false)
        original.isBuy.toggle()
        guard (try? alone.figures()) == nil, let figures = try? original.figures(), let amount = try? total - figures.accrued else { return nil }
        return Figures(price: nil, amount: amount, accrued: figures.accrued, leavesAccrued: figures.leavesAccrued)
    }

    /// Interest and mark-up as the total may hold them: both, one, or neither.
    private var interests: [(FixedDecimal, FixedDecimal)] {
        var ways = [(accrued, FixedDecimal.zero)]
        if !accrued.isZero { ways.append((.zero, .zero)) }
        if !markup.isZero, let whole = try? markup * units { ways += [(accrued, markup), (accrued, whole)] }
        return ways
    }

    private func untotalled() throws -> Figures {
        guard let price, let sense = senses.first else {
            throw ImportIssue(.missingValue, column: "total", message: "neither a price nor the money that moved is told")
        }
        return Figures(price: try price * sense / multiplier, amount: nil, accrued: accrued)
    }

    /// Money before charges that comes to the total.
    private func gross(_ total: FixedDecimal, _ interest: FixedDecimal) throws -> FixedDecimal {
        let gross = isBuy ? try total - fee - tax - interest : try total + fee + tax - interest
        guard !gross.isNegative else {
            throw ImportIssue(
                .sumMismatch, message: "the charges come to more than the \(total) that moved", hint: "record the trade by hand, and import the others with partial=true")
        }
        return gross
    }

    /// How far units times price may be from what was paid: half a unit of the price's last digit, cents at the coarsest, for each unit; the price of half a unit of the
    /// last digit of units that are no whole number, hundredths at the coarsest, as funds sell for round sums; and half a cent.
    private func tolerance(_ price: FixedDecimal, _ sense: FixedDecimal) throws -> FixedDecimal {
        let ofPrice = try units * sense * Self.halfUnit(max(2, Self.digits(price))), digits = Self.digits(units)
        return try ofPrice + (digits == 0 ? .zero : price.magnitude * sense * Self.halfUnit(max(2, digits))) + .halfCent
    }

    /// Whether the rounding of a price alone explains what was paid. Where the units are rounded, too, the price follows from them and the money.
    private func explains(_ price: FixedDecimal, _ gross: FixedDecimal) throws -> Bool {
        let whole = try units * multiplier
        return try (whole * price - gross).magnitude <= whole * Self.halfUnit(max(2, Self.digits(price))) + .halfCent
    }

    /// How many digits a figure has behind the point.
    private static func digits(_ figure: FixedDecimal) -> Int {
        (0..<FixedDecimal.scale).first { figure.units % tenToThe(FixedDecimal.scale - $0) == 0 } ?? FixedDecimal.scale
    }

    private static func halfUnit(_ digits: Int) -> FixedDecimal { FixedDecimal(units: tenToThe(FixedDecimal.scale - digits) / 2) }

    private func mismatch(_ price: FixedDecimal, _ total: FixedDecimal) -> ImportIssue {
        let charges = [(fee, "fee"), (tax, "tax"), (accrued, "interest")].filter { !$0.0.isZero }.map { ", \($0.1) \($0.0)" }.joined()
        return ImportIssue(
            .sumMismatch, column: "total", text: "\(total)", message: "\(units) units at \(price)\(charges) do not come to the \(total) that moved",
            hint: "record the trade by hand as the note of it says, and import the others with partial=true")
    }
}
