import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("Days and times of Wealthfolio's files")
struct WealthfolioDayTests {
    @Test("A day that is written as its midnight in a zone ahead of UTC is that day; any other time is kept")
    func days() throws {
        let file = try WealthfolioFile(
            "2024-01-14T23:00:00.000Z,A,,,,DEPOSIT,,USD,,,1,,,\n2024-06-14T22:00:00.000Z,A,,,,DEPOSIT,,USD,,,2,,,\n2024-07-15T15:30:00.000Z,A,,,,DEPOSIT,,USD,,,3,,,\n")
        #expect(file.ledger.facts.map { "\($0.date) \($0.time == nil)" } == ["2024-01-15 true", "2024-06-15 true", "2024-07-15 false"])
        #expect(file.messages.contains { $0.hasPrefix("2 dates are the evening before in UTC") }, "\(file.messages)")
    }

    @Test(
        "Days are those of the zone whose midnights a file tells, whether it is ahead of UTC or behind; noon, and times that are many, are of their own days",
        arguments: [
            (["2024-01-14T16:00:00.000Z", "2024-02-29T16:00:00.000Z"], ["2024-01-15 day", "2024-03-01 day"]),
            (["2024-01-14T18:30:00.000Z", "2024-02-14T18:30:00.000Z"], ["2024-01-15 day", "2024-02-15 day"]),
            (["2024-01-14T05:00:00.000Z", "2024-07-14T04:00:00.000Z"], ["2024-01-14 day", "2024-07-14 day"]),
            (["2024-01-14T13:00:00.000Z", "2024-07-14T14:00:00.000Z", "2024-08-01T00:00:00.000Z"], ["2024-01-15 day", "2024-07-15 day", "2024-08-01 day"]),
            (["2024-01-14T12:00:00.000Z", "2024-02-14T12:00:00.000Z"], ["2024-01-14 time", "2024-02-14 time"]),
            (["2024-01-14T15:30:00.000Z", "2024-02-14T16:00:00.000Z", "2024-02-15T17:45:00.000Z"], ["2024-01-14 time", "2024-02-14 time", "2024-02-15 time"]),
        ])
    func zones(moments: [String], days: [String]) throws {
        let file = try WealthfolioFile(moments.map { "\($0),A,,,,DEPOSIT,,USD,,,1,,,\n" }.joined())
        #expect(file.ledger.facts.map { "\($0.date) \($0.time == nil ? "day" : "time")" } == days)
    }

    @Test("Units from before the book take no cash there, days are those of the book whatever the time in Greenwich, and all is there already in the book that wrote it")
    func openings() throws {
        let ledger = Ledger()
        try ledger.apply(.account(ledger.nextAccountID, Account(name: "A", currency: .usd)), id: ledger.nextID)
        let rows = """
            date,time,type,subtype,account,symbol,quantity,price,fee,amount,currency,opened
            2014-01-02,,buy,opening,A,T,3,30,1,,USD,2010-05-04
            2014-01-02,,buy,opening,A,U,2,10,,,USD,
            2014-01-03,2014-01-04T04:30:00Z,deposit,,A,,,,,1000,USD,
            2014-01-03,2014-01-03T22:00:00Z,deposit,,A,,,,,5,USD,
            2014-01-04,2014-01-04T15:30:00Z,deposit,,A,,,,,7,USD,

            """
        let plan = try record(FormatsTests.plan(rows, context: ImportContext(ledger)), in: ledger)
        try #require(plan.refusedCount == 0 && ledger.facts.count == 5, "\(plan.refusals)")
        let (text, leftOut) = try Formats.wealthfolioCSV(ledger), copy = Ledger()
        #expect(leftOut.contains { $0.hasPrefix("2 purchases from before") } && leftOut.contains { $0.hasPrefix("2 activities go with their days") }, "\(leftOut)")
        _ = try record(FormatsTests.plan(text), in: copy)
        #expect(try copy.cash().map(\.balance) == [1012] && copy.lots().map(\.cost) == [91, 20], "\(text)")
        #expect(copy.facts.map(\.date) == ledger.facts.map(\.date) && copy.facts.count { $0.time != nil } == 1)
        let again = try FormatsTests.plan(text, context: ImportContext(ledger))
        #expect(again.addsNothing, "\(again.verdicts.map { "\($0.line) \($0.outcome.name) \($0.message)" })\n\(text)")
    }

    @Test("A broker's one time for all days goes as days alone, since it would be the midnight of some zone")
    func conventionalTimes() throws {
        let ledger = Ledger()
        let rows = "date,time,type,account,amount,currency\n2024-06-03,2024-06-03T20:00:00Z,deposit,A,5,USD\n2024-07-03,2024-07-03T20:00:00Z,deposit,A,7,USD\n"
        try #require(record(FormatsTests.plan(rows), in: ledger).refusedCount == 0)
        let copy = Ledger()
        _ = try record(FormatsTests.plan(Formats.wealthfolioCSV(ledger).text), in: copy)
        #expect(copy.facts.map(\.date) == [day("2024-06-03"), day("2024-07-03")])
    }

    @Test("A rate and a tax that were corrected there are no row that the book has, though it has their id")
    func correctedRates() throws {
        let header = "id,date,accountName,accountCurrency,symbol,instrumentType,quantity,activityType,unitPrice,currency,fee,tax,amount,fxRate\n"
        let row = "r1,2024-01-03,A,EUR,ORCL,EQUITY,1,BUY,20,USD,1,0,21,0.9\n", ledger = try WealthfolioFile(row, header: header).ledger
        for (before, now) in [(",0.9\n", ",0.8\n"), (",1,0,21", ",0,1,21")] {
            #expect(try WealthfolioFile(row.replacing(before, with: now), header: header, into: ledger).plan.refusals.map(\.kind) == [.changedRow])
        }
    }
}
