public import Values

/// A form that a frame can be put into.
public enum FrameFormat: String, CaseIterable, Sendable {
    /// Aligned columns, or one field a line where the columns that decide have no room side by side.
    case auto
    /// Aligned columns, for people.
    case table
    /// Comma-separated values, for spreadsheets and other programs.
    case csv
    /// An array of objects.
    case json
    /// A table of Markdown.
    case markdown
    /// One field a line, for rows with many columns.
    case line

    /// What the form is, in a few words.
    public var summary: String {
        switch self {
        case .auto: "aligned columns, or one field a line where they have no room"
        case .table: "aligned columns"
        case .csv: "comma-separated values, RFC 4180"
        case .json: "an array of objects, decimals as strings"
        case .markdown: "a Markdown table"
        case .line: "one field a line"
        }
    }

    /// Whether it is for reading, and not for other programs.
    public var isForPeople: Bool {
        switch self {
        case .auto, .table, .line: true
        case .csv, .json, .markdown: false
        }
    }

    /// The ending of a file of this form, without a dot.
    public var fileExtension: String {
        switch self {
        case .auto, .table, .line: "txt"
        case .csv: "csv"
        case .json: "json"
        case .markdown: "md"
        }
    }
}

extension Frame {
    /// The frame in a form, as text.
    public func rendered(as format: FrameFormat, _ options: RenderOptions = RenderOptions()) throws(FrameError) -> String {
        switch format {
        case .auto: try readable(options)
        case .table: try text(options)
        case .csv: try csv(options)
        case .json: try json(options)
        case .markdown: try markdown(options)
        case .line: try records(options)
        }
    }

    /// Writes the frame in a form, piece by piece, so that a large one never stands in memory as a whole.
    ///
    /// `sink` is handed bytes to keep or copy, as often as there are some; what it throws ends the writing and is passed on, as is a
    /// `FrameError` of a column that cannot be computed, which comes before the first byte.
    public func write(
        as format: FrameFormat, _ options: RenderOptions = RenderOptions(), to sink: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        switch format {
        case .csv: try writeCSV(options, to: sink)
        case .json: try writeJSON(options, to: sink)
        case .auto, .table, .markdown, .line:
            var text = try rendered(as: format, options)
            try text.withUTF8(sink)
        }
    }
}

/// How a frame is put into text.
public struct RenderOptions: Sendable {
    /// The columns of the terminal; nil where width does not matter. Columns that do not fit are cut or left out, and a notice says so.
    public var width: Int?
    /// What the reader may say for a wider table, such as `.width all`; a notice of what had no room tells it.
    public var widening: String?
    /// The most rows shown; nil for all. A notice tells how many there are besides.
    public var maximumRows: Int?
    /// Gains green, losses red, headings bold: for a terminal that shows colours.
    public var colour: Bool
    /// Whether amounts, quantities and prices are masked, and figures within sentences. Percentages stay.
    public var privacy: Bool
    /// Whether columns that can be added up are, at the foot.
    public var totals: Bool
    /// Whether thousands are set apart by commas, for people; never in CSV and JSON.
    public var grouping: Bool
    /// The text shown for a missing value; in JSON that is always `null`.
    public var missing: String
    /// Whether lines and dots may go beyond ASCII.
    public var unicode: Bool
    /// How numbers and days are written, for people; never in CSV and JSON.
    public var locale = LocaleFormat.plain
    /// The digits of the currencies, declared ones included.
    public var currencies: CurrencyTable

    /// The usual table for a file or a pipe: all rows, all columns, no colour.
    public init(
        width: Int? = nil, maximumRows: Int? = nil, colour: Bool = false, privacy: Bool = false, totals: Bool = true,
        grouping: Bool = true, missing: String = "", unicode: Bool = true, currencies: CurrencyTable = CurrencyTable()
    ) {
        self.width = width
        self.maximumRows = maximumRows
        self.colour = colour
        self.privacy = privacy
        self.totals = totals
        self.grouping = grouping
        self.missing = missing
        self.unicode = unicode
        self.currencies = currencies
    }

    /// The text shown for an amount where amounts are masked.
    package var mask: String { unicode ? "•••" : "***" }
    /// The mark of something left out.
    var ellipsis: String { unicode ? "…" : "..." }
    /// What the lines of a table are made of.
    var rule: Character { unicode ? "─" : "-" }
}

extension Frame {
    /// The frame as a table for people: columns aligned, numbers on their decimal points, totals at the foot.
    ///
    /// Money is shown with the digits of its currency, prices with two to six, quantities in full. Costs no more than the rows shown,
    /// and the totals one sweep over their columns.
    public func text(_ options: RenderOptions = RenderOptions()) throws(FrameError) -> String {
        try laidOut(options).map { $0.text() }.joined(separator: "\n")
    }

    /// The frame as a table for people, or where the columns that decide have no room side by side, with one field a line.
    public func readable(_ options: RenderOptions = RenderOptions()) throws(FrameError) -> String {
        let layouts = try laidOut(options)
        return layouts.allSatisfy(\.isTable) ? layouts.map { $0.text() }.joined(separator: "\n") : try records(options, hidesEmpty: true)
    }

    /// The table, or the tables that it goes on in, each with what tells rows apart: where columns of one kind have no room side by side, as months may.
    private func laidOut(_ options: RenderOptions) throws(FrameError) -> [TextLayout] {
        let frame = try TextTable.withoutEmpty(self)
        let whole = TextLayout(try TextTable(frame, options: options), options: options)
        guard let limit = options.width, let first = frame.columns.firstIndex(where: \.schema.isSerial), whole.leftOut.contains(where: { frame.columns[$0].schema.isSerial })
        else { return [whole] }
        func width(_ places: some Sequence<Int>) -> Int { places.reduce(0) { $0 + whole.natural[$1] + TextLayout.gap } }
        // What decides is told with the first of them, such as the return of the whole year.
        let keys = Array(0..<first), behind = (first..<frame.columns.count).filter { !frame.columns[$0].schema.isSerial }
        let deciding = behind.filter { frame.columns[$0].schema.rank == .deciding }
        var parts: [[Int]] = [], room = 0
        for place in first..<frame.columns.count where !deciding.contains(place) {
            let needed = width([place])
            if parts.isEmpty || needed > room {
                room = limit + TextLayout.gap - width(keys) - (parts.isEmpty ? width(deciding) : 0)
                parts.append(keys)
            }
            guard needed <= room else { return [whole] }
            parts[parts.count - 1].append(place)
            room -= needed
        }
        parts[0] += deciding
        var layouts: [TextLayout] = []
        for part in parts {
            let columns = part.map { frame.columns[$0] }
            layouts.append(TextLayout(try TextTable(frame.with(columns: columns, rowCount: frame.rowCount), options: options), options: options))
        }
        return layouts
    }
}

extension Frame {
    /// The frame as a table of Markdown: numbers to the right and shown as in the table for people, totals bold.
    public func markdown(_ options: RenderOptions = RenderOptions()) throws(FrameError) -> String {
        let table = try TextTable(self, options: options)
        guard !table.columns.isEmpty else { return "" }
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
        var text = line(table.columns.map { Self.escaped($0.name) })
        text += line(table.columns.map { $0.isNumber ? "---:" : "---" })
        for row in 0..<table.rowCount { text += line(table.columns.map { Self.escaped($0.cells[row].text) }) }
        for total in 0..<table.totalCount {
            text += line(table.columns.map { $0.totals[total].map { "**\(Self.escaped($0.text))**" } ?? "" })
        }
        let notices = [table.more].compactMap { $0 } + table.notices.map(\.text)
        return text + notices.map { "\n\(Self.escaped($0))\n" }.joined()
    }

    /// A text that ends no cell and starts no markup.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "|\\`*_<".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}

extension Frame {
    /// The frame with one field a line, for rows with many columns: the name, a colon, the value as in the table for people.
    ///
    /// Rows stand apart by an empty line; there are no totals. Where there is a width, long values go on in further lines.
    public func records(_ options: RenderOptions = RenderOptions()) throws(FrameError) -> String { try records(options, hidesEmpty: false) }

    private func records(_ options: RenderOptions, hidesEmpty: Bool) throws(FrameError) -> String {
        var options = options
        options.totals = false
        let table = try TextTable(self, options: options, hidesEmpty: hidesEmpty)
        let width = table.columns.map { TextWidth.of($0.name) }.max() ?? 0
        var blocks = (0..<table.rowCount).map { row in
            table.columns.map { column in
                let padding = String(repeating: " ", count: width - TextWidth.of(column.name))
                let value = WrappedText.wrapped(column.cells[row].text, behind: width + 2, indent: width + 2, width: options.width)
                return padding + column.name + (value.isEmpty ? ":\n" : ": \(value)\n")
            }.joined()
        }
        blocks += ([table.more].compactMap { $0 } + table.notices.map(\.text)).map { $0 + "\n" }
        return blocks.joined(separator: "\n")
    }
}
