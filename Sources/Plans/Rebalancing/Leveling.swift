public import Values

/// Brings items to one level with money that comes in or goes out.
///
/// The item furthest below its target gets money first, until it is level with the next one; what goes out comes from the item furthest
/// above. Nothing moves the other way, and the amounts add up to the money, to the last digit.
///
/// ```swift
/// let values = try Leveling(digits: 2).after([PlanItem("stocks", value: 7500, weight: 60), PlanItem("bonds", value: 2500, weight: 40)], money: 500)
/// // 7500, 3000
/// ```
public struct Leveling: Hashable, Sendable {
    /// Fractional digits of the amounts: two for most currencies.
    public let digits: Int

    /// A leveling whose amounts have so many fractional digits, 0 to 18.
    public init(digits: Int = 2) throws(PlanError) {
        guard (0...FixedDecimal.scale).contains(digits) else {
            throw PlanError(.badArgument, "amounts cannot have \(digits) fractional digits", hint: "use 0 to \(FixedDecimal.scale)")
        }
        self.digits = digits
    }

    /// What each item is worth after `money` came in, or went out where it is negative. What is finer than the digits stays where it is.
    public func after(_ items: [PlanItem], money: FixedDecimal) throws(PlanError) -> [FixedDecimal] {
        try PlanItem.check(items)
        let moved = try floored(money)
        var values: [FixedDecimal] = []
        for item in items { values.append(try floored(item.value)) }
        let total = try PlanItem.sum(values + [moved])
        guard !total.isNegative else {
            let held = try PlanItem.sum(items.map(\.value))
            throw PlanError(.notEnough, "\(-money) is to be taken out of \(held)", hint: "take out no more than there is")
        }
        let after = try leveled(values, items.map(\.weight), moved)
        var result: [FixedDecimal] = []
        for (index, item) in items.enumerated() {
            result.append(try PlanItem.checked { () throws(DecimalError) in try item.value + (after[index] - values[index]) })
        }
        return result
    }

    /// All items are brought to one level; those that would have to move the other way are left as they are, and the rest are
    /// brought to a level again. Each round leaves the level closer to the moved ones, so what was left as it is stays so.
    private func leveled(_ values: [FixedDecimal], _ weights: [FixedDecimal], _ money: FixedDecimal) throws(PlanError) -> [FixedDecimal] {
        var after = values
        if money.isZero { return after }
        var moving = values.indices.filter { money.isNegative ? !values[$0].isZero : !weights[$0].isZero }
        while true {
            let total = try PlanItem.sum(moving.map { values[$0] } + [money])
            // What has no target is sold in proportion to what there is of it.
            let hasTarget = moving.contains { !weights[$0].isZero }
            let parts = try PlanItem.split(total, moving.map { hasTarget ? weights[$0] : values[$0] }, digits: digits)
            let wrong = Set(zip(moving, parts).filter { money.isNegative ? $1 > values[$0] : $1 < values[$0] }.map(\.0))
            if wrong.isEmpty {
                for (index, part) in zip(moving, parts) { after[index] = part }
                return after
            }
            moving.removeAll { wrong.contains($0) }
        }
    }

    private func floored(_ value: FixedDecimal) throws(PlanError) -> FixedDecimal {
        try PlanItem.checked { () throws(DecimalError) in try value.rounded(to: digits, .floor) }
    }
}
