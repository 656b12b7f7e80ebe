import Foundation
import LuaKit
import TestSupport
import Testing
@testable import Scripting

@Suite("Real price files, imported and asked from Lua")
struct SharedDataTests {
    private static func prices(_ symbol: String, _ years: String) -> String? { SharedData.prices("\(symbol)-daily-\(years).csv") }

    @Test(
        "A file of daily prices comes in whole, and is given back as it stands", .enabled(if: prices("ORCL", "1995-2014") != nil, "\(SharedData.absence)"),
        arguments: [
            ("ORCL", "1995-2014"), ("NVDA", "1999-2014"),
        ])
    func dailyPrices(symbol: String, years: String) throws {
        let path = try #require(Self.prices(symbol, years))
        let session = try ScriptSession(today: "2015-12-31")
        try session.run("setting('base_currency', 'USD')")
        let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
        #expect(rows.count > 3000)
        #expect(try session.text("import('\(path)'):by('verdict'):count():totable()") == "{{count = \(rows.count), verdict = \"quote\"}}")
        let text = try session.text("quotes{symbol='\(symbol)'}:select('date', 'open', 'high', 'low', 'close', 'adjusted', 'volume'):csv()")
        let stored = text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
        #expect(stored.count == rows.count)
        for (want, got) in zip(rows, stored) {
            // Shortest form on both sides: the file pads its prices with zeros.
            let shortest = want.enumerated().map { $0.offset == 0 || !$0.element.contains(".") ? $0.element : Self.shortened($0.element) }
            if shortest != got { Issue.record("\(want) became \(got)") }
        }
        #expect(try session.text("import('\(path)'):distinct('verdict'):list('verdict'), #quotes{}").hasSuffix("\(rows.count)"))
    }

    private static func shortened(_ number: String) -> String {
        var number = Substring(number)
        while number.last == "0" { number.removeLast() }
        return String(number.last == "." ? number.dropLast() : number)
    }
}

@Suite("Generated histories against the answers that come with them", .enabled(if: SharedData.canGenerate, "\(SharedData.generatorAbsence)"))
struct GeneratedHistoryTests {
    @Test("Holdings, gains, cash and income agree to the last digit, with fees in cost and apart", arguments: [1, 2, 3])
    func figures(seed: Int) throws {
        let folder = try TemporaryFolder()
        let expected = try SharedData.generate(trades: 3000, seed: seed, into: folder.path)
        let session = try ScriptSession(at: folder.path + "/book.luca", today: "2026-01-01")
        try session.run("import('\(folder.path)/book.csv')")
        let answers = try #require(expected["by_account_symbol"] as? [String: [String: Any]])
        #expect(answers.count > 100)
        for feesInCost in [true, false] {
            try session.run("setting('fees_in_cost', \(feesInCost))")
            let (cost, gain) = feesInCost ? ("cost_basis_with_fees", "realized_gain_net_fees") : ("cost_basis", "realized_gain")
            let quantities = try sums(session, "holdings{}", "quantity"), costs = try sums(session, "holdings{}", "cost_basis")
            let gains = try sums(session, "gains{}", "gain"), lots = try sums(session, "lots{}", "id", by: "count")
            for (key, want) in answers {
                #expect(quantities[key] ?? "0" == want["quantity"] as? String, "\(key)")
                #expect(costs[key] ?? "0" == want[cost] as? String, "\(key)")
                #expect(gains[key] ?? "0" == want[gain] as? String, "\(key)")
                #expect(Int(lots[key] ?? "0") == want["open_lots"] as? Int, "\(key)")
            }
        }
        let cash = try #require(expected["cash"] as? [String: String])
        for (account, balance) in cash { #expect(try session.text("cash{account='\(account)'}[1].balance") == balance) }
        #expect(try session.text("income{type='dividend'}:sum('amount')") == expected["dividends_total"] as? String)
        #expect(try session.text("(verify())") == "true")
    }

    /// Sums of a column by account and symbol, rounded to the ten digits of the answers.
    private func sums(_ session: ScriptSession, _ query: String, _ column: String, by function: String = "sum") throws -> [String: String] {
        let argument = function == "count" ? "" : "'\(column)'", result = function == "count" ? "count" : column
        let source = """
            (function()
              local result = {}
              for row in \(query):by("account", "symbol"):\(function)(\(argument)) do
                local value = row.\(result)
                result[row.account .. "/" .. row.symbol] = tostring(type(value) == "userdata" and value:round(10) or value)
              end
              return result
            end)()
            """
        let fields = try #require(try session.run(source).first?.fields)
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value.stringValue ?? "") })
    }
}
