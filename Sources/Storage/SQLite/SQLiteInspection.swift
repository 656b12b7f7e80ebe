import SQLite

/// What SQLite itself can tell of a file's health.
struct SQLiteInspection {
    let connection: BookConnection
    /// The tables and views that luca makes. What another program put beside them is told as a difference of the layout; whether it works is
    /// that program's concern.
    let names: Set<String>

    /// Damaged pages and indexes, references that lead nowhere, views that do not work.
    func problems() throws(StorageError) -> [String] {
        var problems = try integrityProblems()
        // References and views are looked at only where the pages can be trusted.
        if problems.isEmpty { problems = try referenceProblems() + viewProblems() }
        return problems
    }

    /// Damaged pages and indexes.
    func integrityProblems() throws(StorageError) -> [String] {
        try lines("PRAGMA integrity_check(20)").map { $0[0] }.filter { $0 != "ok" }.map { "SQLite's integrity check: \($0)" }
    }

    private func referenceProblems() throws(StorageError) -> [String] {
        try lines("PRAGMA foreign_key_check").filter { names.contains($0[0]) }.map { "row \($0[1]) of the table \($0[0]) refers to a row of \($0[2]) that is not there" }
    }

    private func viewProblems() throws(StorageError) -> [String] {
        var problems: [String] = []
        for view in try lines("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name").map({ $0[0] }) where names.contains(view) {
            do throws(StorageError) {
                let quoted = view.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
                let statement = try connection.compile("SELECT * FROM \"\(quoted)\"")
                while try connection.next(statement) {}
            } catch {
                problems.append("the view \(view) cannot be read: \(error.message)")
            }
        }
        return problems
    }

    /// The rows of a statement as texts.
    private func lines(_ sql: String) throws(StorageError) -> [[String]] {
        let statement = try connection.compile(sql)
        var lines: [[String]] = []
        while try connection.next(statement) {
            lines.append((0..<statement.columnCount).map { String(decoding: statement.text($0), as: UTF8.self) })
        }
        return lines
    }
}
