import Values

/// Easter, from which the movable feasts are counted.
enum Easter {
    /// Easter Sunday of a year of the Gregorian calendar.
    ///
    /// The rule that J.-M. Oudin worked out in 1940, as J. Meeus prints it ("Astronomical Algorithms", chapter 8).
    static func sunday(of year: Int) -> Day? {
        let golden = year % 19, century = year / 100
        var epact = (century - century / 4 - (8 * century + 13) / 25 + 19 * golden + 15) % 30
        epact -= (epact / 28) * (1 - (29 / (epact + 1)) * ((21 - golden) / 11))
        let weekday = (year + year / 4 + epact + 2 - century + century / 4) % 7
        let offset = epact - weekday, month = 3 + (offset + 40) / 44
        return try? Day(year: year, month: month, day: offset + 28 - 31 * (month / 4))
    }
}
