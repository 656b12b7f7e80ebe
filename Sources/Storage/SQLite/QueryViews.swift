import Ledger
import SQLite
import Values

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
            if let nearest = nearestName(to: wanted, in: names) { hints.append("Did you mean \(nearest)?") }
            hints.append("There are \(names.joined(separator: ", ")).")
        } else if let wanted = Self.name(in: message, after: "no such column: ") {
            let columns = Set(all.flatMap(\.columns)).sorted()
            if let nearest = nearestName(to: wanted, in: columns) { hints.append("Did you mean \(nearest)?") }
            hints.append("`SELECT * FROM activities LIMIT 1` shows the columns of a view.")
        }
        if let wanted = Self.name(in: message, after: "no such function: "), let nearest = nearestName(to: wanted.lowercased(), in: QueryFunctions.allowed.sorted()) {
            hints.append("Did you mean \(nearest)?")
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
