import Ledger
import Values

extension ImportPlan {
    /// Tells of units that come in without a word of what they cost, and that no account sent: nobody may take that for a cost of nothing.
    mutating func tellUnknownCosts(_ context: ImportContext, _ instrument: (Int32) -> Instrument, _ account: (Int32) -> Account) {
        let arrivals = activities.indices.filter { isOfUnits($0, .transferIn) && tellsNoCost($0) }
        if arrivals.isEmpty { return }
        var sent = Set(activities.indices.filter { isOfUnits($0, .transferOut) }.map(group)).subtracting(["", "outside"])
        let lacking = Set(arrivals.map(group)).subtracting(sent).subtracting(["", "outside"])
        if !lacking.isEmpty { sent.formUnion(context.sentGroups(lacking)) }
        let unknown = arrivals.filter { !sent.contains(group($0)) }
        guard let first = unknown.first else { return }
        let row = activities.rows[activities.row(at: first)]
        let units = activities[first].quantity.map { "\($0) " } ?? ""
        let others = unknown.count == 1 ? "" : " and \(unknown.count - 1) more like it"
        note(
            .unknownCost,
            "what \(units)\(instrument(row.instrument).symbol) cost that came into \"\(account(row.account).name)\" on \(Day(number: row.day)) (line \(row.line))\(others) is unknown, and with it the gain, "
                + "until a price or an amount is told, or the same group for the other side")
    }

    private func isOfUnits(_ place: Int, _ kind: ActivityKind) -> Bool {
        let row = activities.rows[activities.row(at: place)]
        return row.kind == kind && row.instrument != 0 && row.status == .posted
    }

    private func tellsNoCost(_ place: Int) -> Bool {
        let activity = activities[place]
        return activity.quantity != nil && activity.price == nil && activity.amount == nil
    }

    private func group(_ place: Int) -> String { activities.details[activities.row(at: place)]?.group ?? "" }
}
