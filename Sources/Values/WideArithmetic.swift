// Multiplication to and division from 256 bits, on 64-bit limbs.
//
// One hardware division a divisor, or none where the divisor is 10¹⁸: the others become multiplications with a reciprocal.
// Niels Möller and Torbjörn Granlund, "Improved division by invariant integers", IEEE Transactions on Computers 60 (2011);
// the algorithms are named by their numbers there.

extension UInt128 {
    /// The upper 64 bits.
    @inline(__always)
    var highHalf: UInt64 { UInt64(truncatingIfNeeded: self &>> 64) }

    /// The lower 64 bits.
    @inline(__always)
    var lowHalf: UInt64 { UInt64(truncatingIfNeeded: self) }

    /// The number of two halves.
    @inline(__always)
    init(high: UInt64, low: UInt64) { self = UInt128(truncatingIfNeeded: high) &<< 64 | UInt128(truncatingIfNeeded: low) }
}

/// Products and quotients that pass through 256 bits.
enum Wide {
    /// The product of two 64-bit numbers, in full.
    @inline(__always)
    static func product(_ a: UInt64, _ b: UInt64) -> UInt128 {
        let (high, low) = a.multipliedFullWidth(by: b)
        return UInt128(high: high, low: low)
    }

    /// The product of two 128-bit numbers, in full.
    @inline(__always)
    static func multiply(_ a: UInt128, _ b: UInt128) -> (high: UInt128, low: UInt128) {
        let lowLow = product(a.lowHalf, b.lowHalf)
        let highLow = product(a.highHalf, b.lowHalf)
        let lowHigh = product(a.lowHalf, b.highHalf)
        let highHigh = product(a.highHalf, b.highHalf)
        // Neither sum can exceed 128 bits: (2⁶⁴-1)² + (2⁶⁴-1) < 2¹²⁸.
        let middle = highLow &+ UInt128(truncatingIfNeeded: lowLow.highHalf)
        let middleLow = lowHigh &+ UInt128(truncatingIfNeeded: middle.lowHalf)
        let high = highHigh &+ UInt128(truncatingIfNeeded: middle.highHalf) &+ UInt128(truncatingIfNeeded: middleLow.highHalf)
        return (high, UInt128(high: middleLow.lowHalf, low: lowLow.lowHalf))
    }

    /// A 256-bit number divided by a 128-bit one. `high` must be less than `divisor`, or the quotient would not fit.
    @inline(__always)
    static func divide(high: UInt128, low: UInt128, by divisor: UInt128) -> (quotient: UInt128, remainder: UInt128) {
        precondition(high < divisor)
        return divisor.highHalf == 0
            ? divideByOneLimb(high: high.lowHalf, low: low, by: divisor.lowHalf)
            : divideByTwoLimbs(high: high, low: low, by: divisor)
    }

    @inline(__always)
    private static func divideByOneLimb(high: UInt64, low: UInt128, by divisor: UInt64) -> (quotient: UInt128, remainder: UInt128) {
        let shift = UInt64(truncatingIfNeeded: divisor.leadingZeroBitCount)
        let divider = OneLimbDivider(normalized: divisor &<< shift)
        return divide(high: high, low: low, by: divider, shifted: shift)
    }

    /// The same with a divider made before, for a divisor that was shifted to the left so far that its highest bit is set.
    @inline(__always)
    static func divide(high: UInt64, low: UInt128, by divider: OneLimbDivider, shifted shift: UInt64) -> (quotient: UInt128, remainder: UInt128) {
        let shiftedLow = low &<< UInt128(truncatingIfNeeded: shift)
        let top = high &<< shift | (low.highHalf &>> 1) &>> (63 &- shift)
        let first = divider.divide(top, shiftedLow.highHalf)
        let second = divider.divide(first.remainder, shiftedLow.lowHalf)
        return (UInt128(high: first.quotient, low: second.quotient), UInt128(truncatingIfNeeded: second.remainder &>> shift))
    }

    /// A number divided by 10¹⁸.
    @inline(__always)
    static func divideByUnitsPerOne(_ number: UInt128) -> (quotient: UInt128, remainder: UInt64) {
        let (quotient, remainder) = divide(high: 0, low: number, by: .unitsPerOne, shifted: 4)
        return (quotient, remainder.lowHalf)
    }

    @inline(__always)
    private static func divideByTwoLimbs(high: UInt128, low: UInt128, by divisor: UInt128) -> (quotient: UInt128, remainder: UInt128) {
        let shift = UInt128(truncatingIfNeeded: divisor.highHalf.leadingZeroBitCount)
        let divider = TwoLimbDivider(normalized: divisor &<< shift)
        let shiftedLow = low &<< shift
        let top = high &<< shift | (low &>> 1) &>> (127 &- shift)
        let first = divider.divide(top, shiftedLow.highHalf)
        let second = divider.divide(first.remainder, shiftedLow.lowHalf)
        return (UInt128(high: first.quotient, low: second.quotient), second.remainder &>> shift)
    }
}

/// Divides two limbs by one, whose highest bit is set.
struct OneLimbDivider {
    /// The divisor, shifted so that its highest bit is set.
    let divisor: UInt64
    /// ⌊(2¹²⁸ - 1) / divisor⌋ - 2⁶⁴.
    let reciprocal: UInt64

    /// 10¹⁸, shifted by four bits.
    @inline(__always)
    static var unitsPerOne: OneLimbDivider { OneLimbDivider(divisor: 16_000_000_000_000_000_000, reciprocal: 2_820_903_858_849_102_350) }

    /// A divider whose reciprocal is known.
    @inline(__always)
    init(divisor: UInt64, reciprocal: UInt64) {
        self.divisor = divisor
        self.reciprocal = reciprocal
    }

    /// A divider for a divisor whose highest bit is set.
    @inline(__always)
    init(normalized divisor: UInt64) {
        self.divisor = divisor
        reciprocal = divisor.dividingFullWidth((~divisor, .max)).quotient
    }

    /// Algorithm 4; `high` must be less than the divisor.
    @inline(__always)
    func divide(_ high: UInt64, _ low: UInt64) -> (quotient: UInt64, remainder: UInt64) {
        let estimate = Wide.product(reciprocal, high) &+ UInt128(high: high, low: low)
        var quotient = estimate.highHalf &+ 1
        var remainder = low &- quotient &* divisor
        if remainder > estimate.lowHalf {
            quotient &-= 1
            remainder &+= divisor
        }
        if remainder >= divisor {
            quotient &+= 1
            remainder &-= divisor
        }
        return (quotient, remainder)
    }
}

/// Divides three limbs by two, the higher of which has its highest bit set.
struct TwoLimbDivider {
    /// The divisor, shifted so that its highest bit is set.
    let divisor: UInt128
    /// ⌊(2¹⁹² - 1) / divisor⌋ - 2⁶⁴.
    let reciprocal: UInt64

    /// Algorithm 6.
    @inline(__always)
    init(normalized divisor: UInt128) {
        self.divisor = divisor
        let (high, low) = (divisor.highHalf, divisor.lowHalf)
        var reciprocal = OneLimbDivider(normalized: high).reciprocal
        var rest = high &* reciprocal &+ low
        if rest < low {
            reciprocal &-= 1
            if rest >= high {
                reciprocal &-= 1
                rest &-= high
            }
            rest &-= high
        }
        let product = Wide.product(reciprocal, low)
        rest &+= product.highHalf
        if rest < product.highHalf {
            reciprocal &-= 1
            if UInt128(high: rest, low: product.lowHalf) >= divisor { reciprocal &-= 1 }
        }
        self.reciprocal = reciprocal
    }

    /// Algorithm 5; `high` must be less than the divisor.
    @inline(__always)
    func divide(_ high: UInt128, _ low: UInt64) -> (quotient: UInt64, remainder: UInt128) {
        let estimate = Wide.product(reciprocal, high.highHalf) &+ high
        var quotient = estimate.highHalf
        let upper = high.lowHalf &- quotient &* divisor.highHalf
        var remainder = UInt128(high: upper, low: low) &- Wide.product(divisor.lowHalf, quotient) &- divisor
        quotient &+= 1
        if remainder.highHalf >= estimate.lowHalf {
            quotient &-= 1
            remainder &+= divisor
        }
        if remainder >= divisor {
            quotient &+= 1
            remainder &-= divisor
        }
        return (quotient, remainder)
    }
}

/// Powers of ten by their exponent.
enum PowersOfTen {
    /// 10⁰ to 10¹⁹, the largest that a word holds.
    @inline(__always)
    static func word(_ exponent: Int) -> UInt64 { words[exponent] }

    /// 10⁰ to 10³⁸, the largest that 128 bits hold.
    static func wide(_ exponent: Int) -> UInt128 {
        if exponent <= 19 { return UInt128(words[exponent]) }
        return Wide.product(words[19], words[exponent - 19])
    }

    private static let words: InlineArray<20, UInt64> = [
        1,
        10,
        100,
        1000,
        10_000,
        100_000,
        1_000_000,
        10_000_000,
        100_000_000,
        1_000_000_000,
        10_000_000_000,
        100_000_000_000,
        1_000_000_000_000,
        10_000_000_000_000,
        100_000_000_000_000,
        1_000_000_000_000_000,
        10_000_000_000_000_000,
        100_000_000_000_000_000,
        1_000_000_000_000_000_000,
        10_000_000_000_000_000_000,
    ]
}
