import Foundation
import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("Euro reference rates")
struct EuroRatesTests {
    /// In the shape of the file that the European Central Bank publishes: newest first, a comma at the end of each line.
    private static let text = """
        Date,USD,JPY,CYP,SIT,SEK,
        2008-10-27,1.2460,115.75,N/A,N/A,10.0960,
        2007-12-31,1.4721,164.93,0.585274,N/A,9.4415,
        2006-12-29,1.317,156.93,0.5782,239.64,9.0404,

        """

    private static func rate(_ to: String, _ date: String, _ value: String) throws -> Rate {
        Rate(from: .eur, to: try Currency(to), date: day(date), rate: decimal(value), source: "ecb")
    }

    @Test("A row has the rates of a day, and none where it says N/A") func rows() throws {
        let plan = try plan(Self.text)
        #expect(plan.format == "ecb-rates")
        #expect(plan.verdicts.map(\.outcome) == [.rate, .rate, .rate])
        #expect(plan.notices.isEmpty, "\(plan.notices)")
        #expect(plan.summary == "12 rates to add")
        #expect(
            try plan.rates.sorted { ($0.date, $0.to) < ($1.date, $1.to) }
                == [
                    Self.rate("JPY", "2006-12-29", "156.93"), Self.rate("CYP", "2006-12-29", "0.5782"), Self.rate("SEK", "2006-12-29", "9.0404"),
                    Self.rate("SIT", "2006-12-29", "239.64"), Self.rate("USD", "2006-12-29", "1.317"), Self.rate("CYP", "2007-12-31", "0.585274"),
                    Self.rate("JPY", "2007-12-31", "164.93"), Self.rate("SEK", "2007-12-31", "9.4415"), Self.rate("USD", "2007-12-31", "1.4721"),
                    Self.rate("JPY", "2008-10-27", "115.75"), Self.rate("SEK", "2008-10-27", "10.096"), Self.rate("USD", "2008-10-27", "1.246"),
                ].sorted { ($0.date, $0.to) < ($1.date, $1.to) })
    }

    @Test("The file of one day writes its date in words and blanks behind its commas") func oneDay() throws {
        let plan = try plan("Date, USD, JPY, \n30 October 2026, 1.1172, 175.68, \n")
        #expect(try plan.rates == [Self.rate("USD", "2026-10-30", "1.1172"), Self.rate("JPY", "2026-10-30", "175.68")])
    }

    @Test("A legacy currency ends where the file says N/A: from then on its rate grows old") func legacy() throws {
        let graph = RateGraph(try plan(Self.text).rates), sit = try Currency("SIT")
        let conversion = try #require(try graph.conversion(from: sit, to: .usd, on: day("2008-10-27")))
        #expect(conversion.legs.map(\.date) == [day("2006-12-29"), day("2008-10-27")])
        #expect(conversion.warning(maximumAge: 10)?.kind == "stale_rate")
        #expect(try graph.conversion(from: .eur, to: sit, on: day("2006-12-28")) == nil)
    }

    @Test(
        "What is wrong with a row is told, and refuses it",
        arguments: [
            ("2008-10-27,1.2460,\"1,5\",", "JPY: \"1,5\" is no rate (write how much one euro was worth, such as 1.1172, or N/A)"),
            ("2008-10-27,0,115.75,", "USD: \"0\" is no rate (write how much one euro was worth, such as 1.1172, or N/A)"),
            ("2008-13-27,1.2460,115.75,", "Date: there is no day 2008-13-27 (the dates of this file are year-month-day)"),
            ("2031-10-27,1.2460,115.75,", "Date: 2031-10-27 is after today, 2026-11-01"),
            ("2008-10-27,1.2460", "it has 2 of the 3 fields that the header names (a field may be empty, but its delimiter must be there)"),
        ])
    func mistakes(_ line: String, _ message: String) throws {
        let context = ImportContext(baseCurrency: .usd, today: day("2026-11-01"))
        let plan = try plan("Date,USD,JPY,\n2008-01-02,1.4688,160.82,\n\(line)\n", context: context)
        #expect(plan.rates.count == 2)
        #expect(plan.verdicts[1].outcome == .refused)
        #expect(plan.verdicts[1].message == message)
    }

    @Test("A day on which no rate was set is left out, and said to be") func emptyDay() throws {
        let plan = try plan("Date,USD,JPY,\n2008-01-02,1.4688,160.82,\n2008-01-01,N/A,,\n")
        #expect(plan.verdicts.map(\.outcome) == [.rate, .skipped])
        #expect(plan.verdicts[1].message == "Date: there was no rate on 2008-01-01")
    }

    @Test("A header with something else than currencies is not taken for one") func headers() throws {
        for header in ["Date,USD,usd", "Date,USD,Notes", "Date", "Date,EUR2,USD", "USD,JPY"] {
            #expect(throws: ImportIssue.self, "\(header)") { try plan("\(header)\n2008-01-02,1,2\n", ImportOptions(format: "ecb-rates")) }
        }
        let twice = #expect(throws: ImportIssue.self) { try plan("Date,USD,USD\n2008-01-02,1,2\n") }
        #expect(twice?.kind == .duplicateColumn)
    }

    @Test("All that the European Central Bank has published", .enabled(if: SharedData.euroRates != nil, Comment(rawValue: SharedData.absence)))
    func history() throws {
        let bytes = try SharedData.unzipped(try #require(SharedData.euroRates))
        let plan = try Formats.plan(bytes, context: ImportContext(baseCurrency: .eur))
        #expect(plan.rates.count == 221_702)
        #expect(plan.verdicts.count == 7126 && plan.refusedCount == 0)
        let graph = RateGraph(plan.rates), sek = try Currency("SEK")
        for (date, worth) in [
            ("1999-01-04", "0.070811336274583115"), ("2000-12-31", "0.082597268986157875"), ("2002-01-01", "0.080648573658198214"),
            ("2008-10-27", "0.087222462203023758"), ("2010-05-14", "0.082860233665080052"), ("2013-03-30", "0.069126334077934971"),
            ("2015-01-15", "0.069322245017584994"), ("2020-03-19", "0.094009103936609627"), ("2024-08-05", "0.073945377612514425"),
            ("2026-10-30", "0.062488615664845173"),
        ] {
            #expect(try graph.conversion(from: .jpy, to: sek, on: day(date))?.rate == decimal(worth), "\(date)")
        }
        for (code, last) in [
            ("CYP", "2007-12-31"), ("MTL", "2007-12-31"), ("SIT", "2006-12-29"), ("SKK", "2008-12-31"), ("EEK", "2010-12-31"), ("LVL", "2013-12-31"),
            ("LTL", "2014-12-31"), ("HRK", "2022-12-30"), ("BGN", "2025-12-31"), ("RUB", "2022-03-01"), ("ROL", "2005-06-30"), ("TRL", "2004-12-31"),
        ] {
            let conversion = try #require(try graph.conversion(from: Currency(code), to: .eur, on: day("2026-10-30")))
            #expect(conversion.oldest?.date == day(last), "\(code)")
        }
    }
}
