import Foundation
import Ledger
import Synchronization
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("Books placed on two servers")
struct ServerPlacementTests {
    private let servers: [PostgresServer], databases: [String]

    init() throws {
        servers = [try .shared, try PostgresServer(isDurable: false)]
        databases = try servers.map { try ServerBooks.database(on: $0) }
    }

    private func address(_ place: Int, _ book: String? = nil) -> String {
        servers[place].url(database: databases[place], user: ServerBooks.owner, query: book.map { "book=\($0)" } ?? "")
    }

    /// Where a book belongs by its name.
    private func place(of book: String) -> Int { Int(EntryHash.sha256(Array(book.utf8))[0]) % servers.count }

    private func deposit(_ book: Book, _ amount: Int) throws { try book.append(Sample.deposit("\(amount)")) }

    @Test("Questions over the books of both add up, and each server has its own alone")
    func placed() throws {
        let names = (1...12).map { "client \($0)" }
        for (number, name) in names.enumerated() {
            try ServerAdministration(address: address(place(of: name))).create(book: name)
            let book = try Book.open(server: address(place(of: name), name.replacingOccurrences(of: " ", with: "%20")), clock: Sample.clock)
            try book.define(Sample.brokerage)
            try deposit(book, number + 1)
        }
        let found = try servers.indices.map { place in try ServerAdministration(address: address(place)).books().map(\.name).filter(names.contains) }
        #expect(found.allSatisfy { !$0.isEmpty } && Set(found[0] + found[1]) == Set(names) && found[0].count + found[1].count == names.count)
        var total = FixedDecimal.zero
        for place in servers.indices {
            for name in found[place] {
                let book = try Book.open(server: address(place, name.replacingOccurrences(of: " ", with: "%20")), clock: Sample.clock)
                for cash in try book.ledger.cash() { try total += cash.balance }
            }
        }
        #expect(total == 78)
    }

    @Test("A book is moved while others write in it and in its neighbours: nothing is lost, and nothing is recorded at the old place any more")
    func moved() throws {
        let administration = try ServerAdministration(address: address(0))
        for name in ["moving", "staying"] {
            try administration.create(book: name)
            try Book.open(server: address(0, name), clock: Sample.clock).define(Sample.brokerage)
        }
        try administration.add(member: ServerBooks.editor, to: "moving", as: .editor)
        let recorded = Mutex([String: Int]()), addresses = ["moving", "staying"].map { address(0, $0) }
        let isOver = Atomic(false)
        let writers = DispatchGroup()
        for number in 0..<2 {
            let address = addresses[number]
            DispatchQueue.global().async(group: writers) {
                guard let book = try? Book.open(server: address, clock: { Sample.moment }) else { return }
                while !isOver.load(ordering: .acquiring) {
                    do { _ = try book.append(Sample.deposit("1")) } catch { return }
                    recorded.withLock { $0[address, default: 0] += 1 }
                }
            }
        }
        try waitUntil { recorded.withLock { $0.count == 2 && $0.values.allSatisfy { $0 > 5 } } }
        let move = try administration.move(book: "moving", to: address(1, "moving"))
        let after = recorded.withLock { $0[addresses[1]] ?? 0 }
        try waitUntil { recorded.withLock { $0[addresses[1]] ?? 0 } > after + 5 }
        isOver.store(true, ordering: .releasing)
        writers.wait()
        let counts = recorded.withLock { $0 }
        let here = try Book.open(server: address(0, "moving"), clock: Sample.clock), there = try Book.open(server: address(1, "moving"), clock: Sample.clock)
        #expect(try here.head == move.head && here.isReadOnly && here.readOnlyReason?.message.contains("was moved to") == true)
        #expect(try there.ledger.activities.count == counts[addresses[0]] && there.head == move.head)
        #expect(try there.verify().isSound)
        #expect(try Book.open(server: address(0, "staying"), clock: Sample.clock).ledger.activities.count == counts[addresses[1]])
        try deposit(there, 7)
        #expect(storageError { try deposit(here, 1) }?.kind == .readOnly)
        #expect(try ServerAdministration(address: address(1)).members(of: "moving").map(\.login) == [ServerBooks.owner, ServerBooks.editor])
        #expect(move.missing.isEmpty)
    }

    private func waitUntil(_ isSo: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(20)
        while !isSo() {
            guard ContinuousClock.now < end else { throw PostgresServer.Problem(description: "nothing was recorded for 20 seconds") }
            usleep(10_000)
        }
    }
}
