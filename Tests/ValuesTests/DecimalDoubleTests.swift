import Testing
import TestSupport
import Values

@Suite("Decimals and binary floats")
struct DecimalDoubleTests {
    @Test(arguments: [
        (182.30, "182.3"), (0.1, "0.1"), (-0.0, "0"), (1e-7, "0.0000001"), (1e20, "100000000000000000000"), (-2.5, "-2.5"),
        (123456789012345.0, "123456789012345"), (0.00000123456789, "0.00000123456789"), (1e15, "1000000000000000"), (1e-18, "0.000000000000000001"),
    ])
    func shortest(value: Double, expected: String) throws {
        #expect(try FixedDecimal(shortest: value).description == expected)
    }

    @Test func inexactFloatsAreRefusedWithAHint() {
        let sum = 0.1 + 0.2
        #expect(throws: DecimalError.inexactFloat(text: "0.30000000000000004")) { try FixedDecimal(shortest: sum) }
        #expect(
            DecimalError.inexactFloat(text: "0.30000000000000004").description
                == "0.30000000000000004 is a float of more than 15 digits, so its exact value is in doubt: write it as a decimal, D\"0.30000000000000004\", or round it first")
        #expect(throws: DecimalError.inexactFloat(text: "9007199254740992.0")) { try FixedDecimal(shortest: 9_007_199_254_740_992) }
        #expect(throws: DecimalError.tooPrecise(text: "1e-19")) { try FixedDecimal(shortest: 1e-19) }
        #expect(throws: DecimalError.overflow(operation: "1e+300")) { try FixedDecimal(shortest: 1e300) }
        #expect(throws: DecimalError.malformed(text: "nan", reason: "it is not finite")) { try FixedDecimal(shortest: .nan) }
        #expect(throws: DecimalError.malformed(text: "-inf", reason: "it is not finite")) { try FixedDecimal(shortest: -.infinity) }
    }

    /// Every decimal of at most fifteen digits survives the way through a float.
    @Test func fifteenDigitsGoThereAndBack() throws {
        var random = SeededRandom.forTest()
        let cases = SeededRandom.rounds(20_000)
        for _ in 0..<cases {
            let digits = Int128(random.next() % UInt64(powersOfTen[random.int(1...15)]))
            let units = digits * Int128(powersOfTen[random.int(0...22)])
            let value = FixedDecimal(units: random.next() & 1 == 0 ? units : -units)
            guard let float = Double(value.description), try FixedDecimal(shortest: float) == value else {
                Issue.record("\(value)")
                return
            }
        }
        print("short decimals through floats: \(cases) cases")
    }

    /// A float of any bits gives just the decimal of its shortest digits, or an error.
    @Test func anyFloat() {
        var random = SeededRandom.forTest()
        let cases = SeededRandom.rounds(20_000)
        for index in 0..<cases {
            let scale = Double(powersOfTen[random.int(0...20)])
            let short = Double(random.int(-1_000_000...1_000_000)) / scale
            let float = index % 2 == 0 ? Double(bitPattern: random.next()) : (index % 4 == 1 ? short : short.nextUp)
            let text = float.description
            let digits = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }.reversed().drop { $0 == "0" }.count
            let result = Result { () throws(DecimalError) in try FixedDecimal(shortest: float) }
            let expected: Result<FixedDecimal, DecimalError> =
                !float.isFinite
                ? .failure(.malformed(text: text, reason: "it is not finite"))
                : (digits > 15 ? .failure(.inexactFloat(text: text)) : Result { () throws(DecimalError) in try FixedDecimal(text) })
            if result != expected {
                Issue.record("\(text) gave \(result), not \(expected)")
                return
            }
        }
        print("floats: \(cases) cases")
    }

    /// The float nearest to a decimal is the one that the C library reads from its text.
    @Test func nearestFloat() {
        var generator = DecimalGenerator()
        let cases = SeededRandom.rounds(20_000)
        for index in 0..<cases {
            let value = index % 4 == 0 ? Self.besideAMiddle(&generator) : generator.decimal()
            if value.doubleValue != Double(value.description) {
                Issue.record("\(value) gave \(value.doubleValue)")
                return
            }
        }
        print("nearest floats: \(cases) cases")
    }

    /// A whole number that is in the middle between two floats, or one unit beside it.
    private static func besideAMiddle(_ generator: inout DecimalGenerator) -> FixedDecimal {
        let middle = (generator.bits(width: 53) | 1 << 52) << 1 | 1
        let shifted = Int128(middle << UInt128(generator.random.int(0...12)))
        let nudge = Int128(generator.random.int(-1...1))
        return FixedDecimal(units: shifted * FixedDecimal.unitsPerOne + nudge)
    }
}
