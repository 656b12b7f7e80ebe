import PostgreSQL
import Values

/// What a login may do in a book of a server.
public enum BookRole: String, CaseIterable, Hashable, Sendable {
    /// Everything: members, settings, erasing accounts, deleting the book, and what an editor does.
    case owner
    /// Records, amends and voids, and approves drafts.
    case editor
    /// Records activities with the status draft, which count in no figure until an editor posts them.
    case drafter
    /// Reads.
    case viewer
}

/// A book of a server, as a login sees it.
public struct BookListing: Hashable, Sendable {
    /// What tells it from every other book: a UUID.
    public var id: String
    /// What it is called.
    public var name: String
    /// What the login may do in it; nil for an administrator of the server who does not belong to it.
    public var role: BookRole?
    /// How many entries it has.
    public var entries: Int
    /// Whether the server's shared prices and rates count in it where it has none of its own.
    public var usesMarket: Bool
    /// Where it is now, if it was moved to another server.
    public var movedTo: String?
    /// Where the server tells of its acts.
    var channel: String
    /// Whether the login may store prices and rates for all books of the server.
    var sharesMarket: Bool
}

extension BookServer {
    /// The version of the layout that this program knows.
    static let layoutVersion = 1

    /// The books that the login sees, by name; those of a name or an id alone, where one is asked for.
    func books(named wanted: String? = nil) throws(StorageError) -> [BookListing] {
        try checkLayout()
        let result = try ask(
            "SELECT book::text, name, role, seq, uses_market, moved_to, channel, pg_has_role(session_user, 'luca_market', 'MEMBER') FROM luca.list_books($1)",
            [wanted.map(PostgresParameter.text) ?? .null])
        return (0..<result.rowCount).map { row in
            BookListing(
                id: result.text(row, 0) ?? "", name: result.text(row, 1) ?? "", role: result.text(row, 2).flatMap(BookRole.init), entries: result.integer(row, 3) ?? 0,
                usesMarket: result.bytes(row, 4).first == 1, movedTo: result.text(row, 5), channel: result.text(row, 6) ?? "", sharesMarket: result.bytes(row, 7).first == 1)
        }
    }

    /// The book of a name, or of an id; the only one that there is, where none is named.
    ///
    /// - Throws: `.notFound` with the names that there are.
    func book(named wanted: String?) throws(StorageError) -> BookListing {
        guard let wanted else {
            let books = try books()
            if books.count == 1 { return books[0] }
            throw .unnamedServerBook(name, names: books.map(\.name))
        }
        // Whoever has a thousand is not to be told of all of them to open one.
        let found = try books(named: wanted)
        switch found.count {
        case 1: return found[0]
        case 0: throw .noServerBook(wanted, name, names: try books().map(\.name))
        default: throw .severalServerBooks(wanted, name, ids: found.map(\.id))
        }
    }

    /// Makes sure that the database has luca's layout, of a version that this program knows, and that the login may use it.
    func checkLayout() throws(StorageError) {
        let result = try ask(
            """
            SELECT to_regclass('luca.migration') IS NOT NULL, has_schema_privilege(to_regnamespace('luca')::oid, 'USAGE'),
                pg_has_role('luca_members', 'MEMBER') OR pg_has_role('luca_tables', 'MEMBER') FROM (SELECT 1) AS one WHERE to_regnamespace('luca') IS NOT NULL
            """)
        guard result.rowCount == 1 else { throw .noServerLayout(name) }
        guard result.bytes(0, 1).first == 1, result.bytes(0, 2).first == 1 else { throw .noMember(name, login: login) }
        guard result.bytes(0, 0).first == 1 else { throw .noServerLayout(name) }
        let version = try ask("SELECT max(version) FROM luca.migration").integer(0, 0) ?? 0
        if version > Self.layoutVersion { throw .newerServerLayout(name, version: version, known: Self.layoutVersion) }
        if version < Self.layoutVersion { throw .olderServerLayout(name, version: version, known: Self.layoutVersion) }
    }
}
