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
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".lua") }.sorted()
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
        try session.runtime.runScriptFile("\(Self.folder)/monthly_deposit.lua", arguments: [])
        #expect(session.takePrinted() == "posted 11 of 500 into Savings\n")
        #expect(try deposits() == "11")
        try session.runtime.runScriptFile("\(Self.folder)/monthly_deposit.lua", arguments: [])
        #expect(session.takePrinted() == "nothing is due\n")
        #expect(try deposits() == "11")
        #expect(try session.text("activities{}:where{notes=\"monthly deposit\"}[1].date") == "2014-02-03")
    }

    @Test("The rebalancing rule records nothing until it is told to, and then is close to its targets")
    func rebalancing() throws {
        let session = try ScriptSession.demo()
        let before = try session.journal()
        try session.runtime.runScriptFile("\(Self.folder)/rebalance_prototype.lua", arguments: [])
        #expect(try session.journal() == before)
        try session.runtime.runScriptFile("\(Self.folder)/rebalance_prototype.lua", arguments: ["--apply"])
        #expect(try session.text("trades{}:where(function(t) return (t.notes or ''):find(\"rebalanced\", 1, true) end):count()") == "2")
        #expect(try session.text("holdings{account=\"Brokerage\", symbol=\"ORCL\"}[1].quantity") == "3182")
    }
}
