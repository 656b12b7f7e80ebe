import Values

/// Puts the values of one column into text for people.
///
/// Values are kept in full; only what is shown is rounded, halves away from zero.
struct CellFormatter {
    /// The column.
    let column: Column
    /// Its values.
    let storage: ColumnStorage
    private let options: RenderOptions
    /// The currency codes by row, for money.
    private let currencies: ColumnStorage?
    /// The digits of each currency, by its code in the pool.
    private let digitsByCode: [Int?]
    /// Whether each amount has its currency behind it, since nothing else on the line tells it.
    let showsCurrency: Bool

    /// The formatter of a column of a frame.
    init(_ column: Column, in frame: Frame, options: RenderOptions) throws(FrameError) {
        self.column = column
        self.options = options
        storage = try column.materialize()
        guard let data = column.currencies else {
            (currencies, digitsByCode, showsCurrency) = (nil, [], false)
            return
        }
        let currencies = try data.materialize()
        let pool = currencies.pool!
        self.currencies = currencies
        digitsByCode = (0..<Int32(pool.count)).map { Self.digits(pool.text($0), options) }
        let isTold = frame.columns.contains { $0.data === data }
        showsCurrency = !isTold && Set(currencies.codes.filter { $0 >= 0 }).count > 1
    }

    private static func digits(_ code: String, _ options: RenderOptions) -> Int? {
        (try? Currency(code)).flatMap { options.currencies.digits(of: $0) }
    }

    /// The text of a row's value.
    func cell(_ row: Int) -> Cell {
        if storage.isMissing(row) { return Cell(options.missing, tone: .missing) }
        switch column.type {
        case .decimal:
            let code = currencies?.codes[row]
            return cell(storage.decimals[row], code: code.flatMap { $0 < 0 ? nil : $0 })
        case .int:
            let value = storage.ints[row]
            return masksWholeNumbers ? Cell(options.mask, tone: .plain) : Cell(String(value), tone: tone(Int(value.signum())))
        case .text:
            return Cell(options.hidingFigures(SafeText.safe(storage.pool!.text(storage.codes[row])), in: column.name), tone: .plain)
        case .day:
            guard case .day(let day) = storage[row] else { return Cell(storage[row].description, tone: .plain) }
            return Cell(options.locale.written(day: day), tone: .plain)
        case .instant, .bool:
            return Cell(storage[row].description, tone: .plain)
        }
    }

    /// What SQL counts or adds up may be an amount.
    private var masksWholeNumbers: Bool { options.privacy && column.schema.isPrivate }

    /// A number in the style of the column; `code` is that of its currency in the column's pool.
    func cell(_ value: FixedDecimal, code: Int32?) -> Cell {
        if options.privacy && column.schema.isPrivate { return Cell(options.mask, tone: .plain) }
        let suffix = showsCurrency ? code.map { " " + currencies!.pool!.text($0) } ?? "" : ""
        return Cell(options.locale.written(number: number(value, code: code)) + suffix, tone: tone(value.signum()), decimalMark: options.locale.decimalMark)
    }

    private func number(_ value: FixedDecimal, code: Int32?) -> String {
        switch column.schema.style {
        case .plain: grouped(figure(value).description, column.schema.total == .sum)
        case .quantity: grouped(figure(value).description, true)
        case .price: grouped(Self.price(value), true)
        case .percent: value.formatted(digits: 2, grouping: options.grouping) + "%"
        case .ratio: value.formatted(digits: 2, grouping: options.grouping)
        case .share: Self.hundredths(value, grouping: options.grouping) + "%"
        case .money:
            if let digits = code.flatMap({ digitsByCode[Int($0)] }) {
                value.formatted(digits: digits, grouping: options.grouping)
            } else {
                grouped(figure(value).description(minimumDigits: 2), true)
            }
        }
    }

    /// What was worked out, without the digits that say nothing; any other number as it is.
    private func figure(_ value: FixedDecimal) -> FixedDecimal { column.schema.isComputed ? Self.readable(value) : value }

    /// At least two digits and as many as the price has, up to six, or to six significant ones where it is below one.
    private static func price(_ value: FixedDecimal) -> String { readable(value).description(minimumDigits: 2) }

    /// A number rounded to six digits, or to six significant ones where it is below one.
    private static func readable(_ value: FixedDecimal) -> FixedDecimal {
        var digits = 6
        var threshold = FixedDecimal.unitsPerOne
        while threshold > value.magnitude.units && threshold > 0 && digits < FixedDecimal.scale && value.units != 0 {
            threshold /= 10
            digits += 1
        }
        return (try? value.rounded(to: digits, .halfUp)) ?? value
    }

    /// A hundredfold with two digits; a part of one beyond the range of decimals is shown as it is.
    private static func hundredths(_ value: FixedDecimal, grouping: Bool) -> String {
        ((try? value * FixedDecimal(100)) ?? value).formatted(digits: 2, grouping: grouping)
    }

    /// Sets thousands apart in a number's text.
    private func grouped(_ text: String, _ wanted: Bool) -> String {
        guard wanted && options.grouping else { return text }
        let sign = text.hasPrefix("-") ? "-" : ""
        let unsigned = text.dropFirst(sign.count)
        let whole = unsigned.prefix { $0 != "." }
        guard whole.count > 3 else { return text }
        var result = ""
        for (place, digit) in zip((0..<whole.count).reversed(), whole) {
            result.append(digit)
            if place > 0 && place % 3 == 0 { result.append(",") }
        }
        return sign + result + unsigned.dropFirst(whole.count)
    }

    private func tone(_ sign: Int) -> Cell.Tone {
        guard column.schema.isColoured, sign != 0, !(options.privacy && column.schema.isPrivate) else { return .plain }
        return sign > 0 ? .gain : .loss
    }
}

extension ColumnSchema {
    /// Whether its numbers tell how much somebody owns or paid: amounts, quantities and prices, and those whose meaning nobody told.
    package var isPrivate: Bool {
        switch style {
        case .money, .quantity, .price: true
        case .plain: type == .decimal
        case .percent, .ratio, .share: false
        }
    }
}

extension RenderOptions {
    /// A text for the screen: without its figures where amounts are masked.
    public func hidingFigures(in text: String) -> String { privacy ? FigureMask.masked(text, with: mask) : text }

    /// A text of a column without its figures, where amounts are masked and it is a sentence or source: a word is a name.
    package func hidingFigures(_ text: String, in column: String) -> String {
        guard privacy, text.contains(where: { $0 == " " || $0 == "{" || $0 == "(" }), !Self.nameColumns.contains(column) else { return text }
        return FigureMask.masked(text, with: mask)
    }

    /// Columns whose texts are names, whatever they are made of.
    private static let nameColumns: Set = ["account", "symbol", "name", "portfolio", "owner", "instrument", "isin"]
}

/// The text of one value as a table shows it, and its colour.
package struct Cell {
    /// What the colour of a value tells.
    package enum Tone {
        /// Nothing.
        case plain
        /// A figure above zero, shown green.
        case gain
        /// A figure below zero, shown red.
        case loss
        /// There is no value.
        case missing
    }

    /// The text.
    package let text: String
    /// What its colour tells.
    package let tone: Tone
    /// The terminal columns it takes.
    let width: Int
    /// The terminal columns from the decimal point on, to align points under each other.
    let widthFromPoint: Int

    /// A text, measured.
    init(_ text: String, tone: Tone, decimalMark: Character = ".") {
        self.text = text
        self.tone = tone
        width = TextWidth.of(text)
        // Whatever stands between thousands belongs to the whole.
        // A label in a column of numbers, such as that of a total, ends where they end.
        let whole = text.allSatisfy { $0.isLetter || $0 == " " } ? text[...] : text.prefix { $0 != decimalMark && ($0.isNumber || "-,.’\u{A0}\u{202F}".contains($0)) }
        widthFromPoint = width - TextWidth.of(String(whole))
    }
}
