import CSQLite
import GRDB

/// The versions of the file's layout, from the first to the one that this program writes.
///
/// A migration is never changed once a program that has it was given away; a new layout is a new one behind it.
struct Schema: Sendable {
    struct Version: Sendable {
        /// What the version is called in the file.
        let name: String
        /// The statements that lead to it from the version before.
        let statements: [String]
    }

    /// From version 1 on.
    let versions: [Version]

    /// What marks a SQLite file as a book: "luca" in ASCII.
    static let applicationID = 0x6C75_6361

    /// What this program writes.
    static let current = Schema(versions: [.first, .second, .third, .fourth])

    /// The number of the last version.
    var number: Int { versions.count }

    /// Brings a file from whichever version it has to the last, each step in a transaction of its own.
    func migrate(path: String, busyTimeout: Double) throws(StorageError) {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in csqlite_harden(db.sqliteConnection) }
        do {
            let queue = try DatabaseQueue(path: SQLiteAddress(path: path, access: .readWrite).uri, configuration: configuration)
            try migrator.migrate(queue)
            try queue.close()
        } catch {
            throw SQLiteFailure(error).storageError(path: path, waited: busyTimeout)
        }
    }

    private var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, version) in versions.enumerated() {
            migrator.registerMigration(version.name) { db in
                for statement in version.statements { try db.execute(sql: statement) }
                try db.execute(sql: Schema.marks(version: index + 1))
            }
        }
        return migrator
    }

    /// Makes all of the layout in a new file at once, and notes for the migrator that no step is left to be done.
    func lay(on connection: SQLiteConnection) throws(StorageError) {
        try connection.execute("BEGIN")
        try connection.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for (index, version) in versions.enumerated() {
            for statement in version.statements { try connection.execute(statement) }
            let note = try connection.compile("INSERT INTO grdb_migrations VALUES (?)")
            note.bind(1, version.name)
            try connection.run(note)
            try connection.execute(Schema.marks(version: index + 1))
        }
        try connection.execute("COMMIT")
    }

    /// What tells a file's kind and version; both live in its header, which is part of the transaction.
    private static func marks(version: Int) -> String {
        "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)"
    }
}
