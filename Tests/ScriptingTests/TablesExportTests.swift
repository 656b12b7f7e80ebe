import Foundation
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing
import Values

/// A book as tables for other programs: what they hold is what luca answers.
@Suite("Tables for other programs")
struct TablesExportTests {
    private let folder: TemporaryFolder
    private var database: String { folder.path + "/out.db" }

    init() throws { folder = try TemporaryFolder() }

    /// The tables, and the questions that they answer.
    private static let questions = [
        "accounts": "accounts{}", "instruments": "instruments{}", "activities": "activities{}", "lots": "lots{}", "gains": "gains{}", "income": "income{}",
        "holdings": "holdings{}", "cash": "cash{}", "daily_values": "snapshots{every='day', by='account'}", "prices": "quotes{}", "rates": "rates{}",
    ]

    /// What SQLite answers; a value that is missing is empty, as in CSV.
    private func ask(_ columns: String..., from table: String, order: String = "1") throws -> [[String]] {
        try ForeignTable("(SELECT * FROM \(table))", columns: columns).rows(of: database, order: order).map { row in
            row.map { value in
                switch value {
                case .null: ""
                case .integer(let number): String(number)
                case .real(let number): "\(number)"
                case .text(let text): text
                }
            }
        }
    }

    /// The names of a table's columns, in their order.
    private func columns(of table: String) throws -> [String] { try ask("name", from: "pragma_table_info('\(table)')", order: "cid").map { $0[0] } }

    /// The rows of a table with its figures to the last digit, the name of a column first.
    private func exactRows(_ table: String) throws -> [[String]] {
        let names = try columns(of: table), columns = names.filter { !$0.hasSuffix("_exact") }
        // As one column, since the helper takes them one by one.
        let cells = columns.map { "coalesce(\"\(names.contains("\($0)_exact") ? "\($0)_exact" : $0)\", '')" }.joined(separator: " || char(31) || ")
        return [columns] + (try ask(cells, from: table, order: "rowid")).map { $0[0].split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init) }
    }

    /// The rows of a frame as the session answers them.
    private func answer(_ question: String, _ session: ScriptSession) throws -> [[String]] {
        try session.run("f = \(question) names = {} for _, name in ipairs(f:columns()) do names[#names + 1] = name end")
        let text = try session.text(
            """
            local function cell(value) return value == nil and '' or value == true and '1' or value == false and '0' or tostring(value) end
            local lines = { table.concat(names, '\\31') }
            for row in f do
                local cells = {}
                for place, name in ipairs(names) do cells[place] = cell(row[name]) end
                lines[#lines + 1] = table.concat(cells, '\\31')
            end
            return table.concat(lines, '\\30')
            """)
        return text.split(separator: "\u{1E}", omittingEmptySubsequences: false).map {
            $0.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private func expectSame(_ session: ScriptSession) throws {
        for (table, question) in Self.questions {
            let own = try answer(question, session), kept = try exactRows(table)
            #expect(kept.count == own.count, "\(table)")
            let other = zip(kept, own).first { $0 != $1 }
            #expect(other == nil, "\(table): \(String(describing: other))")
        }
    }

    @Test("Hold what the functions answer, to the last digit: the sample book")
    func demo() throws {
        let session = try ScriptSession.demo()
        try session.run("rate{from='EUR', to='USD', date='2014-02-03', rate='1.352123456789012345'} void(activities{}[9].id) setting('base_currency', 'USD')")
        let told = try session.text("export('\(database)', 'sqlite')")
        #expect(told.contains("activities: 1 void left out"), "\(told)")
        try expectSame(session)
        #expect(try ask("rate_exact", "typeof(rate)", "typeof(date)", from: "rates") == [["1.352123456789012345", "real", "text"]])
        #expect(try ask("value", from: "meta WHERE name IN ('day', 'base_currency', 'form')", order: "name") == [["USD"], ["2014-12-31"], ["1"]])
    }

    @Test("Hold what the functions answer: random books")
    func random() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<3 {
            let book = TwinBook(TwinBook.Rules("fifo", feesInCost: true), rows: 200, &random), session = try ScriptSession(today: "2030-01-01")
            try session.run("setting('base_currency', 'USD')\n" + book.statements.joined(separator: "\n"))
            try session.run("export('\(database)', 'sqlite')")
            try expectSame(session)
        }
    }

    @Test("A number beside an exact figure is the nearest float, and can be compared and added up")
    func numbers() throws {
        let session = try ScriptSession.small()
        try session.run("deposit{date='2014-02-01', account='Savings', amount='0.1'} deposit{date='2014-02-02', account='Savings', amount='900719925474099.37'}")
        try session.run("export('\(database)', 'sqlite')")
        #expect(try ask("amount_exact", from: "activities WHERE amount > 999 AND amount < 1001") == [["1000"]])
        #expect(try ask("amount_exact", "typeof(amount)", from: "activities WHERE account = 'Savings'") == [["0.1", "real"], ["900719925474099.37", "real"]])
        #expect(try ask("amount = 0.1", from: "activities WHERE date = '2014-02-01'") == [["1"]])
    }

    @Test("Every column of every table has a meaning, and is in the table columns")
    func meanings() throws {
        let session = try ScriptSession.demo()
        try session.run("tag{symbol='ORCL', tag='tech'} export('\(database)', 'sqlite')")
        #expect(try ask("table_name", "name", from: "columns WHERE meaning IS NULL OR meaning = ''") == [])
        for table in Self.questions.keys + ["meta", "columns", "warnings"] {
            #expect(try ask("name", from: "columns WHERE table_name = '\(table)' AND name IS NOT NULL", order: "rowid").map { $0[0] } == columns(of: table), "\(table)")
        }
    }

    @Test("The folder of CSV files has the same tables")
    func folderOfFiles() throws {
        let session = try ScriptSession.demo(), path = folder.path + "/tables"
        try session.run("export('\(path)', 'csv')")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == Self.questions.count + 3)
        for (table, question) in Self.questions {
            #expect(try String(contentsOfFile: "\(path)/\(table).csv", encoding: .utf8) == session.text("(\(question):csv())"), "\(table)")
        }
        // Again in its place, and nowhere beside strange files.
        try session.run("export('\(path)', 'csv')")
        #expect(try session.failure("export('\(folder.path)', 'csv')").message.contains("holds other files"))
    }

    @Test("Without a currency for all accounts there are no daily values, which is told; the rest is there")
    func noBase() throws {
        let session = try ScriptSession()
        try session.run("account{name='A', currency='EUR'} account{name='B', currency='USD'} deposit{account='A', amount=5, date='2014-01-02'}")
        let told = try session.text("export('\(database)', 'sqlite')")
        #expect(told.contains("daily_values is empty") && told.contains("base_currency"), "\(told)")
        #expect(try ask("count(*)", from: "activities") == [["1"]])
        #expect(try ask("count(*)", from: "daily_values") == [["0"]])
        #expect(try ask("kind", from: "warnings WHERE table_name = 'daily_values'") == [["no_base"]])
    }

    @Test("An empty book has all tables, without rows")
    func empty() throws {
        let session = try ScriptSession()
        try session.run("export('\(database)', 'sqlite')")
        for table in Self.questions.keys { #expect(try ask("count(*)", from: table) == [["0"]], "\(table)") }
    }

    @Test("The questions of the manual have the answers that it tells")
    func manual() throws {
        let session = try ScriptSession(), chapter = try #require(session.runtime.stdlib.text("docs/tables.md"))
        for line in chapter.split(separator: "\n") where line.hasPrefix("luca> ") && !line.contains("export(") { try session.run(String(line.dropFirst(6))) }
        try session.run("export('\(database)', 'sqlite')")
        let blocks = chapter.components(separatedBy: "```sql\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        let names = [["year", "currency", "income"], ["symbol", "currency", "realised", "unrealised"], ["date", "value", "contribution"]]
        try #require(blocks.count == names.count)
        for (block, names) in zip(blocks, names) {
            let parts = block.components(separatedBy: ";\n-- "), rows = try ForeignTable("(\(parts[0]))", columns: names).rows(of: database, order: "1")
            let cells = try #require(rows.last).map { value in
                switch value {
                case .null: ""
                case .integer(let number): String(number)
                case .real(let number): "\(number)"
                case .text(let text): text
                }
            }
            #expect(parts[1].trimmingCharacters(in: .newlines).hasSuffix(cells.joined(separator: "|")), "\(block) answers \(cells)")
        }
    }

    @Test("Python reads the file", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "there is no /usr/bin/python3"))
    func python() throws {
        let session = try ScriptSession.demo(), process = Process(), output = Pipe()
        try session.run("export('\(database)', 'sqlite')")
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            "import sqlite3, decimal, sys; c = sqlite3.connect(sys.argv[1]); print(sum(decimal.Decimal(r[0]) for r in c.execute('SELECT cash_exact FROM activities WHERE cash IS NOT NULL')))",
            database,
        ]
        process.standardOutput = output
        try process.run()
        let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(try FixedDecimal(told.trimmingCharacters(in: .newlines)) == FixedDecimal(session.text("tostring(cash{}:sum('balance'))")))
    }

    @Test("A file that is there is replaced once the new one is whole, and stays where that fails")
    func whole() throws {
        let session = try ScriptSession.small()
        try session.run("export('\(database)', 'sqlite')")
        let before = try Data(contentsOf: URL(filePath: database))
        try session.run("kept = gains gains = function() error('no') end")
        #expect(try session.failure("export('\(database)', 'sqlite')").message.contains("no"))
        #expect(try Data(contentsOf: URL(filePath: database)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.db"])
        try session.run("gains = nil deposit{account='Savings', amount=5} export('\(database)', 'sqlite')")
        #expect(try ask("count(*)", from: "activities") == [["3"]])
    }

    @Test("Names that promise another kind of file are refused, each with what to do")
    func names() throws {
        let session = try ScriptSession.small()
        for (call, words) in [
            ("export('\(folder.path)/a.csv', 'csv')", "name a folder"), ("export('\(folder.path)/a.db', 'transactions')", "\"sqlite\""),
            ("export('\(folder.path)/a.json', 'sqlite')", "a.db"),
            ("export('\(folder.path)/a.xlsx', 'sqlite')", "choose another name"),
        ] {
            let message = try session.message(call)
            #expect(message.contains(words), "\(call): \(message)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
