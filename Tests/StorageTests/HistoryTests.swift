import Foundation
import Ledger
import Testing
import Values

@testable import Storage

@Suite("A book that was cut short, rewritten or replaced is noticed")
struct HistoryTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("family.luca") }

    private func open(_ name: String = "family.luca", at moment: Instant = Sample.moment, readOnly: Bool = false) throws -> Book {
        try Book.open(
            path: folder.file(name), mode: readOnly ? .readOnly : .readWrite, options: .init(busyTimeout: 0.2, seenFolder: folder.file("state/heads")),
            clock: { moment })
    }

    /// Records a deposit for each amount, each an act and a session of its own.
    private func record(_ amounts: [String], in name: String = "family.luca") throws {
        for amount in amounts {
            let book = try open(name)
            if try book.ledger.accounts.isEmpty { try Sample.fill(book) }
            try book.append(Sample.deposit(amount))
            book.close()
        }
    }

    private func copy(_ from: String, _ to: String) throws {
        try? FileManager.default.removeItem(atPath: folder.file(to))
        try FileManager.default.copyItem(atPath: folder.file(from), toPath: folder.file(to))
    }

    @Test func aBookThatIsOnlyContinuedGivesNoNotice() throws {
        try record(["1", "2", "3"])
        #expect(try open().historyNotice == nil)
        #expect(try open(readOnly: true).historyNotice == nil)
    }

    @Test func anOlderCopyInItsPlaceIsNoticedUntilItIsAccepted() throws {
        try record(["1"])
        try copy("family.luca", "old")
        try record(["2", "3"])
        try copy("old", "family.luca")
        for _ in 1...2 {
            let book = try open()
            let notice = try #require(book.historyNotice)
            #expect(
                notice.message
                    == "family.luca ends with entry 5, and had 7 entries when it was last used here, on 2026-01-02: 2 are missing. "
                    + "Up to entry 5, of 2026-01-02, it is what it was; at most 2 entries differ.")
            #expect(notice.hint?.contains("luca verify --accept") == true)
            #expect(try book.verify().problems.map(\.kind) == [.history])
            book.close()
        }
        let book = try open()
        try book.acceptHistory()
        #expect(try book.verify().isSound)
        book.close()
        #expect(try open().historyNotice == nil)
    }

    @Test func aRewrittenBookIsNoticed() throws {
        try record(["1"])
        try copy("family.luca", "old")
        try record(["2", "3"])
        try copy("old", "other.luca")
        // The same book, written on elsewhere: as long, and with another end.
        try FileManager.default.removeItem(atPath: folder.file("state"))
        try record(["7", "8", "9"], in: "other.luca")
        try FileManager.default.removeItem(atPath: folder.file("state"))
        let first = try open()
        first.close()
        try copy("other.luca", "family.luca")
        let notice = try #require(try open().historyNotice)
        #expect(
            notice.message == "family.luca has 8 entries, and had 7 entries when it was last used here, on 2026-01-02: entry 7 is not the one that was there, "
                + "so entries were rewritten. Where it begins to differ is not known here: none of the ends that were seen is in it.")
    }

    @Test func oneEntryDiffers() throws {
        try record(["1"])
        try copy("family.luca", "old")
        try record(["2"])
        try copy("old", "family.luca")
        #expect(try open().historyNotice?.message.hasSuffix("Up to entry 5, of 2026-01-02, it is what it was; at most 1 entry differs.") == true)
    }

    @Test("A backup of a book that lacks what was seen here is made, and told as an error", arguments: [false, true])
    func aBackupOfABookCutShort(isDated: Bool) throws {
        try record(["1"])
        try copy("family.luca", "old")
        try record(["2", "3"])
        try copy("old", "family.luca")
        let book = try open(), before = folder.names.filter { $0.hasSuffix(".luca") }.count
        let error = storageError {
            if isDated { try book.backup(folder: folder.path, keep: 5) } else { try book.backup(to: folder.file("copy.luca")) }
        }
        #expect(error?.kind == .damaged && error?.message.contains("2 are missing") == true && error?.message.contains("is kept") == true, "\(String(describing: error))")
        #expect(folder.names.filter { $0.hasSuffix(".luca") }.count == before + 1)
    }

    @Test("The number of entries that was noted with a hash has to be that of the hash")
    func numberOfAHash() throws {
        try record(["1"])
        let book = try open(), head = try book.head
        #expect(try book.verify(expecting: head.hash, of: head.sequence).isSound)
        let problems = try book.verify(expecting: head.hash, of: 9).problems
        #expect(problems.map(\.kind) == [.history])
        #expect(problems[0].message == "The hash \(head.hash) is that of entry 5, and was told as that of 9 entries: one of the two is not what verify printed.")
    }

    @Test func anotherBookInItsPlaceIsNoticed() throws {
        try record(["1"])
        try record(["2", "3"], in: "second.luca")
        try copy("second.luca", "family.luca")
        let notice = try #require(try open().historyNotice)
        #expect(notice.message == "family.luca is another book than the one that was there on 2026-01-02: that had 5 entries, this has 6.")
    }

    @Test func aBookThatBeginsWhereAnotherWasSaysSoOnce() throws {
        try record(["1", "2"])
        try FileManager.default.removeItem(atPath: path)
        let options = Book.Options(busyTimeout: 0.2, seenFolder: folder.file("state/heads"))
        let message = "The family.luca that was here on 2026-01-02, with 6 entries, is gone; a new book begins in its place."
        // A book that is not made yet would be plain.
        let unmade = EncryptedBooks.isOn ? message.replacing(" is gone;", with: " and was encrypted, is gone;").replacing("place.", with: "place, which is plain.") : message
        for _ in 1...2 {
            // Until something is recorded, nothing has taken its place.
            let book = try Book.open(path: path, mode: .onFirstAct, options: options, clock: Sample.clock)
            #expect(book.historyNotice?.message == unmade)
            book.close()
        }
        #expect(try open().historyNotice?.message == message)
        try record(["5"])
        #expect(try open().historyNotice == nil)
    }

    @Test func copiesAndMovedBooksAreToldApart() throws {
        try record(["1"])
        try copy("family.luca", "experiment.luca")
        try record(["2"])
        // A copy that lies beside it goes its own way.
        #expect(try open("experiment.luca").historyNotice == nil)
        try copy("family.luca", "kept")
        try record(["3"])
        // One that was moved is remembered under its old place.
        try copy("kept", "moved.luca")
        try FileManager.default.removeItem(atPath: path)
        let notice = try #require(try open("moved.luca").historyNotice)
        #expect(notice.message.hasPrefix("moved.luca ends with entry 6, and had 7 entries when it was last used here, as family.luca, which is gone, on "), "\(notice.message)")
        #expect(notice.hint?.hasPrefix("If family.luca was a copy to try things out, nothing is missing") == true)
    }

    @Test func aTrialCopyThatIsGoneRaisesNoAlarm() throws {
        try record(["1"])
        try copy("family.luca", "trial.luca")
        try record(["2"], in: "trial.luca")
        try FileManager.default.removeItem(atPath: folder.file("trial.luca"))
        try copy("family.luca", "second.luca")
        #expect(try open("second.luca").historyNotice == nil)
        try FileManager.default.moveItem(atPath: path, toPath: folder.file("elsewhere.luca"))
        #expect(try open("elsewhere.luca").historyNotice == nil)
    }

    @Test func aRestoredBackupExplainsItself() throws {
        try record(["1"])
        let backup = folder.file("copy.luca")
        try open().backup(to: backup)
        try record(["2", "3"])
        let later = Instant(microseconds: Sample.moment.microseconds + 86_400_000_000)
        try Book.restore(from: backup, to: path, replacing: true, clock: { later })
        let book = try open(at: later)
        #expect(
            book.historyNotice?.message
                == "family.luca was restored on 2026-01-03 from the backup made on 2026-01-02: the last 2 entries recorded before that are not in it.")
        let report = try book.verify()
        #expect(report.isSound, "\(report.problems)")
        #expect(report.notes.contains { $0.hasPrefix("family.luca was restored on 2026-01-03") })
        book.close()
        // Anybody might have written into the file that it was restored: what was seen here is remembered until it is accepted.
        let again = try open(at: later)
        #expect(again.historyNotice?.isExplained == true)
        try again.acceptHistory()
        again.close()
        #expect(try open(at: later).historyNotice == nil)
    }

    @Test func whatAFileSaysOfLaterThanNowExplainsNothing() throws {
        try record(["1"])
        try copy("family.luca", "old")
        try record(["2", "3"])
        try copy("old", "family.luca")
        let hash = String(repeating: "00", count: 32)
        try RawDatabase(path).run("INSERT INTO backup (made_at, entries, hash, restored_at) VALUES ('2026-01-01T00:00:00Z', 5, X'\(hash)', '2099-01-01T00:00:00Z')")
        let book = try open()
        #expect(book.historyNotice?.isExplained == false)
        #expect(try book.verify().problems.map(\.kind) == [.history])
    }

    @Test func backupsBesideTheBookAreHeldAgainstIt() throws {
        try record(["1"])
        try copy("family.luca", "old")
        try record(["2"])
        _ = try open().backup(folder: folder.path, keep: 3)
        #expect(try open().verify().notes.contains("All that the backup beside it has is in it."))
        try FileManager.default.removeItem(atPath: folder.file("state"))
        try copy("old", "family.luca")
        let report = try open().verify()
        #expect(report.problems.map(\.kind) == [.history])
        #expect(report.problems.first?.message.contains("ends with entry 6") == true)
    }

    @Test("A copy by hand goes its own way, and accuses nobody", arguments: [true, false])
    func aCopyByHand(fromBackup: Bool) throws {
        try record(["1"])
        if fromBackup { try open().backup(to: folder.file("family-test.luca")) } else { try copy("family.luca", "family-test.luca") }
        #expect(try open().verify().isSound)
        try record(["2"], in: "family-test.luca")
        try record(["3", "4"])
        let report = try open().verify()
        #expect(report.isSound, "\(report.problems)")
        #expect(report.notes.contains("The copy family-test.luca, no backup of luca's, went its own way after entry 5: what it has since is not missing here."), "\(report.notes)")
    }

    @Test func linksToTheBookAreNoBackups() throws {
        try record(["1"])
        let book = try open()
        #expect(link(path, folder.file("family-hard.luca")) == 0 && symlink(path, folder.file("family-soft.luca")) == 0)
        try book.append(Sample.deposit("2"))
        let report = try book.verify()
        #expect(report.isSound && report.notes.allSatisfy { !$0.contains("family-") }, "\(report)")
    }

    @Test("A dated copy that lost its end is still told")
    func aDatedCopyCounts() throws {
        try record(["1"])
        let dated = BookFile.name(try open().backup(folder: folder.path, keep: 3))
        try record(["2"], in: dated)
        #expect(try open().verify().problems.first?.message.hasPrefix("The backup \(dated) says that it was made with 5 entries, and has 6") == true)
        #expect(BackupFolder(folder.path, bookPath: path).name(of: "family-before-version-4-2026-01-02T030304Z_2.luca") != nil)
        #expect(BackupFolder(folder.path, bookPath: path).name(of: "family-2026-01-02.luca") == nil)
    }

    @Test func theHashOfAnEntryProvesWhatStoodThere() throws {
        try record(["1"])
        let noted = try open().verify().head
        try record(["2"])
        let book = try open()
        let report = try book.verify(expecting: noted.hash)
        #expect(report.isSound)
        #expect(report.expectedEntry == noted.sequence)
        #expect(try book.verify(expecting: .origin).expectedEntry == 0)
        let foreign = try #require(EntryHash(String(repeating: "ab", count: 32)))
        #expect(try book.verify(expecting: foreign).problems.map(\.kind) == [.history])
        #expect(EntryHash(noted.hash.description.uppercased()) == noted.hash)
        for text in ["", "abc", String(repeating: "g", count: 64), noted.hash.description + "0"] { #expect(EntryHash(text) == nil) }
    }

    @Test(
        "What a foreign hand adds to, takes from or changes in the layout is told",
        arguments: [
            ("DROP TRIGGER activity_is_not_changed", "the trigger activity_is_not_changed is missing"),
            ("DROP VIEW trades", "the view trades is missing"),
            ("DROP INDEX void_by_entry", "the index void_by_entry is missing"),
            ("CREATE TABLE notes (text)", "the table notes is none of luca's, and was put there by another program"),
            ("CREATE VIEW rich AS SELECT 1", "the view rich is none of luca's, and was put there by another program"),
            ("CREATE TRIGGER thief AFTER INSERT ON quote BEGIN SELECT 1; END", "the trigger thief is none of luca's, and was put there by another program"),
            ("CREATE VIEW mine AS SELECT nothing_called_so(1)", "the view mine is none of luca's, and was put there by another program"),
            ("CREATE TABLE a (x); CREATE VIEW b AS SELECT 1", "the table a, the view b are none of luca's, and were put there by another program"),
            (
                "PRAGMA foreign_keys = OFF; CREATE TABLE child (id REFERENCES activity (seq)); INSERT INTO child VALUES (99)",
                "the table child is none of luca's, and was put there by another program"
            ),
            ("DROP VIEW acts; CREATE VIEW acts AS SELECT * FROM act", "the view acts is not as luca makes it"),
        ])
    func theLayoutIsHeldAgainstOurs(statement: String, sentence: String) throws {
        try record(["1"])
        try RawDatabase(path).run(statement)
        let report = try open().verify()
        #expect(report.problems.map(\.message) == ["In the layout of the file, \(sentence)."])
        #expect(report.problems.map(\.kind) == [.layout])
    }

    @Test func manySightingsAreThinnedAndTheFirstAndLastKept() throws {
        let seen = MachineMemory(folder: folder.file("state"))
        var memory: MachineMemory.Memory?
        for entry in 1...200 {
            let sighting = MachineMemory.Sighting(seenAt: Sample.moment, head: JournalHead(sequence: entry, hash: .origin))
            try seen.note(sighting, of: "id", at: "/a b/ü\n.luca", isEncrypted: entry > 100, behind: memory)
            memory = seen.memory(of: "/a b/ü\n.luca", book: "id", endingAt: .empty)
        }
        let entries = try #require(memory).sightings.map(\.head.sequence)
        #expect(memory?.isEncrypted == true)
        #expect(entries.count == 40 && entries.first == 1 && entries.suffix(8) == [193, 194, 195, 196, 197, 198, 199, 200])
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $1 - $0 <= 16 })
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.file("state")).first)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("state/\(file)"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func whoRecordedIsKeptWhereTheBookWantsIt() throws {
        let book = try open()
        book.host.userName = { "ada" }
        try Sample.fill(book)
        try book.set("record_user", to: "true")
        try book.append(Sample.deposit("3"))
        let last = try book.ledger.lastEntry
        #expect(try book.recordedBy(EntryID(1)) == nil)
        #expect(try book.recordedBy(last) == "ada")
        #expect(try book.query("SELECT recorded_by FROM activities ORDER BY id DESC LIMIT 2").values == [.text("ada"), .text("")])
        #expect(try book.verify().isSound)
        try RawDatabase(path).withoutGuards { try RawDatabase(path).run("UPDATE activity SET recorded_by = 'bob' WHERE seq = \(last.rawValue)") }
        #expect(try open(readOnly: true).verify().problems.contains { $0.kind == .chain && $0.entry == last.rawValue })
    }

    private func backUp(_ book: Book, keep: Int) -> StorageError? { storageError { _ = try book.backup(folder: folder.path, keep: keep) } }

    @Test("Backups of a book that was cut short remove none that has more")
    func backupsOfAShortenedBookKeepTheOthers() throws {
        try record(["1"])
        try copy("family.luca", "old")
        try record(["2"])
        let later = Instant(microseconds: Sample.moment.microseconds + 1_000_000)
        #expect(backUp(try open(), keep: 1) == nil)
        let whole = try #require(folder.names.first { $0.hasPrefix("family-2026") })
        try copy("old", "family.luca")
        for _ in 1...3 {
            let error = backUp(try open(at: later), keep: 1)
            #expect(error?.kind == .damaged)
            #expect(error?.message.contains("is kept, and no older backup was removed for it") == true, "\(error?.message ?? "no error")")
        }
        #expect(folder.names.contains(whole))
        // Taken as it is, it makes backups again, and still removes none that has more.
        try open(at: later).acceptHistory()
        #expect(backUp(try open(at: later), keep: 1) == nil)
        #expect(folder.names.contains(whole))
        let report = try open(at: later).verify()
        #expect(report.isSound, "\(report.problems)")
        #expect(report.notes.contains { $0.hasPrefix("The backup \(whole) has entries that this book lacked already when it was taken as it is") })
    }

    @Test func onlyBackupsOfThisBookAreRemovedForNewOnes() throws {
        try record(["1"])
        folder.write("family-2020-01-01T000000Z.luca", Array("a letter".utf8))
        try record(["1"], in: "family-2020-02-01T000000Z.luca")
        var notices: [String] = []
        for step in 1...3 {
            let book = try open(at: Instant(microseconds: Sample.moment.microseconds + Int64(step) * 1_000_000))
            try book.backup(folder: folder.path, keep: 2) { notices.append($0) }
        }
        #expect(folder.names.contains("family-2020-01-01T000000Z.luca") && folder.names.contains("family-2020-02-01T000000Z.luca"))
        #expect(notices == ["The 2 latest backups are kept: family-2026-01-02T030305Z.luca was removed."])
    }

    @Test func whatWasDeletedWithAnAccountIsTold() throws {
        try record(["1"])
        let noted = try open().verify().head
        let book = try open()
        try book.erase(account: AccountID(1))
        let notes = try book.verify(expecting: noted.hash).notes
        #expect(notes.contains { $0.hasSuffix("all up to there is as it was then, but for what was removed with deleted accounts.") }, "\(notes)")
        #expect(notes.contains { $0.contains("removed with accounts that were deleted") })
    }
}
