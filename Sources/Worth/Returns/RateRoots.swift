// How an internal rate is found, and how it is known that there is no other.
//
// With d = e^(-s / 365) the function is a polynomial in d whose coefficients are the flows, and rates above -100 % are its positive
// roots. Descartes' rule of signs: a sequence of flows that changes sides once has just one. Where it changes sides more often, a root at
// which the balance, compounded at that rate, never changes sides before the end is the only one (Soper, "The Marginal Efficiency of
// Capital: A Further Note", Economic Journal 69, 1959): division by its factor leaves coefficients of one sign. Otherwise the whole line
// is searched by subdivision with bounds on function and slope (Moore, "Interval Analysis", 1966): an interval is done when the function
// cannot vanish in it, or when it rises or falls throughout, so that its ends tell whether it has a root. Beyond some rate the first
// flow outweighs all of the other side, and the last one below some other, so the search has ends.

extension DiscountedFlows {
    /// All rates at which the flows are worth nothing, and those that come so near that rounding hides it. In no order.
    func roots() -> (certain: [Double], near: [Double]) {
        guard amounts.count > 1 else { return ([], []) }
        if let root = candidate(), changesOfSide == 1 || isOnly(root) { return ([root], []) }
        let mirrored = reversed()
        // The halves meet where the sign is certain, which may not be at zero.
        let meeting = [0, 0.01, -0.01, 0.023, -0.023, 0.037, -0.037].first { parts(at: $0).sign != nil }
        guard let meeting, let lower = mirrored.farEnd, let upper = farEnd else { return ([], [0]) }
        let above = isolated(from: meeting, to: upper)
        let below = mirrored.isolated(from: -meeting, to: lower)
        let roots = above.cells.map { root(in: $0) } + below.cells.map { -mirrored.root(in: $0) }
        return (roots, above.near + below.near.map { -$0 })
    }

    /// How often flows of one side follow upon flows of the other.
    private var changesOfSide: Int {
        zip(amounts, amounts.dropFirst()).count { ($0 < 0) != ($1 < 0) }
    }

    /// Soper's criterion, from whichever end sums stay small.
    private func isOnly(_ root: Double) -> Bool {
        root >= 0 ? balanceKeepsSide(at: root) : reversed().balanceKeepsSide(at: -root)
    }

    /// A rate at which the flows are worth nothing, where their first and their last are of different sides, so that there must be one.
    private func candidate() -> Double? {
        guard (amounts[0] < 0) != (amounts[amounts.count - 1] < 0) else { return nil }
        let (worth, slope) = value(at: 0)
        if worth == 0 { return 0 }
        let isAbove = (worth < 0) != (amounts[0] < 0)
        let step = isAbove ? -worth / slope : worth / slope
        let flows = isAbove ? self : reversed()
        guard let root = flows.firstCrossing(guess: step > 0 ? 2 * step : 0.1, worth: worth) else { return nil }
        return isAbove ? root : -root
    }

    /// A root between zero, where the flows are worth something of the other side than the first of them, and a rate high enough.
    private func firstCrossing(guess: Double, worth: Double) -> Double? {
        var (low, high) = (0.0, min(max(guess, 1e-12), 1e3))
        // Each doubling squares the discount, so that what is left beside the first flow is nothing long before.
        for _ in 0..<60 {
            let value = value(at: high).value
            if value == 0 { return high }
            if (value < 0) != (worth < 0) { return root(in: Cell(low: low, high: high, isNegativeAtLow: worth < 0)) }
            (low, high) = (high, 2 * high)
        }
        return nil
    }

    /// A rate beyond which the first flow outweighs all flows of the other side, with the sign there certain.
    private var farEnd: Double? {
        var rate = 1.0
        for _ in 0..<60 {
            let parts = parts(at: rate)
            if (amounts[0] < 0 ? parts.received : parts.paid) < amounts[0].magnitude / 2 { return rate }
            rate *= 2
        }
        return nil
    }
}

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
