import Frames
import SQLite
import Session
import Values

/// A file of SQLite's that is filled with frames, one a table.
///
/// A figure is kept twice: as a number, which any program can add up and compare, and as the text of its exact decimal under its name with `_exact`, since
/// the nearest float is not the figure itself. As text alone, SQLite would compare figures letter by letter.
struct FrameDatabase {
    /// What stands behind the name of a column of exact figures.
    static let exact = "_exact"

    private let connection: SQLiteConnection

    /// Opens an empty file, and begins to write.
    init(at path: String) throws(SQLiteError) {
        connection = try SQLiteConnection(SQLiteAddress(path: path, access: .readWrite), waiting: 1)
        // Nobody sees the file before it is whole, and it is made anew where writing it ends halfway.
        try connection.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        try connection.begin()
    }

    /// Ends the writing; the file is whole then.
    func finish() throws(SQLiteError) {
        try connection.commit()
        connection.close()
    }

    /// Lets go of the file without ending it.
    func abandon() {
        connection.rollback()
        connection.close()
    }

    /// Writes a frame as a table of a name.
    func write(_ frame: Frame, as name: String) throws {
        let columns = try frame.columns.map { try StoredColumn($0) }
        try connection.execute("CREATE TABLE \(Self.quoted(name)) (\(columns.map(\.declaration).joined(separator: ", ")))")
        let places = columns.reduce(0) { $0 + $1.width }
        let insertion = try connection.compile("INSERT INTO \(Self.quoted(name)) VALUES (\(Array(repeating: "?", count: places).joined(separator: ", ")))")
        for row in 0..<frame.rowCount {
            var place = 1
            for column in columns {
                column.bind(row, to: insertion, at: place)
                place += column.width
            }
            try connection.run(insertion)
        }
        for column in columns where Self.indexed.contains(column.name) {
            try connection.execute("CREATE INDEX \(Self.quoted("\(name)_\(column.name)")) ON \(Self.quoted(name)) (\(Self.quoted(column.name)))")
        }
    }

    /// What programs look up rows by.
    private static let indexed: Set = ["account", "symbol", "date"]

    /// A name in SQL, where it may be a word of the language.
    fileprivate static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}

/// A column of a frame as it is kept in a database.
private struct StoredColumn {
    let name: String
    private let storage: ColumnStorage

    init(_ column: Column) throws(FrameError) { (name, storage) = (column.name, try column.materialize()) }

    /// How many columns it is there.
    var width: Int { storage.type == .decimal ? 2 : 1 }

    /// Its columns in SQL. SQLite keeps the text of a date or a moment as it is; other programs read the type by its name.
    var declaration: String {
        let quoted = FrameDatabase.quoted(name)
        return switch storage.type {
        case .int, .bool: "\(quoted) INTEGER"
        case .decimal: "\(quoted) REAL, \(FrameDatabase.quoted(name + FrameDatabase.exact)) TEXT"
        case .text: "\(quoted) TEXT"
        case .day: "\(quoted) DATE"
        case .instant: "\(quoted) TIMESTAMP"
        }
    }

    /// Binds the value of a row.
    func bind(_ row: Int, to statement: SQLiteStatement, at place: Int) {
        guard !storage.isMissing(row) else {
            for place in place..<place + width { statement.bindNull(place) }
            return
        }
        switch storage.type {
        case .int: statement.bind(place, storage.ints[row])
        case .bool: statement.bind(place, Int64(storage.bools[row]))
        case .decimal:
            let figure = storage.decimals[row]
            statement.bind(place, figure.doubleValue)
            statement.bind(place + 1, figure.description)
        case .text: if let pool = storage.pool { statement.bindBorrowed(place, pool.utf8(storage.codes[row])) }
        case .day: statement.bind(place, Day(number: storage.days[row]).description)
        case .instant: statement.bind(place, Instant(microseconds: storage.instants[row]).description)
        }
    }
}
