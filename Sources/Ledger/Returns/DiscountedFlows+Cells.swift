extension DiscountedFlows {
    /// An interval in which the function crosses zero just once.
    struct Cell {
        var low: Double
        var high: Double
        let isNegativeAtLow: Bool
    }

    /// Both ends of an interval.
    private typealias Interval = (low: DiscountedParts, high: DiscountedParts)

    /// Intervals of one width that may be looked at, and all of them. Roots of the same rate three times and more need ever more of them;
    /// with others, even ten thousand flows by chance take some two hundred.
    private static let (widest, most) = (2000, 20_000)

    /// Cells for all roots between two rates with certain signs; `near` are the rates of places too small, or too many, to decide on.
    func isolated(from low: Double, to high: Double) -> (cells: [Cell], near: [Double]) {
        var (cells, near): ([Cell], [Double]) = ([], [])
        var level: [Interval] = [(parts(at: low), parts(at: high))], looked = 0
        // Width by width, so that where it must be given up, only small intervals are left.
        while !level.isEmpty {
            looked += level.count
            if level.count > Self.widest || looked > Self.most { return (cells, near + clusters(level)) }
            var next: [Interval] = []
            for (low, high) in level where low.mayVanish(before: high) {
                if !low.mayTurn(before: high) {
                    if low.sign != high.sign { cells.append(Cell(low: low.rate, high: high.rate, isNegativeAtLow: low.sign == -1)) }
                } else if let middle = split(low.rate, high.rate) {
                    next += [(low, middle), (middle, high)]
                } else {
                    near.append(turningPoint(low.rate, high.rate))
                }
            }
            level = next
        }
        return (cells, near)
    }

    /// One rate for each stretch of intervals that join.
    private func clusters(_ intervals: [Interval]) -> [Double] {
        var stretches: [(low: Double, high: Double)] = []
        for (low, high) in intervals {
            if let last = stretches.last, last.high == low.rate {
                stretches[stretches.count - 1].high = high.rate
            } else {
                stretches.append((low.rate, high.rate))
            }
        }
        return stretches.map { turningPoint($0.low, $0.high) }
    }

    /// A rate within an interval at which the sign is certain; nil where none is found, as around a root that the function only touches.
    private func split(_ low: Double, _ high: Double) -> DiscountedParts? {
        guard high - low > 1e-13 * max(1, low.magnitude) else { return nil }
        for share in [0.5, 0.43, 0.57, 0.29, 0.71, 0.11, 0.89] {
            let parts = parts(at: low + share * (high - low))
            if parts.sign != nil { return parts }
        }
        return nil
    }

    /// Where in a small interval the slope changes sign, which is where the function comes nearest to zero; else its middle.
    private func turningPoint(_ low: Double, _ high: Double) -> Double {
        var (low, high) = (low, high)
        let slope = value(at: low).slope
        guard (slope < 0) != (value(at: high).slope < 0) else { return (low + high) / 2 }
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if (value(at: middle).slope < 0) == (slope < 0) { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The root in a cell: Newton's steps as long as they stay inside and go on halving, else bisection; then one step on exact
    /// exponentials. (Press et al., "Numerical Recipes", 3rd edition, 9.4.)
    func root(in cell: Cell) -> Double {
        var cell = cell
        var rate = (cell.low + cell.high) / 2, lastStep = cell.high - cell.low
        for _ in 0..<200 {
            let (value, slope) = value(at: rate)
            if value == 0 { break }
            if (value < 0) == cell.isNegativeAtLow { cell.low = rate } else { cell.high = rate }
            let newton = rate - value / slope
            let isInside = newton >= cell.low && newton <= cell.high && 2 * (newton - rate).magnitude <= lastStep
            let next = isInside ? newton : (cell.low + cell.high) / 2
            lastStep = (next - rate).magnitude
            rate = next
            // A step of Newton's squares the error, so that what is left after one this small is below the last digit.
            if isInside && lastStep <= 1e-9 * max(rate.magnitude, 1e-3) || lastStep == 0 { break }
        }
        let (value, slope) = preciseValue(at: rate)
        let polished = rate - value / slope
        return (polished - rate).magnitude <= 1e-6 * max(rate.magnitude, 1) ? polished : rate
    }
}
