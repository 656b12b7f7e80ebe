@testable import Quotes
import TestSupport
import Testing
import Values

@Suite("JSON with its numbers as they are written")
struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    @Test("Values of all kinds")
    func kinds() throws {
        let value = try read(#" {"a": [1, -2.50e+3, true, false, null], "b": {"c": "\u00e4\ud83d\ude00\n\"\\\/"}, "d": [], "e": {}} "#)
        #expect(value["a"]?.items == [.number("1"), .number("-2.50e+3"), .bool(true), .bool(false), .null])
        #expect(value["b"]?["c"]?.text == "ä😀\n\"\\/")
        #expect(value["d"]?.items == [] && value["e"]?.members == [:] && value["none"] == nil)
        #expect(try value["a"]?.items?[1].decimal == FixedDecimal("-2500") && read("129.0399932861328").digits == "129.0399932861328")
        #expect(try read("3").int == 3 && read("3.5").int == nil && read("\"1.5\"").decimal == FixedDecimal("1.5"))
    }

    @Test("What is no JSON is told with its place", arguments: [
        ("", "it ends too early, at byte 0"), ("{\"a\":1", "a comma or } is wanted, at byte 6"), ("[1,]", "a value is wanted, at byte 3"),
        ("{a:1}", "a name in quotes is wanted, at byte 1"),
        ("01", "something follows the end, at byte 1"), ("+1", "a value is wanted, at byte 0"), (".5", "a value is wanted, at byte 0"),
        ("1.", "a value is wanted, at byte 2"),
        ("nul", "a value is wanted, at byte 0"), ("\"a", "a text is never closed, at byte 2"),
        (#""\x""#, "a backslash stands before something it cannot, at byte 2"),
        (#""\u12""#, "\\u needs four hexadecimal digits, at byte 2"), ("<html>", "a value is wanted, at byte 0"),
        ("{} x", "something follows the end, at byte 3"),
    ])
    func faults(text: String, message: String) {
        #expect((#expect(throws: JSONReader.Fault.self) { try read(text) })?.description == message)
    }

    @Test("Nesting ends somewhere, and no bytes end the program")
    func hostile() {
        #expect(throws: JSONReader.Fault.self) { try read(String(repeating: "[", count: 100_000)) }
        var random = SeededRandom.forTest()
        let good = Array(#"{"chart":{"result":[{"a":[1.5,null,"\u00e4\ud83d"]}]}}"#.utf8)
        for _ in 0..<5000 {
            var bytes = Array(good.prefix(random.int(0...good.count)))
            if !bytes.isEmpty { bytes[random.int(0...(bytes.count - 1))] = UInt8(random.int(0...255)) }
            if let value = try? JSONReader.read(bytes) { #expect(value != .null || bytes.count >= 4) }
        }
    }

    @Test("Digits past the eighteenth are cut off, whatever the exponent", arguments: [
        ("1.2345678901234567890123", "1.234567890123456789"), ("1.2345678901234567e-5", "0.000012345678901234"), ("0.00000000000000000019", "0"),
        ("1e-20", "0"), ("1.5e-30", "0"),
        ("-2.5e-18", "-0.000000000000000002"), ("67187.33589365664", "67187.33589365664"),
    ])
    func cut(text: String, expected: String) throws {
        #expect(try FixedDecimal(cutting: text) == FixedDecimal(expected))
    }

    @Test("What is no number or out of range has no value", arguments: ["", "x", "1e30", "--1", "1.2.3"])
    func noNumber(text: String) { #expect(FixedDecimal(cutting: text) == nil) }
}
