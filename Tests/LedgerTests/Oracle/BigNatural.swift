/// A whole number from zero up, as long as it needs to be: 32-bit limbs, the lowest first, none of them zero at the top.
///
/// For the tests' oracle alone, and written by the book: no arithmetic of the engine is used here.
struct BigNatural: Hashable {
    private(set) var limbs: [UInt32]

    static let zero = BigNatural(UInt128(0)), one = BigNatural(UInt128(1))

    init(_ value: UInt128) {
        limbs = []
        var rest = value
        while rest != 0 {
            limbs.append(UInt32(truncatingIfNeeded: rest))
            rest >>= 32
        }
    }

    private init(limbs: [UInt32]) {
        self.limbs = limbs
        while self.limbs.last == 0 { self.limbs.removeLast() }
    }

    var isZero: Bool { limbs.isEmpty }

    /// The number itself where it fits 128 bits.
    var small: UInt128? {
        limbs.count > 4 ? nil : limbs.reversed().reduce(0) { $0 << 32 | UInt128($1) }
    }

    static func + (a: BigNatural, b: BigNatural) -> BigNatural {
        var sum: [UInt32] = []
        sum.reserveCapacity(max(a.limbs.count, b.limbs.count) + 1)
        var carry: UInt64 = 0
        for index in 0..<max(a.limbs.count, b.limbs.count) {
            carry += UInt64(index < a.limbs.count ? a.limbs[index] : 0) + UInt64(index < b.limbs.count ? b.limbs[index] : 0)
            sum.append(UInt32(truncatingIfNeeded: carry))
            carry >>= 32
        }
        sum.append(UInt32(carry))
        return BigNatural(limbs: sum)
    }

    /// The second must not be above the first.
    static func - (a: BigNatural, b: BigNatural) -> BigNatural {
        var difference = a.limbs
        var borrow: Int64 = 0
        for index in 0..<difference.count {
            let digit = Int64(difference[index]) - Int64(index < b.limbs.count ? b.limbs[index] : 0) - borrow
            difference[index] = UInt32(truncatingIfNeeded: digit)
            borrow = digit < 0 ? 1 : 0
        }
        precondition(borrow == 0, "a natural number cannot be below zero")
        return BigNatural(limbs: difference)
    }

    static func * (a: BigNatural, b: BigNatural) -> BigNatural {
        var product = [UInt32](repeating: 0, count: a.limbs.count + b.limbs.count)
        for (low, first) in a.limbs.enumerated() {
            var carry: UInt64 = 0
            for (high, second) in b.limbs.enumerated() {
                carry += UInt64(first) * UInt64(second) + UInt64(product[low + high])
                product[low + high] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            product[low + b.limbs.count] = UInt32(carry)
        }
        return BigNatural(limbs: product)
    }

    /// How often the other goes into this one, and what is left. Bit by bit where the numbers are long.
    func divided(by other: BigNatural) -> (quotient: BigNatural, remainder: BigNatural) {
        precondition(!other.isZero, "nothing divides by zero")
        if let a = small, let b = other.small { return (BigNatural(a / b), BigNatural(a % b)) }
        if other.limbs.count == 1 { return divided(byLimb: UInt64(other.limbs[0])) }
        return dividedAsOnPaper(by: other)
    }

    private func divided(byLimb divisor: UInt64) -> (quotient: BigNatural, remainder: BigNatural) {
        var quotient = limbs
        var rest: UInt64 = 0
        for index in quotient.indices.reversed() {
            rest = rest << 32 | UInt64(quotient[index])
            quotient[index] = UInt32(rest / divisor)
            rest %= divisor
        }
        return (BigNatural(limbs: quotient), BigNatural(UInt128(rest)))
    }

    /// Long division, digit by digit: each digit is guessed from the leading digits and put right (Knuth, volume 2, algorithm D).
    private func dividedAsOnPaper(by other: BigNatural) -> (quotient: BigNatural, remainder: BigNatural) {
        if self < other { return (.zero, self) }
        let shift = other.limbs[other.limbs.count - 1].leadingZeroBitCount
        var rest = shifted(left: shift).limbs, divisor = other.shifted(left: shift).limbs
        while rest.count <= limbs.count { rest.append(0) }
        while divisor.last == 0 { divisor.removeLast() }
        let width = divisor.count
        var quotient = [UInt32](repeating: 0, count: rest.count - width)
        for place in quotient.indices.reversed() {
            let head = UInt64(rest[place + width]) << 32 | UInt64(rest[place + width - 1])
            var digit = head / UInt64(divisor[width - 1]), left = head % UInt64(divisor[width - 1])
            while digit > UInt64(UInt32.max) || digit * UInt64(divisor[width - 2]) > left << 32 | UInt64(rest[place + width - 2]) {
                digit -= 1
                left += UInt64(divisor[width - 1])
                if left > UInt64(UInt32.max) { break }
            }
            if Self.subtract(divisor, times: digit, from: &rest, at: place) {
                digit -= 1
                Self.add(divisor, to: &rest, at: place)
            }
            quotient[place] = UInt32(digit)
        }
        return (BigNatural(limbs: quotient), BigNatural(limbs: rest).shifted(right: shift))
    }

    /// Takes a multiple of the divisor away; true where that was too much.
    private static func subtract(_ divisor: [UInt32], times digit: UInt64, from rest: inout [UInt32], at place: Int) -> Bool {
        var borrow: Int64 = 0, carry: UInt64 = 0
        for index in 0...divisor.count {
            carry += index < divisor.count ? digit * UInt64(divisor[index]) : 0
            let difference = Int64(rest[place + index]) - Int64(carry & 0xFFFF_FFFF) - borrow
            rest[place + index] = UInt32(truncatingIfNeeded: difference)
            borrow = difference < 0 ? 1 : 0
            carry >>= 32
        }
        return borrow == 1
    }

    private static func add(_ divisor: [UInt32], to rest: inout [UInt32], at place: Int) {
        var carry: UInt64 = 0
        for index in 0...divisor.count {
            carry += UInt64(rest[place + index]) + (index < divisor.count ? UInt64(divisor[index]) : 0)
            rest[place + index] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
    }

    private func shifted(left bits: Int) -> BigNatural { self * BigNatural(UInt128(1) << UInt128(bits)) }

    private func shifted(right bits: Int) -> BigNatural { divided(byLimb: 1 << UInt64(bits)).quotient }

    /// The greatest number that divides both (Euclid).
    static func commonDivisor(_ a: BigNatural, _ b: BigNatural) -> BigNatural {
        var (a, b) = (a, b)
        while !b.isZero {
            if let small = a.small, let other = b.small { return BigNatural(commonDivisor(small, other)) }
            (a, b) = (b, a.divided(by: b).remainder)
        }
        return a
    }

    private static func commonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
        var (a, b) = (a, b)
        while b != 0 {
            if a <= UInt128(UInt64.max), b <= UInt128(UInt64.max) { return UInt128(commonDivisor(UInt64(a), UInt64(b))) }
            (a, b) = (b, a % b)
        }
        return a
    }

    private static func commonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}

extension BigNatural: Comparable {
    static func < (a: BigNatural, b: BigNatural) -> Bool {
        if a.limbs.count != b.limbs.count { return a.limbs.count < b.limbs.count }
        for index in a.limbs.indices.reversed() where a.limbs[index] != b.limbs[index] { return a.limbs[index] < b.limbs[index] }
        return false
    }
}
