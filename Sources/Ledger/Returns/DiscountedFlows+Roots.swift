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
