import Ledger
import Values

extension ImportPlan {
    /// Tells of units that come in without a word of what they cost, and that no account sent: nobody may take that for a cost of nothing.
    mutating func tellUnknownCosts(_ context: ImportContext, _ instrument: (Int32) -> Instrument, _ account: (Int32) -> Account) {
        let arrivals = activities.indices.filter { isOfUnits($0, .transferIn) && tellsNoCost($0) }
        if arrivals.isEmpty { return }
        var sent = Set(activities.indices.filter { isOfUnits($0, .transferOut) }.map(group).filter(TransferGroup.isPair))
        let lacking = Set(arrivals.map(group).filter(TransferGroup.isPair)).subtracting(sent)
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

    /// Tells of rows that are posted on days still to come: they count at once, and what they are worth is told by prices of no day that was.
    mutating func tellFutureRows(after today: Day) {
        let rows = activities.indices.map { activities.rows[activities.row(at: $0)] }.filter { $0.status == .posted && $0.day > today.number }
        guard let first = rows.min(by: { $0.line < $1.line }) else { return }
        note(
            .futureDate,
            "\(rows.count == 1 ? "1 row is" : "\(rows.count) rows are") after today, \(today) (line \(first.line) is of \(Day(number: first.day))), and would count already; "
                + "give what has not happened the status \"pending\"")
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
