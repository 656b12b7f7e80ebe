import Foundation
import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("A writer that is killed")
struct CrashTests {
    @Test("Kills at random moments lose nothing that was promised, and leave no act in part")
    func killedAtRandom() throws {
        var random = SeededRandom.forTest()
        let folder = TemporaryFolder()
        var promised = 0
        for round in 0..<SeededRandom.rounds(6) {
            let path = folder.file("book\(round).luca")
            var last = 0
            for _ in 0..<10 {
                last = max(last, try runAndKill(path, after: random.int(0...30_000), whileRecording: random.chance(oneIn: 2)))
                try check(path, promised: last)
            }
            promised += last
        }
        #expect(promised > 0, "no writer got as far as recording anything")
    }

    @Test("Killed while it closes the book, it leaves what the next start reads as it was or as it is to be")
    func killedWhileClosing() throws {
        var random = SeededRandom.forTest()
        let folder = TemporaryFolder(), path = folder.file("family.luca")
        // How long it takes to close is the machine's, and a sanitizer's.
        var promised = 0, answered = 0, microseconds = 4_000
        for _ in 0..<SeededRandom.rounds(30) {
            let writer = try WriterProcess(["close", path])
            for round in (0..<random.int(1...3)).reversed() {
                promised = max(promised, writer.line().flatMap { Int($0) } ?? 0)
                if round == 0 { break }
                let closing = ContinuousClock().measure { #expect(writer.line() == "closed") }
                microseconds = max(microseconds, Int(closing / .microseconds(1)))
            }
            usleep(UInt32(random.int(0...2 * microseconds)))
            promised = max(promised, writer.kill().compactMap { Int($0) }.last ?? 0)
            let book = try Book.open(path: path, mode: .readOnly, clock: Sample.clock)
            defer { book.close() }
            let saved = try book.savedGains(from: nil, through: nil, accounts: nil, instruments: nil)
            // It compares all that is kept with a replay of the entries.
            let report = try book.verify()
            #expect(report.isSound && report.head.sequence >= promised, "\(report.problems)")
            guard let saved else { continue }
            answered += 1
            let gains = try book.ledger.gains()
            #expect(saved.count == gains.count && (0..<saved.count).allSatisfy { saved.activity(at: $0) == gains.activity(at: $0) && saved.cost(at: $0) == gains.cost(at: $0) })
        }
        #expect(promised > 0 && answered > 0, "\(promised) entries, \(answered) answers from what was kept")
    }

    /// Starts a writer, kills it after so many microseconds, and returns the last entry that it said was recorded.
    ///
    /// Where it is to be killed while it records, the time runs from the first entry that it tells of: how long a start takes is the machine's.
    private func runAndKill(_ path: String, after microseconds: Int, whileRecording: Bool) throws -> Int {
        let writer = try WriterProcess(["append", path])
        let first = whileRecording ? writer.line().map { [$0] } ?? [] : []
        usleep(UInt32(microseconds))
        let lines = first + writer.kill()
        #expect(!lines.contains { $0.hasPrefix("error") }, "\(lines)")
        // The last line may have been cut off in the middle only if it is not there at all: lines are written in one piece.
        return lines.compactMap { Int($0) }.last ?? 0
    }

    private func check(_ path: String, promised: Int) throws {
        if try BookFile.presence(path) == .nothing {
            #expect(promised == 0)
            return
        }
        let book = try Book.open(path: path, mode: .existing, clock: Sample.clock)
        defer { book.close() }
        let report = try book.verify()
        #expect(report.isSound, "\(report.problems)")
        #expect(report.head.sequence >= promised, "an entry that was promised is gone")
        let ledger = try book.ledger
        for row in 0..<ledger.activities.count {
            #expect(ledger.activities.amount(at: row) == FixedDecimal(ledger.activities.id(at: row).rawValue))
        }
        let sizes = try RawDatabase(path).texts("SELECT a.source || ' ' || count(*) FROM activity AS y JOIN act AS a ON a.id = y.act GROUP BY a.id")
        for size in sizes { #expect(size.hasPrefix("batch ") ? size == "batch 20" : size.hasSuffix(" 1"), "\(size)") }
    }
}

@Suite("Several programs on one book")
struct ProcessTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("family.luca") }

    @Test func oneReadsWhileAnotherWrites() throws {
        let writer = try WriterProcess(["append", path])
        #expect(writer.line() != nil)
        let reader = try WriterProcess(["count", path])
        let book = try Book.open(path: path, mode: .readOnly, clock: Sample.clock)
        var seen = (0, 0)
        for _ in 0..<10 {
            reader.send("")
            let line = try #require(reader.line())
            let words = line.split(separator: " ")
            #expect(words.count == 2 && words[1] == "true", "\(line)")
            let count = try #require(Int(words[0]))
            #expect(count >= seen.0)
            try book.refresh()
            let own = try book.ledger.activities.count
            #expect(own >= seen.1)
            #expect(try book.query("SELECT count(*) >= ? FROM activities", [.integer(Int64(own))]).values == [.integer(1)])
            seen = (count, own)
            usleep(5000)
        }
        let promised = writer.kill().compactMap { Int($0) }.last ?? 0
        try book.refresh()
        #expect(try book.ledger.lastEntry.rawValue >= promised)
        #expect(seen.0 > 0 && seen.1 > 0)
        _ = reader.finish()
    }

    @Test func twoWritersQueue() throws {
        let writers = try (0..<3).map { _ in try WriterProcess(["append", path]) }
        let book = try Book.open(path: path, clock: Sample.clock)
        for writer in writers { #expect(writer.line() != nil) }
        var mine: [EntryID] = []
        for _ in 0..<10 { mine.append(try book.append(Sample.deposit("0.5"))) }
        let lines = writers.map { $0.kill() }
        #expect(!lines.joined().contains { $0.hasPrefix("error") })
        try book.refresh()
        #expect(try book.verify().isSound)
        for entry in mine {
            let row = try #require(try book.ledger.activities.row(of: entry))
            #expect(try book.ledger.activities.amount(at: row) == Sample.decimal("0.5"))
        }
    }

    @Test func aWriterWaitsForAnotherAndThenSaysWhoHoldsTheBook() throws {
        let holder = try WriterProcess(["hold", path])
        #expect(holder.line() == "holding")
        let impatient = try Book.open(path: path, options: .init(busyTimeout: 0.1), clock: Sample.clock)
        #expect(try impatient.ledger.accounts.count == 1)
        let error = storageError { try impatient.append(Sample.deposit("1")) }
        #expect(error?.kind == .busy)
        #expect(
            error?.description
                == """
                family.luca is being written by another program, which did not finish within 0.1 seconds. \
                Nothing was recorded. Try again when the other one is done.
                """)
        #expect(try impatient.query("SELECT count(*) FROM activities").values == [.integer(0)])

        let patient = try Book.open(path: path, clock: Sample.clock)
        let release = Thread {
            usleep(200_000)
            holder.closeInput()
        }
        release.start()
        #expect(try patient.append(Sample.deposit("1")) == EntryID(3))
        #expect(holder.finish() == ["released"])
        #expect(try impatient.append(Sample.deposit("1")) == EntryID(4))
    }

    @Test func twoProgramsMakeTheBookAtTheSameMoment() throws {
        for round in 0..<5 {
            let path = folder.file("new\(round).luca")
            let writers = try (0..<4).map { _ in try WriterProcess(["append", path]) }
            for writer in writers { #expect(Int(writer.line() ?? "") != nil) }
            let lines = writers.map { $0.kill() }
            #expect(!lines.joined().contains { $0.hasPrefix("error") }, "\(lines)")
            let book = try Book.open(path: path, mode: .existing, clock: Sample.clock)
            #expect(try book.verify().isSound)
            #expect(try book.ledger.accounts.count == 1)
            book.close()
        }
        #expect(folder.names.allSatisfy { $0.hasPrefix("new") })
    }
}

extension WriterProcess: @unchecked Sendable {}
