import Frames
import LuaKit
import Values

/// What a decimal of a row counts, so that a figure worked out of several is shown as what it is: money less money is money, a price times units is money,
/// money for money is a plain number. It changes how columns look, and whether they are added up, and never what a number is.
enum DecimalUnit: UInt8 {
    /// Nothing in particular.
    case number
    /// Money.
    case money
    /// Money for a unit.
    case price
    /// Units held or traded.
    case quantity

    /// The unit of the numbers of a column.
    init(_ schema: ColumnSchema) {
        switch schema.style {
        case .money: self = .money
        case .price: self = .price
        case .quantity: self = .quantity
        case .plain, .percent, .share, .ratio: self = .number
        }
    }

    /// The unit of a sum or difference: a plain number, such as the nought that a loop begins with, joins what it is added to.
    @inline(__always)
    static func sum(_ a: DecimalUnit, _ b: DecimalUnit) -> DecimalUnit { a == b || b == .number ? a : a == .number ? b : .number }

    /// The unit of a product.
    @inline(__always)
    static func product(_ a: DecimalUnit, _ b: DecimalUnit) -> DecimalUnit {
        switch (a, b) {
        case (.number, let other), (let other, .number): other
        case (.price, .quantity), (.quantity, .price): .money
        case (.money, _), (.price, .price), (.price, .money), (.quantity, .quantity), (.quantity, .money): .number
        }
    }

    /// The unit of a quotient.
    @inline(__always)
    static func quotient(_ a: DecimalUnit, _ b: DecimalUnit) -> DecimalUnit {
        switch (a, b) {
        case (let own, .number): own
        case (.money, .quantity): .price
        case (.money, .price): .quantity
        case (.number, _), (.money, .money), (.price, _), (.quantity, _): .number
        }
    }
}

/// What is noted beside a decimal: its unit, and of money and prices the currency, where they can be in no other.
struct DecimalMark: Equatable {
    /// What the decimal counts.
    let unit: DecimalUnit
    /// The place of the currency among those of the session; 0 where it is not known.
    let currency: UInt8

    /// A number of Lua itself, such as the 7 of `amount / 7`. It is taken for a factor, and a decimal without a unit for anything, such as a rate.
    static let literal = DecimalMark(.number, currency: 1)

    /// A decimal of a unit, in a currency by its place.
    @inline(__always)
    init(_ unit: DecimalUnit, currency: UInt8 = 0) { (self.unit, self.currency) = (unit, currency) }

    /// What is noted beside a decimal.
    @inline(__always)
    init(of box: LuaBoxed) { self.init(DecimalUnit(rawValue: box.mark & 3) ?? .number, currency: box.mark >> 2) }

    /// The byte that is noted.
    @inline(__always)
    var byte: UInt8 { unit == .number || unit == .quantity ? unit.rawValue : unit.rawValue | currency << 2 }

    /// The mark of a sum or difference.
    @inline(__always)
    static func sum(_ a: DecimalMark, _ b: DecimalMark) -> DecimalMark {
        let unit = DecimalUnit.sum(a.unit, b.unit)
        if a.unit == b.unit { return DecimalMark(unit, currency: a.currency == b.currency ? a.currency : 0) }
        return DecimalMark(unit, currency: a.unit == unit ? a.currency : b.currency)
    }

    /// The mark of a product.
    @inline(__always)
    static func product(_ a: DecimalMark, _ b: DecimalMark) -> DecimalMark {
        DecimalMark(DecimalUnit.product(a.unit, b.unit), currency: a.scales ? b.currency : b.scales ? a.currency : 0)
    }

    /// The mark of a quotient.
    @inline(__always)
    static func quotient(_ a: DecimalMark, _ b: DecimalMark) -> DecimalMark { DecimalMark(DecimalUnit.quotient(a.unit, b.unit), currency: b.scales ? a.currency : 0) }

    /// Whether what it is multiplied with stays in its currency.
    @inline(__always)
    private var scales: Bool { self == .literal || unit == .quantity }
}

extension LuaBoxed {
    /// A decimal that counts something.
    @inline(__always)
    init(_ decimal: FixedDecimal, _ mark: DecimalMark) {
        let plain = LuaBoxed(decimal)
        self.init(type: plain.type, low: plain.low, high: plain.high, mark: mark.byte)
    }
}

extension LuaValue {
    /// A figure of a column as a Lua value, whose decimals count what the column's do.
    init(_ value: FrameValue, of schema: ColumnSchema?) {
        guard let schema, case .decimal(let number) = value else {
            self.init(value)
            return
        }
        self = .boxed(LuaBoxed(number, DecimalMark(DecimalUnit(schema))))
    }
}

/// The currencies whose places are noted beside decimals: the first 63 that a session meets. Those of others are not known.
final class CurrencyMarks {
    private var places: [Currency: UInt8] = [:]
    private var currencies: [Currency] = []

    /// The place of a currency; 0 where there is none left.
    func place(of currency: Currency) -> UInt8 {
        if let place = places[currency] { return place }
        guard currencies.count < 63 else { return 0 }
        currencies.append(currency)
        places[currency] = UInt8(currencies.count)
        return UInt8(currencies.count)
    }

    /// The currency at a place; nil for 0.
    func currency(at place: UInt8) -> Currency? { place == 0 ? nil : currencies[Int(place) - 1] }

    /// The places of the currencies that a column of codes names, by the numbers of its texts.
    func places(in storage: ColumnStorage) -> [UInt8] {
        var places = [UInt8](repeating: 0, count: storage.pool?.count ?? 0), seen = [Bool](repeating: false, count: places.count)
        for code in storage.codes where code >= 0 && !seen[Int(code)] {
            seen[Int(code)] = true
            places[Int(code)] = (storage.pool?.text(code)).flatMap { try? Currency($0) }.map(place) ?? 0
        }
        return places
    }

    /// The marks of the rows of a column of money, or of prices beside amounts that are in one currency each row; nil where one serves all rows.
    func marks(of column: Column, in frame: Frame) throws -> LuaMarks? {
        let unit = DecimalUnit(column.schema)
        // A price beside a rate may be in the currency that it was changed from.
        let isPrice = unit == .price && frame.index(of: "fx_rate") == nil
        guard unit == .money || isPrice, let currencies = isPrice ? frame.currenciesOfRows : column.currencies else { return nil }
        let storage = try currencies.materialize()
        return LuaMarks(codes: storage.codes.baseAddress!, marks: places(in: storage).map { DecimalMark(unit, currency: $0).byte })
    }
}

extension Frame {
    /// The currencies of the rows, where all amounts of a row are in one.
    fileprivate var currenciesOfRows: ColumnData? {
        let amounts = columns.filter { $0.schema.style == .money }
        return amounts.allSatisfy { $0.currencies === amounts.first?.currencies } ? amounts.first?.currencies : nil
    }
}
