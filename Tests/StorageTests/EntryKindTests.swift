import Ledger
import Testing
import Values

@testable import Storage

@Suite("Every kind of entry is what its file says")
struct EntryKindTests {
    private static let kinds = JournalTable.allCases.filter { $0.kind != nil }

    /// An entry of each kind with as much in it as it may have.
    private static let entries: [JournalEntry] = [
        .account(
            AccountID(1),
            Account(
                name: "Brokerage", kind: .pension, currency: .usd, portfolio: "p", owner: "o", group: "g", opened: Sample.day("2024-01-01"),
                closed: Sample.day("2024-12-31"), allowShort: true, tracking: .holdings, rate: Sample.decimal("0.04"), matures: Sample.day("2025-01-01"),
                settlement: .trade)),
        .instrument(
            InstrumentID(2),
            Instrument(
                symbol: "C", name: "n", kind: .option, currency: .usd, multiplier: 100,
                option: OptionTerms(underlying: InstrumentID(1), right: .call, strike: 35, expires: Sample.day("2024-03-15")), assetClass: "a", provider: "yahoo",
                providerSymbol: "c")),
        .activity(
            Activity(
                date: Sample.day("2024-03-01"), time: try! Instant(iso8601: "2024-03-01T10:00:00Z"), kind: .buy, account: AccountID(1), instrument: InstrumentID(1),
                quantity: 2, price: 3, amount: 6, fee: 1, tax: 1, currency: .usd, fxRate: Sample.decimal("0.9"), notes: "all fields",
                detail: ActivityDetail(ratio: Ratio(4, for: 1), group: "g/1", amends: EntryID(3), sourceID: "T\u{8}\u{1f}é/\"", place: [EntryID(3)]))),
        .void(EntryID(4), reason: "twice"),
        .value(AccountValue(account: AccountID(1), date: Sample.day("2024-03-02"), value: nil, currency: .eur, notes: "a guess")),
        .setting(key: "lot_method", value: "lifo"),
        .plan(PlanDocument(kind: .goal, name: "house", body: "{}")),
        .occurrence(Occurrence(rule: "rent", day: Sample.day("2024-01-31"), state: .posted, first: EntryID(7))),
        .tag(Tagging(.activity(EntryID(4)), "tax 2024", .removed)),
    ]

    @Test("The list knows each kind by the place that it says, under a name and a noun of its own")
    func list() {
        for table in Self.kinds { #expect(table.kind?.form.table == table) }
        #expect(Set(JournalTable.allCases.map(\.name)).count == JournalTable.allCases.count)
        #expect(Set(JournalTable.allCases.map(\.noun)).count == JournalTable.allCases.count)
        let files = Self.kinds.compactMap { $0.kind?.form.file?.name }
        #expect(Set(files).count == files.count && files.count == Self.kinds.count - 1)
        // Erasures are written with what they vouch for, by erasing alone.
        #expect(Set(Self.entries.map { type(of: $0.content).form.table }) == Set(Self.kinds).subtracting([.erasure]))
    }

    @Test("An entry comes back from its row as it was", arguments: entries)
    func rows(_ entry: JournalEntry) throws {
        let writer = RowWriter(), content = entry.content, form = type(of: content).form
        writer.begin(9, 2)
        content.write(to: writer)
        writer.text("anna")
        #expect(writer.row().count == form.table.columns.count)
        var reader = RowReader()
        #expect(try reader.entry(form.table, writer.row()) == entry)
        #expect(try type(of: content).init(row: RowFields(writer.row()), json: .foundation).entry == entry)
        for (column, field) in zip(form.columns, writer.row().dropFirst(2)) {
            switch field {
            case .integer: #expect(column.isInteger, "\(column.name)")
            case .text: #expect(!column.isInteger, "\(column.name)")
            case .null: #expect(!column.isRequired, "\(column.name)")
            case .foreign: Issue.record("\(column.name)")
            }
        }
    }

    @Test("An entry has as many cells in an archive as its file has columns", arguments: entries)
    func cells(_ entry: JournalEntry) throws {
        let content = entry.content, file = try #require(type(of: content).form.file)
        #expect(content.cells(ArchiveNames()).count == file.columns.count)
        #expect(Set(file.columns).isSuperset(of: file.optional.union(file.later)))
    }

    /// Every number a hundred above the one it was.
    private static var moved: EntryNumbers {
        var numbers = EntryNumbers(before: NumberCounts())
        for number in 1...9 {
            numbers.put(.entry(EntryID(number)), at: .entry(EntryID(number + 100)))
            numbers.put(.account(AccountID(Int32(number))), at: .account(AccountID(Int32(number + 100))))
            numbers.put(.instrument(InstrumentID(Int32(number))), at: .instrument(InstrumentID(Int32(number + 100))))
        }
        return numbers
    }

    @Test("Each number that a row holds goes with what it is of when the entry is laid elsewhere, and all else stays", arguments: entries)
    func numbers(_ entry: JournalEntry) throws {
        let content = entry.content, form = type(of: content).form, writers = [RowWriter(), RowWriter()]
        let moved = try content.renumbered(Self.moved)
        for (writer, entry) in zip(writers, [entry, moved]) {
            writer.begin(9, 2)
            entry.content.write(to: writer)
        }
        var numbers = 0
        for (column, (before, after)) in zip(form.columns, zip(writers[0].row(), writers[1].row()).dropFirst(2)) {
            switch (before, after) {
            case (.integer(let before), .integer(let after)):
                // The one whole number that is a number of nothing.
                let isNumber = column.name != "allow_short"
                #expect(after == (isNumber ? before + 100 : before), "\(column.name)")
                numbers += isNumber ? 1 : 0
            case (.text(let before), .text(let after)): if column.name != "detail" { #expect(before.elementsEqual(after), "\(column.name)") }
            default: #expect(before.isNull && after.isNull, "\(column.name)")
            }
        }
        #expect(try content.renumbered(EntryNumbers(before: NumberCounts(entries: 9, acts: 9, accounts: 9, instruments: 9))) == entry)
        if numbers > 0 { #expect(throws: MissingNumber.self) { try content.renumbered(EntryNumbers(before: NumberCounts())) } }
        #expect((content.brings != nil) == [.account, .instrument].contains(form.table))
    }

    @Test("What an activity names beside its columns goes along too, and the group that luca called by the number of an entry")
    func numbersInDetails() throws {
        let detail = ActivityDetail(into: InstrumentID(2), group: "transfer 4", lots: [LotChoice(EntryID(3), quantity: 1)], amends: EntryID(5), place: [EntryID(6), EntryID(9)])
        let moved = ActivityDetail(
            into: InstrumentID(102), group: "transfer 104", lots: [LotChoice(EntryID(103), quantity: 1)], amends: EntryID(105), place: [EntryID(106), EntryID(109)])
        var activity = Sample.deposit("1")
        activity.detail = detail
        guard case .activity(let told) = try JournalEntry.activity(activity).content.renumbered(Self.moved) else { return }
        #expect(told.detail == moved && told.account == AccountID(101))
        #expect(Self.moved.group("holiday 4") == "holiday 4" && Self.moved.group("order 77") == "order 77")
        #expect(try JournalEntry.erasure(AccountID(1)).content.renumbered(Self.moved) == .erasure(AccountID(101)))
        var lost = Self.moved
        lost.lose(.instrument(InstrumentID(2)), because: "It is gone.")
        #expect { try JournalEntry.activity(activity).content.renumbered(lost) } throws: { ($0 as? MissingNumber)?.reason == "It is gone." }
    }

    @Test("The layout of a new file has the tables, columns and indexes that the kinds say", arguments: kinds)
    func layout(_ table: JournalTable) throws {
        let shelf = Shelf(.file)
        try Sample.fill(shelf.open())
        let raw = try RawDatabase(shelf.path)
        let plain = { (sql: String) in sql.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        let found = try raw.texts("SELECT sql FROM sqlite_schema WHERE tbl_name = '\(table.name)' AND sql IS NOT NULL")
        #expect(Set(found.map(plain)) == Set(table.layout.map(plain)))
        #expect(Schema.Version(adding: table, statements: ["SELECT 1"]).statements == table.layout + ["SELECT 1"])
    }

    @Test("A file of an earlier layout is read without the kinds that came later")
    func tables() {
        #expect(Schema.current.tables(in: Schema.current.number) == JournalTable.allCases)
        let first = Schema.Version(statements: [], tables: JournalTable.allCases.filter { $0 != .plan && $0 != .occurrence })
        let grown = Schema(versions: [first, Schema.Version(adding: .plan), Schema.Version(statements: ["SELECT 1"]), Schema.Version(adding: .occurrence)])
        let missing = (0..<4).map { later in Set(JournalTable.allCases).subtracting(grown.tables(in: Schema.firstNumber + later)) }
        #expect(missing == [[.plan, .occurrence], [.occurrence], [.occurrence], []])
    }
}
