import Foundation

/// A broker's file as a table that can be written otherwise.
struct BrokerTable {
    /// The file as it stands, without a mark of UTF-8.
    let text: String
    /// All its lines as fields.
    let rows: [[String]]
    let delimiter: Character
    /// The place of the line with the headings; nil where sections have headings of their own.
    let header: Int?

    init(_ file: BrokerFile) throws {
        text = try String(contentsOfFile: file.path, encoding: .utf8).replacing("\u{FEFF}", with: "")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false), delimiter: Character = lines.contains { $0.count { $0 == ";" } > 5 } ? ";" : ","
        let rows = lines.map { BrokerFile.cells($0, delimiter) }
        (self.delimiter, self.rows) = (delimiter, rows)
        header = file.heading.flatMap { heading in rows.firstIndex { $0.contains(heading) } }
    }

    /// Rows as text, parted by a delimiter.
    func text(_ rows: [[String]], by other: Character? = nil, isQuoted: Bool = false) -> String {
        let delimiter = other ?? delimiter
        return rows.map { row in
            row.count < 2 ? row.joined() : row.map { isQuoted || $0.contains(delimiter) ? "\"\($0)\"" : $0 }.joined(separator: String(delimiter))
        }.joined(separator: "\n")
    }

    /// The rows with the fields of each in another order: of a section, those behind its name and kind.
    func ordered(_ order: ([String]) -> [String]) -> [[String]] {
        if let header {
            let width = rows[header].count
            return rows.enumerated().map { $0 < header || $1.count < 2 ? $1 : order($1 + Array(repeating: "", count: max(0, width - $1.count))) }
        }
        let widths = Dictionary(rows.map { ($0[0], $0.count) }) { max($0, $1) }
        // What names one thing a line has no columns.
        return rows.map { row in
            let width = widths[row[0]] ?? 0
            return width <= 4 ? row : Array(row[..<2]) + order(Array(row[2...]) + Array(repeating: "", count: width - row.count))
        }
    }

    /// The rows with something done to each heading.
    func headed(_ change: (String) -> String) -> [[String]] {
        rows.enumerated().map { place, row in
            if let header { return place == header ? row.map(change) : row }
            return row.count > 1 && row[1] == "Header" ? Array(row[..<2]) + row[2...].map(change) : row
        }
    }

    /// The rows with further fields behind or before those of each, under headings of their own.
    func widened(isBehind: Bool) -> [[String]] {
        let width = header.map { rows[$0].count } ?? 0
        return rows.enumerated().map { place, row in
            if let header {
                guard place >= header, row.count > 1 else { return row }
                let more = place == header ? ["Extra", "More"] : ["x", "7"]
                return isBehind ? row + Array(repeating: "", count: max(0, width - row.count)) + more : more + row
            }
            guard isBehind, row.count > 1 else { return row }
            return row + (row[1] == "Header" ? ["Extra", "More"] : ["x", "7"])
        }
    }

    /// The rows of the table from the last to the first; a line that goes on with the one above stays below it.
    var backward: [[String]] {
        guard let header else { return rows }
        let body = rows[(header + 1)...].prefix { $0.count > 1 }
        var groups: [[[String]]] = []
        for row in body {
            if row[0].isEmpty, !groups.isEmpty, rows[header].contains("") { groups[groups.count - 1].append(row) } else { groups.append([row]) }
        }
        return Array(rows[...header]) + groups.reversed().joined() + rows[(header + 1 + body.count)...]
    }
}

/// A way in which a file comes that is not the one in which the broker writes it.
struct BrokerShape: Sendable {
    let name: String
    /// Whether columns move, which those without headings do not bear.
    var isOfColumns = false
    /// The file in this shape; nil where it cannot be.
    let make: @Sendable (BrokerTable) -> Data?

    private init(_ name: String, isOfColumns: Bool = false, make: @escaping @Sendable (BrokerTable) -> Data?) {
        (self.name, self.isOfColumns, self.make) = (name, isOfColumns, make)
    }

    private static func written(_ name: String, isOfColumns: Bool = false, _ write: @escaping @Sendable (BrokerTable) -> String) -> BrokerShape {
        BrokerShape(name, isOfColumns: isOfColumns) { Data(write($0).utf8) }
    }

    /// Shapes that change nothing.
    static let alike: [BrokerShape] =
        [
            BrokerShape("a mark of UTF-8") { Data([0xEF, 0xBB, 0xBF]) + Data($0.text.utf8) },
            BrokerShape("UTF-16, low byte first") { $0.text.data(using: .utf16LittleEndian).map { Data([0xFF, 0xFE]) + $0 } },
            BrokerShape("UTF-16, high byte first") { $0.text.data(using: .utf16BigEndian).map { Data([0xFE, 0xFF]) + $0 } },
            BrokerShape("Windows-1252") { $0.text.data(using: .windowsCP1252) },
            written("CR LF") { $0.text.replacing("\n", with: "\r\n") }, written("CR") { $0.text.replacing("\n", with: "\r") },
            written("all fields quoted") { $0.text($0.rows, isQuoted: true) }, written("sep=;") { "sep=;\n" + $0.text($0.rows, by: ";") },
            written("empty columns behind") { table in table.text(table.rows.map { $0.count < 2 ? $0 : $0 + ["", "", "", ""] }) },
            written("empty lines behind") { $0.text.trimmingCharacters(in: .newlines) + "\n" + String(repeating: $0.delimiter, count: 4) + "\n\n,,,,,,\n\n" },
            written("a disclaimer below") {
                $0.text.trimmingCharacters(in: .newlines)
                    + "\n\nThis statement is for information only.\n\"Past performance, as everybody knows, tells nothing\"\nTerms apply, see the website\n"
            },
            written("headings in small letters") { table in table.text(table.headed { $0.lowercased() }) },
            written("headings in capitals") { table in table.text(table.headed { $0.uppercased().replacing("SS", with: "ss") }) },
            written("rows from the last to the first") { $0.text($0.backward) },
            written("columns from the last to the first", isOfColumns: true) { table in table.text(table.ordered { $0.reversed() }) },
            written("the first three columns at the end", isOfColumns: true) { table in table.text(table.ordered { Array($0.dropFirst(3)) + Array($0.prefix(3)) }) },
            written("columns more") { $0.text($0.widened(isBehind: true)) }, written("columns more, before the others", isOfColumns: true) { $0.text($0.widened(isBehind: false)) },
        ] + ([",", ";", "\t"] as [Character]).map { delimiter in written("parted by \(delimiter)") { $0.text($0.rows, by: delimiter) } }

    /// Shapes in which something is lost or could mean two things.
    static let told: [BrokerShape] = [
        written("headings alone") { table in table.text(Array(table.rows[...(table.header ?? 2)])) },
        BrokerShape("decimals parted by commas") { table in
            guard table.delimiter == "," else { return nil }
            let rows = table.rows.map { row in row.map { $0.wholeMatch(of: /-?\d+\.\d+/) == nil ? $0 : $0.replacing(".", with: ",") } }
            return Data(table.text(rows, by: ";").utf8)
        },
    ]
}
