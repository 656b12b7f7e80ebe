import Frames
import Values

/// An axis of values: from where to where it goes, and its ticks at round numbers.
public struct ValueAxis: Hashable, Sendable {
    /// The smallest value with a place.
    public private(set) var lower: Double
    /// The largest value with a place.
    public private(set) var upper: Double
    /// Whether equal steps are equal ratios.
    public let isLogarithmic: Bool
    /// The ticks, ascending, all of them within the axis.
    public private(set) var ticks: [AxisTick] = []
    /// The unit and the scale of all labels, such as `USD k`; empty where the labels say all.
    public private(set) var title = ""

    /// An axis for values.
    ///
    /// - Parameters:
    ///   - values: the smallest and the largest; nil where none is known, which gives an axis from 0 to 1.
    ///   - base: a value that the axis includes.
    ///   - isLogarithmic: whether equal steps are equal ratios. Where a value is not above zero the axis is linear.
    ///   - wanted: about how many ticks have room.
    ///   - writer: writes the labels.
    public init(covering values: ClosedRange<Double>?, base: Double? = nil, isLogarithmic: Bool = false, wanted: Int, writer: ValueWriter) {
        var lower = values?.lowerBound ?? base ?? 0, upper = values?.upperBound ?? base ?? 0
        if let base { (lower, upper) = (min(lower, base), max(upper, base)) }
        if lower == upper {
            // A line through equal values runs through the middle; of zero nobody knows the size.
            let room = lower == 0 ? 1 : abs(lower) / 10
            if lower != base || lower == 0 { upper += room }
            if lower != 0 { lower -= room }
            if upper == lower { upper += room }
        }
        // Values closer to one another than a float tells, beside which no tick would be.
        let least = max(abs(lower), abs(upper)) * 1e-12 + 1e-15
        if upper - lower < least { (lower, upper) = (lower - least, upper + least) }
        (self.lower, self.upper, self.isLogarithmic) = (lower, upper, isLogarithmic && lower > 0)
        if self.isLogarithmic, let ratios = Self.ratioTicks(lower...upper, wanted: wanted, writer: writer) {
            ticks = ratios
            title = writer.unit.currency?.code ?? ""
            return
        }
        let round = RoundTicks(covering: lower...upper, wanted: wanted)
        let written = writer.labels(round)
        title = written.title
        ticks = zip(round.values, written.labels).map { AxisTick($0.doubleValue, $1) }
        if self.isLogarithmic {
            ticks.removeAll { $0.position < lower || $0.position > upper }
        } else {
            self.lower = min(lower, ticks.first?.position ?? lower)
            self.upper = max(upper, ticks.last?.position ?? upper)
        }
    }

    /// Where a value stands, 0 at the lower end and 1 at the upper one; a value beyond an end is beyond.
    public func place(_ value: Double) -> Double {
        guard isLogarithmic else { return (value - lower) / (upper - lower) }
        guard value > 0 else { return 0 }
        let start = Elementary.logarithm(lower)
        return (Elementary.logarithm(value) - start) / (Elementary.logarithm(upper) - start)
    }

    /// The ticks of a logarithmic axis: 1, 2 and 5 times the powers of ten, or fewer of these; nil where the range is too narrow for three of them.
    private static func ratioTicks(_ range: ClosedRange<Double>, wanted: Int, writer: ValueWriter) -> [AxisTick]? {
        let first = max(-FixedDecimal.scale, Elementary.magnitude(range.lowerBound)), last = min(19, Elementary.magnitude(range.upperBound))
        guard first <= last else { return nil }
        let decades = max(1, last - first)
        let factors: [Int128] = decades * 3 <= wanted * 2 ? [1, 2, 5] : [1]
        let every = factors.count > 1 ? 1 : max(1, (decades + wanted - 1) / max(1, wanted))
        var ticks: [AxisTick] = []
        for exponent in first...last where (exponent - first) % every == 0 || factors.count > 1 {
            let power = RoundTicks.wholePower(exponent + FixedDecimal.scale)
            for factor in factors where !power.multipliedReportingOverflow(by: factor).overflow {
                let value = FixedDecimal(units: power * factor)
                guard range.contains(value.doubleValue) else { continue }
                ticks.append(AxisTick(value.doubleValue, writer.ratioLabel(value)))
            }
        }
        return ticks.count >= 3 ? ticks : nil
    }
}

extension ValueWriter {
    /// The label of a tick on a logarithmic axis, each with its own letter, since one scale does not suit them all.
    fileprivate func ratioLabel(_ value: FixedDecimal) -> String {
        if isMasked { return options.mask }
        switch unit {
        case .percent, .share: return short(value)
        case .money, .price, .plain:
            let scale = TickScale.all.last { $0.factor <= value && value >= 1_000 } ?? .one
            let scaled = (try? value / scale.factor) ?? value
            return number(scaled, digits: scaled.fractionDigits) + scale.letter
        }
    }
}
