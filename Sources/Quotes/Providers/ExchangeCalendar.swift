import Values

/// Which day an instant belongs to at an exchange.
struct ExchangeCalendar {
    private let zone: TimeZoneFile?
    private let offset: Int

    /// The calendar of a zone such as `America/New_York`. `offset` is its distance from UTC in seconds as it is today; it serves where
    /// the zone is unknown here, and cannot tell summer from winter.
    init(zone name: String?, offset: Int) {
        zone = name.flatMap { TimeZoneFile(named: $0) }
        self.offset = offset
    }

    /// The day of an instant, which is in seconds since 1970.
    func day(of seconds: Int) -> Day { Day(utc: Double(seconds) + Double(zone?.offset(at: seconds) ?? offset)) }
}
