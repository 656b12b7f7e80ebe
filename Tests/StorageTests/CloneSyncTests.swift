import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("Clones and their server, whatever is recorded where and in whichever order")
struct CloneSyncTests {
    @Test("The same random books give equal answers in the file, the server and the clone")
    func equalAnswers() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(3) {
            let bench = CloneBench(), server = try bench.server(), file = try Shelf(.file).open(clock: Sample.clock)
            // Recorded in a clone of a book that has little, and pushed now and then; the file records the same by itself.
            for book in [server, file] { try Sample.fill(book) }
            let clone = try bench.clone()
            for turn in 0..<20 {
                let seed = random.next()
                for book in [clone, file] {
                    var same = SeededRandom(seed: seed)
                    try? book.transaction(source: "act \(seed % 7)") { try RandomActs.step(book, &same) }
                }
                #expect(try clone.everything() == file.everything())
                if turn % 7 == 6 { #expect(try clone.push(to: server).offers.allSatisfy { $0.state == .accepted }) }
            }
            try clone.push(to: server)
            let answers = try file.everything()
            #expect(try clone.everything() == answers && server.everything() == answers && bench.clone("second.luca").everything() == answers)
            #expect(try clone.chain() == server.chain())
        }
    }

    @Test("Whatever is recorded on the server and in two clones, pulled and pushed: nothing is lost, nothing is there twice, and all is sound")
    func interleavings() throws {
        var random = SeededRandom.forTest()
        var accepted = 0, refused = 0
        for _ in 0..<SeededRandom.rounds(3) {
            let bench = CloneBench(), server = try bench.server()
            try Sample.fill(server)
            let clones = [try bench.clone("a.luca"), try bench.clone("b.luca")]
            for turn in 0..<30 {
                let book = random.pick([server] + clones + clones)
                switch random.int(0...19) {
                case 0...11: try? book.transaction(source: "act \(turn)") { try RandomActs.step(book, &random) }
                case 12, 13: if book !== server { try book.pull(from: server) }
                case 14: _ = try? book.undo()
                case 15: if book !== server, let offer = try book.offers().last(where: { $0.state == .waiting }) { try book.withdraw(offer: offer.id) }
                case 16: _ = try? server.erase(account: AccountID(Int32(random.int(2...4))))
                default: if book !== server { try push(book, to: server, &random) }
                }
                if book !== server { try check(book, against: server) }
                #expect(try server.verify().isSound)
            }
            for clone in clones + clones { try clone.push(to: server) }
            for clone in clones {
                try clone.pull(from: server)
                #expect(try clone.chain() == server.chain() && clone.everything() == server.everything())
                let offers = try clone.offers()
                #expect(offers.allSatisfy { $0.state != .waiting && ($0.state != .refused || $0.reason != nil) })
                #expect(offers.allSatisfy { $0.state == .accepted || $0.entries.count == $0.entryCount || $0.reason?.contains("deleted") == true })
                try checkNothingErased(clone, server.ledger.erasedAccounts)
                accepted += offers.count { $0.state == .accepted }
                refused += offers.count { $0.state == .refused }
            }
            // Each act of the server is of one who recorded it there, or of one accepted offer.
            let firsts = try clones.flatMap { try $0.offers().compactMap(\.firstEntry) }
            #expect(Set(firsts).count == firsts.count)
            #expect(try server.verify().isSound)
        }
        #expect(accepted > 10 && refused > 0, "hardly anything was offered: \(accepted) and \(refused)")
    }

    /// Pushes, and at times is stopped right after the server has an act.
    private func push(_ clone: Book, to server: Book, _ random: inout SeededRandom) throws {
        var looks = random.int(0...6)
        if random.chance(oneIn: 2) {
            clone.host.shouldStop = {
                looks -= 1
                return looks < 0
            }
        }
        defer { clone.host.shouldStop = nil }
        do { try clone.push(to: server) } catch let error as StorageError where error.kind == .interrupted {}
    }

    /// Nothing of a deleted account is in what was refused or withdrawn, but for accounts of the same number that came with offers.
    private func checkNothingErased(_ clone: Book, _ erased: Set<AccountID>) throws {
        var reader = RowReader()
        try clone.cloneStore().file.offerTable().read { offer, content in
            for row in content.rows where row.table == .account {
                guard case .account(let id, _)? = try row.lend(withHash: false, { try reader.entry($0) }), let chain = content.chain else { continue }
                #expect(Int(id.rawValue) > chain.accounts || !erased.contains(id), "offer \(offer.id)")
            }
        }
    }

    /// A clone is sound, its chain is the beginning of the server's, and what waits is as it was recorded.
    private func check(_ clone: Book, against server: Book) throws {
        let report = try clone.verify()
        #expect(report.isSound, "\(report.problems)")
        let chain = try clone.chain(), whole = try server.chain()
        // What was deleted since has left its hash.
        #expect(chain.map(\.hash) == whole.prefix(chain.count).map(\.hash))
        #expect(try clone.query("SELECT count(*) FROM all_activities").values == [.integer(Int64(clone.ledger.activities.count))])
    }
}

/// Random things to record, with what may go wrong going wrong now and then.
enum RandomActs {
    private struct Undo: Error {}

    static func step(_ book: Book, _ random: inout SeededRandom, depth: Int = 0) throws {
        for _ in 0..<random.int(1...4) {
            let account = AccountID(Int32(random.int(1...3))), day = "2024-01-0\(random.int(1...9))", last = try book.head.sequence
            switch random.int(0...13) {
            case 0: try book.define(Account(name: "A\(random.int(1...5))", currency: .usd, group: "g\(random.int(1...2))"))
            case 1: try book.define(Instrument(symbol: "S\(random.int(1...3))", name: "n\(random.int(1...2))", currency: .usd))
            case 2, 3: _ = try? book.append(Sample.deposit("\(random.int(1...99))", in: account))
            case 4: _ = try? book.append(Sample.buy("\(random.int(1...9))", at: "2", on: day))
            case 5: _ = try? book.append(Sample.sell("\(random.int(1...9))", at: "3", on: day))
            case 6: _ = try? book.void(EntryID(random.int(1...max(1, last))), reason: "r")
            case 7: try book.set(random.pick(["base_currency", "record_user"]), to: random.pick(["", "", "true"]))
            case 8: try book.store([Sample.quote("\(random.int(1...3))", on: "2024-01-0\(random.int(1...3))", source: random.pick(["a", "manual"]))])
            case 9: try book.removeQuote(of: InstrumentID(1), on: Sample.day("2024-01-0\(random.int(1...3))"), source: "a")
            case 10:
                var amended = Sample.deposit("\(random.int(1...9))", in: account)
                amended.detail = ActivityDetail(amends: EntryID(random.int(1...max(1, last))))
                _ = try? book.append(amended)
            case 11: _ = try? book.record(Tagging(random.pick([.account(account), .activity(EntryID(random.int(1...max(1, last))))]), "t\(random.int(1...2))"))
            case 12:
                _ = try? book.settle(Occurrence(rule: "r", day: Sample.day(day), state: random.pick(Occurrence.State.allCases), first: last > 0 ? EntryID(last) : nil))
            default: if depth < 2 { try part(book, &random, depth: depth + 1) }
            }
        }
    }

    private static func part(_ book: Book, _ random: inout SeededRandom, depth: Int) throws {
        if random.chance(oneIn: 3) { return try book.trial { try step(book, &random, depth: depth) } }
        let fails = random.chance(oneIn: 2)
        try? book.transaction {
            try step(book, &random, depth: depth)
            if fails { throw Undo() }
        }
    }
}
