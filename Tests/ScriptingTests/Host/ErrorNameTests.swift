import LuaKit
import Testing
@testable import LuaSurface
@testable import Scripting

@Suite("Errors say which name, and show themselves")
struct ErrorNameTests {
    /// The message and the hint, as the prompt works them out with the line.
    private func told(_ line: String) throws -> String {
        let session = try ScriptSession.small(), failure = try session.failure(line), (message, hint) = session.runtime.namingNil(failure, line: line)
        return message + (hint.map { " | \($0)" } ?? "")
    }

    @Test(
        "A misspelt field that was nil is named with the nearest right one",
        arguments: [
            ("local t = {price=1} return t.prise + 1", "'prise'"), ("local t = {price=1} return 'a' .. t.prise", "'prise'"), ("local t = {price=1} return t.prise < 3", "'prise'"),
            ("local t = {price=1} return 3 <= t.prise", "'prise'"), ("local t = {price=1} return t.prise()", "'prise'"), ("local t = {price=1} return t:prise()", "'prise'"),
            ("local t = {price=1} return t.prise.x", "'prise'"), ("local t = {a={price=1}} return t.a.prise.x", "'prise'"), ("local t = {price=1} return -t.prise", "'prise'"),
            ("local t = {price=D'1'} return t.price + t.prise", "'prise'"), ("local t = {price=D'1'} return 'x' .. t.prise .. D'1'", "'prise'"),
            ("t = {price=1} return t.prise < 3", "'prise'"), ("local t = {price=1} local function f() return t.prise * 2 end return f()", "'prise'"),
        ])
    func fields(line: String, name: String) throws {
        let text = try told(line)
        #expect(text.contains("(field \(name))") || text.contains("(method \(name))"), "\(line): \(text)")
        #expect(text.hasSuffix("| did you mean \"price\"?"), "\(line): \(text)")
    }

    @Test("A global that nobody made is told from the locals in reach, and a method of texts from the functions of text")
    func others() throws {
        #expect(try told("local price = 5 return 1 + pricee").contains("| did you mean \"price\"?"))
        #expect(try told("return holdigns().x") == "unknown name 'holdigns' | did you mean \"holdings\"?")
        #expect(try told("return ('x'):trim()").hasSuffix("| text.trim(…) does that"))
        // A library is asked for its own names, and not for those of others.
        #expect(try told("return math.flor(1.5)").hasSuffix("| did you mean \"floor\"?"))
        #expect(try told("return recurring.dues()").hasSuffix("| did you mean \"due\"?"))
        #expect(try told("return csv.parse('x')").contains("(field 'parse') | csv has "))
        #expect(try told("return table.map({})").contains("| table has concat, insert, "))
        #expect(try told("return string.trim('x')").hasSuffix("| text.trim(…) does that"))
        // What has no near name is named all the same, and nothing is made up where all is well named.
        #expect(try told("local t = {} return today() + t.days").contains("(field 'days')"))
        #expect(try told("local a return a + 1") == "attempt to perform arithmetic on a nil value (local 'a')")
    }

    @Test(
        "Nothing of luca's is changed by assigning to it, and the error says what to do",
        arguments: [
            ("holdings{}[1].price = 3", "a row is read-only: price cannot be set (what is recorded is changed by amend(ID, {price=…})"), ("holdings{}.x = 1", "frame:with("),
            ("account'Savings'.name = 'B'", "account{name=\"…\", …} changes an account"), ("instrument'ORCL'.name = 'B'", "changes an instrument"),
            ("D'1'.x = 1", "a decimal is read-only"),
            ("today().year = 1", "a date is read-only"), ("book.name = 'x'", "a book is read-only"), ("holdings{}[1][1] = 3", "a row is read-only: 1 cannot be set"),
            ("money(5, 'EUR').amount = 1", "money is read-only"),
        ])
    func assignments(source: String, message: String) throws {
        let session = try ScriptSession.small(), failure = try session.failure(source)
        #expect(failure.kind == "read_only_value")
        #expect(try session.message(source).contains(message))
    }

    @Test(
        "An error that is a table shows itself",
        arguments: [
            ("error(setmetatable({}, {__tostring=function() return 'mine' end}))", "error", "mine"),
            ("error(setmetatable({kind='k', message='m'}, {__tostring=function() return 'mine' end}))", "k", "mine"),
            ("error{kind='k', message='m', hint='h'}", "k", "m"), ("error{code=5, why='x'}", "error", "error object: {code = 5, why = \"x\"}"),
            ("error{}", "error", "error object: a table"),
            ("error(setmetatable({}, {__tostring=function() error('worse') end}))", "error", "error object: a table"),
        ])
    func tables(source: String, kind: String, message: String) throws {
        let failure = try ScriptSession().failure(source)
        #expect(failure.kind == kind && failure.message == message, "\(failure)")
    }

    @Test("An error that pcall caught has its kind and message, shows itself and joins texts")
    func caught() throws {
        let session = try ScriptSession.small()
        #expect(
            try session.text("local ok, e = pcall(buy, {symbol='X'}) return e.kind, e.message, e")
                == "argument, buy: account is missing; it must be the name of an account, test:1: buy: account is missing; it must be the name of an account")
        #expect(try session.text("local _, e = pcall(buy, {}) return '<' .. e .. '>', {e}").hasPrefix("<test:1: buy: account is missing"))
        #expect(try session.message("local _, e = pcall(buy, {}) return e .. nil").contains("cannot be joined with nil"))
    }

    @Test("A stop is not lost in the text of an error")
    func stopped() throws {
        let session = try ScriptSession()
        session.runtime.lua.limitInstructions(2_000_000)
        let failure = try session.failure("error(setmetatable({}, {__tostring=function() while true do end end}))")
        #expect(failure.kind == "limit", "\(failure)")
    }

    @Test("The text of an entry that makes functions is kept under a name of its own")
    func entries() throws {
        let runtime = try ScriptSession().runtime
        #expect(runtime.chunkName(ofEntry: "x = 1", named: "prompt") == "prompt")
        let name = runtime.chunkName(ofEntry: "function f() end", named: "prompt")
        #expect(name == "prompt 1" && runtime.sourceText(of: name) == "function f() end")
        runtime.forgetEntry(named: name)
        #expect(runtime.sourceText(of: name) == nil && runtime.chunkName(ofEntry: "function f() end", named: "prompt") == "prompt 1")
        #expect(runtime.chunkName(ofEntry: "function f() end", named: "line 5") == "line 5")
    }
}
