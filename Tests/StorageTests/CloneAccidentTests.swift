import Ledger
import Testing
import Values

@testable import Storage

@Suite("A clone and its server where not all goes well")
struct CloneAccidentTests {
    private func filled(_ kind: CloneBench.Kind = .memory) throws -> (CloneBench, server: Book, clone: Book) {
        let bench = CloneBench(kind), server = try bench.server()
        try Sample.fill(server)
        return (bench, server, try bench.clone())
    }

    private func states(_ book: Book) throws -> [Offer.State] { try book.offers().map(\.state) }

    @Test("What does not fit is refused with the reason and kept, and so is what rests on it; the others go on")
    func refusals() throws {
        let (_, server, clone) = try filled()
        try clone.transaction(source: "mine") { try clone.define(Account(name: "Savings", currency: .usd)) }
        try clone.transaction(source: "into it") { try clone.append(Sample.deposit("5", in: AccountID(2))) }
        try clone.transaction(source: "sale") { try clone.append(Sample.sell("8", at: "40")) }
        try clone.transaction(source: "deposit") { try clone.append(Sample.deposit("6")) }
        try server.define(Account(name: "Savings", currency: .eur))
        try server.append(Sample.sell("5", at: "41", on: "2024-02-01"))
        let pushed = try clone.push(to: server)
        #expect(pushed.offers.map(\.state) == [.refused, .refused, .refused, .accepted])
        #expect(pushed.offers[0].reason?.contains("Savings") == true)
        #expect(pushed.offers[1].reason == "It rests on offer 1 (mine), which was refused.")
        #expect(pushed.offers[2].reason?.contains("ORCL") == true)
        #expect(pushed.offers[2].entries.count == 1)
        #expect(try clone.everything() == server.everything() && clone.chain() == server.chain())
        #expect(try server.ledger.activities.count == 4 && clone.verify().isSound)
    }

    @Test("What would put back what another has changed meanwhile is refused, and what says the same is not")
    func claims() throws {
        let (_, server, clone) = try filled()
        var account = Sample.brokerage
        account.group = "long"
        try clone.define(account)
        try clone.set("lot_method", to: "lifo")
        try clone.set("base_currency", to: "EUR")
        var row = Sample.deposit("5")
        row.detail = ActivityDetail(sourceID: "T1")
        try clone.append(row)
        account = Sample.brokerage
        account.portfolio = "Other"
        try server.define(account)
        try server.set("lot_method", to: "hifo")
        try server.set("base_currency", to: "EUR")
        try server.append(row)
        let pushed = try clone.push(to: server)
        #expect(pushed.offers.map(\.state) == [.refused, .refused, .accepted, .refused])
        #expect(
            pushed.offers.map(\.reason) == [
                "The account Brokerage was defined on the server since, by entry 5: look at that, and say this again if it is still so.",
                "The setting lot_method was made on the server since, by entry 6: look at that, and say this again if it is still so.", nil,
                "The row T1 was imported on the server since, by entry 8: look at that, and say this again if it is still so.",
            ])
        #expect(try server.ledger.policy.lotMethod == .hifo && clone.everything() == server.everything())
    }

    @Test("A clone's own changes of one thing follow each other, whatever was accepted before")
    func ownClaims() throws {
        let (_, server, clone) = try filled()
        for group in ["a", "b"] {
            var account = Sample.brokerage
            account.group = group
            try clone.define(account)
        }
        #expect(try clone.push(to: server).offers.map(\.state) == [.accepted, .accepted])
        #expect(try server.ledger.accounts[0].group == "b")
    }

    @Test("A push that ends between the server's commit and the clone's note of it is continued, and nothing is recorded twice")
    func cutOff() throws {
        let (bench, server, clone) = try filled()
        for amount in 1...4 { try clone.append(Sample.deposit("\(amount)")) }
        try clone.define(Account(name: "Savings", currency: .usd))
        try clone.append(Sample.deposit("5", in: AccountID(2)))
        for round in 1...6 {
            clone.host.shouldStop = { true }
            #expect(storageError { try clone.push(to: server) }?.kind == .interrupted)
            clone.host.shouldStop = nil
            #expect(try server.head.sequence == 4 + round)
            #expect(try clone.verify().isSound)
            if round == 3 { try server.define(Account(name: "Joint", currency: .usd)) }
            if round > 2 { break }
        }
        #expect(try clone.push(to: server).offers.allSatisfy { $0.state == .accepted })
        #expect(try states(clone) == Array(repeating: .accepted, count: 6))
        #expect(try clone.chain() == server.chain() && server.ledger.activities.count == 7)
        #expect(try server.ledger.accounts.map(\.name) == ["Brokerage", "Joint", "Savings"])
        #expect(try bench.open().everything() == server.everything())
    }

    @Test("A server that was restored from an older backup, or rewritten, is noticed, and both sides stay as they are", arguments: [true, false])
    func restoredServer(isRewritten: Bool) throws {
        let (bench, server, clone) = try filled(.file)
        try server.backup(to: bench.folder.file("old.luca"))
        try server.append(Sample.deposit("1"))
        try clone.pull(from: server)
        try clone.append(Sample.deposit("2"))
        server.close()
        try Book.restore(from: bench.folder.file("old.luca"), to: bench.folder.file("server.luca"), replacing: true, clock: Sample.clock)
        let restored = try bench.server()
        if isRewritten { for amount in 7...9 { try restored.append(Sample.deposit("\(amount)")) } }
        let before = (try restored.chain(), try clone.chain())
        for step in [{ _ = try clone.pull(from: restored) }, { _ = try clone.push(to: restored) }] {
            let error = storageError(step)
            #expect(error?.kind == .damaged && error?.message.contains("restored from an older backup") == true)
        }
        #expect(try restored.chain() == before.0 && clone.chain() == before.1)
        #expect(try states(clone) == [.waiting] && clone.verify().isSound)
        #expect(storageError { try clone.pull(from: Book.inMemory(clock: Sample.clock)) }?.kind == .refused)
    }

    @Test("An account that is deleted on the server is deleted in the clone and in what was offered of it, and not deleted away from the server")
    func erasure() throws {
        let (bench, server, clone) = try filled()
        try server.define(Account(name: "Hidden", currency: .usd))
        try server.append(Sample.deposit("77", in: AccountID(2)))
        try clone.pull(from: server)
        #expect(storageError { try clone.erase(account: AccountID(2)) }?.kind == .refused)
        try clone.transaction(source: "hidden too") { try clone.append(Sample.deposit("78787", in: AccountID(2))) }
        try clone.transaction(source: "other") { try clone.append(Sample.deposit("6")) }
        try clone.transaction(source: "new one") { try clone.define(Account(name: "Mine", currency: .usd)) }
        try server.erase(account: AccountID(2))
        try server.append(Sample.deposit("1"))
        let pulled = try clone.pull(from: server)
        #expect(pulled.erased == [AccountID(2)] && pulled.answered.map(\.state) == [.refused])
        #expect(pulled.answered[0].entries.isEmpty && pulled.answered[0].reason?.contains("deleted on the server") == true)
        #expect(try clone.verify().isSound && clone.chain() == server.chain())
        try clone.push(to: server)
        #expect(try clone.everything() == server.everything() && clone.verify().isSound && server.verify().isSound)
        clone.close()
        if !EncryptedBooks.isOn {
            let bytes = String(decoding: bench.folder.bytes("laptop.luca"), as: UTF8.self)
            #expect(!bytes.contains("Hidden") && !bytes.contains("78787") && bytes.contains("Mine"))
        }
    }

    @Test("A price that was told away from the server is offered too; where the server has another by now, it is refused and kept")
    func prices() throws {
        let (_, server, clone) = try filled()
        try server.store([Sample.quote("30", on: "2024-01-05"), Sample.quote("31", on: "2024-01-06")])
        try clone.pull(from: server)
        try clone.store([Sample.quote("40", on: "2024-01-07", source: "manual")])
        try clone.store([Sample.quote("41", on: "2024-01-05")])
        try clone.removeQuote(of: InstrumentID(1), on: Sample.day("2024-01-06"), source: "yahoo")
        try clone.store([Rate(from: .eur, to: .usd, date: Sample.day("2024-01-05"), rate: 2, source: "manual")])
        #expect(try clone.quotes().map(\.close) == [41, 40] && clone.offers().map(\.source) == ["prices", "prices", "prices", "prices"])
        try server.store([Sample.quote("50", on: "2024-01-05")])
        let pulled = try clone.pull(from: server)
        #expect(pulled.answered.map(\.reason) == ["The server has another price of ORCL on 2024-01-05 by yahoo than this rests on."])
        #expect(try clone.quotes().map(\.close) == [50, 40])
        #expect(try clone.push(to: server).offers.map(\.state) == [.accepted, .accepted, .accepted])
        #expect(try server.quotes().map(\.close) == [50, 40] && server.rates().count == 1)
        #expect(try clone.everything() == server.everything() && clone.storedQuotes().map(\.recordedAt) == server.storedQuotes().map(\.recordedAt))
        #expect(try clone.verify().isSound)
    }

    @Test("A price that is taken away on both sides is gone, and what was recorded with it goes on")
    func priceGoneOnBoth() throws {
        let (_, server, clone) = try filled()
        try server.store([Sample.quote("30")])
        try clone.pull(from: server)
        try clone.transaction {
            try clone.removeQuote(of: InstrumentID(1), on: Sample.day("2024-01-05"), source: "yahoo")
            try clone.append(Sample.deposit("6"))
        }
        try server.removeQuote(of: InstrumentID(1), on: Sample.day("2024-01-05"), source: "yahoo")
        #expect(try clone.pull(from: server).quotes == 1)
        #expect(try clone.verify().isSound && clone.offers().map(\.priceCount) == [0])
        #expect(try clone.push(to: server).offers.map(\.state) == [.accepted])
        #expect(try clone.everything() == server.everything() && server.quotes().isEmpty)
    }

    @Test("What is withdrawn counts no more and is kept; what rests on it is refused, and the rest waits on")
    func withdrawing() throws {
        let (_, server, clone) = try filled()
        try clone.transaction(source: "account") { try clone.define(Account(name: "Savings", currency: .usd)) }
        try clone.transaction(source: "in it") { try clone.append(Sample.deposit("5", in: AccountID(2))) }
        try clone.transaction(source: "price") { try clone.store([Sample.quote("40")]) }
        try clone.transaction(source: "else") { try clone.append(Sample.deposit("6")) }
        #expect(try clone.withdraw(offer: 1).map(\.id) == [1, 2])
        #expect(try states(clone) == [.withdrawn, .refused, .waiting, .waiting] && clone.quotes().count == 1)
        #expect(try clone.withdraw(offer: 3).map(\.state) == [.withdrawn])
        #expect(try clone.quotes().isEmpty && clone.ledger.accounts.count == 1 && clone.ledger.activities.count == 3 && clone.verify().isSound)
        #expect(storageError { try clone.withdraw(offer: 1) }?.kind == .misuse)
        #expect(storageError { try clone.withdraw(offer: 9) }?.kind == .unknownEntry)
        try clone.push(to: server)
        #expect(try server.ledger.activities.count == 3 && clone.chain() == server.chain())
    }

    @Test("What somebody changed in the tables of a clone is told by verify")
    func tampering() throws {
        let (bench, _, clone) = try filled()
        try clone.append(Sample.deposit("5"))
        clone.close()
        let raw = try RawDatabase(bench.folder.file("laptop.luca"))
        for guarded in ["DELETE FROM offer", "UPDATE offer SET token = 'a'", "DELETE FROM origin", "UPDATE origin SET book = 'b'", "UPDATE offer SET state = 'lost'"] {
            #expect(throws: StorageError.self, "\(guarded)") { try raw.run(guarded) }
        }
        try raw.run("UPDATE offer SET content = replace(content, '\"seq\":5', '\"seq\":7')")
        #expect(try bench.open().verify().isSound == false)
        try raw.run("UPDATE offer SET content = 'x'")
        #expect(try bench.open().verify().problems.first?.message.contains("offer 1 cannot be read") == true)
    }
}
