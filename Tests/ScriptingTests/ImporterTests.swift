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

    // MARK: whole files

    private func defineRead(_ body: String, more: String = "headings={'When', 'What'}") throws {
        try session.run("importer.define{name='mybroker', account='Depot', currency='EUR', \(more), read=function(records, file) \(body) end}")
    }

    private static let sectioned = "My broker;;\nas of 2014-12-31;;\nWhen;What;Sum\n2014-02-03;in;500,00\n;;\n2014-02-04;part;1,50\n2014-02-04;out;-20,00\n;total;480,00\n"

    @Test("A file is read as a whole: preamble, rows that belong together, a footer, each with its verdict")
    func wholeFiles() throws {
        try defineRead(
            """
            seen = file
            local entries = {}
            for _, r in ipairs(records) do
              local sum = importer.number(r.Sum, 'comma')
              if r.What == 'total' then entries[#entries + 1] = {line=r.line, skip='it is the total'}
              elseif r.What == 'part' then entries[#entries + 1] = {line=r.line, part_of=r.line + 1}
              else entries[#entries + 1] = {line=r.line, type=r.What == 'in' and 'deposit' or 'withdrawal', date=importer.day(r.When), amount=sum:abs(), cash=sum} end
            end
            return entries
            """)
        let path = try file(Self.sectioned)
        try session.run("v = import('\(path)')")
        try expect("v:list('line'), v:list('verdict'), v[5].message", #"{4, 5, 6, 7, 8}, {"add", "skipped", "add", "add", "skipped"}, it is the total"#)
        try expect("seen.name, seen.header[3], seen.account, seen.currency, cash{}[1].balance", "bank.csv, Sum, Depot, EUR, 480")
        try expect("import('\(path)'):list('verdict')", #"{"already there", "skipped", "already there", "already there", "skipped"}"#)
    }

    @Test(
        "What a reader of whole files leaves out, or gives wrongly, refuses the line or the file",
        arguments: [
            ("return {}", "the importer mybroker says nothing of this line (tell its author, or leave the line out with partial=true)"),
            ("return {{line=4, refuse='it is odd', hint='ask the broker'}}", "it is odd (ask the broker)"),
            ("return {{line=4, type='deposit', date='2014-02-03', amount=5, cash=4}}", "cash: quantity, price and charges come to 5 EUR, but the file says that 4 EUR moved"),
            ("return {{line=4, type='deposit', date='2014-02-03', sum=5}}", "sum: a draft has no field sum"),
            ("return {{line=4, type='buy', symbol='X', date='2014-02-03', quantity=2, price=3, cash=-6.5}}", "cash: quantity, price and charges come to -6 EUR, but the file says"),
            ("return {{line=4, part_of=5}}", "it belongs to line 5, of which nothing comes"),
            ("return {{type='deposit'}}", "importer mybroker: read: a draft has no line (line=r.line tells of which record it is)"),
            ("return {{line=2, skip='no'}}", "names line 2, on which no record begins"),
            ("return 5", "importer mybroker: read gave a number"),
            ("error('unheard of')", "importer mybroker: read (test:1): unheard of"),
        ])
    func badReaders(body: String, told: String) throws {
        try defineRead(body)
        let message = try session.text("local ok, v = pcall(import, '\(try file(Self.sectioned))') return ok and v[1].message or v.message .. ' (' .. (v.hint or '') .. ')'")
        #expect(message.contains(told), "\(message)")
        #expect(try session.text("#activities{}") == "0")
    }

    @Test("A reader of whole files may look at the first records itself, and say where the header is")
    func sniffRecords() throws {
        try defineRead("first = records[1] return {}", more: "sniff=function(records) return records[1][1] == 'My broker' and 3 end")
        try session.run("pcall(import, '\(try file(Self.sectioned))')")
        try expect("first.When, first[2], first.line", "2014-02-03, in, 4")
        try expect(
            "select(2, pcall(import, {path='\(try file("a;b\n1;2\n", named: "b.csv"))', format='mybroker'})).message",
            "import: b.csv:1: the file does not begin as one of mybroker does")
    }

    @Test(
        "A rate follows from what a statement says that moved, to the last digit",
        arguments: [
            ("buy", "quantity=1.5, price=53.27, fee=0.12", "-72.31"), ("sell", "quantity=3, price=7.77", "20.01"), ("dividend", "amount=1.17, tax=0.21", "0.83"),
            ("buy", "quantity=7, price=0.01", "-11.37"), ("interest", "amount=-3.33", "-3.01"),
        ])
    func statedCash(type: String, figures: String, cash: String) throws {
        try session.run("setting('negative_cash', 'quiet') account{name='Depot', currency='EUR'} instrument{symbol='X', currency='USD'}")
        if type == "sell" { try session.run("buy{account='Depot', symbol='X', quantity=3, price=1, currency='USD', date='2014-01-02'}") }
        let symbol = type == "interest" ? "" : "symbol='X',"
        try defineRead("return {{line=4, type='\(type)', \(symbol) date='2014-02-03', currency='USD', settle='EUR', \(figures), cash=D'\(cash)'}}")
        try session.run("v = import{path='\(try file(Self.sectioned))', partial=true}")
        try expect("v[1].verdict, cash{currency='EUR'}[1].balance", "add, \(cash)")
    }

    @Test("A rate that the file states has to lead to what it says that moved")
    func statedRate() throws {
        try defineRead(
            "return {{line=4, type='buy', symbol='X', date='2014-02-03', currency='USD', settle='EUR', account_currency='EUR', quantity=10, price=10, fx_rate=0.8, cash=-90}}")
        let message = try session.text("import('\(try file(Self.sectioned))')[1].message")
        #expect(message.contains("quantity, price and charges come to -80 EUR, but the file says that -90 EUR moved"), "\(message)")
    }

    @Test("Cells are read as luca's own formats read them")
    func cells() throws {
        try expect("importer.number('-$1,234.50'), importer.number(''), importer.number('-'), importer.number('1.197,08 EUR', 'comma')", "-1234.5, nil, nil, 1197.08, EUR")
        try expect("importer.day('04.03.2025 15:42', 'dmy')", "2025-03-04, 2025-03-04T15:42:00.000Z")
        #expect(try session.message("importer.number('12x')") == "\"12x\" is no number (the decimal mark is the point)")
        #expect(try session.message("importer.day('2025-02-30')") == "\"2025-02-30\" is no date (the order of dates is ymd)")
    }

    @Test(
        "A reader of whole files is defined with what tells its files, and with nothing that it has no use for",
        arguments: [
            ("read=print", "importer.define: sniff or headings is missing (one of the two tells which files are its own; of XML the root does, as xml=\"…\")"),
            ("read=print, headings={'A'}, row=print", "importer.define: read reads the whole file, so that row and columns have no use (leave out either)"),
        ])
    func badDefinitions(fields: String, told: String) throws { #expect(try session.message("importer.define{name='x', \(fields)}") == told) }
}
