/// Colours for values of a range, in even steps: few enough to be told apart and to be listed in a style sheet, and the same in all files.
struct ColourRamp: Hashable, Sendable {
    /// How many steps there are from 0 to 1; a ramp from -1 to 1 has as many on either side, and one for 0.
    static let stepsToOne = 20

    private let colours: [RGB]
    private let range: ClosedRange<Double>

    /// A ramp that goes through the stops, which stand at even distances.
    init(_ stops: [UInt32], range: ClosedRange<Double>) {
        let steps = Self.stepsToOne * Int(range.upperBound - range.lowerBound)
        self.range = range
        colours = (0...steps).map { step in
            let place = Double(step) * Double(stops.count - 1) / Double(steps)
            let left = min(Int(place), stops.count - 2)
            return RGB(stops[left]).mixed(with: RGB(stops[left + 1]), part: place - Double(left))
        }
    }

    /// The colour of a value; beyond the range that of its end, for what is no number that of 0.
    func colour(at value: Double) -> RGB {
        let step = Self.step(value, range: range)
        return colours[step - Int(range.lowerBound) * Self.stepsToOne]
    }

    /// The step of a value, from 0 for 0, below it negative.
    static func step(_ value: Double, range: ClosedRange<Double>) -> Int {
        guard !value.isNaN else { return 0 }
        return Int((min(max(value, range.lowerBound), range.upperBound) * Double(stepsToOne)).rounded())
    }
}
