import Glibc
public import Values

/// The system's clock: read at the edge of the program, never in its core.
public enum SystemClock {
    /// This moment.
    public static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// The civil date where the user is.
    public static func today() -> Day {
        var time = Glibc.time(nil), local = tm()
        localtime_r(&time, &local)
        // The system hands out dates of its own calendar, which exist.
        return (try? Day(year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))) ?? .epoch
    }
}

/// Who runs the program, as the system knows: read only where a book wants it, since it may ask a directory service.
public enum SystemUser {
    /// The login name of the process's user; its number where the system has no name for it.
    public static func name() -> String? {
        guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "uid \(getuid())" }
        return String(cString: name)
    }
}
