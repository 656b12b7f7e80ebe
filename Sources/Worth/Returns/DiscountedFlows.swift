import Values

/// Flows as a function of the continuous rate s = ln(1 + r): f(s) = Σ cᵢ e^(-s tᵢ), with t in years of 365 days from the first flow.
///
/// Horner's scheme from the last flow to the first takes one multiplication a flow by e^(-s · gap). The gaps that differ are few (their
/// sum is the span), so the exponentials of a step are few as well.
struct DiscountedFlows {
    /// What was received, below zero what was paid; none is zero.
    private(set) var amounts: [Double]
    /// The same in units of the last digit, exact.
    private var units: [DoubleDouble]
    /// Days from the first flow to each.
    private var offsets: [Int32]
    /// The same in years.
    private(set) var times: [Double]
    /// Days from the first flow to the last.
    let days: Int
    /// For each flow but the last the place of the gap behind it among the gaps that differ.
    private var gapPlaces: [Int32]
    /// The gaps that differ, in years.
    private let gaps: [Double]

    /// Flows of different days in order, none of them zero, and at least one.
    init(_ flows: some Sequence<CashFlow>) {
        (amounts, units, offsets, gapPlaces) = ([], [], [], [])
        var (gaps, places): ([Double], [Int: Int32]) = ([], [:])
        var first: Day?, last: Day?
        var lastGap = (days: 0, place: Int32(0))
        for flow in flows {
            amounts.append(flow.amount.doubleValue)
            units.append(DoubleDouble(flow.amount.units))
            if let last {
                let gap = last.days(to: flow.day)
                if gap != lastGap.days {
                    let place = places[gap] ?? Int32(gaps.count)
                    if Int(place) == gaps.count {
                        gaps.append(Self.years(gap))
                        places[gap] = place
                    }
                    lastGap = (gap, place)
                }
                gapPlaces.append(lastGap.place)
            }
            if first == nil { first = flow.day }
            offsets.append(Int32(first?.days(to: flow.day) ?? 0))
            last = flow.day
        }
        days = last.flatMap { first?.days(to: $0) } ?? 0
        times = offsets.map { Self.years(Int($0)) }
        self.gaps = gaps
    }

    private static func years(_ days: Int) -> Double { Double(days) / Double(Annualizing.daysPerYear) }

    /// The span in years.
    var span: Double { times[times.count - 1] }

    /// The same flows seen from their end backwards: its value at -s is f(s) e^(s · span), of the same sign and with the same roots.
    func reversed() -> DiscountedFlows {
        var result = self
        result.amounts.reverse()
        result.units.reverse()
        result.gapPlaces.reverse()
        // From whole days, as a difference of rounded years would be off where it is small.
        result.offsets = offsets.reversed().map { Int32(days) - $0 }
        result.times = result.offsets.map { Self.years(Int($0)) }
        return result
    }

    /// f and its slope at a rate that is not far below zero. O(n).
    func value(at s: Double) -> (value: Double, slope: Double) {
        let factors = gaps.map { Elementary.exponential(-s * $0) }
        var value = amounts[amounts.count - 1], slope = 0.0
        for place in gapPlaces.indices.reversed() {
            let gap = Int(gapPlaces[place]), factor = factors[gap]
            slope = factor * (slope - gaps[gap] * value)
            value = factor * value + amounts[place]
        }
        return (value, slope)
    }

    /// The receipts and payments apart. O(n).
    func parts(at s: Double) -> DiscountedParts {
        let factors = gaps.map { Elementary.exponential(-s * $0) }
        var sums = Self.sides(amounts[amounts.count - 1]), moments = SIMD2<Double>.zero
        for place in gapPlaces.indices.reversed() {
            let gap = Int(gapPlaces[place]), factor = factors[gap]
            moments = factor * (moments + gaps[gap] * sums)
            sums = factor * sums + Self.sides(amounts[place])
        }
        return DiscountedParts(rate: s, received: sums[0], paid: sums[1], receivedMoment: moments[0], paidMoment: moments[1], error: error(at: s))
    }

    /// f and its slope with an exponential of its own for each flow and what rounding takes from the sum put back at the end, so that no
    /// error adds up along the way (Knuth, "The Art of Computer Programming" 2, 4.2.2); dearer. O(n).
    func preciseValue(at s: Double) -> (value: Double, slope: Double) {
        var value = 0.0, lost = 0.0, slope = 0.0
        for place in amounts.indices {
            let worth = amounts[place] * Elementary.exponential(-s * times[place])
            let sum = value + worth, part = sum - value
            lost += (value - (sum - part)) + (worth - part)
            value = sum
            slope -= times[place] * worth
        }
        return (value + lost, slope)
    }

    /// What one unit paid a day later is worth at the root that lies near a rate from zero up, to some thirty digits; nil where no root is found
    /// that near. O(n).
    ///
    /// With x for that worth the flows are a polynomial in x whose powers are whole days, so that no exponential is rounded; Newton's steps
    /// need the slope to a few digits only.
    func dailyDiscount(near rate: Double) -> DoubleDouble? {
        let start = Elementary.exponential(-rate / Double(Annualizing.daysPerYear))
        guard start > 0 else { return nil }
        var discount = DoubleDouble(start)
        for _ in 0..<4 {
            let (value, slope) = worth(at: discount)
            guard slope.isFinite, slope != 0 else { return nil }
            let step = value.value / slope
            discount = discount - DoubleDouble(step)
            if step.magnitude <= 1e-26 * start { break }
        }
        let moved = ((discount - DoubleDouble(start)).value / start * Double(Annualizing.daysPerYear)).magnitude
        return moved <= 1e-6 * max(rate.magnitude, 1) ? discount : nil
    }

    /// The worth and its slope at what a unit is worth a day earlier. O(n).
    private func worth(at discount: DoubleDouble) -> (value: DoubleDouble, slope: Double) {
        let daysOfGaps = gaps.map { Int(($0 * Double(Annualizing.daysPerYear)).rounded()) }, factors = daysOfGaps.map(discount.power)
        var value = units[units.count - 1], slope = 0.0
        for place in gapPlaces.indices.reversed() {
            let gap = Int(gapPlaces[place]), factor = factors[gap]
            slope = (slope + value.high * Double(daysOfGaps[gap]) / discount.high) * factor.high
            value = value * factor + units[place]
        }
        return (value, slope)
    }

    /// Whether the balance never changes sides before the end, by more than what errors in `s` and in the sums could hide. O(n).
    func balanceKeepsSide(at s: Double) -> Bool {
        let factors = gaps.map { Elementary.exponential(-s * $0) }
        let side = amounts[0] < 0 ? -1.0 : 1.0
        let doubt = 1e-8 * (1 + span) + error(at: s)
        var discount = 1.0, balance = 0.0, size = 0.0
        for (place, gap) in gapPlaces.enumerated() {
            let worth = amounts[place] * discount
            balance += worth
            size += worth.magnitude
            if balance * side <= doubt * size { return false }
            discount *= factors[Int(gap)]
        }
        return true
    }

    private static func sides(_ amount: Double) -> SIMD2<Double> { SIMD2(max(amount, 0), max(-amount, 0)) }

    /// A bound on the relative error of a sum of parts, which are all of one sign: each step rounds a few times, and each exponential is
    /// as uncertain as its argument.
    private func error(at s: Double) -> Double {
        (8 * Double(amounts.count) + 4 * s.magnitude * span + 32) * Double.ulpOfOne
    }
}

/// What flows are worth at a rate, receipts and payments apart, with their moments in time.
///
/// Each is a sum of c e^(-s t) or of c t e^(-s t) over flows with c ≥ 0 and t ≥ 0, so each goes down as s goes up: between two rates it
/// lies between its values at them. That bounds the function and its slope on whole intervals.
struct DiscountedParts {
    let rate: Double
    let received: Double
    let paid: Double
    let receivedMoment: Double
    let paidMoment: Double
    /// Each of the sums may be off by this part of itself.
    let error: Double

    /// 1 or -1 where the sign of the function at this rate is certain; nil where rounding could turn it.
    var sign: Int? {
        let difference = received - paid
        return difference.magnitude > error * (received + paid) ? (difference > 0 ? 1 : -1) : nil
    }

    /// Whether the function may be zero between this rate and a higher one.
    func mayVanish(before higher: DiscountedParts) -> Bool {
        let error = max(error, higher.error)
        return !Self.isAbove(higher.received, paid, error) && !Self.isAbove(higher.paid, received, error)
    }

    /// Whether the function may have a level tangent between this rate and a higher one.
    func mayTurn(before higher: DiscountedParts) -> Bool {
        let error = 2 * max(error, higher.error)
        return !Self.isAbove(higher.receivedMoment, paidMoment, error) && !Self.isAbove(higher.paidMoment, receivedMoment, error)
    }

    /// Whether the one sum is certainly greater than the other.
    private static func isAbove(_ a: Double, _ b: Double, _ error: Double) -> Bool { a - b > error * (a + b) }
}
