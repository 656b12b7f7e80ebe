import LuaKit
import TestSupport
import Testing
import Values
@testable import LuaSurface
@testable import Scripting

@Suite("JSON of any kind")
struct JSONFuzzTests {
    @Test(
        "A number with any exponent is read exactly, or refused",
        arguments: [
            ("1e-9223372036854775808", nil), ("1e9223372036854775807", nil), ("-1e-9223372036854775808", nil), ("1e99999999999999999999", nil), ("1e60", nil), ("0e59", "0"),
            ("1e-18", "0.000000000000000001"), ("1e-19", nil), ("10e-19", "0.000000000000000001"), ("-0e5", "0"), ("123.456e2", "12345.6"), ("123.456E-2", "1.23456"),
            ("1.5e+0003", "1500"), ("-0.001e3", "-1"),
        ] as [(String, String?)])
    func numbers(text: String, value: String?) throws {
        #expect(try ExactNumber.read(text) == value.map { try FixedDecimal($0) }, "\(text)")
        let session = try ScriptSession()
        if value == nil { #expect(try session.message("return json.decode('\(text)')").contains("more digits than a decimal holds")) }
        #expect(try session.text("return json.decode('\(text)', {numbers='text'})") == text)
    }

    @Test("What is decoded is encoded again as it was, and what is no JSON is refused", arguments: 0..<6)
    func documents(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let session = try ScriptSession()
        guard
            case .function(let trip)? = try session.run(
                "return function(t) local ok, v = pcall(json.decode, t) if not ok then return tostring(v) end local e = json.encode(v) return e == json.encode(json.decode(e)) end"
            ).first
        else { return }
        let parts = [
            "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"\\u0041\"", "\"\\ud83d\\ude00\"", "\"\\ud800\"", "null", "true", "false", "0", "-0", "-", "1e", "1E+2", "0.5", "1e-400",
            "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e-9223372036854775808", " ", "\n", "é", "\\", "\u{0}", "\"b\":", "[]", "{}",
        ]
        for _ in 0..<400 {
            let text =
                Bool.random(using: &random) ? Self.document(&random, 0) : (0..<Int.random(in: 1...10, using: &random)).map { _ in parts.randomElement(using: &random)! }.joined()
            let result = try session.runtime.lua.call(trip, [.string(text)]).first ?? .none
            switch result {
            case .boolean(let isSame): #expect(isSame, "\(text)")
            case .string(let message): #expect(message.contains("no JSON") || message.contains("more digits") || message.contains("NUL"), "\(text): \(message)")
            default: Issue.record("\(text): \(result)")
            }
        }
    }

    /// A document that is whole.
    private static func document(_ random: inout SeededRandom, _ depth: Int) -> String {
        switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &random) {
        case 0: "null"
        case 1: "true"
        case 2: "\"\(["", "a", "\\n", "\\u00e9", "x y", "\\\\"].randomElement(using: &random)!)\""
        case 3: "\(Int.random(in: .min ... .max, using: &random))"
        case 4: "\(Int.random(in: -999...999, using: &random)).\(Int.random(in: 0...999_999, using: &random))"
        case 5: "\(Int.random(in: -9...9, using: &random))e\(Int.random(in: -70...70, using: &random))"
        case 6: "[" + (0..<Int.random(in: 0...4, using: &random)).map { _ in document(&random, depth + 1) }.joined(separator: ", ") + "]"
        default: "{" + (0..<Int.random(in: 0...4, using: &random)).map { "\"k\($0)\": " + document(&random, depth + 1) }.joined(separator: ",") + "}"
        }
    }

    @Test("What has no end is refused when it is written")
    func endless() throws {
        let session = try ScriptSession()
        #expect(try !session.message("local t = {} t.t = t return json.encode(t)").isEmpty)
    }
}
