import Foundation
import LuaKit
import TestSupport
import Testing
@testable import Scripting

/// How users meet the kinds of error that no other test meets: what is typed, the kind, what is wrong, and what to do.
@Suite("Kinds of error, each by the shortest way to it")
struct ErrorTableTests {
    private static let option =
        "instrument{symbol='C', underlying='ORCL', right='call', strike=45, expires='2015-01-16'} sell{date='2014-02-03', account='Brokerage', symbol='C', quantity=1, price=2, subtype='sell_to_open'} "
    private static let parted =
        "account{name='Other', currency='USD'} b = buy{account='Other', symbol='SPY', quantity=4, price=1}[1].id for _, n in ipairs{2, 1, 1} do transfer{from='Other', to='Brokerage', symbol='SPY', quantity=n} end sell{account='Brokerage', symbol='SPY', quantity=2, price=1, lots={b}} "
    private static let euro =
        "setting('base_currency', '') account{name='E', currency='EUR'} instrument{symbol='SAP', currency='EUR'} deposit{account='E', amount=9} buy{account='E', symbol='SAP', quantity=1, price=2} "

    @Test(
        "A script and the prompt are told the kind, what is wrong and what to do",
        arguments: [
            ("local_day('2014-01-02T10:00:00Z', 'Europe/Berln')", "unknown_zone", "there is no time zone \"Europe/Berln\"", "did you mean \"Europe/Berlin\"?"),
            ("exchange{account='Brokerage', from='USD', to='USD', amount=5, rate=1}", "same_currency", "both currencies are USD", "name the currency that is received"),
            ("buy{account='Brokerage', symbol='SPY', quantity=1, price=2, settle='EUR'}", "wrong_settlement", "cannot settle in EUR, but only in USD", "Leave settle out"),
            (option + "exercise{account='Brokerage', symbol='C', quantity=1}", "wrong_side", "has sold C, which an exercise is not for", "Options that were sold are assigned"),
            (parted + "sell{account='Brokerage', symbol='SPY', quantity=1, price=1, lots={b}}", "lot_has_parted", "has become 2 lots", "name one of them: "),
            (
                "b = buy{account='Brokerage', symbol='SPY', quantity=2, price=1}[1].id sell{account='Brokerage', symbol='SPY', quantity=3, price=1, lots={b}}",
                "lots_fall_short", "the lots named give 2 SPY, and 3 are taken", "name more of them, or leave lots out"
            ),
            ("holdings{class='bonds'}", "unknown_class", "no instrument has the class \"bonds\"", "there are etf, stock"),
            ("holdings{portfolio='Hme'}", "unknown_portfolio", "no account has the portfolio \"Hme\"", "did you mean \"Home\"?"),
            ("plan{ready=true} goal{name='x', amount=5, by='2030-01-01', tier='nope'}", "unknown_tier", "has no tier \"nope\"", "its tiers are Buffer, Emergency"),
            ("plan{ready=true} tier{name='nope', remove=true}", "unknown_tier", "there is no tier \"nope\"", "the tiers are Buffer, Emergency"),
            (
                "recurring.calendar{name='C', holidays={'2014-12-25'}} recurring{name='r', calendar='C', every='month', record={type='deposit', amount=5, account='Savings'}} recurring.calendar{name='C', remove=true}",
                "calendar_in_use", "the rule \"r\" goes by the calendar \"C\"", "recurring.remove{name=\"r\"}"
            ),
            (
                "recurring{name='r', every='month', from='2014-12-01', record=function() recurring.run{} end} recurring{name='q', every='month', from='2014-12-01', record={type='deposit', amount=5, account='Savings'}} recurring.run{}",
                "nested_rule", "a rule cannot carry out rules", "let its function record by itself"
            ),
            (euro + "rebalance{weights={SAP=1}}", "no_base_currency", "there are holdings in EUR, USD, and no currency to count them in", "setting(\"base_currency\", \"EUR\")"),
            ("plan{ready=true} plan{ready=true}", "already_there", "has 6 tiers already", "give the new plan another name"),
            ("tier{name='a', accounts={'Savings', 'Savings'}}", "duplicate_name", "\"Savings\" is named twice", "name it once"),
            ("goal{name=' ', amount=5, by='2030-01-01'}", "unnamed_plan", "a goal plan has no name", "Say name="),
            ("rebalance{account='Brokerage', cash=-50000, weights={ORCL=1}}", "not_enough", "more is to be taken out than there is", "take out no more than there is"),
            ("frame{{a=1}}:select('a', 'a')", "duplicate_column", "column \"a\" is selected twice", "give one of them another name"),
            ("frame{{a=D'99999999999999999999'}, {a=D'99999999999999999999'}}:sum('a')", "overflow", "the sum of column \"a\" is too large to hold", "the largest values"),
            ("account{name='E', currency='EUR'} deposit{account='E', amount=9} activities{}:sum('amount')", "mixed_currencies", "in USD and in EUR", "group by \"currency\" too"),
            (
                "quote{symbol='SPY', date='2014-01-02', close='0.000000000000000001'} rate{from='USD', to='EUR', date='2014-01-02', rate='0.1'} returns{benchmark='SPY', base='EUR', from='2014-01-03', to='2014-01-10'}",
                "bad_price", "nothing can be bought at that", ""
            ),
            ("open('/tmp')", "is_directory", "/tmp is a folder, not a book", "Name the file in it"),
            ("import('/nowhere/at/all.csv')", "file", "cannot read /nowhere/at/all.csv: there is no such file", ""),
        ])
    func scripts(source: String, kind: String, said: String, hint: String) throws {
        let failure = try ScriptSession.small().failure(source)
        #expect(
            failure.kind == kind && failure.message.contains(said) && (hint.isEmpty || failure.hint?.contains(hint) == true),
            "\(failure.kind): \(failure.message) (\(failure.hint ?? ""))")
    }

    @Test("A file of the folder is named where there is one of nearly that name")
    func nearFile() throws {
        let folder = try TemporaryFolder()
        try "a,b\n".write(toFile: folder.path + "/book.csv", atomically: true, encoding: .utf8)
        #expect(try ScriptSession.small().failure("import('\(folder.path)/bok.csv')").hint == "did you mean \"\(folder.path)/book.csv\"?")
    }

    @Test("A file with a broken root is no XML, and columns that nobody tells are asked for")
    func files() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession.small()
        try "<a><b></a>".write(toFile: folder.path + "/a.xml", atomically: true, encoding: .utf8)
        let xml = try session.failure("import('\(folder.path)/a.xml')")
        #expect(xml.kind == "bad_xml" && xml.message.contains("a.xml:1: it is no XML that is read") && xml.hint?.contains("cut off") == true, "\(xml)")
        try "Date,Text,Sum,Other\n2014-01-02,abc,5,4\n2014-01-03,abc,5,4\n".write(toFile: folder.path + "/a.csv", atomically: true, encoding: .utf8)
        let learn = try session.failure("import('\(folder.path)/a.csv', {learn=true})")
        #expect(learn.kind == "unanswered" && learn.message.contains("a question is left open: No amount is below zero: which column tells what a row is"), "\(learn)")
        #expect(learn.hint?.hasPrefix("answer it at a terminal") == true)
    }

    @Test("A whole book comes back from a folder that holds together, into an empty book")
    func folders() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/book", session = try ScriptSession.small()
        func refusal(_ edit: () throws -> Void) throws -> String {
            try session.run("export('\(path)', 'book')")
            try edit()
            let failure = try ScriptSession().failure("import('\(path)')")
            return "\(failure.kind) \(failure.message)"
        }
        let missing = try refusal { try FileManager.default.removeItem(atPath: path + "/voids.csv") }
        #expect(missing.hasPrefix("missing_file ") && missing.contains("voids.csv: the folder has no such file"), "\(missing)")
        let broken = try refusal {
            let file = path + "/accounts.csv", text = try String(contentsOfFile: file, encoding: .utf8)
            try text.split(separator: "\n").dropLast().joined(separator: "\n").appending("\n").write(toFile: file, atomically: true, encoding: .utf8)
        }
        #expect(broken.hasPrefix("broken_sequence ") && broken.contains(" is missing: this is "), "\(broken)")
        try session.run("delete_account{name='Savings', confirm=true}")
        let erased = try session.failure("export('\(folder.path)/other', 'book')")
        #expect(erased.kind == "erased" && erased.message.contains("an account was deleted from this book") && erased.hint?.contains("backup(") == true, "\(erased)")
    }

    @Test("The sample goes into an empty book only")
    func demo() throws {
        let session = try ScriptSession.demo()
        #expect(throws: LuaMisuse("the book is not empty", hint: "the demo goes into a book of its own", kind: "not_empty")) { try session.runtime.fillDemoBook() }
    }

    @Test("A provider of one's own cannot fetch while it is asked")
    func nested() throws {
        let session = try ScriptSession.small()
        try session.run(
            "provider.define{name='mine', history=function() local _, e = pcall(sync) seen = e.kind .. ': ' .. e.message return {} end} instrument{symbol='ORCL', provider='mine'} sync{symbol='ORCL'}"
        )
        #expect(try session.text("seen") == "nested: sync: a provider cannot ask the network through luca while it is asked itself")
    }

    @Test("A test of a script that does not hold says what was expected")
    func expectation() throws {
        let folder = try TemporaryFolder(), file = folder.path + "/a_test.lua"
        try "it('adds', function() expect(1 + 1):is(3) end)".write(toFile: file, atomically: true, encoding: .utf8)
        let report = try ScriptSession().runtime.runTests(of: file, updates: false) { _ in true }
        let failure = try #require(report.failures.first?.error as? LuaFailure)
        #expect(failure.kind == "expectation" && failure.message.contains("expected 3\n     got 2"), "\(failure)")
    }
}
