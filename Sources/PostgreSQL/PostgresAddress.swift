import CPostgreSQL
import Glibc

/// Where a database is and how to connect to it, from what a user typed.
///
///     let address = try PostgresAddress("postgres://ada@ledger.example.org/books?book=family")
///     address.description        // ledger.example.org/books
///     address.book               // family
///
/// What the text does not say comes from where libpq takes it: the variables `PGHOST` and the like, a service file, `~/.pgpass`. To another machine a
/// connection is encrypted: where nothing asks for it, this does, and it refuses to do with less. A password is part of no description.
public struct PostgresAddress: Sendable {
    /// The value of luca's own key `book`; nil where the address has none.
    public let book: String?
    /// For messages: `HOST/DATABASE`, or `socket/DATABASE` on this machine. It has neither user nor password.
    public let description: String
    /// Whether nothing that is sent there leaves this machine: each host is a socket, or a loopback address.
    public let isOnThisMachine: Bool
    /// How long connecting may take in seconds, for all hosts together; nil for as long as it takes.
    public let longestWait: Double?

    /// Keys and values for libpq; of several for one key the last counts.
    let parameters: [(key: String, value: String)]

    /// Whether a text is meant as an address of PostgreSQL: it begins with `postgres://` or `postgresql://`.
    public static func isAddress(_ text: String) -> Bool { AddressText.behindScheme(text) != nil }

    /// Reads an address. It loads the client library and connects to nothing.
    ///
    /// - Throws: `address`, in words that show no password; `libraryMissing`.
    public init(_ text: String) throws(PostgresError) {
        let library = try PostgresLibrary.shared()
        try requireNoNUL(text, "The address")
        let known = KnownOptions(library)
        let parts = try AddressText(text, keys: Set(known.compiled.keys))
        book = parts.book
        let given = try Self.parse(parts.forLibrary, library)
        let full = try Self.complete(given, library)
        let hosts = Self.hosts(full)
        let database = full["dbname"] ?? full["user"] ?? ""
        isOnThisMachine = hosts.allSatisfy(\.isHere)
        description = Self.shown(hosts.map { $0.isSocket ? "socket" : $0.place }, database)

        func isGiven(_ key: String) -> Bool {
            given.contains { $0.key == key && !$0.value.isEmpty } || known.environment[key]?.isEmpty == false || (full[key] ?? "") != (known.compiled[key] ?? "")
        }
        var parameters = given
        if let remote = hosts.first(where: { !$0.isHere }) {
            if !isGiven("sslmode") { parameters.append(("sslmode", "require")) }
            if isGiven("sslmode"), let mode = full["sslmode"], ["disable", "allow", "prefer"].contains(mode) {
                throw PostgresError(
                    .address, "sslmode=\(mode) would let what is sent to \(Self.shown([remote.place], database)) go unencrypted.",
                    hint: "Ask for require, verify-ca or verify-full, or for none, which is require; sslmode comes from the address, PGSSLMODE or a service file.")
            }
        }
        parameters += Self.usual.filter { !isGiven($0.key) }
        // All texts are taken for UTF-8 here, so this is no matter of taste.
        parameters.append(("client_encoding", "UTF8"))
        self.parameters = parameters
        let seconds = Int((isGiven("connect_timeout") ? full["connect_timeout"] : nil) ?? "10") ?? 10
        longestWait = seconds > 0 ? Double(seconds) * Double(max(1, hosts.count)) : nil
    }

    /// What is asked for where nothing else is given: no search for Kerberos, and a cut network is noticed after half a minute.
    private static let usual: [(key: String, value: String)] = [
        ("gssencmode", "disable"), ("channel_binding", "prefer"), ("application_name", "luca"), ("connect_timeout", "10"),
        ("keepalives", "1"), ("keepalives_idle", "15"), ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
    ]

    private static func shown(_ hosts: [String], _ database: String) -> String {
        var names: [String] = []
        for host in hosts where !names.contains(host) { names.append(host) }
        // Escaped, an address can hold what would move the cursor of a terminal.
        let text = names.joined(separator: ",") + "/" + database
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}

// MARK: Asking libpq

extension PostgresAddress {
    /// The keys and values of an address by itself.
    private static func parse(_ text: String, _ library: PostgresLibrary) throws(PostgresError) -> [(key: String, value: String)] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = library.parse(text, &message) else {
            defer { library.freeMemory(message) }
            // Behind a quotation mark or a colon it shows the text.
            let said = message.map { String(cString: $0) }?.prefix { $0 != "\"" && $0 != ":" } ?? "out of memory"
            throw PostgresError(.address, "The address cannot be read: \(String(said).trimmedEnd).", hint: "It has the form postgres://USER@HOST:PORT/DATABASE?KEY=VALUE&KEY=VALUE")
        }
        defer { library.freeOptions(options) }
        let given = KnownOptions.values(options).map { (key: $0, value: $1) }.sorted { $0.key < $1.key }
        let ports = given.first { $0.key == "port" }?.value.split(separator: ",", omittingEmptySubsequences: false) ?? []
        guard ports.allSatisfy({ $0.isEmpty || (UInt16($0) ?? 0) > 0 }) else {
            throw PostgresError(.address, "The port of the address is no number from 1 to 65535.", hint: "In a user and a password, : is written %3A and / is %2F.")
        }
        return given
    }

    /// All keys and values that a connection would have: those given, and from the environment, the service file, and libpq itself.
    ///
    /// Only a connection tells them all. So one is begun that asks for a kind of server that there is not: libpq refuses that before it connects.
    private static func complete(_ given: [(key: String, value: String)], _ library: PostgresLibrary) throws(PostgresError) -> [String: String] {
        let impossible = "luca-asks"
        // With a password it has no need to look for one in files, of which it may warn.
        let asked = given.filter { $0.key != "password" } + [("password", "-"), ("target_session_attrs", impossible)]
        guard let connection = start(asked, library) else { throw PostgresError(.address, "The address cannot be read: out of memory.") }
        defer { library.finish(connection) }
        let message = library.errorMessage(connection).map { String(cString: $0) } ?? ""
        guard message.contains(impossible), let options = library.options(connection) else {
            throw PostgresError(.address, "The address cannot be used: \(PostgresError.firstLine(message)).")
        }
        defer { library.freeOptions(options) }
        return KnownOptions.values(options)
    }

    /// Begins to connect.
    static func start(_ parameters: [(key: String, value: String)], _ library: PostgresLibrary) -> OpaquePointer? {
        let keys = parameters.map { strdup($0.key) }, values = parameters.map { strdup($0.value) }
        defer { for text in keys + values { free(text) } }
        return library.connectStart(keys.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 0)
    }
}

/// The keys that libpq knows.
private struct KnownOptions {
    /// What it takes by itself for each key; nothing for most.
    var compiled: [String: String] = [:]
    /// What the environment says, for keys that have a variable which is set.
    var environment: [String: String] = [:]

    init(_ library: PostgresLibrary) {
        guard let options = library.defaults() else { return }
        defer { library.freeOptions(options) }
        Self.forEach(options) { option in
            let key = String(cString: option.keyword)
            compiled[key] = option.compiled.map { String(cString: $0) } ?? ""
            environment[key] = option.envvar.flatMap { getenv($0) }.map { String(cString: $0) }
        }
    }

    /// Keys that have a value, with it.
    static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        forEach(options) { option in values[String(cString: option.keyword)] = option.val.map { String(cString: $0) } }
        return values
    }

    private static func forEach(_ options: UnsafeMutablePointer<PQconninfoOption>, _ body: (PQconninfoOption) -> Void) {
        var option = options
        while option.pointee.keyword != nil {
            body(option.pointee)
            option += 1
        }
    }
}

// MARK: Hosts

/// One of the places that an address names.
private struct Host {
    /// Its name, or its number where it has no name, or the folder of a socket.
    let place: String
    /// Whether it is a socket in the file system of this machine.
    let isSocket: Bool
    /// Whether what is sent to it does not leave this machine.
    let isHere: Bool
}

extension PostgresAddress {
    /// The places that libpq will try, one at least.
    private static func hosts(_ full: [String: String]) -> [Host] {
        func list(_ key: String) -> [Substring] { full[key]?.split(separator: ",", omittingEmptySubsequences: false) ?? [] }
        let names = list("host"), numbers = list("hostaddr")
        return (0..<max(1, names.count, numbers.count)).map { index in
            let name = index < names.count ? String(names[index]) : "", number = index < numbers.count ? String(numbers[index]) : ""
            // The number tells where to connect, the name then only whom to expect.
            let target = number.isEmpty ? name : number
            let isSocket = target.isEmpty || target.hasPrefix("/") || target.hasPrefix("@")
            return Host(place: name.isEmpty ? number : name, isSocket: isSocket, isHere: isSocket || isLoopback(target))
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host.lowercased() == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { $0.count <= 3 && $0.allSatisfy(\.isASCII) && UInt8($0) != nil }
    }
}

// MARK: Showing

extension PostgresAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Nothing but the description, so that no dump shows a password.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension String {
    /// Without blanks, line breaks and a full stop at its end.
    fileprivate var trimmedEnd: String {
        var text = self[...]
        while let last = text.last, last.isWhitespace || last == "." { text = text.dropLast() }
        return String(text)
    }
}
