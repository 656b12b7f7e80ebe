import Foundation
import LuaKit
import Testing
import Values
@testable import Scripting

/// The example scripts, run on the sample book as a user would run them.
@Suite("Example scripts")
struct ScriptFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "scripts").path

    @Test("Each runs on the sample book, and is short enough to read in a minute")
    func eachRuns() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".lua") && !$0.hasSuffix("_test.lua") }.sorted()
        #expect(names.count >= 3)
        for name in names {
            let session = try ScriptSession.demo()
            try session.runtime.runScriptFile("\(Self.folder)/\(name)", arguments: [])
            #expect(!session.takePrinted().isEmpty, "\(name) printed nothing")
            let lines = try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8).split(separator: "\n").count
            #expect(lines < 60, "\(name) has \(lines) lines")
        }
    }

    @Test("Dividends of one year, and afterwards a report like the built-in ones")
    func dividends() throws {
        let session = try ScriptSession.demo()
        try session.runtime.runScriptFile("\(Self.folder)/dividends_by_year.lua", arguments: ["--year", "2010"])
        let printed = session.takePrinted()
        #expect(printed.contains("ORCL") && printed.contains("936.00") && !printed.contains("2011"))
        #expect(try session.text("report.dividends{year=2010}[1][\"2010\"]") == "936")
        #expect(session.runtime.help("dividends")?.contains("a column a year") == true)
    }

    @Test("A monthly deposit posts what is due, oldest first, and each once")
    func monthlyDeposit() throws {
        let session = try ScriptSession.demo()
        func deposits() throws -> String { try session.text("activities{account=\"Savings\"}:where{notes=\"monthly deposit\"}:count()") }
        try session.runtime.runScriptFile("\(Self.folder)/monthly_deposit.lua", arguments: ["--from", "2014-02-01"])
        #expect(session.takePrinted() == "posted 11 of 500 into Savings\n")
        #expect(try deposits() == "11")
        try session.runtime.runScriptFile("\(Self.folder)/monthly_deposit.lua", arguments: ["--from", "2014-02-01"])
        #expect(session.takePrinted() == "nothing is due\n")
        #expect(try deposits() == "11")
        #expect(try session.text("activities{}:where{notes=\"monthly deposit\"}[1].date") == "2014-02-03")
    }

    @Test("The rebalancing rule records nothing until it is told to, and then is close to its targets")
    func rebalancing() throws {
        let session = try ScriptSession.demo()
        let before = try session.journal()
        try session.runtime.runScriptFile("\(Self.folder)/rebalance_prototype.lua", arguments: ["--weights", "ORCL=60,NVDA=40"])
        #expect(try session.journal() == before)
        try session.runtime.runScriptFile("\(Self.folder)/rebalance_prototype.lua", arguments: ["--weights", "ORCL=60,NVDA=40", "--apply"])
        #expect(try session.text("trades{}:where(function(t) return (t.notes or ''):find(\"rebalanced\", 1, true) end):count()") == "2")
        #expect(try session.text("holdings{account=\"Brokerage\", symbol=\"ORCL\"}[1].quantity") == "3182")
    }

    // MARK: Plans

    private func run(_ name: String, _ arguments: [String] = [], in session: ScriptSession) throws -> String {
        try session.runtime.runScriptFile("\(Self.folder)/\(name).lua", arguments: arguments)
        return session.takePrinted()
    }

    /// Runs a script that shows first, and makes sure that it records nothing before it is told to.
    private func applied(_ name: String, _ arguments: [String] = [], to session: ScriptSession, records: Bool = false) throws -> String {
        let before = try session.text("#activities{}")
        let shown = try run(name, arguments, in: session)
        #expect(shown.contains("nothing is recorded"), "\(name) says that it only shows")
        #expect(try session.text("#activities{}") == before, "\(name)")
        return try run(name, arguments + ["--apply"], in: session)
    }

    @Test("The reserve planner fills tiers by priority, to the cent, and moves what is left to growth")
    func reservePlanner() throws {
        let session = try ScriptSession.demo()
        let shown = try run("reserve_planner", in: session)
        #expect(shown.contains("Emergency") && shown.contains("3,203.76"))
        _ = try applied("reserve_planner", ["5000"], to: session)
        #expect(try session.text("activities{type='deposit'}:where(function(a) return a.notes and a.notes:find(': allocation') end):sum('amount')") == "5000")
        #expect(try session.text("cash{account='Savings'}[1].balance") == "18000")
        #expect(try session.text("tiers():list('gap')[2]") == "0")
    }

    @Test("Dollar-cost averaging invests the sum of each month once, what is left over with the next")
    func averaging() throws {
        let session = try ScriptSession.demo()
        #expect(try run("dollar_cost_averaging", ["--from", "2014-07-01"], in: session).contains("74 ORCL for 2983.61"))
        #expect(try session.text("trades{}:where{notes='monthly ORCL'}:count()") == "6")
        #expect(try run("dollar_cost_averaging", ["--from", "2014-07-01"], in: session) == "nothing is due\n")
        #expect(try session.text("trades{}:where{notes='monthly ORCL'}:sum('amount') <= 3000") == "true")
    }

    @Test("60/40 comes into its bands, and then is left alone")
    func sixtyForty() throws {
        let session = try ScriptSession.demo()
        #expect(try applied("sixty_forty", ["--owner", "Jerry"], to: session).contains("2 trades recorded"))
        #expect(try session.text("targets{name='60/40', owner='Jerry'}:where{out=true}:count()") == "0")
        #expect(try run("sixty_forty", ["--owner", "Jerry"], in: session).contains("everything is in its band"))
        let drafted = try ScriptSession.demo()
        #expect(try run("sixty_forty", ["--owner", "Jerry", "--draft"], in: drafted).contains("2 trades recorded"))
        #expect(try drafted.text("activities{status='draft'}:count()") == "2")
    }

    @Test("Buying only sells nothing and spends no more than the sum")
    func buyOnly() throws {
        let session = try ScriptSession.demo(), last = try session.text("activities{}[#activities{}].id")
        _ = try applied("buy_only", ["20000"], to: session)
        #expect(try session.text("activities{}:where(function(a) return a.id > \(last) end):by('type'):count():list('type')[1]") == "buy")
        #expect(try session.text("activities{}:where(function(a) return a.id > \(last) end):sum('amount') <= 20000") == "true")
        #expect(try session.text("#activities{}:where(function(a) return a.id > \(last) and a.type ~= 'buy' end)") == "0")
    }

    @Test("Each dividend is reinvested once, at the close of its day")
    func reinvestment() throws {
        let session = try ScriptSession.demo()
        #expect(try applied("dividend_reinvestment", to: session).contains("recorded"))
        #expect(try session.text("trades{account='Brokerage', type='buy', year=2014}:where(function(t) return t.notes and t.notes:find('^reinvested') end):count()") == "8")
        #expect(try session.text("holdings{account='Brokerage', symbol='ORCL'}[1].quantity") == "4090.1656")
        #expect(try run("dividend_reinvestment", in: session).contains("nothing is left to reinvest"))
    }

    @Test("Losses are harvested by lot, and those that would not count are left alone")
    func harvesting() throws {
        let session = try ScriptSession.demo()
        #expect(try applied("tax_loss_harvesting", to: session).contains("recorded"))
        #expect(try session.text("gains{year=2014}:where{account='Brokerage', symbol='NVDA', opened='2007-10-31'}[1].gain") == "-1542.95")
        #expect(try run("tax_loss_harvesting", in: session).contains("no lot stands at a loss of 100 or more"))
        let spoilt = try ScriptSession.demo()
        try spoilt.run("buy{account='Brokerage', symbol='NVDA', quantity=1, price=20.05, date='2014-12-30'}")
        #expect(try run("tax_loss_harvesting", in: spoilt).contains("bought within 30 days"))
        _ = try run("tax_loss_harvesting", ["--apply"], in: spoilt)
        #expect(try spoilt.text("trades{type='sell'}:where{notes='loss harvested'}:count()") == "0")
    }

    @Test("A ladder has its rungs, and what matures becomes the last one")
    func ladder() throws {
        let session = try ScriptSession.demo()
        _ = try applied("bond_ladder", to: session)
        #expect(try session.text("cash{account={'Ladder 2015', 'Ladder 2019'}}:sum('balance'), cash{account='Savings'}[1].balance") == "4000, 4796.24")
        #expect(try session.text("account('Ladder 2016').matures") == "2016-12-31")
        try session.run("account{name='Ladder 2015', matures='2014-12-31'}")
        _ = try run("bond_ladder", ["--apply"], in: session)
        #expect(
            try session.text("account('Ladder 2015').closed, cash{account='Ladder 2019'}:sum('balance'), cash{account='Ladder 2015'}:sum('balance')")
                == "2014-12-31, 4000, 0")
    }

    @Test("The emergency fund is told in months")
    func emergency() throws {
        let session = try ScriptSession.demo()
        let told = try run("emergency_fund", ["200", "--spending", "Savings", "--reserve", "Savings,Options"], in: session)
        #expect(told.contains("208.33"))
        #expect(try session.text("report.emergency_fund{months=200, spending={'Savings'}, reserve={'Savings', 'Options'}}:list('missing')[1]") == "14846.76")
        #expect(session.runtime.help("emergency_fund")?.contains("months the reserves would last") == true)
    }
}
