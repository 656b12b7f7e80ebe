import Frames
import LuaKit
import Values

/// How a column that a function computes is shown: as money where all of its numbers are money, by what they were worked out of.
struct ComputedStyle {
    private var units: Set<DecimalUnit> = []
    private var currencies: Set<Currency> = []

    /// Notes what a value of the column counts. Whole numbers, such as the nought of `or 0`, and what is no number count nothing.
    mutating func note(_ value: LuaValue) {
        switch value {
        case .boxed(let box) where box.type == .decimal: units.insert(DecimalUnit(of: box))
        case .number: units.insert(.number)
        case .object(let object) where object.type == .money: currencies.insert(unsafeDowncast(object.instance, to: MoneyBox.self).money.currency)
        case .none, .boolean, .integer, .string, .boxed, .object, .table, .function, .reference, .other: break
        }
    }

    /// A frame with the column, more or in place of the one of the same name.
    func column(_ name: String, _ values: [FrameValue], in frame: Frame) throws -> Frame {
        let plain = try frame.with(name, values: values)
        guard let own = plain.columns.first(where: { $0.name == name }), own.type == .decimal else { return plain }
        var schema = own.schema
        schema.isComputed = true
        switch (units.count, units.first) {
        case (0, _) where currencies.count == 1:
            (schema.style, schema.currency, schema.total) = (.money, .fixed(currencies.first!), .sum)
        case (1, .money) where currencies.isEmpty:
            schema.style = .money
            // In the currency that all amounts of a row are in; where it has several, nobody knows.
            let amounts = frame.columns.filter { $0.schema.style == .money && $0.name != name }
            if let first = amounts.first, amounts.allSatisfy({ $0.schema.currency == first.schema.currency && $0.currencies === first.currencies }) {
                (schema.currency, schema.total) = (first.schema.currency, .sum)
                return try plain.with(Column(schema, own.data, currencies: first.currencies))
            }
        case (1, .price): schema.style = .price
        case (1, .quantity): schema.style = .quantity
        default: break
        }
        return try plain.with(Column(schema, own.data))
    }
}
