import Foundation
import TestSupport
import Testing

@Suite("luca verify, as a user types it", .enabled(if: BuiltProgram.path != nil))
struct VerifyCommandTests {
    private let home: TemporaryFolder
    private var book: String { home.path + "/family.luca" }

    init() throws { home = try TemporaryFolder() }

    private func luca(_ arguments: String...) throws -> BuiltProgram.Result { try BuiltProgram.run(arguments + ["--book", book], home: home.path) }

    /// Records a deposit, and returns the line of `verify` that has the last hash.
    private func deposit(_ amount: Int) throws -> String {
        let made = try luca("-e", "if not account \"A\" then account{name=\"A\", currency=\"USD\"} end deposit{account=\"A\", date=\"2025-01-02\", amount=\(amount)}")
        #expect(made.code == 0, "\(made)")
        let verified = try luca("verify")
        #expect(verified.code == 0, "\(verified)")
        return try #require(verified.output.split(separator: "\n").first { $0.contains("last hash") }.map(String.init))
    }

    @Test func itTellsHowManyEntriesThereAreAndTheLastHash() throws {
        let line = try deposit(1)
        #expect(line.wholeMatch(of: /2 entries, last hash [0-9a-f]{64}/) != nil, "\(line)")
        let atThePrompt = try luca("-e", "local sound, problems, entries, hash = verify() print(sound, #problems, entries, hash)")
        #expect(atThePrompt.output == "true\t0\t2\t\(line.suffix(64))\n", "\(atThePrompt)")
    }

    @Test func aHashThatWasKeptProvesWhatWasThere() throws {
        let kept = String(try deposit(1).suffix(64))
        _ = try deposit(2)
        let proved = try luca("verify", "--expect", kept)
        #expect(proved.code == 0 && proved.output.contains("is the hash of entry 2: all up to there is as it was then"), "\(proved)")
        // The line as it was kept, and the book by its name.
        let whole = try BuiltProgram.run(["verify", book, "--expect", "2 entries, last hash \(kept)"], home: home.path)
        #expect(whole.code == 0 && whole.output.contains("is the hash of entry 2"), "\(whole)")
        // Quotes bring a note, which stands before the line to keep; all that was printed will do, and what was printed with the note behind.
        #expect(try luca("-e", "instrument{symbol=\"X\", currency=\"USD\"} quote{symbol=\"X\", date=\"2025-01-02\", close=5}").code == 0)
        let printed = try luca("verify").output, last = try #require(printed.split(separator: "\n").last)
        #expect(last.wholeMatch(of: /4 entries, last hash [0-9a-f]{64}/) != nil && printed.contains("not in the chain"), "\(printed)")
        for kept in [String(last), printed, "\(last)\nThe 1 quote in it is not in the chain"] {
            let proved = try luca("verify", "--expect", kept)
            #expect(proved.code == 0 && proved.output.contains("is the hash of entry 4"), "\(proved)")
        }
        let miscounted = try luca("verify", "--expect", "5 entries, last hash \(last.suffix(64))")
        #expect(miscounted.code == 1 && miscounted.output.contains("is that of entry 4, and was told as that of 5 entries"), "\(miscounted)")
        let foreign = try luca("verify", "--expect", String(repeating: "0a", count: 32))
        #expect(foreign.code == 1 && foreign.output.contains("No entry has the hash"), "\(foreign)")
        let cut = try luca("verify", "--expect", "c43d9dd6")
        #expect(cut.code == 1 && cut.errors.contains("that has 64 hexadecimal digits, and this has 8 characters"), "\(cut)")
    }

    @Test func aBookThatWasCutShortOpensWithAWarning() throws {
        _ = try deposit(1)
        try FileManager.default.copyItem(atPath: book, toPath: home.path + "/old")
        _ = try deposit(2)
        try FileManager.default.removeItem(atPath: book)
        try FileManager.default.moveItem(atPath: home.path + "/old", toPath: book)
        let question = try luca("-e", "cash{}")
        #expect(question.code == 0 && question.errors.hasPrefix("notice: family.luca ends with entry 2, and had 3 entries when it was last used here"), "\(question)")
        #expect(try luca("verify").code == 1)
        // All ways to make a copy keep it and end alike.
        for arguments in [["backup", "copy.luca"], ["backup"], ["-e", "backup \"second.luca\""]] {
            let copied = try BuiltProgram.run(arguments + ["--book", book], home: home.path)
            #expect(copied.code == 1 && copied.errors.contains("is kept"), "\(copied)")
        }
        #expect(FileManager.default.fileExists(atPath: home.path + "/copy.luca") && FileManager.default.fileExists(atPath: home.path + "/second.luca"))
        #expect(try luca("verify", "--accept").code == 0)
        #expect(try luca("-e", "cash{}").errors.isEmpty)
    }

    @Test func whoRecordedIsKeptWhereTheBookWantsIt() throws {
        _ = try deposit(1)
        #expect(try luca("-e", "setting(\"record_user\", true)").code == 0)
        _ = try deposit(2)
        let told = try luca("-e", "local r = sql \"SELECT recorded_by FROM activities ORDER BY id\" print(#r, r[1].recorded_by == \"\", #r[2].recorded_by > 0)")
        #expect(told.output == "2\ttrue\ttrue\n", "\(told)")
    }
}
