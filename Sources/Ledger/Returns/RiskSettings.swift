public import Values

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
