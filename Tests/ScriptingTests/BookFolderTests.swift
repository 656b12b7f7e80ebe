import Foundation
import Ledger
import LuaFormats
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing
import Values

@Suite("A whole book in a folder")
struct BookFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8) }

    /// The files of a folder by name.
    private func contents(_ name: String) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(name)")
        return Dictionary(uniqueKeysWithValues: try names.map { ($0, try text("\(name)/\($0)")) })
    }

    @Test("It is as private as the book: only its owner may read it, also where others could read what it replaces")
    func isPrivate() throws {
        let session = try ScriptSession.small(), path = folder.path + "/a"
        try session.run("setting('base_currency', 'USD') export('\(path)', 'book')")
        chmod(path + "/settings.csv", 0o644)
        try session.run("export('\(path)', 'book')")
        #expect(try text("a/settings.csv").contains("base_currency"))
        for name in try FileManager.default.contentsOfDirectory(atPath: path) { #expect(permissions(path + "/" + name) == 0o600, "\(name)") }
        #expect(permissions(path) == 0o700)
    }

    private func permissions(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("Where one of its files cannot be written, the older export stays as it was, and a new folder goes again")
    func allOrNothing() throws {
        let session = try ScriptSession.small(), path = folder.path + "/a", new = folder.path + "/new"
        try session.run("export('\(path)', 'book')")
        try FileManager.default.removeItem(atPath: path + "/settings.csv")
        try FileManager.default.createDirectory(atPath: path + "/settings.csv", withIntermediateDirectories: false)
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted(), before = try text("a/activities.csv")
        try session.run("deposit{account='Savings', amount=5}")
        #expect(try session.failure("export('\(path)', 'book')").message.contains("it is a folder"))
        #expect(try text("a/activities.csv") == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == names)
        try session.run("export('\(new)', 'book')")
        #expect(try text("new/activities.csv") != before)
    }

    @Test("Restored it is the same book: entries, acts and chain; exported again the files are the same to the byte")
    func roundTrip() throws {
        let book = try ScriptSession.demo()
        try book.run("void(activities{}[5].id, 'a \"typo\", once')")
        try book.run("deposit{date='2014-02-03', account='Savings', amount=5, notes='two\\nlines, \\r\"quoted\"'}")
        try book.run("instrument{symbol='ORCL', class='shares', provider='yahoo', provider_symbol='ORCL.X'}")
        let kept = try #require(book.runtime.book)
        try kept.keep(PlanDocument(kind: .goal, name: "House, \"ours\"", body: "{\"amount\":\"1\"}"))
        try kept.settle(Occurrence(rule: "rent", day: Day("2014-01-31"), state: .skipped))
        try book.run("tag{symbol='ORCL', account='Savings', id=activities{}[9].id, tag={'a \"b\", c', 'tech'}} untag{symbol='ORCL', tag='tech'}")
        try book.run("rate{from='EUR', to='USD', date='2014-02-03', rate=1.3521} rate{from='GBP', to='USD', date='2014-02-03', rate=1.6388, source='bank, \"city\"'}")
        #expect(try book.text("export('\(folder.path)/a/', 'book') > 1000") == "true")
        let copy = try ScriptSession(at: folder.path + "/copy.luca")
        try copy.run("v = import('\(folder.path)/a')")
        #expect(try copy.text("v[1].file, v[4].file, #v") == "acts.csv, activities.csv, 12")
        #expect(try copy.text("instrument('ORCL').class, rates{}[2].source") == "shares, bank, \"city\"")
        #expect(try copy.text("#v.warnings, (verify())") == "0, true")
        #expect(try copy.runtime.book?.head == book.runtime.book?.head)
        #expect(try copy.runtime.book?.acts == book.runtime.book?.acts)
        #expect(try copy.journal() == book.journal())
        #expect(try copy.text("tags{}:csv()") == book.text("tags{}:csv()"))
        try copy.run("export('\(folder.path)/b', 'book')")
        let first = try contents("a")
        #expect(try contents("b") == first && first.count == 13)
        // An export replaces an earlier one, and what is recorded later is an act of its own.
        try copy.run("deposit{date='2014-12-31', account='Savings', amount=1}")
        try copy.run("export('\(folder.path)/b', 'book')")
        #expect(try contents("b") != first && copy.text("(verify())") == "true")
    }

    @Test("A book that holds something refuses it, and a dry run leaves an empty one empty")
    func refusals() throws {
        let book = try ScriptSession.small()
        try book.run("export('\(folder.path)/a', 'book')")
        try book.expectNothingRecorded {
            let message = try book.message("import('\(folder.path)/a')")
            #expect(message.contains("holds entries already") && message.contains("Open a new book"), "\(message)")
        }
        let copy = try ScriptSession()
        #expect(try copy.text("import{path='\(folder.path)/a', dry_run=true}[4].message, #accounts{}") == "2 rows, 0")
        try FileManager.default.createDirectory(atPath: folder.path + "/c", withIntermediateDirectories: true)
        #expect(try copy.message("import('\(folder.path)/c')").contains("the folder has no book.csv"))
        try "mine".write(toFile: folder.path + "/c/diary.txt", atomically: true, encoding: .utf8)
        #expect(try copy.message("export('\(folder.path)/c', 'book')").contains("holds other files, such as diary.txt"))
        #expect(try copy.message("export('\(folder.path)/x', 'bok')") == "export: there is no export called bok (did you mean \"book\"?)")
    }

    @Test("What somebody changed in the files is told: as a warning where it holds together, else with file and line")
    func changed() throws {
        let book = try ScriptSession.small()
        try book.run("export('\(folder.path)/a', 'book')")
        let activities = try text("a/activities.csv"), path = folder.path + "/a/activities.csv"
        try activities.replacing("1000", with: "1001").write(toFile: path, atomically: true, encoding: .utf8)
        let copy = try ScriptSession()
        #expect(try copy.text("import('\(folder.path)/a').warnings[1].kind, cash{}[1].balance") == "hash, 688")
        #expect(try copy.text("(verify())") == "true")
        try activities.replacing(",buy,", with: ",sell,").write(toFile: path, atomically: true, encoding: .utf8)
        let other = try ScriptSession()
        try other.expectNothingRecorded {
            let message = try other.message("import('\(folder.path)/a')")
            #expect(message.hasPrefix("import: activities.csv:3: \"Brokerage\" holds 0 ORCL on 2014-01-03, so it cannot sell 10"), "\(message)")
        }
    }

    @Test("Keys of providers, as folders of development versions hold them, are not taken into a book, and that is told")
    func keys() throws {
        let book = try ScriptSession.small()
        try book.run("setting('base_currency', 'USD') export('\(folder.path)/a', 'book')")
        let settings = try text("a/settings.csv").replacing("base_currency,USD", with: "provider_keys,alphavantage=SECRET1")
        #expect(settings.contains("SECRET1"))
        try settings.write(toFile: folder.path + "/a/settings.csv", atomically: true, encoding: .utf8)
        let copy = try ScriptSession(), path = folder.path + "/k.luca"
        #expect(try copy.text("import{path='\(folder.path)/a', dry_run=true}.warnings[1].kind") == "secrets")
        try copy.run("open('\(path)')")
        #expect(try copy.text("import('\(folder.path)/a').warnings[1].message").hasPrefix("keys of providers in settings.csv are left out"))
        #expect(try copy.text("#activities{}, (verify())") == "2, true")
        copy.runtime.close()
        #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data("SECRET1".utf8)) == nil)
    }

    @Test("What somebody changed in the files is told before anything is imported, too")
    func changedAndPlanned() throws {
        let book = try ScriptSession.small()
        try book.run("export('\(folder.path)/a', 'book')")
        let copy = try ScriptSession(), notice = "the files were changed since they were exported, so the chain of entries is another one"
        #expect(try copy.runtime.planImport(folder.path + "/a", ImportSettings(), checks: true).notices.isEmpty)
        let path = folder.path + "/a/activities.csv"
        try text("a/activities.csv").replacing("1000", with: "1001").write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try copy.text("import{path='\(folder.path)/a', dry_run=true}.warnings[1].message") == notice)
        #expect(try copy.runtime.planImport(folder.path + "/a", ImportSettings(), checks: true).notices == [notice])
        var planned = try copy.runtime.planImport(folder.path + "/a", ImportSettings(), checks: false)
        #expect(planned.notices.isEmpty)
        #expect(try planned.carryOut() && planned.notices == [notice])
    }

    @Test("Accounts, values and the app's files go out and come in through Lua")
    func otherForms() throws {
        let book = try ScriptSession.small()
        #expect(try book.text("export('\(folder.path)/pl', 'portfolio-ledger')").hasSuffix(", 1 activity is left out: the app has no type deposit"))
        #expect(try contents("pl").keys.sorted() == ["accounts.csv", "instruments.csv", "transactions.csv"])
        let copy = try ScriptSession()
        try copy.run("setting('base_currency', 'USD')")
        #expect(try copy.text("#import{path='\(folder.path)/pl', dry_run=true}, #accounts{}") == "4, 0")
        #expect(try copy.text("import('\(folder.path)/pl'):list('verdict')") == #"{"define", "define", "define", "add"}"#)
        #expect(try copy.text("holdings{}[1].account, holdings{}[1].cost_basis, account'Brokerage'.owner") == "Brokerage, 313, Ada")
        try book.run("export('\(folder.path)/d.json', 'portfolio-ledger-json') export('\(folder.path)/a.csv', 'accounts')")
        #expect(try copy.text("import('\(folder.path)/d.json'):distinct('verdict'):list('verdict')") == #"{"already there"}"#)
        try "date,account,owner,value,currency\n2014-01-31,House,Ada,250000,EUR\n".write(toFile: folder.path + "/v.csv", atomically: true, encoding: .utf8)
        #expect(try copy.text("import('\(folder.path)/v.csv')[1].verdict, account'House'.owner") == "value, Ada")
        try copy.run("export('\(folder.path)/w.csv', 'values')")
        #expect(try text("w.csv").contains("2014-01-31,,House,other,,Ada,,250000.00,EUR,"))
    }
}
