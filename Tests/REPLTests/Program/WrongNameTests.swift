import Foundation
import TestSupport
import Testing

@Suite("Wrong names and words on the command line", .enabled(if: BuiltProgram.path != nil))
struct WrongNameTests {
    private let folder: TemporaryFolder
    private var home: String { folder.path }

    init() throws {
        folder = try TemporaryFolder()
        let made = """
            setting('base_currency', 'EUR') account{name='Giro', currency='EUR'} instrument{symbol='ORCL', currency='EUR'} deposit{account='Giro', amount=500, date='2014-01-02'}
            plan{ready=true} recurring{name='rent', every='month', day=1, from='2014-02-01', record={type='withdrawal', account='Giro', amount=1}}
            """
        #expect(try BuiltProgram.run(["--book", "year.luca", "-e", made], home: home).code == 0)
    }

    private func say(_ line: String) throws -> BuiltProgram.Result { try BuiltProgram.run(["--book", "year.luca", "-e", line], home: home) }

    @Test(
        "A sentence on something that is not there is an error, of an act one of its own kind",
        arguments: [
            ("recurring skip rnet on 2014-02-01", "error[unknown_rule]", "did you mean \"rent\"?"), ("recurring pause rnet", "error[unknown_rule]", "did you mean \"rent\"?"),
            ("recurring resume rnet", "error[unknown_rule]", "did you mean"), ("recurring remove rnet", "error[unknown_rule]", "did you mean"),
            ("recurring approve of rnet", "error[unknown_rule]", "did you mean"), ("recurring.run{name='rnet'}", "error[unknown_rule]", "did you mean"),
            ("recurring skip rent on 2014-02-07", "error[unknown_day]", "shows those to come"),
            ("recurring next of rnet", "error[not_found]", "did you mean"), ("recurring history rnet", "error[not_found]", "did you mean"),
            ("targets foo", "error[not_found]", "none are defined"),
            ("unwatch ORCL", "error[not_watched]", "nothing is watched"), ("currency XQX", "error[not_found]", "currency XQX called NAME digits 2"),
            ("goal{name='House', remove=true}", "error[unknown_goal]", "House"), ("limit{name='ISA', remove=true}", "error[unknown_limit]", "ISA"),
        ])
    func names(line: String, error: String, words: String) throws {
        let result = try say(line)
        #expect(result.code == 1 && result.errors.contains(error) && result.errors.contains(words), "\(line): \(result)")
        let piped = try BuiltProgram.run(["year.luca"], input: line + "\n", home: home)
        #expect(piped.code == 1 && piped.errors.contains(error), "\(line): \(piped)")
    }

    @Test("In Lua what is looked up and not there is nil and why, as ever")
    func lookups() throws {
        for line in ["recurring.next{name='rnet'}", "account 'Gori'", "targets 'foo'"] {
            let result = try say("return " + line)
            #expect(result.code == 0 && result.output.contains("there "), "\(line): \(result)")
        }
    }

    @Test("A book that is not there yet is told where it is opened, with the one that was meant")
    func mistypedBook() throws {
        let piped = try BuiltProgram.run(["year.luca"], input: ".book yaer.luca\n1 + 1\n", home: home)
        #expect(piped.code == 0 && piped.errors.contains("notice: there is no book at yaer.luca yet; it is made with the first entry; did you mean \"year.luca\"?"), "\(piped)")
        #expect(piped.errors.components(separatedBy: "there is no book").count == 2, "\(piped)")
        #expect(try BuiltProgram.run(["other.luca"], input: ".book year.luca\ncash\n", home: home).errors == "")
        let environment = BuiltProgram.environment(home: home).merging(["TERM": "xterm", "INPUTRC": "/dev/null", "LUCA_BOOK": home + "/yaer.luca"]) { $1 }
        let terminal = try Terminal([try #require(BuiltProgram.path)], environment: environment)
        #expect(try terminal.wait(for: "luca> ").contains("did you mean \"\(home)/year.luca\"?"))
        terminal.type("\u{4}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test(
        "What stands where a book, an option or a file would is told how it is said",
        arguments: [
            (["backup", "year.luca"], "luca backup --book year.luca"), (["--book", "year.luca", "import", "y.lua"], "luca run y.lua"),
            (["--book", "year.luca", "-e", "import y.lua"], "run y.lua"), (["--book", "year.luca", "-e", "import copy.luca"], ".book copy.luca"),
            (["run", "--sandbox", "y.lua"], "--book PATH"), (["--book", "year.luca", "report", "gains", "--yeer", "2025"], "did you mean \"--year\"?"),
            (["--book", "year.luca", "report", "gains", "--owner"], "owner=…"), (["--book", "year.luca", "-e", "account{name='G', currency=…}"], "to be filled in"),
            (["--book", "year.luca", "-e", "account{name='…', owner=“G”}"], "near '“'"), (["--book", "year.luca", "-e", "return 1, '“',\n ‘G’"], "write straight quotes"),
            (["--book", "year.luca", "-e", "return 5 € 3"], "near '€'"),
            (["--book", "year.luca", "-e", "report gains --yeer 2025"], "did you mean \"--year\"?"),
            (["--book", "year.luca", "-e", "export('h.csv', holdings{})"], "holdings{}:csv(\"h.csv\")"),
        ])
    func words(arguments: [String], hint: String) throws {
        try "print(1)".write(toFile: home + "/y.lua", atomically: true, encoding: .utf8)
        #expect(try BuiltProgram.run(["backup", "--book", "year.luca", "copy.luca"], home: home).code == 0)
        let result = try BuiltProgram.run(arguments, home: home)
        #expect(result.code != 0 && result.errors.contains(hint), "\(result)")
    }

    @Test("An export tells in words what it wrote")
    func exported() throws {
        let result = try say("export t.csv")
        let size = try FileManager.default.attributesOfItem(atPath: home + "/t.csv")[.size] as? Int
        #expect(result.output == "\(size ?? 0) bytes are written\n", "\(result)")
        #expect(try say("return export('t2.csv')").output == "\(size ?? 0)\n")
    }

    @Test(
        "The example scripts refuse what they do not take",
        arguments: [
            (["dividends_by_year.lua", "--year", "zwei"], "year must be a whole number, got \"zwei\""), (["dividends_by_year.lua", "--jahr", "2014"], "jahr"),
            (["dividends_by_year.lua", "2014", "2015"], "\"2015\""), (["bond_ladder.lua", "--aply"], "--aply"), (["buy_only.lua", "500", "--aply"], "--aply"),
            (["buy_only.lua", "viel"], "viel"), (["buy_only.lua", "--apply", "5", "6"], "\"6\""), (["reserve_planner.lua", "--apply", "5", "6"], "\"6\""),
            (["dividend_reinvestment.lua", "now"], "now"), (["emergency_fund.lua", "neun"], "neun"), (["rebalance_prototype.lua", "--aply"], "--aply"),
            (["reserve_planner.lua", "500", "--aply"], "--aply"), (["reserve_planner.lua", "--apply"], "--apply"), (["sixty_forty.lua", "--draft", "x"], "\"x\""),
            (["sixty_forty.lua", "--show"], "--show"),
            (["tax_loss_harvesting.lua", "2012-11-30"], "2012-11-30"),
        ])
    func scripts(arguments: [String], word: String) throws {
        let scripts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "scripts")
        let path = scripts.appending(path: arguments[0]).path
        let result = try BuiltProgram.run(["--book", "year.luca", "run", path] + arguments.dropFirst(), home: home)
        #expect(result.code == 2 && result.errors.contains(word), "\(result)")
    }
}
