import Testing
import Values
@testable import Formats

@Suite("Text below a table")
struct FooterTests {
    private func outcomes(_ rows: String) throws -> [String] {
        let bytes = Array(("date,type,account,amount,currency\n" + rows).utf8)
        let plan = try Formats.plan(bytes, options: ImportOptions(fileName: "a.csv"), context: ImportContext(baseCurrency: nil))
        return plan.verdicts.map { $0.outcome.name + ($0.message.isEmpty ? "" : ": " + $0.message) }
    }

    @Test("A disclaimer at the end is left out, in quotes or not; what stands between rows is refused")
    func prose() throws {
        let row = "2026-01-02,deposit,A,5,EUR\n", text = "This statement is provided for information only.\n"
        #expect(
            try outcomes(row + "\n" + text + "\"Past performance, see the terms of the broker\"\nTerms apply, see the website of it\n").dropFirst(2) == [
                "skipped: it is text below the table", "skipped: it is text below the table", "skipped: it is text below the table",
            ])
        let between = try outcomes(row + text + row)
        #expect(between[0] == "add" && between[1].hasPrefix("refused: ") && between[2] == "add", "\(between)")
    }

    @Test(
        "What is left of a row is no text, and neither is a total",
        arguments: ["2026-01-03,dep", "Sum,,,1234,EUR", "deposit", "Card payment in", "Total of all payments in here,,,1234.50,EUR"])
    func rows(line: String) throws {
        let told = try outcomes("2026-01-02,deposit,A,5,EUR\n\(line)\n")
        #expect(told.last?.hasPrefix("refused: ") == true, "\(told)")
    }

    @Test(
        "A last row that lacks its date or has a figure in its text is refused, and never taken for text",
        arguments: [
            ("Description,Amount,Date,Type", "Coffee,3.00,2026-01-02,deposit", "Monthly savings plan contribution,EUR 250.00,,"),
            ("Description,Amount,Date,Type", "Coffee,3.00,2026-01-02,deposit", "Monthly savings plan contribution,"),
            ("Description,Type,Date,Amount", "Coffee at the corner,deposit,2026-01-02,3.00", "Vanguard FTSE All-World UCITS ETF,deposit"),
            ("Description,Type,Date,Amount", "Coffee at the corner,deposit,2026-01-02,3.00", "Rent of the flat for January 2026,deposit,,"),
            ("symbol,name,kind", "VWCE,Vanguard FTSE All-World,etf", "iShares Core MSCI World,UCITS of the world"),
        ])
    func cut(header: String, row: String, last: String) throws {
        let plan = try Formats.plan(
            Array("\(header)\n\(row)\n\(last)\n".utf8), options: ImportOptions(account: "A", currency: .eur, fileName: "a.csv"), context: ImportContext(baseCurrency: nil))
        #expect(plan.verdicts.suffix(1).map { $0.outcome.name } == ["refused"], "\(plan.verdicts.map(\.message))")
    }

    @Test("Text behind a table whose date is not its first column is told by its empty date and amount")
    func later() throws {
        let text = "Description,Amount,Date,Type\nCoffee,3.00,2026-01-02,withdrawal\nThis statement is for information only.,,,\n"
        let plan = try Formats.plan(Array(text.utf8), options: ImportOptions(account: "A", currency: .eur, fileName: "a.csv"), context: ImportContext(baseCurrency: nil))
        #expect(plan.verdicts.map { $0.outcome.name } == ["add", "skipped"], "\(plan.verdicts.map(\.message))")
    }
}
