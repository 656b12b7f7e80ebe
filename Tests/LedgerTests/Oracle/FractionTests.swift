import Testing
import TestSupport
import Values

/// The oracle's own numbers, which rest on nothing else that is tested here.
@Suite struct OracleFractionTests {
    @Test func quotientsAndRemaindersMakeUpTheWhole() {
        var random = SeededRandom.forTest()
        for _ in 0..<400 {
            let (a, b) = (long(random.int(1...9), &random), long(random.int(1...5), &random))
            let (quotient, remainder) = a.divided(by: b)
            #expect(remainder < b)
            #expect(quotient * b + remainder == a)
            #expect((a * b).divided(by: a).quotient == b)
            #expect(a + b - a == b)
            let divisor = BigNatural.commonDivisor(a * b, b)
            #expect(divisor == b)
        }
    }

    /// Limbs at both ends of their range, where guesses of digits are most often wrong.
    private func long(_ limbs: Int, _ random: inout SeededRandom) -> BigNatural {
        let base = BigNatural(UInt128(1) << 32)
        var number = BigNatural.one
        for _ in 0..<limbs {
            let limb = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF, random.int(0...0xFFFF_FFFF)].randomElement(using: &random)!
            number = number * base + BigNatural(UInt128(limb))
        }
        return number
    }

    @Test func fractionsAreExact() throws {
        let third = Fraction(1) / Fraction(3)
        #expect(third + third + third == .one)
        #expect(third < Fraction(decimal("0.34")))
        #expect(-third < .zero)
        #expect((Fraction(7) / Fraction(2)).floor == Fraction(3))
        #expect(third.decimal?.isExact == false)
        #expect(Fraction(decimal("-12.34")).decimal?.value == decimal("-12.34"))
        var sum = Fraction.zero
        for number in 1...60 { sum += Fraction(1) / Fraction(number * (number + 1)) }
        #expect(sum == Fraction(60) / Fraction(61))
    }
}
