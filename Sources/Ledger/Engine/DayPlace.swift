/// Where an activity stands within its day: by the time that it tells, or where it tells none at the start of the day; then by entry.
///
/// An activity that was amended keeps its place, as long as it stays on its day and at its time. What was recorded after another of its act that needs it
/// comes right before that (`ActivityDetail.before`).
struct DayPlace: Comparable {
    /// Microseconds of the time that it tells; the least there is where it tells none.
    let moment: Int64
    /// The row that stands there by its entry.
    private let anchor: Int32
    /// The row of what comes before that; past all rows for the one that stands there.
    private let rank: Int32

    private init(_ moment: Int64, _ anchor: Int32, _ rank: Int32) { (self.moment, self.anchor, self.rank) = (moment, anchor, rank) }

    /// The place by time and entry.
    init(moment: Int64, row: Int) { self.init(moment, Int32(truncatingIfNeeded: row), .max) }

    /// The place of a row that comes before what stands here; nil where that itself comes before another.
    func before(_ row: Int) -> DayPlace? { rank == .max ? DayPlace(moment, anchor, Int32(truncatingIfNeeded: row)) : nil }

    static func < (a: Self, b: Self) -> Bool { (a.moment, a.anchor, a.rank) < (b.moment, b.anchor, b.rank) }
}
