import Frames
import Values
import Workbooks

/// The table of a sheet: the columns of a frame with their formats, and what had to be added to tell all.
struct SheetTable {
    /// The frame.
    let frame: Frame
    /// The columns of the sheet, from left to right.
    private(set) var columns: [SourceColumn] = []
    /// The place on the sheet of each column of the frame.
    private(set) var places: [Int] = []
    /// The place of the exact text of a column, by the column's place on the sheet.
    private(set) var exactPlaces: [Int: Int] = [:]
    /// The place of the currencies of a column of money of several, by the column's place in the frame.
    private(set) var currencyPlaces: [Int: Int] = [:]
    /// The columns that have their exact text beside them.
    private var exactHeadings: [String] = []

    private let options: RenderOptions

    /// Looks at all columns of a frame.
    init(_ frame: Frame, _ options: RenderOptions) throws(FrameError) {
        (self.frame, self.options) = (frame, options)
        // It would be refused later as well, but not before all is computed.
        let layout = SheetLayout(name: ColumnHeading.words(frame.name), columns: frame.columns.map { SheetColumn($0.name, .text, width: 0) })
        if let refusal = layout.refusal { throw FrameError(.badArgument, refusal) }
        for (index, column) in frame.columns.enumerated() {
            places.append(columns.count)
            let storage = try column.materialize()
            if options.privacy && column.schema.isPrivate {
                columns.append(SourceColumn(column: SheetColumn(try heading(column), .text, width: 10), storage: storage, source: .masked(options.mask)))
            } else {
                try add(column, storage)
            }
            if let currencies = column.currencies, try isTold(of: currencies) > 1, !frame.columns.contains(where: { $0.data === currencies }) {
                currencyPlaces[index] = columns.count
                let name = ColumnHeading.of(column.schema) + " currency"
                columns.append(SourceColumn(column: SheetColumn(name, .text, width: 10), storage: try currencies.materialize(), source: .texts(hiding: nil, column: name)))
            }
        }
        for (index, column) in frame.columns.enumerated() where column.currencies != nil && currencyPlaces[index] == nil {
            guard let shown = frame.columns.firstIndex(where: { $0.data === column.currencies }) else { continue }
            currencyPlaces[index] = places[shown]
        }
    }

    /// Adds a column, and its exact text behind it where a number would lose digits.
    private mutating func add(_ column: Column, _ storage: ColumnStorage) throws(FrameError) {
        let heading = try heading(column), style = column.schema.style
        switch column.type {
        case .decimal:
            let scan = NumberScan(storage.decimals), format = format(column, scan)
            append(heading, format, scan.width(of: format), storage, style == .percent ? .hundredths : .decimals)
            if scan.needsExactText && !style.isRounded { addExact(heading, storage) }
        case .int:
            let scan = NumberScan(storage.ints)
            append(heading, .whole, scan.width(digits: 0, isGrouped: false), storage, .ints)
            if scan.needsExactText { addExact(heading, storage) }
        case .text where Self.isOfYears(column, storage): append(heading, .whole, 4, storage, .years)
        case .text: append(heading, .text, Self.width(ofTexts: storage), storage, .texts(hiding: options.privacy ? options : nil, column: column.name))
        case .day: append(heading, .day, 10, storage, .days)
        case .instant: append(heading, .instant, 19, storage, .instants)
        case .bool: append(heading, .truth, 6, storage, .truths)
        }
    }

    /// Whether a column of texts has years and nothing else, which a spreadsheet sorts and compares as numbers.
    private static func isOfYears(_ column: Column, _ storage: ColumnStorage) -> Bool {
        guard column.name == "year", let pool = storage.pool else { return false }
        return Set(storage.codes).allSatisfy { code in
            if code < 0 { return true }
            let text = pool.utf8(code)
            return text.count == 4 && text.first != UInt8(ascii: "0") && text.allSatisfy { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") }
        }
    }

    private mutating func append(
        _ heading: String, _ format: NumberFormat, _ content: Int, _ storage: ColumnStorage, _ source: SourceColumn.Source, isFolded: Bool = false
    ) {
        // A heading goes on in further lines, but no word is broken; the arrow of the filter needs room.
        let longestWord = heading.split(separator: " ").map { TextWidth.of(String($0)) }.max() ?? 0
        let width = min(max(content, longestWord + 2, min(TextWidth.of(heading), 12), 6) + 2, 60)
        columns.append(SourceColumn(column: SheetColumn(heading, format, width: Double(width), isFolded: isFolded), storage: storage, source: source))
    }

    private mutating func addExact(_ heading: String, _ storage: ColumnStorage) {
        exactPlaces[columns.count - 1] = columns.count
        append(heading + " exact", .text, 24, storage, .exact, isFolded: true)
        exactHeadings.append("\"\(heading)\"")
    }

    /// What was added, in sentences.
    var notes: [String] {
        guard let last = exactHeadings.last else { return [] }
        let others = exactHeadings.dropLast().joined(separator: ", ")
        return [
            "A spreadsheet keeps 15 digits of a number; \(others.isEmpty ? "" : others + " and ")\(last) \(others.isEmpty ? "needs" : "need") more. "
                + "All digits stand as text in a column beside, folded up: the + above the table shows it."
        ]
    }

    /// How many currencies a column of money has amounts in.
    private func isTold(of currencies: ColumnData) throws(FrameError) -> Int { Set(try currencies.materialize().codes.filter { $0 >= 0 }).count }

    /// What stands over a column; the currency too where it is the same in all rows and no column tells it.
    private func heading(_ column: Column) throws(FrameError) -> String {
        let name = ColumnHeading.of(column.schema)
        guard let currencies = column.currencies, !frame.columns.contains(where: { $0.data === currencies }), try isTold(of: currencies) == 1 else { return name }
        let storage = try currencies.materialize()
        guard let code = storage.codes.first(where: { $0 >= 0 }), let pool = storage.pool else { return name }
        return "\(name) (\(pool.text(code)))"
    }

    private func format(_ column: Column, _ scan: NumberScan) -> NumberFormat {
        let schema = column.schema, isColoured = schema.isColoured
        switch schema.style {
        case .percent, .share, .ratio, .price, .quantity: return NumberFormat(schema.style, scan, isColoured: isColoured)
        case .plain: return .number(digits: min(scan.digits, schema.isComputed ? 6 : 10), isGrouped: schema.total == .sum, isColoured: isColoured)
        case .money: return .number(digits: moneyDigits(column) ?? min(max(scan.digits, 2), 8), isGrouped: true, isColoured: isColoured)
        }
    }

    /// The digits of the currency that has the most; nil where one has digits that nobody told.
    private func moneyDigits(_ column: Column) -> Int? {
        guard let currencies = try? column.currencies?.materialize(), let pool = currencies.pool else { return nil }
        var most = 0
        for code in Set(currencies.codes) where code >= 0 {
            guard let currency = try? Currency(pool.text(code)), let digits = options.currencies.digits(of: currency) else { return nil }
            most = max(most, digits)
        }
        return most
    }

    /// The width of the widest of the first texts.
    private static func width(ofTexts storage: ColumnStorage) -> Int {
        guard let pool = storage.pool else { return 0 }
        return Set(storage.codes.prefix(2_000)).reduce(0) { $1 < 0 ? $0 : max($0, min(TextWidth.of(pool.text($1)), 50)) }
    }
}

extension SheetTable {
    /// The rows at the foot: sums as formulas over the rows on the sheets, with their exact values, one row for each currency. What is left out is told in
    /// sentences.
    ///
    /// - Parameter parts: where the rows of the table are: the sheet, unless it is the one of the totals, and the rows on it.
    func totals(over parts: [(sheet: String?, rows: ClosedRange<Int>)]) throws(FrameError) -> (rows: [[TotalCell]], notes: [String]) {
        guard !parts.isEmpty else { return ([], []) }
        let (lines, notices) = try TotalLine.lines(of: frame)
        var notes = notices.map(\.text), rows: [[TotalCell]] = []
        for line in lines {
            var cells = [TotalCell](repeating: .blank, count: columns.count)
            for (index, sum) in line.sums.sorted(by: { $0.key < $1.key }) {
                let place = places[index]
                if case .masked(let mask) = columns[place].source {
                    cells[place] = .label(mask)
                    continue
                }
                let ranges = parts.map { ColumnRange(sheet: $0.sheet, column: place, rows: $0.rows) }
                guard let formula = formula(ranges, frameColumn: index, line, lines) else {
                    notes.append("amounts of \(frame.columns[index].name) whose currency is not known are not in the totals")
                    continue
                }
                cells[place] = .formula(formula, value(sum, at: place))
                if let exact = exactPlaces[place] { cells[exact] = .label(sum.description) }
            }
            label(&cells, line, isOneOfSeveral: lines.count > 1)
            rows.append(cells)
        }
        return (rows, notes)
    }

    /// All rows of a column; those of the line's currency, where the column has amounts in several. Nil where the rows cannot be told by their currency.
    private func formula(_ ranges: [ColumnRange], frameColumn: Int, _ line: TotalLine, _ lines: [TotalLine]) -> String? {
        if lines.count(where: { $0.sums[frameColumn] != nil }) == 1 { return ColumnRange.sum(ranges) }
        guard let currency = line.currency, let place = currencyPlaces[frameColumn] else { return nil }
        return ColumnRange.sum(ranges, where: place, is: currency)
    }

    private func value(_ sum: FixedDecimal, at place: Int) -> Double {
        if case .hundredths = columns[place].source { return SourceColumn.part(sum) }
        return sum.doubleValue
    }

    /// Says in the first column that has room what the row is, and the currency in its own column.
    private func label(_ cells: inout [TotalCell], _ line: TotalLine, isOneOfSeveral: Bool) {
        let currencyColumns = Set(currencyPlaces.values)
        if let currency = line.currency {
            for index in line.sums.keys {
                if let place = currencyPlaces[index], cells[place] == .blank { cells[place] = .label(currency) }
            }
        }
        let words = isOneOfSeveral ? line.currency.map { "Total \($0)" } ?? "Total" : "Total"
        let free = columns.indices.first { cells[$0] == .blank && !currencyColumns.contains($0) && !columns[$0].column.format.isNumeric }
        if let free { cells[free] = .label(words) }
    }
}
