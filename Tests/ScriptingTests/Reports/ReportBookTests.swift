import Foundation
import Frames
import LuaKit
import LuaSurface
import Testing
@testable import Scripting

/// Each report that ships, on books that lack something, with each filter, and on the sample book.
@Suite("Reports that ship: any book, any filter")
struct ReportBookTests {
    private static let update = ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1"

    /// The reports whose first parameter is a year.
    private static let ofYears = ["costs", "income_calendar", "profit", "returns", "review", "statement", "tax_year"]

    @Test("A report answers on a book that lacks something, and records nothing", arguments: ReportBook.reports)
    func special(name: String) throws {
        for book in ReportBook.special {
            let session = try ReportBook.session(book.source)
            try session.expectNothingRecorded {
                let report = try ReportText(name, "", session)
                #expect(report.text.hasPrefix("# "), "\(name) of \(book.name)")
                #expect(report.text.split(separator: "\n").count > 2, "\(name) of \(book.name) says nothing")
            }
        }
    }

    @Test("What is unknown is said, and no figure stands in its place")
    func unknown() throws {
        let session = try ReportBook.session(ReportBook.special[4].source)
        let dashboard = try ReportText("dashboard", "", session)
        #expect(dashboard.figure("Net worth", "Net worth") == "100.00 USD (without ZZZ)")
        #expect(dashboard.figure("Gain this year", "Net worth") == "unknown (return unknown)")
        #expect(try ReportText("savings", "", session).figure("In a year", "Accounts") == "unknown (unknown for 1 account)")
        #expect(try ReportText("profit", "", session).figure("Profit or loss", "The year") == "unknown")
        #expect(try ReportText("positions", "", session).row("ZZZ", in: "Open")?["cost_basis"] == "")
    }

    @Test("Owner, portfolio and account leave out what is not theirs", arguments: ReportBook.reports.filter { $0 != "reserves" })
    func filters(name: String) throws {
        let session = try ReportBook.session(ReportBook.twoCurrencies)
        for filter in ["owner='Bob'", "portfolio='Growth'", "account='Depot'"] {
            let report = try ReportText(name, filter, session)
            #expect(!report.text.contains("EUR"), "\(name){\(filter)}")
        }
        #expect(try session.message("report.\(name){owner='Bop'}").contains("did you mean \"Bob\"?"))
        #expect(try session.message("report.\(name){account='Depto'}").contains("Depot"))
    }

    @Test("A year is the first argument, or an option, and without it the present one or the last with entries", arguments: ofYears)
    func years(name: String) throws {
        let session = try ReportBook.session(ReportBook.twoCurrencies)
        func told(_ arguments: String) throws -> String { try session.text("report.run('\(name)', {\(arguments)}):markdown()") }
        let byPlace = try told("'2013'"), byName = try told("'--year', '2013'"), present = try told("'2014'")
        #expect(byPlace == byName && byPlace != present)
        let later = try ScriptSession(today: "2020-05-05")
        try later.run(ReportBook.twoCurrencies)
        if name != "returns" { #expect(try ReportText(name, "", later).text.contains("2014")) }
    }

    @Test("Days to come and days before the first entry have a sentence", arguments: ReportBook.reports)
    func otherTimes(name: String) throws {
        let session = try ReportBook.session(ReportBook.twoCurrencies)
        let time = Self.ofYears.contains(name) ? ("year=1990", "year=2030", "2030-01-01") : ("on='1990-01-01'", "on='2030-05-05'", "2030-05-05")
        #expect(try ReportText(name, time.0, session).text.hasPrefix("# "))
        #expect(try ReportText(name, time.1, session).text.contains("\(time.2) is still to come; today is 2014-12-31."))
    }

    @Test("Symbols and other days are asked for alike")
    func symbolsAndDays() throws {
        let session = try ReportBook.session(ReportBook.twoCurrencies)
        #expect(try ReportText("tax_year", "symbol='AAA'", session).row("AAA", in: "Gains by instrument")?["gain"] == "96.00")
        #expect(try ReportText("income_calendar", "symbol='AAA', owner='Bob'", session).figure("Dividends and interest", "Income") == "20.00 USD (1 payment)")
        // 2,995 + 10 × 120.
        #expect(try ReportText("dashboard", "owner='Bob', on='2013-12-31'", session).figure("Net worth", "Net worth") == "4,195.00 USD")
        #expect(try ReportText("allocation", "owner='Bob', on='2013-12-31'", session).row("Tech", in: "By class")?["value"] == "1,200.00")
    }

    @Test("A tag of accounts or of instruments leaves out what has none, and one of activities what is not recorded by them")
    func tags() throws {
        let session = try ReportBook.session(
            ReportBook.twoCurrencies + #" tag{account="Depot", tag="abroad"} tag{symbol="AAA", tag="tech"} tag{id=activities{type="sell"}[1].id, tag="declared"}"#)
        for name in ReportBook.reports where name != "reserves" {
            #expect(try !ReportText(name, "tag='abroad'", session).text.contains("EUR"), "\(name)")
        }
        #expect(try ReportText("dashboard", "tag='abroad'", session).figure("Net worth", "Net worth") == "4,290.00 USD")
        let tech = try ReportText("allocation", "tag='tech', by='class', base='USD'", session)
        #expect(tech.row("Tech", in: "By class")?["value"] == "780.00" && tech.row("cash", in: "By class") == nil)
        #expect(try ReportText("tax_year", "tag='declared'", session).row("AAA", in: "Gains by instrument")?["gain"] == "96.00")
        #expect(try ReportText("tax_year", "tag='declared'", session).text.contains("Nothing was paid."))
        let byTag = try ReportText("allocation", "by='tag', base='USD', owner='Bob'", session)
        #expect(byTag.row("abroad", in: "By tag")?["value"] == "4,290.00" && byTag.row("tech", in: "By tag")?["value"] == "780.00")
        #expect(byTag.text.contains("counts in each, so the rows do not add up to the whole"))
        #expect(try session.message("report.savings{tag='abroad', account='Giro'}").contains("the account Giro has no tag abroad"))
        #expect(try session.message("report.savings{tag='abrod'}").contains("did you mean \"abroad\"?"))
    }

    @Test("A mistake in an argument names no line of what ships", arguments: ReportBook.reports.filter { $0 != "reserves" })
    func placeless(name: String) throws {
        let session = try ReportBook.session(ReportBook.twoCurrencies)
        for mistake in ["account='Xyz'", "tag='xyz'"] {
            #expect(
                try session.text("local ok, err = pcall(report.\(name), {\(mistake)}) return ok, tostring(err):find('stdlib/', 1, true)") == "false, nil", "\(name){\(mistake)}")
        }
    }

    @Test("Masked, no report tells an amount, its sign, or a number of units", arguments: ReportBook.reports)
    func masked(name: String) throws {
        let session = try ScriptSession.demo()
        // Losses, too.
        try session.run("quote{symbol='NVDA', date='2014-12-31', close=9}")
        let open = try session.text("report.\(name){}:text()"), amounts = open.matches(of: /[0-9][0-9,]*\.[0-9]+(?![0-9]|%)/).map { String($0.output) }.filter { $0.count > 4 }
        session.runtime.console.rendering.privacy = true
        for form in ["text", "markdown", "html"] {
            // What is drawn has its coordinates in attributes.
            let text = try session.text("report.\(name){}:\(form)()").replacing(/<style>(.|\n)*?<\/style>|<script(.|\n)*?<\/script>/, with: "").replacing(/<[^>]*>/, with: "\n")
            #expect(text.firstMatch(of: /[-+−▲▼] ?•/) == nil, "\(name) as \(form)")
            for amount in amounts where text.contains(amount) { Issue.record("\(name) as \(form) tells \(amount)") }
        }
    }

    @Test("What is worth at the end, gained, brought in and taken out is the same in each report")
    func agreement() throws {
        let session = try ScriptSession.demo(), year = "The year"
        let dashboard = try ReportText("dashboard", "", session), review = try ReportText("review", "", session), profit = try ReportText("profit", "", session)
        let worth = try #require(dashboard.figure("Net worth", "Net worth")), gain = try #require(review.figure("Gain", year))
        #expect(review.figure("Worth at the end", year) == worth && profit.figure("Closing value", year) == worth)
        #expect(try ReportText("savings", "", session).figure("All accounts", "Accounts") == worth)
        #expect(dashboard.figure("Gain this year", "Net worth") == gain && profit.figure("Profit or loss", year).map { gain.hasPrefix($0) } == true)
        for (what, sign) in [("Brought in", ">"), ("Taken out", "<")] {
            let sum = try session.text("contributions{year=2014}:where(function(row) return row.amount \(sign) 0 end):sum('amount'):format(2)")
            #expect(review.row(what, in: year)?["this_year"] == sum && review.figure(what, year) == sum + " USD")
        }
    }

    @Test("Each report of the sample book is as it was; LUCA_UPDATE=1 writes them anew", arguments: ReportBook.reports)
    func golden(name: String) throws {
        let session = try ScriptSession.demo()
        let found = try ReportText(name, "", session).text + "\n"
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).md").path
        if Self.update { try found.write(toFile: path, atomically: true, encoding: .utf8) }
        #expect(try found == String(contentsOfFile: path, encoding: .utf8))
    }

    @Test("Every report that ships is listed, has help, and takes no more arguments than it says")
    func listed() throws {
        let session = try ScriptSession.demo()
        for name in ReportBook.reports {
            #expect(session.runtime.reportList.contains(name))
            #expect(session.runtime.help("report.\(name)")?.contains("report.\(name){") == true)
            #expect(try session.message("report.\(name){xyzzy=1}").contains("there is no field xyzzy"))
        }
    }
}
