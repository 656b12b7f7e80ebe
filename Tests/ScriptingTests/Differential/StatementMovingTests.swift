import Foundation
import Ledger
import LuaSurface
import Storage
import TestSupport
import Testing
import Values

@testable import Scripting

/// The library ofxtools, by a Python that has it.
private enum StatementLibrary {
    static let isThere = (try? BookGenerators.write("ofx_figures.py", [])) != nil
}

/// Statements of banks, cards and brokers, which luca reads as ofxtools does.
@Suite("Statements as ofxtools reads them", .enabled(if: StatementLibrary.isThere, "python3 has no module ofxtools; LUCA_PYTHON names one that has"))
struct StatementMovingTests {
    @Test("Each account has the same cash, units and rows, and a later statement that begins before the end of the first adds what is new")
    func statements() throws {
        var random = MovingBooks.random("statements")
        for number in 0..<MovingBooks.count(4) {
            let form = number % 2 == 0 ? "sgml" : "xml", seed = random.int(1...1_000_000), folder = try TemporaryFolder(), session = try ScriptSession(today: "2030-01-01")
            let paths = ["first", "later"].map { "\(folder.path)/\($0).ofx" }
            try session.run("setting('negative_cash', 'quiet')")
            try BookGenerators.write("random_ofx.py", ["\(seed)", form, folder.path])
            for count in 1...2 {
                let told = try BookFigures(told: BookGenerators.write("ofx_figures.py", Array(paths.prefix(count))))
                try take(paths[count - 1], into: session, seed)
                #expect(told.values.count > 20, "seed \(seed): \(told.values.count) figures are hardly a book")
                let differing = try told.differences(from: Self.figures(session), of: ["cash", "held", "row"])
                #expect(differing.isEmpty, "seed \(seed), \(count == 1 ? "first" : "later"), ofxtools and luca: \(differing.prefix(5))")
            }
            for path in paths { #expect(try session.text("return #import('\(path)'):where{verdict='add'}") == "0", "seed \(seed)") }
        }
    }

    /// Imports a file of which nothing may be refused.
    private func take(_ path: String, into session: ScriptSession, _ seed: Int) throws {
        let refused = try session.text(
            "local told = '' for row in import('\(path)'):where{verdict='refused'} do told = told .. row.line .. ': ' .. row.message .. '; ' end return told")
        #expect(refused == "", "seed \(seed): \(refused)")
    }

    /// What luca has: cash, units, and the rows by their ids.
    private static func figures(_ session: ScriptSession) throws -> BookFigures {
        var figures = try BookFigures(session), seen = Set<String>()
        let ledger = try #require(session.runtime.book).ledger
        for row in 0..<ledger.activities.count where !ledger.activities.isVoid(at: row) {
            let activity = ledger.activities.activity(at: row)
            // A row that became two activities has its number behind the id of the second.
            guard let id = activity.detail?.sourceID.split(separator: "/").first, activity.account != .every else { continue }
            let key = "row \(ledger[activity.account].name) \(id)"
            if seen.insert(key).inserted { try figures.add(key, .one) }
        }
        return figures
    }
}
