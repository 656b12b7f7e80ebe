import FoundationEssentials
import Glibc
package import Values

/// The system's database of time zones.
package enum TimeZones {
    private static let folder = "/usr/share/zoneinfo"

    /// The file of a zone, such as `Europe/Berlin`; nil where there is none.
    package static func file(_ zone: String) -> [UInt8]? {
        var status = stat()
        let path = "\(folder)/\(zone)"
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size < 1 << 20, let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    /// The names of the zones, for a hint about a misspelt one.
    package static func names() -> [String] {
        let areas = ["Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"]
        return areas.flatMap { area in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(area)")) ?? []).map { "\(area)/\($0)" }
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
