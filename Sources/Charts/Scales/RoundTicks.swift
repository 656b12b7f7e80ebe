import Values

/// A tick of an axis: a place and what is written beside it.
public struct AxisTick: Hashable, Sendable {
    /// Where it is, in the unit of the axis; for a calendar the number of the day.
    public var position: Double
    /// What is written; empty for a tick without a label.
    public var label: String
    /// What is written in a second line, such as the year where one begins; empty for nothing.
    public var detail: String

    /// A tick.
    public init(_ position: Double, _ label: String, detail: String = "") { (self.position, self.label, self.detail) = (position, label, detail) }
}

/// Round numbers at equal steps, exactly: whole multiples of 1, 2, 2.5 or 5 times a power of ten.
package struct RoundTicks: Hashable, Sendable {
    /// From one number to the next.
    package let step: FixedDecimal
    /// The numbers, ascending.
    package let values: [FixedDecimal]

    /// The numbers of steps by preference, in tenths.
    private static let choices: [Int128] = [10, 50, 20, 25]

    /// The round numbers that suit a range best: near it at both ends, about as many as wanted, of simple steps, zero among them if that is near.
    ///
    /// By Talbot, Lin and Hanrahan, "An Extension of Wilkinson's Algorithm for Positioning Tick Labels on Axes" (2010), whose search takes every multiple of a step and
    /// steps of 3 and 4 as well. `range` has a lower end below its upper one. A few hundred candidates at most, whatever the range.
    package init(covering range: ClosedRange<Double>, wanted: Int) {
        precondition(range.lowerBound < range.upperBound, "a range for ticks has a length")
        let lower = range.lowerBound, upper = range.upperBound, count = Double(max(2, wanted)), length = upper - lower
        var best = (score: -Double.infinity, units: Int128(1), first: Int128(0), count: 2)
        for (rank, tenths) in Self.choices.enumerated() {
            for number in 2...max(4, 2 * wanted) {
                let smallest = length / Double(number + 1) * 10 / Double(tenths)
                guard smallest > 0 else { continue }
                let power = Elementary.magnitude(smallest)
                for exponent in power...(power + 1) where (-17...19).contains(exponent) {
                    let units = tenths * Self.wholePower(exponent + FixedDecimal.scale - 1), step = Double(units) / 1e18
                    guard step * Double(number) < 1.7e20 else { continue }
                    let from = Int128((upper / step).rounded(.down)) - Int128(number - 1), to = Int128((lower / step).rounded(.up))
                    guard from <= to, to - from <= 64 else { continue }
                    for first in from...to {
                        let low = Double(first) * step, high = Double(first + Int128(number - 1)) * step
                        let hasZero = first <= 0 && first + Int128(number - 1) >= 0
                        let simplicity = (hasZero ? 1 : 0) - Double(rank) / Double(Self.choices.count - 1)
                        let outside = (upper - high) * (upper - high) + (lower - low) * (lower - low)
                        let coverage = 1 - 0.5 * outside / (0.01 * length * length)
                        let density = Double(number - 1) / (high - low), wish = (count - 1) / (max(high, upper) - min(low, lower))
                        let score = 0.25 * simplicity + 0.2 * coverage + 0.5 * (2 - max(density / wish, wish / density))
                        if score > best.score { best = (score, units, first, number) }
                    }
                }
            }
        }
        step = FixedDecimal(units: best.units)
        values = (0..<best.count).compactMap { index in
            let (units, overflows) = (best.first + Int128(index)).multipliedReportingOverflow(by: best.units)
            return overflows || units == .min ? nil : FixedDecimal(units: units)
        }
    }

    /// Ten to a power from 0 to 36.
    static func wholePower(_ exponent: Int) -> Int128 { (0..<exponent).reduce(Int128(1)) { power, _ in power * 10 } }
}

extension FixedDecimal {
    /// How many fractional digits it has at least.
    package var fractionDigits: Int {
        var digits = Self.scale, rest = units
        while digits > 0, rest % 10 == 0 {
            rest /= 10
            digits -= 1
        }
        return digits
    }
}
