import Ledger
import Testing
import Values

@testable import Storage

@Suite("Plans and the days of recurring rules")
struct PlanTests {
    private func document(_ body: String, _ name: String = "House", _ kind: PlanDocument.Kind = .goal) -> PlanDocument {
        PlanDocument(kind: kind, name: name, body: body)
    }

    private func occurrence(_ day: String, _ state: Occurrence.State, _ first: Int? = nil) -> Occurrence {
        Occurrence(rule: "rent", day: Sample.day(day), state: state, first: first.map { EntryID($0) })
    }

    @Test(arguments: StoreKind.allCases)
    func aLaterDocumentTakesThePlaceOfTheEarlier(_ kind: StoreKind) throws {
        let shelf = Shelf(kind), book = try shelf.open()
        for (body, name) in [("1", "House"), ("2", "Car"), ("2", "Car"), ("3", "House"), ("", "Boat")] { try book.keep(document(body, name)) }
        try book.keep(document("4", "House", .limit))
        #expect(try book.head.sequence == 4, "what changes nothing is not recorded")
        let read = try shelf.open(readOnly: true).plans
        #expect(read.documents(.goal) == [document("3"), document("2", "Car")])
        #expect(read.document(.limit, named: "House")?.body == "4")
        try book.keep(document(""))
        #expect(try book.plans.documents(.goal) == [document("2", "Car")])
        #expect(throws: LedgerError.unnamedPlan(kind: "goal")) { try book.keep(document("{}", " ")) }
        #expect(try book.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func aTrialDoesNotHideWhatAnotherSessionRecorded(_ kind: StoreKind) throws {
        let shelf = Shelf(kind), book = try shelf.open(), other = try shelf.open()
        try Sample.fill(book)
        _ = try book.history()
        try other.append(Sample.deposit("7", on: "2023-05-05"))
        try book.trial { try book.append(Sample.deposit("9")) }
        #expect(try book.history().firstDay == Sample.day("2023-05-05"))
        // Where an account was erased meanwhile, nothing of it comes back.
        try other.refresh()
        try other.erase(account: AccountID(1))
        try book.trial { try book.set("base_currency", to: "EUR") }
        #expect(try book.history().firstDay == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func aDayIsSettledOnce(_ kind: StoreKind) throws {
        let shelf = Shelf(kind), book = try shelf.open()
        try Sample.fill(book)
        try book.settle(occurrence("2024-01-31", .posted, 3))
        try book.settle(occurrence("2024-02-29", .skipped))
        for other in try [book, shelf.open()] {
            for state in [Occurrence.State.posted, .skipped] {
                #expect(throws: LedgerError.alreadySettled(rule: "rent", day: Sample.day("2024-01-31"), state: .posted)) {
                    try other.transaction {
                        try other.append(Sample.deposit("7"))
                        try other.settle(occurrence("2024-01-31", state))
                    }
                }
            }
            #expect(try other.ledger.activities.count == 2, "what came with a day that is settled goes with it")
        }
        #expect(throws: LedgerError.undefined(what: "entry", number: 7)) { try book.settle(occurrence("2024-03-31", .posted, 7)) }
        try book.settle(occurrence("2024-01-31", .open))
        try book.settle(occurrence("2024-01-31", .skipped))
        #expect(try shelf.open().plans.occurrences(of: "rent") == [occurrence("2024-01-31", .skipped), occurrence("2024-02-29", .skipped)])
    }

    @Test(arguments: StoreKind.allCases)
    func undoMakesTheDayDueAgainAndBringsThePlanBack(_ kind: StoreKind) throws {
        let shelf = Shelf(kind), book = try shelf.open()
        try Sample.fill(book)
        try book.keep(document("1"))
        try book.keep(document("2"))
        try book.transaction(source: "recurring") {
            let first = try book.append(Sample.deposit("7"))
            try book.settle(Occurrence(rule: "rent", day: Sample.day("2024-01-31"), state: .posted, first: first))
        }
        let undone = try #require(try book.undo())
        #expect(undone.others == ["rent for 2024-01-31"] && undone.activities.count == 1)
        #expect(try book.plans.occurrence(of: "rent", on: Sample.day("2024-01-31"))?.state == .open)
        #expect(try book.undo()?.others == ["goal House"])
        #expect(try book.plans.document(.goal, named: "House")?.body == "1")
        _ = try book.undo()
        #expect(try book.plans.documents(.goal).isEmpty)
        #expect(try book.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func aTrialLeavesNothing(_ kind: StoreKind) throws {
        let book = try Shelf(kind).open()
        for name in ["A", "B", "C"] { try book.keep(document("1", name)) }
        try book.settle(occurrence("2024-01-31", .open))
        let before = try (book.plans, book.head)
        try book.trial {
            try book.keep(document("", "A"))
            try book.keep(document("2", "A"))
            try book.settle(occurrence("2024-01-31", .posted))
            try book.settle(occurrence("2024-02-29", .posted))
            #expect(try book.plans != before.0)
        }
        #expect(try book.plans == before.0 && book.head == before.1)
    }

    @Test(arguments: StoreKind.allCases)
    func aMomentOfThePastHasItsOwnPlans(_ kind: StoreKind) throws {
        var seconds: Int64 = 0
        let book = try Shelf(kind).open {
            seconds += 1
            return Instant(microseconds: Sample.moment.microseconds + seconds * 1_000_000)
        }
        try book.keep(document("1"))
        let between = Instant(microseconds: Sample.moment.microseconds + 1_500_000)
        try book.keep(document("2"))
        #expect(try book.ledger(asRecorded: between).plans.documents(.goal) == [document("1")])
    }
}
