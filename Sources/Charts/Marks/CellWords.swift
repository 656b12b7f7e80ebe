import Frames
import Values

/// How the values of a heat map are written in its cells: all of them in one form, so that they are compared at a glance, and their unit once.
struct CellWords {
    /// How much is written in a cell, the most first.
    enum Form: CaseIterable {
        /// An amount with the digits of its currency, a percentage with its sign.
        case full
        /// The same without the sign of percent.
        case bare
        /// Rounded to a whole.
        case whole
        /// As short as can be: large amounts in thousands or millions, each with its letter.
        case short
    }

    private let unit: ChartData.Unit
    private let writer: ValueWriter
    /// The digits behind the point of each value in full; nil where these would be too many.
    private let digits: Int?

    /// The words for the cells of a chart.
    init(_ data: ChartData, _ options: RenderOptions) {
        (unit, writer) = (data.unit, ValueWriter(data.unit, isPrivate: data.isPrivate, options: options))
        switch data.unit {
        case .money(let currency): digits = options.currencies.digits(of: currency) ?? 2
        case .percent, .share: digits = 1
        case .price, .plain:
            let most = data.series.flatMap { $0.exact.compactMap { $0?.fractionDigits } }.max() ?? 0
            digits = most <= 4 ? most : nil
        }
    }

    /// A value in a form.
    func text(_ value: FixedDecimal, _ form: Form) -> String {
        if writer.isMasked { return writer.short(value) }
        switch unit {
        case .percent, .share:
            if form == .full { return writer.short(value) }
            return writer.number(unit == .share ? (try? value * 100) ?? value : value, digits: form == .bare ? 1 : 0)
        case .money, .price, .plain:
            guard form != .short, let digits else { return writer.short(value) }
            if form == .full || form == .bare { return writer.number(value, digits: digits) }
            // What is rounded to nought is told, since it is not nothing; numbers that are no amounts are not rounded.
            let isLost = !value.isZero && (try? value.rounded(to: 0))?.isZero ?? true
            return isLost || unit.currency == nil ? writer.short(value) : writer.number(value, digits: 0)
        }
    }

    /// What all cells of a form are in, as `in whole USD`; empty where each of them tells it, or there is nothing to tell.
    func key(_ form: Form) -> String {
        let name: String
        switch unit {
        case .percent, .share: name = form == .full ? "" : "percent"
        case .money(let currency), .price(let currency): name = currency.code
        case .plain: name = ""
        }
        return name.isEmpty ? "" : form == .whole && !writer.isMasked ? "in whole \(name)" : "in \(name)"
    }

    /// The unit as it stands over the names of the rows: `USD` or `%`.
    var sign: String {
        switch unit {
        case .percent, .share: "%"
        case .money(let currency), .price(let currency): currency.code
        case .plain: ""
        }
    }
}
