// Multiplication to and division from 256 bits, on 64-bit limbs.
//
// The standard library has both, but its 128-bit forms are generic and several times slower. The division replaces the
// hardware's by multiplications with a reciprocal: Niels Möller and Torbjörn Granlund, "Improved division by invariant
// integers", IEEE Transactions on Computers 60 (2011); the algorithms are named by their numbers there.

extension UInt128 {
    @inlinable @inline(__always)
    var highHalf: UInt64 { UInt64(truncatingIfNeeded: self >> 64) }

    @inlinable @inline(__always)
    var lowHalf: UInt64 { UInt64(truncatingIfNeeded: self) }

    @inlinable @inline(__always)
    init(high: UInt64, low: UInt64) { self = UInt128(high) << 64 | UInt128(low) }
}

@usableFromInline
enum Wide {
    /// The product of two 64-bit numbers, in full.
    @inlinable @inline(__always)
    static func product(_ a: UInt64, _ b: UInt64) -> UInt128 {
        let (high, low) = a.multipliedFullWidth(by: b)
        return UInt128(high: high, low: low)
    }

    /// The product of two 128-bit numbers, in full.
    @inlinable
    static func multiply(_ a: UInt128, _ b: UInt128) -> (high: UInt128, low: UInt128) {
        let lowLow = product(a.lowHalf, b.lowHalf)
        let highLow = product(a.highHalf, b.lowHalf)
        let lowHigh = product(a.lowHalf, b.highHalf)
        let highHigh = product(a.highHalf, b.highHalf)
        // Neither sum can exceed 128 bits: (2⁶⁴-1)² + 2·(2⁶⁴-1) = 2¹²⁸-1.
        let middle = highLow &+ UInt128(lowLow.highHalf)
        let middleLow = lowHigh &+ UInt128(middle.lowHalf)
        let high = highHigh &+ UInt128(middle.highHalf) &+ UInt128(middleLow.highHalf)
        return (high, UInt128(high: middleLow.lowHalf, low: lowLow.lowHalf))
    }

    /// A 256-bit number divided by a 128-bit one. `high` must be less than `divisor`, or the quotient would not fit.
    @usableFromInline
    static func divide(high: UInt128, low: UInt128, by divisor: UInt128) -> (quotient: UInt128, remainder: UInt128) {
        precondition(high < divisor)
        return divisor.highHalf == 0
            ? divideByOneLimb(high: high.lowHalf, low: low, by: divisor.lowHalf)
            : divideByTwoLimbs(high: high, low: low, by: divisor)
    }

    private static func divideByOneLimb(high: UInt64, low: UInt128, by divisor: UInt64) -> (quotient: UInt128, remainder: UInt128) {
        let shift = divisor.leadingZeroBitCount
        let divider = OneLimbDivider(normalized: divisor << UInt64(shift))
        let shiftedLow = low << UInt128(shift)
        let top = high << UInt64(shift) | (shift == 0 ? 0 : low.highHalf >> UInt64(64 - shift))
        let first = divider.divide(top, shiftedLow.highHalf)
        let second = divider.divide(first.remainder, shiftedLow.lowHalf)
        return (UInt128(high: first.quotient, low: second.quotient), UInt128(second.remainder >> UInt64(shift)))
    }

    private static func divideByTwoLimbs(high: UInt128, low: UInt128, by divisor: UInt128) -> (quotient: UInt128, remainder: UInt128) {
        let shift = UInt128(divisor.leadingZeroBitCount)
        let divider = TwoLimbDivider(normalized: divisor << shift)
        let shiftedLow = low << shift
        let top = shift == 0 ? high : high << shift | low >> (128 - shift)
        let first = divider.divide(top, shiftedLow.highHalf)
        let second = divider.divide(first.remainder, shiftedLow.lowHalf)
        return (UInt128(high: first.quotient, low: second.quotient), second.remainder >> shift)
    }
}

/// Divides two limbs by one, whose highest bit is set.
@usableFromInline
struct OneLimbDivider {
    @usableFromInline let divisor: UInt64
    /// ⌊(2¹²⁸ - 1) / divisor⌋ - 2⁶⁴.
    @usableFromInline let reciprocal: UInt64

    @inlinable @inline(__always)
    init(normalized divisor: UInt64, reciprocal: UInt64) {
        self.divisor = divisor
        self.reciprocal = reciprocal
    }

    init(normalized divisor: UInt64) {
        self.divisor = divisor
        reciprocal = divisor.dividingFullWidth((~divisor, .max)).quotient
    }

    /// Algorithm 4; `high` must be less than the divisor.
    @inlinable @inline(__always)
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
    let divisor: UInt128
    /// ⌊(2¹⁹² - 1) / divisor⌋ - 2⁶⁴.
    let reciprocal: UInt64

    /// Algorithm 6.
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
