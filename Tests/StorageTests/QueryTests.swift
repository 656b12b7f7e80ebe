import Ledger
import Testing
import Values

@testable import Storage

@Suite("Questions in SQL")
struct QueryTests {
    private func texts(_ result: QueryResult) -> [String] {
        result.values.map { value in
            switch value {
            case .null: "null"
            case .integer(let value): "\(value)"
            case .real(let value): "\(value)"
            case .text(let value): value
            case .blob(let bytes): "\(bytes)"
            }
        }
    }

    private func filled(_ kind: StoreKind) throws -> Book {
        let book = try Shelf(kind).open()
        try Sample.fill(book)
        try book.transaction(source: "import trades.csv") {
            try book.append(Sample.buy("9.5", at: "100", on: "2024-01-04"))
            try book.append(Sample.buy("100", at: "0.1", on: "2024-01-05"))
            try book.append(Sample.sell("3", at: "0.2"))
        }
        return book
    }

    @Test(arguments: StoreKind.allCases)
    func viewsSpeakOfNames(_ kind: StoreKind) throws {
        let book = try filled(kind)
        let answer = try book.query("SELECT id, date, type, account, portfolio, symbol, quantity, source FROM trades ORDER BY id LIMIT 1")
        #expect(texts(answer) == ["4", "2024-01-03", "buy", "Brokerage", "Family", "ORCL", "10", "repl"])
        #expect(answer.columns.map(\.name) == ["id", "date", "type", "account", "portfolio", "symbol", "quantity", "source"])
        #expect(answer.columns.map(\.isDecimal) == [false, false, false, false, false, false, true, false])
    }

    @Test(arguments: StoreKind.allCases)
    func everyViewHasItsColumns(_ kind: StoreKind) throws {
        let book = try filled(kind)
        let expected = [
            "activities": """
            id seq date time type subtype status account portfolio symbol quantity price amount fee tax currency fx_rate detail \
            amends notes source recorded_at recorded_by
            """,
            "trades": """
            id seq date time type subtype status account portfolio symbol quantity price amount fee tax currency fx_rate detail \
            amends notes source recorded_at recorded_by
            """,
            "accounts": "id name type currency portfolio owner account_group opened closed allow_short tracking rate matures seq",
            "instruments": "id symbol name kind currency multiplier underlying option_right strike expires class provider provider_symbol seq",
            "quotes": "symbol date open high low close adjusted volume currency source recorded_at",
            "rates": "from to date rate source recorded_at",
            "valuations": "id account date time value currency notes source recorded_at recorded_by",
            "voids": "id activity reason source recorded_at recorded_by",
            "settings": "key value seq",
            "plans": "kind name body seq",
            "occurrences": "rule day state first_entry seq recorded_at recorded_by",
            "tags": "tag kind name id seq source recorded_at recorded_by",
            "acts": "id first_seq recorded_at source",
        ]
        for (view, columns) in expected {
            let answer = try book.query("SELECT * FROM \(view)")
            #expect(answer.columns.map(\.name).joined(separator: " ") == columns)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func decimalsCompareAndSortAsNumbers(_ kind: StoreKind) throws {
        let book = try filled(kind)
        #expect(texts(try book.query("SELECT quantity FROM trades WHERE quantity > 9.5 ORDER BY quantity")) == ["10", "100"])
        #expect(texts(try book.query("SELECT max(quantity), min(quantity) FROM trades")) == ["100", "3"])
        #expect(texts(try book.query("SELECT quantity FROM trades WHERE price = ?", [.text("0.10")])) == ["100"])
        #expect(texts(try book.query("SELECT quantity FROM trades WHERE price = ?", [.real(0.2)])) == ["3"])
    }

    @Test(arguments: StoreKind.allCases)
    func sumsAreExact(_ kind: StoreKind) throws {
        let book = try filled(kind)
        let sums = try book.query("SELECT sum(price), avg(quantity), sum(id), sum(tax), sum(NULL), count(*) FROM trades")
        #expect(texts(sums) == ["131.55", "30.625", "22", "0", "null", "4"])
        #expect(sums.columns.map(\.isDecimal) == [true, true, false, true, false, false])
        let running = try book.query("SELECT sum(price) OVER (ORDER BY date ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM trades")
        #expect(texts(running) == ["31.25", "131.25", "100.1", "0.3"])
        #expect(texts(try book.query("SELECT decimal_mul('0.1', '0.2'), decimal_add('0.1', 0.2), decimal_sub(1, '0.9')")) == ["0.02", "0.3", "0.1"])
        #expect(texts(try book.query("SELECT sum(x) FROM (SELECT 1.5 AS x UNION ALL SELECT 2)")) == ["3.5"])
    }

    @Test(arguments: StoreKind.allCases)
    func aSumOfWordsIsAnError(_ kind: StoreKind) throws {
        let book = try filled(kind)
        let error = storageError { _ = try book.query("SELECT sum(account) FROM trades") }
        #expect(error?.kind == .query)
        #expect(error?.message.contains("\"Brokerage\" is not a number") == true)
    }

    @Test(arguments: StoreKind.allCases)
    func voidsAreAStatus(_ kind: StoreKind) throws {
        let book = try filled(kind)
        try book.void(EntryID(5), reason: "typed twice")
        #expect(texts(try book.query("SELECT status FROM all_activities WHERE type IN ('buy', 'sell') ORDER BY id")) == ["posted", "void", "posted", "posted"])
        #expect(texts(try book.query("SELECT count(*) FROM trades")) == ["3"])
        #expect(texts(try book.query("SELECT activity, reason FROM voids")) == ["5", "typed twice"])
    }

    @Test(arguments: StoreKind.allCases)
    func theLatestDefinitionCounts(_ kind: StoreKind) throws {
        let book = try filled(kind)
        var renamed = Sample.brokerage
        renamed.name = "Broker"
        try book.redefine(AccountID(1), as: renamed)
        try book.set("base_currency", to: "EUR")
        try book.set("base_currency", to: "USD")
        try book.set("fees_in_cost", to: "false")
        try book.set("fees_in_cost", to: "")
        #expect(texts(try book.query("SELECT DISTINCT account FROM activities")) == ["Broker"])
        #expect(texts(try book.query("SELECT key, value FROM settings")) == ["base_currency", "USD"])
    }

    @Test(arguments: StoreKind.allCases)
    func aQuerySeesTheRunningAct(_ kind: StoreKind) throws {
        let book = try filled(kind)
        try book.transaction {
            try book.append(Sample.deposit("5"))
            #expect(texts(try book.query("SELECT count(*) FROM activities")) == ["6"])
            #expect(storageError { _ = try book.query("DELETE FROM activity") }?.kind == .refused)
            try book.append(Sample.deposit("6"))
        }
        #expect(texts(try book.query("SELECT count(*) FROM activities")) == ["7"])
        try book.trial {
            try book.append(Sample.deposit("5"))
            #expect(texts(try book.query("SELECT count(*) FROM activities")) == ["8"])
        }
        #expect(texts(try book.query("SELECT count(*) FROM activities")) == ["7"])
        #expect(try book.verify().isSound)
    }

    @Test(
        "What would change something, or reach outside, is refused",
        arguments: [
            "INSERT INTO act VALUES (99, 99, 'x', 'y', x'00')", "UPDATE quote SET close = '1'", "DELETE FROM activity",
            "DROP TABLE activity", "CREATE TABLE x (a)", "CREATE TEMP TABLE x (a)", "PRAGMA query_only = OFF", "PRAGMA user_version = 9",
            "PRAGMA journal_mode = DELETE", "ATTACH '/tmp/other.db' AS other", "DETACH other", "VACUUM", "VACUUM INTO '/tmp/x.db'", "BEGIN",
            "COMMIT", "ROLLBACK", "REINDEX", "ANALYZE", "-- harmless\n/* really */ delete from activity",
            "WITH x AS (SELECT 1) DELETE FROM activity", "WITH x AS (SELECT 1) INSERT INTO setting SELECT 1, 1, 'a', 'b', NULL, x'00'",
            "SELECT 1; SELECT 2", "SELECT 1; DROP TABLE activity",
        ])
    func refused(_ sql: String) throws {
        let shelf = Shelf(.file)
        let book = try shelf.open()
        try Sample.fill(book)
        let before = try book.verify().head
        #expect(storageError { _ = try book.query(sql) }?.kind == .refused)
        try book.transaction {
            try book.append(Sample.deposit("1"))
            #expect(storageError { _ = try book.query(sql) }?.kind == .refused)
            try book.void(EntryID(5), reason: "")
        }
        #expect(try book.verify().isSound)
        #expect(try book.verify().head.sequence == before.sequence + 2)
    }

    @Test(
        "A statement and nothing else",
        arguments: ["SELECT 1;", " ; SELECT 1 ; -- the end", "/* so */ select 1 /* it is */", "values (1)", "with x(a) as (select 1) select a from x"])
    func accepted(_ sql: String) throws {
        #expect(texts(try Shelf(.file).open().query(sql)) == ["1"])
    }

    @Test(arguments: [
        (
            "SELECT * FROM activites",
            "The query failed: no such table: activites. Did you mean \"activities\"? There are accounts, activities, acts, all_activities, erasures, instruments, occurrences, plans, quotes, rates, settings, tags, trades, valuations, voids."
        ),
        (
            "SELECT symbl FROM trades",
            "The query failed: no such column: symbl. Did you mean \"symbol\"? `SELECT * FROM activities LIMIT 1` shows the columns of a view."
        ),
        ("SELEC 1", "A query begins with SELECT, WITH, VALUES or EXPLAIN, not with SELEC. Try SELECT * FROM activities."),
        ("", "The query is empty. Try SELECT * FROM activities."),
        ("-- nothing", "The query is empty. Try SELECT * FROM activities."),
        ("SELECT FROM trades", "The query failed: near \"FROM\": syntax error."),
        ("SELECT ?", "The query has 1 places for arguments, and 0 were given. Write a ? for each argument."),
    ])
    func mistakesGetASentence(_ sql: String, _ sentence: String) throws {
        let error = storageError { _ = try Shelf(.file).open().query(sql) }
        #expect(error?.kind == .query)
        #expect(error?.description == sentence)
    }

    @Test func aLongQueryCanBeStopped() throws {
        let book = try Shelf(.file).open()
        try Sample.fill(book)
        var asked = 0
        book.host.shouldStop = {
            asked += 1
            return asked > 3
        }
        let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
        #expect(storageError { _ = try book.query(endless) }?.kind == .interrupted)
        book.host.shouldStop = nil
        #expect(texts(try book.query("SELECT 1")) == ["1"])
        book.host.shouldStop = { true }
        try book.transaction {
            try book.append(Sample.deposit("1"))
            #expect(storageError { _ = try book.query(endless) }?.kind == .interrupted)
        }
        #expect(try book.ledger.activities.count == 3)
    }

    @Test func anAnswerMayNotGrowWithoutEnd() throws {
        let book = try Shelf(.file).open()
        book.host.largestAnswer = 100_000
        let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
        #expect(
            storageError { _ = try book.query(endless) }?.description
                == "The answer takes more than 100000 bytes. Ask for less: name columns, add WHERE or LIMIT, or add up.")
        #expect(storageError { _ = try book.query("SELECT zeroblob(200000)") }?.kind == .query)
        #expect(storageError { _ = try book.query("SELECT length(hex(zeroblob(90000)))") }?.kind == .query)
        try Sample.fill(book)
        try book.transaction {
            try book.append(Sample.deposit("1"))
            #expect(storageError { _ = try book.query("SELECT zeroblob(200000)") }?.kind == .query)
            // What is recorded is not held to the limits of questions.
            var long = Sample.deposit("2")
            long.notes = String(repeating: "long ", count: 100_000)
            try book.append(long)
        }
        #expect(try book.verify().isSound)
    }

    @Test func valuesOfEachTypeComeThrough() throws {
        let answer = try Shelf(.file).open().query("SELECT NULL, 7, 1.5, 'text', x'0102', '', ?", [.blob([])])
        #expect(answer.values == [.null, .integer(7), .real(1.5), .text("text"), .blob([1, 2]), .text(""), .blob([])])
        #expect(answer.rowCount == 1)
        #expect(answer[0, 3] == .text("text"))
    }
}
