import Foundation
import TestSupport
import Testing
import Values

/// GnuCash's bindings for Python, by which GnuCash itself writes books.
private enum GnuCashBindings {
    static let python = ProcessInfo.processInfo.environment["LUCA_PYTHON_GNUCASH"] ?? "/usr/bin/python3"
    static let areThere = (try? BookGenerators.write("random_gnucash.py", [], by: python)) != nil
}

@Suite("Books that GnuCash wrote", .enabled(if: GnuCashBindings.areThere, "python3 has no module gnucash; LUCA_PYTHON_GNUCASH names one that has"))
struct GnuCashMovingTests {
    private static let prices = """
        local lines = {}
        for q in quotes{} do lines[#lines + 1] = ("price %s %s\\t%s"):format(q.symbol, q.date, (tostring(q.close):gsub("[^0-9.%-]", ""))) end
        return table.concat(lines, "\\n")
        """

    @Test("Each account holds what GnuCash says, sales take the lots that it names, and each price is known, also when the book comes again")
    func balances() throws {
        var random = MovingBooks.random("books that GnuCash wrote")
        for number in 0..<MovingBooks.count(3) {
            let form = ["xml", "packed", "sqlite"][number % 3], seed = random.int(1...1_000_000), folder = try TemporaryFolder(), path = folder.path + "/book.gnucash",
                session = try ScriptSession(today: "2030-01-01")
            try session.run("setting('negative_cash', 'quiet')")
            let told = try BookFigures(told: BookGenerators.write("random_gnucash.py", ["\(seed)", form, path], by: GnuCashBindings.python))
            #expect(told.values.count > 6, "seed \(seed), \(form): \(told.values.count) figures are hardly a book")
            for _ in 0..<2 {
                let refused = try session.text(
                    "local told = '' for row in import('\(path)'):where{verdict='refused'} do told = told .. row.line .. ': ' .. row.message .. '; ' end return told")
                #expect(refused == "", "seed \(seed), \(form): \(refused)")
                let own = try BookFigures(session).filtered { !$0.hasPrefix("lot") || $0.hasPrefix("lot units Broker TSLA ") }
                let differing = told.differences(from: own, of: ["cash", "held", "lot units"])
                #expect(differing.isEmpty, "seed \(seed), \(form), GnuCash and luca: \(differing.prefix(5))")
                let unknown = try told.differences(from: BookFigures(told: session.text(Self.prices)), of: ["price"])
                #expect(unknown.isEmpty, "seed \(seed), prices of GnuCash and luca: \(unknown.prefix(5))")
            }
        }
    }
}
