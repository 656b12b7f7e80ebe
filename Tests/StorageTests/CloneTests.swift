import Ledger
import Testing
import Values

@testable import Storage

@Suite("A clone has the server's book away from the server")
struct CloneTests {
    @Test("A clone has the server's chain, hash by hash, says where it comes from, and answers as the server does", arguments: CloneBench.Kind.allCases)
    func cloning(_ kind: CloneBench.Kind) throws {
        let bench = CloneBench(kind), server = try bench.server()
        try Sample.fill(server)
        try server.store([Sample.quote("33")])
        try server.store([Rate(from: .eur, to: .usd, date: Sample.day("2024-01-05"), rate: 2, source: "ecb")])
        let clone = try bench.clone()
        #expect(try clone.chain() == server.chain())
        #expect(try clone.everything() == server.everything())
        #expect(try clone.verify().isSound)
        let origin = try #require(try clone.origin)
        #expect(origin.address == "luca://example/family")
        #expect(try server.head == origin.pulled && server.store.identity() == origin.book)
        #expect(try server.origin == nil && clone.offers().isEmpty && clone.store.identity() != origin.book)
        #expect(storageError { _ = try bench.clone() }?.kind == .alreadyExists)
        #expect(storageError { _ = try Book.clone(of: clone, to: bench.folder.file("b.luca"), address: "x", clock: Sample.clock) }?.kind == .misuse)
        #expect(storageError { try server.pull(from: clone) }?.kind == .misuse)
    }

    @Test("What is recorded away from the server counts in every answer, and is not in the chain")
    func recordingAway() throws {
        let bench = CloneBench(), server = try bench.server()
        try Sample.fill(server)
        let clone = try bench.clone(), chain = try clone.chain()
        try clone.transaction(source: "train") {
            try clone.append(Sample.deposit("5"))
            try clone.transaction { try clone.append(Sample.sell("1", at: "40")) }
            #expect(try clone.query("SELECT count(*) FROM activities").values == [.integer(4)])
            try? clone.transaction {
                try clone.append(Sample.deposit("7"))
                throw StorageError(.misuse, "not this")
            }
        }
        try clone.trial { try clone.append(Sample.deposit("1000")) }
        for book in [clone, try bench.open(), try bench.open("laptop.luca", .readOnly)] {
            #expect(try book.ledger.activities.count == 4)
            #expect(try book.query("SELECT count(*) FROM activities").values == [.integer(4)])
            #expect(try book.state().cash().map(\.balance) == [731])
            #expect(try book.head.sequence == 6)
            #expect(try book.act(of: EntryID(6))?.source == "train")
            let report = try book.verify()
            #expect(report.isSound && report.waitingCount == 2 && report.entryCount == 4)
            #expect(try server.head == report.head)
        }
        #expect(try clone.chain() == chain)
        #expect(try RawDatabase(bench.folder.file("laptop.luca")).texts("SELECT max(seq) FROM activity") == ["4"])
        let offers = try clone.offers()
        #expect(offers.map(\.source) == ["train"] && offers[0].entries.map(\.id) == [EntryID(5), EntryID(6)])
        #expect(try server.head == offers[0].restsOn)
        // A book that reads an image of it has what waits, and comes from nowhere.
        try clone.withImage { bytes in
            let image = try Book.open(image: bytes, named: "laptop", clock: Sample.clock)
            #expect(try image.ledger.activities.count == 4 && image.verify().isSound)
        }
        _ = try clone.undo()
        #expect(try clone.state().cash().map(\.balance) == [686])
        #expect(try clone.offers().map(\.source) == ["train", "undo of act 3"])
    }

    @Test("A copy of a clone is a clone, with what waits, and so is one that is restored")
    func copies() throws {
        let bench = CloneBench()
        try Sample.fill(bench.server())
        let clone = try bench.clone()
        try clone.append(Sample.deposit("5"))
        try clone.backup(to: bench.folder.file("copy.luca"))
        try Book.restore(from: bench.folder.file("copy.luca"), to: bench.folder.file("again.luca"), clock: Sample.clock)
        let again = try bench.open("again.luca")
        #expect(try again.offers().map(\.entryCount) == [1])
        #expect(try again.verify().isSound)
        // Both offer the same: the server takes it once.
        try clone.push(to: bench.server())
        let pushed = try again.push(to: bench.server())
        #expect(pushed.offers.map(\.state) == [.accepted])
        #expect(try bench.server().ledger.activities.count == 3)
        #expect(try again.chain() == clone.chain())
    }

    @Test("What is new on the server is taken, and what waits is laid behind it")
    func pulling() throws {
        let bench = CloneBench(), server = try bench.server()
        try Sample.fill(server)
        let clone = try bench.clone(), other = try bench.open()
        try clone.transaction(source: "away") {
            let account = try clone.define(Account(name: "Savings", currency: .usd))
            let instrument = try clone.define(Instrument(symbol: "XYZ", name: "x", currency: .usd))
            var buy = Sample.buy("2", at: "3")
            (buy.account, buy.instrument) = (account, instrument)
            let entry = try clone.append(buy)
            _ = try clone.record(Tagging(.activity(entry), "away"))
            _ = try clone.record(Tagging(.account(account), "mine"))
            try clone.store([Quote(instrument: instrument, date: Sample.day("2024-01-05"), close: 4, currency: .usd, source: "manual")])
        }
        #expect(try other.refresh() && other.ledger.accounts.count == 2)
        try server.define(Account(name: "Joint", currency: .eur))
        try server.define(Instrument(symbol: "ABC", name: "a", currency: .usd))
        let pulled = try clone.pull(from: server)
        #expect(pulled.entries == 2 && pulled.answered.isEmpty)
        #expect(try server.head == pulled.head)
        for book in [clone, other] {
            try book.refresh()
            let ledger = try book.ledger
            #expect(ledger.accounts.map(\.name) == ["Brokerage", "Joint", "Savings"])
            #expect(ledger.instruments.map(\.symbol) == ["ORCL", "ABC", "XYZ"])
            let bought = ledger.activities.activity(at: ledger.activities.count - 1)
            #expect(bought.account == AccountID(3) && bought.instrument == InstrumentID(3))
            #expect(ledger.tags.has(.account(AccountID(3)), "mine") && ledger.tags.has(.activity(ledger.activities.id(at: ledger.activities.count - 1)), "away"))
            #expect(try book.quotes().map(\.instrument) == [InstrumentID(3)])
            #expect(try book.verify().isSound)
        }
        try clone.push(to: server)
        #expect(try clone.chain() == server.chain() && clone.everything() == server.everything())
    }

    @Test("What is offered is recorded in order, once, with the server's time", arguments: CloneBench.Kind.allCases)
    func pushing(_ kind: CloneBench.Kind) throws {
        let bench = CloneBench(kind), server = try bench.server()
        try Sample.fill(server)
        let clone = try bench.clone()
        for amount in 1...3 { try clone.transaction(source: "offer \(amount)") { try clone.append(Sample.deposit("\(amount)")) } }
        try server.append(Sample.deposit("100"))
        let told = try clone.offers().map(\.recordedAt)
        let pushed = try clone.push(to: server)
        #expect(pushed.offers.map(\.state) == [.accepted, .accepted, .accepted] && pushed.offers.map(\.firstEntry) == [6, 7, 8])
        #expect(try server.acts.map(\.source).suffix(3) == ["offer 1", "offer 2", "offer 3"])
        #expect(try server.acts.map(\.recordedAt) == server.acts.map(\.recordedAt).sorted() && clone.offers().map(\.recordedAt) == told)
        #expect(try clone.chain() == server.chain() && clone.everything() == server.everything())
        #expect(try clone.push(to: server).offers.isEmpty)
        for book in [server, clone] { #expect(try book.verify().isSound) }
    }

    @Test("An undo goes with the act that it takes back, and a group with the entry that it is called by")
    func namesOfNumbers() throws {
        let bench = CloneBench(), server = try bench.server()
        try Sample.fill(server)
        try server.define(Account(name: "Savings", currency: .usd))
        let clone = try bench.clone()
        func transfer(_ book: Book) throws {
            let group = ActivityDetail(group: "transfer \(try book.head.sequence + 1)")
            try book.append(
                contentsOf: [ActivityKind.transferOut, .transferIn].map { kind in
                    Activity(date: Sample.day("2024-01-04"), kind: kind, account: AccountID(kind == .transferOut ? 1 : 2), amount: 10, currency: .usd, detail: group)
                })
        }
        try transfer(clone)
        try clone.append(Sample.deposit("9"))
        _ = try clone.undo()
        try transfer(server)
        try clone.push(to: server)
        #expect(try server.acts.map(\.source).suffix(3) == ["luca", "luca", "undo of act 6"])
        let table = try server.ledger.activities
        #expect((2..<6).compactMap { table.detail(at: $0)?.group } == ["transfer 6", "transfer 6", "transfer 8", "transfer 8"])
        #expect(try clone.everything() == server.everything())
        #expect(try server.state().cash().map(\.balance) == [666, 20])
    }
}
