import Ledger
import Testing
import Values

@testable import Storage

@Suite("Tags in the journal")
struct TagTests {
    private let shelf = Shelf(.file)

    /// A book with a tag of each kind of thing, and the activity that has one.
    private func filled() throws -> (book: Book, entry: EntryID) {
        let book = try shelf.open()
        try Sample.fill(book)
        let entry = try book.append(Sample.deposit("5"))
        for tagging in [Tagging(.account(AccountID(1)), "Main"), Tagging(.instrument(InstrumentID(1)), "tech"), Tagging(.activity(entry), "Gift")] {
            #expect(try book.record(tagging) == tagging.tag)
        }
        return (book, entry)
    }

    @Test("What is so already is not recorded; a known tag is kept as it was first written")
    func spelling() throws {
        let (book, entry) = try filled(), before = try book.ledger.lastEntry
        #expect(try book.record(Tagging(.account(AccountID(1)), "MAIN")) == nil)
        #expect(try book.record(Tagging(.instrument(InstrumentID(1)), "other", .removed)) == nil)
        #expect(try book.ledger.lastEntry == before)
        #expect(try book.record(Tagging(.activity(entry), "mAIN")) == "Main")
        #expect(try book.ledger.tags.names == ["Gift", "Main", "tech"] && book.ledger.tags.tags(of: .activity(entry)) == ["Gift", "Main"])
    }

    @Test("A book opened again has the same tags, from its saved state and from all of its entries")
    func opened() throws {
        let (book, entry) = try filled()
        _ = try book.record(Tagging(.instrument(InstrumentID(1)), "tech", .removed))
        let tags = try book.ledger.tags
        book.close()
        let again = try shelf.open()
        #expect(try again.definitions.tags == tags && again.ledger.tags == tags)
        #expect(tags.things == [.account(AccountID(1)), .activity(entry)])
        #expect(try again.verify().isSound)
    }

    @Test("A state that is saved holds them, and one that is damaged is none")
    func saved() throws {
        let (book, _) = try filled(), state = try SavedState(book.ledger), bytes = state.nameBytes
        #expect(bytes.withUnsafeBytes { SavedState(names: $0)?.definitions.tags } == (try book.ledger.tags))
        for count in 0..<bytes.count { #expect(bytes.prefix(count).withUnsafeBytes { SavedState(names: $0) } == nil) }
    }

    @Test("An activity has its tags under the first of its entries, whichever was named")
    func amended() throws {
        let (book, entry) = try filled()
        var activity = try book.ledger.activities.activity(at: #require(book.ledger.activities.row(of: entry)))
        (activity.amount, activity.detail) = (6, (activity.detail ?? ActivityDetail()).amending(entry))
        let amendment = try book.append(activity)
        #expect(try book.record(Tagging(.activity(amendment), "gift")) == nil)
        #expect(try book.record(Tagging(.activity(amendment), "second")) == "second")
        #expect(try book.ledger.tags.tags(of: .activity(entry)) == ["Gift", "second"])
    }

    @Test("A tag of nothing, of what is not there and of a word that names may not be is refused")
    func refused() throws {
        let (book, _) = try filled(), before = try book.ledger.lastEntry
        #expect(throws: LedgerError.emptyTag) { try book.record(Tagging(.account(AccountID(1)), "")) }
        #expect(throws: LedgerError.undefined(what: "account", number: 9)) { try book.record(Tagging(.account(AccountID(9)), "x")) }
        #expect(throws: LedgerError.undefined(what: "instrument", number: 0)) { try book.record(Tagging(.instrument(InstrumentID(0)), "x")) }
        #expect(throws: LedgerError.notAnActivity(EntryID(1))) { try book.record(Tagging(.activity(EntryID(1)), "x")) }
        #expect(throws: LedgerError.unknownEntry(EntryID(999))) { try book.record(Tagging(.activity(EntryID(999)), "x")) }
        #expect(throws: LedgerError.self) { try book.record(Tagging(.account(AccountID(1)), "two\nlines")) }
        #expect(try book.ledger.lastEntry == before)
    }

    @Test("An act that fails leaves no tag and no spelling behind")
    func failed() throws {
        let (book, _) = try filled(), before = try book.ledger.tags
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try book.transaction {
                _ = try book.record(Tagging(.instrument(InstrumentID(1)), "New"))
                _ = try book.record(Tagging(.account(AccountID(1)), "main", .removed))
                throw Stop()
            }
        }
        #expect(try book.ledger.tags == before)
        #expect(try book.record(Tagging(.instrument(InstrumentID(1)), "NEW")) == "NEW")
    }

    @Test("The view shows what stands")
    func view() throws {
        let (book, entry) = try filled()
        _ = try book.record(Tagging(.instrument(InstrumentID(1)), "tech", .removed))
        _ = try book.record(Tagging(.instrument(InstrumentID(1)), "tech"))
        _ = try book.record(Tagging(.account(AccountID(1)), "main", .removed))
        let answer = try book.query("SELECT tag || ' ' || kind || ' ' || name FROM tags ORDER BY seq")
        let texts = (0..<answer.rowCount).compactMap { row -> String? in if case .text(let text) = answer[row, 0] { text } else { nil } }
        #expect(texts == ["Gift activity \(entry.rawValue)", "tech instrument ORCL"])
    }
}
