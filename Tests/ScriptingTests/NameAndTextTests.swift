import Foundation
import Ledger
import LuaKit
import LuaSurface
import Sentences
import Storage
import TestSupport
import Testing
import Values
@testable import Scripting

@Suite("Names and texts from Lua")
struct NameAndTextTests {
    /// Each way in which a script names something new; `NAME` stands for the name.
    private static let definitions = [
        "account{name=NAME}", "account{name='A', owner=NAME}", "account{name='A', portfolio=NAME}", "account{name='A', group=NAME}",
        "instrument{symbol=NAME}", "instrument{symbol='A', name=NAME}", "instrument{symbol='A', class=NAME}",
        "instrument{symbol='A', provider='yahoo', provider_symbol=NAME}", "portfolio{name='Home', owner=NAME}", "plan{name=NAME, ready=true}",
        "targets{name=NAME, weights={ORCL=1}}", "targets{name='mix', by='tag', tags={ORCL=NAME}, weights={x=1}}",
        "recurring{name=NAME, every='month', from='2014-01-31', record={type='deposit', account='Savings', amount=5}}",
        "limit{name=NAME, account='Savings', amount=100}", "goal{name=NAME, amount=100, by='2020-01-01', account='Savings'}",
        "tier{name=NAME, target=100, accounts={'Savings'}}", "recurring.calendar{name=NAME, holidays={'2014-12-24'}}",
        "recurring{name=NAME, every='month', from='2014-01-31', record=function() return nil end}",
        "transfer{date='2014-02-01', from='Savings', to='Brokerage', amount=5, group=NAME}",
        "record{type='transfer_out', date='2014-02-01', account='Savings', amount=5, group=NAME}",
        "quote{symbol='ORCL', date='2014-02-01', close=5, source=NAME}", "rate{from='EUR', to='USD', date='2014-02-01', rate=2, source=NAME}",
    ]

    @Test("No definition takes a name that could steer a terminal, turn the text, be cut or not be seen", arguments: definitions)
    func refused(definition: String) throws {
        let session = try ScriptSession.small()
        try session.expectNothingRecorded {
            for name in ["'a\\27[2Jb'", "'a\\nb'", "'a\\u{202E}b'", "' a'", "'a '", "string.rep('x', 201)", "'a\\tb'", "'a\\u{200F}'"] {
                let failure = try session.failure(definition.replacing("NAME", with: name))
                #expect(failure.kind == "bad_name", "\(definition) \(name): \(failure.message)")
                #expect(!failure.message.unicodeScalars.contains { SafeText.isUnsafe($0) && $0 != "\n" })
            }
        }
    }

    @Test(
        "Settings and purposes take no character that steers a terminal",
        arguments: [
            ("setting('watch_list', 'x\\27y')", "bad_setting"), ("setting('watch_list', 'ORCL\\u{202E}')", "bad_setting"),
            ("setting('provider_urls', 'yahoo=https://h/\\u{9B}')", "bad_setting"),
            ("tier{name='Buffer', purpose='x\\27'}", "bad_name"), ("tier{name='Buffer', purpose='x\\u{202E}y'}", "bad_name"),
        ])
    func steering(source: String, kind: String) throws {
        let session = try ScriptSession.small()
        try session.expectNothingRecorded {
            let failure = try session.failure(source)
            #expect(failure.kind == kind && !failure.message.unicodeScalars.contains(where: SafeText.isUnsafe), "\(failure.message)")
        }
        #expect(try session.text("tier{name='Buffer', purpose='two\\nlines'}[1].purpose == 'two\\nlines', setting('watch_list', 'ORCL>50')") == "true, ORCL>50")
    }

    @Test("Ordinary names pass everywhere", arguments: definitions)
    func taken(definition: String) throws {
        let session = try ScriptSession.small()
        for name in ["'Zoë \\'s 証券 👩‍👧'", "string.rep('é', 200)"] {
            do { try session.run(definition.replacing("NAME", with: name)) } catch let failure as LuaFailure {
                #expect(failure.kind != "bad_name", "\(failure.message)")
            }
        }
    }

    @Test("An account that has such a name from before is read, changed, traded in, exported and imported")
    func oldNames() throws {
        let session = try ScriptSession.small(), book = try #require(session.runtime.book), folder = try TemporaryFolder()
        let old = "Zo\u{1B}[31m\u{202E}\nx"
        var account = try #require(try book.ledger.accounts.first)
        account.name = old
        try book.redefine(AccountID(1), as: account, isOld: true)
        try session.run("old = accounts{}[1].name account{name=old, owner='Eve'} deposit{date='2014-02-01', account=old, amount=5}")
        #expect(try session.text("account(old).owner, #activities{account=old}") == "Eve, 3")
        #expect(try session.failure("account{name=old, group=' g'}").kind == "bad_name")
        try session.run("export('\(folder.path)/a', 'book')")
        let copy = try ScriptSession()
        try copy.run("v = import('\(folder.path)/a')")
        #expect(try copy.text("accounts{}[1].name == \(LuaForm.quoted(old)), #v.warnings, (verify())") == "true, 0, true")
        try session.run("export('\(folder.path)/t.csv', 'transactions') w = import('\(folder.path)/t.csv')")
        #expect(try session.text("w:by('verdict'):count():csv()") == "verdict,count\nalready there,3\n")
        // Another name, and back by undo.
        try book.redefine(AccountID(1), as: Account(name: "Plain", currency: .usd))
        try session.run("undo()")
        #expect(try book.ledger.accounts.first?.name == old)
    }

    @Test(
        "A text that cannot be kept as it is is refused, and nothing is repaired in silence",
        arguments: [
            "deposit{date='2014-02-01', account='Savings', amount=5, notes=TEXT}", "account{name=TEXT}", "void(6, TEXT)", "setting('base_currency', TEXT)",
            "value{account='Savings', amount=5, notes=TEXT}",
            "recurring{name='r', every='month', from='2014-01-31', record={type='deposit', account='Savings', amount=5, notes=TEXT}}",
            "tier{name='t', target=100, accounts={{account='Savings', notes=TEXT}}}", "portfolio{name='Home', owner={'Ada', TEXT}}",
        ])
    func badTexts(call: String) throws {
        let session = try ScriptSession.small()
        try session.expectNothingRecorded {
            for text in ["'caf\\xE9'", "'a\\0b'"] {
                let failure = try session.failure(call.replacing("TEXT", with: text))
                #expect(failure.kind == "bad_text", "\(call) \(text): \(failure.message)")
            }
        }
    }

    @Test("Notes of every kind come back from CSV, JSON and the folder of a book as they were")
    func notes() throws {
        let notes = "two\nlines\r\n\ttab, \"quoted\"; 'single' 👩‍👧 \\n \u{202E}x , =1+1 "
        let folder = try TemporaryFolder(), session = try ScriptSession.small()
        try session.run("deposit{date='2014-02-01', account='Savings', amount=5, notes=\(LuaForm.quoted(notes))}")
        try session.run("export('\(folder.path)/a', 'book') export('\(folder.path)/t.csv', 'transactions')")
        let json = try JSONSerialization.jsonObject(with: Data(session.text("activities{account='Savings'}:json()").utf8)) as? [[String: Any]]
        #expect(json?.first?["notes"] as? String == notes)
        let whole = try ScriptSession(), single = try ScriptSession()
        try whole.run("import('\(folder.path)/a')")
        try single.run("account{name='Savings', currency='USD'} import('\(folder.path)/t.csv')")
        for copy in [whole, single] {
            let kept = try #require(try copy.run("return activities{account='Savings'}[1].notes").first?.stringValue)
            #expect(kept.utf8.elementsEqual(notes.utf8) || kept.trimmingCharacters(in: .whitespaces) == notes.trimmingCharacters(in: .whitespaces), "\(kept.debugDescription)")
        }
        #expect(try whole.run("return activities{account='Savings'}[1].notes").first?.stringValue == notes)
    }

    @Test("On a terminal, rows, handles, tables, what is printed and what undo says are spelt out")
    func terminal() throws {
        let session = try ScriptSession.small(), book = try #require(session.runtime.book)
        var account = try #require(try book.ledger.accounts.first)
        account.name = "Zo\u{1B}[31m\u{202E}"
        try book.redefine(AccountID(1), as: account, isOld: true)
        try session.run("deposit{date='2014-02-01', account='Savings', amount=5, notes='a\\nb\\27[2J'} name = accounts{}[1].name")
        session.runtime.console.isTerminal = true
        _ = session.takePrinted()
        for source in [
            "activities{account='Savings'}[1]", "account(name)", "{name, x=name}", "name", "accounts{}", "activities{account='Savings'}[1].notes", "tostring(account(name))",
        ] {
            let shown = try session.text(source)
            #expect(!shown.unicodeScalars.contains { SafeText.isUnsafe($0) && $0 != "\n" }, "\(source): \(shown.debugDescription)")
        }
        #expect(try session.text("activities{account='Savings'}[1]").contains(#"notes = "a\nb\027[2J""#))
        try session.run("print(name, 'x') activities{account='Savings'}:show() account{name=name, owner='New'}")
        try session.run("undo()")
        let printed = session.takePrinted()
        #expect(
            printed.contains("Zo\\27[31m\\u{202e}\tx\n") && !printed.unicodeScalars.contains { SafeText.isUnsafe($0) && $0 != "\n" && $0 != "\t" }, "\(printed.debugDescription)")
        // A file or a pipe gets what there is.
        session.runtime.console.isTerminal = false
        try session.run("print(name)")
        #expect(session.takePrinted() == "Zo\u{1B}[31m\u{202E}\n")
    }

    @Test("A script whose bytes are no UTF-8 is refused with its line")
    func scripts() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/latin.lua", session = try ScriptSession.small()
        try Data("-- one\ndeposit{date='2014-02-01', account='Savings', amount=5, notes='caf".utf8 + [0xE9] + "'}\n".utf8).write(to: URL(filePath: path))
        try session.expectNothingRecorded {
            let message = try session.message("run('\(path)')")
            #expect(message.contains("holds bytes that are no UTF-8 in line 2"))
            #expect(throws: (any Error).self) { try session.runtime.runScriptFile(path, arguments: []) }
        }
    }
}
