import Drawing

/// The colours of pages in light and dark, as the style sheet names them: those of the pictures, so that a loss looks the same in a table and in a chart.
enum PageColours {
    /// The style sheet: light, and dark on a screen that asks for it. Paper is light.
    static let sheet =
        ":root{color-scheme:light dark;\(variables(.light, soft: 0.07))}\n@media print{:root{color-scheme:light}}\n"
        + "@media screen and (prefers-color-scheme:dark){:root{\(variables(.dark, soft: 0.12))}}"

    /// The variables of a theme. `soft` is how far the ground of cards lies towards the colour of axes.
    private static func variables(_ theme: Theme, soft: Double) -> String {
        let ground = theme.colour(.background)
        let colours = [
            ("ground", ground), ("text", theme.colour(.text)), ("muted", theme.colour(.muted)), ("line", theme.colour(.grid)),
            ("soft", ground.mixed(with: theme.colour(.axis), part: soft)), ("gain", theme.colour(.gain)), ("loss", theme.colour(.loss)), ("accent", theme.colour(.series(0))),
        ]
        return colours.map { "--\($0.0):\($0.1.hex)" }.joined(separator: ";")
    }
}
