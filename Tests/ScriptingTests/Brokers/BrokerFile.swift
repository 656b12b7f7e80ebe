import Foundation
import Testing
import Values

/// A made-up file that looks like one of a broker's, and how its own figures tell what moved.
struct BrokerFile: Sendable, CustomTestStringConvertible {
    /// The file's name without folder and extension; that of its importer, perhaps with a part behind it.
    let name: String
    /// The importer that knows it.
    let importer: String
    /// What a row of the file moved, by currency, from the column that tells it.
    let moved: @Sendable (Row) throws -> [String: FixedDecimal]

    var testDescription: String { name }

    /// Where the files stand.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Files").path
    /// The path of the file.
    var path: String { "\(Self.folder)/\(name).\(importer == "interactive-brokers-flex" ? "xml" : "csv")" }
    /// Where the verdicts on it stand, and what it makes of a book.
    var golden: String { "\(Self.folder)/\(name).txt" }

    /// A row of a file: its cells by place, and by heading where the first row that has it is the header.
    struct Row {
        let cells: [String]
        let headings: [String]

        /// The text below a heading; empty where there is none.
        subscript(heading: String) -> String { headings.firstIndex(of: heading).flatMap { $0 < cells.count ? cells[$0] : nil } ?? "" }

        /// The number below a heading, without currency signs and commas; zero for none.
        func number(_ heading: String) throws -> FixedDecimal { try Self.number(self[heading]) }

        /// The number in a text with points for decimals; with `comma`, with commas.
        static func number(_ text: String, comma: Bool = false) throws -> FixedDecimal {
            let plain = comma ? text.replacing(".", with: "").replacing(",", with: ".") : text.replacing(",", with: "")
            let digits = plain.filter { "-.0123456789".contains($0) }
            return digits.isEmpty || digits == "-" ? .zero : try FixedDecimal(digits)
        }
    }

    /// The rows below the first that holds a heading; all rows where it is nil.
    func rows(below heading: String?) throws -> [Row] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let first = text.split(separator: "\n").first { heading == nil || $0.contains(heading ?? "") } ?? ""
        let delimiter: Character = first.contains(";") ? ";" : ","
        var headings: [String]?, rows: [Row] = []
        for line in text.split(separator: "\n") {
            let cells = Self.cells(line, delimiter)
            if headings == nil, let heading, cells.contains(heading) {
                headings = cells
            } else if headings != nil || heading == nil {
                rows.append(Row(cells: cells, headings: headings ?? []))
            }
        }
        return rows
    }

    /// The fields of a line.
    static func cells(_ line: Substring, _ delimiter: Character) -> [String] {
        var cells = [""], isQuoted = false
        for character in line {
            if character == "\"" { isQuoted.toggle() } else if character == delimiter, !isQuoted { cells.append("") } else { cells[cells.count - 1].append(character) }
        }
        return cells
    }

    /// A session in euros that says nothing of cash below zero.
    static func session() throws -> ScriptSession {
        let session = try ScriptSession(today: "2026-11-01")
        try session.run("setting('base_currency', 'EUR') setting('negative_cash', 'quiet')")
        return session
    }

    /// The cash that the file's own figures say is there at the end, by currency; currencies of which nothing is left are not there.
    func cash(below heading: String?) throws -> [String: FixedDecimal] {
        var sums: [String: FixedDecimal] = [:]
        for row in try rows(below: heading) {
            for (currency, amount) in try moved(row) { sums[currency] = try (sums[currency] ?? .zero) + amount }
        }
        return sums.filter { !$0.value.isZero }
    }
}
