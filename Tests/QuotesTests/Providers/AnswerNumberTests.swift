import JSON
import TestSupport
import Testing
import Values

@testable import Quotes

@Suite("Numbers in answers of services")
struct JSONDecimalTests {
    @Test("A number, or a text that is one, exactly as written")
    func numbers() throws {
        #expect(try JSONValue.number("-2.50e+3").decimal == FixedDecimal("-2500") && JSONValue.string("1.5").decimal == FixedDecimal("1.5"))
        #expect(JSONValue.number("3").int == 3 && JSONValue.number("3.5").int == nil && JSONValue.null.decimal == nil)
    }

    @Test(
        "Digits past the eighteenth are cut off, whatever the exponent",
        arguments: [
            ("1.2345678901234567890123", "1.234567890123456789"), ("1.2345678901234567e-5", "0.000012345678901234"), ("0.00000000000000000019", "0"),
            ("1e-20", "0"), ("1.5e-30", "0"), ("1.5e-9223372036854775808", "0"), ("1.2345678901234567890e-9223372036854775808", "0"),
            ("-2.5e-18", "-0.000000000000000002"), ("67187.33589365664", "67187.33589365664"),
        ])
    func cut(text: String, expected: String) throws {
        #expect(try FixedDecimal(cutting: text) == FixedDecimal(expected))
    }

    @Test("What is no number or out of range has no value", arguments: ["", "x", "1e30", "--1", "1.2.3", "1.5e9223372036854775807", "1.2345678901234567890e9223372036854775807"])
    func noNumber(text: String) { #expect(FixedDecimal(cutting: text) == nil) }
}

@Suite("Numbers of Yahoo Finance")
struct YahooNumberTests {
    @Test(
        "A widened float is the decimal that it stands for; everything else is as it is written",
        arguments: [
            ("129.0399932861328", "129.04"), ("129.03999328613281", "129.04"), ("131.39999389648438", "131.4"), ("112", "112"), ("1259.5", "1259.5"),
            ("1286.5699462890625", "1286.57"),
            ("1.1220825910568237", "1.1220826"), ("0.205", "0.205"), ("0.56", "0.56"), ("97372.1", "97372.1"), ("97372.117", "97372.117"),
            ("97372.1171875", "97372.12"),
            ("16777217.5", "16777217.5"), ("18565664997", "18565664997"), ("7200.17431640625", "7200.1743"), ("0.00001234567", "0.00001234567"),
            ("628930.5", "628930.5"), ("-3.5", "-3.5"), ("1e-05", "0.00001"),
        ])
    func price(digits: String, expected: String) throws {
        #expect(try YahooNumber.price(digits) == FixedDecimal(expected))
    }

    @Test("Every price of up to six digits survives being a float")
    func survives() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<5000 {
            let price = try FixedDecimal("\(random.int(1...999_999))e-\(random.int(0...6))")
            let widened = Double(Float(price.doubleValue)).description
            #expect(YahooNumber.price(widened) == price)
        }
    }
}
