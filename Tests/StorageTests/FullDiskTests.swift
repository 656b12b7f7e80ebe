import Foundation
import Ledger
import Testing
import Values

@testable import Storage

@Suite("A disk without room")
struct FullDiskTests {
    private let folder = TemporaryFolder()

    private let sentence = "There is no room left on the disk of family.luca. Nothing of this act was recorded. Make room and do it again."

    @Test func theActIsUndoneAndTheBookGoesOn() throws {
        let path = folder.file("family.luca")
        let store = try { () throws -> SQLiteStore in
            try SQLiteStore.create(path: path)
            return try SQLiteStore.open(path: path, readOnly: false)
        }()
        let book = Book(store: store, path: path, clock: Sample.clock)
        try Sample.fill(book)
        let before = try book.ledger.cash()
        let pages = try store.connected().integer("PRAGMA page_count")
        try store.connected().execute("PRAGMA max_page_count = \(pages + 2)")

        let error = storageError {
            try book.transaction { for _ in 0..<5000 { try book.append(Sample.deposit("1")) } }
        }
        #expect(error?.kind == .diskFull)
        #expect(error?.description == sentence)
        #expect(!book.isInTransaction)
        #expect(try book.ledger.cash() == before)
        #expect(try book.ledger.activities.count == 2)
        #expect(try book.verify().isSound)

        #expect(storageError { try book.append(contentsOf: Array(repeating: Sample.deposit("1"), count: 5000)) }?.kind == .diskFull)
        #expect(try book.ledger.activities.count == 2)

        // One that goes on after the failure is told that nothing more is taken.
        let swallowed = storageError {
            try book.transaction {
                #expect(storageError { for _ in 0..<5000 { try book.append(Sample.deposit("1")) } }?.kind == .diskFull)
                #expect(storageError { try book.append(Sample.deposit("1")) }?.kind == .actFailed)
            }
        }
        #expect(swallowed?.kind == .actFailed)
        #expect(
            swallowed?.description
                == """
                This act has failed, and nothing more can be recorded in it. There is no room left on the disk of family.luca. \
                Everything in it is undone; do it again as a new act.
                """)
        #expect(try book.ledger.activities.count == 2)

        try store.connected().execute("PRAGMA max_page_count = 1000000")
        try book.append(Sample.deposit("1"))
        #expect(try book.verify().isSound)
        #expect(try Book.open(path: path, clock: Sample.clock).ledger.activities.count == 3)
    }

    /// What a writer printed: how it failed, what was left, and what it could record afterwards.
    private func expectRecovered(_ lines: [String]) throws {
        #expect(lines.contains("failed disk_full: \(sentence)"), "\(lines.suffix(4))")
        let promised = lines.compactMap { Int($0) }.last ?? 0
        let states = lines.filter { $0.hasPrefix("entries") }
        #expect(states == ["entries \(promised) activities \(promised - 1) sound true", "entries \(promised + 1) activities \(promised) sound true"])
    }

    @Test func filesThatMayNotGrow() throws {
        let path = folder.file("family.luca")
        for limit in [150_000, 200_000, 233_333] {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            try expectRecovered(try WriterProcess.run(["fill", path, "\(limit)"]))
        }
    }

    @Test(.enabled(if: Mounting.isPermitted, "a small file system can be mounted only by those who may mount"))
    func aSmallFileSystem() throws {
        for room in [500, 700, 1100] {
            let disk = folder.file("disk\(room)")
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
            let script = """
                mount -t tmpfs -o size=\(room)k tmpfs '\(disk)' && head -c 100000 /dev/zero > '\(disk)/filler' &&
                '\(WriterProcess.path)' crowd '\(disk)/family.luca' '\(disk)/filler'
                """
            try expectRecovered(try WriterProcess.run(["-m", "sh", "-c", script], through: Mounting.unshare))
        }
    }
}

/// Whether this process may mount file systems, seen by nobody else.
enum Mounting {
    static let unshare = "/usr/bin/unshare"

    static let isPermitted: Bool = {
        let folder = TemporaryFolder()
        let lines = try? WriterProcess.run(["-m", "sh", "-c", "mount -t tmpfs tmpfs '\(folder.path)' && echo mounted"], through: unshare)
        return lines == ["mounted"]
    }()
}
