import Values

/// The header field `Retry-After`: seconds, or a date such as `Wed, 21 Oct 2015 07:28:00 GMT` (RFC 9110, 5.6.7 and 10.2.3).
enum RetryAfter {
    /// Seconds from `now`, which is in seconds since 1970; 0 for a date that has passed, nil for a text that is neither.
    static func seconds(_ text: String, now: Double) -> Double? {
        let text = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        if text.count == 1, text[0].utf8.allSatisfy({ (48...57).contains($0) }) { return Double(text[0]) }
        return date(text).map { max(0, $0 - now) }
    }

    /// `Wed, 21 Oct 2015 07:28:00 GMT`, word by word; the two older forms of the standard are no longer sent.
    private static func date(_ words: [String]) -> Double? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let month = months.firstIndex(of: words[2]), let year = Int(words[3]),
            let date = try? Day(year: year, month: month + 1, day: day)
        else { return nil }
        let time = words[4].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        return Double(Int(date.number) * 86_400 + hour * 3600 + minute * 60 + second)
    }
}
