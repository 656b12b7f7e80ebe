import Testing
import TestSupport
import Values

@Suite("Decimals at the ends of their range")
struct DecimalEdgeTests {
    /// Zero, one unit, the largest, the mark of a missing value, and every power of ten and of two with its neighbours.
    private static let edges: [FixedDecimal] = {
        var magnitudes: Set<UInt128> = [0, UInt128(Int128.max)]
        for power in powersOfTen { magnitudes.formUnion([power - 1, power, power + 1]) }
        for bit in 0..<127 { magnitudes.formUnion([UInt128(1) << UInt128(bit), UInt128(1) << UInt128(bit) - 1]) }
        let units = magnitudes.filter { $0 <= UInt128(Int128.max) }.sorted().map { Int128($0) }
        return (units + units.map { -$0 } + [.min]).map(FixedDecimal.init(units:))
    }()

    /// No operand stops the program, and none but the mark itself gives the mark of a missing value.
    @Test func nothingTrapsAndNothingIsAbsent() {
        let divisors = Self.edges.enumerated().filter { $0 % 12 == 0 || $1.magnitude <= 3 || $1.magnitude >= .greatest || $1.isAbsent }.map(\.element)
        for a in Self.edges {
            #expect(Self.unaryResults(a).allSatisfy { !$0.isAbsent } || a.isAbsent)
            for b in divisors {
                let results = Self.binaryResults(a, b)
                if a.isAbsent || b.isAbsent { continue }
                if results.contains(where: \.isAbsent) { Issue.record("\(a) and \(b) give \(results)") }
            }
        }
    }

    private static func unaryResults(_ a: FixedDecimal) -> [FixedDecimal] {
        _ = (a.doubleValue, a.exactInt, a.isWhole, a.signum(), a.isNegative, a.hashValue)
        _ = (a.description, a.description(minimumDigits: .max), a.formatted(digits: .min, grouping: true), a.formatted(digits: 2, grouping: true))
        var results = [-a, a.magnitude]
        for exponent in [Int.min, -21, -1, 0, 1, 2, 3, 64, Int.max] {
            if let power = try? a.power(exponent) { results.append(power) }
        }
        for digits in [Int.min, -22, -21, -20, -19, 0, 2, 17, 18, 19, Int.max] {
            for rounding in Rounding.allCases {
                if let rounded = try? a.rounded(to: digits, rounding) { results.append(rounded) }
            }
        }
        return results + [try? a.floor(), try? a.ceil()].compactMap { $0 }
    }

    private static func binaryResults(_ a: FixedDecimal, _ b: FixedDecimal) -> [FixedDecimal] {
        let results = [
            try? a + b, try? a - b, try? a * b, try? a / b, try? a.floorDivided(by: b), try? a.modulo(b),
            try? a.multiplied(by: b, rounding: .up), try? a.divided(by: b, rounding: .up), try? FixedDecimal.mulDiv(a, b, a),
        ]
        return results.compactMap { $0 }
    }

    @Test func theRangeIsSymmetric() throws {
        let largest = FixedDecimal.greatest
        #expect(largest.description == "170141183460469231731.687303715884105727")
        #expect((-largest).description == "-170141183460469231731.687303715884105727")
        #expect(try -largest + largest == .zero)
        #expect(throws: DecimalError.overflow(operation: "\(largest) + 0.000000000000000001")) { try largest + .smallestPositive }
        #expect(throws: DecimalError.overflow(operation: "-\(largest) - 0.000000000000000001")) { try -largest - .smallestPositive }
        #expect(throws: DecimalError.overflow(operation: "-\(largest) + -0.000000000000000001")) { try -largest + -.smallestPositive }
        #expect(throws: DecimalError.overflow(operation: "\(largest) * 1.000000000000000001")) { try largest * decimal("1.000000000000000001") }
        #expect(throws: DecimalError.overflow(operation: "\(largest) / 0.5")) { try largest / decimal("0.5") }
        #expect(throws: DecimalError.overflow(operation: "\(largest) // 0.5")) { try largest.floorDivided(by: decimal("0.5")) }
        #expect(throws: DecimalError.overflow(operation: "\(largest) rounded to 0 digits")) { try largest.rounded(to: 0) }
        #expect(throws: DecimalError.overflow(operation: "\(largest) * \(largest) / 1")) { try FixedDecimal.mulDiv(largest, largest, 1) }
        #expect(try FixedDecimal.mulDiv(largest, largest, largest) == largest)
    }

    @Test func divisionByZero() {
        #expect(throws: DecimalError.divisionByZero) { try FixedDecimal.one / .zero }
        #expect(throws: DecimalError.divisionByZero) { try FixedDecimal.zero / .zero }
        #expect(throws: DecimalError.divisionByZero) { try FixedDecimal.one.divided(by: .zero, rounding: .up) }
        #expect(throws: DecimalError.divisionByZero) { try FixedDecimal.one.floorDivided(by: .zero) }
        #expect(throws: DecimalError.divisionByZero) { try FixedDecimal.one.modulo(.zero) }
        #expect(throws: DecimalError.divisionByZero) { try FixedDecimal.mulDiv(1, 1, 0) }
    }

    @Test func errorsAreSentences() throws {
        let largest = "170141183460469231731.687303715884105727"
        #expect(DecimalError.overflow(operation: "2 * 3").description == "2 * 3 is beyond the largest decimal, \(largest)")
        #expect(DecimalError.divisionByZero.description == "division by zero")
    }

    @Test func wholeNumbers() throws {
        #expect(FixedDecimal(Int.max).exactInt == Int.max)
        #expect(FixedDecimal(Int.min).exactInt == Int.min)
        #expect(try decimal("9223372036854775808").exactInt == nil)
        #expect(try decimal("1.5").exactInt == nil)
        #expect(try decimal("-0.5").floor() == -1)
        #expect(try decimal("-0.5").ceil() == 0)
        #expect(try decimal("2.000000000000000001").ceil() == 3)
    }
}

@Suite("Rounding by example")
struct RoundingTests {
    /// Value, then what it is rounded to a whole number by each rounding in the order of their declaration.
    @Test(arguments: [
        //         halfEven halfUp down up floor ceiling
        ("0.5", ["0", "1", "0", "1", "0", "1"]),
        ("1.5", ["2", "2", "1", "2", "1", "2"]),
        ("2.5", ["2", "3", "2", "3", "2", "3"]),
        ("-0.5", ["0", "-1", "0", "-1", "-1", "0"]),
        ("-2.5", ["-2", "-3", "-2", "-3", "-3", "-2"]),
        ("2.500000000000000001", ["3", "3", "2", "3", "2", "3"]),
        ("2.499999999999999999", ["2", "2", "2", "3", "2", "3"]),
        ("-0.000000000000000001", ["0", "0", "0", "-1", "-1", "0"]),
        ("7", ["7", "7", "7", "7", "7", "7"]),
    ])
    func toWholeNumbers(text: String, expected: [String]) throws {
        let rounded = try Rounding.allCases.map { try decimal(text).rounded(to: 0, $0).description }
        #expect(rounded == expected)
    }

    @Test func toTensAndBeyondTheRange() throws {
        #expect(try decimal("1250").rounded(to: -2) == 1200)
        #expect(try decimal("1250").rounded(to: -2, .halfUp) == 1300)
        #expect(try FixedDecimal.greatest.rounded(to: -21) == .zero)
        #expect(try FixedDecimal.greatest.rounded(to: Int.min, .down) == .zero)
        #expect(throws: DecimalError.overflow(operation: "1 rounded to -21 digits")) { try FixedDecimal.one.rounded(to: -21, .up) }
    }
}
