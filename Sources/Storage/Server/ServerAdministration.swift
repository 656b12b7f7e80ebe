import CServerLayout
import PostgreSQL
import Values

/// Setting up and looking after books on a PostgreSQL server: what `luca server` and `luca books` do.
///
///     let administration = try ServerAdministration(address: "postgres://db.example.org/family")
///     try administration.initialize()
///     try administration.create(book: "household")
///     try administration.add(member: "ben", to: "household", as: .editor)
public final class ServerAdministration {
    let server: BookServer
    /// The book that the address names; nil where it names none.
    public let book: String?

    /// Connects when something is asked.
    ///
    /// - Parameter isOffline: whether only a server of this machine may be asked.
    /// - Throws: `.misuse` for an address that makes no sense; `.unreachable`.
    public init(address: String, isOffline: Bool = false) throws(StorageError) {
        let parsed = try BookServer.address(address)
        (server, book) = (BookServer(address: parsed), parsed.book)
        if isOffline, !parsed.isOnThisMachine { throw .onTheNetwork(server.name) }
    }

    deinit { server.close() }

    /// Where the server is, for messages.
    public var name: String { server.name }

    /// The SQL that makes luca's layout in a database, for an administrator who wants to read it or run it by hand.
    public static var layout: String {
        var size = 0
        let bytes = luca_server_layout(&size)
        return String(decoding: UnsafeBufferPointer(start: bytes, count: size), as: UTF8.self)
    }

    // MARK: The server

    /// What was done to a database by `initialize`.
    public enum Initialization: Hashable, Sendable {
        /// The layout was made.
        case made
        /// It was there; the logins of this many memberships were found again, as after a restored backup.
        case present(rebound: Int)
    }

    /// Makes luca's layout in a database, where there is none yet, as one transaction; takes a superuser, or the owner of the database who may
    /// create roles.
    ///
    /// - Throws: `.newer` where a later luca made it.
    public func initialize() throws(StorageError) -> Initialization {
        let exists = try server.ask("SELECT 1 WHERE to_regnamespace('luca') IS NOT NULL").rowCount > 0
        guard !exists else {
            try server.checkLayout()
            // Whoever runs nothing there has nothing to put right.
            guard try server.ask("SELECT luca.is_administrator()").bytes(0, 0).first == 1, !server.isStandby else { return .present(rebound: 0) }
            return .present(rebound: try server.ask("SELECT luca.bind_members()").integer(0, 0) ?? 0)
        }
        try server.execute("BEGIN;\n\(Self.layout)\nCOMMIT;")
        return .made
    }

    /// How a server stands.
    public struct Status: Hashable, Sendable {
        /// The version of PostgreSQL, such as `15.18`.
        public var engine: String
        /// The version of the layout.
        public var layout: Int
        /// The login that asks.
        public var login: String
        /// Whether the login is an administrator of the server.
        public var isAdministrator: Bool
        /// Whether the connection is encrypted; nil for one by a socket of the same machine.
        public var isEncrypted: Bool?
        /// Whether the server acknowledges only what is on its disk.
        public var isDurable: Bool
        /// Whether the server is a copy of another, for reading ("hot standby").
        public var isStandby: Bool
        /// The bytes that all books take.
        public var bytes: Int
        /// Connections now, and the most that there may be.
        public var connections: Int, mostConnections: Int
        /// How full the queue of notices is, from 0 to 1.
        public var noticeQueue: Double
        /// Seconds that the oldest transaction has been open.
        public var oldestTransaction: Int
    }

    /// Tells how the server stands, for whoever watches it.
    public func status() throws(StorageError) -> Status {
        try server.checkLayout()
        let result = try server.ask(
            """
            SELECT current_setting('server_version'), (SELECT max(version) FROM luca.migration)::int8, luca.is_administrator(),
                (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), inet_server_addr() IS NULL, current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on',
                (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
                 WHERE n.nspname IN ('luca', 'market') AND c.relkind = 'r')::int8,
                (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'), current_setting('max_connections')::int8,
                pg_notification_queue_usage()::text, (SELECT coalesce(max(extract(epoch FROM now() - xact_start)), 0) FROM pg_stat_activity)::int8
            """)
        func isTrue(_ column: Int) -> Bool { result.bytes(0, column).first == 1 }
        return Status(
            engine: result.text(0, 0)?.split(separator: " ").first.map(String.init) ?? "", layout: result.integer(0, 1) ?? 0, login: server.login,
            isAdministrator: isTrue(2), isEncrypted: isTrue(4) ? nil : isTrue(3), isDurable: isTrue(5), isStandby: server.isStandby, bytes: result.integer(0, 6) ?? 0,
            connections: result.integer(0, 7) ?? 0, mostConnections: result.integer(0, 8) ?? 0, noticeQueue: result.text(0, 9).flatMap(Double.init) ?? 0,
            oldestTransaction: result.integer(0, 10) ?? 0)
    }

    // MARK: Books

    /// The books that the login sees, by name.
    public func books() throws(StorageError) -> [BookListing] { try server.books() }

    /// Makes a book, which the login owns, or whom an administrator names.
    public func create(book name: String, owner: String? = nil) throws(StorageError) {
        try server.checkLayout()
        _ = try server.ask(
            "SELECT luca.create_book($1, $2, coalesce($3, session_user))",
            [.text(BookServer.randomNumber()), .text(name), owner.map(PostgresParameter.text) ?? .null])
    }

    /// Deletes a book with all that was recorded in it.
    public func delete(book name: String) throws(StorageError) { try change(name, "luca.delete_book($1)", []) }

    /// Gives a book another name.
    public func rename(book name: String, to other: String) throws(StorageError) { try change(name, "luca.rename_book($1, $2)", [.text(other)]) }

    /// Says whether the shared prices and rates count in a book where it has none of its own.
    public func useMarket(in name: String, _ uses: Bool) throws(StorageError) { try change(name, "luca.use_market($1, $2)", [.text(uses ? "true" : "false")]) }

    private func change(_ name: String, _ call: String, _ values: [PostgresParameter]) throws(StorageError) {
        let listing = try server.book(named: name)
        _ = try server.ask("SELECT \(call)", [.text(listing.id)] + values)
    }

    // MARK: Members

    /// Who belongs to a book.
    public struct Member: Hashable, Sendable {
        /// The book's name.
        public var book: String
        /// The name of the login.
        public var login: String
        /// What it may do.
        public var role: BookRole
        /// Whether the server still has the login by which it was added; another of the same name has no rights.
        public var isKnown: Bool
    }

    /// The members of a book, or of all books that the login sees.
    public func members(of name: String? = nil) throws(StorageError) -> [Member] {
        let listing = try name.map { name throws(StorageError) in try server.book(named: name) }
        if listing == nil { try server.checkLayout() }
        let result = try server.ask(
            """
            SELECT b.name, m.login, m.role, EXISTS (SELECT 1 FROM pg_roles AS r WHERE r.rolname = m.login AND r.oid = m.login_oid)
            FROM luca.member AS m JOIN luca.book AS b ON b.book = m.book WHERE $1::uuid IS NULL OR m.book = $1 ORDER BY b.name, m.login
            """, [listing.map { .text($0.id) } ?? .null])
        return (0..<result.rowCount).compactMap { row in
            guard let role = result.text(row, 2).flatMap(BookRole.init) else { return nil }
            return Member(book: result.text(row, 0) ?? "", login: result.text(row, 1) ?? "", role: role, isKnown: result.bytes(row, 3).first == 1)
        }
    }

    /// Gives a login that exists a role in a book, or another one.
    public func add(member login: String, to book: String, as role: BookRole) throws(StorageError) {
        try change(book, "luca.add_member($1, $2, $3)", [.text(login), .text(role.rawValue)])
    }

    /// Takes a login out of a book.
    ///
    /// - Throws: `.notFound` where it does not belong to it.
    public func remove(member login: String, from book: String) throws(StorageError) {
        let listing = try server.book(named: book)
        let result = try server.ask("SELECT luca.remove_member($1, $2)", [.text(listing.id), .text(login)])
        guard result.bytes(0, 0).first == 1 else {
            let names = try members(of: book).map(\.login)
            throw StorageError(
                .notFound, "\(login) does not belong to \(book).", hint: Suggestion(for: login, in: names).map(\.sentence) ?? "There are \(names.joined(separator: ", ")).")
        }
    }
}
