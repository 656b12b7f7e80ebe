import Ledger
import SQLite
import Testing
import Values

@testable import Storage

@Suite("What a query may reach, and how much it may take")
struct QueryReachTests {
    private let shelf = Shelf(.file)
    private let book: Book

    init() throws {
        book = try shelf.open()
        try Sample.fill(book)
        try book.set("base_currency", to: "EUR")
    }

    private func texts(_ sql: String) throws -> [String] {
        try book.query(sql).values.map { value in
            switch value {
            case .null: "null"
            case .integer(let value): "\(value)"
            case .real(let value): "\(value)"
            case .text(let value): value
            case .blob(let bytes): "\(bytes)"
            }
        }
    }

    private func error(_ sql: String) -> StorageError? { storageError { _ = try book.query(sql) } }

    @Test(
        "Functions that reach out of the query are refused, outside of an act and inside",
        arguments: [
            "SELECT fts3_tokenizer('simple')", "SELECT fts3_tokenizer('simple', x'4141414141414141')", "SELECT hex(fts3_tokenizer('porter')) FROM trades",
            "SELECT load_extension('x')", "SELECT randomblob(8)", "SELECT sqlite_compileoption_get(0)", "SELECT sqlite_source_id()", "SELECT changes()",
            "SELECT last_insert_rowid()", "SELECT json_patch('{}', '{}')", "WITH x AS (SELECT fts3_tokenizer('simple') AS t) SELECT 1 FROM x WHERE t IS NULL",
            "SELECT 1 ORDER BY fts3_tokenizer('simple')", "SELECT (SELECT max(fts3_tokenizer('simple')) FROM trades)", "EXPLAIN SELECT fts3_tokenizer('simple')",
        ])
    func functions(_ sql: String) throws {
        #expect(error(sql)?.kind == .refused)
        try book.transaction {
            try book.append(Sample.deposit("1"))
            #expect(error(sql)?.kind == .refused)
        }
    }

    @Test(
        "Tables that are not views of the book are refused",
        arguments: [
            "SELECT * FROM sqlite_schema", "SELECT sql FROM sqlite_master", "SELECT count(*) FROM sqlite_schema", "SELECT * FROM sqlite_temp_schema",
            "SELECT * FROM temp.sqlite_master", "SELECT * FROM pragma_table_info('activity')", "SELECT count(*) FROM pragma_database_list",
            "SELECT * FROM pragma_journal_mode('delete')", "SELECT * FROM dbstat", "SELECT * FROM sqlite_stmt", "SELECT * FROM fts3tokenize('simple', 'a')",
            "SELECT * FROM setting", "SELECT value FROM main.setting", "SELECT * FROM main.settings", "SELECT count(*) FROM setting", "SELECT * FROM activity",
            "SELECT rowid FROM account", "SELECT * FROM identity", "SELECT * FROM backup", "SELECT * FROM saved_state", "SELECT * FROM trades JOIN setting",
            "SELECT * FROM trades WHERE id IN (SELECT seq FROM setting)", "SELECT * FROM trades WHERE id IN setting", "WITH x AS (SELECT * FROM setting) SELECT * FROM x",
            "SELECT (SELECT value FROM setting)", "SELECT * FROM main.accounts UNION SELECT * FROM main.accounts", "EXPLAIN SELECT * FROM setting",
        ])
    func tables(_ sql: String) { #expect(error(sql)?.kind == .refused) }

    @Test(
        "A table of WITH cannot pass for a view",
        arguments: [
            "WITH settings AS (SELECT * FROM setting) SELECT * FROM settings", "WITH settings(a) AS (SELECT value FROM setting) SELECT * FROM settings",
            "WITH \"Settings\" AS MATERIALIZED (SELECT * FROM setting) SELECT * FROM settings", "WITH x AS (SELECT 1), [trades] AS (SELECT * FROM setting) SELECT * FROM trades",
            "WITH 'acts' AS NOT MATERIALIZED (SELECT * FROM setting) SELECT * FROM acts", "WITH RECURSIVE `plans`/**/(a)AS(SELECT value FROM setting) SELECT * FROM plans",
            "WITH \u{FEFF}settings AS (SELECT * FROM setting) SELECT * FROM settings", "WITH -- '\r\nsettings AS (SELECT * FROM setting) SELECT * FROM settings",
            "WITH /*/ ' */ settings -- \"\n AS /* ( */ (SELECT * FROM setting) SELECT * FROM settings",
            "SELECT 'it''s', \"\u{301}\" FROM (WITH settings AS (SELECT * FROM setting) SELECT * FROM settings)",
        ])
    func disguises(_ sql: String) {
        let error = error(sql)
        #expect(error != nil && error?.message.contains("EUR") == false, "\(sql) was answered")
    }

    @Test(
        "All that people ask of a book is answered",
        arguments: [
            ("SELECT count(*) FROM acts", "3"), ("SELECT count(*) FROM Trades, ACTS", "3"), ("SELECT 1 FROM trades, accounts, instruments WHERE 0", ""),
            ("SELECT value FROM \"Settings\"", "EUR"), ("WITH t AS (SELECT * FROM trades) SELECT count(*) FROM t, t AS u", "1"),
            ("SELECT strftime('%Y', date) || '-' || substr(date, 6, 2) FROM trades", "2024-01"), ("SELECT json_extract('{\"a\": [1, 2]}', '$.a[1]')", "2"),
            ("SELECT sum(value) FROM json_each('[1, 2, 3.5]')", "6.5"), ("SELECT '{\"a\": 7}' ->> 'a'", "7"), ("SELECT iif(symbol LIKE 'OR%', 'yes', 'no') FROM trades", "yes"),
            ("SELECT row_number() OVER (ORDER BY id) FROM trades", "1"), ("SELECT group_concat(type, '+') FROM (SELECT DISTINCT type FROM trades)", "buy"),
            ("SELECT printf('%.2f|%5d|%-4s|%%|%,d', sqrt(2), 7, 'a', 12345)", "1.41|    7|a   |%|12,345"),
            ("SELECT account FROM activities GROUP BY account HAVING count(*) > 0", "Brokerage"),
            ("SELECT count(*) FROM activities a WHERE EXISTS (SELECT 1 FROM trades t WHERE t.id = a.id)", "1"),
            ("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000) SELECT max(x) FROM n", "100000"),
            ("SELECT count(*) > 0 FROM activities WHERE id NOT IN (SELECT activity FROM voids)", "1"), ("SELECT 1 FROM trades AS settings", "1"),
        ])
    func questions(_ sql: String, _ answer: String) throws {
        #expect(try texts(sql).joined(separator: " ") == answer)
    }

    @Test(
        "Every view is read whole, with none of its columns, and under another name",
        arguments: [
            "accounts", "activities", "acts", "erasures", "instruments", "occurrences", "plans", "quotes", "rates", "settings", "tags", "trades", "valuations",
            "voids",
        ])
    func views(_ name: String) throws {
        let count = try book.query("SELECT * FROM \(name)").rowCount
        #expect(try texts("SELECT count(*) FROM \(name)") == ["\(count)"])
        #expect(try book.query("SELECT 1 FROM \(name.uppercased()) AS x LEFT JOIN \(name) AS y ON 0").rowCount == count)
    }

    @Test(
        "A refusal names what was refused and what is near",
        arguments: [
            ("SELECT * FROM setting", "setting is nothing that a query may read: it reads the views of the book. Did you mean \"settings\"? There are accounts, activities, "),
            ("SELECT load_extension('x')", "The function load_extension is not allowed in a query: a query computes from the book, and reaches nothing else."),
            ("SELECT sustr('abc', 2)", "The query failed: no such function: sustr. Did you mean \"substr\"?"),
            ("WITH trades AS (SELECT 1) SELECT * FROM trades", "trades is a view of the book, so a WITH table cannot have that name. Call it something else, such as my_trades."),
            ("SELECT printf('%.*c', 1000000000, 'x')", "The query failed: printf takes widths and precisions of at most 3 digits, written in its format."),
            ("SELECT trim('x', printf('%200s', ''))", "The query failed: trim takes away at most 100 bytes of characters, and 200 were given."),
        ])
    func sentences(_ sql: String, _ sentence: String) {
        #expect(error(sql)?.description.hasPrefix(sentence) == true, "\(error(sql)?.description ?? "it was answered")")
    }

    @Test(
        "Searching and trimming give what SQLite gives",
        arguments: [
            ("instr('abcabc', 'ca')", "3"), ("instr('größe', 'ß')", "4"), ("instr('abc', 'x')", "0"), ("instr('abc', '')", "1"), ("instr(NULL, 'a')", "null"),
            ("instr(x'00010203', x'0203')", "3"), ("instr(12345, 34)", "3"), ("instr('aaab', 'aab')", "2"), ("instr('ab', 'abc')", "0"),
            ("replace('banana', 'an', 'x')", "bxxa"), ("replace('abc', '', 'x')", "abc"), ("replace('abc', NULL, 'x')", "null"), ("replace('aaaa', 'aa', '')", ""),
            ("replace(1.5, '.', ',')", "1,5"), ("trim('  a b ')", "a b"), ("trim('xxaxx', 'x')", "a"), ("ltrim('éaé', 'é')", "aé"), ("rtrim('abcba', 'ab')", "abc"),
            ("trim('aaa', 'a')", ""), ("trim('abc', '')", "abc"), ("typeof(replace(1, 2, 3))", "text"), ("trim(NULL, 'a')", "null"),
        ])
    func searches(_ expression: String, _ expected: String) throws {
        #expect(try texts("SELECT \(expression)") == [expected])
    }

    @Test(
        "No function works for long without looking whether it should stop, and no value grows without end",
        arguments: [
            "SELECT instr(hex(zeroblob(500000)), hex(zeroblob(250000)) || '1')", "SELECT length(replace(hex(zeroblob(500000)), hex(zeroblob(250000)) || '1', 'x'))",
            "SELECT hex(zeroblob(500000)) LIKE '%' || substr(hex(zeroblob(500)), 1, 900) || '1%'", "SELECT hex(zeroblob(500000)) LIKE '%0%0%0%0%0%0%0%0%0%0%1'",
            "SELECT hex(zeroblob(500000)) GLOB '*0*0*0*0*0*0*0*0*1'", "SELECT printf('%.*c', 1000000000, 'x')", "SELECT format('%2000000000d', 1)", "SELECT zeroblob(1000000000)",
            "SELECT replace(hex(zeroblob(500)), '0', hex(zeroblob(500000)))", "SELECT hex(zeroblob(900000))", "SELECT 'x' LIKE hex(zeroblob(1000))",
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000) SELECT group_concat(hex(zeroblob(1000))) FROM n",
        ])
    func singleSteps(_ sql: String) throws {
        let clock = ContinuousClock()
        let spent = clock.measure { _ = try? book.query(sql) }
        #expect(spent < .seconds(20), "\(sql) took \(spent)")
    }

    @Test("Deep and wide statements are refused before they are run")
    func involved() throws {
        let nested = String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000)
        let sums = Array(repeating: "1", count: 5000).joined(separator: "+")
        let union = Array(repeating: "SELECT 1", count: 400).joined(separator: " UNION ALL ")
        for sql in ["SELECT \(nested)", "SELECT \(sums)", union, "SELECT ?250000"] { #expect(error(sql)?.kind == .query) }
    }

    @Test("What sorting and grouping take is bounded")
    func memory() throws {
        book.host.largestAnswer = 1_000_000
        let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
        for query in ["SELECT x FROM n ORDER BY hex(zeroblob(500)) || x", "SELECT count(*) FROM (SELECT DISTINCT hex(zeroblob(500)) || x FROM n)"] {
            #expect(
                error(endless + query)?.description == "The query takes more than 16777216 bytes to work out. Ask for less: name columns, add WHERE, or add up before you sort.")
        }
        try book.transaction {
            try book.append(Sample.deposit("7"))
            #expect(error(endless + "SELECT x FROM n ORDER BY hex(zeroblob(500)) || x")?.kind == .query)
            try book.append(Sample.deposit("8"))
        }
        #expect(try texts("SELECT count(*) FROM activities") == ["4"])
    }

    @Test("Whoever opens a connection, SQLite keeps what it sorts in memory, and the doors are shut")
    func connections() throws {
        let connection = try BookConnection(path: shelf.folder.file("other.db"), access: .new, busyTimeout: 1)
        #expect(try connection.integer("PRAGMA temp_store") == 2)
        #expect(try connection.integer("PRAGMA trusted_schema") == 0)
        // Its address is not told even where no query is guarded, and none is taken.
        #expect(storageError { _ = try connection.integer("SELECT length(fts3_tokenizer('simple', x'4141414141414141'))") } != nil)
        try connection.execute("PRAGMA writable_schema = ON; CREATE TABLE x (a)")
        #expect(storageError { try connection.execute("DELETE FROM sqlite_schema") } != nil)
    }
}
