import LuaSurface
import Scripting
import Testing
import Values
@testable import REPL

@Suite("Answers say what happened, and no more")
final class QuietAnswerTests {
    private let output = RecordedOutput()
    private let runtime: Runtime
    private let session: ShellSession

    init() throws {
        var configuration = Runtime.Configuration()
        configuration.today = try Day("2024-03-01")
        configuration.isOffline = true
        runtime = try Runtime(configuration)
        try runtime.openMemoryBook(named: "test")
        session = ShellSession(RuntimeInterpreter(runtime), output: output, display: Display(), isInteractive: true)
        for line in ["account Degiro EUR", "set base EUR", "deposit 50000 to Degiro on 2024-01-02"] { session.feed(line) }
    }

    deinit { runtime.close() }

    private func answer(_ line: String) -> String {
        _ = output.take()
        session.feed(line)
        return output.take()
    }

    @Test("A rate and a price are told line by line, without the braces of Lua")
    func records() {
        let rate = answer("rate EUR USD 1.085 on 2024-01-02")
        for part in ["date: 2024-01-02\n", "rate: 1.085\n", "path: EUR, USD\n"] { #expect(rate.contains(part), "\(rate)") }
        #expect(!rate.contains("{") && answer(#"rate("EUR", "USD", "2024-01-02")"#).contains("{"))
    }

    @Test("Of the two words that an instrument may have, a kind without quotes is no name")
    func kinds() {
        let told = answer("instrument VWCE etf EUR")
        #expect(told.contains("kind: etf\n") && !told.contains("name:"), "\(told)")
        #expect(answer("instrument GLD \"gold\" EUR").contains("name: gold\nkind: stock\n"))
        #expect(answer("instrument AAPL Apple stock USD").contains("name: Apple\nkind: stock\n"))
    }

    @Test("Undo and redo of a setting tell what is as it was, without an empty table; of an activity, its row")
    func undoing() {
        _ = answer("set base USD")
        for line in ["undo", "undo()"] {
            #expect(answer(line) == "setting base_currency is as it was before\n", "\(line)")
            #expect(answer(line.replacing("un", with: "re")) == "setting base_currency is recorded again\n", "\(line)")
        }
        _ = answer("undo")
        #expect(answer("deposit 5 to Degiro").contains("5.00"))
        #expect(answer("undo").contains("void"))
        // Who asks for what was undone still gets a frame.
        _ = answer("set base USD")
        #expect(answer("undo():count()") == "setting base_currency is as it was before\n0\n")
        #expect(answer("activities{}:where{type='buy'}").contains("no rows"))
    }

    @Test("Many prices that were paid, are old or missing are one line, and warnings lists each")
    func manyWarnings() {
        let symbols = ["AAA", "BBB", "CCC", "DDD", "EEE"]
        for symbol in symbols {
            _ = answer("instrument \(symbol) EUR")
            _ = answer("buy 10 \(symbol) @ 100 in Degiro on 2024-01-03")
        }
        let told = answer("holdings").split(separator: "\n").filter { $0.hasPrefix("warning") }
        #expect(told.count == 1 && told[0].contains("AAA") && told[0].hasSuffix("and 4 more like it, warnings lists them"), "\(told)")
        for question in ["net worth", "returns", "snapshots{}"] {
            let lines = answer(question).split(separator: "\n").filter { $0.hasPrefix("warning") }
            #expect(lines.count <= 2 && lines.allSatisfy { $0.contains("4 more like it") }, "\(question): \(lines)")
        }
        let listed = answer("warnings")
        for symbol in symbols { #expect(listed.contains("\(symbol) is valued at the price of its last trade"), "\(listed)") }
        for symbol in symbols { _ = answer("price \(symbol) 101 on 2024-01-05") }
        #expect(answer("warnings").split(separator: "\n").count { $0.contains("stale_price") } == 5)
        for symbol in symbols { _ = answer("price \(symbol) 101 on 2024-02-29") }
        #expect(answer("warnings").contains("no rows"))
    }

    @Test("Net worth shows no column in which nothing stands, and names what was left out where something was")
    func leftOut() {
        #expect(!answer("net worth").contains("left_out"))
        _ = answer("account Dollars USD")
        _ = answer("deposit 100 to Dollars on 2024-01-02")
        let told = answer("net worth")
        #expect(told.contains("left_out") && told.contains("USD"), "\(told)")
    }
}
