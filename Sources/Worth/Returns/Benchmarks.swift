public import Values

/// A series beside a benchmark, on the trading days that both have.
///
/// Returns lead from one common day to the next. Figures are for a year where not said otherwise, rounded to twelve digits, and nil where
/// there are fewer than two returns or the divisor does not vary.
public struct BenchmarkComparison: Hashable, Sendable {
    /// What the figures are measured against.
    public let settings: RiskSettings
    /// The first and the last day that both have.
    public let from: Day?, to: Day?
    /// How many common returns there are.
    public let count: Int
    /// The time-weighted return of the series from the first common day to the last, not annualised.
    public let total: FixedDecimal?
    /// The same of the benchmark.
    public let benchmarkTotal: FixedDecimal?
    /// Pearson's coefficient of correlation, from -1 to 1.
    public let correlation: FixedDecimal?
    /// cov(r, b) / var(b) of the returns above the riskless rate.
    public let beta: FixedDecimal?
    /// Jensen's alpha, (mean(r) - f - beta (mean(b) - f)) · periods, with f the riskless rate of a day (Jensen, "The Performance of Mutual
    /// Funds in the Period 1945-1964", Journal of Finance 23, 1968).
    public let alpha: FixedDecimal?
    /// The standard deviation of r - b (over n - 1) times √periods.
    public let trackingError: FixedDecimal?
    /// The mean of r - b over its standard deviation, times √periods.
    public let informationRatio: FixedDecimal?
    /// Why there are no figures, where a day has no return or an unknown one.
    public let gap: ReturnGap?

    /// Compares two indexes. O(n).
    public init(of index: ReturnIndex, with benchmark: ReturnIndex, settings: RiskSettings = .standard) throws(ReturnsError) {
        let (own, others) = Self.commonPlaces(index, benchmark)
        var (returns, benchmarks): ([Double], [Double]) = ([], [])
        var gap = index.unknownReturn ?? benchmark.unknownReturn
        for place in own.indices.dropFirst() where gap == nil {
            let (a, b) = (try index.change(own[place - 1], own[place]), try benchmark.change(others[place - 1], others[place]))
            guard let mine = a.total, let other = b.total else {
                gap = a.gap ?? b.gap
                break
            }
            returns.append(mine.doubleValue)
            benchmarks.append(other.doubleValue)
        }
        if gap != nil { (returns, benchmarks) = ([], []) }
        (self.settings, self.gap, count) = (settings, gap, returns.count)
        (from, to) = (own.first.map { index.days[$0] }, own.last.map { index.days[$0] })
        if let first = own.first, let last = own.last, let otherFirst = others.first, let otherLast = others.last, first < last {
            (total, benchmarkTotal) = (try index.change(first, last).total, try benchmark.change(otherFirst, otherLast).total)
        } else {
            (total, benchmarkTotal) = (nil, nil)
        }
        let figures = Self.figures(returns, benchmarks, settings)
        (correlation, beta, alpha) = (figures.correlation, figures.beta, figures.alpha)
        (trackingError, informationRatio) = (figures.trackingError, figures.informationRatio)
    }

    private struct Figures {
        var correlation, beta, alpha, trackingError, informationRatio: FixedDecimal?
    }

    private static func figures(_ returns: [Double], _ benchmarks: [Double], _ settings: RiskSettings) -> Figures {
        let differences = zip(returns, benchmarks).map { $0 - $1 }
        var figures = Figures()
        guard let mean = Statistics.mean(returns), let benchmarkMean = Statistics.mean(benchmarks), let excess = Statistics.mean(differences),
            let covariance = Statistics.covariance(returns, benchmarks), let tracking = Statistics.deviation(differences),
            let deviation = Statistics.deviation(returns), let benchmarkDeviation = Statistics.deviation(benchmarks)
        else { return figures }
        figures.trackingError = FixedDecimal(statistic: tracking * settings.rootOfYear)
        if tracking > Statistics.nothing { figures.informationRatio = FixedDecimal(statistic: excess / tracking * settings.rootOfYear) }
        guard benchmarkDeviation > Statistics.nothing else { return figures }
        let beta = covariance / (benchmarkDeviation * benchmarkDeviation), riskFree = settings.dailyRiskFree
        let alpha = (mean - riskFree - beta * (benchmarkMean - riskFree)) * Double(settings.periodsPerYear)
        (figures.beta, figures.alpha) = (FixedDecimal(statistic: beta), FixedDecimal(statistic: alpha))
        if deviation > Statistics.nothing { figures.correlation = FixedDecimal(statistic: covariance / (deviation * benchmarkDeviation)) }
        return figures
    }

    /// The places of the days that are trading days of both; an opening counts where the other one has a price.
    private static func commonPlaces(_ a: ReturnIndex, _ b: ReturnIndex) -> (a: [Int], b: [Int]) {
        var (own, others): ([Int], [Int]) = ([], [])
        var place = 0
        let candidates = b.tradingPlaces
        for mine in a.tradingPlaces {
            while place < candidates.count && b.days[candidates[place]] < a.days[mine] { place += 1 }
            guard place < candidates.count else { break }
            if b.days[candidates[place]] == a.days[mine] {
                own.append(mine)
                others.append(candidates[place])
            }
        }
        return (own, others)
    }
}

/// What the same money, put into a benchmark on the same days, would have become.
///
/// The index comparison method of Long & Nickels, "A Private Investment Benchmark" (1996): the opening value and every flow buy or sell
/// units of the benchmark at its price of the day, and what is left at the end is worth Σ flow · P(end) / P(day). A withdrawal larger
/// than what is there leaves the benchmark sold short, as the method is known to; `shortSince` says so.
public struct PublicMarketEquivalent: Hashable, Sendable {
    /// What would be there at the end; below zero where it was sold short. Nil without a price.
    public let closing: FixedDecimal?
    /// What would have been gained; nil without a price.
    public let gain: FixedDecimal?
    /// The gain that the series made above this one; nil without a price.
    public let gainAbove: FixedDecimal?
    /// The internal rate of the same flows with the hypothetical end; nil without a price.
    public let internalRate: InternalRate?
    /// The first day on which more is taken out than the benchmark would have made of the money; nil where there always is enough.
    public let shortSince: Day?
    /// A day with a flow, or the last day, for which there is no price.
    public let missingPrice: Day?

    /// The equivalent of a series, its opening value put in first. The price is that of a day, or the last one before it, in the currency
    /// of the series; `badPrice` where one is zero or below. O(n) prices.
    public init(of series: ValueSeries, price: (Day) -> FixedDecimal?) throws(ReturnsError) {
        let money = try MoneyGain(of: series)
        let outcome = try Self.units(series, price)
        (shortSince, missingPrice) = (outcome.shortSince, outcome.missingPrice)
        guard let closing = outcome.closing else {
            (self.closing, gain, gainAbove, internalRate) = (nil, nil, nil, nil)
            return
        }
        self.closing = closing
        (gain, gainAbove) = try ReturnsError.arithmetic { () throws(DecimalError) in
            (try closing - money.closing + money.gain, try money.closing - closing)
        }
        var flows = series.cashFlows()
        flows[flows.count - 1] = CashFlow(day: series.closing.day, amount: closing)
        internalRate = try InternalRate(of: flows)
    }

    private static func units(
        _ series: ValueSeries, _ price: (Day) -> FixedDecimal?
    ) throws(ReturnsError) -> (closing: FixedDecimal?, shortSince: Day?, missingPrice: Day?) {
        guard let last = try checked(price, series.closing.day) else { return (nil, nil, series.closing.day) }
        var (worth, units, shortSince): (FixedDecimal, FixedDecimal, Day?) = (.zero, .zero, nil)
        for (place, point) in series.points.enumerated() {
            let flow = place == 0 ? point.value : point.flow
            if flow.isZero { continue }
            guard let bought = try checked(price, point.day) else { return (nil, nil, point.day) }
            try ReturnsError.arithmetic { () throws(DecimalError) in
                try worth += FixedDecimal.mulDiv(flow, last, bought)
                try units += flow / bought
            }
            // A purchase and its sale at the same worth may leave the roundings of each.
            if units.units < -Int128(place + 1), shortSince == nil { shortSince = point.day }
        }
        return (worth, shortSince, nil)
    }

    private static func checked(_ price: (Day) -> FixedDecimal?, _ day: Day) throws(ReturnsError) -> FixedDecimal? {
        guard let found = price(day) else { return nil }
        guard found > .zero else { throw .badPrice(day: day, price: found) }
        return found
    }
}
