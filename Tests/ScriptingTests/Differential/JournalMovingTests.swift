import Foundation
import TestSupport
import Testing
import Values

/// Another program that reads journals.
enum JournalProgram: String, CaseIterable, Sendable {
    case hledger, ledger

    private var path: String { "/usr/bin/\(rawValue)" }

    /// Whether it is installed.
    var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// What each of the accounts below assets holds: `ACCOUNT QUANTITY`, zeros left out.
    func balances(_ file: String) throws -> Set<String> {
        let output = try run(
            self == .hledger
                ? ["bal", "-f", file, "assets", "--flat", "--no-total", "-O", "csv", "--layout=bare"]
                : ["-f", file, "bal", "^assets", "--flat", "--no-total", "--balance-format", "%(account),%(commodity(scrub(display_total))),%(quantity(scrub(display_total)))\n"])
        let cells = output.split(separator: "\n").map { $0.replacing("\"", with: "").split(separator: ",") }.filter { $0.count == 3 && $0[0] != "account" }
        return Set(cells.map { (account: $0[0], number: Self.shortest($0[2])) }.filter { $0.number != "0" }.map { "\($0.account) \($0.number)" })
    }

    /// What each of the accounts below assets holds, each of one commodity, by its name: `held assets:alpha:USD`.
    func holdings(_ file: String) throws -> BookFigures {
        let output = try run(
            self == .hledger
                ? ["bal", "-f", file, "assets", "--flat", "--no-total", "-O", "csv", "--layout=bare"]
                : ["-f", file, "bal", "^assets", "--flat", "--no-total", "--balance-format", "\"%(account)\",\"\",\"%(quantity(scrub(display_total)))\"\n"])
        // hledger writes numbers as the journal does.
        let hasComma = try String(contentsOfFile: file, encoding: .utf8).contains("decimal-mark ,")
        var figures = BookFigures()
        for line in output.split(separator: "\n").dropFirst(self == .hledger ? 1 : 0) {
            let cells = line.dropFirst().dropLast().components(separatedBy: "\",\"")
            guard cells.count == 3 else { continue }
            let number = hasComma && self == .hledger ? cells[2].replacing(".", with: "").replacing(",", with: ".") : cells[2].replacing(",", with: "")
            try figures.add("held \(cells[0])", FixedDecimal(number))
        }
        return figures
    }

    /// A number without the zeros at its end.
    private static func shortest(_ number: Substring) -> Substring {
        guard number.contains(".") else { return number }
        var number = number
        while number.last == "0" { number.removeLast() }
        return number.last == "." ? number.dropLast() : number
    }

    /// What it has to say against a file by its strictest rules; empty for nothing.
    func complaints(_ file: String) throws -> String {
        try run(self == .hledger ? ["check", "--strict", "-f", file] : ["--strict", "--pedantic", "-f", file, "stats"], complains: true)
    }

    private func run(_ arguments: [String], complains: Bool = false) throws -> String {
        let process = Process(), output = Pipe()
        (process.executableURL, process.arguments, process.standardOutput) = (URL(filePath: path), arguments, complains ? FileHandle.nullDevice : output)
        if complains { process.standardError = output }
        process.environment = ["LANG": "C.UTF-8"]
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}

@Suite("Journals beside ledger and hledger")
struct JournalMovingTests {
    @Test(
        "Books that are exported: the other program has nothing to object, holds the same, and lots and gains come back", arguments: JournalProgram.allCases.filter(\.isThere),
        [true, false])
    func going(to program: JournalProgram, feesInCost: Bool) throws {
        var random = SeededRandom.forTest("going to \(program), \(feesInCost)")
        for _ in 0..<MovingBooks.count(2) {
            let book = TwinBook(TwinBook.Rules("hifo", feesInCost: feesInCost), rows: 200, &random)
            let session = try ScriptSession(today: "2030-01-01"), folder = try TemporaryFolder(), path = folder.path + "/book.\(program.rawValue)"
            try session.run(book.statements.joined(separator: "\n"))
            try session.run("export('\(path)', '\(program.rawValue)')")
            #expect(try program.complaints(path) == "")
            let own = Set(try session.text(Self.lines).split(separator: "\n").map(Self.asExported)), others = try program.balances(path)
            #expect(others == own, "\(program.rawValue) alone says \(others.subtracting(own).sorted().prefix(5)), luca alone \(own.subtracting(others).sorted().prefix(5))")
            // And it comes back, also into a book that has it.
            let back = try ScriptSession(today: "2030-01-01")
            try back.run("setting('fees_in_cost', false) import('\(path)')")
            let before = Set(try session.text(BeancountTests.lines).split(separator: "\n")), after = Set(try back.text(BeancountTests.lines).split(separator: "\n"))
            #expect(before.count > 30, "\(before.count) lines are hardly a book")
            #expect(after == before, "before: \(before.subtracting(after).sorted().prefix(5)), after: \(after.subtracting(before).sorted().prefix(5))")
            let added = "return #import('\(path)'):where(function(row) return row.verdict == 'add' end)"
            #expect(try [back.text(added), session.text(added)] == ["0", "0"], "the book that took it in, and the one that wrote it")
        }
    }

    /// A line of balances with the names that exported accounts have.
    private static func asExported(_ line: Substring) -> String {
        "Assets" + line.dropFirst("assets".count).replacing(":cash ", with: ":Cash ")
    }

    @Test(
        "Journals made up: each account holds what the other program says",
        .enabled(if: JournalProgram.allCases.contains(where: \.isThere), "neither ledger nor hledger is installed"))
    func balances() throws {
        var random = SeededRandom.forTest("beside ledger and hledger")
        for _ in 0..<MovingBooks.count(4) {
            let folder = try TemporaryFolder(), path = folder.path + "/main.journal", session = try ScriptSession(today: "2030-01-01")
            try Self.journal(&random).write(toFile: path, atomically: true, encoding: .utf8)
            try session.run("import('\(path)', {currency='USD'})")
            let own = Set(try session.text(Self.lines).split(separator: "\n").map(String.init))
            #expect(own.count == 4, "\(own)")
            for program in JournalProgram.allCases where program.isThere {
                let others = try program.balances(path)
                #expect(others == own, "\(program.rawValue) alone says \(others.subtracting(own).sorted()), luca alone \(own.subtracting(others).sorted())")
            }
        }
    }

    private static let lines = """
        local lines = {}
        local function number(n) return (tostring(n):gsub("[$,]", "")) end
        for i = 1, #cash{} do
            local c = cash{}[i]
            if c.balance ~= D"0" then lines[#lines + 1] = "assets:" .. c.account .. ":cash " .. number(c.balance) end
        end
        for i = 1, #holdings{} do
            local h = holdings{}[i]
            lines[#lines + 1] = "assets:" .. h.account .. ":" .. h.symbol .. " " .. number(h.quantity)
        end
        return table.concat(lines, "\\n")
        """

    /// A journal of two brokers, in the forms that both programs take.
    private static func journal(_ random: inout SeededRandom) -> String {
        var text = "account assets:a:cash\naccount assets:b:cash\n\n2014-01-01 Begin\n    assets:a:cash  $5,000.50\n    assets:b:cash  $100.25\n    equity:owner\n"
        text += "\n2014-01-01 Begin\n    assets:a:XA  20 XA @ $10.00\n    assets:b:XB  20 XB @@ $200.00\n    equity:owner\n"
        var held = ["a": 20, "b": 20]
        for number in 1...80 {
            let day = "2014-\(String(100 + 1 + number / 8).dropFirst())-\(String(100 + 1 + number % 8 * 3).dropFirst())"
            let name = random.pick(["a", "b"]), other = name == "a" ? "b" : "a", units = random.int(1...5), symbol = name == "a" ? "XA" : "XB"
            let sum = "$\(random.int(1...200)).\(random.int(10...99))", mark = random.pick(["@", "@@"])
            text += "\n\(day.replacing("-", with: random.pick(["-", "/"]))) \(random.pick(["", "* ", "! ", "* (7) "]))row \(number)\(random.pick(["", "  ; remark"]))\n"
            switch random.int(0...4) {
            case 0:
                text += "    assets:\(name):\(symbol)  \(units) \(symbol) \(mark) \(sum)\n    expenses:fees  $1.25\n    assets:\(random.pick([name, other])):cash\n"
                held[name]! += units
            case 1 where held[name]! > units + 2:
                text += "    assets:\(name):cash\n    assets:\(name):\(symbol)  -\(units) \(symbol) \(mark) \(sum)\n"
                held[name]! -= units
            case 2: text += "    assets:\(name):cash  \(sum)\n    income:\(random.pick(["dividends:\(symbol)", "interest", "salary"]))\n"
            case 3: text += "    assets:\(name):cash  -\(sum)\n    assets:\(other):cash  \(sum)\n    (budget:x)  $3\n"
            default: text += "    expenses:food  \(sum)\n    assets:\(name):cash\n"
            }
        }
        return text
    }
}
