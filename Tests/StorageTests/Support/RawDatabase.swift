import SQLite

@testable import Storage

/// A connection beside the book's own, as another tool would have it: with it, tests do what luca itself never does.
struct RawDatabase {
    private let connection: BookConnection

    /// Opens a file, or makes it.
    init(_ path: String) throws { connection = try BookConnection(path: path, access: .new, busyTimeout: 1) }

    func run(_ sql: String) throws { try connection.execute(sql) }

    /// The values of the first column, as texts.
    func texts(_ sql: String) throws -> [String] {
        let statement = try connection.compile(sql)
        var texts: [String] = []
        while try connection.next(statement) { texts.append(String(decoding: statement.text(0), as: UTF8.self)) }
        return texts
    }

    /// Runs something with the triggers that protect the journal taken away, and puts them back.
    func withoutGuards(_ body: () throws -> Void) throws {
        let guards = try texts("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
        for name in try texts("SELECT name FROM sqlite_schema WHERE type = 'trigger'") { try run("DROP TRIGGER \(name)") }
        try body()
        for statement in guards { try run(statement) }
    }
}
