/// The text of a query, as far as it must be looked at before SQLite sees it.
struct QueryText {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    /// Whether there is nothing but white space, comments and semicolons.
    var isBlank: Bool {
        var copy = self
        copy.skipBlanks()
        return copy.rest.isEmpty
    }

    /// Makes sure that the statement begins like a question: SQLite would compile `ATTACH` and some `PRAGMA` as if they read only.
    func checkIsQuestion() throws(StorageError) {
        var copy = self
        copy.skipBlanks()
        if copy.rest.isEmpty { throw .emptyQuery() }
        let word = copy.rest.prefix { $0.isLetter || $0 == "_" }.uppercased()
        if ["SELECT", "WITH", "VALUES", "EXPLAIN"].contains(word) { return }
        if ["PRAGMA", "ATTACH", "DETACH"].contains(word) { throw .refusedReach(word) }
        let writing = ["INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "DROP", "ALTER", "VACUUM", "REINDEX", "ANALYZE"]
        let transactions = ["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE"]
        if writing.contains(word) || transactions.contains(word) { throw .refusedStatement() }
        throw .notAQuestion(word.isEmpty ? String(copy.rest.prefix(12)) : String(copy.rest.prefix(word.count)))
    }

    private mutating func skipBlanks() {
        while let first = rest.first {
            if first.isWhitespace || first == ";" {
                rest.removeFirst()
            } else if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                skipBlockComment()
            } else {
                return
            }
        }
    }

    private mutating func skipBlockComment() {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
    }
}
