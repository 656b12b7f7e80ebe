import Ledger
import SQLite

/// The versions of the file's layout, from the first that was given away to the one that this program writes.
///
/// A version is never changed once a program that has it was given away; a new layout is a new one behind it.
struct Schema: Sendable {
    struct Version: Sendable {
        /// The statements that lead to it from the version before; made when a file needs them, since most starts of the program do not.
        var statements: [String] { write() }
        private let write: @Sendable () -> [String]

        /// The tables of the journal that it brings.
        let tables: [JournalTable]

        init(statements: @escaping @autoclosure @Sendable () -> [String], tables: [JournalTable] = []) { (write, self.tables) = (statements, tables) }

        /// The version that brings kinds of entries, with views for people or other statements behind their tables.
        init(adding kinds: JournalTable..., statements: [String] = []) { self.init(statements: kinds.flatMap(\.layout) + statements, tables: kinds) }
    }

    /// From the first on.
    let versions: [Version]

    /// What marks a SQLite file as a book.
    static let applicationID = BookHeader.applicationIDOfBooks

    /// What `user_version` says in a file of the first layout. Smaller numbers are of programs in development, whose layouts differed
    /// from one week to the next; they are never given again, so that neither takes the other's file for one of its own.
    static let firstNumber = 6

    /// What `user_version` says in a file of the first layout that has clones.
    static let firstOfClones = 8

    /// What this program writes.
    static let current = Schema(versions: [.first, .tags, .clones, .packed, .gains, .values])

    /// The number of the last version.
    var number: Int { Self.firstNumber + versions.count - 1 }

    /// The tables of the journal in a file of a version, in their order: a copy from before a migration has fewer.
    func tables(in version: Int) -> [JournalTable] {
        let there = Set(versions.prefix(max(1, version - Self.firstNumber + 1)).flatMap(\.tables))
        return JournalTable.allCases.filter(there.contains)
    }

    /// Brings a file from the version that it has to the last, all steps in one transaction: a step that fails leaves it as it was.
    func migrate(_ connection: BookConnection) throws(StorageError) {
        try connection.execute("BEGIN IMMEDIATE")
        do throws(StorageError) {
            // Another program may have done it while this one waited for its turn.
            let version = try connection.integer("PRAGMA user_version")
            if version > number { throw .newer(BookFile.name(connection.path), version: version, known: number) }
            for step in versions.dropFirst(version - Self.firstNumber + 1) {
                for statement in step.statements { try connection.execute(statement) }
            }
            try connection.execute(marks)
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    /// Makes all of the layout in a new file at once.
    func lay(on connection: BookConnection) throws(StorageError) {
        try connection.execute("BEGIN")
        for version in versions {
            for statement in version.statements { try connection.execute(statement) }
        }
        try connection.execute(marks)
        try connection.execute("COMMIT")
    }

    /// What tells a file's kind and version; both live in its header, which is part of the transaction.
    private var marks: String { "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(number)" }
}

// MARK: - What a file has of it

extension Schema {
    /// A table, index, trigger or view.
    private struct Part: Hashable {
        let kind: String
        let name: String
    }

    /// How the layout of a file differs from what a new one would have: a sentence each on what is missing, altered, or put there by another program,
    /// so that a file without any guard does not hide what else is wrong. What SQLite keeps for itself (`sqlite_…`) is passed over.
    func differences(of connection: BookConnection) throws(StorageError) -> [String] {
        let expected = try model(), found = try Self.parts(of: connection)
        return [
            ("is missing", "are missing", expected.keys.filter { found[$0] == nil }),
            ("is not as luca makes it", "are not as luca makes them", expected.keys.filter { found[$0] != nil && found[$0] != expected[$0] }),
            (
                "is none of luca's, and was put there by another program", "are none of luca's, and were put there by another program",
                found.keys.filter { expected[$0] == nil }
            ),
        ].filter { !$2.isEmpty }.map { one, several, parts in
            parts.map { "the \($0.kind) \($0.name)" }.sorted().joined(separator: ", ") + " \(parts.count == 1 ? one : several)"
        }
    }

    /// The names of the views that a new book has, in the order of the alphabet.
    var views: [String] {
        let beginning = "CREATE VIEW "
        return versions.flatMap(\.statements).filter { $0.hasPrefix(beginning) }.map { String($0.dropFirst(beginning.count).prefix { !$0.isWhitespace }) }.sorted()
    }

    /// The names of the tables and views that a new book has.
    func names() throws(StorageError) -> Set<String> {
        Set(try model().keys.filter { ["table", "view"].contains($0.kind) }.map(\.name))
    }

    /// What a new book has.
    private func model() throws(StorageError) -> [Part: String] {
        let connection = try BookConnection(path: "a new book", access: .memory, busyTimeout: 0)
        defer { connection.close() }
        try lay(on: connection)
        return try Self.parts(of: connection)
    }

    private static func parts(of connection: BookConnection) throws(StorageError) -> [Part: String] {
        let statement = try connection.compile("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
        var parts: [Part: String] = [:]
        while try connection.next(statement) {
            let texts = (0..<3).map { String(decoding: statement.text($0), as: UTF8.self) }
            parts[Part(kind: texts[0], name: texts[1])] = texts[2]
        }
        return parts
    }
}

extension JournalTable {
    /// The statements that make the table of a kind of entry, its indexes and its guards: what a version of the layout says that brings the kind.
    var layout: [String] {
        guard let form = kind?.form else { preconditionFailure("only kinds of entries come with later versions") }
        let columns = ["seq INTEGER PRIMARY KEY", "act INTEGER NOT NULL REFERENCES act (id)"] + form.columns.map(\.declaration) + ["recorded_by TEXT", "hash BLOB NOT NULL"]
        return ["CREATE TABLE \(name) (\n    \(columns.joined(separator: ",\n    "))\n) STRICT"] + form.indexes + Schema.Version.guards(of: name)
    }
}
