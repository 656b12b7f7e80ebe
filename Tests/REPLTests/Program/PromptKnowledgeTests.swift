import Scripting
import Sentences
import TestSupport
import Testing

@testable import REPL

/// What the prompt completes, explains and hides, on a book.
@Suite("What the prompt knows of a book")
struct PromptKnowledgeTests {
    private let folder: TemporaryFolder
    private let interpreter: any Interpreter
    private let output = RecordedOutput()
    private let session: ShellSession

    init() throws {
        folder = try TemporaryFolder()
        var options = LaunchOptions()
        options.book = folder.path + "/test.luca"
        options.today = "2026-01-01"
        options.runsInit = false
        interpreter = try LucaProgram().start(options)
        session = ShellSession(interpreter, output: output, display: Display(), isInteractive: true)
        for line in [
            #"account{name="Brokerage", currency="USD"} instrument{symbol="ORCL", currency="USD"}"#, #"deposit{date="2014-01-01", account="Brokerage", amount=73194.86}"#,
            #"buy{date="2014-01-02", account="Brokerage", symbol="ORCL", quantity=417.5, price=86.31}"#, "x = activities{} f = cash{} p = {price = 5}",
        ] {
            #expect(session.feed(line) == .done, "\(output.all)")
        }
        _ = output.take()
    }

    @Test(
        "A setting is found however the words of its name are joined",
        arguments: [
            ("set lot method lifo", "lot_method", "lifo"), ("set Lot-Method average", "lot_method", "average"), ("set the base currency to EUR", "base_currency", "EUR"),
            ("set rate max age 12", "rate_max_age", "12"), ("set lot_method hifo", "lot_method", "hifo"),
        ])
    func settingsByWords(line: String, key: String, value: String) {
        #expect(session.feed(line) == .done)
        #expect(output.take().contains(value))
        #expect(session.feed("setting(\"\(key)\")") == .done)
        #expect(output.take().contains(value))
    }

    @Test(
        "Completion knows rows, columns, settings, SQL and what a name was given",
        arguments: [
            ("x[1].acc", ["account"]), ("x[1].", ["account", "symbol", "quantity"]), ("cash{}[1].acc", ["account"]), ("activities{}[1].quan", ["quantity"]),
            ("for _, h in ipairs(x) do h.quan", ["quantity"]), ("for h in x do h.quan", ["quantity"]), ("for i, h in ipairs(cash{}) do print(h.acc", ["account"]),
            ("local r = x[2] r.symb", ["symbol"]), (#"x:select("acc"#, ["account"]), (#"x:select("account", "symb"#, ["symbol"]), (#"x:select{"account", "symb"#, ["symbol"]),
            (#"activities{}:by("symb"#, ["symbol"]), (#"x:sort("-quan"#, ["quantity"]), (#"x:sum("amou"#, ["amount"]), ("x:where{acc", ["account="]),
            ("x:where(function(r) return r.acc", ["account"]), (#"x:where{type="buy"}:by("symb"#, ["symbol"]),
            (#"setting("lot_me"#, ["lot_method"]), (#"setting("lot_method", "fi"#, ["fifo"]),
            (#"sql("select * from acc"#, ["accounts"]), (#"sql("select acc"#, ["account"]), (#"sql("select account from activities wh"#, ["where"]),
            (#"sql("select a.quan"#, ["quantity"]), ("buy{account=", [#""Brokerage""#]), ("p.pri", ["price"]), ("buy 1 ORCL on tod", ["today"]),
            ("report income ", ["year=", "account="]), ("report income --", ["--year", "--account"]), ("report income account=", ["account=Brokerage"]),
            ("report income --account ", ["Brokerage"]), ("report income --account Br", ["Brokerage"]), ("report income 2014 acc", ["account="]),
            ("chart ho", ["holdings"]), ("chart holdings ", ["by", "on", "as", "to"]), ("chart holdings as ", ["bar", "pie", "treemap"]),
            ("chart holdings by month as tr", ["treemap"]),
            ("chart holdings in Bro", ["Brokerage"]), ("chart activities to tod", ["today"]), ("whatif buy 1 OR", ["ORCL"]), (#"cash{}:chart{kind="tree"#, ["treemap"]),
        ] as [(String, [String])])
    func completion(line: String, contained: [String]) {
        let candidates = CompletionEngine(session).answer(line)?.candidates ?? []
        for candidate in contained { #expect(candidates.contains(candidate), "\(line): \(candidates)") }
    }

    @Test("Within a named call stands what is not there yet, and after account only accounts")
    func fitting() throws {
        let names = try #require(CompletionEngine(session).answer(#"buy{account="Brokerage", "#)?.candidates)
        #expect(names.contains("symbol=") && !names.contains("account=") && names.allSatisfy { $0.hasSuffix("=") })
        #expect(CompletionEngine(session).answer("buy{account=")?.candidates == [#""Brokerage""#])
    }

    @Test("Completing runs nothing of the user's")
    func harmless() {
        session.feed("count = 0 t = setmetatable({}, {__index = function() count = count + 1 return 1 end}) function g() count = count + 1 return x end")
        for line in ["t.a", "t.x.", "g().", "g()[1].a", #"g():select("a"#, "for _, h in ipairs(g()) do h.", "t[1]."] { _ = CompletionEngine(session).answer(line) }
        _ = output.take()
        session.feed("count")
        #expect(output.take() == "0\n")
    }

    @Test(
        "x? tells what a value is",
        arguments: [
            ("x?", "x, a frame: activities, 2 rows"), ("?x", "a number of units"), ("x[2]?", "x[2], row 2 of activities"), ("x[2].symbol?", "x[2].symbol is ORCL"),
            ("p?", "p, a table"), ("p.price?", "p.price is a number: 5"), ("gains?", "gains{"), ("?gains", "gains{"), ("x.account?", "a column: text"),
            ("nothing_here?", "there is no help"),
        ])
    func explanation(line: String, told: String) {
        session.feed(line)
        let text = output.take()
        #expect(text.contains(told), "\(line): \(text)")
    }

    /// Digits of what the book holds, written in any way that a figure of it is.
    private static let secrets = ["73194", "73,194", "417.5", "86.31", "36034", "36,034", "37160", "37,160"]

    @Test(
        "In private, no figure of the book is shown, wherever it comes from",
        arguments: [
            "activities", "trades", "holdings", "cash", "lots", "gains", "income", "fees", "contributions", "values", "returns", "performance", "net worth", "history", "accounts",
            "balance", "activities{}", "activities{}[2]", "print(activities{}[2])", "activities{}[2].price", "activities{}[2].quantity", "print(cash{}[1].amount)",
            "x:select('quantity', 'price')",
            "cash{}[1]", "tostring(cash{}:sum('amount'))", "x:json()", "sql('select * from activities')", "sql('select sum(quantity) as s from activities')",
            "sql('select cast(417 as integer) as s')", "warnings", "explain(x[2].id)", "explain", "{417.5, a = {86.31}}", "417.5 * 2", "print(417, 86.31)", "io.stderr:write('')",
            "sell 500 ORCL in Brokerage on 2015-01-01", "withdraw 99999 from Brokerage on 2015-01-01", "buy 417.5 ORCL at 86.31 in Brokerage on 2014-01-03",
            "error('holds 417.5')", "error{message = '417.5'}", "buy{date='2014-01-03', account='Brokerage', symbol='ORCL', quantity=417.5}", "nil + 417.5",
            "assert(false, 86.31)", "417.5 +* 2", "deposit 417.5 417.5", "void 2", "undo", "verify", "show(x)", ".mode csv", "activities", ".mode json", "activities",
            ".mode line", "activities", "whatif deposit 417.5 to Brokerage", "sell{date='2015-01-01', account='Brokerage', symbol='ORCL', quantity=86.31 * 10, price=5}",
        ])
    func privacy(line: String) {
        session.feed(".privacy on")
        if line.hasPrefix("activities"), output.all.isEmpty { for mode in ["csv", "json", "line", "markdown"] { session.feed(".mode \(mode)"); session.feed(line) } }
        session.feed(".mode table")
        session.feed(line)
        let text = output.take()
        for secret in Self.secrets { #expect(!text.contains(secret), "\(line): \(text)") }
    }

    @Test(
        "In private, what begins with the word help is shown as all else, but for a call of help alone",
        arguments: [
            "helper()", "helper ()", "help() print(activities{}[2].quantity)", "help(print(activities{}[2].quantity))", "help(helper())", "help(417.5)",
            "help(x)(417.5)", "help = 417.5 print(help)", "function help() print(activities{}[2].quantity) end help()",
        ])
    func nearlyHelp(line: String) {
        session.feed("function helper() return activities{}[2].quantity end")
        session.feed(".privacy on")
        session.feed(line)
        if line.hasPrefix("function") { session.feed("help()") }
        let text = output.take()
        for secret in Self.secrets { #expect(!text.contains(secret), "\(line): \(text)") }
    }

    @Test("In private, a call of help keeps its examples", arguments: ["help('buy')", "help \"buy\"", "help(buy)", "help( 'buy' )"])
    func callOfHelp(line: String) {
        session.feed(".privacy on")
        session.feed(line)
        let text = output.take()
        #expect(text.contains { $0.isNumber }, "\(text)")
    }

    @Test("In private, help keeps its examples, dates and percentages stay, and the book its digits")
    func helpInPrivate() {
        session.feed(".privacy on")
        session.feed("help buy")
        let help = output.take()
        #expect(help.contains { $0.isNumber }, "\(help)")
        session.feed("x[1].date")
        #expect(output.take() == "2014-01-01\n")
        session.feed("print(activities{}[2].quantity == D'417.5')")
        #expect(output.take() == "true\n")
        session.feed(".privacy off")
        session.feed("activities{}[2].quantity")
        #expect(output.take() == "417.5\n")
    }
}
