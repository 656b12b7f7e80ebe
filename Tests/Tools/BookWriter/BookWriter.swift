import Foundation
import Ledger
import Synchronization
import Values
import Vault

@testable import Storage

/// A program that the tests of storage start, stop and kill: it records in a book, and says on its output what it was promised. Where the tests run on encrypted books,
/// the environment names the file of a header after which it makes its own, and the one with the passphrase.
///
///     BookWriter append BOOK             records until it is killed; prints the last entry after each act
///     BookWriter close BOOK              opens, trades and closes again and again until it is killed; prints the last entry before each closing
///     BookWriter fill BOOK LIMIT         records until files may not grow past LIMIT bytes, then without the limit
///     BookWriter crowd BOOK FILLER       records until the disk is full, removes the file FILLER, and goes on
///     BookWriter open BOOK MODE USER     opens as a user by number (0: as it is), and prints how that went
///     BookWriter permitted BOOK USER     opens as a user by number as far as permitted, prints what may not be done, and tries to record
///     BookWriter copy BOOK COPY          makes a backup
///     BookWriter daily BOOK              records something, waits for a line, makes the copy of the day, and says whether that worked
///     BookWriter roll BOOK               records and makes the copy of the next day, again and again, until it is killed
///     BookWriter hold BOOK               takes the right to write, prints "holding", and keeps it until its input ends
///     BookWriter lock BOOK STEP WORD     encrypts a book with a passphrase, and kills itself at a step of it
///     BookWriter unlock BOOK STEP WORD   makes it plain likewise
///     BookWriter record SERVER BOOKS NAME WRITERS ACTS
///                                        records as several writers in books of a server, see `ServerWriters`
///     BookWriter recur SERVER DAYS       posts each day of a recurring rule that is not posted yet; prints the days that it posted
///     BookWriter count BOOK              prints how many activities there are, again and again, until its input ends
@main
struct BookWriter {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            try unlock()
            switch (arguments.first, arguments.count) {
            case ("append", 2): try append(to: arguments[1])
            case ("close", 2): try ClosingWriter.run(arguments[1])
            case ("fill", 3): try fill(arguments[1], limit: UInt(arguments[2]) ?? 0)
            case ("crowd", 3): try crowd(arguments[1], filler: arguments[2])
            case ("open", 4): try open(arguments[1], mode: arguments[2], user: UInt32(arguments[3]) ?? 0)
            case ("permitted", 3): try permitted(arguments[1], user: UInt32(arguments[2]) ?? 0)
            case ("copy", 3): try Book.open(path: arguments[1], mode: .readOnly, clock: { Instant(microseconds: 0) }).backup(to: arguments[2])
            case ("daily", 2): try daily(arguments[1])
            case ("roll", 2): try roll(arguments[1])
            case ("hold", 2): try hold(arguments[1])
            case ("lock", 4), ("unlock", 4): try encrypt(arguments)
            case ("record", 6): ServerWriters(arguments).run()
            case ("recur", 3): try RecurringWriter.run(arguments[1], days: Int32(arguments[2]) ?? 0)
            case ("count", 2): try count(arguments[1])
            default: say("usage: BookWriter append|close|fill|crowd|open|permitted|copy|daily|roll|hold|lock|unlock|record|recur|count BOOK …")
            }
        } catch let error as StorageError {
            say("error \(error.kind.rawValue): \(error)")
        } catch {
            say("error: \(error)")
        }
    }

    private static func unlock() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let header = environment["LUCA_TEST_HEADER"], let passphrase = environment["LUCA_PASSPHRASE_FILE"] else { return }
        let bytes = Array(FileManager.default.contents(atPath: header) ?? Data())
        try Keyring.unlock(bytes, with: try PassphraseFile(path: passphrase).read())
        let known = try Keyring.provedHeader(of: bytes)
        BookKeys.ofNewBooks.withLock { $0 = known }
    }

    private static func encrypt(_ arguments: [String]) throws {
        try Sodium.load()
        let word = try Array(arguments[3].utf8).withUnsafeBytes { try Secret(copying: $0) }
        BookKeys.ask { _ throws(StorageError) in BookKeys.Answer(word, mayBeAnother: false) }
        var encryption = try BookEncryption(path: arguments[1])
        encryption.reached = { step in
            guard step.rawValue == arguments[2] else { return }
            say(step.rawValue)
            kill(getpid(), SIGKILL)
        }
        if arguments[0] == "lock" { try encryption.lock(passphrase: word, recovery: RecoveryKey()) } else { try encryption.unlock() }
    }

    /// Writes a line at once, so that it is told even if the next moment is the last.
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    }

    /// Opens a book, of which it makes sure that it has an account.
    static func openBook(_ path: String, _ mode: Book.Mode = .readWrite) throws -> Book {
        let clock: Book.Clock = { Instant(microseconds: 1_700_000_000_000_000) }
        let book = Book.isServerAddress(path) ? try Book.open(server: path, clock: clock) : try Book.open(path: path, mode: mode, clock: clock)
        if mode != .readOnly, try book.ledger.accounts.isEmpty { try book.define(Account(name: "Savings", currency: .usd)) }
        return book
    }

    /// A deposit whose amount is the number of its entry.
    private static func deposit(_ entry: Int) -> Activity {
        Activity(date: Day(number: 19_000), kind: .deposit, account: AccountID(1), amount: FixedDecimal(entry), currency: .usd)
    }

    private static func append(to path: String) throws {
        let book = try openBook(path)
        say("\(try book.ledger.lastEntry.rawValue)")
        var round = 0
        while true {
            round += 1
            let next = try book.ledger.lastEntry.rawValue + 1
            if round % 4 == 0 {
                try book.transaction(source: "batch") { try book.append(contentsOf: (next..<next + 20).map(deposit)) }
            } else {
                try book.transaction(source: "single") { try book.append(deposit(next)) }
            }
            say("\(try book.ledger.lastEntry.rawValue)")
        }
    }

    /// Records acts of growing size until one fails; says how it failed and what the book holds then.
    private static func recordUntilItFails(_ book: Book) throws {
        var size = 50
        do {
            while size < 10_000_000 {
                let next = try book.ledger.lastEntry.rawValue + 1
                try book.transaction { for entry in next..<next + size { try book.append(deposit(entry)) } }
                say("\(try book.ledger.lastEntry.rawValue)")
                size += 50
            }
        } catch let error as StorageError {
            say("failed \(error.kind.rawValue): \(error)")
        }
        try tellState(book)
    }

    private static func tellState(_ book: Book) throws {
        let report = try book.verify()
        say("entries \(report.entryCount) activities \(try book.ledger.activities.count) sound \(report.isSound)")
    }

    private static func fill(_ path: String, limit: UInt) throws {
        let book = try openBook(path)
        // Else the system ends the program where a file grows too large, instead of telling it.
        signal(SIGXFSZ, SIG_IGN)
        var limits = rlimit()
        getrlimit(FileSize.resource, &limits)
        let before = limits.rlim_cur
        limits.rlim_cur = rlim_t(limit)
        setrlimit(FileSize.resource, &limits)
        try recordUntilItFails(book)
        limits.rlim_cur = before
        setrlimit(FileSize.resource, &limits)
        try book.append(deposit(try book.ledger.lastEntry.rawValue + 1))
        try tellState(book)
    }

    private static func crowd(_ path: String, filler: String) throws {
        let book = try openBook(path)
        try recordUntilItFails(book)
        unlink(filler)
        try book.append(deposit(try book.ledger.lastEntry.rawValue + 1))
        try tellState(book)
    }

    private static func open(_ path: String, mode: String, user: UInt32) throws {
        if user != 0 { guard setgid(user) == 0, setuid(user) == 0 else { return say("cannot become user \(user)") } }
        let book = try Book.open(path: path, mode: Book.Mode(rawValue: mode) ?? .readWrite, clock: { Instant(microseconds: 0) })
        say("opened \(try book.ledger.activities.count)")
        let answer = try book.query("SELECT count(*) FROM activities")
        say("queried \(answer.values)")
    }

    private static func permitted(_ path: String, user: UInt32) throws {
        if user != 0 { guard setgid(user) == 0, setuid(user) == 0 else { return say("cannot become user \(user)") } }
        let book = try Book.openAsPermitted(path: path, clock: { Instant(microseconds: 0) })
        say("opened \(try book.ledger.activities.count)")
        say(book.readOnlyReason?.message ?? "writable")
        try book.append(deposit(1))
    }

    private static func daily(_ path: String) throws {
        let book = try openBook(path)
        try book.append(deposit(1))
        say("recorded")
        _ = readLine()
        var told: [String] = []
        book.backUpIfDue(on: Day(number: 20_513)) { told.append($0) }
        say(told.first ?? "made")
    }

    private static func roll(_ path: String) throws {
        let book = try openBook(path)
        for day in 20_513... {
            try book.append(deposit(try book.ledger.lastEntry.rawValue + 1))
            book.backUpIfDue(on: Day(number: Int32(day))) { say("error: \($0)") }
            say("\(try book.ledger.lastEntry.rawValue)")
        }
    }

    private static func hold(_ path: String) throws {
        let book = try openBook(path)
        try book.transaction {
            try book.append(deposit(try book.ledger.lastEntry.rawValue + 1))
            say("holding")
            while readLine() != nil {}
        }
        say("released")
    }

    private static func count(_ path: String) throws {
        let book = try openBook(path, .readOnly)
        while readLine() != nil {
            try book.refresh()
            let report = try book.verify()
            say("\(try book.ledger.activities.count) \(report.isSound)")
        }
    }
}

/// The number of the limit on the size of files, which C declares as an enumeration of its own.
private enum FileSize {
    static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_FSIZE.rawValue) }
}
