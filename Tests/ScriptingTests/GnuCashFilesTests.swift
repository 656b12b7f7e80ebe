import Foundation
import Storage
import TestSupport
import Testing

/// Files of GnuCash as it saves them: XML, packed or plain, and SQLite.
@Suite("Files of GnuCash")
struct GnuCashFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let xml = """
        <?xml version="1.0" encoding="utf-8" ?>
        <gnc-v2 xmlns:gnc="g" xmlns:act="a" xmlns:cmdty="c" xmlns:trn="t" xmlns:split="s" xmlns:ts="ts">
        <gnc:book version="2.0.0">
        <gnc:account version="2.0.0"><act:name>Broker</act:name><act:id>b</act:id><act:type>BANK</act:type>
        <act:commodity><cmdty:space>CURRENCY</cmdty:space><cmdty:id>USD</cmdty:id></act:commodity></gnc:account>
        <gnc:account version="2.0.0"><act:name>Apple</act:name><act:id>a</act:id><act:type>STOCK</act:type>
        <act:commodity><cmdty:space>NASDAQ</cmdty:space><cmdty:id>AAPL</cmdty:id></act:commodity><act:parent>b</act:parent></gnc:account>
        <gnc:transaction version="2.0.0"><trn:id>t1</trn:id>
        <trn:currency><cmdty:space>CURRENCY</cmdty:space><cmdty:id>USD</cmdty:id></trn:currency>
        <trn:date-posted><ts:date>2014-01-06 10:59:00 +0000</ts:date></trn:date-posted><trn:description>Buy</trn:description><trn:splits>
        <trn:split><split:value>40000/100</split:value><split:quantity>4/1</split:quantity><split:account>a</split:account></trn:split>
        <trn:split><split:value>-40000/100</split:value><split:quantity>-40000/100</split:quantity><split:account>b</split:account></trn:split>
        </trn:splits></gnc:transaction>
        </gnc:book>
        </gnc-v2>

        """

    private static let tables = """
        CREATE TABLE books (guid text PRIMARY KEY, root_account_guid text, root_template_guid text);
        CREATE TABLE commodities (guid text PRIMARY KEY, namespace text, mnemonic text, fullname text, fraction integer);
        CREATE TABLE accounts (guid text PRIMARY KEY, name text, account_type text, commodity_guid text, parent_guid text, code text, description text, hidden integer);
        CREATE TABLE transactions (guid text PRIMARY KEY, currency_guid text, num text, post_date text, enter_date text, description text);
        CREATE TABLE prices (guid text PRIMARY KEY, commodity_guid text, currency_guid text, date text, value_num bigint, value_denom bigint);
        CREATE TABLE slots (id integer PRIMARY KEY, obj_guid text, name text, string_val text, gdate_val text);
        CREATE TABLE schedxactions (guid text PRIMARY KEY);
        CREATE TABLE splits (guid text PRIMARY KEY, tx_guid text, account_guid text, memo text, action text, reconcile_state text, value_num bigint, value_denom bigint,
          quantity_num bigint, quantity_denom bigint, lot_guid text);
        INSERT INTO books VALUES ('k', 'r', 'tr');
        INSERT INTO commodities VALUES ('usd', 'CURRENCY', 'USD', 'US Dollar', 100), ('aapl', 'NASDAQ', 'AAPL', 'Apple', 10000);
        INSERT INTO accounts VALUES ('r', 'Root', 'ROOT', NULL, NULL, '', '', 0), ('tr', 'Template Root', 'ROOT', NULL, NULL, '', '', 0),
          ('b', 'Broker', 'BANK', 'usd', 'r', '', '', 0), ('a', 'Apple', 'STOCK', 'aapl', 'b', '', '', 0);
        INSERT INTO transactions VALUES ('t1', 'usd', '', '2014-01-06 10:59:00', '2014-01-06 12:00:00', 'Buy');
        INSERT INTO schedxactions VALUES ('x');
        """

    private func figures(_ path: String) throws -> String {
        let session = try ScriptSession()
        try session.run("import('\(path)')")
        return try session.text("local h = holdings{} return h[1].account .. ' ' .. h[1].symbol .. ' ' .. tostring(h[1].quantity) .. ' ' .. tostring(cash{}[1].balance)")
    }

    @Test("As plain XML, packed, and as tables: the same book") func forms() throws {
        let plain = folder.path + "/plain.gnucash", database = folder.path + "/tables.gnucash"
        try Self.xml.write(toFile: plain, atomically: true, encoding: .utf8)
        #expect(try figures(plain) == "Broker AAPL 4 -400")
        let splits = ForeignTable(
            "splits", columns: ["guid", "tx_guid", "account_guid", "memo", "action", "reconcile_state", "value_num", "value_denom", "quantity_num", "quantity_denom"])
        func row(_ id: String, _ account: String, _ value: Int64, _ quantity: Int64, _ part: Int64) -> [ForeignTable.Value] {
            [.text(id), .text("t1"), .text(account), .text(""), .text(""), .text("n"), .integer(value), .integer(100), .integer(quantity), .integer(part)]
        }
        try splits.write([row("s1", "a", 40000, 4, 1), row("s2", "b", -40000, -40000, 100)], schema: Self.tables, to: database)
        #expect(try figures(database) == "Broker AAPL 4 -400")
        // The two forms of one book are one book.
        let session = try ScriptSession()
        try session.run("import('\(plain)')")
        #expect(try session.text("return #import('\(database)'):where(function(row) return row.verdict == 'add' end)") == "0")
    }

    @Test("Packed by gzip", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gzip"), "gzip is not installed")) func packed() throws {
        let plain = folder.path + "/packed.gnucash"
        try Self.xml.write(toFile: plain, atomically: true, encoding: .utf8)
        let process = Process()
        (process.executableURL, process.arguments) = (URL(filePath: "/usr/bin/gzip"), [plain])
        try process.run()
        process.waitUntilExit()
        #expect(try figures(plain + ".gz") == "Broker AAPL 4 -400")
        let bytes = try Data(contentsOf: URL(filePath: plain + ".gz"))
        try bytes.dropLast(12).write(to: URL(filePath: plain))
        let session = try ScriptSession()
        #expect(throws: (any Error).self) { try session.run("import('\(plain)')") }
    }

    @Test("An older book that knows no lots is read; one whose accounts are no table, one that lacks a column and a damaged one are refused")
    func otherTables() throws {
        let path = folder.path + "/old.gnucash"
        let splits = ForeignTable("splits", columns: ["guid", "tx_guid", "account_guid", "value_num", "value_denom", "quantity_num", "quantity_denom"])
        func row(_ id: String, _ account: String, _ value: Int64, _ quantity: Int64, _ part: Int64) -> [ForeignTable.Value] {
            [.text(id), .text("t1"), .text(account), .integer(value), .integer(100), .integer(quantity), .integer(part)]
        }
        let rows = [row("s1", "a", 40000, 4, 1), row("s2", "b", -40000, -40000, 100)], old = Self.tables.replacing(", lot_guid text", with: "")
        try splits.write(rows, schema: old, to: path)
        #expect(try figures(path) == "Broker AAPL 4 -400")
        func refusal(_ schema: String) throws -> String {
            try splits.write(rows, schema: schema, to: path)
            let session = try ScriptSession()
            return try session.text("local ok, v = pcall(import, '\(path)') return ok and 'imported' or v.message")
        }
        let view = "CREATE VIEW accounts AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS guid FROM r;"
        let endless = old.replacing("CREATE TABLE accounts", with: "CREATE TABLE spare").replacing("INTO accounts", with: "INTO spare") + "\n" + view
        #expect(try refusal(endless).contains("has tables of GnuCash, but there is no table accounts"))
        #expect(try refusal(old.replacing("account_type", with: "kind")).contains("has tables of GnuCash, but there is no column account_type in accounts"))
        let noise = Array("SQLite format 3\0".utf8) + (0..<5000).map { UInt8($0 * 7 % 251) }
        try Data(noise).write(to: URL(filePath: path))
        let session = try ScriptSession()
        #expect(throws: (any Error).self) { try session.run("import('\(path)')") }
    }

    @Test("A database of another program is refused as before") func others() throws {
        let path = folder.path + "/other.db"
        try ForeignTable("things", columns: ["a"]).write([[.integer(1)]], schema: "CREATE TABLE things (a integer)", to: path)
        let session = try ScriptSession()
        #expect(throws: (any Error).self) { try session.run("import('\(path)')") }
    }
}
