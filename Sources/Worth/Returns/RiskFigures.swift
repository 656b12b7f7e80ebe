public import Values

/// How much the returns of trading days vary, and what they earned for it.
///
/// A return leads from one trading day to the next, so what changed on days between counts into the later one. Figures are for a year,
/// rounded to twelve digits, and nil where there are fewer than two returns or nothing varies.
public struct RiskFigures: Hashable, Sendable {
    /// What the figures are measured against.
    public let settings: RiskSettings
    /// How many returns there are.
    public let count: Int
    /// The mean return of a trading day.
    public let mean: FixedDecimal?
    /// The standard deviation of the sample (over n - 1) times √periods.
    public let volatility: FixedDecimal?
    /// √(Σ min(r - target, 0)² / n) times √periods, over all n returns (Sortino & Price, "Performance Measurement in a Downside Risk
    /// Framework", Journal of Investing 3, 1994), with the smallest acceptable return as the target.
    public let downsideDeviation: FixedDecimal?
    /// The mean of r - riskless over its standard deviation, times √periods (Sharpe, "The Sharpe Ratio", Journal of Portfolio Management
    /// 21, 1994).
    public let sharpe: FixedDecimal?
    /// The mean of r - target over the downside deviation, times √periods (Sortino & Price, 1994).
    public let sortino: FixedDecimal?
    /// Why there are no figures, where a day has no return.
    public let gap: ReturnGap?

    /// The figures of an index. O(n).
    public init(of index: ReturnIndex, settings: RiskSettings = .standard) throws(ReturnsError) {
        let (returns, gap) = try index.tradingReturns()
        self.init(returns, gap, settings)
    }

    private init(_ returns: [Double], _ gap: ReturnGap?, _ settings: RiskSettings) {
        (self.settings, self.gap, count) = (settings, gap, returns.count)
        guard returns.count >= 2, let mean = Statistics.mean(returns), let deviation = Statistics.deviation(returns) else {
            (mean, volatility, downsideDeviation, sharpe, sortino) = (nil, nil, nil, nil, nil)
            return
        }
        let (root, target) = (settings.rootOfYear, settings.minimumAcceptable.doubleValue)
        let downside = (returns.reduce(0) { $0 + min($1 - target, 0) * min($1 - target, 0) } / Double(returns.count)).squareRoot()
        func ratio(_ excess: Double, _ deviation: Double) -> FixedDecimal? {
            deviation > Statistics.nothing ? FixedDecimal(statistic: excess / deviation * root) : nil
        }
        self.mean = FixedDecimal(statistic: mean)
        volatility = FixedDecimal(statistic: deviation * root)
        downsideDeviation = FixedDecimal(statistic: downside * root)
        // The riskless rate is the same every day, so the deviation of the difference is that of the return.
        sharpe = ratio(mean - settings.dailyRiskFree, deviation)
        sortino = ratio(mean - target, downside)
    }
}

extension ReturnIndex {
    /// The returns from each trading day to the next, as binary floats; none and the reason where the chain is broken, or the value of a trading
    /// day unknown: those of the other days do not tell how much all vary, and what leads over that day is no return of one.
    fileprivate func tradingReturns() throws(ReturnsError) -> (returns: [Double], gap: ReturnGap?) {
        if let gap = unknownReturn { return ([], gap) }
        let places = tradingPlaces
        var returns: [Double] = []
        returns.reserveCapacity(places.count)
        for (first, last) in zip(places, places.dropFirst()) {
            let change = try tradingChange(first, last)
            guard let total = change.total else { return ([], change.gap) }
            returns.append(total.doubleValue)
        }
        return (returns, nil)
    }
}

/// What risk figures are measured against.
public struct RiskSettings: Hashable, Sendable {
    /// Observations that a year is taken to have, such as 252 trading days; see `periodsPerYear(_:)`.
    public let periodsPerYear: Int
    /// What money earns without risk, a year: 0.02 is 2 %.
    public let riskFree: FixedDecimal
    /// The return a trading day below which a return counts as a loss.
    public let minimumAcceptable: FixedDecimal

    /// Settings; by default 252 days, and zero for both rates. `badSetting` where a rate is -100 % or less or a year has no days.
    public init(periodsPerYear: Int = 252, riskFree: FixedDecimal = .zero, minimumAcceptable: FixedDecimal = .zero) throws(ReturnsError) {
        guard periodsPerYear >= 1 else {
            throw .badSetting(name: "periods_per_year", value: FixedDecimal(periodsPerYear), allowed: "a whole number from 1 up, such as 252")
        }
        for (name, rate) in [("risk_free", riskFree), ("minimum_acceptable", minimumAcceptable)] where rate <= -FixedDecimal.one {
            throw .badSetting(name: name, value: rate, allowed: "a share above -1, such as 0.02 for 2 %")
        }
        (self.periodsPerYear, self.riskFree, self.minimumAcceptable) = (periodsPerYear, riskFree, minimumAcceptable)
    }

    private init() { (periodsPerYear, riskFree, minimumAcceptable) = (252, .zero, .zero) }

    /// 252 days, no riskless rate, and every loss a loss.
    public static let standard = RiskSettings()

    /// How many observations on such days make a year: those in the span over its years, to the nearest of 12, 52, 252, 260 and 365 where that is
    /// within 5 %, and 252 where there are fewer than two.
    ///
    /// The span leads from the first observation to the last, and where that comes to no usual number from the day before it, the opening, to the last;
    /// a year has 365.25 days. Of more than 130 a year only whole weeks count, the last ones, so that a week from Monday to Friday is not five
    /// observations of five days; under thirteen weeks the count tells no more than which of 252, 260 and 365 is the nearest, and one day of a weekend
    /// makes no 365 of them.
    public static func periodsPerYear(_ days: [Day], after opening: Day? = nil) -> Int {
        guard let first = days.first, let last = days.last, first < last else { return standard.periodsPerYear }
        let span = first.days(to: last)
        var yearly = Double(days.count - 1) / Double(span) * 365.25
        if yearly > 130 {
            let weeks = span / 7, isShort = weeks < 13
            if weeks > 0 {
                let inside = days.count { $0.days(to: last) < 7 * weeks }
                yearly = Double(inside) / Double(7 * weeks) * 365.25
            }
            let isEveryDay = isShort && days.count(where: \.isWeekend) > 1
            if isShort, weeks == 0 { return isEveryDay ? 365 : standard.periodsPerYear }
            if isShort, yearly > 130 { return nearest(to: yearly, of: isEveryDay ? [252, 260, 365] : [252, 260]) }
        }
        if let usual = usual(yearly) { return usual }
        if yearly <= 130, let opening, opening < first { yearly = Double(days.count) / Double(opening.days(to: last)) * 365.25 }
        return usual(yearly) ?? max(1, Int(yearly.rounded()))
    }

    private static func usual(_ count: Double) -> Int? {
        let usual = nearest(to: count, of: [12, 52, 252, 260, 365])
        return (count - Double(usual)).magnitude <= 0.05 * Double(usual) ? usual : nil
    }

    private static func nearest(to count: Double, of usual: [Int]) -> Int {
        usual.min { (Double($0) - count).magnitude < (Double($1) - count).magnitude } ?? standard.periodsPerYear
    }

    /// The riskless rate of a trading day, which compounds to that of the year: (1 + r)^(1 / periods) - 1.
    var dailyRiskFree: Double {
        Elementary.exponentialLessOne(Elementary.logarithmOfOnePlus(riskFree.doubleValue) / Double(periodsPerYear))
    }

    /// What a figure of a day is multiplied by to be one of a year, where variances add up.
    var rootOfYear: Double { Double(periodsPerYear).squareRoot() }
}

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
