public import Values

/// A fall of the time-weighted index from a peak, up to the day it is back there.
public struct Drawdown: Hashable, Sendable {
    /// The lowest level over the peak, less one: -0.2 is a loss of 20 %.
    public let depth: FixedDecimal
    /// The last day at the peak.
    public let peak: Day
    /// The first day at the lowest level.
    public let trough: Day
    /// The first day back at the peak or above; nil where the series ends below it.
    public let recovery: Day?
    /// Days from the peak to the recovery, or to the end of the series.
    public let days: Int
}

extension ReturnIndex {
    /// The falls from a peak in order of days, on trading days. The reason where the chain is broken, or the level of a trading day unknown, which
    /// might be the lowest or the peak. O(n).
    public func drawdowns() throws(ReturnsError) -> (falls: [Drawdown], gap: ReturnGap?) {
        if let broken = breaks.first(where: { $0.gap != nil }) { return ([], broken.gap) }
        if let gap = unknownReturn { return ([], gap) }
        let places = tradingPlaces
        var falls: [Drawdown] = []
        var peak = 0, trough = 0, depth = FixedDecimal.zero
        func close(_ recovery: Day?) {
            guard depth.isNegative else { return }
            let end = recovery ?? days[places[places.count - 1]]
            falls.append(Drawdown(depth: depth, peak: days[peak], trough: days[trough], recovery: recovery, days: days[peak].days(to: end)))
        }
        for place in places.dropFirst() {
            guard let change = try change(peak, place).total else { continue }
            if change < depth { (trough, depth) = (place, change) }
            if !change.isNegative {
                close(days[place])
                (peak, trough, depth) = (place, place, .zero)
            }
        }
        close(nil)
        return (falls, nil)
    }
}

extension [Drawdown] {
    /// The deepest fall, the first of equals; nil where there is none.
    public var deepest: Drawdown? { self.min { $0.depth < $1.depth } }
    /// The fall that took the most days to its recovery or the end, the first of equals; nil where there is none.
    ///
    /// - Parameter recovered: whether only falls count that have ended.
    public func longest(recovered: Bool) -> Drawdown? {
        reduce(nil) { longest, fall in
            recovered && fall.recovery == nil ? longest : longest.map { fall.days > $0.days } ?? true ? fall : longest
        }
    }
}
