import Values

/// The times at which days began where a file was written that tells each of its days as a moment of UTC: the 15th of January in Singapore is `2024-01-14T16:00:00.000Z`.
///
/// Such a file has one time of the day, or two an hour apart by summer and winter, beside midnight in UTC of what came in by a script. Noon is what scripts write for any day.
struct ZoneMidnights: Sendable {
    /// The times, in microseconds of the day; none where the file has others as well, or hardly any.
    private let times: Set<Int64>

    /// Where nothing is known of the times of a file.
    static var none: ZoneMidnights { ZoneMidnights() }

    private static let hour: Int64 = 3_600_000_000

    private init() { times = [] }

    /// - Parameter days: the days of a file by the times of the day that it tells.
    init(_ days: [Int64: Set<Day>]) {
        let found = days.keys.filter { $0 != 0 }.sorted(), count = found.reduce(0) { $0 + (days[$1]?.count ?? 0) }
        let isPair = found.count == 2 && found[1] - found[0] == Self.hour, isNoon = found == [12 * Self.hour]
        let isZone = found.allSatisfy { $0 % (Self.hour / 4) == 0 } && (found.count == 1 && !isNoon || isPair)
        times = isZone && count > 1 ? Set(found) : []
    }

    /// The day that began at a moment; nil where it is none of the times.
    func day(of moment: Instant) -> Day? {
        let time = moment.microsecondsOfDay
        guard times.contains(time) else { return nil }
        // Twelve hours ahead in winter are thirteen in summer.
        let evening = (times.contains(12 * Self.hour) ? 11 : 12) * Self.hour
        return time < evening ? moment.day : Day(number: moment.day.number + 1)
    }
}
