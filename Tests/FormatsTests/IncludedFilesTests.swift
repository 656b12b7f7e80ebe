import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

@Suite("Files that are included by patterns")
struct IncludedFilesTests {
    /// Files that each have one deposit, by which they are known.
    private static let files = [
        "2013.journal", "2014.journal", "2015.journal", "notes.txt", ".hidden.journal", "year/a.journal", "year/b.journal", "year/deep/c.journal", "year/.git/d.journal",
        "x[1].journal",
    ]

    /// The files that a line reads, in the order in which it does.
    private func read(_ line: String, of names: [String] = files, text: (Int, String) -> String) throws -> [String] {
        var all = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, text($0, $1)) })
        let main = all.keys.contains { $0.hasSuffix(".beancount") } ? "main.beancount" : "main.journal"
        all[main] = line
        var options = ImportOptions(fileName: "some/where/\(main)")
        (options.neighbour, options.folder) = (all.neighbour, all.folder)
        let plan = try FormatsTests.plan(line, options, context: ImportContext(baseCurrency: .usd))
        if plan.refusedCount > 0 { return plan.refusals.map { "\($0.message) (\($0.hint))" } }
        let ledger = Ledger()
        _ = try record(plan, in: ledger)
        return ledger.facts.map { $0.notes.split(separator: " ").first.map(String.init) ?? "" }
    }

    private static func journal(_ place: Int, _ name: String) -> String { "2014-01-02 \(name)\n  assets:a  \(place + 1) USD\n  equity:b\n" }

    @Test(
        "Each pattern has its files, in the order of their names, those with a point at the beginning left out",
        arguments: [
            ("201[45].journal", ["2014.journal", "2015.journal"]), ("201[!45].journal", ["2013.journal"]), ("201[^4-5].journal", ["2013.journal"]),
            ("201?.journal", ["2013.journal", "2014.journal", "2015.journal"]), ("*4*", ["2014.journal"]), ("./*4.journal", ["2014.journal"]),
            ("year/*.journal", ["year/a.journal", "year/b.journal"]), ("*/*.journal", ["year/a.journal", "year/b.journal"]),
            ("year/**/*.journal", ["year/a.journal", "year/b.journal", "year/deep/c.journal"]), ("**/c.journal", ["year/deep/c.journal"]),
            ("year/**", ["year/a.journal", "year/b.journal", "year/deep/c.journal"]), ("y*r/d??p/*", ["year/deep/c.journal"]), (".h*", [".hidden.journal"]),
            ("year/.git/*", ["year/.git/d.journal"]), ("x[1].journal", ["x[1].journal"]), ("year/../2014*", ["2014.journal"]),
        ])
    func patterns(_ pattern: String, _ names: [String]) throws {
        #expect(try read("include \(pattern)\n", text: Self.journal) == names)
    }

    @Test("The name of the folder that a file is in is no pattern")
    func folders() throws {
        let names = ["y[2014]/main.journal", "y[2014]/p1.journal", "y2/p1.journal"]
        #expect(try read("include y[2014]/main.journal\n", of: names) { $1.hasSuffix("main.journal") ? "include p*.journal\n" : Self.journal($0, $1) } == ["y[2014]/p1.journal"])
    }

    @Test("beancount's includes do the same")
    func beancount() throws {
        let names = ["prices.beancount", "2014/a.beancount", "2014/b/c.beancount"]
        let found = try read("include \"**/*.beancount\"\n2014-01-01 open Assets:A\n2014-01-01 open Equity:B\n", of: names) {
            "2014-01-0\($0 + 2) * \"\($1)\"\n  Assets:A  1 USD\n  Equity:B\n"
        }
        // Its statements count by their days.
        #expect(found == names)
    }

    @Test("A file is read once, though several patterns find it, and the file that includes is none of them")
    func once() throws {
        #expect(try read("include 2014.journal\ninclude *.journal\n", of: ["2013.journal", "2014.journal"], text: Self.journal) == ["2014.journal", "2013.journal"])
        let twice = try read("include *.journal\ninclude 2014.journal\n", of: ["2014.journal"], text: Self.journal)
        #expect(twice == ["\"2014.journal\" is included twice, or includes itself (keep one of the two lines)"])
        let nested = try read("include year/a.journal\n", of: ["year/a.journal", "year/b.journal", "c.journal"]) { place, name in
            Self.journal(place, name) + (name == "year/a.journal" ? "include *.journal\ninclude ../*.journal\n" : "")
        }
        #expect(nested == ["year/a.journal", "year/b.journal", "c.journal"])
        #expect(
            try read("include ../where/2*.journal\ninclude ../../some/where/year/a.journal\n", text: Self.journal) == [
                "2013.journal", "2014.journal", "2015.journal", "year/a.journal",
            ])
        let above = try read("include year/a.journal\n", of: ["year/a.journal", "year/b.journal"]) { place, name in
            Self.journal(place, name) + (name == "year/a.journal" ? "include ../../where/*.journal\ninclude ../year/*.journal\n" : "")
        }
        #expect(above == ["year/a.journal", "year/b.journal"])
        #expect(try read("include main.journal\n", text: Self.journal)[0].hasPrefix("\"main.journal\" is included twice, or includes itself"))
    }

    @Test("A pattern that finds nothing is refused with a sentence, as is one that leads in circles")
    func nothing() throws {
        for pattern in ["*.dat", "none/*.journal", "year/[.journal", "**/none.journal"] {
            let found = try read("include \(pattern)\n", text: Self.journal)
            #expect(found == ["no file matches \"\(pattern)\" (it is looked for from the folder of this file: put the files there, or take the line out)"], "\(pattern)")
        }
        let issue = #expect(throws: ImportIssue.self) { try FilePattern("**/a").files(in: "") { _ in ["b/", "c/"] } }
        #expect(issue?.message == "a pattern of file names is looked for in too many folders")
        var random = SeededRandom.forTest("patterns")
        for _ in 0..<SeededRandom.rounds(200) {
            // Whatever the pattern, the search ends.
            let pattern = String((0..<random.int(0...12)).map { _ in random.pick(Array("*?[]!^-ab/.")) })
            let found = try FilePattern(pattern).files(in: "") { ["": ["a", "b/", "ab"], "b/": ["a", "]"]][$0] }
            #expect(Set(found).isSubset(of: ["a", "ab", "b/a", "b/]"]), "\(pattern): \(found)")
        }
    }

    @Test("What holds for one file of a pattern does not hold for the next, and a mistake is told with its file and line")
    func apart() throws {
        let found = try read("include *.journal\n", of: ["a.journal", "b.journal"]) { place, name in place == 0 ? "Y2014\nwhat\n" : "01-02 A\n  assets:a  1 USD\n  equity:b\n" }
        #expect(found[0].hasPrefix("a.journal:2: \"what\" begins no statement") && found[1].hasPrefix("b.journal:1: the day 01-02 has no year"), "\(found)")
    }
}

@Suite("Commodities in two currencies")
struct TwoCurrenciesTests {
    @Test("A trade in another currency than the first is refused with the line of the first, and what takes units of it with its own")
    func lines() throws {
        let book = try BeancountLedger(
            """
            include "first.beancount"
            2014-02-03 * "Buy"
              Assets:Bank:ITOT  4 ITOT {80.00 EUR}
              Equity:Opening-Balances
              Assets:Bank  -320.00 EUR
              Assets:Bank   320.00 EUR
            2014-02-04 * "Sell"
              Assets:Bank:ITOT  -1 ITOT {80.00 EUR} @ 90.00 EUR
              Assets:Bank  90.00 EUR
              Income:Gains
            2014-02-05 * "Sell"
              Assets:Broker:ITOT  -1 ITOT {100.00 USD} @ 90.00 EUR
              Assets:Broker:Cash  90.00 EUR
              Assets:Broker:Cash  100.00 USD
              Equity:Opening-Balances

            """,
            files: ["first.beancount": "\n2014-01-03 * \"Buy\"\n  Assets:Broker:ITOT  4 ITOT {100.00 USD}\n  Assets:Broker:Cash\n"])
        let told = book.plan.refusals.map(\.description)
        #expect(told.count == 3, "\(told)")
        let first =
            "ITOT is traded for USD in line 3 of first.beancount, and for EUR here: an instrument has one currency in luca (call one of the two otherwise in the file, such as ITOT.EUR)"
        #expect(told.first == "main.beancount:7: currency: \(first)", "\(told)")
        #expect(told.dropFirst().first == "main.beancount:12: lots: it takes units of a lot that line 7 opens, which is refused", "\(told)")
        #expect(told.last == "main.beancount:16: currency: \(first)", "\(told)")
    }

    @Test("Where the book has the instrument already, that is said")
    func known() throws {
        let instrument = Instrument(symbol: "ITOT", name: "", currency: .usd), text = "2014-02-03 Buy\n  assets:b:ITOT  4 ITOT @ 80.00 EUR\n  assets:b:cash\n"
        let context = ImportContext(instruments: [instrument], baseCurrency: .usd)
        let plan = try FormatsTests.plan(text, ImportOptions(fileName: "a.journal"), context: context)
        #expect(plan.refusals.first?.message.hasPrefix("ITOT is traded for USD in the book, and for EUR here") == true, "\(plan.refusals)")
    }
}
