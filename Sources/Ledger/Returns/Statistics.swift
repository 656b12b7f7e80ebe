/// Moments of a sample, in two passes, so that nothing cancels.
enum Statistics {
    /// Deviations below this are what rounding leaves of none.
    static let nothing = 1e-15

    /// The mean; nil of nothing.
    static func mean(_ sample: [Double]) -> Double? {
        sample.isEmpty ? nil : sample.reduce(0, +) / Double(sample.count)
    }

    /// The sum of the products of the deviations of two samples from their means, over n - 1; nil of fewer than two.
    static func covariance(_ a: [Double], _ b: [Double]) -> Double? {
        guard a.count == b.count, a.count > 1, let meanA = mean(a), let meanB = mean(b) else { return nil }
        var sum = 0.0
        for place in a.indices { sum += (a[place] - meanA) * (b[place] - meanB) }
        return sum / Double(a.count - 1)
    }

    /// The standard deviation of a sample, over n - 1; nil of fewer than two.
    static func deviation(_ sample: [Double]) -> Double? {
        covariance(sample, sample)?.squareRoot()
    }
}
