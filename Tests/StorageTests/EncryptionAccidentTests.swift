import Foundation
import Ledger
import Testing
import Values
import Vault

@testable import Storage

/// What comes between while a book is encrypted or made plain, and what is put in its place or beside it afterwards.
@Suite("Accidents and exchanges of an encrypted book", .serialized)
struct EncryptionAccidentTests: EncryptingSuite {
    let folder = TemporaryFolder()

    @Test("A log of another moment beside it is noticed by what this machine saw")
    func logOfAnotherMoment() throws {
        _ = try makeBook()
        try lock()
        let options = Book.Options(seenFolder: folder.file("seen"))
        let book = try Book.open(path: path, options: options, clock: Sample.clock)
        try book.append(Sample.deposit("1"))
        let earlier = (folder.bytes("family.luca"), folder.bytes("family.luca-wal"))
        for amount in ["2", "3"] { try book.append(Sample.deposit(amount)) }
        book.close()
        // All of an older state, file and log, is a whole book, and only the machine's memory tells.
        folder.write("family.luca", earlier.0)
        folder.write("family.luca-wal", earlier.1)
        let older = try Book.open(path: path, options: options, clock: Sample.clock)
        #expect(older.historyNotice != nil)
        older.close()
    }

    @Test("A log of an earlier moment alone, laid beside the book again, is noticed by what this machine saw")
    func earlierLog() throws {
        try makeBook()
        try lock()
        let options = Book.Options(seenFolder: folder.file("seen"))
        func record(_ amount: String) throws -> [UInt8] {
            let book = try Book.open(path: path, options: options, clock: Sample.clock)
            defer { book.close() }
            try book.append(Sample.deposit(amount))
            return folder.bytes("family.luca-wal")
        }
        let log = try record("1")
        #expect(!log.isEmpty)
        _ = try record("2")
        folder.write("family.luca-wal", log)
        let book = try Book.open(path: path, options: options, clock: Sample.clock)
        defer { book.close() }
        #expect(book.historyNotice?.message.contains("1 is missing") == true, "\(String(describing: book.historyNotice))")
    }

    @Test(
        "Killed at any step of encrypting or making plain, one whole book has the name; what is left of the other is told, and goes with the next opening",
        arguments: [true, false])
    func killed(encrypts: Bool) throws {
        let head = try makeBook()
        if !encrypts { try lock() }
        let before = folder.bytes("family.luca")
        for step in BookEncryption.Step.allCases {
            folder.write("family.luca", before)
            let output = try WriterProcess.run([encrypts ? "lock" : "unlock", path, step.rawValue, EncryptedBooks.passphrase])
            #expect(output == [step.rawValue])
            let isDone = step == .renamed, left = folder.names.filter { $0.contains(".unfinished-") }.map { folder.file($0) }
            #expect(VaultHeader.isEncrypted(folder.bytes("family.luca")) == (encrypts == isDone) && left.count == (isDone ? 0 : 1), "\(step)")
            _ = try answering([EncryptedBooks.passphrase]) {
                let reader = try Book.open(path: path, mode: .readOnly, clock: Sample.clock)
                #expect(reader.abandonedFiles == left, "\(step)")
                reader.close()
                let holdsAll = !encrypts && [.copied, .compared].contains(step)
                #expect(try !holdsAll || BookEncryption(path: path).plainCopies(BackupPlan()) == left, "\(step)")
                let book = try Book.open(path: path, mode: .existing, clock: Sample.clock)
                #expect(try book.head == head && book.verify().isSound, "\(step)")
                book.close()
                #expect(folder.names == ["family.luca"], "\(step)")
            }
        }
    }

    @Test("What only is called like a draft, and the draft of a program that is at it, stay")
    func otherDrafts() throws {
        try makeBook()
        let names = ["unfinished", "unfinished-", "unfinished-x-1", "unfinished-1", "unfinished-2147483000-2-3", "unfinished-\(getpid())-7", "unfinished-\(getppid())-7"].map {
            "family.luca.\($0)"
        }
        for name in names + ["family.luca.unfinished-2147483000-7", "family.luca.unfinished-2147483000-7.unfinished-2147483000-8"] { folder.write(name, [1]) }
        try Book.open(path: path, clock: Sample.clock).close()
        #expect(folder.names == (names + ["family.luca"]).sorted())
    }

    @Test("Where the disk does not answer once the new file has the name, the book is encrypted, and that is said")
    func unansweringDisk() throws {
        try makeBook()
        let (here, away) = (folder.path + "/books", folder.path + "/away")
        mkdir(here, 0o700)
        rename(path, here + "/family.luca")
        var encryption = try BookEncryption(path: here + "/family.luca")
        encryption.reached = { if $0 == .renamed { rename(here, away) } }
        let told = try encryption.lock(passphrase: EncryptedBooks.secret(EncryptedBooks.passphrase), recovery: Self.recovery)
        rename(away, here)
        #expect(told?.hasPrefix("The disk did not say that the new file is there to stay: ") == true)
        #expect(VaultHeader.isEncrypted(folder.bytes("books/family.luca")))
    }

    @Test("A plain file in the place of a book that was encrypted here is not opened, until it is taken as it is")
    func plainInItsPlace() throws {
        try makeBook()
        let options = Book.Options(seenFolder: folder.file("seen")), plain = folder.bytes("family.luca")
        func open(_ mode: Book.Mode = .onFirstAct) throws { try Book.open(path: path, mode: mode, options: options, clock: Sample.clock).close() }
        try open()
        try lock()
        try BookEncryption(path: path).remember(isEncrypted: true, in: folder.file("seen"))
        try open()
        let locked = folder.bytes("family.luca")
        folder.write("family.luca", plain)
        for mode in [Book.Mode.readWrite, .onFirstAct, .existing, .readOnly] {
            let error = storageError { try open(mode) }
            #expect(error?.message == "family.luca was encrypted when it was last used here, on \(Sample.clock().day), and the file in its place is plain.")
            #expect(error?.hint?.contains("luca unlock \(path) takes it as it is") == true)
        }
        folder.write("family.luca", locked)
        try open()
        folder.write("family.luca", plain)
        #expect(try BookEncryption(path: path).remember(isEncrypted: false, in: folder.file("seen")))
        #expect(try !BookEncryption(path: path).remember(isEncrypted: false, in: folder.file("seen")))
        try open()
        // The book that is encrypted again is noted as it is opened.
        folder.write("family.luca", locked)
        try open()
        folder.write("family.luca", plain)
        #expect(storageError { try open() }?.kind == .replaced)
    }
}
