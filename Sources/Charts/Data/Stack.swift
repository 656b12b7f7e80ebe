/// Series on one another: those above zero upwards, those below it downwards.
struct Stack {
    /// For each series and place where its part begins, nearer to zero.
    private(set) var lower: [[Double]]
    /// For each series and place where its part ends.
    private(set) var upper: [[Double]]
    /// For each series and place whether its value is known, and those of all series that it stands on.
    private(set) var isKnown: [[Bool]] = []
    private var positive: [Double]
    private var negative: [Double]

    init(_ data: ChartData) {
        let count = data.places.count
        (positive, negative) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
        (lower, upper) = ([], [])
        var known = [Bool](repeating: true, count: count)
        let isContinuous = data.kind == .area
        for series in data.series {
            var low = [Double](repeating: 0, count: count), high = low
            let last = series.values.lastIndex { $0 != nil } ?? 0
            var standing = 0.0
            for place in 0..<count {
                var value = series.values[place] ?? 0
                if series.values[place] == nil, series.isUnknown(at: place) {
                    known[place] = false
                } else if series.values[place] == nil, isContinuous, place < last {
                    // A place of other series only: what it was goes on.
                    value = standing
                }
                standing = value
                if value >= 0 {
                    (low[place], high[place]) = (positive[place], positive[place] + value)
                    positive[place] += value
                } else {
                    (low[place], high[place]) = (negative[place], negative[place] + value)
                    negative[place] += value
                }
            }
            lower.append(low)
            upper.append(high)
            isKnown.append(known)
        }
    }

    /// The places at which a series and all that it stands on are known, in runs.
    func runs(of series: Int) -> [[Int]] {
        var runs: [[Int]] = [], run: [Int] = []
        for (place, isKnown) in isKnown[series].enumerated() {
            if isKnown {
                run.append(place)
            } else if !run.isEmpty {
                runs.append(run)
                run = []
            }
        }
        return run.isEmpty ? runs : runs + [run]
    }

    /// Whether everything is known.
    var isComplete: Bool { isKnown.last?.allSatisfy { $0 } ?? true }

    /// The upper edge of the whole stack.
    func total(at place: Int) -> Double { positive[place] }

    /// From the lowest to the highest edge.
    var range: ClosedRange<Double>? {
        guard let most = positive.max(), let least = negative.min() else { return nil }
        return least...most
    }
}
