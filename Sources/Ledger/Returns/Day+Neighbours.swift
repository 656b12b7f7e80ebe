import Values

extension Day {
    /// The day after.
    var next: Day { Day(number: number &+ 1) }
    /// The day before.
    var previous: Day { Day(number: number &- 1) }
}
