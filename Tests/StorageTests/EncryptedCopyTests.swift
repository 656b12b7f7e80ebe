import Foundation
import Ledger
import SQLite
import TestSupport
import Testing
import Values
import Vault

@testable import Storage

/// What luca writes by itself of an encrypted book: rolling copies, and drafts for as long as a copy is looked at.
@Suite("Copies and drafts of an encrypted book", .serialized)
struct EncryptedCopyTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("family.luca") }

    /// An encrypted book of the first layout, with names and texts to look for.
    private func makeOldBook() throws {
        try RawDatabase(path).run(FirstRelease.sql)
        try EncryptedBooks.encrypt(path)
    }

    /// Whether a file shows anything of the book.
    private func isOpen(_ name: String) -> Bool {
        let bytes = Data(folder.bytes(name))
        return ["SQLite format 3", "Brokerage", "CREATE TABLE"].contains { bytes.range(of: Data($0.utf8)) != nil }
    }

    @Test("Each copy that luca makes by itself is encrypted: before a newer layout, an import and a deletion, and of a day")
    func rollingCopies() throws {
        try makeOldBook()
        let book = try Book.open(path: path, clock: Sample.clock)
        let first = try book.backups(checking: true)
        #expect(first.map(\.reason) == (Schema.current.number == Schema.firstNumber ? [] : [.beforeVersion(Schema.current.number)]))
        #expect(first.allSatisfy { $0.fault == nil && VaultHeader.isEncrypted(folder.bytes("family.luca.backups/\($0.name)")) })
        try book.transaction(source: "import") {
            try book.define(Account(name: "Brokerage 2", currency: .usd))
            book.backUpBeforeImport(of: 101)
        }
        var told: [String] = []
        book.backUpIfDue(on: Sample.day("2026-03-01")) { told.append($0) }
        try book.erase(account: book.define(Account(name: "Mistake", currency: .usd)))
        #expect(told.isEmpty, "\(told)")
        let copies = try book.backups(checking: true)
        #expect(copies.allSatisfy { $0.fault == nil }, "\(copies)")
        let reasons = Set(copies.compactMap(\.reason?.text))
        #expect(reasons.isSuperset(of: ["before import", "before deletion", "daily"]), "\(reasons)")
        for copy in copies { #expect(VaultHeader.isEncrypted(folder.bytes("family.luca.backups/\(copy.name)")) && !isOpen("family.luca.backups/\(copy.name)"), "\(copy.name)") }
    }

    @Test("What lies in the folder for temporary files while a copy is tried shows nothing, and is gone afterwards")
    func drafts() throws {
        let book = try Book.open(path: path, clock: Sample.clock)
        try Sample.fill(book)
        // So many that it is asked whether to stop while they are looked through.
        try book.append(contentsOf: (0..<5000).map { _ in Sample.deposit("1") })
        book.close()
        try EncryptedBooks.encrypt(path)
        let before = getenv("TMPDIR").map { String(cString: $0) }
        try FileManager.default.createDirectory(atPath: folder.file("tmp"), withIntermediateDirectories: false)
        setenv("TMPDIR", folder.file("tmp"), 1)
        defer { if let before { setenv("TMPDIR", before, 1) } else { unsetenv("TMPDIR") } }
        var drafts: Set<String> = []
        func look() -> Bool {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.file("tmp"))) ?? [] {
                drafts.insert(name)
                #expect(!isOpen("tmp/\(name)"), "\(name)")
            }
            return false
        }
        #expect(try Book.rehearseRestoring(path, clock: Sample.clock, shouldStop: look) == nil)
        #expect(!drafts.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("tmp")).isEmpty)
    }

    @Test("A copy of an older layout that is to be brought up to date is encrypted before and after")
    func olderLayout() throws {
        try makeOldBook()
        try FileCopy.make(of: path, at: folder.file("draft.luca"), mark: .backup(Sample.clock()), busyTimeout: 1)
        #expect(VaultHeader.isEncrypted(folder.bytes("draft.luca")) && !isOpen("draft.luca"))
        try SQLiteStore.open(path: folder.file("draft.luca"), readOnly: false).close()
        #expect(VaultHeader.isEncrypted(folder.bytes("draft.luca")) && !isOpen("draft.luca"))
        #expect(try Verifier.lookThrough(path).faults.isEmpty)
    }

    @Test("Where the header of an encrypted file cannot be read at one moment, the copy is not made, or is encrypted")
    func unreadableHeader() throws {
        try makeOldBook()
        let disk = FaultyDisk()
        var refused = 0
        while true {
            var left = refused + 1
            disk.afterRead = { place, bytes in
                guard place == 0, [16, VaultHeader.sizeOfBoth].contains(bytes.count) else { return false }
                left -= 1
                errno = EIO
                return left == 0
            }
            let error = storageError { try FileCopy.make(of: path, at: folder.file("copy.luca"), mark: .backup(Sample.clock()), busyTimeout: 1, vfs: disk.name) }
            disk.afterRead = nil
            let copies = folder.names.filter { $0.hasPrefix("copy.luca") }
            #expect(copies == (error == nil ? ["copy.luca"] : []) && copies.allSatisfy { VaultHeader.isEncrypted(folder.bytes($0)) && !isOpen($0) }, "reading \(refused + 1)")
            unlink(folder.file("copy.luca"))
            if left > 0 { break }
            #expect(error?.kind == .inputOutput, "reading \(refused + 1): \(String(describing: error))")
            refused += 1
        }
        // The first bytes and twice the headers for opening, and the headers once more, of the book and twice of its copy.
        #expect(refused >= 12)
    }

    @Test("An encrypted file is not copied into a plain one unless that is meant")
    func copyInTheClear() throws {
        try makeOldBook()
        let source = try BookConnection(path: path, access: .readOnly, busyTimeout: 0), target = folder.file("open.luca")
        defer { source.close() }
        try BookFile.makePrivate(target)
        #expect(storageError { try source.copy(to: target) }?.message == "family.luca is encrypted, and its copy would have been plain: it was not made.")
        #expect(folder.bytes("open.luca").isEmpty)
        try source.copy(to: target, makesPlain: true)
        #expect(isOpen("open.luca"))
    }

    @Test("A page that another program was writing as it was read is read again; one that stays altered is told")
    func pageBeingWritten() throws {
        let book = try Book.open(path: path, clock: Sample.clock)
        try Sample.fill(book)
        book.close()
        try EncryptedBooks.encrypt(path)
        let disk = FaultyDisk(), record = 4096 + 40
        let store = try SQLiteStore.open(path: path, readOnly: true, options: FileOptions(busyTimeout: 1, vfs: disk.name))
        defer { store.close() }
        for (times, isTold) in [(1, false), (2, false), (.max, true)] {
            var left = times
            disk.afterRead = { place, bytes in
                if place == Int64(VaultHeader.sizeOfBoth + 3 * record), left > 0 {
                    left -= 1
                    bytes[100] ^= 1
                }
                return false
            }
            #expect(try store.inspect(shouldStop: nil).contains { $0.hasPrefix("Page 4 of the encrypted file") } == isTold, "\(times)")
            disk.afterRead = nil
        }
    }

    @Test("A process that gets the pages in memory reads the book without a key")
    func image() throws {
        try makeOldBook()
        let book = try Book.open(path: path, clock: Sample.clock), head = try book.head
        try book.withImage { bytes in
            defer { Keyring.add(EncryptedBooks.made.key) }
            Keyring.forget()
            let copy = try Book.open(image: bytes, named: path, clock: Sample.clock)
            #expect(try copy.head == head && copy.ledger.accounts.count == 3)
            copy.close()
        }
    }
}
