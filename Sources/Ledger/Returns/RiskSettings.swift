public import Values

/// What risk figures are measured against.
public struct RiskSettings: Hashable, Sendable {
    /// Trading days that a year is taken to have.
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

    /// The riskless rate of a trading day, which compounds to that of the year: (1 + r)^(1 / periods) - 1.
    var dailyRiskFree: Double {
        Elementary.exponentialLessOne(Elementary.logarithmOfOnePlus(riskFree.doubleValue) / Double(periodsPerYear))
    }

    /// What a figure of a day is multiplied by to be one of a year, where variances add up.
    var rootOfYear: Double { Double(periodsPerYear).squareRoot() }
}
