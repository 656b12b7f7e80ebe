import CSQLite
import Foundation
import Ledger
import Synchronization
import TestSupport
import Testing
import Values
import Vault

@testable import Storage

@Suite("Encrypting a book and making it plain again", .serialized)
struct BookEncryptionTests: EncryptingSuite {
    let folder = TemporaryFolder()

    private func isInTheClear(_ name: String) -> Bool { Data(folder.bytes(name)).range(of: Data(Self.word.utf8)) != nil }

    @Test("An encrypted book is the same book, of which nothing can be read; made plain, it is so again")
    func thereAndBack() throws {
        let head = try makeBook()
        #expect(isInTheClear("family.luca"))
        try lock()
        #expect(!isInTheClear("family.luca") && VaultHeader.isEncrypted(folder.bytes("family.luca")))
        #expect(folder.names == ["family.luca"])
        let book = try Book.open(path: path, mode: .existing, clock: Sample.clock)
        #expect(try book.isEncrypted && book.head == head && book.verify().isSound)
        try book.append(Sample.deposit("1"))
        try book.backup(to: folder.file("copy.luca"))
        book.close()
        #expect(!isInTheClear("family.luca") && !isInTheClear("copy.luca"))
        try BookEncryption(path: path).unlock()
        #expect(isInTheClear("family.luca") && folder.names == ["copy.luca", "family.luca"])
        #expect(try Book.open(path: path, clock: Sample.clock).ledger.activities.count == 3)
    }

    @Test("The passphrase is asked for where a book is opened, three times at most, and nowhere else")
    func asks() throws {
        _ = try makeBook()
        try lock()
        func open() throws -> Int {
            let book = try Book.open(path: path, mode: .readOnly, clock: Sample.clock)
            defer { book.close() }
            return try book.ledger.activities.count
        }
        #expect(try answering([EncryptedBooks.passphrase], open) == (2, [false]))
        #expect(try answering(["wrong horse", Self.recovery.text], open) == (2, [false, true]))
        let (error, asked) = answering(["wrong horse", "wrong cow", "wrong hen", EncryptedBooks.passphrase]) { storageError { _ = try open() } }
        #expect(error?.kind == .locked && error?.message == "The passphrase does not open family.luca." && asked == [false, true, true])
        #expect(answering(["wrong horse", EncryptedBooks.passphrase], isTyped: false) { storageError { _ = try open() } }.asked == [false])
        // Looking whether a file is a book asks nobody, and what is one is left alone.
        let (isBook, none) = answering([]) { (BookProtection.isBook(path), BookProtection.refusalToWrite(path)) }
        #expect(isBook.0 && isBook.1 != nil && none.isEmpty)
    }

    @Test("Another passphrase, and another recovery key, take the place of those before; the pages stay as they are")
    func anotherPassphrase() throws {
        _ = try makeBook()
        try lock()
        let pages = folder.bytes("family.luca")[VaultHeader.sizeOfBoth...], another = try RecoveryKey()
        try BookEncryption(path: path).change(passphrase: EncryptedBooks.secret("another passphrase"), recovery: another)
        #expect(folder.bytes("family.luca")[VaultHeader.sizeOfBoth...] == pages)
        func opens(_ text: String) -> Bool {
            answering([text], isTyped: false) { storageError { try Book.open(path: path, mode: .readOnly, clock: Sample.clock).close() } == nil }.0
        }
        #expect(opens("another passphrase") && opens(another.text))
        #expect(!opens(EncryptedBooks.passphrase) && !opens(Self.recovery.text))
    }

    @Test("What cannot be done is said in a sentence, and leaves the book as it was")
    func refusals() throws {
        _ = try makeBook()
        #expect(storageError { try BookEncryption(path: path).unlock() }?.message == "family.luca is not encrypted.")
        let book = try Book.open(path: path, clock: Sample.clock)
        _ = try book.ledger
        #expect(storageError { try lock() }?.description == "family.luca is open in another program. Close it there; nothing was changed.")
        try book.append(Sample.deposit("1"))
        book.close()
        try lock()
        #expect(storageError { try lock() }?.message == "family.luca is encrypted already.")
        #expect(folder.names == ["family.luca"])
    }

    @Test("A header that is cut off, altered, of a later luca or of another book, each in a sentence")
    func brokenHeaders() throws {
        _ = try makeBook()
        try lock()
        let sound = folder.bytes("family.luca")
        func told(_ change: (inout [UInt8]) -> Void) -> StorageError? {
            var bytes = sound
            change(&bytes)
            folder.write("broken.luca", bytes)
            return storageError { try Book.open(path: folder.file("broken.luca"), mode: .existing, clock: Sample.clock).close() }
        }
        #expect(told { $0 = Array($0[..<100]) }?.message.contains("its header was altered or is cut off") == true)
        #expect(
            told {
                $0[3000] ^= 1; $0[3000 + 4096] ^= 1
            }?.message.contains("its header was altered or is cut off") == true)
        #expect(told { $0 = Array($0[..<16]) + [UInt8](repeating: 7, count: 9000) }?.kind == .damaged)
        #expect(told { $0 = Array("luca locked bookworm".utf8) }?.kind == .damaged)
        #expect(told { $0 = Array("no book at all, but a letter to my aunt".utf8) }?.kind == .notABook)
        // One of two headers is enough, and verify tells that the other is not as it was.
        #expect(told { $0[3000] ^= 1 } == nil)
        let book = try Book.open(path: folder.file("broken.luca"), mode: .readOnly, clock: Sample.clock)
        #expect(try book.verify().problems.first?.message.hasPrefix("One of the two headers of the encrypted file") == true)
        // Whichever bit of it was altered: its beginning, by which a file is known for an encrypted one, and its proof too; with the key, and when it is asked for.
        for place in Array(0..<16) + [20, 200, 4056, 4063, 4064, 4095] {
            for first in [place, place + VaultHeader.size] { #expect(told { $0[first] ^= 4 } == nil, "byte \(first)") }
            _ = told { $0[place] ^= 4 }
            let (sequence, asked) = try answering([EncryptedBooks.passphrase]) {
                let opened = try Book.open(path: folder.file("broken.luca"), mode: .readOnly, clock: Sample.clock)
                defer { opened.close() }
                return try opened.head.sequence
            }
            #expect(sequence > 0 && asked == [false], "byte \(place)")
        }
        // The header of another book of the same passphrase has another key.
        folder.write("whole.luca", sound)
        _ = try BookEncryption(path: folder.file("whole.luca")).unlock()
        try BookEncryption(path: folder.file("whole.luca")).lock(passphrase: EncryptedBooks.secret(EncryptedBooks.passphrase), recovery: Self.recovery)
        let foreign = folder.bytes("whole.luca")[..<VaultHeader.sizeOfBoth]
        #expect(told { $0.replaceSubrange(..<VaultHeader.sizeOfBoth, with: foreign) }?.message.contains("is not as luca wrote it") == true)
    }

    @Test("A page that was altered is named by verify, and no act rests on it")
    func alteredPage() throws {
        _ = try makeBook()
        try lock()
        var bytes = folder.bytes("family.luca")
        bytes[VaultHeader.sizeOfBoth + 4136 + 100] ^= 1
        folder.write("family.luca", bytes)
        let error = storageError {
            let book = try Book.open(path: path, clock: Sample.clock)
            defer { book.close() }
            let report = try book.verify()
            #expect(report.problems.first?.message == "Page 2 of the encrypted file is not as luca wrote it: it was altered, or its disk failed.")
            try book.append(Sample.deposit("1"))
        }
        #expect(error?.kind == .damaged)
    }

    @Test("What is restored from an encrypted copy is encrypted, and so is a book that a plain copy takes the place of")
    func restored() throws {
        _ = try makeBook()
        let plain = try Book.open(path: path, clock: Sample.clock)
        try plain.backup(to: folder.file("plain.luca"))
        plain.close()
        try lock()
        let book = try Book.open(path: path, mode: .existing, clock: Sample.clock)
        let head = try book.head
        try book.backup(to: folder.file("copy.luca"))
        book.close()
        for copy in ["copy.luca", "plain.luca"] {
            let kept = try Book.restore(from: folder.file(copy), to: path, replacing: true, clock: Sample.clock)
            #expect(kept != nil && !isInTheClear("family.luca") && VaultHeader.isEncrypted(folder.bytes("family.luca")))
            let restored = try Book.open(path: path, mode: .readOnly, clock: Sample.clock)
            #expect(try restored.head == head && restored.verify().isSound)
            restored.close()
        }
        // Where there was no book, it is as the copy is.
        _ = try Book.restore(from: folder.file("copy.luca"), to: folder.file("new.luca"), clock: Sample.clock)
        #expect(VaultHeader.isEncrypted(folder.bytes("new.luca")))
        _ = try Book.restore(from: folder.file("plain.luca"), to: folder.file("open.luca"), clock: Sample.clock)
        #expect(isInTheClear("open.luca"))
    }

    @Test("A plain copy in the place of an encrypted book that nobody can open is restored, and said to be plain")
    func restoredWithoutPassphrase() throws {
        _ = try makeBook()
        let plain = try Book.open(path: path, clock: Sample.clock)
        try plain.backup(to: folder.file("plain.luca"))
        plain.close()
        try lock()
        var notices: [String] = []
        _ = try answering([]) { try Book.restore(from: folder.file("plain.luca"), to: path, replacing: true, clock: Sample.clock) { notices.append($0) } }
        #expect(notices == ["family.luca was encrypted, and the backup is plain: so is the restored book, until luca lock encrypts it."])
        #expect(isInTheClear("family.luca"))
    }

    @Test("Trying a copy of an encrypted book asks for the passphrase where it is not known, and finds it sound")
    func rehearsed() throws {
        _ = try makeBook()
        try lock()
        let book = try Book.open(path: path, mode: .existing, clock: Sample.clock)
        try book.backup(to: folder.file("copy.luca"))
        book.close()
        let (fault, asked) = try answering([EncryptedBooks.passphrase]) { try Book.rehearseRestoring(folder.file("copy.luca"), clock: Sample.clock) }
        #expect(fault == nil && asked == [false])
    }

    @Test("Copies of before that are plain are found")
    func plainCopies() throws {
        _ = try makeBook()
        let book = try Book.open(path: path, clock: Sample.clock)
        let copy = try book.backup(folder: folder.file("family.luca.backups"), keep: 3)
        book.close()
        try lock()
        #expect(try BookEncryption(path: path).plainCopies(BackupPlan()) == [copy])
    }

    @Test(
        "A passphrase file must be there, be one's own, and have a line",
        arguments: [(0o600, "a passphrase\nmore", true), (0o644, "a passphrase", false), (0o660, "a passphrase", false), (0o600, "\n", false), (0o600, "", false)])
    func passphraseFile(mode: Int, text: String, isGood: Bool) throws {
        let path = folder.file("pass")
        folder.write("pass", Array(text.utf8))
        chmod(path, mode_t(mode))
        let read = try? PassphraseFile(path: path).read()
        #expect((read != nil) == isGood)
        if let read { #expect(read.isSame(as: EncryptedBooks.secret("a passphrase"))) }
        #expect(storageError { _ = try PassphraseFile(path: folder.file("none")).read() }?.kind == .locked)
        #expect(storageError { _ = try PassphraseFile(path: folder.path).read() }?.kind == .locked)
    }
}
