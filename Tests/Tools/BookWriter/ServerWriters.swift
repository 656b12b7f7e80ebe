import Foundation
import Ledger
import Storage
import Synchronization
import Values

/// Writers in books of a server, each in a thread of its own with a session of its own: `BookWriter record SERVER BOOKS NAME WRITERS ACTS`.
///
/// Each records so many acts (0: until it is given a line), one after another in its books, of those that are named by a list with commas. An act is a deposit with a
/// note of its own, `NAME-WRITER-NUMBER`. What is told of it: `recorded NOTE`; `failed NOTE KIND` where nothing of it is recorded, after which it is tried again;
/// `unknown NOTE` where that is not known, after which it is not.
final class ServerWriters: Sendable {
    private let server: String, books: [String], name: String, writers: Int, acts: Int
    private let isEnding = Atomic(false)

    init(_ arguments: [String]) {
        (server, name) = (arguments[1], arguments[3])
        books = arguments[2].split(separator: ",").map(String.init)
        (writers, acts) = (Int(arguments[4]) ?? 1, Int(arguments[5]) ?? 0)
    }

    /// Runs them all to their end.
    func run() {
        if acts == 0 {
            Thread.detachNewThread {
                _ = readLine()
                self.isEnding.store(true, ordering: .releasing)
            }
        }
        let group = DispatchGroup()
        for writer in 0..<writers {
            group.enter()
            Thread.detachNewThread {
                self.write(as: writer)
                group.leave()
            }
        }
        group.wait()
    }

    private func write(as writer: Int) {
        // Each has its own of many books, so that they all get their turn.
        let own = books.indices.filter { books.count < writers || $0 % writers == writer }
        var open: [Int: Book] = [:], number = 0
        while !isEnding.load(ordering: .acquiring), acts == 0 || number < acts * own.count {
            let place = own[number % own.count]
            number += 1
            record("\(name)-\(writer)-\(number)") {
                if let book = open[place] { return book }
                let book = try BookWriter.openBook(server + "&book=" + books[place])
                open = [place: book]
                return book
            }
        }
    }

    private func record(_ note: String, in open: () throws -> Book) {
        while true {
            do {
                let book = try open()
                defer { for note in book.takeNotes() { BookWriter.say("told \(note)") } }
                try book.append(Activity(date: Day(number: 19_000), kind: .deposit, account: AccountID(1), amount: 1, currency: .usd, notes: note))
                return BookWriter.say("recorded \(note)")
            } catch let error as StorageError where error.message.contains("or not at all") {
                return BookWriter.say("unknown \(note)")
            } catch let error as StorageError {
                BookWriter.say("failed \(note) \(error.kind.rawValue) \(error.message)")
                if isEnding.load(ordering: .acquiring) { return }
                usleep(20_000)
            } catch {
                return BookWriter.say("error \(note) \(error)")
            }
        }
    }
}

/// What cron runs on several machines at once.
enum RecurringWriter {
    /// Posts the days of a rule that are not posted yet, each in an act of its own.
    static func run(_ address: String, days: Int32) throws {
        let book = try BookWriter.openBook(address)
        for number in 0..<days {
            let day = Day(number: 19_000 + number)
            while true {
                do {
                    if try post(day, in: book) { BookWriter.say("\(number)") }
                    break
                } catch let error as StorageError where error.kind == .outdated || error.kind == .busy {
                    try book.refresh()
                }
            }
        }
        BookWriter.say("done")
    }

    private static func post(_ day: Day, in book: Book) throws -> Bool {
        try book.refresh()
        return try book.transaction(source: "recurring pay") {
            try book.noteReading()
            if try book.ledger.plans.occurrences(of: "pay").contains(where: { $0.day == day && $0.state == .posted }) { return false }
            let entry = try book.append(Activity(date: day, kind: .deposit, account: AccountID(1), amount: 1, currency: .usd, notes: "pay"))
            try book.settle(Occurrence(rule: "pay", day: day, state: .posted, first: entry))
            return true
        }
    }
}
