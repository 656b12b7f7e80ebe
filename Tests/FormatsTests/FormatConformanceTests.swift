import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// What every format must do, whichever it is.
@Suite("Every format")
struct FormatConformanceTests {
    @Test("Has a name of its own and a sentence") func names() {
        #expect(Set(Formats.all.map(\.name)).count == Formats.all.count)
        for format in Formats.all {
            #expect(format.name.allSatisfy { $0.isLowercase || $0 == "-" })
            #expect(format.summary.hasSuffix(".") && format.summary.count > 20)
        }
    }

    @Test("Reads its own example, found by its header alone", arguments: Formats.all.map(\.name)) func example(_ name: String) throws {
        let format = try #require(Formats.all.first { $0.name == name })
        var options = ImportOptions(account: name.hasPrefix("portfolio-ledger") || name.hasSuffix("-portfolio") ? "Brokerage" : nil, symbol: "ORCL")
        options.day = day("2025-08-30")
        let plan = try plan(format.example, options)
        #expect(plan.format == name)
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        let rows = plan.activities.count + plan.quotes.count + plan.values.count + plan.verdicts.count(.define) + plan.verdicts.count(.rate)
        #expect(
            rows
                == ([
                    "portfolio-ledger-json": 2, "reserve": 2, "reserve-recurring": 1, "beancount": 4, "journal": 3, "ghostfolio": 4, "ofx": 3, "qif": 3, "portfolio-performance": 4,
                    "gnucash": 2, "yahoo-portfolio": 4,
                ][name]
                    ?? (format.example.split(separator: "\n").count - 1)))
        var copy = plan
        try copy.check(against: Ledger())
        #expect(copy.refusedCount == 0, "\(copy.refusals)")
    }

    /// Where a file names no other currency, that of the settlement is that of the row.
    @Test("Knows each heading for one field only, but for an amount beside a net one, a time that is the date and a currency of settlement", arguments: Formats.tables.map(\.name))
    func headings(_ name: String) throws {
        let format = try #require(Formats.tables.first { $0.name == name })
        var owners: [String: ImportField] = [:]
        for spec in format.columns {
            for key in Set(spec.keys)
            where !(spec.field == .gross && key == "amount") && !(spec.field == .date && key == "time")
                && !(spec.field == .settle && ["settlementcurrency", "cashcurrency"].contains(key))
            {
                #expect(owners[key] == nil, "\(key) is \(owners[key]?.rawValue ?? "") and \(spec.field)")
                owners[key] = spec.field
            }
        }
    }

    @Test("Survives damage to its example: a plan or an issue, never a trap") func damage() {
        var random = SeededRandom.forTest()
        let noise = Array("\",;\n\r\t|.-()0123456789eE€xX \u{0}\u{FF}".utf8)
        for format in Formats.all {
            let original = Array(format.example.utf8)
            for _ in 0..<SeededRandom.rounds(50) {
                Self.exercise(random.damaged(original, by: noise))
            }
        }
    }

    @Test("Survives bytes of no meaning") func noise() {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(250) {
            var bytes = (0..<random.int(0...80)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if random.chance(oneIn: 2) { bytes = Array(header.utf8) + bytes }
            if random.chance(oneIn: 6) { bytes = [0xFF, 0xFE] + bytes }
            Self.exercise(bytes)
        }
    }

    private static func exercise(_ bytes: [UInt8]) {
        do throws(ImportIssue) {
            let ledger = Ledger()
            var plan = try Formats.plan(bytes, options: ImportOptions(symbol: "X", fileName: "x.csv"), context: ImportContext(ledger))
            let counts = RowVerdict.Outcome.allCases.map(plan.verdicts.count)
            #expect(counts.reduce(0, +) == plan.verdicts.count)
            #expect(plan.activities.count == plan.verdicts.count(.add) || plan.hasCompoundRows)
            #expect(plan.quotes.count == plan.verdicts.count(.quote))
            #expect(plan.values.count == plan.verdicts.count(.value))
            #expect(plan.rates.isEmpty == (plan.verdicts.count(.rate) == 0) && plan.rates.allSatisfy { $0.rate > .zero && $0.from != $0.to })
            #expect(plan.refusals.allSatisfy { !$0.message.isEmpty && $0.line != nil })
            try? plan.check(against: ledger)
            #expect(plan.activities.count == plan.verdicts.count(.add) || plan.hasCompoundRows)
        } catch {
            #expect(!error.message.isEmpty && error.file == "x.csv")
        }
    }
}
