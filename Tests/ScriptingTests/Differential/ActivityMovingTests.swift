import Foundation
import TestSupport
import Testing

/// Activities of programs that follow portfolios, on their way to luca and from there.
@Suite("To and from Ghostfolio and Wealthfolio", .enabled(if: BookGenerators.canBeWritten, "there is no python3 to write them"))
struct ActivityMovingTests {
    /// Where they come from and go to.
    enum Form: String, CaseIterable, Sendable {
        case ghostfolio, wealthfolio

        var ending: String { self == .ghostfolio ? "json" : "csv" }
        /// The steps of a book that the program has no place for.
        var missing: [String] { ["rename", "merger", "spinoff"] + (self == .ghostfolio ? ["capital", "hand_over"] : []) }
    }

    private static let quiet = "setting('negative_cash', 'quiet') setting('base_currency', 'USD') setting('fees_in_cost', false) setting('taxes_in_cost', false)"

    private func session(_ settings: String = "") throws -> ScriptSession {
        let session = try ScriptSession(today: "2030-01-01")
        try session.run(Self.quiet + settings)
        return session
    }

    /// Imports a file of which nothing may be refused, and which adds nothing when it comes again.
    private func take(_ path: String, into session: ScriptSession, _ seed: Int) throws {
        let refused = try session.text(
            "local told = '' for row in import('\(path)'):where{verdict='refused'} do told = told .. row.line .. ': ' .. row.message .. '; ' end return told")
        #expect(refused == "", "seed \(seed): \(refused)")
        #expect(try session.text("return #import('\(path)'):where{verdict='add'}") == "0", "seed \(seed)")
    }

    @Test("Cash and units are what the program has; what luca writes of them is the same book, to the letter where it is written again", arguments: Form.allCases)
    func coming(from form: Form) throws {
        var random = MovingBooks.random("coming from \(form)")
        for _ in 0..<MovingBooks.count(4) {
            let seed = random.int(1...1_000_000), folder = try TemporaryFolder()
            let paths = ["first", "second", "third"].map { "\(folder.path)/\($0).\(form.ending)" }
            let told = try BookFigures(told: BookGenerators.write("random_\(form).py", ["\(seed)", paths[0]])), book = try session(), other = try session()
            try take(paths[0], into: book, seed)
            let own = try BookFigures(book)
            #expect(told.values.count > 4, "seed \(seed): \(told.values.count) figures are hardly a book")
            let differing = told.differences(from: own, of: ["cash", "held"])
            #expect(differing.isEmpty, "seed \(seed), \(form) and luca: \(differing.prefix(5))")
            try book.run("export('\(paths[1])', '\(form)')")
            try take(paths[1], into: other, seed)
            let changed = try own.differences(from: BookFigures(other), of: ["cash", "held", "lot", "gain"])
            #expect(changed.isEmpty, "seed \(seed), before and after: \(changed.prefix(5))")
            try other.run("export('\(paths[2])', '\(form)')")
            #expect(try Self.differing(paths[1], paths[2]) == [], "seed \(seed)")
        }
    }

    @Test("Books of luca's come back with their cash, lots and gains, and to the letter where they are written again", arguments: Form.allCases)
    func going(to form: Form) throws {
        var random = MovingBooks.random("going to \(form)")
        for _ in 0..<MovingBooks.count(4) {
            let seed = random.int(1...1_000_000), folder = try TemporaryFolder(), book = try session()
            let paths = ["first", "second"].map { "\(folder.path)/\($0).\(form.ending)" }
            try book.run(BookGenerators.write("random_luca.py", ["\(seed)"] + form.missing) + Self.quiet)
            try book.run("export('\(paths[0])', '\(form)')")
            // How lots are chosen is a setting, and settings stay behind.
            let other = try session(
                " setting('lot_method', '\(try book.text("setting('lot_method')"))')" + (form == .wealthfolio ? " account{name='Gamma', allow_short=true}" : ""))
            try take(paths[0], into: other, seed)
            let differing = try Self.kept(by: form, of: book).differences(from: Self.kept(by: form, of: other), of: ["cash", "held", "lot", "gain", "gained"])
            #expect(differing.isEmpty, "seed \(seed), before and after: \(differing.prefix(5))")
            try other.run("export('\(paths[1])', '\(form)')")
            #expect(try Self.differing(paths[0], paths[1]) == [], "seed \(seed)")
        }
    }

    /// The figures of a book that a program has a place for.
    private static func kept(by form: Form, of book: ScriptSession) throws -> BookFigures {
        let homes = ["Alpha": "USD", "Beta": "EUR", "Gamma": "USD"]
        // Ghostfolio has cash in the currency of an account alone, and units before a split as those that they became.
        return try BookFigures(book).filtered { key in
            let words = key.split(separator: " ").map(String.init)
            return form == .wealthfolio || words[0] != "gain" && (words[0] != "cash" || homes[words[1]] == words[2])
        }
    }

    /// The rows that two files do not have in common, in a few words.
    private static func differing(_ one: String, _ other: String) throws -> [String] {
        // The two sides of an exchange of money are payments of their own once they come back, without the name that held them together.
        let rows = try [one, other].map { try String(contentsOfFile: $0, encoding: .utf8).replacing(#/,exchange \d+,/#, with: ",,").split(separator: "\n") }
        return Array(
            rows[0].difference(from: rows[1]).prefix(4).map { change in
                switch change {
                case .insert(let place, let row, _): "line \(place + 1) was \(row)"
                case .remove(let place, let row, _): "line \(place + 1) is \(row)"
                }
            })
    }
}
