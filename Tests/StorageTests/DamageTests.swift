import Foundation
import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("A book with damaged bytes")
struct DamageTests {
    private let folder = TemporaryFolder()

    /// A book of some hundred entries, closed, and its bytes.
    private func makeBook() throws -> [UInt8] {
        let book = try Book.open(path: folder.file("family.luca"), clock: Sample.clock)
        try Sample.fill(book)
        try book.append(contentsOf: (1...400).map { Sample.deposit("\($0)") })
        try book.store((1...28).map { Sample.quote("\($0)", on: "2024-02-\($0 < 10 ? "0" : "")\($0)") })
        book.close()
        return folder.bytes("family.luca")
    }

    /// Whether anything says that the book is damaged: opening, loading, or verifying.
    private func isFoundOut(_ name: String) throws -> Bool {
        do {
            let book = try Book.open(path: folder.file(name), mode: .readOnly, clock: Sample.clock)
            defer { book.close() }
            let report = try book.verify()
            if !report.isSound { return true }
            _ = try book.ledger.cash()
            return false
        } catch let error as StorageError {
            #expect([.damaged, .notABook, .newer].contains(error.kind), "\(error)")
            return true
        } catch is LedgerError {
            return true
        }
    }

    @Test("Overwritten pages are found out, whatever is in them, and never end the program")
    func overwrittenPages() throws {
        let sound = try makeBook()
        let page = 4096
        for start in stride(from: 0, to: sound.count, by: page) {
            var bytes = sound
            for index in start..<min(start + 512, bytes.count) { bytes[index] = 0xA5 }
            folder.write("damaged.luca", bytes)
            // A page may hold nothing of account: all of it free, or the rows of an index that a query rebuilds.
            #expect(try isFoundOut("damaged.luca"), "page \(start / page + 1) of \(sound.count / page)")
            #expect(folder.bytes("damaged.luca") == bytes)
        }
    }

    @Test("A single changed byte is found out, or it is in a place that means nothing")
    func singleBytes() throws {
        var random = SeededRandom.forTest()
        let sound = try makeBook()
        folder.write("sound.luca", sound)
        let original = try Book.open(path: folder.file("sound.luca"), mode: .readOnly, clock: Sample.clock)
        let head = try original.verify().head
        for _ in 0..<SeededRandom.rounds(50) {
            var bytes = sound
            let place = random.int(0...bytes.count - 1)
            bytes[place] ^= UInt8(1 << random.int(0...7))
            folder.write("damaged.luca", bytes)
            if try isFoundOut("damaged.luca") { continue }
            // Nobody noticed, so nothing may have changed: neither an entry nor what the ledger makes of them.
            let book = try Book.open(path: folder.file("damaged.luca"), mode: .readOnly, clock: Sample.clock)
            #expect(try book.verify().head == head, "byte \(place)")
            #expect(try book.ledger.cash() == original.ledger.cash(), "byte \(place)")
            book.close()
        }
    }

    @Test(.onPlainBooks) func aDamagedBookRefusesAndKeepsItsBytes() throws {
        let sound = try makeBook()
        var bytes = sound
        // All but the first page, where the layout stands.
        for index in 4096..<bytes.count { bytes[index] = 0 }
        folder.write("damaged.luca", bytes)
        let error = storageError {
            let book = try Book.open(path: folder.file("damaged.luca"), clock: Sample.clock)
            try book.append(Sample.deposit("1"))
        }
        #expect(error?.kind == .damaged)
        #expect(
            error?.description
                == """
                damaged.luca is damaged: database disk image is malformed. Leave it as it is, and restore the latest backup that verifies: \
                luca restore BACKUP --book damaged.luca --force
                """)
        #expect(folder.bytes("damaged.luca") == bytes)
    }

    @Test("An exercise of what is no option, or of nothing, is named with its entry", arguments: ["exercise", "assignment"])
    func falsifiedUse(subtype: String) throws {
        _ = try makeBook()
        let raw = try RawDatabase(folder.file("family.luca"))
        try raw.withoutGuards {
            try raw.run("UPDATE activity SET kind = 'adjustment', subtype = '\(subtype)', detail = '{\"into\":1}', amount = NULL WHERE quantity IS NOT NULL")
        }
        let book = try Book.open(path: folder.file("family.luca"), clock: Sample.clock)
        let error = storageError { _ = try book.ledger.holdings() }
        #expect(error?.kind == .damaged)
        #expect(error?.description.contains("entry 4, an activity, does not make sense: ") == true, "\(String(describing: error))")
        #expect(error?.description.contains("`luca verify`") == true)
        #expect(try book.verify().problems.map(\.entry) == [4, 4])
    }

    @Test func anEntryThatMakesNoSenseIsNamed() throws {
        _ = try makeBook()
        let raw = try RawDatabase(folder.file("family.luca"))
        try raw.withoutGuards { try raw.run("UPDATE activity SET amount = 'much' WHERE seq = 77") }
        let book = try Book.open(path: folder.file("family.luca"), clock: Sample.clock)
        #expect(
            storageError { _ = try book.ledger }?.description
                == """
                family.luca is damaged: entry 77, an activity, does not make sense: "much" is not a number: unexpected "m" at the start \
                (column amount). `luca verify` tells what else is wrong; restore the latest backup that verifies.
                """)
        let report = try book.verify()
        #expect(report.problems.map(\.entry) == [77, 77])
        #expect(Set(report.problems.map(\.kind)) == [.chain, .replay])
    }

    /// A later version may tell more of an account, an instrument or an activity, which none may leave out in silence.
    @Test(arguments: ["account", "instrument", "activity"])
    func whatALaterVersionTellsIsNotLeftOut(table: String) throws {
        let book = try Book.open(path: folder.file("family.luca"), clock: Sample.clock)
        try Sample.fill(book)
        book.close()
        let raw = try RawDatabase(folder.file("family.luca"))
        try raw.withoutGuards { try raw.run("UPDATE \(table) SET detail = '{\"colour\":\"red\"}'") }
        let error = storageError { _ = try Book.open(path: folder.file("family.luca"), clock: Sample.clock).ledger }
        #expect(error?.kind == .damaged)
        #expect(error?.message.contains("a later version of luca wrote it (column detail)") == true, "\(error?.message ?? "opened")")
    }
}
