import TestSupport
import Values

/// Decimals that lie where mistakes lie: around zero, the largest, powers of ten and of two, and the middle between two roundings.
struct DecimalGenerator {
    var random: SeededRandom

    init(_ name: String = #function) { random = .forTest(name) }

    /// A decimal of any size, often an edge.
    mutating func decimal() -> FixedDecimal {
        let magnitude = magnitude() & UInt128(Int128.max)
        let units = Int128(truncatingIfNeeded: magnitude)
        return FixedDecimal(units: random.next() & 1 == 0 ? units : -units)
    }

    /// A decimal of any size but zero.
    mutating func divisor() -> FixedDecimal {
        while true {
            let candidate = decimal()
            if !candidate.isZero { return candidate }
        }
    }

    private mutating func magnitude() -> UInt128 {
        let nudge = UInt128(random.next() % 3)
        switch random.next() % 10 {
        case 0: return random.pick([0, 1, 2, UInt128(Int128.max), UInt128(Int128.max) - 1, UInt128(UInt64.max), UInt128(UInt64.max) + 1])
        case 1: return powersOfTen[Int(random.next() % 39)] &+ nudge &- 1
        case 2: return UInt128(1) << UInt128(random.next() % 127) &+ nudge &- 1
        case 3: return UInt128(random.next() % 2000) * powersOfTen[18]
        case 4, 5: return UInt128(random.next() % 10_000_000) * powersOfTen[16]
        case 6: return (UInt128(random.next() % 2000) * 2 + 1) * 5 * powersOfTen[Int(random.next() % 34)]
        default: return bits(width: UInt128(random.next() % 127) + 1)
        }
    }

    /// A number of so many random bits.
    mutating func bits(width: UInt128) -> UInt128 {
        (UInt128(random.next()) << 64 | UInt128(random.next())) >> (128 - width)
    }

    /// Factors whose exact product lies in the middle between two decimals.
    mutating func tiedFactors() -> (FixedDecimal, FixedDecimal) {
        let split = Int(random.next() % 18)
        let a = (UInt128(random.next() % 1_000_000) * 2 + 1) * powersOfTen[split]
        let b = (UInt128(random.next() % 1_000_000) * 2 + 1) * 5 * powersOfTen[17 - split]
        return (signed(a), signed(b))
    }

    /// A dividend and a divisor whose exact quotient lies in the middle between two decimals.
    mutating func tiedDivision() -> (FixedDecimal, FixedDecimal) {
        let scale = UInt128(random.next() % 1_000_000) + 1
        let a = (bits(width: 60) * 2 + 1) * scale
        return (signed(a), signed(2 * scale * powersOfTen[18]))
    }

    /// Three operands of `a * b / c` that lie in the middle between two decimals.
    mutating func tiedMulDiv() -> (FixedDecimal, FixedDecimal, FixedDecimal) {
        let scale = bits(width: 50) + 1
        return (signed(bits(width: 70) * 2 + 1), signed(scale), signed(2 * scale))
    }

    private mutating func signed(_ magnitude: UInt128) -> FixedDecimal {
        let units = Int128(truncatingIfNeeded: magnitude)
        return FixedDecimal(units: random.next() & 1 == 0 ? units : -units)
    }
}

/// 10⁰ to 10³⁸.
let powersOfTen: [UInt128] = (0..<38).reduce(into: [1]) { powers, _ in powers.append(powers[powers.count - 1] * 10) }
