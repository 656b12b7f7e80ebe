public import Frames
public import Values

/// Writes the values of a chart, from exact decimals: in full for labels and tips, and in one short form for all ticks of an axis.
public struct ValueWriter: Sendable {
    /// What the values are.
    public let unit: ChartData.Unit
    /// Whether a mask stands for each of them.
    public let isMasked: Bool
    /// How numbers and days are written, and the digits of currencies.
    public let options: RenderOptions

    /// A writer of values of a unit; `isPrivate` values are masked where the options say that amounts are.
    public init(_ unit: ChartData.Unit, isPrivate: Bool, options: RenderOptions) {
        (self.unit, self.options) = (unit, options)
        isMasked = isPrivate && options.privacy
    }

    /// A value in full, with its unit: `1,234.50 USD`, `12.50%`, `0.0425`; `unknown` for none.
    public func text(_ value: FixedDecimal?) -> String {
        guard let value else { return "unknown" }
        if isMasked { return options.mask }
        switch unit {
        case .money(let currency):
            let digits = options.currencies.digits(of: currency) ?? 2, isShown = value.isZero || (try? value.rounded(to: digits, .halfUp))?.isZero == false
            // An amount below the smallest coin is not nothing.
            return "\(isShown ? number(value, digits: digits) : plain(value)) \(currency.code)"
        case .percent: return number(value, digits: 2) + "%"
        case .share: return number((try? value * 100) ?? value, digits: 2) + "%"
        case .price(let currency): return "\(plain(value, least: 2)) \(currency.code)"
        case .plain: return plain(value)
        }
    }

    /// A value for a place with little room: an amount without its currency and without the digits that are too many, `1.23M`, `12.5%`.
    public func short(_ value: FixedDecimal) -> String {
        if isMasked { return options.mask }
        switch unit {
        case .percent: return number(value, digits: value.magnitude < 100 ? 1 : 0) + "%"
        case .share:
            let hundredfold = (try? value * 100) ?? value
            return number(hundredfold, digits: hundredfold.magnitude < 100 ? 1 : 0) + "%"
        case .money, .price, .plain:
            let scale = TickScale.all.last { $0.factor <= value.magnitude && $0 != .one && value.magnitude >= 10_000 } ?? .one
            guard scale != .one else {
                if value.magnitude >= 100 || value.isWhole { return number(value, digits: 0) }
                return value.magnitude >= 1 ? number(value, digits: 2) : plain(value)
            }
            let scaled = (try? value / scale.factor) ?? value
            return number(scaled, digits: scaled.magnitude < 10 ? 2 : scaled.magnitude < 100 ? 1 : 0) + scale.letter
        }
    }

    /// A number of exactly so many digits, in the writing of the locale.
    func number(_ value: FixedDecimal, digits: Int) -> String {
        options.locale.written(number: value.formatted(digits: digits, grouping: options.grouping))
    }

    /// A number without a unit: up to six digits behind the point, or six that count where it is below one.
    private func plain(_ value: FixedDecimal, least: Int = 0) -> String {
        let zeros = value.isZero || value.magnitude >= 1 ? 0 : -Elementary.magnitude(value.magnitude.doubleValue)
        let rounded = (try? value.rounded(to: min(FixedDecimal.scale, 6 + zeros))) ?? value
        return number(rounded, digits: max(least, rounded.fractionDigits))
    }
}

/// By how much all ticks of an axis are divided, so that their labels are short.
package enum TickScale: Int, CaseIterable, Sendable {
    /// Not at all.
    case one
    /// By a thousand.
    case thousand
    /// By a million.
    case million
    /// By a thousand million.
    case billion
    /// By a million million.
    case trillion

    /// All of them, the smallest first.
    static let all = Self.allCases

    /// What values are divided by.
    var factor: FixedDecimal {
        switch self {
        case .one: 1
        case .thousand: 1_000
        case .million: 1_000_000
        case .billion: 1_000_000_000
        case .trillion: 1_000_000_000_000
        }
    }

    /// The letter behind a number.
    var letter: String {
        switch self {
        case .one: ""
        case .thousand: "k"
        case .million: "M"
        case .billion: "bn"
        case .trillion: "T"
        }
    }

    /// The scale of ticks at multiples of a step: the largest that the largest tick fills and that leaves the step at most two digits behind the point.
    init(largest: FixedDecimal, step: FixedDecimal) {
        self = .one
        guard largest >= 10_000 else { return }
        for scale in Self.all where scale.factor <= largest {
            guard let scaled = try? step / scale.factor, scaled.fractionDigits <= 2 else { continue }
            self = scale
        }
    }
}

extension ValueWriter {
    /// The labels of ticks at equal steps, of one count of digits and one scale, and what the axis is to be called: `USD k`, where the scale and the currency are said once.
    package func labels(_ ticks: RoundTicks, title: String = "") -> (labels: [String], title: String) {
        let currency = unit.currency?.code ?? ""
        if isMasked { return (ticks.values.map { _ in options.mask }, currency) }
        switch unit {
        case .percent, .share:
            let factor: FixedDecimal = unit == .share ? 100 : 1
            let digits = ((try? ticks.step * factor) ?? ticks.step).fractionDigits
            return (ticks.values.map { number((try? $0 * factor) ?? $0, digits: digits) + "%" }, "")
        case .money, .price, .plain:
            let scale = TickScale(largest: ticks.values.map(\.magnitude).max() ?? 0, step: ticks.step)
            let digits = ((try? ticks.step / scale.factor) ?? ticks.step).fractionDigits
            let labels = ticks.values.map { number((try? $0 / scale.factor) ?? $0, digits: digits) }
            return (labels, [currency, scale.letter].filter { !$0.isEmpty }.joined(separator: " "))
        }
    }
}
