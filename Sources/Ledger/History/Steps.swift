package import Values

extension History {
    /// A figure as it stands from the end of a day on.
    package struct Step {
        package let day: Day
        package let figure: FixedDecimal
    }

    /// A figure over time: a step for each day on which it changed, in order of days. They stand in columns of 12 bytes a step.
    package struct Steps: RandomAccessCollection {
        private var days = Column<Int32>()
        private var figures = DecimalColumn()

        init() {}

        package var startIndex: Int { 0 }
        package var endIndex: Int { days.count }

        /// The step at a place. O(1).
        package subscript(place: Int) -> Step { Step(day: Day(number: days[place]), figure: figures[place]) }

        /// The day of the step at a place. O(1).
        package func day(at place: Int) -> Day { Day(number: days[place]) }

        /// The figure at the end of a day; zero before the first. O(log n).
        func figure(at day: Day) -> FixedDecimal {
            let behind = days.partitioningIndex { $0 > day.number }
            return behind == 0 ? .zero : figures[behind - 1]
        }

        /// The first place of a day after one, from a place on. A step away it costs a look, far away O(log n).
        package func place(after day: Day, from start: Int = 0) -> Int { (start..<count).firstPlace { days[$0] > day.number } }

        /// Notes how the figure stands at the end of a day, which is the last day or a later one: only what stands at its end counts.
        mutating func note(_ figure: FixedDecimal, on day: Day) {
            if days.last == day.number { truncate(to: count - 1) }
            days.append(day.number)
            figures.append(figure)
        }

        /// Forgets what comes after a day.
        mutating func removeAll(after day: Day) { truncate(to: days.partitioningIndex { $0 > day.number }) }

        private mutating func truncate(to count: Int) {
            days.truncate(to: count)
            figures.truncate(to: count)
        }
    }
}

extension Range<Int> {
    /// The first place at which a condition holds that holds at all later ones, too; the end where it holds at none. Near the beginning it costs a look
    /// or two, far away O(log n).
    package func firstPlace(where holds: (Int) -> Bool) -> Int {
        var low = lowerBound, step = 1
        while low < upperBound, !holds(low) {
            // What lies between may hold already: it is looked at in halves.
            guard low + step < upperBound, !holds(low + step) else {
                var high = Swift.min(low + step, upperBound)
                low += 1
                while low < high {
                    let middle = low + (high - low) / 2
                    if holds(middle) { high = middle } else { low = middle + 1 }
                }
                return low
            }
            low += step
            step *= 2
        }
        return low
    }
}

/// Reads steps forward, a day at a time.
package struct StepCursor {
    private let steps: History.Steps
    private var next = 0

    /// A cursor before the first of some steps.
    package init(_ steps: History.Steps) { self.steps = steps }

    /// The figure at the end of a day, which must not be before the day asked for last; nil where it is the same as then. Amortised O(1).
    package mutating func newFigure(at day: Day) -> FixedDecimal? {
        next < steps.count && steps.day(at: next) <= day ? figure(at: day) : nil
    }

    /// The figure at the end of a day, which must not be before the day asked for last; zero before the first. Amortised O(1).
    package mutating func figure(at day: Day) -> FixedDecimal {
        next = steps.place(after: day, from: next)
        return next == 0 ? .zero : steps[next - 1].figure
    }
}
