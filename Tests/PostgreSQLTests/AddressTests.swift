import Foundation
import TestSupport
import Testing

@testable import PostgreSQL

@Suite("An address is read as libpq reads it, but for luca's own key, and never shows a password", .serialized)
struct AddressTests {
    @Test(
        "What an address is for messages, and which book it names",
        arguments: [
            ("postgres://h/db", "h/db", nil),
            ("postgresql://h/db?book=main", "h/db", "main"),
            ("POSTGRES://h/db?book=main", "h/db", "main"),
            ("postgres://ada:secret@h:5433/db?book=my%20book&connect_timeout=3", "h/db", "my book"),
            ("postgres://h/db?sslmode=verify-full&b%6Fok=stra%C3%9Fe%26mehr", "h/db", "straße&mehr"),
            ("postgres:///db?host=%2Fvar%2Frun&book=a+b", "socket/db", "a+b"),
            ("postgres:///db", "socket/db", nil),
            ("postgres://%2Fvar%2Frun/db", "socket/db", nil),
            ("postgres://%40abstract/db", "socket/db", nil),
            ("postgres://h1:1,h2,h1:3/db?book=x", "h1,h2/db", "x"),
            ("postgres://[::1]:5432/db", "::1/db", nil),
            ("postgres://h/db?hostaddr=127.0.0.1", "h/db", nil),
            ("postgres:///db?hostaddr=10.0.0.1", "10.0.0.1/db", nil),
            ("postgres://ada@h", "h/ada", nil),
            ("postgres://ada:pa%40ss%2Fw%3Fo%3Ard%25@h/db", "h/db", nil),
            ("postgres://ada:pa?ss@h/db?book=x", "h/db", "x"),
            ("postgres://h/db%1b%5b2J%0a", "h/db\u{FFFD}[2J\u{FFFD}", nil),
            ("postgres://h/dbname%3Dx host%3Dy", "h/dbname=x host=y", nil),
            ("postgres://h/db?ssl=true", "h/db", nil),
        ] as [(String, String, String?)])
    func reads(text: String, description: String, book: String?) throws {
        let address = try PostgresAddress(text)
        #expect(address.description == description)
        #expect(address.book == book)
        #expect(address.parameters.allSatisfy { $0.key != "book" })
        #expect(PostgresAddress.isAddress(text))
    }

    @Test(
        "What cannot be is told in a sentence",
        arguments: [
            ("postgres://h/db?bok=x", "There is no key \"bok\" in an address of PostgreSQL."),
            ("postgres://h/db?book=", "The address names no book, or two."),
            ("postgres://h/db?book=a&book=b", "The address names no book, or two."),
            ("postgres://h/db?book", "Behind its ? an address has parts KEY=VALUE, joined by &; \"book\" is none."),
            ("postgres://h/db?user=a=b", "Behind its ? an address has parts KEY=VALUE, joined by &; \"user\" is none."),
            ("postgres://h/db?book=x&", "Behind its ? an address has parts KEY=VALUE, joined by &; of that kind is none."),
            ("postgres://h/db?user=%zz", "The address has a % that does not stand for a character."),
            ("postgres://h/db?user=a%00b", "The address has a % that does not stand for a character."),
            ("postgres://h/%ff", "The address has a % that does not stand for a character."),
            ("postgres://h:99999/db", "The port of the address is no number from 1 to 65535."),
            ("postgres://[::1/db", "The address cannot be read: end of string reached when looking for matching."),
            ("postgres://h/db?sslmode=requier", "The address cannot be used: invalid sslmode value: \"requier\"."),
            ("postgres://h1,h2,h3/db?port=1,2", "The address cannot be used: could not match 2 port numbers to 3 hosts."),
            ("http://h/db", "An address of PostgreSQL begins with postgres://"),
        ])
    func refuses(text: String, message: String) {
        let error = #expect(throws: PostgresError.self) { try PostgresAddress(text) }
        #expect(error?.kind == .address && error?.message == message, "\(String(describing: error))")
    }

    @Test(
        "No description, dump or error shows a piece of a password, be it escaped or not",
        arguments: [
            "postgres://ada:hush1hush2@h/db", "postgres://ada:hush1@hush2@h/db", "postgres://ada:hush1/hush2@h/db", "postgres://ada:hush1:hush2@h/db",
            "postgres://ada:hush1%zhush2@h/db", "postgres://ada:hush1#hush2@h/db", "postgres://ada:hush1?hush2@h/db", "postgres://ada:hush1@[hush2/db",
            "postgres://ada:12/hush2?hush1@h/db", "postgres://ada:12/hush1?hush2@h/db?hush1=hush2", "postgres://h/db?password=hush1hush2", "postgres://h/db?password=hush1=hush2",
            "postgres://h/db?password=hush1&hush2", "postgres://h/db?password=hush1%00hush2", "postgres://ada:hush1@h:hush2/db", "postgres://h/db?sslpassword=hush1hush2",
            "postgres://ada:hush1@h/db?password=hush2&sslmode=prefer", "postgres://ada:hush1@h/db?service=none&password=hush2",
        ])
    func hidesPasswords(text: String) {
        func isSilent(_ shown: String) -> Bool { !shown.contains("hush") }
        do {
            let address = try PostgresAddress(text)
            var dumped = ""
            dump(address, to: &dumped)
            #expect(isSilent("\(address) \(String(reflecting: address)) \(dumped) \(Mirror(reflecting: address).children.map { "\($0)" })"), "\(text)")
        } catch {
            #expect(isSilent("\(error)"), "\(text): \(error)")
        }
    }

    @Test(
        "To another machine a connection is encrypted",
        arguments: [
            ("postgres://h/db", "require"), ("postgres://localhost,h/db", "require"), ("postgres://localhost/db?hostaddr=10.0.0.1", "require"),
            ("postgres://h/db?sslmode=verify-full", "verify-full"), ("postgres://127.0.0.1.example.org/db", "require"), ("postgres://[fe80::1]/db", "require"),
            ("postgres://h/db?sslmode=require", "require"), ("postgres://h/db?ssl=true", "require"),
            ("postgres://localhost/db", nil), ("postgres://127.1.2.3/db", nil), ("postgres://[::1]/db", nil), ("postgres:///db", nil), ("postgres://%2Fsocket/db", nil),
            ("postgres://h/db?hostaddr=127.0.0.1", nil), ("postgres://LocalHost/db?sslmode=disable", "disable"), ("postgres:///db?sslmode=prefer", "prefer"),
        ] as [(String, String?)])
    func encryption(text: String, mode: String?) throws {
        #expect(try PostgresAddress(text).parameters.last { $0.key == "sslmode" }?.value == mode)
    }

    @Test("An address that asks for less is refused, with what to do", arguments: ["disable", "allow", "prefer"])
    func lessEncryption(mode: String) {
        let error = #expect(throws: PostgresError.self) { try PostgresAddress("postgres://ada@h/db?sslmode=\(mode)") }
        #expect(error?.message == "sslmode=\(mode) would let what is sent to h/db go unencrypted.")
        #expect(error?.hint?.hasPrefix("Ask for require, verify-ca or verify-full") == true)
    }

    @Test("The environment and a service file count as the user's word")
    func environment() throws {
        let folder = try TemporaryFolder(), file = folder.path + "/services"
        try "[far]\nhost=far.example.org\ndbname=ledger\nsslmode=allow\n[near]\nhost=/run\nconnect_timeout=4\n".write(toFile: file, atomically: true, encoding: .utf8)
        func with(_ variables: [String: String], _ body: () throws -> Void) throws {
            for (name, value) in variables { setenv(name, value, 1) }
            defer { for name in variables.keys { unsetenv(name) } }
            try body()
        }
        try with(["PGSSLMODE": "disable"]) { () throws in
            #expect(throws: PostgresError.self) { try PostgresAddress("postgres://h/db") }
            #expect(try PostgresAddress("postgres://h/db?sslmode=require").parameters.contains { $0 == ("sslmode", "require") })
            #expect(try PostgresAddress("postgres://localhost/db").parameters.allSatisfy { $0.key != "sslmode" })
        }
        try with(["PGSSLMODE": "prefer"]) { () throws in #expect(throws: PostgresError.self) { try PostgresAddress("postgres://h/db") } }
        try with(["PGHOST": "h.example.org", "PGDATABASE": "d"]) { () throws in
            let address = try PostgresAddress("postgres://?book=main")
            #expect(address.description == "h.example.org/d" && address.parameters.contains { $0 == ("sslmode", "require") })
        }
        try with(["PGSERVICEFILE": file]) { () throws in
            let error = #expect(throws: PostgresError.self) { try PostgresAddress("postgres://?service=far&book=main") }
            #expect(error?.message == "sslmode=allow would let what is sent to far.example.org/ledger go unencrypted.")
            let near = try PostgresAddress("postgres:///db?service=near&book=main")
            #expect(near.description == "socket/db" && near.longestWait == 4)
            let missing = #expect(throws: PostgresError.self) { try PostgresAddress("postgres://?service=nowhere") }
            #expect(missing?.message == "The address cannot be used: definition of service \"nowhere\" not found.")
        }
    }

    @Test("What luca asks for by itself gives way to what the address asks for, but for the encoding")
    func usual() throws {
        func values(_ text: String) throws -> [String: String] { Dictionary(try PostgresAddress(text).parameters.map { ($0.key, $0.value) }) { $1 } }
        let usual = try values("postgres:///db")
        #expect(usual["gssencmode"] == "disable" && usual["application_name"] == "luca" && usual["connect_timeout"] == "10" && usual["client_encoding"] == "UTF8")
        #expect(usual["tcp_user_timeout"] == "30000" && usual["keepalives_idle"] == "15" && usual["channel_binding"] == "prefer")
        let own = try values("postgres:///db?application_name=mine&connect_timeout=0&client_encoding=LATIN1&channel_binding=require&tcp_user_timeout=5")
        #expect(own["application_name"] == "mine" && own["connect_timeout"] == "0" && own["client_encoding"] == "UTF8")
        #expect(own["channel_binding"] == "require" && own["tcp_user_timeout"] == "5")
        #expect(try PostgresAddress("postgres:///db?connect_timeout=0").longestWait == nil)
        #expect(try PostgresAddress("postgres://localhost,localhost/db").longestWait == 20)
    }

    @Test("Texts that are no addresses are told from those that are")
    func isAddress() {
        #expect(["postgres://", "postgresql:///x", "Postgres://h"].allSatisfy(PostgresAddress.isAddress))
        #expect(!["", "postgres", "postgres:/h", "book.luca", "./postgres://h", "postgress://h"].contains(where: PostgresAddress.isAddress))
    }

    @Test("Where the client library is missing or too old, a sentence names the package that has it")
    func missingLibrary() {
        func error(_ names: [String]) -> PostgresError? { if case .failure(let error) = PostgresLibrary.load(names) { error } else { nil } }
        let missing = error(["libpq-that-is-not-there.so.5"])
        #expect(missing?.kind == .libraryMissing && missing?.message == "The library that speaks with PostgreSQL, libpq, is not installed.")
        #expect(missing?.hint == "Install it: sudo apt install libpq5")
        let other = error(["libpq-that-is-not-there.so.5", "libm.so.6"])
        #expect(other?.kind == .libraryMissing && other?.message == "The library that speaks with PostgreSQL, libpq, is too old: it has no PQconndefaults.")
        #expect(error(["libpq.so.5"]) == nil)
    }
}
