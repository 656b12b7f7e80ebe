import Values

/// Tells the text that stands below a table: a disclaimer, the day of the download. It is left out.
enum FooterText {
    /// Why such a line is left out.
    static let reason = "it is text below the table"

    /// How many characters make a sentence: what is left of a row that was cut off is shorter, or has a date or a number in it.
    private static let shortest = 25

    /// Whether the fields of a line are text that fills fewer of them than the table has, and begin with some words.
    static func isProse(_ fields: [String], width: Int) -> Bool {
        let filled = fields.filter { !$0.isEmpty }
        guard let first = filled.first, filled.count < width, first.first?.isLetter == true, first.contains(" ") else { return false }
        guard filled.reduce(0, { $0 + $1.count }) >= shortest else { return false }
        return !filled.contains { isFigure($0) }
    }

    /// Whether a field begins as a date or a number does.
    private static func isFigure(_ text: String) -> Bool { text.drop { "-+(€$£ ".contains($0) }.first?.isNumber == true }
}
