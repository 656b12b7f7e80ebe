import Values

/// Days of which something was found out as rows came, which is forgotten with the rows that showed it.
struct NotedDays {
    /// The days, by number.
    private(set) var days: Set<Int32> = []
    /// The rows that showed it, in the order in which they did.
    private var causes: [(row: Int32, day: Int32)] = []

    var isEmpty: Bool { days.isEmpty }

    func contains(_ day: Day) -> Bool { !days.isEmpty && days.contains(day.number) }

    /// Notes a day because of a row; tells whether it was not known before. O(1).
    @discardableResult
    mutating func note(_ day: Int32, by row: Int32) -> Bool {
        if !days.insert(day).inserted { return false }
        causes.append((row, day))
        return true
    }

    /// Forgets what rows from one on have shown. O(days forgotten).
    mutating func forget(from first: Int) {
        while let last = causes.last, last.row >= first { days.remove(causes.removeLast().day) }
    }
}
