package import Messages
import Values

extension WorkbookProperties: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(title)
        writer.add(subject)
        writer.add(Int(created.microseconds))
        writer.add(paper.rawValue)
        writer.add(isLarge)
        writer.add(temporaryFolder)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        let title = try reader.text(), subject = try reader.text(), created = Instant(microseconds: Int64(try reader.number())), paper = try reader.choice(Paper.self)
        self.init(title: title, subject: subject, created: created, paper: paper, isLarge: try reader.flag(), temporaryFolder: try reader.text())
    }
}

extension SheetLayout: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(name)
        writer.add(above)
        writer.add(columns)
        writer.add(rowCount)
        writer.add(UInt32(clamping: totals.count))
        for cells in totals { writer.add(cells) }
        writer.add(below)
        writer.add(charts)
        writer.add(scales)
    }

    /// A layout that no sheet can have is none: more rows than there are, totals or charts of other columns.
    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        let name = try reader.text(), above = try reader.list(SheetLine.self), columns = try reader.list(SheetColumn.self), rowCount = try reader.number()
        let totals = try reader.list { (reader) throws(BrokenMessage) in try reader.list(TotalCell.self) }
        self.init(
            name: name, above: above, columns: columns, rowCount: rowCount, totals: totals, below: try reader.list(), charts: try reader.list(), scales: try reader.list())
        let isSound =
            (0...Self.mostRows).contains(rowCount) && (!columns.isEmpty || rowCount == 0) && totals.allSatisfy { $0.count == columns.count }
            && charts.allSatisfy { ($0.series + [$0.categories]).allSatisfy(columns.indices.contains) } && scales.allSatisfy { columns.indices.contains($0.columns.upperBound) }
        guard isSound, refusal == nil else { throw BrokenMessage() }
    }
}

extension SheetLine: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(style.rawValue)
        writer.add(cells)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        (style, cells) = (try reader.choice(), try reader.list())
        guard cells.count <= SheetLayout.mostColumns else { throw BrokenMessage() }
    }
}

extension LineCell: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(cell)
        writer.add(format)
        writer.add(width)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        self.init(try SheetCell(from: &reader), try NumberFormat(from: &reader), width: try reader.double())
    }
}

extension SheetColumn: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(heading)
        writer.add(format)
        writer.add(width)
        writer.add(isFolded)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        self.init(try reader.text(), try NumberFormat(from: &reader), width: try reader.double(), isFolded: try reader.flag())
    }
}

extension NumberFormat: MessageValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .text: writer.add(0 as UInt8)
        case .whole: writer.add(1 as UInt8)
        case .number(let digits, let isGrouped, let isColoured):
            writer.add(2 as UInt8)
            writer.add(digits)
            writer.add(isGrouped)
            writer.add(isColoured)
        case .percent(let digits, let isColoured):
            writer.add(3 as UInt8)
            writer.add(digits)
            writer.add(isColoured)
        case .day: writer.add(4 as UInt8)
        case .instant: writer.add(5 as UInt8)
        case .truth: writer.add(6 as UInt8)
        case .money(let digits, let currency, let isColoured):
            writer.add(7 as UInt8)
            writer.add(digits)
            writer.add(currency)
            writer.add(isColoured)
        }
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 0: self = .text
        case 1: self = .whole
        case 2: self = .number(digits: try reader.number(), isGrouped: try reader.flag(), isColoured: try reader.flag())
        case 3: self = .percent(digits: try reader.number(), isColoured: try reader.flag())
        case 4: self = .day
        case 5: self = .instant
        case 6: self = .truth
        case 7: self = .money(digits: try reader.number(), currency: try reader.text(), isColoured: try reader.flag())
        default: throw BrokenMessage()
        }
    }
}

extension TotalCell: MessageValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .blank: writer.add(0 as UInt8)
        case .label(let text):
            writer.add(1 as UInt8)
            writer.add(text)
        case .formula(let formula, let value):
            writer.add(2 as UInt8)
            writer.add(formula)
            writer.add(value)
        }
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 0: self = .blank
        case 1: self = .label(try reader.text())
        case 2: self = .formula(try reader.text(), try reader.double())
        default: throw BrokenMessage()
        }
    }
}

extension SheetChart: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(kind.rawValue)
        writer.add(title)
        writer.add(categories)
        writer.add(UInt32(clamping: series.count))
        for column in series { writer.add(column) }
        writer.add(format)
        writer.add(hasDates)
        writer.add(isLogarithmic)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        let kind = try reader.choice(Kind.self), title = try reader.text(), categories = try reader.number()
        let series = try reader.list { (reader) throws(BrokenMessage) in try reader.number() }
        self.init(
            kind: kind, title: title, categories: categories, series: series, format: try NumberFormat(from: &reader), hasDates: try reader.flag(),
            isLogarithmic: try reader.flag())
    }
}

extension ColourScale: MessageValue {
    package func write(to writer: inout MessageWriter) {
        writer.add(columns.lowerBound)
        writer.add(columns.upperBound)
        writer.add(isDiverging)
    }

    package init(from reader: inout MessageReader) throws(BrokenMessage) {
        let first = try reader.number(), last = try reader.number()
        guard first >= 0, first <= last else { throw BrokenMessage() }
        self.init(columns: first...last, isDiverging: try reader.flag())
    }
}
