import Ledger
public import Values

/// What something was worth at the end of each day, and what its owner brought in or took out.
///
/// The first point is the opening: the end of the day before the span, or a zero. A flow of the opening is part of its value and counts
/// no more. A day without a point is one on which nothing changed. A day whose worth or flow is unknown has a point that says so, or is passed
/// over where nothing moved on it: what needs it is unknown, and nothing else. The money put in, taken out and gained needs both ends and every
/// flow, and no worth in between.
public struct ValueSeries: Hashable, Sendable {
    /// One day.
    public struct Point: Hashable, Sendable {
        /// The day.
        public let day: Day
        /// The worth at the end of the day.
        public let value: FixedDecimal
        /// What the owner brought in on the day, at its worth of that day; below zero what was taken out.
        public let flow: FixedDecimal
        /// Whether prices of that day exist. Other days are left out of risk figures; their change counts into the next trading day.
        public let isTrading: Bool
        /// Whether the worth is known; where it is not, the value says nothing.
        public let isValueKnown: Bool
        /// Whether the flow is known; where it is not, it is of the rest.
        public let isFlowKnown: Bool

        /// A day's worth.
        public init(
            day: Day, value: FixedDecimal, flow: FixedDecimal = .zero, isTrading: Bool = true, isValueKnown: Bool = true, isFlowKnown: Bool = true
        ) {
            self.day = day
            self.value = value
            self.flow = flow
            self.isTrading = isTrading
            self.isValueKnown = isValueKnown
            self.isFlowKnown = isFlowKnown
        }
    }

    /// A day without a point whose worth is unknown, and on which nothing moved.
    public struct UnknownDay: Hashable, Sendable {
        /// The day.
        public let day: Day
        /// Whether prices of that day exist, so that a return would have led to it.
        public let isTrading: Bool

        /// A day that is passed over.
        public init(day: Day, isTrading: Bool) { (self.day, self.isTrading) = (day, isTrading) }
    }

    /// The points, in order of days.
    public let points: [Point]
    /// The days that are passed over, in order.
    public let passedOver: [UnknownDay]

    /// A series of points, at least one, one a day at most and the earliest first. O(n).
    ///
    /// - Parameter passedOver: days without a point whose worth is unknown, the earliest first.
    public init(_ points: [Point], passedOver: [UnknownDay] = []) {
        precondition(!points.isEmpty, "a series has an opening value")
        precondition(zip(points, points.dropFirst()).allSatisfy { $0.day < $1.day }, "the points of a series are in order")
        precondition(zip(passedOver, passedOver.dropFirst()).allSatisfy { $0.day < $1.day }, "the days without a point are in order")
        (self.points, self.passedOver) = (points, passedOver)
    }

    /// Why its money does not add up: the first day whose flow is unknown, or an end without a worth; nil where all of it is known.
    public var gap: ReturnGap? {
        for (place, point) in points.enumerated() {
            let isEnd = place == 0 || place == points.count - 1
            // What moved by the end of the opening is part of its value.
            if isEnd && !point.isValueKnown || place > 0 && !point.isFlowKnown { return .unknownValue(day: point.day) }
        }
        return nil
    }

    /// The point that the series opens with.
    public var opening: Point { points[0] }
    /// The point that the series ends with.
    public var closing: Point { points[points.count - 1] }
    /// Days from the opening to the end.
    public var days: Int { opening.day.days(to: closing.day) }

    /// The series as cash flows of its owner: the opening paid, money in paid, money out and the closing value received.
    public func cashFlows() -> [CashFlow] {
        var flows = [CashFlow(day: opening.day, amount: -opening.value)]
        for point in points.dropFirst() where !point.flow.isZero { flows.append(CashFlow(day: point.day, amount: -point.flow)) }
        flows.append(CashFlow(day: closing.day, amount: closing.value))
        return flows
    }
}
