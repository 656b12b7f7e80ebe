import Frames
import LuaKit
import Values

/// How a column that a function computes is shown: as money where all of its numbers are money, by what they were worked out of. It is added up only where
/// its numbers can be in no other currency than the one that stands at the sum.
struct ComputedStyle {
    private let marks: CurrencyMarks
    private var units: Set<DecimalUnit> = []
    private var currencies: Set<Currency> = []
    /// The place of the currency of each row's amount; nil where the row has none.
    private var places: [UInt8?] = []

    /// The style of a column none of whose values is known yet.
    init(_ marks: CurrencyMarks) { self.marks = marks }

    /// Notes what the value of the next row counts. Whole numbers, such as the nought of `or 0`, and what is no number count nothing.
    mutating func note(_ value: LuaValue) {
        var place: UInt8?
        switch value {
        case .boxed(let box) where box.type == .decimal:
            let mark = DecimalMark(of: box)
            units.insert(mark.unit)
            place = mark.currency
        case .number: units.insert(.number)
        case .object(let object) where object.type == .money: currencies.insert(unsafeDowncast(object.instance, to: MoneyBox.self).money.currency)
        case .none, .boolean, .integer, .string, .boxed, .object, .table, .function, .reference, .other: break
        }
        places.append(place)
    }

    /// A frame with the column, more or in place of the one of the same name.
    ///
    /// - Parameter style: how its numbers are shown; nil for what they were worked out of.
    func column(_ name: String, _ values: [FrameValue], in frame: Frame, shownAs style: ColumnStyle?) throws -> Frame {
        let plain = try frame.with(name, values: values)
        guard let own = plain.columns.first(where: { $0.name == name }), own.type == .decimal else { return plain }
        var schema = own.schema
        schema.isComputed = true
        if let style, style != .money {
            schema.style = style
            return try plain.with(Column(schema, own.data))
        }
        switch (units.count, units.first) {
        case (0, _) where currencies.count == 1:
            (schema.style, schema.currency, schema.total) = (.money, .fixed(currencies.first!), .sum)
        case (1, .money) where currencies.isEmpty:
            schema.style = .money
            if let first = try amounts(of: frame, but: name) {
                (schema.currency, schema.total) = (first.schema.currency, .sum)
                return try plain.with(Column(schema, own.data, currencies: first.currencies))
            }
            if let telling = try currencyColumn(of: frame, but: name) {
                (schema.currency, schema.total) = (.column(telling.name), .sum)
                return try plain.with(Column(schema, own.data, currencies: telling.data))
            }
            if let only = Set(places.compactMap(\.self)).only.flatMap(marks.currency) { (schema.currency, schema.total) = (.fixed(only), .sum) }
        case (1, .price): schema.style = .price
        case (1, .quantity): schema.style = .quantity
        default: break
        }
        return try plain.with(Column(schema, own.data))
    }

    /// A column of amounts of the frame, all of which have one currency in a row, where the values noted are in the currency of their rows too.
    private func amounts(of frame: Frame, but name: String) throws -> Column? {
        let amounts = frame.columns.filter { $0.schema.style == .money && $0.name != name }
        guard let first = amounts.first, let currencies = first.currencies,
            amounts.allSatisfy({ $0.schema.currency == first.schema.currency && $0.currencies === currencies || $0.schema.currency == first.schema.currency && first.isFixed })
        else { return nil }
        return try areOfRows(currencies.materialize()) ? first : nil
    }

    /// The column `currency` of a frame without amounts, where it tells the currency of each value noted.
    private func currencyColumn(of frame: Frame, but name: String) throws -> Column? {
        guard let telling = frame.columns.first(where: { $0.name == "currency" && $0.type == .text && $0.name != name }) else { return nil }
        return try areOfRows(telling.materialize()) ? telling : nil
    }

    /// Whether each value noted is in the currency that a column of codes tells of its row.
    private func areOfRows(_ storage: ColumnStorage) -> Bool {
        let byCode = marks.places(in: storage)
        return zip(storage.codes, places).allSatisfy { code, place in
            guard let place else { return true }
            return place != 0 && code >= 0 && byCode[Int(code)] == place
        }
    }
}

extension Column {
    /// Whether all of its amounts are in one currency, which no other column tells.
    fileprivate var isFixed: Bool { if case .fixed = schema.currency { true } else { false } }
}

extension Set {
    /// The one element; nil where there is none, or several.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
