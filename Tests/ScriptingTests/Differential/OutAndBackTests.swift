import Foundation
import TestSupport
import Testing
import Values

/// Books of luca's in which nearly everything happens that a book can hold, on their way to another program and back.
@Suite("Books with splits, mergers and transfers, in other programs", .enabled(if: BookGenerators.canBeWritten, "there is no python3 to write them"))
struct GeneratedBookTests {
    /// Where they go.
    enum Form: String, CaseIterable, Sendable {
        case beancount, hledger, ledger

        var isThere: Bool { JournalProgram(rawValue: rawValue)?.isThere ?? Beancount.isThere }
        var file: String { self == .hledger ? "book.journal" : "book.\(rawValue)" }
    }

    private func book(_ seed: Int) throws -> ScriptSession {
        let session = try ScriptSession(today: "2030-01-01")
        try session.run(BookGenerators.write("random_luca.py", ["\(seed)"]))
        return session
    }

    @Test(
        "The other program has nothing to object and holds the same: cash, units, and in beancount each lot and each gain", arguments: [Form.beancount, .hledger].filter(\.isThere))
    func going(to form: Form) throws {
        var random = MovingBooks.random("nearly everything to \(form)")
        for _ in 0..<MovingBooks.count(6) {
            let seed = random.int(1...1_000_000), session = try book(seed), folder = try TemporaryFolder(), path = "\(folder.path)/\(form.file)"
            try session.run("export('\(path)', '\(form)')")
            let own = try BookFigures(session), differing: [String]
            #expect(own.values.count > 20, "seed \(seed): \(own.values.count) figures are hardly a book")
            if let program = JournalProgram(rawValue: form.rawValue) {
                let complaints = try program.complaints(path)
                #expect(complaints == "", "seed \(seed)")
                differing = try Self.asExported(own).differences(from: program.holdings(path), of: ["held"])
            } else {
                differing = own.differences(from: try BookFigures(beancount: path, "gains"), of: ["cash", "lot", "gained"])
            }
            #expect(differing.isEmpty, "seed \(seed), luca and \(form): \(differing.prefix(5))")
        }
    }

    @Test("What went out comes back: cash, lots with their days and costs, gains", arguments: Form.allCases)
    func back(from form: Form) throws {
        var random = MovingBooks.random("nearly everything from \(form)"), unclear: [String] = []
        let count = MovingBooks.count(6)
        for _ in 0..<count {
            let seed = random.int(1...1_000_000), session = try book(seed), folder = try TemporaryFolder(), path = "\(folder.path)/\(form.file)"
            try session.run("export('\(path)', '\(form)')")
            let own = try session.text(
                """
                local told, file = '', import('\(path)')
                for row in file:where{verdict={'add', 'refused'}} do told = told .. row.line .. ': ' .. row.message .. '; ' end
                for _, warning in ipairs(file.warnings) do if warning.message:find('the book wrote', 1, true) then told = told .. warning.message end end
                return told
                """)
            #expect(own == "", "seed \(seed): what it wrote itself is new to the book")
            let other = try ScriptSession(today: "2030-01-01")
            // What sales cost more than they brought comes back as a fee, which counts as it did.
            for name in ["fees_in_cost", "taxes_in_cost"] { try other.run("setting('\(name)', \(session.text("setting('\(name)')")))") }
            try other.run("setting('base_currency', 'USD')")
            let refused = try other.text(
                "local told = '' for row in import('\(path)'):where{verdict='refused'} do told = told .. row.line .. ': ' .. row.message .. '; ' end return told")
            // Two parts of one lot that came into an account apart have one name there, and which is meant is not guessed.
            if ["has no open lot", "are left of lot", "that no row before it opened"].contains(where: refused.contains) {
                unclear.append("seed \(seed): \(refused)")
                continue
            }
            #expect(refused == "", "seed \(seed): \(refused)")
            // An average cost is a setting of the book, and settings stay behind: the lots that other programs are told of are not those of luca.
            let kinds = try session.text("setting('lot_method')") == "average" ? ["cash", "held"] : ["cash", "held", "lot", "gained"]
            let differing = try BookFigures(session).differences(from: BookFigures(other), of: kinds)
            #expect(differing.isEmpty, "seed \(seed), before and after: \(differing.prefix(5))")
        }
        #expect(unclear.count * 4 <= count, "\(unclear.count) of \(count) books are refused: \(unclear)")
    }

    @Test("The files of Portfolio Performance come to the same cash and the same units")
    func portfolioPerformance() throws {
        var random = MovingBooks.random("nearly everything to Portfolio Performance")
        for _ in 0..<MovingBooks.count(10) {
            let seed = random.int(1...1_000_000), session = try book(seed), folder = try TemporaryFolder()
            try session.run("export('\(folder.path)/pp', 'portfolio-performance')")
            var told = BookFigures()
            for row in try Self.rows("\(folder.path)/pp/Account Transactions.csv") {
                try told.add("cash \(row["Cash Account"]!) \(row["Transaction Currency"]!)", Self.number(row["Value"]))
                if row["Type"] == "Transfer (Outbound)" { try told.add("cash \(row["Offset Account"]!) \(row["Transaction Currency"]!)", -Self.number(row["Value"])) }
            }
            for row in try Self.rows("\(folder.path)/pp/Portfolio Transactions.csv") {
                let shares = try Self.number(row["Shares"]), account = row["Securities Account"]!, symbol = row["Ticker Symbol"]!, type = row["Type"]!
                try told.add("held \(account) \(symbol)", ["Buy", "Delivery (Inbound)"].contains(type) ? shares : -shares)
                if type == "Transfer (Outbound)" { try told.add("held \(row["Offset Securities Account"]!) \(symbol)", shares) }
                guard type == "Buy" || type == "Sell" else { continue }
                try told.add("cash \(row["Cash Account"]!) \(row["Transaction Currency"]!)", type == "Buy" ? -Self.number(row["Value"]) : Self.number(row["Value"]))
            }
            var own = BookFigures()
            let homes = ["Alpha": "USD", "Beta": "EUR", "Gamma": "USD"]
            for (key, value) in try BookFigures(session).values where key.hasPrefix("cash ") || key.hasPrefix("held ") {
                let words = key.split(separator: " ").map(String.init)
                // Money of another currency than the account's has an account of its own there.
                let isForeign = words[0] == "cash" && homes[words[1]] != words[2]
                try own.add(isForeign ? "cash \(words[1]) \(words[2]) \(words[2])" : key, value)
            }
            let differing = own.differences(from: told, of: ["cash", "held"])
            #expect(differing.isEmpty, "seed \(seed), luca and the files: \(differing.prefix(5))")
        }
    }

    /// The rows of a file, each a field by its heading; no field of these has a quote or a line end in it that would need more.
    private static func rows(_ path: String) throws -> [[String: String]] {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline).map { line in
            var fields = [""], isQuoted = false
            for character in line {
                if character == "\"" { isQuoted.toggle() } else if character == ";", !isQuoted { fields.append("") } else { fields[fields.count - 1].append(character) }
            }
            return fields
        }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }

    private static func number(_ text: String?) throws -> FixedDecimal { try FixedDecimal((text ?? "").replacing(",", with: ".")) }

    /// Figures by the names that exported accounts have, whatever the currency of the cash there.
    private static func asExported(_ figures: BookFigures) throws -> BookFigures {
        var exported = BookFigures()
        for (key, value) in figures.values {
            let words = key.split(separator: " ")
            if words[0] == "cash" { try exported.add("held Assets:\(words[1]):Cash", value) }
            if words[0] == "held" { try exported.add("held Assets:\(words[1]):\(words[2])", value) }
        }
        return exported
    }
}
