import Values

/// Days as people say them who do not write year-month-day: `31 Dec 2013`, `December 31st, 2013`, `31. Dezember 2013`, `12/31/2013`.
enum SpokenDay {
    /// The beginnings of the names of months, in English and in German where that is another.
    private static let months = [
        ["jan"], ["feb"], ["mar", "mär"], ["apr"], ["may", "mai"], ["jun"], ["jul"], ["aug"], ["sep"], ["oct", "okt"], ["nov"], ["dec", "dez"],
    ]

    /// The day that the first words say, as luca reads it, and how many words it takes; nil where they say none, or may say two.
    static func read(_ words: ArraySlice<String>) -> (day: String, count: Int)? {
        guard let first = words.first else { return nil }
        if let day = withSlashes(first) { return (day, 1) }
        guard words.count > 2 else { return nil }
        let parts = words.prefix(3).map { $0.lowercased() }
        guard let year = number(parts[2], 1900...2100) else { return nil }
        if let date = number(parts[0], 1...31), let month = month(parts[1]) { return day(year, month, date).map { ($0, 3) } }
        if let month = month(parts[0]), let date = number(parts[1], 1...31) { return day(year, month, date).map { ($0, 3) } }
        return nil
    }

    /// A day with the year last, of which one order of day and month alone makes a day.
    private static func withSlashes(_ word: String) -> String? {
        let parts = word.split(separator: "/")
        guard parts.count == 3, let first = number(String(parts[0]), 1...31), let second = number(String(parts[1]), 1...31), let year = number(String(parts[2]), 1900...2100)
        else { return nil }
        let days = Set([day(year, second, first), day(year, first, second)].compactMap(\.self))
        return days.count == 1 ? days.first : nil
    }

    private static func day(_ year: Int, _ month: Int, _ date: Int) -> String? {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (try? Day("\(year)-\(two(month))-\(two(date))"))?.description
    }

    /// The number of a month, by three letters of its name or more.
    static func month(_ word: String) -> Int? {
        guard word.allSatisfy({ $0.isLetter || $0 == "." || $0 == "," }), word.count <= 10 else { return nil }
        return months.firstIndex { $0.contains { word.hasPrefix($0) } }.map { $0 + 1 }
    }

    /// The number that a word says: `31`, `31.`, `31st`, `31,`.
    private static func number(_ word: String, _ range: ClosedRange<Int>) -> Int? {
        let digits = word.prefix(while: \.isNumber), rest = word.dropFirst(digits.count)
        guard ["", ".", ",", "st", "nd", "rd", "th", "st,", "nd,", "rd,", "th,"].contains(rest), let number = Int(digits), range.contains(number) else { return nil }
        return number
    }
}
