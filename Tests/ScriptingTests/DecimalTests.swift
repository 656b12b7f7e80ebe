import LuaKit
import Testing
@testable import Scripting

@Suite("Decimals in Lua")
struct DecimalTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession() }

    @Test(
        "Arithmetic is exact with decimals, whole numbers and floats on either side",
        arguments: [
            ("D'0.1' + D'0.2'", "0.3"), ("D'0.1' + 1", "1.1"), ("1 + D'0.1'", "1.1"), ("D'0.1' + 0.2", "0.3"), ("0.2 + D'0.1'", "0.3"),
            ("D'1' - D'0.9'", "0.1"), ("1 - D'0.9'", "0.1"), ("D'1' - 0.9", "0.1"), ("1.5 - D'0.25'", "1.25"),
            ("D'1.10' * D'1.10'", "1.21"), ("3 * D'0.1'", "0.3"), ("D'0.1' * 0.1", "0.01"), ("0.1 * D'3'", "0.3"),
            ("D'1' / D'8'", "0.125"), ("1 / D'8'", "0.125"), ("D'1' / 3", "0.333333333333333333"), ("0.5 / D'2'", "0.25"),
            ("D'7.5' // D'2'", "3"), ("-7 // D'2'", "-4"), ("D'-7' // 2", "-4"), ("D'7.5' // 0.5", "15"),
            ("D'7.5' % D'2'", "1.5"), ("-7 % D'3'", "2"), ("D'-7' % 3", "2"), ("D'7' % -3", "-2"),
            ("D'1.1' ^ 2", "1.21"), ("D'2' ^ D'10'", "1024"), ("2 ^ D'10'", "1024"), ("D'2' ^ -1", "0.5"), ("D'2' ^ 2.0", "4"),
            ("-D'1.5'", "-1.5"), ("D'9007199254740993' + 0", "9007199254740993"), ("D'1e3'", "1000"), ("D'1.50'", "1.5"),
            ("D'0.000000000000000001' * 3", "0.000000000000000003"),
        ])
    func arithmetic(source: String, result: String) throws {
        #expect(try session.text(source) == result)
        #expect(try session.text("math.type(\(source))") == "decimal")
    }

    @Test(
        "A float joins by the digits that were typed",
        arguments: [
            ("D(182.30)", "182.3"), ("decimal(0.1) * 3", "0.3"), ("182.30 * D'1'", "182.3"), ("D(1e15)", "1000000000000000"), ("D(2^53)", nil),
            ("D(1/3)", nil), ("D'1' + 1/3", nil), ("1/3 < D'1'", nil), ("D(0/0)", nil), ("D(1/0)", nil),
        ] as [(String, String?)])
    func floats(source: String, result: String?) throws {
        if let result {
            #expect(try session.text(source) == result)
        } else {
            let failure = try session.failure(source)
            #expect(failure.kind == "decimal" || failure.hint != nil, "\(failure.message)")
        }
    }

    @Test("A float of more digits than it holds for certain is refused, with what to write instead")
    func inexactFloat() throws {
        let message = try session.message("D'1' + 0.1 * 3")
        #expect(message.contains("0.30000000000000004"))
        #expect(message.contains("D\""), "\(message)")
    }

    @Test(
        "Comparison is by value, with decimals and plain numbers on either side",
        arguments: [
            ("D'1' < D'1.5'", "true"), ("D'1' < 1.5", "true"), ("1 < D'1.5'", "true"), ("D'2' <= 2", "true"), ("2 >= D'2.0'", "true"),
            ("D'2' > 2", "false"), ("D'10' > D'9'", "true"), ("D'-1' < 0", "true"), ("0.1 <= D'0.1'", "true"),
            ("D'2.50' == D'2.5'", "true"), ("D'2' ~= D'3'", "true"), ("D'0' == 0", "false"), ("D'2.5':eq(2.5)", "true"), ("D'0':is_zero()", "true"),
            ("D'2':eq(2)", "true"), ("D'2':eq('2')", "true"), ("D'2':eq(D'3')", "false"), ("math.max(1, 2)", "2"),
        ])
    func comparison(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test(
        "As text: .., tostring, %s and print",
        arguments: [
            ("D'1.50' .. ' USD'", "1.5 USD"), ("'x' .. D'-0.5'", "x-0.5"), ("D'1' .. D'2'", "12"), ("1 .. D'2.5'", "12.5"),
            ("tostring(D'12.340')", "12.34"), ("('%s'):format(D'1.10')", "1.1"), ("string.format('%8s|', D'1.10')", "     1.1|"),
            ("string.format('%q', tostring(D'1'))", "\"1\""), ("table.concat(D'3':split(2), ' ')", "1.5 1.5"),
            ("table.concat({'a', 1, D'2.5'}, ', ', 2)", "1, 2.5"),
        ])
    func text(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test(
        "Methods",
        arguments: [
            ("D'-3.5':abs()", "3.5"), ("D'-1.5':floor()", "-2"), ("D'1.2':ceil()", "2"), ("D'-3':sign()", "-1"), ("D'0':sign()", "0"),
            ("D'2.345':round(2)", "2.34"), ("D'2.355':round(2)", "2.36"), ("D'2.345':round(2, 'half_up')", "2.35"), ("D'2.9':round()", "3"),
            ("D'2.341':round(2, 'up')", "2.35"), ("D'2.349':round(2, 'down')", "2.34"), ("D'-2.341':round(2, 'floor')", "-2.35"),
            ("D'-2.349':round(2, 'ceiling')", "-2.34"), ("D'10':div(3, 2)", "3.33"), ("D'10':div(3, 2, 'up')", "3.34"),
            ("D'0.5':tonumber()", "0.5"), ("D'7':tointeger()", "7"), ("D'7.5':tointeger()", "nil, 7.5 is not a whole number that fits"),
            ("D'2.5':text(2)", "2.50"), ("D'1234567.891':format()", "1,234,567.89"), ("D'1234.5':format(0)", "1,235"),
            ("D'1234.5':format(3, false)", "1234.500"), ("D'100':split(3)", "{33.34, 33.33, 33.33}"), ("D'10':split({1, 1, 2}, 0)", "{3, 2, 5}"),
            ("D'0.05':split({0.5, 0.5})", "{0.03, 0.02}"),
        ])
    func methods(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test(
        "Mistakes get a sentence",
        arguments: [
            ("D'12abc'", "12abc"), ("D''", "empty"), ("D'1,5'", "1,5"), ("D'1' / 0", "zero"), ("D'1' // 0", "zero"), ("D'1' % 0", "zero"),
            ("D'1e30'", "1e30"), ("D'1e20' * D'1e20'", "beyond the largest decimal"), ("D'2' ^ 0.5", "whole powers only (use d:tonumber()^x for others)"),
            ("D'1' + '2'", "cannot calculate with the string \"2\" (write D\"2\" for a decimal)"), ("D'1' + nil", "cannot calculate with nil"),
            ("D'1' + {}", "cannot calculate with a table"), ("D'1' < 'x'", "string"), ("D'1' + money(1, 'EUR')", "money"),
            ("D'1':round(19)", "between 0 and 18"), ("D'1':round(2, 'half_evn')", "half_even"), ("D'1':rond(2)", "did you mean \"round\"?"),
            ("D'1':split(0)", "parts"), ("D'1':split({})", "weights"), ("D'1':split({0, 0})", "every weight is zero"), ("D()", "D: value is missing"),
            ("D(true)", "D: value must be a number, got true"), ("D'1':eq()", "other is missing"),
        ])
    func mistakes(source: String, part: String) throws {
        let message = try session.message(source)
        #expect(message.contains(part), "\(source): \(message)")
    }

    @Test("A result too large is an error that a script can catch, and the session goes on")
    func overflow() throws {
        #expect(try session.text("select(2, pcall(function() return D'1e19' * D'1e19' end)).kind") == "decimal")
        #expect(try session.text("D'1' + 1") == "2")
    }
}
