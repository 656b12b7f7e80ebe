import Values

/// Spans of days as people say them where a sentence takes a year, a day, or two days: `March 2014`, `2014-03`, `Q1 2014`, `2012-2014`, `end of 2013`.
struct SpokenSpan {
    /// The first day of the span.
    let first: Day
    /// Its last day.
    let last: Day

    /// A calendar year, as text of four digits.
    init?(year text: some StringProtocol) {
        guard text.count == 4, let year = Int(text), (1900...2100).contains(year), let first = try? Day("\(year)-01-01"), let last = try? Day("\(year)-12-31") else { return nil }
        (self.first, self.last) = (first, last)
    }

    /// Some months of a year, each from 1 to 12.
    private init?(_ year: some StringProtocol, months: ClosedRange<Int>) {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard SpokenSpan(year: year) != nil, (1...12).contains(months.lowerBound), (1...12).contains(months.upperBound),
            let first = try? Day("\(year)-\(two(months.lowerBound))-01"), let last = try? Day("\(year)-\(two(months.upperBound))-01")
        else { return nil }
        (self.first, self.last) = (first, last.lastOfMonth)
    }

    /// The span that one word says: `2014`, `2014-03`, `2014/03`, `03/2014`, `2014-Q1`, `2014Q1`, `2012-2014`; nil where it says none.
    init?(_ word: String) {
        let parts = word.lowercased().split(whereSeparator: { "-/.".contains($0) }).map(String.init)
        if parts.count == 1, let span = Self.quarter(parts[0].suffix(2), of: parts[0].dropLast(2)) ?? Self(year: parts[0]) {
            self = span
        } else if parts.count == 2, let span = Self.quarter(parts[1], of: parts[0]) ?? Self.months(parts[1], of: parts[0]) ?? Self.months(parts[0], of: parts[1]) {
            self = span
        } else if parts.count == 2, let start = Self(year: parts[0]), let end = Self(year: parts[1]), start.first < end.first {
            (first, last) = (start.first, end.last)
        } else {
            return nil
        }
    }

    /// How a question takes what the first words say, and how many words they are; nil where they say no span.
    ///
    /// `the end of March 2014` is `on 2014-03-31`, and `in March 2014` is `from 2014-03-01 to 2014-03-31`.
    static func read(_ words: ArraySlice<String>) -> (said: String, count: Int)? {
        var rest = words.map { $0.lowercased() }[...], edge: String?
        while let word = rest.first, ["in", "for", "during", "at", "on", "from", "the", "of", "end", "start", "beginning", "year-end"].contains(word) {
            if word.hasSuffix("end") { edge = "end" } else if ["start", "beginning"].contains(word) { edge = "start" }
            rest = rest.dropFirst()
        }
        guard let (span, count) = named(rest) else { return nil }
        let taken = words.count - rest.count + count
        if let edge { return ("on \(edge == "end" ? span.last : span.first)", taken) }
        let isYear = span.first.month == 1 && span.first.day == 1 && span.last == Self(year: "\(span.first.year)")?.last
        return (isYear ? "\(span.first.year)" : "from \(span.first) to \(span.last)", taken)
    }

    /// Words with each month of two words as one, for sentences that say where a span begins and ends: `from March 2014` is `from 2014-03`.
    static func withMonths(_ words: [String]) -> [String] {
        var rest = words[...], changed: [String] = []
        while let word = rest.first {
            let month = SpokenDay.month(word.lowercased()) == nil ? nil : named(rest.prefix(2).map(\.self)[...])
            let isMonth = month?.count == 2
            changed.append(isMonth ? month.map { String($0.span.first.description.prefix(7)) } ?? word : word)
            rest = rest.dropFirst(isMonth ? 2 : 1)
        }
        return changed
    }

    /// The span that one word says, or two: `March 2014`, `Q1 2014`.
    private static func named(_ words: ArraySlice<String>) -> (span: SpokenSpan, count: Int)? {
        guard let first = words.first else { return nil }
        if let year = words.dropFirst().first {
            if let month = SpokenDay.month(first.lowercased()), let span = SpokenSpan(year, months: month...month) { return (span, 2) }
            if let span = quarter(first, of: year) { return (span, 2) }
        }
        return SpokenSpan(first).map { ($0, 1) }
    }

    private static func quarter(_ word: some StringProtocol, of year: some StringProtocol) -> SpokenSpan? {
        guard word.count == 2, word.first == "q", let number = Int(word.dropFirst()), (1...4).contains(number) else { return nil }
        return SpokenSpan(year, months: number * 3 - 2...number * 3)
    }

    private static func months(_ word: String, of year: String) -> SpokenSpan? {
        guard word.count <= 2, let number = Int(word) else { return nil }
        return SpokenSpan(year, months: number...number)
    }
}
