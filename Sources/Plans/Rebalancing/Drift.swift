public import Values

/// How far an item is from its target.
public struct Drift: Hashable, Sendable {
    /// The item's name.
    public let name: String
    /// What it is worth.
    public let value: FixedDecimal
    /// What it would be worth at its target.
    public let target: FixedDecimal
    /// Its part of the whole; nil where the whole is worth nothing.
    public let share: FixedDecimal?
    /// The part it is to be.
    public let targetShare: FixedDecimal
    /// What it has above its target, or below it where negative.
    public let excess: FixedDecimal

    /// How far each item is from its target, in the order given. The targets add up to the values exactly.
    public static func of(_ items: [PlanItem]) throws(PlanError) -> [Drift] {
        try PlanItem.check(items)
        let total = try PlanItem.sum(items.map(\.value)), weights = try PlanItem.sum(items.map(\.weight))
        let targets = try PlanItem.split(total, items.map(\.weight), digits: FixedDecimal.scale)
        var drifts: [Drift] = []
        for (item, target) in zip(items, targets) {
            drifts.append(Drift(
                name: item.name, value: item.value, target: target,
                share: total.isZero ? nil : try PlanItem.checked { () throws(DecimalError) in try item.value / total },
                targetShare: try PlanItem.checked { () throws(DecimalError) in try item.weight / weights },
                excess: try PlanItem.checked { () throws(DecimalError) in try item.value - target }))
        }
        return drifts
    }
}
