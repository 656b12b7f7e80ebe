import Values

/// How GnuCash writes numbers and days.
enum GnuCashFigures {
    /// A number such as `12345/100`, or without a divisor; one that does not end is rounded to the last digit that luca keeps.
    static func number(_ text: String) throws(ImportIssue) -> FixedDecimal {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let numerator = parts.first.flatMap { Int64($0) }, divisor = parts.count == 2 ? Int64(parts[1]) : 1
        guard let numerator, let divisor, divisor > 0 else {
            throw ImportIssue(.badNumber, text: text, message: "\(text.isEmpty ? "nothing" : MessageText.cut(text)) is no number", hint: "GnuCash writes 12.50 as 1250/100")
        }
        // Nineteen digits times eighteen zeros have room in 128 bits.
        let (quotient, rest) = (Int128(numerator) * FixedDecimal.unitsPerOne).quotientAndRemainder(dividingBy: Int128(divisor))
        let twice = rest.magnitude * 2, isUp = twice > UInt128(divisor) || twice == UInt128(divisor) && quotient % 2 != 0
        return FixedDecimal(units: isUp ? quotient + (numerator < 0 ? -1 : 1) : quotient)
    }

    /// The day of a moment: `2014-01-02 10:59:00 +0000`. Days were once kept as the midnight of the place, which east of Greenwich is the evening before.
    static func day(_ moment: String, told: String = "") throws(ImportIssue) -> Day {
        do {
            if let day = try? Day(told) { return day }
            let day = try Day(moment.prefix(10)), words = moment.split(separator: " ")
            guard words.count > 1, let hour = Int(words[1].prefix(2)), hour >= 13, words.count == 2 || words[2] == "+0000" else { return day }
            // A midnight of some place has no seconds, and whole quarters of an hour; anything else is the moment at which somebody looked.
            let clock = words[1].split(separator: ":")
            guard clock.count == 3, clock[2] == "00", ["00", "15", "30", "45"].contains(clock[1]) else { return day }
            return try day.adding(days: 1)
        } catch {
            let shown = MessageText.cut(moment)
            throw ImportIssue(.badDate, text: moment, message: moment.isEmpty ? "it has no date" : "\(shown) is no date", hint: "GnuCash writes 2014-01-02 10:59:00 +0000")
        }
    }
}
