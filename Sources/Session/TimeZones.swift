import FoundationEssentials
import Glibc
import Quotes
package import Values

/// The system's database of time zones.
package enum TimeZones {
    /// The zone of a name, such as `Europe/Berlin`; nil where there is none.
    package static func zone(named name: String) -> TimeZoneFile? { TimeZoneFile(named: name) }

    /// The names of the zones, for a hint about a misspelt one.
    package static func names() -> [String] {
        let areas = ["Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"]
        return areas.flatMap { area in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(TimeZoneFile.systemFolder)/\(area)")) ?? []).map { "\(area)/\($0)" }
        } + ["UTC"]
    }
}

extension SystemClock {
    /// The civil day of a moment where the user is.
    package static func day(of moment: Instant) -> Day {
        var time = time_t(Day.floorDivide(Int(moment.microseconds), 1_000_000)), local = tm()
        localtime_r(&time, &local)
        return (try? Day(year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))) ?? moment.day
    }
}
