import Ledger
import LuaKit
import Sentences
import Testing
@testable import LuaSurface
@testable import Scripting

@Suite("Help")
struct HelpTests {
    private let session: ScriptSession
    private var runtime: Runtime { session.runtime }

    init() throws { session = try ScriptSession.demo() }

    @Test(
        "A figure or a field is told of by its name",
        arguments: [
            ("twr", "twr chains the returns of days"), ("irr", "irr"), ("fx_rate", "Units of the account's currency for one of this"), ("max_drawdown", "max_drawdown"),
            ("modified_dietz", "Dietz"),
        ])
    func figures(topic: String, part: String) throws {
        #expect(try #require(ScriptSession.small().runtime.help(topic)).contains(part))
        #expect(try ScriptSession.small().runtime.help("nosuchfigure") == nil)
    }

    @Test(
        "A line that begins with what is nearly a sentence is told its name",
        arguments: [("byu 10 ORCL @ 31 in Brokerage", "did you mean \"buy\"?"), ("depsit 500 to Savings", "did you mean \"deposit\"?")])
    func nearlySentences(line: String, hint: String) throws {
        #expect(try ScriptSession.small().failure(line).hint?.hasPrefix(hint) == true)
        #expect(try ScriptSession.small().failure("buy = = 2").hint == nil)
    }

    @Test("Every function, sentence, report, setting and type has help that tells its summary")
    func everythingHasHelp() throws {
        for (name, record) in runtime.functions.records { expectHelp(on: name, tells: record.summary) }
        for command in runtime.functions.commands { expectHelp(on: command.name, tells: command.summary) }
        for name in runtime.reportList { expectHelp(on: name, tells: try #require(runtime.functions.records["report.\(name)"]).summary) }
        for setting in Setting.all { expectHelp(on: setting.key, tells: setting.summary) }
        for type in runtime.lua.definedTypes { expectHelp(on: type.name, tells: type.summary) }
    }

    @Test("Every method and field has help under type:name, and those of frames under the bare name")
    func everyMemberHasHelp() {
        for type in runtime.lua.definedTypes {
            for method in type.methods { expectHelp(on: "\(type.name):\(method.name)", tells: method.summary) }
            for field in type.fields { expectHelp(on: "\(type.name).\(field.name)", tells: field.summary) }
        }
        expectHelp(on: "pivot", tells: "A table of one column against another.")
    }

    @Test(
        "Help on a figure tells its formula, and whose convention it is where there are several",
        arguments: [
            ("snapshots", "units × price × rate", ""), ("returns", "Σ flow / (1 + r)^(days / 365)", "GIPS, 2020"), ("risk", "√(Σ (r - mean)² / (n - 1))", "Sharpe, 1994"),
            ("drawdowns", "the lowest level / the peak - 1", "Bacon, 2008"), ("attribution", "the change of its rate", "Bacon, 2008"),
            ("calendar_returns", "Π (1 + r of a day) - 1", "GIPS, 2020"), ("rolling_returns", "Π (1 + r of a day) - 1", "GIPS, 2020"), ("explain_return", "Π (1 + r) - 1", ""),
            ("yields", "income / market_value", "trailing dividend yield"), ("income_forecast", "balance × rate × days / 365", "Act/365 fixed"),
            ("irr", "Σ amount / (1 + r)^(days / 365) = 0", "XIRR"), ("gains", "units × price × multiplier less the fee", "IRS, Publication 550"),
            ("lots", "cost × remaining / quantity", "IRS, Publication 551"), ("lots", "An id stands for units of one cost", ""),
            ("holdings", "units times the last quote less that of the trading day before", "IRS, Publication 551"),
            ("holdings", "average_cost is cost_basis / quantity", ""), ("holdings", "100 × unrealized_gain / |cost_basis|", ""),
            ("holdings", "100 × market_value / Σ market_value of the rows", ""),
            ("snapshots", "at the last price and rate on or before the day", "fees_in_cost"),
            ("transaction", "checked as a set when it ends, ordered by day and need", "each row is checked as it is recorded"),
            ("forecast", "balance × (1 + rate / 12)^months", "nominal"), ("goals", "s·gⁿ + a·(gⁿ - 1)/(g - 1)", "ordinary annuity"), ("limits", "limit less used", ""),
            ("watch", "the last price over the one before, less one", ""),
        ])
    func figuresTellTheirFormula(name: String, formula: String, source: String) throws {
        let summary = try #require(runtime.functions.records[name]).summary
        #expect(summary.contains(formula) && (source.isEmpty || summary.contains(source)), "\(summary)")
    }

    @Test("Everything that topics lists has help")
    func everyTopicHasHelp() {
        for topic in runtime.topics { #expect(runtime.help(topic) != nil, "\(topic)") }
        #expect(Set(["buy", "gains", "frame", "lot_method", "report.income", "undo"]).isSubset(of: runtime.topics))
    }

    @Test("Help shows the sentence, its Lua form, the parameters and an example")
    func helpOnBuy() throws {
        let text = try #require(runtime.help("buy"))
        #expect(text.contains("buy QUANTITY SYMBOL [@ PRICE [CURRENCY]] [fee AMOUNT] [tax AMOUNT] [as SUBTYPE] [in ACCOUNT] [on DATE]"))
        #expect(text.contains(#"buy{quantity=D"10", symbol="ORCL", price=D"31.20", fee=D"1", account="Brokerage", date="2014-03-03"}"#))
        #expect(text.contains("quantity"))
        #expect(text.contains("since 0.1"))
    }

    @Test("Without a topic the overview names every function, sentence and report")
    func overview() throws {
        let text = try #require(runtime.help(nil))
        for record in Modules.all.flatMap(\.functions) { #expect(text.contains(record.name), "\(record.name)") }
        for name in runtime.reportList { #expect(text.contains(name)) }
        for command in runtime.functions.commands { #expect(text.contains(command.summary), "\(command.name)") }
    }

    @Test("Help is printed, and a value stands for its type")
    func printed() throws {
        try session.run("help \"gains\"")
        #expect(session.takePrinted().hasPrefix("gains [YEAR]"))
        try session.run("help(D\"1\")")
        #expect(session.takePrinted().contains("\ndecimal\n  An exact decimal number"))
        try session.run("help(holdings{})")
        #expect(session.takePrinted().contains("\nframe\n"))
        try session.run("help(today())")
        #expect(session.takePrinted().contains("\ndate\n  A civil date.\n    .year"))
    }

    @Test("A function itself is a topic")
    func functionAsTopic() throws {
        try session.run("help(holdings)")
        #expect(session.takePrinted().contains("What is held"))
        try session.run("help(report.income)")
        #expect(session.takePrinted().contains("Dividends and interest by year"))
    }

    @Test("A misspelt topic is told the nearest")
    func misspelt() throws {
        #expect(try session.message("help \"gians\"") == "there is no help on gians (did you mean \"gains\"?)")
        #expect(runtime.help("gians") == nil)
    }

    private func expectHelp(on topic: String, tells summary: String) {
        let text = runtime.help(topic)
        #expect(text != nil, "there is no help on \(topic)")
        #expect(text?.contains(summary) ?? true, "\(topic): \(text ?? "")")
    }
}
