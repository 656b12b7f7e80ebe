import Ledger
import LuaKit
import LuaSurface
import Storage
import Testing
import Values

@Suite("Targets at the prompt")
struct TargetsTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.demo() }

    @Test("Targets are kept by the book, shown beside what is held, changed, and taken away")
    func keep() throws {
        #expect(try session.text("targets{name=\"two\", weights={ORCL=60, NVDA=40}, band=\"5/25\"}:where{target=\"ORCL\"}[1].out") == "true")
        #expect(try session.text("targets(\"two\"):list(\"band\"), targets{}:count()") == "{0.05, 0.05}, 2")
        #expect(try session.runtime.book?.plans.documents(.targets).count == 1)
        #expect(try session.text("rebalance{targets=\"two\", account=\"Brokerage\"}:count()") == "2")
        try session.run("targets{name=\"two\", weights={ORCL=1}}")
        #expect(try session.text("targets{}:count()") == "1")
        #expect(try session.text("targets{name=\"two\", remove=true}, targets{}:count()") == "true, 0")
        #expect(try session.text("targets \"two\"") == "nil, there are no targets \"two\"; none are defined")
        #expect(try session.message("rebalance{targets=\"tow\"}") == "rebalance: there are no targets \"tow\" (define them with targets{name=\"tow\", weights={ORCL=60, NVDA=40}})")
    }

    @Test(
        "Nested, by class, by tag and by portfolio",
        arguments: [
            ("{{name=\"Old\", weight=60, members={ORCL=1}}, {name=\"New\", weight=40, members={NVDA=1}}}", "", "Old ORCL New NVDA"),
            ("{stock=1}", ", by=\"class\"", "stock"), ("{chips=1, software=1}", ", by=\"tag\", tags={NVDA=\"chips\", ORCL=\"software\"}", "chips software"),
            ("{Jerry=1, Retirement=2}", ", by=\"portfolio\"", "Jerry Retirement"), ("{stock=1}", ", by=\"kind\"", "stock"),
        ])
    func groups(weights: String, by: String, names: String) throws {
        #expect(try session.text("table.concat(targets{name=\"x\", weights=\(weights)\(by)}:list(\"target\"), \" \")") == names)
        #expect(try session.text("targets(\"x\"):sum(\"value\") > 0") == "true")
        #expect(try session.text("rebalance{targets=\"x\"}:count() >= 0") == "true")
    }

    @Test("A function groups for as long as the session lasts")
    func function() throws {
        let source = "targets{name=\"f\", weights={old=1, new=1}, by=function(h) return h.symbol == \"ORCL\" and \"old\" or \"new\" end}"
        try session.run("shown = \(source)")
        #expect(try session.text("shown.warnings[#shown.warnings].kind") == "session_only")
        #expect(try session.runtime.book?.plans.documents(.targets).isEmpty == true)
        #expect(try session.text("rebalance{targets=\"f\", account=\"Brokerage\"}[1].symbol, targets{name=\"f\", remove=true}") == "ORCL, true")
    }

    @Test(
        "What cannot be is told",
        arguments: [
            ("targets{name=\"x\", weights={ORLC=1}}", "unknown symbol \"ORLC\"; did you mean \"ORCL\"?"),
            ("targets{name=\"x\", weights={ORCL=-1}}", "the weight of \"ORCL\" is -1"),
            ("targets{name=\"x\", weights={ORCL=0}}", "the weights add up to nothing"), ("targets{name=\"x\", weights={ORCL=1}, by=\"clas\"}", "by must be one of"),
            ("targets{name=\"x\", weights={ORCL=1}, band=\"wide\"}", "a band is points of the whole"), ("targets{name=\"x\", weights={{weight=1}}}", "a target has no name"),
            ("targets{weights={ORCL=1}}", "targets: name is missing"), ("rebalance{fee=1}", "rebalance: targets is missing"),
            ("rebalance{weights={ORCL=1}, plan=\"x\"}", "plan is of tiers"),
            ("rebalance{weights={ORCL=1}, mode=\"ful\"}", "mode must be one of new_money, full, hybrid"),
            ("rebalance{weights={ORCL=1}, cash={Savings=5}}", "nothing can be bought in Savings"),
            ("rebalance{weights={ORCL=1}, cash=-5e9, account=\"Brokerage\"}", "more is to be taken out than there is"), ("rebalance{weights={ORCL=1}, fee=-1}", "the fee is -1"),
            ("rebalance{weights={NVDA=1}, accounts={NVDA=\"Brokrage\"}}", "did you mean \"Brokerage\"?"),
            ("rebalance{weights={ORCL=1}, whole_shares={ORC=false}}", "did you mean \"ORCL\"?"), ("rebalance{rule=\"mine\"}", "there is no rule \"mine\""),
        ])
    func mistakes(source: String, start: String) throws {
        let message = try session.message(source)
        #expect(message.contains(start), "\(message)")
    }
}
