import JSON
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

    @Test("Digits past the eighteenth are cut off, whatever the exponent", arguments: [
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
