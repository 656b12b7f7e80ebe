import BigInt
import Testing
import TestSupport
import Values

private let largest = "170141183460469231731.687303715884105727"

@Suite("Decimals as text")
struct DecimalTextTests {
    @Test(arguments: [
        ("", "\"\" is not a number: it is empty"),
        (".", "\".\" is not a number: it has no digits"),
        ("-", "\"-\" is not a number: it has no digits"),
        ("+.", "\"+.\" is not a number: it has no digits"),
        ("1e", "\"1e\" is not a number: its exponent has no digits"),
        ("1E+", "\"1E+\" is not a number: its exponent has no digits"),
        ("12abc", "\"12abc\" is not a number: unexpected \"a\" after \"12\""),
        ("1,5", "\"1,5\" is not a number: unexpected \",\" after \"1\"; the decimal mark is a point, and digits are not grouped"),
        ("1,234.50", "\"1,234.50\" is not a number: unexpected \",\" after \"1\"; the decimal mark is a point, and digits are not grouped"),
        (" 1", "\" 1\" is not a number: unexpected white space at the start"),
        ("1 ", "\"1 \" is not a number: unexpected white space after \"1\""),
        ("1\n", "\"1\n\" is not a number: unexpected white space after \"1\""),
        ("1\u{A0}000", "\"1\u{A0}000\" is not a number: unexpected white space after \"1\""),
        ("0x10", "\"0x10\" is not a number: unexpected \"x\" after \"0\""),
        ("nan", "\"nan\" is not a number: unexpected \"n\" at the start"),
        ("-inf", "\"-inf\" is not a number: unexpected \"i\" after \"-\""),
        ("--1", "\"--1\" is not a number: unexpected \"-\" after \"-\""),
        ("1-", "\"1-\" is not a number: unexpected \"-\" after \"1\""),
        ("1.2.3", "\"1.2.3\" is not a number: unexpected \".\" after \"1.2\""),
        ("e5", "\"e5\" is not a number: unexpected \"e\" at the start"),
        ("1e5.5", "\"1e5.5\" is not a number: unexpected \".\" after \"1e5\""),
        ("1_000", "\"1_000\" is not a number: unexpected \"_\" after \"1\""),
        ("$5", "\"$5\" is not a number: unexpected \"$\" at the start"),
        ("5€", "\"5€\" is not a number: unexpected \"€\" after \"5\""),
        ("٣", "\"٣\" is not a number: unexpected \"٣\" at the start"),
        ("1\u{0}", "\"1\u{0}\" is not a number: unexpected \"\u{0}\" after \"1\""),
        ("0.1234567890123456789", "\"0.1234567890123456789\" has more than 18 fractional digits, and they would be lost: round it first"),
        ("1e-19", "\"1e-19\" has more than 18 fractional digits, and they would be lost: round it first"),
        ("1e-99999999999999999999", "\"1e-99999999999999999999\" has more than 18 fractional digits, and they would be lost: round it first"),
        ("170141183460469231731.687303715884105728", "170141183460469231731.687303715884105728 is beyond the largest decimal, \(largest)"),
        ("-170141183460469231731.687303715884105728", "-170141183460469231731.687303715884105728 is beyond the largest decimal, \(largest)"),
        ("340282366920938463463.374607431768211456", "340282366920938463463.374607431768211456 is beyond the largest decimal, \(largest)"),
        ("1e21", "1e21 is beyond the largest decimal, \(largest)"),
        ("1e99999999999999999999", "1e99999999999999999999 is beyond the largest decimal, \(largest)"),
        (String(repeating: "9", count: 60), "\(String(repeating: "9", count: 48))… is beyond the largest decimal, \(largest)"),
    ])
    func refused(text: String, message: String) {
        do throws(DecimalError) {
            Issue.record("\"\(text)\" was read as \(try FixedDecimal(text))")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("+0.0", "0"), ("0e999999999999", "0"), ("-0.000000000000000000000000", "0"),
        ("1", "1"), ("+1", "1"), ("-1", "-1"), ("007", "7"), (".5", "0.5"), ("-.5", "-0.5"), ("5.", "5"), ("5.e2", "500"),
        ("182.30", "182.3"), ("1e-3", "0.001"), ("1E3", "1000"), ("12.5e+2", "1250"), ("1e20", "100000000000000000000"),
        ("1e-18", "0.000000000000000001"), ("100e-20", "0.000000000000000001"), ("0.000000000000000001000000", "0.000000000000000001"),
        ("0.00000000000000000000000000000000000000001e40", "0.1"),
        ("100000000000000000000000000000000000000000000000000e-48", "100"),
        ("0000000000000000000000000000000000000000000000001.10", "1.1"),
        ("1234567890123456789", "1234567890123456789"), ("123456789012345678.9", "123456789012345678.9"),
        ("9999999999999999999", "9999999999999999999"), ("-999999999999999999.", "-999999999999999999"),
        ("170141183460469231731.687303715884105727", largest), ("-170141183460469231731.6873037158841057270", "-\(largest)"),
        ("170141183460469231731687303715884105727e-18", largest),
    ])
    func read(text: String, expected: String) throws {
        #expect(try FixedDecimal(text).description == expected)
    }

    @Test func everyPartOfAStringIsRead() throws {
        let line = "buy 12.50 of 3"
        #expect(try FixedDecimal(line.dropFirst(4).prefix(5)) == decimal("12.5"))
    }

    @Test func textGoesThereAndBack() throws {
        var generator = DecimalGenerator()
        let cases = SeededRandom.rounds(20_000)
        for _ in 0..<cases {
            let value = generator.decimal()
            let text = value.description
            let digits = generator.random.int(0...18)
            let padded = value.description(minimumDigits: digits)
            guard try FixedDecimal(text) == value, try FixedDecimal(padded) == value, text == Self.plainText(value),
                padded.hasPrefix(text), fractionDigits(padded) == max(digits, fractionDigits(text))
            else {
                Issue.record("\(value.units) units: \(text), \(padded)")
                return
            }
        }
        print("texts there and back: \(2 * cases) cases")
    }

    /// The shortest text, made by dividing strings.
    private static func plainText(_ value: FixedDecimal) -> String {
        let digits = String(DecimalOracle.big(value).magnitude)
        let padded = String(repeating: "0", count: max(0, 19 - digits.utf8.count)) + digits
        var fraction = String(padded.suffix(18))
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return (value.isNegative ? "-" : "") + padded.dropLast(18) + (fraction.isEmpty ? "" : "." + fraction)
    }

    private func fractionDigits(_ text: String) -> Int {
        text.split(separator: ".").dropFirst().first?.utf8.count ?? 0
    }

    /// Numbers written in every way, with zeros and exponents, against the arithmetic that their text means.
    @Test func everyWayToWriteANumber() {
        var generator = DecimalGenerator()
        let cases = SeededRandom.rounds(20_000)
        var outcomes = [0, 0, 0]
        for _ in 0..<cases {
            let (text, numerator, power) = Self.randomNumber(&generator.random)
            let scaled = power >= 0 ? numerator * BigInt(10).power(power) : numerator
            let divisor = power < 0 ? BigInt(10).power(-power) : 1
            let expected: Result<FixedDecimal, DecimalError>
            if scaled % divisor != 0 {
                expected = .failure(.tooPrecise(text: text))
                outcomes[0] += 1
            } else if let value = DecimalOracle.decimal(scaled / divisor) {
                expected = .success(value)
                outcomes[1] += 1
            } else {
                expected = .failure(.overflow(operation: text))
                outcomes[2] += 1
            }
            let read = Result { () throws(DecimalError) in try FixedDecimal(text) }
            if read != expected {
                Issue.record("\(text) was read as \(read), not \(expected)")
                return
            }
        }
        #expect(outcomes.allSatisfy { $0 > cases / 50 })
        print("ways to write a number: \(cases) cases, \(outcomes) too precise, in range, out of range")
    }

    /// A text with its digits as one number and the power of ten that brings them to units.
    private static func randomNumber(_ random: inout SeededRandom) -> (text: String, digits: BigInt, power: Int) {
        func digits(_ count: Int) -> String {
            let zeros = random.chance(oneIn: 3) ? random.int(0...count) : 0
            return (0..<count - zeros).map { _ in String(random.int(0...9)) }.joined() + String(repeating: "0", count: zeros)
        }
        let sign = random.pick(["", "", "-", "+"])
        let whole = digits(random.int(0...22))
        let fraction = digits(random.int(whole.isEmpty ? 1...20 : 0...20))
        let exponent = random.chance(oneIn: 2) ? random.int(-8...8) : nil
        let point = fraction.isEmpty && random.chance(oneIn: 2) ? "" : "."
        let text = sign + whole + point + fraction + (exponent.map { "\(random.pick(["e", "E"]))\($0)" } ?? "")
        let number = BigInt((sign == "-" ? "-" : "") + whole + fraction) ?? 0
        return (text, number, 18 - fraction.utf8.count + (exponent ?? 0))
    }

    /// Noise from the letters that numbers are made of is taken just where a plain grammar takes it.
    @Test func noise() {
        var random = SeededRandom.forTest()
        let cases = 200_000
        let letters = Array("0123456789.+-eE, x".utf8)
        var taken = 0
        for _ in 0..<cases {
            let text = String(decoding: (0..<random.int(0...8)).map { _ in random.pick(letters) }, as: UTF8.self)
            let isNumber: Bool
            do throws(DecimalError) {
                _ = try FixedDecimal(text)
                isNumber = true
            } catch .malformed {
                isNumber = false
            } catch {
                isNumber = true
            }
            if isNumber != Self.followsGrammar(text) {
                Issue.record("\"\(text)\" taken as a number: \(isNumber)")
                return
            }
            taken += isNumber ? 1 : 0
        }
        #expect(taken > cases / 100)
        print("noise: \(cases) cases, \(taken) of them numbers")
    }

    /// Sign? (digits with a point anywhere) (e sign? digits)?
    private static func followsGrammar(_ text: String) -> Bool {
        func isDigits(_ part: some StringProtocol) -> Bool { !part.isEmpty && part.allSatisfy { "0123456789".contains($0) } }
        func unsigned(_ part: Substring) -> Substring { part.first.map { "+-".contains($0) } == true ? part.dropFirst() : part }
        let halves = unsigned(text[...]).split(maxSplits: 1, omittingEmptySubsequences: false) { "eE".contains($0) }
        if halves.count == 2, !isDigits(unsigned(halves[1])) { return false }
        let parts = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return isDigits(parts.joined())
    }

    @Test(arguments: [
        ("1234567.891", 2, true, "1,234,567.89"), ("1234567.891", 0, true, "1,234,568"), ("123", 2, true, "123.00"),
        ("999.995", 2, false, "1000.00"), ("999.985", 2, false, "999.99"), ("-2.125", 2, false, "-2.13"), ("-1234.5", 1, true, "-1,234.5"),
        ("-0.001", 2, true, "0.00"), ("-0.006", 2, true, "-0.01"), ("0", 3, true, "0.000"),
        ("1000", -5, true, "1,000"), ("0.1", 40, true, "0.100000000000000000"), ("100000", 0, true, "100,000"),
    ])
    func formatted(text: String, digits: Int, grouping: Bool, expected: String) throws {
        #expect(try decimal(text).formatted(digits: digits, grouping: grouping) == expected)
    }

    @Test func theLargestFormatted() throws {
        #expect(FixedDecimal.greatest.formatted(digits: 0, grouping: true) == "170,141,183,460,469,231,732")
        #expect((-FixedDecimal.greatest).formatted(digits: 18, grouping: true) == "-170,141,183,460,469,231,731.687303715884105727")
        #expect(try decimal("2.345").formatted(digits: 2, grouping: false, rounding: .halfUp) == "2.35")
    }
}
