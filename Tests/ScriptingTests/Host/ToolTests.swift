import Foundation
import LuaKit
import TestSupport
import Testing
@testable import LuaSurface
@testable import Scripting

@Suite("Frames of rows, CSV, JSON and texts")
struct ToolTests {
    @Test(
        "A list of rows is a frame: columns as they first come, one type a column",
        arguments: [
            ("frame{{b=1, a='x'}, {c=true, b=D'1.5'}}:csv()", "a,b,c\nx,1,\n,1.5,true\n"),
            ("frame({{a=1, b=2}, {b=3}}, {'b', 'a'}):csv()", "b,a\n2,1\n3,\n"), ("frame{columns={'day', 'n'}, {date'2024-01-02', 5}}:csv()", "day,n\n2024-01-02,5\n"),
            ("frame{{day=date'2024-01-02'}, {day=date'2024-01-03'}}:where(function(r) return r.day > '2024-01-02' end):count()", "1"),
            ("frame{holdings{}[1], holdings{}[1]}:sum('quantity')", "20"), ("#frame{}", "0"), ("frame({}, {'a'}):csv()", "a\n"), ("frame({{a=0.1}}, {'a'}, 'mine').name", "mine"),
            ("frame{{amount=5, currency='EUR'}, {amount=D'7.5', currency='EUR'}}:sum('amount')", "12.5"),
        ])
    func frames(source: String, expected: String) throws {
        #expect(try ScriptSession.small().text("return " + source) == expected)
    }

    @Test(
        "What is no row, or no cell, is refused by its place",
        arguments: [
            ("frame{{a=1}, {a='x'}}", "a of row 2 is a text, and a number in the rows before it"), ("frame{a=1}", "a row is a table of its own: {{a=…}}"),
            ("frame{{a=money(5, 'EUR')}}", "give its parts: amount=m.amount"), ("frame{{a={}}}", "a of row 1 is a table"), ("frame{{a=1}, 5}", "row 2 must be a table with fields"),
            ("frame{{1, 2}}", "name the columns"), ("frame({{prise=1}}, {'price'})", "did you mean \"price\"?"),
            ("frame{columns={'a'}, {1, 2}}", "more cells than there are columns"),
            ("frame({{a=1}}, {'a', 'a'})", "two columns have one name"),
        ])
    func wrongRows(source: String, message: String) throws {
        #expect(try ScriptSession.small().message("return " + source).contains(message))
    }

    @Test("A report that returns a list of rows gives a frame")
    func reports() throws {
        let session = try ScriptSession.small()
        try session.run("report.define{name='mine', summary='s', run=function() return {{a=1}, holdings{}[1]} end}")
        #expect(try session.text("return report.mine{}:select('a', 'symbol'):csv()") == "a,symbol\n1,\n,ORCL\n")
        // A row in a table is a row still.
        #expect(try session.text("return frame{holdings{}[1]}[1].symbol, {holdings{}[1]}") == "ORCL, {a row}")
    }

    @Test(
        "JSON keeps numbers as they are written",
        arguments: [
            (#"json.decode('[0.1, 12345678901234567890.123, 1e-7, 1.5E+3, -0.50, 7]')"#, "{0.1, 12345678901234567890.123, 0.0000001, 1500, -0.5, 7}"),
            (#"json.decode('{"a": null}').a == json.null, json.null"#, "true, null"), (#"math.type(json.decode('7')), math.type(json.decode('7.0'))"#, "integer, decimal"),
            (#"json.decode('1e-30', {numbers="text"})"#, "1e-30"), (#"json.decode('0.5', {numbers="float"})"#, "0.5"),
            (
                #"json.encode{b=D"0.10", a={1, 2}, c={}, d=date"2024-01-02", e=json.null, f=money(5, "EUR"), g="\"x"}"#,
                #"{"a":[1,2],"b":0.1,"c":{},"d":"2024-01-02","e":null,"f":{"amount":5,"currency":"EUR"},"g":"\"x"}"#
            ),
            (#"json.encode(cash{}:select("account", "balance"))"#, #"[{"account":"Brokerage","balance":687}]"#), (#"json.encode({1}, 2)"#, "[\n  1\n]"),
        ])
    func json(source: String, expected: String) throws {
        #expect(try ScriptSession.small().text("return " + source) == expected)
    }

    @Test(
        "What is no JSON, no CSV or fits none is refused",
        arguments: [
            ("json.decode('{')", "the text is no JSON"), ("json.decode('1e-30')", "numbers=\"text\""), ("json.encode(print)", "a function has no form in JSON"),
            ("json.encode(0/0)", "no number"),
            ("csv.decode('a\\n1,2')", "line 2 has 2 fields, and the header names 1"), ("csv.decode('a\\n\"1')", "the quote that opens in line 2 is never closed"),
            ("csv.decode('a', {separator='ab'})", "one character"), ("csv.encode(5)", "a frame or a list of tables"),
        ])
    func wrongTexts(source: String, message: String) throws {
        #expect(try ScriptSession.small().message("return " + source).contains(message))
    }

    @Test(
        "CSV is read and written by header",
        arguments: [
            (#"csv.decode("a,b\n1,\"x, y\"\n\n2")"#, #"{{a = "1", b = "x, y"}, {a = "2"}}"#), (#"csv.decode("1;2", {header=false, separator=";"})"#, #"{{"1", "2"}}"#),
            (#"csv.encode({{a=D"1.5", b="x,y"}, {c=true}})"#, "a,b,c\n1.5,\"x,y\",\n,,true\n"),
            (#"csv.encode(cash{}, {"balance", "account"}, ";")"#, "balance;account\n687;Brokerage\n"),
        ])
    func csv(source: String, expected: String) throws {
        #expect(try ScriptSession.small().text("return " + source) == expected)
    }

    @Test("Files are written and read within what a script may reach")
    func files() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession.small(), path = "\(folder.path)/a"
        #expect(try session.text("csv.write('\(path).csv', {{a=1}}) return csv.read('\(path).csv')[1].a") == "1")
        #expect(try session.text("json.write('\(path).json', {a=D'0.1'}) return json.read('\(path).json').a + 1") == "1.1")
        let sandbox = try ScriptSession(isSandboxed: true)
        for call in ["csv.read('\(path).csv')", "json.read('\(path).json')", "csv.write('\(path)', {{a=1}})", "json.write('\(path)', 1)"] {
            #expect(try sandbox.failure("return " + call).kind == "file", "\(call)")
        }
    }

    @Test(
        "Texts are taken apart by letters, not bytes or patterns",
        arguments: [
            (#"text.split("a.b.c", ".")[3]"#, "c"), (#"#text.split("  a  b ")"#, "2"), (#"text.split("a,b,c", ",", 2)[2]"#, "b,c"), (#"#text.split("", ",")"#, "1"),
            (#"text.startswith("über", "üb"), text.endswith("a.csv", ".csv"), text.contains("a%b", "%")"#, "true, true, true"), (#"text.pad("ü", 3) .. "|""#, "ü  |"),
            (#"text.replace("a.b", ".", "%")"#, "a%b"), (#"text.count("aXbX", "X"), text.count("né")"#, "2, 2"), (#"text.center("a", 4, "*")"#, "*a**"),
            (#"text.join("; ", {1, D"2.50", today()})"#, "1; 2.5; 2014-12-31"),
            (#"text.splitlines("a\r\nb")[2]"#, "b"), (#"text.trim("\t a \n")"#, "a"), (#"text.upper("ß"), text.lower("ÄÖ")"#, "SS, äö"),
        ])
    func texts(source: String, expected: String) throws {
        #expect(try ScriptSession().text("return " + source) == expected)
    }

    @Test(
        "A moment becomes the day that it was in a zone",
        arguments: [
            (#""2024-01-02T23:30:00Z", "Europe/Berlin""#, "2024-01-03"), (#""2024-01-02T15:04:05+02:00", "UTC""#, "2024-01-02"),
            (#""2024-03-31T22:30:00Z", "Europe/Berlin""#, "2024-04-01"),
            (#"1704238200, "America/New_York""#, "2024-01-02"), (#""2060-07-01T22:30:00Z", "Europe/Berlin""#, "2060-07-02"), (#"D"1704238200.5", "Asia/Tokyo""#, "2024-01-03"),
            ("-1, \"UTC\"", "1969-12-31"),
        ])
    func days(arguments: String, expected: String) throws {
        #expect(try ScriptSession().text("return local_day(\(arguments))") == expected)
    }

    @Test(
        "What is no moment, or no zone, is refused",
        arguments: [
            ("'2024-01-02', 'UTC'", "a moment is written"), ("0, 'Europe/Brlin'", "did you mean \"Europe/Berlin\"?"), ("0, '/etc/passwd'", "no time zone"),
            ("1704238200000", "divide by 1000"),
        ])
    func wrongMoments(arguments: String, message: String) throws {
        #expect(try ScriptSession().message("return local_day(\(arguments))").contains(message))
    }
}
