import Foundation
import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("Deleting an account wholly")
struct ErasureTests {
    private static let secret = Account(name: "Zwiebelkonto-4711", currency: .usd, owner: "Quendolyn")

    /// Brokerage (1), the secret account (2) and Savings (3), with entries of all kinds in each.
    private func fill(_ book: Book) throws {
        try Sample.fill(book)
        try book.transaction(source: "more") {
            let secret = try book.define(Self.secret)
            try book.define(Account(name: "Savings", currency: .usd))
            try book.append(Sample.deposit("98765.4321", in: secret))
            var buy = Sample.buy("3", at: "77.123456")
            (buy.account, buy.notes) = (secret, "geheimnotiz")
            let bought = try book.append(buy)
            try book.void(bought, reason: "vertippt-xyz")
            var told = Self.secret
            told.group = "versteckte-gruppe"
            try book.define(told)
            try book.append(Sample.deposit("50", in: AccountID(3)))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func nothingButItsNumberIsLeft(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open(), other = try shelf.open()
        try fill(book)
        let head = try other.verify().head
        let erasure = try book.erase(account: AccountID(2))
        #expect(erasure.name == Self.secret.name)
        #expect((erasure.definitions, erasure.activities, erasure.values, erasure.voids) == (2, 2, 0, 1))
        #expect(erasure.affected.isEmpty)
        try other.refresh()
        for book in [book, other, try shelf.open()] {
            let ledger = try book.ledger
            #expect(ledger.accounts.map(\.name) == ["Brokerage", "", "Savings"])
            #expect(ledger.accounts.map(\.isErased) == [false, true, false])
            #expect(ledger.account(named: "") == nil)
            #expect(try ledger.cash().map(\.account) == [AccountID(1), AccountID(3)])
            let report = try book.verify()
            #expect(report.isSound, "\(report.problems)")
            #expect(report.erasedCount == 5)
            #expect(report.head.sequence == head.sequence + 1)
            #expect(try book.query("SELECT name FROM accounts ORDER BY id").values == [.text("Brokerage"), .text("Savings")])
            #expect(try book.query("SELECT account, entries FROM erasures").values == [.integer(2), .integer(5)])
        }
        #expect(storageError { _ = try book.erase(account: AccountID(2)) }?.kind == .unknownEntry)
        #expect(throws: LedgerError.undefined(what: "account", number: 2)) { try book.append(Sample.deposit("1", in: AccountID(2))) }
        #expect(throws: LedgerError.undefined(what: "account", number: 2)) { try book.redefine(AccountID(2), as: Self.secret) }
        #expect(try book.define(Self.secret) == AccountID(4))
        #expect(try book.verify().isSound)
        #expect(try shelf.open().ledger.accounts.count == 4)
    }

    @Test(.onPlainBooks) func theBytesAreGoneFromTheFileAndItsJournal() throws {
        let shelf = Shelf(.file)
        let book = try shelf.open()
        try fill(book)
        let secrets = [Self.secret.name, "Quendolyn", "98765.4321", "77.123456", "geheimnotiz", "vertippt-xyz", "versteckte-gruppe"]
        func found() -> [String] {
            shelf.folder.names.filter { $0.hasPrefix("family.luca") }.flatMap { name in
                let data = Data(shelf.folder.bytes(name))
                return secrets.filter { data.range(of: Data($0.utf8)) != nil }
            }
        }
        #expect(Set(found()) == Set(secrets))
        let erasure = try book.erase(account: AccountID(2))
        #expect(found() == [])
        book.close()
        #expect(found() == [])
        let backup = try Book.open(path: try #require(erasure.backup), mode: .readOnly, clock: Sample.clock)
        #expect(try backup.ledger.account(named: Self.secret.name) == AccountID(2))
        #expect(erasure.backup?.hasPrefix(shelf.folder.file("family.luca.backups/family-before-deletion-")) == true)
    }

    @Test(arguments: StoreKind.allCases)
    func plansThatNameItGoWithIt(_ kind: StoreKind) throws {
        let shelf = Shelf(kind), book = try shelf.open(), name = Self.secret.name
        try fill(book)
        func keep(_ kind: PlanDocument.Kind, _ name: String, _ body: String) throws { try book.keep(PlanDocument(kind: kind, name: name, body: body)) }
        // One that would come back to life, one that names it no more, one of others, one whose name it is, and one that is ended.
        try keep(.limit, "Shared", #"{"accounts":["Savings"]}"#)
        try keep(.limit, "Shared", #"{"accounts":["Savings","Zwiebelkonto\u002d4711"]}"#)
        try keep(.recurring, "Rent", #"{"record":{"account":"\#(name)"}}"#)
        try keep(.recurring, "Rent", #"{"record":{"account":"Savings"}}"#)
        try keep(.goal, "House", #"{"account":"Savings","notes":"like \#(name)s"}"#)
        try keep(.goal, name, #"{"portfolio":"All"}"#)
        try keep(.targets, "Old", #"{"accounts":["\#(name)"]}"#)
        try keep(.targets, "Old", "")
        try book.settle(Occurrence(rule: name, day: Sample.day("2024-01-31"), state: .skipped, first: nil))
        try book.settle(Occurrence(rule: "Rent", day: Sample.day("2024-01-31"), state: .skipped, first: nil))
        #expect(try book.erasure(of: AccountID(2)).ended == ["goal \"\(name)\"", "limit \"Shared\""])
        #expect(try book.erase(account: AccountID(2)).plans == 6)
        for book in [book, try shelf.open()] {
            let plans = try book.plans
            #expect(PlanDocument.Kind.allCases.flatMap(plans.documents).map(\.name) == ["Rent", "House"])
            #expect(plans.document(.recurring, named: "Rent")?.body == #"{"record":{"account":"Savings"}}"#)
            #expect((plans.occurrences(of: name).count, plans.occurrences(of: "Rent").count) == (0, 1))
            #expect(try book.verify().isSound)
        }
    }

    @Test func theLastAndTheOnlyAccountCanGo() throws {
        let shelf = Shelf(.file)
        let book = try shelf.open()
        try fill(book)
        for number in [3, 1, 2] as [Int32] { try book.erase(account: AccountID(number)) }
        for book in [book, try shelf.open()] {
            #expect(try book.verify().isSound)
            #expect(try book.ledger.accounts.allSatisfy(\.isErased))
            #expect(try book.ledger.activities.count == 0)
            #expect(try book.ledger.nextAccountID == AccountID(4))
        }
    }

    @Test func tombstonesCanNeitherBeAddedNorAlteredUnnoticed() throws {
        let shelf = Shelf(.file)
        let book = try shelf.open()
        try fill(book)
        try book.erase(account: AccountID(2))
        book.close()
        let forgeries: [(String, String)] = [
            ("UPDATE tombstone SET hash = randomblob(32) WHERE seq = 7", "The tombstones of the erasure in entry 12 are not those that it left."),
            ("UPDATE tombstone SET hash = zeroblob(3) WHERE seq = 7", "The tombstone of entry 7 has no hash of 32 bytes."),
            (
                "INSERT INTO tombstone SELECT seq, 12, hash FROM activity WHERE seq = 3; DELETE FROM activity WHERE seq = 3",
                "The erasure in entry 12 removed 5 entries, and there are 6 tombstones of it."
            ),
            (
                "INSERT INTO tombstone SELECT seq, 99, hash FROM activity WHERE seq = 3; DELETE FROM activity WHERE seq = 3",
                "Tombstones say that entry 99 erased what they stand for, 1 entries, and it did not."
            ),
            ("DELETE FROM tombstone WHERE seq = 5", "Entry 5 is missing."),
            ("UPDATE erasure SET account = 1", "Entry 12, an erasure, is not what was recorded: its hash does not fit what it says and what stands before it."),
        ]
        let sound = shelf.folder.bytes("family.luca")
        for (sql, message) in forgeries {
            try RawDatabase(shelf.path).withoutGuards { try RawDatabase(shelf.path).run("PRAGMA foreign_keys = OFF; " + sql) }
            let report = try shelf.open(readOnly: true).verify()
            #expect(report.problems.map(\.message).contains(message), "\(sql): \(report.problems)")
            shelf.folder.write("family.luca", sound)
        }
        #expect(try shelf.open().verify().isSound)
        let raw = try RawDatabase(shelf.path)
        #expect(storageError { try raw.run("DELETE FROM activity") }?.message.contains("entries are never deleted") == true)
        #expect(storageError { try raw.run("DELETE FROM tombstone") }?.message.contains("entries are never deleted") == true)
    }

    @Test func itSaysSoWhereAnotherProgramHoldsOnToOldPages() throws {
        let shelf = Shelf(.file)
        let book = try shelf.open()
        try fill(book)
        let reader = try RawDatabase(shelf.path)
        try reader.run("BEGIN; SELECT count(*) FROM account")
        let error = storageError { _ = try book.erase(account: AccountID(2)) }
        #expect(error?.kind == .busy)
        #expect(error?.message.hasPrefix("The account is erased, but bytes of it may still lie in the file of family.luca: ") == true)
        #expect(try book.ledger.accounts[1].isErased)
        #expect(try book.verify().isSound)
        try reader.run("COMMIT")
    }

    // MARK: What hangs on it

    private func transfer(_ kind: ActivityKind, _ account: Int32, lots: [LotChoice] = []) -> Activity {
        Activity(
            date: Sample.day("2024-02-01"), kind: kind, account: AccountID(account), instrument: InstrumentID(1), quantity: 4,
            price: 20, currency: .usd, detail: ActivityDetail(group: "move", lots: lots))
    }

    @Test func theOtherHalfOfATransferStays() throws {
        let book = try Shelf(.file).open()
        try Sample.fill(book)
        try book.define(Account(name: "Savings", currency: .usd))
        try book.append(transfer(.transferOut, 1))
        try book.append(transfer(.transferIn, 2))
        #expect(try book.erasure(of: AccountID(1)).affected == ["Savings"])
        #expect(try book.erase(account: AccountID(1)).affected == ["Savings"])
        #expect(try book.ledger.holdings().map(\.quantity) == [4])
        #expect(try book.verify().isSound)
    }

    @Test func whatRestsOnItRefuses() throws {
        let book = try Shelf(.file).open()
        try Sample.fill(book)
        try book.define(Account(name: "Savings", currency: .usd))
        try book.append(transfer(.transferOut, 1))
        try book.append(transfer(.transferIn, 2))
        var gift = transfer(.transferOut, 2, lots: [LotChoice(EntryID(4))])
        gift.date = Sample.day("2024-03-01")
        try book.append(gift)
        let error = storageError { _ = try book.erase(account: AccountID(1)) }
        #expect(error?.kind == .refused)
        #expect(error?.message.hasPrefix("Brokerage cannot be deleted, because something recorded in another account rests on it: ") == true)
        #expect(try book.ledger.accounts.count == 2)
        #expect(try book.verify().isSound)
        try book.append(Sample.deposit("1"))
    }

    @Test(arguments: StoreKind.allCases)
    func amendmentsAcrossAccounts(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open()
        try Sample.fill(book)
        try book.define(Account(name: "Savings", currency: .usd))
        // Moved to the other account; and one the other way round.
        var moved = Sample.deposit("1000", in: AccountID(2))
        moved.detail = ActivityDetail(amends: EntryID(3))
        try book.append(moved)
        let other = try book.append(Sample.deposit("5", in: AccountID(2)))
        var back = Sample.deposit("5")
        back.detail = ActivityDetail(amends: other)
        try book.append(back)
        try book.erase(account: AccountID(1))
        for book in [book, try shelf.open()] {
            #expect(try book.ledger.cash().map(\.balance) == [1000])
            #expect(try book.verify().isSound)
        }
    }

    // MARK: When

    @Test func itIsAnActByItself() throws {
        let shelf = Shelf(.file)
        let book = try shelf.open()
        try fill(book)
        let misuse = storageError {
            try book.transaction {
                try book.append(Sample.deposit("1")); try book.erase(account: AccountID(2))
            }
        }
        #expect(misuse?.kind == .misuse)
        #expect(storageError { try book.trial { _ = try book.erase(account: AccountID(2)) } }?.kind == .misuse)
        #expect(storageError { _ = try shelf.open(readOnly: true).erase(account: AccountID(2)) }?.kind == .readOnly)
        #expect(try book.ledger.account(named: Self.secret.name) != nil)
        try book.transaction(source: "statement") { _ = try book.erase(account: AccountID(2)) }
        #expect(try book.ledger.account(named: Self.secret.name) == nil)
        #expect(try book.acts.last?.source == "delete account")
        let late = Instant(microseconds: Sample.moment.microseconds + 1)
        #expect(try book.ledger(asRecorded: late).accounts.count == 3)
    }

    @Test func randomBooksStaySoundAndTheOthersKeepTheirFigures() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<12 {
            let shelf = Shelf(random.pick([.file, .memory]))
            let book = try shelf.open()
            try book.define(Sample.oracle)
            for number in 1...4 { try book.define(Account(name: "A\(number)", currency: .usd)) }
            for _ in 0..<40 {
                let account = AccountID(Int32(random.int(1...4)))
                var activity =
                    random.chance(oneIn: 3)
                    ? Sample.sell("1", at: "3", on: "2024-02-0\(random.int(1...9))")
                    : random.chance(oneIn: 2) ? Sample.buy("\(random.int(1...9))", at: "2", on: "2024-01-0\(random.int(1...9))") : Sample.deposit("\(random.int(1...99))")
                activity.account = account
                _ = try? book.append(activity)
                if random.chance(oneIn: 6) { _ = try? book.void(EntryID(random.int(1...30)), reason: "r") }
            }
            let erased = AccountID(Int32(random.int(1...4)))
            let (holdings, cash) = (try book.ledger.holdings().filter { $0.account != erased }, try book.ledger.cash().filter { $0.account != erased })
            try book.erase(account: erased)
            for book in [book, try shelf.open()] {
                #expect(try book.ledger.holdings() == holdings)
                #expect(try book.ledger.cash() == cash)
                let report = try book.verify()
                #expect(report.isSound, "\(report.problems)")
            }
        }
    }

    @Test func undoTakesNothingElseBackInstead() throws {
        let book = try Shelf(.memory).open()
        try Sample.fill(book)
        try book.define(Account(name: "Other", currency: .usd))
        let count = try book.ledger.activities.count
        try book.erase(account: AccountID(2))
        let error = storageError { _ = try book.undo() }
        #expect(error?.message.contains("deleted an account for good, which nothing takes back") == true, "\(String(describing: error))")
        #expect(try book.ledger.activities.count == count)
    }
}
