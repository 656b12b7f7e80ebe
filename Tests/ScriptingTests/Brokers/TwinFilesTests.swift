import Foundation
import LuaKit
import TestSupport
import Testing
import Values

@Suite("Two kinds of a broker's files for the same time")
struct TwinFilesTests {
    private let flex = BrokerFile.folder + "/interactive-brokers-flex.xml", statement = BrokerFile.folder + "/interactive-brokers.csv"

    private func state(_ session: ScriptSession) throws -> String {
        try session.text("cash{}:select('currency','balance'):csv() .. holdings{}:select('symbol','quantity','cost_basis'):csv() .. #activities{}")
    }

    private func verdicts(_ path: String, _ more: String = "", _ session: ScriptSession) throws -> String {
        try session.text(
            "local t = {} for r in import{path='\(path)'\(more)} do if r.verdict ~= 'skipped' then t[#t + 1] = r.line .. ' ' .. r.verdict end end return table.concat(t, ', ')")
    }

    @Test("A statement and a Flex query of the same time count once, whichever comes first")
    func once() throws {
        for (first, second) in [(flex, statement), (statement, flex)] {
            let session = try BrokerFile.session()
            try session.run("import('\(first)')")
            let before = try state(session), told = try verdicts(second, "", session)
            #expect(!told.contains("add") && !told.contains("refused") && told.contains(" like"), "\(told)")
            #expect(try state(session) == before)
        }
    }

    @Test("An order is its fills, texts may differ, and what has other charges is asked for")
    func told() throws {
        let session = try BrokerFile.session()
        try session.run("import('\(flex)')")
        try session.run("v = import('\(statement)')")
        func row(_ line: Int) throws -> String { try session.text("local r = v:where{line=\(line)}[1] return r.verdict .. ': ' .. r.message") }
        #expect(try row(21).hasSuffix("which another of the broker's files brought (buy 40 QZA on 2025-03-04)"))
        #expect(try row(39).hasPrefix("already there: entry "))
        #expect(try row(23).hasPrefix("like: like entry ") && row(23).hasSuffix("with other charges (all=true records it, too)"))
        // A sale of what is not held any more is refused by the ledger: asked for, it is a row like any other.
        #expect(try verdicts(statement, ", all=true, partial=true", session).contains("23 refused"))
    }

    @Test("A trade that the first file lacks is added, and so is a second one of its day and symbol")
    func lacking() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/flex.xml", session = try BrokerFile.session()
        let text = try String(contentsOfFile: flex, encoding: .utf8)
        // Without its cash report, and without the purchase and sale of QZB.
        let lines = text.split(separator: "\n").filter { !$0.contains("CashReport") && !$0.contains("transactionID=\"7003\"") && !$0.contains("transactionID=\"7004\"") }
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        try session.run("import('\(path)')")
        let told = try verdicts(statement, "", session)
        #expect(told.contains("22 add, 23 add") && told.components(separatedBy: " add").count == 3, "\(told)")
        let other = folder.path + "/other.csv", csv = try String(contentsOfFile: statement, encoding: .utf8)
        let trade = "Trades,Data,Order,Stocks,USD,QZA,\"2025-03-04, 10:15:20\",40,12.5,12.61,-500,-1,501,0,4.4,O\n"
        let kept = csv.replacing(trade, with: trade + trade.replacing("10:15:20\",40,12.5,12.61,-500,-1,501", with: "12:15:20\",7,12.5,12.61,-87.5,-1,88.5"))
        try kept.split(separator: "\n").filter { !$0.hasPrefix("Cash Report") }.joined(separator: "\n").write(toFile: other, atomically: true, encoding: .utf8)
        let again = try BrokerFile.session()
        try again.run("import('\(flex)')")
        let more = try again.text("local t = {} for r in import{path='\(other)', dry_run=true} do if r.verdict == 'add' then t[#t + 1] = r.message or '' end end return #t")
        #expect(more != "0")
    }

    @Test("A file of one account goes into the account of its number, where a file of several made that")
    func numbered() throws {
        let session = try BrokerFile.session()
        try session.run("account{name='Interactive Brokers U0000001', currency='EUR'} import('\(flex)')")
        let before = try state(session)
        #expect(try session.text("accounts{}:list('name')") == #"{"Interactive Brokers U0000001"}"#)
        #expect(!(try verdicts(statement, "", session)).contains("add"))
        #expect(try state(session) == before)
        // Who names another account means that one.
        try session.run("import{path='\(statement)', account='Other', all=true}")
        #expect(try session.text("#accounts{}") == "2")
    }
}
