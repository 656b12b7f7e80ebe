import PostgreSQL

/// A statement with its values.
struct ServerStatement {
    let sql: String
    let parameters: [PostgresParameter]

    init(_ sql: String, _ parameters: [PostgresParameter] = []) { (self.sql, self.parameters) = (sql, parameters) }

    /// Appends rows behind an entry of a book; all parts of an act have one token.
    static func append(_ rows: RowsAsJSON, to book: String, behind end: JournalHead, token: String) -> ServerStatement {
        ServerStatement(
            "SELECT seq FROM luca.append($1, $2, $3, $4, $5::jsonb)",
            [.text(book), .text(token), .integer(end.sequence), .bytes(end.hash.withBytes(Array.init)), .text(rows.text())])
    }

    /// Has the statements of a transaction see some books and no others, or again all that the login belongs to: see `luca.my_books` in the server's layout.
    static func narrowing(to books: [String]?) -> ServerStatement {
        ServerStatement("SELECT set_config('luca.books', $1, true)", [.text(books.map { "{" + $0.joined(separator: ",") + "}" } ?? "")])
    }
}

extension BookServer {
    /// Asks something of one book, which takes a login that belongs to a thousand no longer than one that belongs to it alone.
    func ask(_ sql: String, _ parameters: [PostgresParameter], of book: String) throws(StorageError) -> PostgresResult {
        try run([.narrowing(to: [book]), ServerStatement(sql, parameters), .narrowing(to: nil)], isRepeatable: true)[1]
    }
}
