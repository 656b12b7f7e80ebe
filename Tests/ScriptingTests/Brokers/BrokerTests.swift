import Foundation
import Frames
import LuaKit
import LuaSurface
import TestSupport
import Testing
import Values
@testable import LuaFormats
@testable import Scripting

@Suite("Files of brokers")
struct BrokerTests {
    private static let update = ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1"

    private func session() throws -> ScriptSession { try BrokerFile.session() }

    /// What an import of a file comes to: the verdict on each line, and what is in the book afterwards.
    private func outcome(_ file: BrokerFile, _ session: ScriptSession) throws -> String {
        try session.run("v = import{path='\(file.path)', partial=true}")
        let told = try session.text(
            """
            local lines = {}
            for r in v do lines[#lines + 1] = r.line .. ': ' .. r.verdict .. (r.message and ': ' .. r.message or '') end
            for _, w in ipairs(v.warnings) do lines[#lines + 1] = 'notice: ' .. w.message end
            return table.concat(lines, '\\n')
            """)
        let columns = "'date','type','subtype','symbol','quantity','price','amount','fee','tax','currency','fx_rate','cash','notes'"
        let recorded = try session.text("activities{}:select(\(columns)):csv()"), held = try session.text("holdings{}:select('symbol','quantity','currency','cost_basis'):csv()")
        return "\(told)\n\n\(recorded)\n\(held)"
    }

    private func balances(_ session: ScriptSession) throws -> [String: FixedDecimal] {
        let text = try session.text("local t = {} for r in cash{} do t[#t + 1] = r.currency .. '=' .. tostring(r.balance) end return table.concat(t, ' ')")
        var sums: [String: FixedDecimal] = [:]
        for part in text.split(separator: " ") {
            let sides = part.split(separator: "="), currency = String(sides[0])
            sums[currency] = try (sums[currency] ?? .zero) + FixedDecimal(String(sides[1]))
        }
        return sums.filter { !$0.value.isZero }
    }

    @Test("A file gives the verdicts and the entries that stand beside it; LUCA_UPDATE=1 writes them anew", arguments: BrokerFile.all)
    func golden(file: BrokerFile) throws {
        let found = try outcome(file, session())
        if Self.update { try found.write(toFile: file.golden, atomically: true, encoding: .utf8) }
        #expect(try found == String(contentsOfFile: file.golden, encoding: .utf8))
        #expect(found.contains("the file is read as one of \(file.importer): "))
    }

    @Test("The cash after an import is what the file's own figures come to", arguments: BrokerFile.all)
    func cash(file: BrokerFile) throws {
        let session = try session()
        try session.run("import{path='\(file.path)', partial=true}")
        #expect(try balances(session) == file.cash(below: file.heading))
    }

    @Test("A file that comes again is there already, row for row, and adds nothing", arguments: BrokerFile.all)
    func again(file: BrokerFile) throws {
        let session = try session()
        try session.run("v = import{path='\(file.path)', partial=true}")
        try session.expectNothingRecorded {
            let left = try session.text(
                """
                local w, left = import{path='\(file.path)', partial=true}, {}
                for place = 1, #v do
                  local before, now = v[place].verdict, w[place].verdict
                  if now ~= (before == 'add' and 'already there' or before) then left[#left + 1] = w[place].line .. ': ' .. now end
                end
                return table.concat(left, '\\n')
                """)
            #expect(left == "")
        }
    }

    @Test("A dry run says what the import then does, in Lua and on the command line", arguments: BrokerFile.all)
    func dryRun(file: BrokerFile) throws {
        let session = try session()
        try session.expectNothingRecorded { try session.run("d = import{path='\(file.path)', dry_run=true}") }
        var planned = try session.runtime.planImport(file.path, ImportSettings(), checks: true)
        let refused = planned.refusedCount, before = planned.summary
        #expect(try planned.carryOut() == (refused == 0))
        #expect(planned.summary == before)
        let other = try self.session()
        try other.run("v = import('\(file.path)')")
        #expect(try session.text("d:csv()") == other.text("v:csv()"))
    }

    @Test("A file is read alike whatever globals a session has")
    func globals() throws {
        let file = try #require(BrokerFile.all.first), session = try session()
        try session.run("D, importer, table, kit, type, ipairs = 1, 2, 3, 4, 5, 6")
        #expect(try session.text("import('\(file.path)'):count()").isEmpty == false)
    }

    @Test("An importer is asked for by name, and each has a file here")
    func names() throws {
        let session = try session()
        #expect(try session.text("import{path='\(BrokerFile.folder)/trading212.csv', format='trading212', account='ISA', dry_run=true}[1].verdict") == "add")
        let names = ShippedImporters(session.runtime).names
        #expect(Set(BrokerFile.all.map(\.importer)) == Set(names), "each importer has a file, and each file an importer")
        let help = try #require(session.runtime.help("import"))
        for name in names { #expect(help.contains(name), "help import does not name \(name)") }
    }

    @Test("A file in the user's folder of modules goes before luca's of the same name, and others join them")
    func ownFolder() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/importers", withIntermediateDirectories: false)
        for (name, headings) in [("trading212", "'Action', 'Time'"), ("mine", "'My day', 'My sum'")] {
            let text =
                "local kit = ... importer.define{name='\(name)', account='Mine', headings={\(headings)}, read=function(records) return kit.each(records, function() return nil, 'mine' end) end}"
            try text.write(toFile: "\(folder.path)/importers/\(name).lua", atomically: true, encoding: .utf8)
        }
        try "My day,My sum\n2026-01-01,5\n".write(toFile: folder.path + "/my.csv", atomically: true, encoding: .utf8)
        var configuration = Runtime.Configuration()
        configuration.libraryFolder = folder.path
        let runtime = try Runtime(configuration)
        defer { runtime.close() }
        try runtime.openMemoryBook(named: "test")
        // Nothing is read for a file of luca's own: not even one that is wrong.
        let broken = folder.path + "/importers/broken.lua", plain = folder.path + "/plain.csv"
        try "importer.define{".write(toFile: broken, atomically: true, encoding: .utf8)
        try "date,type,account,amount,currency\n2026-01-01,deposit,A,5,EUR\n".write(toFile: plain, atomically: true, encoding: .utf8)
        guard case .values(let verdicts) = try runtime.evaluate("return import('\(plain)')[1].verdict", name: "=test", source: "test") else { return }
        #expect(verdicts.first?.stringValue == "add")
        #expect(throws: LuaFailure.self) { try runtime.evaluate("import('\(folder.path)/my.csv')", name: "=test", source: "test") }
        try FileManager.default.removeItem(atPath: broken)
        for path in ["\(BrokerFile.folder)/trading212.csv", folder.path + "/my.csv"] {
            guard case .values(let values) = try runtime.evaluate("return import('\(path)')[1].message", name: "=test", source: "test") else { return }
            #expect(values.first?.stringValue == "mine")
        }
    }

    @Test("The user's own importer of the same name goes first")
    func own() throws {
        let session = try session()
        try session.run(
            "importer.define{name='trading212', account='Mine', currency='EUR', headings={'Action', 'Time'}, read=function(records) local t = {} for i, r in ipairs(records) do t[i] = {line=r.line, skip='mine'} end return t end}"
        )
        #expect(try session.text("import('\(BrokerFile.folder)/trading212.csv')[1].message") == "mine")
    }

    @Test("What --account says is the account of all rows that name none")
    func account() throws {
        let session = try session()
        try session.run("account{name='ISA', currency='EUR'} import{path='\(BrokerFile.folder)/trading212.csv', account='ISA'}")
        #expect(try session.text("accounts{}:list('name')") == #"{"ISA"}"#)
    }

    @Test("DEGIRO's two files of the same trades are not both taken in: the second is refused where it would book them again")
    func eitherOfTwo() throws {
        let session = try session()
        try session.run("import('\(BrokerFile.folder)/degiro-account-nl.csv')")
        let message = try session.text("import('\(BrokerFile.folder)/degiro-transactions-de.csv'):where{line=5}[1].message")
        #expect(message.contains("the book has this row as entry"), "\(message)")
        #expect(try session.text("#trades{}") == "4")
        // What else the second has may be taken, with the rows of an order standing or falling together.
        let other = try self.session()
        try other.run("import('\(BrokerFile.folder)/degiro-transactions-de.csv') v = import{path='\(BrokerFile.folder)/degiro-account-nl.csv', partial=true}")
        #expect(try other.text("v:where{verdict='refused'}:list('line'), #trades{}, #income{}, cash{currency='USD'}[1].balance") == "{9, 10, 11, 12, 13}, 8, 2, 0")
    }

    @Test("A row whose action is not known is left out where that is said")
    func skipped() throws {
        let session = try session(), path = "\(BrokerFile.folder)/trading212-2023.csv"
        let refused = try session.text("import('\(path)'):where{verdict='refused'}[1].message")
        #expect(refused.contains("the action \"Weird thing\" is not known (record what it did by hand, and types={[\"Weird thing\"]=\"skip\"} leaves such rows out"), "\(refused)")
        try session.run("v = import{path='\(path)', types={['Weird thing']='skip'}}")
        #expect(try session.text("v:where{line=8}[1].verdict, v:where{line=8}[1].message, #v.warnings > 0") == "skipped, rows of the action \"Weird thing\" are left out, true")
        #expect(try session.text("#activities{}") == "6")
    }

    @Test(
        "What no table of an importer knows is refused with what to do, whatever the broker",
        arguments: [
            ("trading212", "Interest on cash,", "Oddity,"), ("schwab", "Credit Interest", "Oddity"), ("degiro-account-en", "flatex Deposit", "Oddity"),
            ("degiro-transactions-en", "GBX,-146", "USD,-146"), ("interactive-brokers", "Order,Stocks", "Order,Oddities"), ("trade-republic", "INTEREST_PAYMENT", "ODDITY"),
            ("coinbase", "Staking Income", "Oddity"), ("fidelity", "FOREIGN TAX PAID", "ODDITY"), ("vanguard", ",Withdrawal,", ",Oddity,"),
            ("interactive-brokers-flex", "type=\"Broker Interest Paid\"", "type=\"Oddity\""), ("kraken", "\"withdrawal\"", "\"oddity\""), ("revolut", "CUSTODY FEE", "ODDITY"),
            ("scalable-capital", "Cash;Fee", "Cash;Oddity"), ("wise", "988.20", "988.21"),
        ])
    func unknown(name: String, known: String, odd: String) throws {
        let file = try #require(BrokerFile.all.first { $0.name == name })
        let folder = try TemporaryFolder(), path = "\(folder.path)/\(name).\(URL(filePath: file.path).pathExtension)"
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(text.contains(known))
        try text.replacing(known, with: odd).write(toFile: path, atomically: true, encoding: .utf8)
        let session = try session()
        let refused = try session.text("local t = {} for r in import('\(path)'):where{verdict='refused'} do t[#t + 1] = r.message end return table.concat(t, '\\n')")
        #expect(refused.contains("(") && !refused.contains(".lua:"), "\(refused)")
        #expect(try session.text("#activities{}") == "0")
    }

    @Test("At the prompt many verdicts are a line, and the first rows that need attention")
    func summary() throws {
        let session = try session()
        func summary(_ name: String) throws -> ImportSummary? {
            let values = try session.run("return import{path='\(BrokerFile.folder)/\(name).csv', dry_run=true}")
            let frame = try #require(values.first.flatMap(session.runtime.frame))
            return try ImportSummary(frame)
        }
        let whole = try #require(try summary("interactive-brokers"))
        #expect(whole.text == "interactive-brokers.csv: 42 skipped, 15 add\n_:where{verdict=\"skipped\"} shows why rows are left out")
        #expect(whole.rows == nil)
        #expect(try summary("wise") == nil)
        let folder = try TemporaryFolder(), rows = (1...30).map { "2025-01-01,\($0 % 2 == 0 ? "deposit" : "despoit"),A,\($0),EUR" }
        try ("date,type,account,amount,currency\n" + rows.joined(separator: "\n") + "\n").write(toFile: folder.path + "/a.csv", atomically: true, encoding: .utf8)
        let values = try session.run("return import('\(folder.path)/a.csv')")
        let frame = try #require(values.first.flatMap(session.runtime.frame)), refused = try #require(try ImportSummary(frame))
        #expect(refused.text.hasPrefix("a.csv: 15 refused, 15 add\nthe first 10 of 15 rows that need attention"))
        #expect(refused.rows?.rowCount == 10 && refused.rows?.warnings.isEmpty == false)
    }
}
