import Foundation
import Ledger
import Testing
import Values
@testable import Formats

/// What is wrong with a file or with a row of it, by the name that scripts see.
@Suite("Kinds of issue, each by the shortest file that has it")
struct IssueKindTests {
    /// What the file is told to be, and what is said of it: its kind, then the whole sentence.
    private func issues(_ text: String, _ name: String = "f.csv") -> [String] {
        do throws(ImportIssue) {
            let read = try plan(text, ImportOptions(fileName: name))
            return read.verdicts.compactMap(\.issue).map { "\($0.kind.rawValue) \($0)" }
        } catch { return ["\(error.kind.rawValue) \(error)"] }
    }

    @Test(
        "A file is refused whole",
        arguments: [
            ("f.csv", "", "empty_file f.csv: the file is empty (download or export it again, and look whether it is the right one)"),
            ("f.csv", "%PDF-1.4", "binary_file f.csv: the file is no text (it is a PDF: ask your broker for a CSV export)"),
            ("f.csv", "2014-01-02,deposit,A,5\n", "no_header f.csv:1: the file has no header line (its first line should name the columns, such as date,type"),
            ("f.csv", "foo,bar\nx,y\n", "unknown_format f.csv:1: the header names no column that is known (columns={"),
            ("f.csv", header + "2014-01-02,deposit,A,,,,,\"1,234\",USD,\n", "ambiguous_numbers f.csv:2: 1,234 may have thousands or three decimals"),
            ("f.csv", header + "3/5/2014,deposit,A,,,,,5,USD,\n", "ambiguous_dates f.csv:2: date: 3/5/2014 may be day-month-year or month-day-year"),
            (
                "f.csv", header + "2014-01-02,deposit,\"A,,,,,5,USD,\n",
                "unterminated_quote f.csv:2: a quote opened on this line is never closed (a quote within a quoted field is written twice)"
            ),
            ("f.json", "{\"a\":1,", "bad_json f.json:1: it is no JSON: a name in quotes is wanted, at column 8 (it may have been cut off when it was copied)"),
        ])
    func files(name: String, text: String, said: String) {
        let found = issues(text, name)
        #expect(found.count == 1 && found[0].hasPrefix(said), "\(found)")
    }

    @Test(
        "A row is refused or passed over, with its line, its column and what to do",
        arguments: [
            ("2014-01-02,deposit,A,,,,,5,USD,,6,7", "field_count f.csv:2: it has 12 fields, but the header names 10 (a field that holds commas must be quoted)"),
            ("2014-01-02,deposit,\"A\"x,,,,,5,USD,", "stray_text f.csv:2: text follows a closing quote (a quote within a quoted field is written twice)"),
            ("2014-02-30,deposit,A,,,,,5,USD,", "bad_date f.csv:2: date: there is no day 2014-02-30"),
            ("yesterday,deposit,A,,,,,5,USD,", "bad_date f.csv:2: date: \"yesterday\" is no date (write it as 2014-03-05)"),
            ("2014-01-02 25:99,deposit,A,,,,,5,USD,", "bad_time f.csv:2: date: \"2014-01-02 25:99\" has no readable time of day (write it as 14:30 or 14:30:00)"),
            ("2014-01-02,deposit,A,,,,,five,USD,", "bad_number f.csv:2: amount: \"five\" is no number"),
            ("2014-01-02,deposit,,,,,,5,USD,", "missing_value f.csv:2: account: the account is missing (say account=\"…\" for rows without one)"),
            ("2014-01-02,deposit,A,,,,,,USD,", "missing_value f.csv:2: amount: a deposit needs an amount"),
            (String(header.dropLast()), "repeated_header f.csv:2: it is the header again"),
        ])
    func rows(row: String, said: String) {
        let found = issues(header + row + "\n")
        #expect(found.count == 1 && found[0].hasPrefix(said), "\(found)")
    }

    @Test(
        "Rows of other files",
        arguments: [
            (
                "name,type,currency,tracking\nX,deposit,EUR,sideways\n",
                "bad_word f.csv:2: tracking: \"sideways\" is no tracking that is known (it is one of transactions, holdings, value)"
            ),
            (header.dropLast() + ",status\n2014-01-02,deposit,A,,,,,5,USD,,cancelled\n", "not_posted f.csv:2: status: \"cancelled\": it did not happen, so it is left out"),
        ])
    func others(text: String, said: String) {
        let found = issues(text)
        #expect(found.count == 1 && found[0].hasPrefix(said), "\(found)")
    }

    @Test("A heading and a field that are told the wrong way round are told the right one")
    func swapped() {
        var options = ImportOptions(fileName: "f.csv")
        options.columns = ["amount": "Betrag"]
        let text = "date,type,account,Betrag,currency\n2014-01-02,deposit,A,5,USD\n"
        #expect(
            throws: ImportIssue(
                .missingColumn, file: "f.csv", column: "amount", text: "Betrag", message: "the heading of the file stands first, and then what it is",
                hint: "say columns={[\"Betrag\"]=\"amount\"}")
        ) { try plan(text, options) }
    }
}
