import Drawing
import Frames
import Values

/// A colour or weight of text on a terminal.
enum TerminalInk: Hashable, Sendable {
    /// As text is.
    case plain
    /// Bold, for titles.
    case bold
    /// Dimmed, for axes.
    case muted
    /// A gain.
    case gain
    /// A loss.
    case loss
    /// A series of the chart, from 0.
    case series(Int)
    /// A cell of a heat map, filled, with text that is read on it.
    case cell(Ink)

    /// The six colours that terminals name, of which each user's theme makes something that is read on its ground; bright ones are not on each.
    private static let colours = [36, 33, 35, 32, 34, 31]

    /// The parameters of the escape sequence; empty for none.
    var parameters: String {
        switch self {
        case .plain: return ""
        case .bold: return "1"
        case .muted: return "2"
        case .gain: return "32"
        case .loss: return "31"
        case .series(let number): return String(Self.colours[number % Self.colours.count])
        case .cell(let ink):
            let colour = Theme.dark.colour(ink)
            return "48;5;\(Self.nearest(colour));38;5;\(colour.readable == .black ? 16 : 231)"
        }
    }

    /// The nearest of the 240 colours that are the same on all terminals of 256: a cube of 6 levels a side and a row of greys.
    private static func nearest(_ colour: RGB) -> Int {
        let levels = [0, 95, 135, 175, 215, 255]
        func near(_ part: UInt8) -> Int { levels.indices.min { abs(levels[$0] - Int(part)) < abs(levels[$1] - Int(part)) } ?? 0 }
        func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
            let parts = [red - Int(colour.red), green - Int(colour.green), blue - Int(colour.blue)]
            return parts.reduce(0) { $0 + $1 * $1 }
        }
        let (red, green, blue) = (near(colour.red), near(colour.green), near(colour.blue))
        let mean = (Int(colour.red) + Int(colour.green) + Int(colour.blue)) / 3, grey = min(max((mean - 3) / 10, 0), 23), level = 8 + 10 * grey
        if distance(level, level, level) < distance(levels[red], levels[green], levels[blue]) { return 232 + grey }
        return 16 + 36 * red + 6 * green + blue
    }
}

/// What all charts of a terminal are written with: its width, its characters and its colours.
struct TerminalStyle {
    /// What may be written, and how numbers and days are.
    let options: RenderOptions
    /// The columns that a line may take.
    let width: Int

    var isUnicode: Bool { options.unicode }

    /// A character of Unicode, or the one of ASCII that stands for it.
    func mark(_ unicode: Character, _ ascii: Character) -> Character { isUnicode ? unicode : ascii }

    /// A text in a colour, where colours are allowed.
    func painted(_ text: String, _ ink: TerminalInk) -> String {
        let parameters = ink.parameters
        guard options.colour, !parameters.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }

    /// A text of exactly so many columns: blanks behind or before it, or shortened in its middle.
    func fitted(_ text: String, to width: Int, atRight: Bool = false) -> String {
        let short = shortened(text, to: width)
        let blanks = String(repeating: " ", count: max(0, width - TextWidth.of(short)))
        return atRight ? blanks + short : short + blanks
    }

    /// A text of at most so many columns, without line breaks and characters that a terminal obeys.
    func shortened(_ text: String, to width: Int) -> String {
        guard width > 0 else { return "" }
        return TextWidth.shortened(SafeText.cleaned(text), to: width, ellipsis: width > options.ellipsis.count ? options.ellipsis : "")
    }

    /// A sentence in lines of at most the width.
    func wrapped(_ text: String) -> [String] {
        let lines = WrappedText.lines(SafeText.cleaned(text), width: width)
        return lines.map { TextWidth.cut($0, to: width, ellipsis: "") }
    }

    /// Values in full, or where that takes more columns than there are all of them in short, never cut.
    func written(_ values: [FixedDecimal?], _ writer: ValueWriter, most: Int) -> [String] {
        let full = values.map { writer.text($0) }
        guard full.contains(where: { TextWidth.of($0) > most }) else { return full }
        let unknown = most < TextWidth.of(writer.text(nil)) ? "?" : writer.text(nil)
        let short = values.map { $0.map { writer.short($0) } ?? unknown }
        guard let currency = writer.unit.currency, !writer.isMasked else { return short }
        let withCode = zip(values, short).map { $0 == nil ? $1 : "\($1) \(currency.code)" }
        return withCode.contains { TextWidth.of($0) > most } ? short : withCode
    }

    /// The letter of a series, which stands on its line and before its name.
    static func letter(_ number: Int) -> Character {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return letters[number % letters.count]
    }

    /// Which series each letter is, or what stands for it, in as many lines as they take; long names are shortened.
    func legend(_ names: [String], marks: [Character]? = nil, colours: Bool = true) -> [String] {
        var lines: [String] = [], used = 0
        for (index, name) in names.enumerated() {
            let short = shortened(name, to: max(1, width - 2)), needed = TextWidth.of(short) + 2
            let text = painted("\(marks?[index] ?? Self.letter(index)) \(short)", colours ? .series(index) : .plain)
            if lines.isEmpty || used + 2 + needed > width {
                lines.append(text)
                used = needed
            } else {
                lines[lines.count - 1] += "  " + text
                used += 2 + needed
            }
        }
        return lines
    }
}
