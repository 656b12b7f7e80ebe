import Foundation
import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

/// What becomes of a program at some call, and of what it wrote until then.
enum Accident: CaseIterable, CustomTestStringConvertible {
    /// It is killed; what it wrote is with the system, and stays.
    case kill
    /// Power fails: what was not synchronized is gone.
    case powerFailure
    /// Power fails: some of what was not synchronized is gone, and some is there.
    case tornPowerFailure
    /// The disk is full until the program ends.
    case fullDisk
    /// The disk is full for a while.
    case fullForAWhile

    var testDescription: String { "\(self)" }
    var fault: FaultyDisk.Fault { self == .fullDisk || self == .fullForAWhile ? .full : .kill }
}

@Suite("An accident at every single call of the system")
struct EveryCallTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("family.luca") }

    /// What lies in the folder at the beginning of each run.
    private struct Files {
        var book: [UInt8]
        var journal: [UInt8] = []
    }

    /// A closed book with two activities.
    private func closedBook(isEncrypted: Bool = false) throws -> Files {
        let book = try Book.open(path: path, clock: Sample.clock)
        try Sample.fill(book)
        book.close()
        if isEncrypted { try EncryptedBooks.encrypt(path) }
        return Files(book: folder.bytes("family.luca"))
    }

    private func lay(_ files: Files) throws {
        for suffix in ["-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        folder.write("family.luca", files.book)
        if !files.journal.isEmpty { folder.write("family.luca-wal", files.journal) }
    }

    private func open(on disk: FaultyDisk) throws -> Book {
        let store = try SQLiteStore.open(path: path, readOnly: false, options: FileOptions(busyTimeout: 0, vfs: disk.name))
        return Book(store: store, path: path, clock: Sample.clock)
    }

    /// Goes through an accident at the first call, the second and so on, until one is never reached; returns how many calls there are.
    ///
    /// - Parameter step: looks at one call of so many, another one each time that the tests run: of hundreds of calls, each with a book of its
    ///   own, all would take more than a minute. Where `LUCA_SLOW` is 1, as in `bin/test --slow`, it looks at each.
    ///
    /// `run` does something on the disk, which it arms by itself, and returns how many activities were promised and tried.
    private func atEveryCall(
        _ accident: Accident, from files: Files, step: Int = 1, _ run: (FaultyDisk, _ arm: () -> Void) throws -> (promised: Int, tried: Int)
    ) throws -> Int {
        var random = SeededRandom.forTest()
        let step = SeededRandom.isSlow ? 1 : step
        for call in stride(from: random.int(1...step), to: Int.max, by: step) {
            try lay(files)
            let disk = FaultyDisk()
            let (promised, tried) = try run(disk) { disk.arm(accident.fault, at: call) }
            let calls = disk.calls
            if accident == .powerFailure { disk.losePower { false } }
            if accident == .tornPowerFailure { disk.losePower { random.chance(oneIn: 2) } }
            let book = try Book.open(path: path, mode: .existing, clock: Sample.clock)
            let report = try book.verify()
            #expect(report.isSound, "\(accident) at call \(call): \(report.problems)")
            let count = try book.ledger.activities.count
            #expect(count >= promised && count <= tried && count % 2 == 0, "\(accident) at call \(call): \(count) of \(promised) to \(tried)")
            // And it can be gone on with.
            try book.append(Sample.deposit("1"))
            book.close()
            if calls < call { return call - 1 }
        }
        return 0
    }

    @Test("Of a commit", arguments: Accident.allCases, EncryptedBooks.both)
    func commit(accident: Accident, isEncrypted: Bool) throws {
        let calls = try atEveryCall(accident, from: try closedBook(isEncrypted: isEncrypted)) { disk, arm in
            let book = try open(on: disk)
            arm()
            var promised = 2
            for _ in 0..<3 {
                do {
                    try book.transaction { for amount in ["1", "2"] { try book.append(Sample.deposit(amount)) } }
                    promised += 2
                } catch let error as StorageError {
                    #expect([.diskFull, .inputOutput].contains(error.kind), "\(error)")
                }
            }
            #expect(!book.isInTransaction)
            if accident == .fullForAWhile {
                disk.disarm()
                #expect(try book.ledger.activities.count == promised)
                try book.append(contentsOf: [Sample.deposit("1"), Sample.deposit("2")])
                promised += 2
            }
            book.close()
            return (promised, 10)
        }
        #expect(calls >= 20)
    }

    @Test("Of writing the journal back as a book is closed", arguments: Accident.allCases, EncryptedBooks.both)
    func checkpoint(accident: Accident, isEncrypted: Bool) throws {
        let calls = try atEveryCall(accident, from: try closedBook(isEncrypted: isEncrypted)) { disk, arm in
            let book = try open(on: disk)
            for _ in 0..<4 { try book.append(contentsOf: (1...100).map { Sample.deposit("\($0)") }) }
            arm()
            book.close()
            return (402, 402)
        }
        #expect(calls >= 10)
    }

    @Test("Of opening a book that was left with its journal half written back, and closing it again", arguments: Accident.allCases, EncryptedBooks.both)
    func opening(accident: Accident, isEncrypted: Bool) throws {
        let disk = FaultyDisk()
        try lay(try closedBook(isEncrypted: isEncrypted))
        let book = try open(on: disk)
        for _ in 0..<4 { try book.append(contentsOf: (1...100).map { Sample.deposit("\($0)") }) }
        // A part of the pages is written, and the page with the layout is among them.
        disk.arm(.kill, at: 8)
        book.close()
        let files = Files(book: folder.bytes("family.luca"), journal: folder.bytes("family.luca-wal"))
        #expect(!files.journal.isEmpty)
        let calls = try atEveryCall(accident, from: files) { disk, arm in
            arm()
            do {
                try open(on: disk).close()
            } catch let error as StorageError {
                #expect([.diskFull, .inputOutput, .unreadable].contains(error.kind), "\(error)")
            }
            return (402, 402)
        }
        #expect(calls >= 10)
    }

    @Test("Of making a book", arguments: [Accident.kill, .fullDisk])
    func making(accident: Accident) throws {
        for call in 1... {
            let disk = FaultyDisk()
            disk.arm(accident.fault, at: call)
            let error = storageError { try SQLiteStore.create(path: path, vfs: disk.name) }
            if disk.calls < call {
                #expect(call > 20 && error == nil)
                break
            }
            if try BookFile.presence(path) == .nothing { continue }
            #expect(try Book.open(path: path, mode: .existing, clock: Sample.clock).verify() == VerifyReport())
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test("Of deleting an account, with the file written anew", arguments: [Accident.kill, .powerFailure, .fullDisk])
    func erasing(accident: Accident) throws {
        let first = try Book.open(path: path, clock: Sample.clock)
        try first.define(Account(name: "Savings", currency: .usd))
        try first.define(Account(name: "Old", currency: .usd))
        try first.append(contentsOf: (0..<4).map { Sample.deposit("1", in: AccountID($0 < 2 ? 1 : 2)) })
        first.close()
        _ = try atEveryCall(accident, from: Files(book: folder.bytes("family.luca")), step: 5) { disk, arm in
            let book = try open(on: disk)
            _ = try book.ledger
            arm()
            let error = storageError { try book.erase(account: AccountID(2)) }
            book.close()
            // What failed before the commit left all four; what failed after it says that the account is erased.
            let isErased = error.map { $0.message.hasPrefix("The account is erased") } ?? true
            return isErased ? (2, 2) : (2, 4)
        }
    }

    @Test(arguments: [ENOLCK, ENOSYS, EOPNOTSUPP, EIO])
    func aFileSystemWithoutLocksHasASentenceOfItsOwn(reason: Int32) throws {
        try lay(try closedBook())
        let disk = FaultyDisk()
        disk.lockReason = reason
        disk.arm(.withoutLocks, at: 1)
        let error = storageError { _ = try open(on: disk) }
        #expect(error?.kind == .inputOutput)
        #expect(
            error?.description
                == """
                family.luca cannot be locked, because its file system gives out no locks, as some do over a network. Nothing was recorded. \
                Keep the book on a disk of this machine, or have the lock service of that file system started.
                """)
    }

    @Test func aDiskThatDoesNotConfirmIsNotTakenForOneThatRefused() throws {
        try lay(try closedBook())
        let disk = FaultyDisk()
        let book = try open(on: disk)
        var sentences: Set<String> = []
        for call in 1...20 {
            disk.arm(.full, at: call)
            if let error = storageError({ try book.append(Sample.deposit("1")) }) { sentences.insert(error.description) }
            disk.disarm()
        }
        #expect(
            sentences == [
                "There is no room left on the disk of family.luca. Nothing of this act was recorded. Make room and do it again.",
                """
                The disk of family.luca did not confirm that this act was written. There is no room left on the disk of family.luca. \
                Close the book and open it again to see whether it is there, before doing it again.
                """,
            ])
    }
}
