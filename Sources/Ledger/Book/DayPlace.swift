import Values

/// Where an activity stands within its day: by the time that it tells, or where it tells none at the start of the day; then by entry.
///
/// An activity may have the place of another, such as one that was amended, or stand right before one (`ActivityDetail.place`). A place is told in
/// numbers of entries alone, so that it stays where it is whatever becomes of those.
struct DayPlace: Comparable {
    /// Microseconds of the time that it tells; the least there is where it tells none.
    private let moment: Int64
    /// The number of the entry whose place it is, mostly its own.
    private let anchor: Int
    /// The entries that stand right before that one, each right before the one in front of it; mostly none.
    private let rest: [EntryID]

    /// The place of an activity, told or by its own number.
    init(_ activity: Activity, entry: EntryID) {
        self.init(moment: activity.time?.microseconds ?? .min, entry: entry, activity.hasDetail ? activity.detail?.place ?? [] : [])
    }

    /// The place at a moment: that of an entry, or one that was told.
    init(moment: Int64, entry: EntryID, _ told: [EntryID] = []) {
        self.moment = moment
        (anchor, rest) = told.isEmpty ? (entry.rawValue, []) : (told[0].rawValue, Array(told.dropFirst()))
    }

    /// As it is told.
    var told: [EntryID] { [EntryID(anchor)] + rest }

    static func < (a: Self, b: Self) -> Bool {
        if a.moment != b.moment { return a.moment < b.moment }
        if a.anchor != b.anchor { return a.anchor < b.anchor }
        for index in 0..<min(a.rest.count, b.rest.count) where a.rest[index] != b.rest[index] { return a.rest[index] < b.rest[index] }
        // What stands right before another has its place, and more.
        return a.rest.count > b.rest.count
    }
}

extension ActivityTable {
    /// The place that an activity keeps that is recorded for another: where that stood last on the same day and at the same time; empty where it never did.
    /// O(times that it was amended).
    func placeKept(by activity: Activity, for entry: EntryID) -> [EntryID] {
        var amended = row(of: entry)
        while let earlier = amended {
            if date(at: earlier) == activity.date, time(at: earlier) == activity.time { return place(at: earlier).told }
            amended = row(amendedBy: earlier)
        }
        return []
    }
}
