/// How much room text takes, by the widths of DejaVu Sans, the font that pictures name first.
///
/// Layout is done from these figures alone and never asks a machine for its fonts, so that the same facts give the same picture everywhere.
public enum TextMetrics {
    /// How far letters rise above the base line, accents included, as a part of the size.
    public static let ascent = 1901.0 / 2048
    /// How far letters hang below the base line, as a part of the size.
    public static let descent = 483.0 / 2048
    /// The height of a capital letter or a figure, as a part of the size.
    public static let capHeight = 1493.0 / 2048
    /// From a base line to the next where lines follow each other, as a part of the size.
    public static let lineHeight = ascent + descent

    /// How far below a height the base line of a text lies that is centred on it: half of a capital letter.
    public static func baselineShift(size: Double) -> Double { size * capHeight / 2 }

    /// The width of a line of text, in the unit of the size.
    ///
    /// It is an upper bound: kerning is left out, and a character of another font counts as the widest that is likely (1 em, emoji 1.3 em, combining marks nothing).
    /// Linear in the text.
    public static func width(of text: String, size: Double, isBold: Bool = false) -> Double {
        var units = 0
        for scalar in text.unicodeScalars { units += FontWidths.units(scalar, isBold: isBold) }
        return Double(units) * size / Double(FontWidths.unitsPerEm)
    }

    /// A text that is no wider than a width: itself, or its beginning and its end around an ellipsis.
    ///
    /// The beginning has as many characters as the end, or one more. Empty where not even the ellipsis fits.
    public static func shortened(_ text: String, to width: Double, size: Double, isBold: Bool = false) -> String {
        func units(_ text: some StringProtocol) -> Int { text.unicodeScalars.reduce(0) { $0 + FontWidths.units($1, isBold: isBold) } }
        // A hair more than the width, for one that was itself computed from the text.
        let limit = width * Double(FontWidths.unitsPerEm) / size + 0.01
        if Double(units(text)) <= limit { return text }
        let characters = Array(text)
        var head = 0, tail = 0
        var room = limit - Double(units(ellipsis))
        guard room >= 0 else { return "" }
        while head + tail < characters.count {
            let next = head == tail ? characters[head] : characters[characters.count - 1 - tail]
            room -= Double(units(String(next)))
            if room < 0 { break }
            if head == tail { head += 1 } else { tail += 1 }
        }
        var start = characters[..<head], end = characters[(characters.count - tail)...]
        while start.last == " " { start.removeLast() }
        while end.first == " " { end.removeFirst() }
        return String(start) + ellipsis + String(end)
    }

    private static let ellipsis = "…"
}
