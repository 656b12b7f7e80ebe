import Foundation
import LuaKit
import TestSupport
import Testing
@testable import Scripting

@Suite("Frames on paper")
struct FrameOutputTests {
    private let session: ScriptSession
    private let folder: TemporaryFolder

    init() throws {
        session = try ScriptSession.small()
        folder = try TemporaryFolder()
    }

    @Test("Text forms are given back without a path")
    func texts() throws {
        #expect(try session.text("cash{}:csv()") == "account,currency,balance\nBrokerage,USD,687\n")
        #expect(try session.text("cash{}:json()") == "[\n{\"account\":\"Brokerage\",\"currency\":\"USD\",\"balance\":\"687\"}\n]\n")
        #expect(try session.text("cash{}:markdown()").hasPrefix("| account"))
    }

    @Test("With a path a file is written whole, and its size told", arguments: ["csv", "json", "markdown"])
    func files(form: String) throws {
        let path = folder.path + "/cash.\(form)"
        let size = try session.text("cash{}:\(form)('\(path)')")
        let written = try String(contentsOfFile: path, encoding: .utf8)
        #expect(size == String(written.utf8.count))
        #expect(try session.text("cash{}:\(form)()") == written)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["cash.\(form)"])
    }

    @Test("A file that cannot be written says why, and leaves what was there")
    func cannotWrite() throws {
        #expect(try session.message("cash{}:csv('\(folder.path)/no/such/cash.csv')").contains("No such file or directory"))
        let path = folder.path + "/taken"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(try session.failure("cash{}:csv('\(path)')").kind == "file")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken"])
    }

    @Test("show prints in the form asked for, and gives the frame back")
    func show() throws {
        #expect(try session.text("#cash{}:show{mode='csv'}") == "1")
        #expect(session.takePrinted() == "account,currency,balance\nBrokerage,USD,687\n")
        try session.run("show(cash{})")
        #expect(session.takePrinted().contains("Brokerage  USD        687.00"))
        #expect(try session.message("cash{}:show{mode='cvs'}").contains("one of auto, table, csv, json, markdown"))
    }

    @Test("What is missing in a frame is printed below it, and can be tested")
    func warnings() throws {
        let text = "ORCL is valued at the price of its last trade, on 2014-01-03, as it has no quote since; store one with quote{symbol=\"ORCL\", date=…, close=…}, or sync"
        #expect(try session.text("holdings{}.warnings[1].kind, holdings{}.warnings[1].message") == "trade_price, \(text)")
        try session.run("holdings{}:show()")
        #expect(session.takePrinted().hasSuffix("warning: \(text)\n"))
        #expect(try session.text("holdings{}[1].market_value, holdings{}[1].price") == "312, 31.2")
    }

    @Test("A price makes the warning go; one from after the day does not")
    func price() throws {
        try session.run("quote{symbol='ORCL', date='2014-06-30', close=40.53}")
        #expect(try session.text("#holdings{}.warnings, holdings{}[1].market_value, holdings{}[1].unrealized_gain") == "0, 405.3, 92.3")
        #expect(try session.text("holdings{on='2014-06-29'}[1].market_value, holdings{on='2014-06-29'}.warnings[1].kind") == "312, trade_price")
        #expect(try session.text("holdings{on='2014-06-30'}[1].price_date") == "2014-06-30")
    }

    @Test("The policies that shaped a result travel with it")
    func policies() throws {
        #expect(try session.text("gains{}.policies.lot_method, holdings{}.policies.fees_in_cost") == "fifo, true")
        try session.run("setting('fees_in_cost', false)")
        #expect(try session.text("holdings{}.policies.fees_in_cost, holdings{}[1].cost_basis") == "false, 312")
    }

    @Test(
        "A value is shown so that it can be read",
        arguments: [
            ("{1, 'two', D'3.5', {x = true}}", #"{1, "two", 3.5, {x = true}}"#), ("{}", "{}"), ("nil", "nil"), ("'text'", "text"), ("1e100", "1e+100"),
            ("1/0", "inf"), ("2^53", "9007199254740992.0"), ("0.1", "0.1"), ("print", "a function"), ("{b = 1, a = 2}", "{a = 2, b = 1}"),
            ("holdings{}[1].symbol", "ORCL"), ("account'Savings'", "name: Savings\ntype: deposit\ncurrency: USD\nowner: Ben\nallow_short: false\ntracking: transactions"),
            ("cash{}[1]", "{account = \"Brokerage\", currency = \"USD\", balance = 687}"), ("{cash{}[1].balance, cash{}}", "{687, a frame}"),
            ("{'a', nil, 'c'}", "{\"a\", 3 = \"c\"}"), ("{[1.5] = 'x'}", "{1.5 = \"x\"}"),
        ])
    func shown(source: String, text: String) throws {
        #expect(try session.text(source) == text)
    }

    @Test("print and tostring of a row tell its values")
    func printedRow() throws {
        try session.run("print(cash{}[1])")
        #expect(session.takePrinted() == "{account = \"Brokerage\", currency = \"USD\", balance = 687}\n")
    }
}
