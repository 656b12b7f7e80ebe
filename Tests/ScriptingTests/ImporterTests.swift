import Foundation
import LuaKit
import LuaSurface
import TestSupport
import Testing
@testable import Scripting

@Suite("Importers that scripts define")
struct ImporterTests {
    private let session: ScriptSession
    private let folder: TemporaryFolder
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()

    init() throws {
        folder = try TemporaryFolder()
        session = try ScriptSession()
        try session.run("setting('base_currency', 'EUR')")
    }

    private func file(_ text: String, named name: String = "bank.csv") throws -> String {
        let path = folder.path + "/" + name
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func expect(_ source: String, _ shown: String, _ location: SourceLocation = #_sourceLocation) throws {
        let text = try session.text(source)
        #expect(text == shown, sourceLocation: location)
    }

    private static let german = "Handelstag;Art;Wert;Stück;Kurs;Betrag\n03.02.2014;Kauf;ORCL;2;1.036,10;-2.072,20\n04.02.2014;Umbuchung;;;;5,00\n05.02.2014;Einzahlung;;;;500,00\n"

    @Test("Columns and types alone make an importer, which import finds by the header")
    func columnsAlone() throws {
        try session.run(
            """
            importer.define{name='mybank', summary='My bank.', account='Depot', date_order='dmy',
              columns={Handelstag='date', Art='type', Wert='symbol', ['Stück']='quantity', Kurs='price', Betrag='amount'},
              types={Kauf='buy', Umbuchung='skip', Einzahlung='deposit'}}
            """)
        try session.run("v = import('\(try file(Self.german))')")
        try expect("v:list('verdict'), v[2].message", #"{"add", "skipped", "add"}, Art: rows of type "Umbuchung" are left out"#)
        try expect("activities{}:list('account'), activities{}:list('price')", #"{"Depot", "Depot"}, {1036.1}"#)
    }

    @Test("A session with functions of scripts ends when nobody needs it, and lets go of its book")
    func sessionsEnd() throws {
        weak var runtime: Runtime?
        do {
            let session = try ScriptSession.small(at: folder.path + "/book.luca")
            runtime = session.runtime
            try session.run(
                """
                importer.define{name='mybank', account='Depot', columns={Handelstag='date', Betrag='amount'}, date_order='dmy', decimal_mark='comma',
                  sniff=function(header) return header[1] == 'Handelstag' end, row=function(r) return {type='deposit', date=r.date, amount=r.line, currency='EUR'} end}
                report.define{name='mine', summary='Mine.', run=function() return 'mine' end}
                command.define{usage='mine <symbol:symbol>', summary='Mine.', run=function(a) return a.symbol end}
                recurring{name='rent', every='month', from='2014-12-01', record=function(day) withdraw{account='Brokerage', amount=1, date=day} end}
                v = import('\(try file(Self.german))')
                report.mine{}
                """)
            _ = try session.sentence("mine ORCL")
            let verdicts = try session.text("v:csv()")
            #expect(verdicts.split(separator: "\n").count { $0.contains(",add,") } == 3, "\(verdicts)")
        }
        #expect(runtime == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["bank.csv", "book.luca"])
    }

    @Test(
        "A dry run of an import leaves no trace of what its functions do",
        arguments: [
            ("io.open('PATH', 'w')", "io.open"), ("os.remove('PATH')", "os.remove"), ("os.rename('PATH', 'PATH.2')", "os.rename"), ("os.execute('true')", "os.execute"),
            ("export('PATH.csv')", "PATH.csv"),
        ])
    func dryRun(change: String, named: String) throws {
        let path = folder.path + "/precious.txt"
        try "precious".write(toFile: path, atomically: true, encoding: .utf8)
        func placed(_ text: String) -> String { text.replacing("PATH", with: path) }
        for place in ["row=function(r) CHANGE return nil end", "sniff=function() CHANGE return true end"] {
            try session.run("importer.define{name='mybank', columns={Handelstag='date'}, \(place.replacing("CHANGE", with: placed(change)))}")
            let found = try session.text(
                """
                local ok, v = pcall(import, {path='\(try file(Self.german))', format='mybank', dry_run=true})
                return ok and (v[1].verdict .. ': ' .. tostring(v[1].message)) or v.message
                """)
            #expect(found.contains("\(placed(named))") && found.contains("a dry run leaves nothing behind, and writes no files"), "\(found)")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        }
        // What comes afterwards in the same statement may write again.
        #expect(try session.text("local file = io.open('\(path)', 'a') file:write('!') file:close() return 'well'") == "well")
    }

    @Test("What an importer's function records in a dry run is forgotten")
    func dryRunRecords() throws {
        try defineRow("account{name='New', currency='EUR'} return nil, 'no'")
        let path = try file(Self.german)
        try session.expectNothingRecorded {
            let message = try session.text("import{path='\(path)', dry_run=true}[1].message")
            #expect(message == "no")
        }
    }

    private func defineRow(_ body: String, more: String = "") throws {
        try session.run(
            """
            importer.define{name='mybank', account='Depot', columns={Handelstag='date', ['Stück']='quantity', Kurs='price', Betrag='amount', Art='type'},
              types={Kauf='buy'}, \(more) row=function(r) \(body) end}
            """)
    }

    @Test("A row has its cells by heading and number, and typed values where columns are mapped")
    func rows() throws {
        try defineRow(
            """
            seen = r
            if r.type ~= 'buy' then return nil, 'line ' .. r.line .. ' is ' .. r.Art end
            return {type='buy', date=r.date, symbol=r[3], name='Oracle', kind='etf', quantity=r.quantity, price=r.price, notes=r.Betrag}
            """)
        try session.run("v = import('\(try file(Self.german))')")
        try expect("v:list('verdict'), v[2].message", #"{"add", "skipped", "skipped"}, line 3 is Umbuchung"#)
        try expect("seen.amount, seen[6], seen.date, seen.quantity", "500, 500,00, 2014-02-05, nil")
        try expect("activities{}[1].notes, activities{}[1].amount, instruments{}[1].kind, holdings{}[1].quantity", "-2.072,20, 2072.2, etf, 2")
        try expect("import('\(folder.path)/bank.csv')[1].verdict, #activities{}", "already there, 1")
    }

    @Test("A row may come to several activities, which stand or fall together")
    func severalDrafts() throws {
        try defineRow(
            "return {{type='deposit', date=r.date, amount=5}, {type=r[2] == 'Kauf' and 'sell' or 'fee', date=r.date, symbol=r[3], quantity=r.quantity, price=r.price, amount=not r.quantity and 1 or nil}}"
        )
        let path = try file(Self.german)
        try session.expectNothingRecorded {
            let verdicts = try session.text("import('\(path)'):list('verdict')")
            #expect(verdicts == #"{"refused", "add", "add"}"#)
        }
        try expect("import{path='\(path)', partial=true}:list('verdict'), #activities{}", #"{"refused", "add", "add"}, 4"#)
    }

    @Test(
        "What a function raises, or gives that is no draft, is the verdict of its row",
        arguments: [
            ("error('unheard of: ' .. r.Art)", "importer mybank: row (test:2): unheard of: Kauf"),
            ("return {type='buy', quantitty=5}", "quantitty: importer mybank: row: a draft has no field quantitty (did you mean \"quantity\"?)"),
            ("return {type='dividnd', date=r.date}", "type: \"dividnd\" is no type of activity (did you mean \"dividend\"?)"),
            ("return {type='deposit', amount=5}", "date: the date is missing"),
            ("return {type='deposit', date=r.date, amount=r.Betrag}", "amount: importer mybank: row: amount must be a number, got \"-2.072,20\""),
            ("return {type='deposit', date=r.date}", "amount: "),
            ("return 5", "importer mybank: row gave a number (it gives a table"),
            ("return {type='deposit', date=r.date, amount=5, kind='stonk'}", "kind: importer mybank: row: kind must be one of stock"),
            ("local x = r.nothing.more", "importer mybank: row (test:2): "),
        ])
    func mistakes(body: String, message: String) throws {
        try defineRow(body)
        try session.expectNothingRecorded {
            try session.run("v = import{path='\(try file(Self.german))', dry_run=true}")
            let shown = try session.text("v[1].message")
            #expect(shown.hasPrefix(message), "\(shown)")
            try expect("v[1].verdict, v[1].line", "refused, 2")
        }
    }

    @Test("sniff sees header and first rows; what it raises is told of the file; without its columns the file says so")
    func sniff() throws {
        try session.run(
            "importer.define{name='a', sniff=function(h, rows) seen = {h, rows} return h[1] == 'Handelstag' and rows[1][2] == 'Kauf' end, columns={Handelstagg='date'}, row=function(r) return nil end}"
        )
        let path = try file(Self.german)
        #expect(try session.message("import('\(path)')") == "import: bank.csv: the file has no column \"Handelstagg\" (did you mean \"Handelstag\"?)")
        try session.run("importer.define{name='a', sniff=function(h, rows) return h[1] == 'Handelstag' and rows[1][2] == 'Kauf' end, row=function(r) return nil, 'no' end}")
        try expect("import('\(path)'):list('message'), seen[1][2], #seen[2]", #"{"no", "no", "no"}, Art, 3"#)
        try session.run("importer.define{name='a', sniff=function(h) error('boom') end, row=function(r) end}")
        #expect(try session.message("import('\(path)')").contains("importer a: sniff"))
        #expect(try session.message("import{path='\(path)', format='b'}").contains("there is no format \"b\""))
    }

    @Test(
        "An importer that cannot be defined says what to do",
        arguments: [
            ("{name='my bank', columns={A='date'}}", "name must be a name of letters"),
            ("{name='transactions', columns={A='date'}}", "transactions is a format of luca's own (choose another name)"),
            ("{name='a'}", "sniff or columns is missing (one of the two tells which files are its own)"),
            ("{name='a', columns={A='dat'}}", "\"dat\", which \"A\" should be, is no field (did you mean \"date\"?)"),
            ("{name='a', columns={A='date', B='date'}}", "both \""),
            ("{name='a', columns={A='type'}, types={Kauf='dividnd'}}", "\"dividnd\", which \"Kauf\" should mean, is no type (did you mean \"dividend\"?)"),
            ("{name='a', columns={A='date'}, date_order='dym'}", "one of dmy, mdy, ymd"),
            ("{name='a', columns={A='date'}, rwo=1}", "did you mean \"row\"?"),
        ])
    func misuse(table: String, part: String) throws {
        let message = try session.message("importer.define\(table)")
        #expect(message.contains(part), "\(message)")
    }

    @Test("A limit within a row's function ends the import, and nothing is recorded")
    func limits() throws {
        try defineRow("while true do end")
        let path = try file(Self.german)
        try session.expectNothingRecorded {
            session.runtime.lua.limitTime(.milliseconds(50))
            let kind = try session.failure("import('\(path)')").kind
            #expect(kind == "limit")
            session.runtime.lua.limitTime(nil)
        }
    }

    // MARK: the example scripts

    private func run(_ name: String) throws -> String {
        let scripts = Self.here.deletingLastPathComponent().deletingLastPathComponent().appending(path: "scripts").path
        try session.runtime.runScriptFile("\(scripts)/importer-\(name).lua", arguments: [])
        try session.run("v = import('\(Self.here.path)/Fixtures/\(name).csv')")
        return try session.text("v:list('verdict')")
    }

    @Test("Schwab: charges in the fee, two dates in a cell, a total at the end")
    func schwab() throws {
        #expect(try run("schwab") == #"{"add", "add", "skipped", "add", "add", "skipped"}"#)
        try expect("cash{account='Schwab'}[1].balance, holdings{}[1].quantity, holdings{}[1].cost_basis", "1355.4, 6, 187.8")
        try expect("income{}[1].date, instruments{}[1].name", "2014-12-12, ORACLE CORP")
    }

    @Test("Trading 212: pence become pounds, an unknown action is refused with its line")
    func trading212() throws {
        #expect(try run("trading212") == #"{"add", "add", "add", "skipped", "add", "refused"}"#)
        #expect(try session.text("v[6].line, v[6].message").contains("the action \"Weird thing\" is not known; add it to the table of types"))
        try expect("#activities{}", "0")
        try session.run("v = import{path='\(Self.here.path)/Fixtures/trading212.csv', partial=true}")
        try expect("holdings{}[1].symbol, holdings{}[1].cost_basis, holdings{}[1].currency, #activities{}", "VOD, 24.05, GBP, 4")
    }

    @Test("DEGIRO: columns without heading, fees in another currency apart")
    func degiro() throws {
        #expect(try run("degiro") == #"{"add", "add", "add"}"#)
        try expect("holdings{}:list('quantity'), #activities{type='fee'}, activities{type='sell'}[1].fx_rate", "{2, 6}, 1, 0.7348")
    }
}
