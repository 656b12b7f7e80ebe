import Ledger

/// The activities of a day in parts, in each of which no position changes twice: what is bought and sold again on one day, or sold before a split, is two transactions.
struct DayParts {
    private let activities: ActivityTable
    /// The positions that change in the current part, and the instruments that change in all accounts.
    private var places: Set<LotPlace> = [], everywhere: Set<InstrumentID> = []
    private var parts: [[Int]] = [[]]

    /// The parts of a day, in order; none is empty.
    ///
    /// - Parameter rows: the activities of the day that count, in the order in which they count.
    static func parts(of rows: [Int], _ activities: ActivityTable) -> [[Int]] {
        var day = DayParts(activities: activities), next = 0
        while next < rows.count {
            let count = day.isPair(rows, next) ? 2 : 1
            day.add(Array(rows[next..<next + count]))
            next += count
        }
        return day.parts
    }

    private init(activities: ActivityTable) { self.activities = activities }

    /// Whether units leave with one row and arrive with the next.
    private func isPair(_ rows: [Int], _ next: Int) -> Bool {
        guard next + 1 < rows.count, activities.kind(at: rows[next]) == .transferOut, activities.kind(at: rows[next + 1]) == .transferIn else { return false }
        let group = activities.activity(at: rows[next]).transferGroup
        return TransferGroup.isPair(group) && group == activities.activity(at: rows[next + 1]).transferGroup
    }

    /// Adds rows that belong together to the current part, or begins another with them.
    private mutating func add(_ rows: [Int]) {
        let changed = rows.map(activities.activity(at:)).filter(\.changesUnits)
        if changed.contains(where: changesAgain) {
            (places, everywhere) = ([], [])
            parts.append([])
        }
        parts[parts.count - 1] += rows
        for activity in changed {
            if activity.account == .every { everywhere.formUnion(activity.instruments) } else { places.formUnion(activity.instruments.map { LotPlace(activity.account, $0) }) }
        }
    }

    /// Whether what an activity changes has changed in this part.
    private func changesAgain(_ activity: Activity) -> Bool {
        let own = Set(activity.instruments)
        if !own.isDisjoint(with: everywhere) { return true }
        return places.contains { own.contains($0.instrument) && (activity.account == .every || activity.account == $0.account) }
    }
}

extension Activity {
    /// Whether it may change what units of an instrument there are, or what they cost.
    var changesUnits: Bool {
        guard instrument != nil else { return false }
        // Units that were earned have a subtype.
        return ![.credit, .fee, .tax].contains(kind) && (![.dividend, .interest].contains(kind) || subtype != nil)
    }

    /// The instrument that it changes, and the one that comes of it.
    fileprivate var instruments: [InstrumentID] { [instrument, detail?.into].compactMap(\.self) }

    /// The word that it shares with the other side of a transfer; empty for none.
    var transferGroup: String { detail?.group ?? "" }
}
