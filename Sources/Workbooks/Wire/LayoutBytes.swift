import Values

extension WorkbookProperties: WireValue {
    func write(to writer: inout WireWriter) {
        writer.add(title)
        writer.add(subject)
        writer.add(raw: created.microseconds)
        writer.add(paper.rawValue)
        writer.add(isLarge)
        writer.add(temporaryFolder)
    }

    init?(from reader: inout WireReader) {
        guard let title = reader.text(), let subject = reader.text(), let created = reader.raw(Int64.self), let paper = reader.byte().flatMap(Paper.init),
            let isLarge = reader.value(Bool.self), let folder = reader.text()
        else { return nil }
        self.init(title: title, subject: subject, created: Instant(microseconds: created), paper: paper, isLarge: isLarge, temporaryFolder: folder)
    }
}

extension SheetLayout: WireValue {
    func write(to writer: inout WireWriter) {
        writer.add(name)
        writer.add(above)
        writer.add(columns)
        writer.add(rowCount)
        writer.add(totals)
        writer.add(below)
        writer.add(charts)
        writer.add(scales)
    }

    /// A layout that no sheet can have is none: more rows than there are, totals or charts of other columns.
    init?(from reader: inout WireReader) {
        guard let name = reader.text(), let above = reader.value([SheetLine].self), let columns = reader.value([SheetColumn].self), let rowCount = reader.value(Int.self),
            let totals = reader.value([[TotalCell]].self), let below = reader.value([SheetLine].self), let charts = reader.value([SheetChart].self),
            let scales = reader.value([ColourScale].self)
        else { return nil }
        let isSound =
            (0...Self.mostRows).contains(rowCount) && (!columns.isEmpty || rowCount == 0) && totals.allSatisfy { $0.count == columns.count }
            && charts.allSatisfy { ($0.series + [$0.categories]).allSatisfy(columns.indices.contains) } && scales.allSatisfy { columns.indices.contains($0.columns.upperBound) }
        guard isSound else { return nil }
        self.init(name: name, above: above, columns: columns, rowCount: rowCount, totals: totals, below: below, charts: charts, scales: scales)
        guard refusal == nil else { return nil }
    }
}

extension SheetLine: WireValue {
    func write(to writer: inout WireWriter) {
        writer.add(style.rawValue)
        writer.add(cells)
    }

    init?(from reader: inout WireReader) {
        guard let style = reader.byte().flatMap(Style.init), let cells = reader.value([String].self), cells.count <= SheetLayout.mostColumns else { return nil }
        self.init(style, cells: cells)
    }
}

extension SheetColumn: WireValue {
    func write(to writer: inout WireWriter) {
        writer.add(heading)
        writer.add(format)
        writer.add(width)
    }

    init?(from reader: inout WireReader) {
        guard let heading = reader.text(), let format = reader.value(NumberFormat.self), let width = reader.value(Double.self) else { return nil }
        self.init(heading, format, width: width)
    }
}

extension NumberFormat: WireValue {
    func write(to writer: inout WireWriter) {
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
        }
    }

    init?(from reader: inout WireReader) {
        switch reader.byte() {
        case 0: self = .text
        case 1: self = .whole
        case 2:
            guard let digits = reader.value(Int.self), let isGrouped = reader.value(Bool.self), let isColoured = reader.value(Bool.self) else { return nil }
            self = .number(digits: digits, isGrouped: isGrouped, isColoured: isColoured)
        case 3:
            guard let digits = reader.value(Int.self), let isColoured = reader.value(Bool.self) else { return nil }
            self = .percent(digits: digits, isColoured: isColoured)
        case 4: self = .day
        case 5: self = .instant
        case 6: self = .truth
        default: return nil
        }
    }
}

extension TotalCell: WireValue {
    func write(to writer: inout WireWriter) {
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

    init?(from reader: inout WireReader) {
        switch reader.byte() {
        case 0: self = .blank
        case 1:
            guard let text = reader.text() else { return nil }
            self = .label(text)
        case 2:
            guard let formula = reader.text(), let value = reader.value(Double.self) else { return nil }
            self = .formula(formula, value)
        default: return nil
        }
    }
}

extension SheetChart: WireValue {
    func write(to writer: inout WireWriter) {
        writer.add(kind.rawValue)
        writer.add(title)
        writer.add(categories)
        writer.add(series)
        writer.add(format)
        writer.add(hasDates)
        writer.add(isLogarithmic)
    }

    init?(from reader: inout WireReader) {
        guard let kind = reader.byte().flatMap(Kind.init), let title = reader.text(), let categories = reader.value(Int.self), let series = reader.value([Int].self),
            let format = reader.value(NumberFormat.self), let hasDates = reader.value(Bool.self), let isLogarithmic = reader.value(Bool.self)
        else { return nil }
        self.init(kind: kind, title: title, categories: categories, series: series, format: format, hasDates: hasDates, isLogarithmic: isLogarithmic)
    }
}

extension ColourScale: WireValue {
    func write(to writer: inout WireWriter) {
        writer.add(columns.lowerBound)
        writer.add(columns.upperBound)
        writer.add(isDiverging)
    }

    init?(from reader: inout WireReader) {
        guard let first = reader.value(Int.self), let last = reader.value(Int.self), let isDiverging = reader.value(Bool.self), first >= 0, first <= last else { return nil }
        self.init(columns: first...last, isDiverging: isDiverging)
    }
}
