import Values

/// Which days the moments of a file are.
///
/// Ghostfolio keeps a day as the moment at which it began where its user sat: the 15th of January in Berlin is `2024-01-14T23:00:00.000Z`. So a file has a few times of
/// day, on the quarter of an hour: one or two for each zone, by summer and winter, and midnight in UTC of what came in by a script. Any other times are true moments.
struct GhostfolioDates {
    /// Whether moments are the beginnings of days somewhere; else they are true, and their days those of UTC.
    let areMidnights: Bool
    /// The time of day from which on a moment is the beginning of the next day, in a zone ahead of UTC; before it, of its own.
    private let evening: Int64
    /// What was assumed, in a sentence; nil where all are midnights in UTC.
    let sentence: String?

    private static let hour: Int64 = 3_600_000_000
    /// Zones in which one family has lived, with summer and winter each.
    private static let mostTimes = 6

    init(_ texts: [String]) {
        var times: [Int64: String] = [:]
        for text in texts {
            guard let moment = try? Instant(iso8601: text), moment.microsecondsOfDay != 0 else { continue }
            let time = moment.microsecondsOfDay
            times[time] = min(times[time] ?? text, text)
        }
        let found = times.keys.sorted()
        guard !found.isEmpty else {
            (areMidnights, evening, sentence) = (true, 12 * Self.hour, nil)
            return
        }
        guard found.count <= Self.mostTimes, found.allSatisfy({ $0 % (Self.hour / 4) == 0 }) else {
            (areMidnights, evening) = (false, 24 * Self.hour)
            sentence = "dates have times of day, so each is a moment, and its day that of UTC"
            return
        }
        // Twelve hours ahead in winter are thirteen in summer.
        let evening = (found.contains(12 * Self.hour) ? 11 : 12) * Self.hour
        let examples = found.prefix(2).compactMap { time in
            times[time].flatMap { text in (try? Instant(iso8601: text)).map { "\(text) is \(Self.day(of: $0, from: evening))" } }
        }
        (areMidnights, self.evening) = (true, evening)
        sentence = "dates are the beginnings of days where they were typed: \(examples.joined(separator: ", "))"
    }

    /// The days of balances, which a moment of an activity does not make moments: midnights of the same zones where their own times may be such.
    func ofBalances(_ texts: [String]) -> GhostfolioDates {
        if areMidnights { return self }
        return GhostfolioDates(texts)
    }

    /// Whether a moment may be the beginning of a day in some zone.
    static func mayBe(_ day: Day, _ moment: Instant) -> Bool {
        day == moment.day || day.number == moment.day.number + 1 && moment.microsecondsOfDay >= 11 * hour
    }

    /// The day of a moment of the file.
    func day(of moment: Instant) -> Day { areMidnights ? Self.day(of: moment, from: evening) : moment.day }

    private static func day(of moment: Instant, from evening: Int64) -> Day {
        moment.microsecondsOfDay < evening ? moment.day : Day(number: moment.day.number + 1)
    }
}
