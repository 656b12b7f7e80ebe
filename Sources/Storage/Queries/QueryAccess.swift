import CSQLite
import Ledger
import SQLite
import Values

/// What a query may reach: the views of the book, and functions that compute from their arguments alone.
///
/// SQLite asks here while it compiles. What is not named is refused, so that what a library has built in, or a later one brings, opens
/// no door: Debian's has functions that read and jump to any address (`fts3_tokenizer`), and tables that read the file's raw pages.
///
/// The tables behind the views are read by the views only. SQLite tells from inside which view a column is read, and would tell the name
/// of a user's own `WITH` table in the same place: see `QueryText.withNames`.
final class QueryAccess {
    /// The views of the book, by their names in small letters.
    let views: Set<String>
    private var refusal: StorageError?
    /// The names of the query's own `WITH` tables, in small letters.
    private var withNames: Set<String> = []
    /// Tables that a view of this query reads, likewise.
    private var tablesOfViews: Set<String> = []

    init(views: some Sequence<String>) { self.views = Set(views.map { $0.lowercased() }) }

    /// Runs something in which a connection compiles nothing but a query that is allowed; the error says what else it met.
    func guarding<Result>(_ handle: OpaquePointer, withNames: Set<String>, _ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        (refusal, tablesOfViews, self.withNames) = (nil, [], withNames)
        sqlite3_set_authorizer(handle, Self.ask, Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_set_authorizer(handle, nil, nil) }
        do throws(StorageError) {
            return try withExtendedLifetime(self, body)
        } catch {
            throw refusal ?? error
        }
    }

    private static let ask: @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32 =
        {
            context, action, first, second, database, inner in
            let access = Unmanaged<QueryAccess>.fromOpaque(context!).takeUnretainedValue()
            let texts = [first, second, database, inner].map { $0.map { String(cString: $0) } }
            return access.allows(action, texts[0], texts[1], database: texts[2], inner: texts[3]) ? SQLITE_OK : SQLITE_DENY
        }

    private func allows(_ action: Int32, _ first: String?, _ second: String?, database: String?, inner: String?) -> Bool {
        switch action {
        case SQLITE_SELECT, SQLITE_RECURSIVE: return true
        case SQLITE_FUNCTION: return allowsFunction(second ?? "")
        case SQLITE_READ: return allowsReading(first ?? "", column: second ?? "", database: database, inner: inner)
        case SQLITE_PRAGMA: return refuse(.refusedReach("PRAGMA"))
        case SQLITE_ATTACH: return refuse(.refusedReach("ATTACH"))
        case SQLITE_DETACH: return refuse(.refusedReach("DETACH"))
        default: return refuse(.refusedStatement())
        }
    }

    private func refuse(_ error: StorageError) -> Bool {
        // The first is what the user wrote; others follow from it.
        refusal = refusal ?? error
        return false
    }

    private func allowsFunction(_ name: String) -> Bool {
        QueryFunctions.allowed.contains(name.lowercased()) || refuse(.refusedFunction(name, allowed: QueryFunctions.allowed))
    }

    private func allowsReading(_ table: String, column: String, database: String?, inner: String?) -> Bool {
        let name = table.lowercased()
        if QueryFunctions.allowedTables.contains(name) { return true }
        if column.isEmpty { return allowsCounting(name, database: database) || refuse(.refusedTable(table, views: views.sorted())) }
        if let inner, views.contains(inner.lowercased()), database == "main" {
            tablesOfViews.insert(name)
            return true
        }
        return database == "temp" && views.contains(name) || refuse(.refusedTable(table, views: views.sorted()))
    }

    /// Whether a table may be read of which no column is. SQLite asks this by the words of the query or of the view, once each column
    /// has been asked for: of `WITH` tables too, and of those behind a view that has been folded into the query.
    private func allowsCounting(_ name: String, database: String?) -> Bool {
        if tablesOfViews.contains(name) { return true }
        return database?.lowercased() != "main" && (views.contains(name) || withNames.contains(name))
    }
}

/// The views that a query sees: those of the file, with decimals that compare and sort as numbers.
///
/// The file keeps decimals as text, so that they are exact and any tool can read them; but to plain SQLite the text `9` is more
/// than `10`. Temporary views of the same names, which only this connection sees, give their columns a collation that knows.
struct QueryViews {
    /// The views of the file and their columns, both in the order of their names and places.
    private let all: [(view: String, columns: [String])]

    init(_ connection: BookConnection) throws(StorageError) { all = try Self.columnsByView(connection) }

    /// Their names.
    var names: [String] { all.map(\.view) }

    /// Columns of the file's views that hold decimals.
    static let decimals: Set<String> = [
        "quantity", "price", "amount", "fee", "tax", "fx_rate", "multiplier", "open", "high", "low", "close", "adjusted", "volume",
        "value", "rate", "strike",
    ]

    /// The statements that make the temporary views.
    func statements() -> [String] {
        var statements: [String] = []
        for (view, columns) in all {
            // The value of a setting is any text.
            let decimals = view == "settings" ? [] : Self.decimals
            let secrets = Setting.all.filter(\.isSecret).map { "'\($0.key)'" }.joined(separator: ", ")
            let selected = columns.map { column in
                // What nobody else is to see is not shown to a stranger's query either.
                if view == "settings", column == "value" { return "CASE WHEN key IN (\(secrets)) AND value <> '' THEN '…' ELSE value END AS value" }
                return decimals.contains(column) ? "\"\(column)\" COLLATE decimal AS \"\(column)\"" : "\"\(column)\""
            }
            statements.append("CREATE TEMP VIEW \"\(view)\" AS SELECT \(selected.joined(separator: ", ")) FROM main.\"\(view)\"")
        }
        return statements
    }

    /// What SQLite says of a query, as a sentence with the nearest name there is.
    func explain(_ message: String) -> StorageError {
        var hints: [String] = []
        if let wanted = Self.name(in: message, after: "no such table: ") {
            if let nearest = Suggestion(for: wanted, in: names) { hints.append(nearest.sentence) }
            hints.append("There are \(names.joined(separator: ", ")).")
        } else if let wanted = Self.name(in: message, after: "no such column: ") {
            let columns = Set(all.flatMap(\.columns)).sorted()
            if let nearest = Suggestion(for: wanted, in: columns) { hints.append(nearest.sentence) }
            hints.append("`SELECT * FROM activities LIMIT 1` shows the columns of a view.")
        }
        if let wanted = Self.name(in: message, after: "no such function: "), let nearest = Suggestion(for: wanted.lowercased(), in: QueryFunctions.allowed.sorted()) {
            hints.append(nearest.sentence)
        }
        return StorageError(.query, "The query failed: \(message).", hint: hints.isEmpty ? nil : hints.joined(separator: " "))
    }

    /// The name that a message ends with, without the table before a column.
    private static func name(in message: String, after beginning: String) -> String? {
        guard message.hasPrefix(beginning) else { return nil }
        return message.dropFirst(beginning.count).split(separator: ".").last.map(String.init)
    }

    private static func columnsByView(_ connection: BookConnection) throws(StorageError) -> [(view: String, columns: [String])] {
        let statement = try connection.statement(
            """
            SELECT s.name, c.name FROM main.sqlite_schema AS s, pragma_table_info(s.name, 'main') AS c
            WHERE s.type = 'view' ORDER BY s.name, c.cid
            """)
        var views: [(view: String, columns: [String])] = []
        while try connection.next(statement) {
            let (view, column) = (String(decoding: statement.text(0), as: UTF8.self), String(decoding: statement.text(1), as: UTF8.self))
            if views.last?.view != view { views.append((view, [])) }
            views[views.count - 1].columns.append(column)
        }
        return views
    }
}
