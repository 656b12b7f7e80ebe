import Foundation
import Sentences
import TestSupport
import Testing
@testable import Scripting

@Suite("Ratios of splits, mergers and spin-offs")
struct RatioTests {
    @Test("However it is written, it is the same", arguments: ["10:1", "10/1", "10 for 1", "10-for-1", "10 For 1", " 10 : 1 "])
    func spellings(ratio: String) throws {
        try LedgerCase(
            "split \(ratio)", "split{symbol='ORCL', ratio='\(ratio)', account='Brokerage', date='2014-06-30'}",
            [
                ("holdings{}[1].quantity", "100"), ("activities{type='split'}[1].ratio", "10:1"), ("cash{}[1].balance", "687"),
            ]
        ).play()
    }

    @Test(
        "A sentence takes it in three words, and nothing of it is money",
        arguments: [
            ("split ORCL 10 for 1 in Brokerage on 2014-06-30", "nil"), ("split ORCL 10-for-1 in Brokerage on 2014-06-30", "nil"),
            ("split ORCL 10:1 in Brokerage on 2014-06-30", "nil"), ("split ORCL \"10 for 1\" in Brokerage on 2014-06-30", "nil"),
            ("split ORCL 10 for 1 for 5.20 in Brokerage on 2014-06-30", "5.2"),
        ])
    func sentences(line: String, money: String) throws {
        let session = try ScriptSession.small()
        _ = try session.sentence(line)
        #expect(try session.text("activities{type='split'}[1].ratio, activities{type='split'}[1].amount") == "10:1, \(money)")
    }

    @Test("A sentence of a merger takes it too")
    func merger() throws {
        let session = try ScriptSession.small()
        _ = try session.sentence("merger ORCL into SPY ratio 1 for 2 for 30 in Brokerage on 2014-06-30")
        #expect(try session.text("holdings{}[1].symbol, holdings{}[1].quantity, activities{}[3].amount") == "SPY, 5, 30")
    }

    @Test("A number alone says not which way it goes", arguments: ["2", "'2'", "D'2'", "0.5", "'2-1'", "'0:1'", "'1 0:1'", "'2:1:1'"])
    func refusals(ratio: String) throws {
        let session = try ScriptSession.small()
        try session.expectRefusal(of: "split{symbol='ORCL', ratio=\(ratio)}", saying: "ratio must be a ratio such as \"4:1\", got")
    }

    @Test("Both spellings are told")
    func hint() throws {
        let session = try ScriptSession.small()
        let source = "local ok, err = pcall(split, {symbol='ORCL', ratio='2'}) return err.hint"
        #expect(try session.text(source) == "write 2:1 or 2 for 1 where one unit became 2, 1:2 or 1 for 2 where 2 became one")
        for line in ["split ORCL 2 in Brokerage", "split ORCL 2 for in Brokerage", "split ORCL 2 for two"] {
            let mismatch = #expect(throws: CommandMismatch.self) { try session.sentence(line) }
            #expect(mismatch?.message == "2 is not a ratio" && mismatch?.hint?.contains("2 for 1") == true, "\(line)")
        }
        #expect(try session.text("#activities{type='split'}") == "0")
    }

    @Test("Files have a column for it, and are written with one", arguments: ["10:1", "10 for 1", "10-for-1"])
    func files(ratio: String) throws {
        let folder = try TemporaryFolder(), path = folder.path + "/splits.csv", session = try ScriptSession.small()
        let rows = "date,type,account,symbol,amount,ratio\n2014-06-30,split,Brokerage,ORCL,,\(ratio)\n2014-07-01,split,,ORCL,,1:2\n"
        try rows.write(toFile: path, atomically: true, encoding: .utf8)
        try session.run("import('\(path)')")
        #expect(try session.text("holdings{}[1].quantity, activities{type='split'}:list('ratio')") == #"50, {"10:1", "1:2"}"#)
        try session.run("export('\(folder.path)/again.csv')")
        let other = try ScriptSession()
        try other.run("import('\(folder.path)/again.csv')")
        #expect(try other.text("holdings{}[1].quantity, activities{type='split'}[2].account") == "50, nil")
        try rows.replacing(ratio, with: "10").write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try session.text("import('\(path)')[1].message").contains("is no ratio (write 10:1 or 10 for 1"))
    }
}
