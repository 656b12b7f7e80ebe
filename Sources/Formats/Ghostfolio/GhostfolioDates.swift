import Values

/// Which days the moments of a file are.
///
/// Ghostfolio keeps a day as the moment at which it began where its user sat: the 15th of January in Berlin is `2024-01-14T23:00:00.000Z`. So a file has one time of
/// day, or two that are an hour apart in zones with summer time, beside midnights in UTC of what came in by a script. Any other times are true moments.
struct GhostfolioDates {
    /// Whether moments are the beginnings of days somewhere; else they are true, and their days those of UTC.
    let areMidnights: Bool
    /// By how many microseconds days begin before those of UTC.
    private let ahead: Int64
    /// What was assumed, in a sentence; nil where all are midnights in UTC.
    let sentence: String?

    private static let hour: Int64 = 3_600_000_000

    init(_ texts: [String]) {
        var times: [Int64: String] = [:]
        for text in texts {
            guard let moment = try? Instant(iso8601: text), moment.microsecondsOfDay != 0 else { continue }
            let time = moment.microsecondsOfDay
            times[time] = min(times[time] ?? text, text)
        }
        let found = times.keys.sorted()
        guard let first = found.first, let last = found.last else {
            (areMidnights, ahead, sentence) = (true, 0, nil)
            return
        }
        let isOfZones = found.allSatisfy { $0 % (Self.hour / 4) == 0 } && (found.count == 1 || found.count == 2 && [Self.hour, Self.hour / 2].contains(last - first))
        guard isOfZones else {
            (areMidnights, ahead) = (false, 0)
            sentence = "dates have times of day, so each is a moment, and its day that of UTC"
            return
        }
        // Ahead of UTC a day begins on the evening before; behind it, on the morning of its own. Noon and later is ahead, also where winter is an hour before it.
        let day = 24 * Self.hour, isAhead = last >= day / 2
        areMidnights = true
        ahead = isAhead ? day - first : 0
        let example = times[first] ?? "", shown = (try? Instant(iso8601: example)).map { Self.day(of: $0, ahead: isAhead ? day - first : 0).description } ?? ""
        sentence = "dates are the beginnings of days in a zone \(isAhead ? "ahead of" : "behind") UTC: \(example) is \(shown)"
    }

    /// The day of a moment of the file.
    func day(of moment: Instant) -> Day { Self.day(of: moment, ahead: ahead) }

    private static func day(of moment: Instant, ahead: Int64) -> Day { Instant(microseconds: moment.microseconds + ahead).day }
}
