/// The words for days and months that people write in rules.
enum CalendarWords {
    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]
    /// First to fourth, and the last, which counts as the fifth.
    static let ordinals = ["first", "second", "third", "fourth", "last"]

    /// 1 for Monday to 7 for Sunday, by the whole word or its first three letters or more.
    static func weekday(_ word: some StringProtocol) -> Int? { number(of: word, in: weekdays) }
    /// 1 to 12, by the whole word or its first three letters or more.
    static func month(_ word: some StringProtocol) -> Int? { number(of: word, in: months) }
    /// 1 to 5, where 5 is the last.
    static func ordinal(_ word: some StringProtocol) -> Int? { ordinals.firstIndex(of: word.lowercased()).map { $0 + 1 } }

    private static func number(of word: some StringProtocol, in words: [String]) -> Int? {
        let word = word.lowercased()
        return word.count >= 3 ? words.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 } : nil
    }
}
