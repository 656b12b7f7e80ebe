/// A part of one written in hundredths, `2.5%` for 0.025: how rates of interest and growth are written, so that nobody's 0.9 % becomes 90 %.
public enum Percent {
    /// The part of one that a text tells; nil unless it is a number with its sign, `2.5%` or `2.5 %`.
    public static func read(_ text: some StringProtocol) -> FixedDecimal? {
        let words = text.split(separator: " ").joined()
        guard words.last == "%", let hundredths = try? FixedDecimal(words.dropLast()) else { return nil }
        return try? hundredths / 100
    }

    /// The text of a part of one; the number alone where its hundredths are beyond the largest decimal.
    public static func text(_ part: FixedDecimal) -> String {
        (try? part * 100).map { "\($0)%" } ?? part.description
    }

    /// How to write a number as a rate, for who wrote it alone; of one below 1 both that it may have meant.
    public static func hint(for number: FixedDecimal) -> String {
        guard number.magnitude < .one, !number.isZero else { return "write \"\(number)%\" for \(number) % a year" }
        return "write \"\(text(number))\" if \(number) is a part of one, \"\(number)%\" for \(number) % a year"
    }
}
