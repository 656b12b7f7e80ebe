import Foundation
import TestSupport
import Testing

/// Books that are told to luca and to beancount, which has to say the same of them. Beancount is asked where Python has it
/// (`pip install beancount`; `LUCA_PYTHON` names another interpreter than python3).
@Suite("Beside beancount", .enabled(if: Beancount.isThere, "python3 has no module beancount; LUCA_PYTHON names one that has"))
struct BeancountTests {
    @Test(
        "Ten books: lots, gains and cash are the same to the last digit",
        arguments: [
            TwinBook.Rules("fifo", feesInCost: true), TwinBook.Rules("fifo", feesInCost: false), TwinBook.Rules("lifo", feesInCost: true),
            TwinBook.Rules("hifo", feesInCost: true), TwinBook.Rules("hifo", feesInCost: false),
        ])
    func books(rules: TwinBook.Rules) throws {
        var random = SeededRandom.forTest("beside beancount, \(rules)")
        for _ in 0..<2 {
            let book = TwinBook(rules, rows: 400, &random), session = try ScriptSession(today: "2030-01-01")
            try session.run(book.statements.joined(separator: "\n"))
            let own = try session.text(Self.lines).split(separator: "\n").map(String.init), others = try Beancount.lines(book.directives)
            #expect(own.count > 60, "\(own.count) lines are hardly a book")
            let missing = Set(others).subtracting(own).sorted(), surplus = Set(own).subtracting(others).sorted()
            #expect(missing.isEmpty && surplus.isEmpty, "beancount alone says \(missing.prefix(5)), luca alone \(surplus.prefix(5))")
        }
    }

    /// What `holdings.py` says, said by luca.
    static let lines = """
        local sums, lines = {}, {}
        local function each(frame)
            local place = 0
            return function() place = place + 1 return frame[place] end
        end
        local function add(key, currency, units, cost)
            local sum = sums[key .. currency] or { key, currency, D"0", D"0" }
            sums[key .. currency] = sum
            sum[3], sum[4] = sum[3] + units, sum[4] + cost
        end
        for account, currency in pairs{Alpha="USD", Beta="EUR", Gamma="USD"} do
            for l in each(lots{account=account, base=currency}) do add(("lot %s %s %s"):format(l.account, l.symbol, l.opened), l.currency, l.remaining, l.cost_basis) end
            for g in each(gains{account=account, base=currency}) do add(("gain %s %s %s"):format(g.closed, g.account, g.symbol), g.currency, g.quantity, g.cost_basis) end
        end
        for _, sum in pairs(sums) do lines[#lines + 1] = ("%s %s %s %s"):format(sum[1], sum[3], sum[4], sum[2]) end
        for c in each(cash{}) do
            if c.balance ~= D"0" then lines[#lines + 1] = ("cash %s %s %s"):format(c.account, c.currency, c.balance) end
        end
        return table.concat(lines, "\\n")
        """
}

/// Beancount, in a process of Python's.
enum Beancount {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    private static let python = ProcessInfo.processInfo.environment["LUCA_PYTHON"] ?? "/usr/bin/python3"
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "holdings.py").path

    static let isThere = (try? run(["-c", "import beancount"])) != nil

    /// What it says of a book, a line each.
    static func lines(_ directives: [String]) throws -> [String] {
        let folder = try TemporaryFolder(), path = folder.path + "/book.beancount"
        try (directives.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        return try lines(ofFile: path)
    }

    /// What it says of the book that a file begins, a line each.
    static func lines(ofFile path: String, _ words: String...) throws -> [String] { try run([script, path] + words).split(separator: "\n").map(String.init) }

    private static func run(_ arguments: [String]) throws -> String {
        let process = Process(), output = Pipe(), errors = Pipe()
        (process.executableURL, process.arguments, process.standardOutput, process.standardError) = (URL(filePath: python), arguments, output, errors)
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data(), complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(description: String(decoding: complaint.suffix(2000), as: UTF8.self)) }
        return String(decoding: text, as: UTF8.self)
    }
}
