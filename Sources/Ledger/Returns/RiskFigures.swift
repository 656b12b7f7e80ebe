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
    func tradingReturns() throws(ReturnsError) -> (returns: [Double], gap: ReturnGap?) {
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
