import Testing
@testable import Scripting

@Suite("Lua's own functions understand decimals")
struct LuaFunctionsTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession() }

    @Test(
        "math",
        arguments: [
            ("math.floor(D'2.7')", "2"), ("math.floor(D'-2.1')", "-3"), ("math.ceil(D'2.1')", "3"), ("math.abs(D'-2.5')", "2.5"),
            ("math.fmod(D'-7', 3)", "-1"), ("math.fmod(7, D'-3')", "1"), ("math.fmod(D'5.5', D'2')", "1.5"), ("math.tointeger(D'3.0')", "3"),
            ("math.tointeger(D'3.5')", "nil"), ("math.type(D'1')", "decimal"), ("math.type(1)", "integer"), ("math.type(1.0)", "float"),
            ("math.floor(D'1e19')", "10000000000000000000"), ("math.max(D'1', D'2.5')", "2.5"), ("math.min(D'1', 0.5)", "0.5"),
            ("math.max(1, D'0.5', 3)", "3"), ("math.floor(2.7)", "2"), ("math.abs(-3)", "3"), ("math.fmod(7, 3)", "1"), ("math.max(1, 2.5)", "2.5"),
        ])
    func math(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test("What floor gives is a Lua integer, good for indexing and loops")
    func floorIsInteger() throws {
        #expect(try session.text("math.type(math.floor(D'2.7'))") == "integer")
        #expect(try session.text("({10, 20, 30})[math.floor(D'2.7')]") == "20")
    }

    @Test(
        "string.format is exact where a float would not be",
        arguments: [
            ("('%d'):format(D'12')", "12"), ("('%5d|'):format(D'12')", "   12|"), ("('%.2f'):format(D'0.125')", "0.12"),
            ("('%.2f'):format(D'2.675')", "2.68"), ("('%.18f'):format(D'0.1')", "0.100000000000000000"), ("('%f'):format(D'1.5')", "1.500000"),
            ("('%.0f'):format(D'2.5')", "2"), ("('%10.2f|'):format(D'3.14159')", "      3.14|"), ("('%-10.2f|'):format(D'3.14159')", "3.14      |"),
            ("('%010.2f'):format(D'-3.14159')", "-000003.14"), ("('%+.1f'):format(D'2')", "+2.0"), ("('%+.1f'):format(D'-2')", "-2.0"),
            ("('%g'):format(D'0.5')", "0.5"), ("('%5.1f%%'):format(D'12.34')", " 12.3%"), ("('%s %d %.2f'):format('a', D'2', D'3')", "a 2 3.00"),
            ("('%d %s'):format(3, D'0.1')", "3 0.1"), ("('%.2f'):format(2)", "2.00"), ("('%.20f'):format(D'0.1')", "0.10000000000000000000"),
            ("('%i'):format(D'7')", "7"), ("('%x'):format(D'255')", "ff"), ("('% d'):format(D'7')", " 7"), ("('%.3d'):format(D'7')", "007"),
        ])
    func format(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test("%d of a decimal that is not whole is an error")
    func formatFraction() throws {
        let message = try session.message("('%d'):format(D'1.5')")
        #expect(message.contains("%d needs a whole number, got the decimal 1.5"), "\(message)")
    }

    @Test(
        "tonumber gives a float, and keeps what it does to text",
        arguments: [
            ("tonumber(D'1.5')", "1.5"), ("tonumber('0x10')", "16"), ("tonumber('zz', 36)", "1295"), ("tonumber('x')", "nil"), ("tonumber('1e1')", "10.0"),
        ])
    func tonumber(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test("table.sort puts decimals in order")
    func sort() throws {
        let source =
            "(function() local t = {D'10', D'9.5', 3, D'-1'} table.sort(t) return table.concat({tostring(t[1]), tostring(t[2]), tostring(t[3]), tostring(t[4])}, ' ') end)()"
        #expect(try session.text(source) == "-1 3 9.5 10")
    }

    @Test("A sum over rows stays exact")
    func sum() throws {
        #expect(try session.text("(function() local s = 0 for i = 1, 10 do s = s + D'0.1' end return s, s:eq(1) end)()") == "1, true")
    }

    @Test("type and tostring name what things are")
    func types() throws {
        #expect(try session.text("type(D'1'), type(today()), type(cash{})") == "userdata, userdata, userdata")
        #expect(try session.text("getmetatable(D'1'), getmetatable(today()), getmetatable(cash{}), getmetatable(money(1, 'EUR'))") == "decimal, date, frame, money")
    }
}
