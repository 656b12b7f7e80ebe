import Values

/// Units after splits: the decimal nearest to what they are, and the part of its last digit by which they differ from it.
///
/// A third of ten units is no decimal. With the rest kept beside it, a split 1:3 and one of 3:1 later give ten again, and nothing is rounded twice.
struct ExactUnits {
    /// The units that are told and can be sold.
    var shown: FixedDecimal
    /// What they are more than is shown, or less, in parts of the last digit.
    var rest = DigitFraction.zero

    static let zero = ExactUnits(shown: .zero)

    /// Units more, or fewer where they are below zero. Who leaves a round number leaves no more and no less.
    func adding(_ units: FixedDecimal, _ more: DigitFraction = .zero) throws(DecimalError) -> ExactUnits {
        let sum = try shown + units
        return ExactUnits(shown: sum, rest: (rest + more).beside(sum))
    }

    /// Takes units out of those on their way: all with what splits left beside the last digit, which it tells, or some without it.
    mutating func takeOut(_ units: FixedDecimal) throws(DecimalError) -> DigitFraction {
        let moved = units < shown ? .zero : rest
        self = units < shown ? try adding(-units) : .zero
        return moved
    }

    /// The units after a split, rounded once.
    func scaled(by ratio: Ratio) throws(DecimalError) -> ExactUnits {
        var carry = DigitFraction.zero
        return try scaled(by: ratio, carry: &carry)
    }

    /// The units after a split, of one lot among several: what rounding gives to one it takes from the next, so that rounded units add up to
    /// the rounded sum.
    ///
    /// - Parameter carry: what the lots before it are more than is shown of them, and then with this one.
    func scaled(by ratio: Ratio, carry: inout DigitFraction) throws(DecimalError) -> ExactUnits {
        let (new, old) = ratio.terms
        if shown.isNegative {
            carry = -carry
            let opposite = try ExactUnits(shown: -shown, rest: -rest).scaled(by: ratio, carry: &carry)
            carry = -carry
            return ExactUnits(shown: -opposite.shown, rest: -opposite.rest)
        }
        let (high, low) = shown.units.magnitude.multipliedFullWidth(by: new.magnitude)
        guard high < old.magnitude else { throw .overflow(operation: "\(shown) × \(ratio)") }
        let (whole, over) = old.magnitude.dividingFullWidth((high, low))
        guard whole < UInt128(Int128.max) else { throw .overflow(operation: "\(shown) × \(ratio)") }
        // Nearly always both are nothing: units were split evenly.
        if over == 0, rest.isZero, carry.isZero { return ExactUnits(shown: FixedDecimal(units: Int128(whole))) }
        guard let own = DigitFraction(Int128(over), old), let scaledRest = rest.scaled(new, old), let exact = own.sum(scaledRest), let sum = exact.sum(carry) else {
            carry = .zero
            return ExactUnits(shown: try ratio.applied(to: shown))
        }
        let digits = sum.rounded(odd: whole % 2 == 1)
        let units = FixedDecimal(units: Int128(whole))
        guard let left = sum.less(digits), let difference = exact.less(digits) else { preconditionFailure("a smaller fraction of the same kind fits") }
        carry = left
        let shown = try units + FixedDecimal(units: digits)
        return ExactUnits(shown: shown, rest: shown.isZero ? .zero : difference)
    }
}

/// A fraction of the last digit of a decimal, perhaps above one.
///
/// Its terms have 31 bits: enough for splits whose numbers of units before, multiplied, stay below two billion. What is finer counts as nothing.
struct DigitFraction: Hashable {
    private var top: Int32 = 0
    private var bottom: Int32 = 1

    static let zero = DigitFraction()

    private init() {}

    /// Nil where the terms do not fit. The second is above zero.
    init?(_ top: Int128, _ bottom: Int128) {
        let divisor = Int128(commonDivisor(top.magnitude, bottom.magnitude))
        guard let small = Int32(exactly: top / divisor), small != .min, let large = Int32(exactly: bottom / divisor) else { return nil }
        (self.top, self.bottom) = (small, large)
    }

    var isZero: Bool { top == 0 }

    static prefix func - (a: DigitFraction) -> DigitFraction {
        var opposite = a
        opposite.top = -a.top
        return opposite
    }

    static func + (a: DigitFraction, b: DigitFraction) -> DigitFraction { a.isZero ? b : b.isZero ? a : a.sum(b) ?? .zero }

    func sum(_ other: DigitFraction) -> DigitFraction? {
        DigitFraction(Int128(top) * Int128(other.bottom) + Int128(other.top) * Int128(bottom), Int128(bottom) * Int128(other.bottom))
    }

    func scaled(_ new: Int128, _ old: Int128) -> DigitFraction? {
        let (first, overflows) = new.multipliedReportingOverflow(by: Int128(top))
        let (second, alsoOverflows) = old.multipliedReportingOverflow(by: Int128(bottom))
        return isZero ? self : overflows || alsoOverflows ? nil : DigitFraction(first, second)
    }

    func less(_ digits: Int128) -> DigitFraction? { DigitFraction(Int128(top) - digits * Int128(bottom), Int128(bottom)) }

    /// The nearest whole number; of two as near that which makes the number it is added to, odd or not, an even one.
    func rounded(odd: Bool) -> Int128 {
        let cut = top / bottom, whole = Int128(top % bottom < 0 ? cut - 1 : cut), over = 2 * (Int128(top) - whole * Int128(bottom))
        if over == Int128(bottom) { return whole + ((whole % 2 == 0) == odd ? 1 : 0) }
        return over > Int128(bottom) ? whole + 1 : whole
    }

    /// What is left of it beside units that were traded since: nothing beside none, or beside a number that ends well before the last digit,
    /// as a fraction that a split left does not.
    func beside(_ units: FixedDecimal) -> DigitFraction { isZero || units.units % 1000 == 0 ? .zero : self }
}

/// The greatest number that divides both; one where both are zero.
private func commonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
}

extension Ratio {
    /// Units afterwards and before as whole numbers without a common divisor.
    package var terms: (new: Int128, old: Int128) {
        let divisor = Int128(commonDivisor(new.units.magnitude, old.units.magnitude))
        return (new.units / divisor, old.units / divisor)
    }

    /// How many units one becomes, where it is a whole number above one.
    var whole: FixedDecimal? {
        let (new, old) = terms
        guard old == 1, new > 1 else { return nil }
        let (units, overflows) = new.multipliedReportingOverflow(by: FixedDecimal.unitsPerOne)
        return overflows ? nil : FixedDecimal(units: units)
    }

    /// Whether it changes nothing.
    var isSame: Bool { new == old }

    /// What two splits one after the other come to; nil where its terms are too long.
    private func followed(by next: Ratio) -> Ratio? {
        let (new, old) = terms, (nextNew, nextOld) = next.terms
        // Cancelled crosswise first, so that the products stay short.
        let first = Int128(commonDivisor(new.magnitude, nextOld.magnitude)), second = Int128(commonDivisor(nextNew.magnitude, old.magnitude))
        let (top, overflows) = (new / first).multipliedReportingOverflow(by: nextNew / second)
        let (bottom, alsoOverflows) = (old / second).multipliedReportingOverflow(by: nextOld / first)
        return overflows || alsoOverflows ? nil : Ratio(FixedDecimal(units: top), for: FixedDecimal(units: bottom))
    }

    /// So many units before several splits, rounded once wherever their ratio together can be told.
    static func undone(_ ratios: some Sequence<Ratio>, on units: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        var units = units, together = Ratio.same
        for ratio in ratios {
            if let longer = together.followed(by: ratio) {
                together = longer
            } else {
                units = try together.undone(on: units)
                together = ratio
            }
        }
        return together == .same ? units : try together.undone(on: units)
    }
}
