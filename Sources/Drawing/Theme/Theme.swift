/// Which colour each ink is, on light or on dark ground.
///
/// The colours of the series were searched for so that people who see no red, no green or no blue tell them apart, so that each differs in lightness from the others and most from
/// its neighbours, and so that each has a contrast of 3 to the ground. Text has 4.5. Gains are blue-green and losses orange-red:
/// red and green look alike to one man in twelve.
public struct Theme: Hashable, Sendable {
    /// The colours of the series in their order.
    public let series: [RGB]
    /// The colours of the series as text: towards the colour of text as far as it takes to be read.
    public let seriesText: [RGB]
    private let background: RGB
    private let text: RGB
    private let muted: RGB
    private let grid: RGB
    private let axis: RGB
    private let gain: RGB
    private let loss: RGB
    private let neutral: RGB
    /// From none to the largest.
    private let sequential: ColourRamp
    /// From the largest loss to the largest gain.
    private let diverging: ColourRamp

    /// On white, and for print.
    public static let light = Theme(
        background: 0xFFFFFF, text: 0x1B1F24, muted: 0x5C6670, grid: 0xE3E6EA, axis: 0x868E96, gain: 0x00677D, loss: 0xC2410C, neutral: 0x6B7280,
        series: [0x0062BE, 0xE95A44, 0x017D5F, 0x851D79, 0xAF6A00, 0x3B9BD9, 0xA52744, 0x004B04],
        sequential: [0xEFF5FB, 0xC6DBEF, 0x6BAED6, 0x2171B5, 0x08306B],
        diverging: [0x9C3A06, 0xE08A4E, 0xF9D9BF, 0xF4F4F4, 0xC3E4EA, 0x4FA3B5, 0x00566B])

    /// On nearly black.
    public static let dark = Theme(
        background: 0x161618, text: 0xE4E6E8, muted: 0xA3ABB3, grid: 0x33363A, axis: 0x7C848C, gain: 0x5CC8DA, loss: 0xFF8A5B, neutral: 0x9CA3AF,
        series: [0x469BE9, 0xF2A781, 0x5AFBE1, 0xD739A9, 0xC29E28, 0x7AD0F7, 0xC86E72, 0xA8E771],
        sequential: [0x1C2733, 0x1E4467, 0x2E75AE, 0x6FB1E0, 0xD3E9FA],
        diverging: [0xFFB48F, 0xC9622F, 0x5E3420, 0x2B2C2F, 0x17444F, 0x2B8CA1, 0x97E2F0])

    private init(
        background: UInt32, text: UInt32, muted: UInt32, grid: UInt32, axis: UInt32, gain: UInt32, loss: UInt32, neutral: UInt32, series: [UInt32], sequential: [UInt32],
        diverging: [UInt32]
    ) {
        (self.background, self.text, self.muted, self.grid, self.axis) = (RGB(background), RGB(text), RGB(muted), RGB(grid), RGB(axis))
        (self.gain, self.loss, self.neutral) = (RGB(gain), RGB(loss), RGB(neutral))
        (self.sequential, self.diverging) = (ColourRamp(sequential, range: 0...1), ColourRamp(diverging, range: -1...1))
        self.series = series.map { RGB($0) }
        let (ground, ink) = (self.background, self.text)
        seriesText = self.series.map { colour in
            let steps = (0...20).map { colour.mixed(with: ink, part: Double($0) / 20) }
            return steps.first { $0.contrast(with: ground) >= 4.5 } ?? ink
        }
    }

    /// The colour of an ink.
    public func colour(_ ink: Ink) -> RGB {
        switch ink {
        case .background: background
        case .text: text
        case .muted: muted
        case .grid: grid
        case .axis: axis
        case .series(let number): series[Self.place(number)]
        case .seriesText(let number): seriesText[Self.place(number)]
        case .gain: gain
        case .loss: loss
        case .neutral: neutral
        case .sequential(let value): sequential.colour(at: value)
        case .diverging(let value): diverging.colour(at: value)
        case .readable(on: let ink): colour(ink).readable
        }
    }

    /// How many series have a colour of their own before the first colour comes again.
    public static let seriesCount = 8

    /// The place of a series' colour among those that there are.
    static func place(_ number: Int) -> Int { (number % seriesCount + seriesCount) % seriesCount }
}

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
