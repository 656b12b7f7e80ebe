/// The style sheet of SVG pictures: it turns their colours, which stand in attributes for light ground, to those for dark ground.
///
/// Every shape and text has a class for its ink, such as `fill-series-2` or `stroke-axis`, below an element of the class `luca-chart`. Print stays light.
public enum SVGStyle {
    /// The sheet that a page has once for all pictures in it: the colours for dark ground where the reader prefers that on a screen, and pictures no wider than the page.
    ///
    /// The same text each time, so that a content security policy can name its hash.
    public static var sheet: String { ".luca-chart{max-width:100%;height:auto}" + sheet(of: allInks) }

    /// The rules that give all inks the colours of a theme below what a selector selects, for a page with a switch of its own, such as `[data-theme=dark]`.
    public static func rules(_ theme: Theme, below selector: String) -> String { rules(theme, of: allInks, below: selector + " ") }

    /// The sheet of a file of its own: for the inks that it has.
    static func sheet(of inks: [Ink]) -> String {
        let rules = rules(.dark, of: inks, below: "")
        return rules.isEmpty ? "" : "@media screen and (prefers-color-scheme:dark){\(rules)}"
    }

    private static func rules(_ theme: Theme, of inks: [Ink], below selector: String) -> String {
        var names: Set<String> = []
        return inks.filter { names.insert(name($0)).inserted }.map { ink in
            let colour = theme.colour(ink).hex
            let (fill, stroke) = ("\(selector).luca-chart .fill-\(name(ink))", "\(selector).luca-chart .stroke-\(name(ink))")
            return "\(fill){fill:\(colour)}\(stroke){stroke:\(colour)}"
        }.joined()
    }

    /// Every ink that has a colour of its own: those on which black or white is read are two of light and dark ground each.
    static var allInks: [Ink] {
        let series = 0..<Theme.seriesCount, steps = 0...ColourRamp.stepsToOne
        var inks: [Ink] = [.background, .text, .muted, .grid, .axis, .gain, .loss, .neutral]
        inks += series.map { .series($0) } + series.map { .seriesText($0) }
        inks += steps.map { .sequential(Double($0) / Double(ColourRamp.stepsToOne)) }
        inks += (-ColourRamp.stepsToOne...ColourRamp.stepsToOne).map { .diverging(Double($0) / Double(ColourRamp.stepsToOne)) }
        return inks + inks.map { .readable(on: $0) }
    }

    /// What an ink is called in the name of a class.
    static func name(_ ink: Ink) -> String {
        switch ink {
        case .background: "background"
        case .text: "text"
        case .muted: "muted"
        case .grid: "grid"
        case .axis: "axis"
        case .series(let number): "series-\(Theme.place(number))"
        case .seriesText(let number): "series-text-\(Theme.place(number))"
        case .gain: "gain"
        case .loss: "loss"
        case .neutral: "neutral"
        case .sequential(let value): "sequential-\(ColourRamp.step(value, range: 0...1))"
        case .diverging(let value): signed("diverging", ColourRamp.step(value, range: -1...1))
        // All that matters is which of the two it is on light and on dark ground.
        case .readable: "\(shade(ink, .light))-on-light-\(shade(ink, .dark))-on-dark"
        }
    }

    private static func shade(_ ink: Ink, _ theme: Theme) -> String { theme.colour(ink) == .black ? "black" : "white" }

    private static func signed(_ name: String, _ step: Int) -> String { step < 0 ? "\(name)-minus-\(-step)" : "\(name)-\(step)" }
}
