import Ledger
import Testing
import Values

@testable import Storage

@Suite("What every store of a journal keeps to")
struct StoreContractTests {
    /// The stores that there are.
    enum Kind: CaseIterable {
        case file, memory, firstAct, server
    }

    private let folder = TemporaryFolder()

    /// Two sessions of one book, of which the first has written an entry.
    private func sessions(_ kind: Kind) throws -> (any BookStore, any BookStore) {
        if kind == .server {
            let name = try ServerBooks.make(), first = try serverStore(name)
            try write("EUR", to: first, after: .empty)
            return (first, try serverStore(name))
        }
        let path = folder.file("family.luca")
        let first: any BookStore
        switch kind {
        case .file:
            try SQLiteStore.create(path: path)
            first = try SQLiteStore.open(path: path, readOnly: false)
        case .memory: first = MemoryStore()
        case .firstAct: first = try firstAct(path)
        case .server: preconditionFailure("its sessions are made above")
        }
        try write("EUR", to: first, after: .empty)
        if let memory = first as? MemoryStore { return (first, MemoryStore(sharing: memory)) }
        return (first, try SQLiteStore.open(path: path, readOnly: false))
    }

    private func firstAct(_ path: String) throws -> FirstActStore {
        FirstActStore(path: path, makesFolder: false, busyTimeout: 0.2) { () throws(StorageError) in try SQLiteStore.open(path: path, readOnly: false) }
    }

    private func serverStore(_ name: String) throws -> any BookStore {
        let server = BookServer(address: try BookServer.address(ServerBooks.address(name)))
        server.retain()
        return ServerStore(server: server, listing: try server.book(named: name), busyTimeout: 0.2)
    }

    /// Appends an act of one setting.
    private func write(_ currency: String, to store: any BookStore, after expected: JournalHead?) throws {
        let writer = EntryWriter(), head = try store.head()
        try store.begin(after: expected, shouldStop: nil)
        let act = Act(id: head.sequence + 1, first: EntryID(head.sequence + 1), recordedAt: Sample.clock(), source: "test")
        let hash = try writer.write(act, after: head.hash, to: store)
        _ = try writer.write(SettingEntry(key: "base_currency", value: currency), act.first, act: act.id, recordedBy: store.recorder, after: hash, to: store)
        try store.commit()
    }

    @Test("An act is appended behind the entry that it expects, and refused where another stands behind that", arguments: Kind.allCases)
    func expectedHead(_ kind: Kind) throws {
        let (store, other) = try sessions(kind), seen = try store.head()
        #expect(seen.sequence == 1)
        try write("USD", to: other, after: seen)
        let error = storageError { try write("GBP", to: store, after: seen) }
        #expect(error?.kind == .outdated)
        // Nothing of it is there, and the right to write is free.
        #expect(try store.head().sequence == 2)
        try write("CHF", to: other, after: try other.head())
        try write("SEK", to: store, after: nil)
        #expect(try other.head().sequence == 4)
        #expect(storageError { try store.begin(after: .empty, shouldStop: nil) }?.kind == .outdated)
    }

    @Test("What stands behind an entry is read from its number on, in order, the act before its entries", arguments: Kind.allCases)
    func readFromANumberOn(_ kind: Kind) throws {
        let (store, other) = try sessions(kind)
        for currency in ["USD", "GBP"] { try write(currency, to: other, after: nil) }
        var rows: [String] = []
        try store.read(JournalSpan(after: 1)) { row in rows.append("\(row.table.name) \(row.sequence)") }
        #expect(rows == ["act 2", "setting 2", "act 3", "setting 3"])
    }

    @Test("An act of another session is news once, one's own is none", arguments: Kind.allCases)
    func news(_ kind: Kind) throws {
        let (store, other) = try sessions(kind)
        _ = try (store.hasNews(), other.hasNews())
        #expect(try !store.hasNews())
        try write("USD", to: store, after: nil)
        #expect(try !store.hasNews() && other.hasNews())
        #expect(try !other.hasNews())
    }

    @Test("The first of two that make a book keeps it, and the second is refused")
    func bothFirst() throws {
        let path = folder.file("family.luca"), one = try firstAct(path), two = try firstAct(path)
        try write("EUR", to: one, after: .empty)
        #expect(storageError { try write("USD", to: two, after: .empty) }?.kind == .outdated)
        #expect(try two.head().sequence == 1)
    }
}
