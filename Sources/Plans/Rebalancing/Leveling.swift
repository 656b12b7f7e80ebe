public import Values

/// Distributes money that comes in or goes out so that items come as close to their weights as it allows.
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

    /// What each item is worth after `money` came in, or went out where it is negative. Fractions finer than the digits stay where they are.
    public func after(_ items: [PlanItem], money: FixedDecimal) throws(PlanError) -> [FixedDecimal] {
        try Self.check(items)
        let moved = try floored(money)
        var values: [FixedDecimal] = []
        for item in items { values.append(try floored(item.value)) }
        let total = try FixedDecimal.sum(of: values + [moved])
        guard !total.isNegative else {
            let held = try FixedDecimal.sum(of: items.map(\.value))
            throw PlanError(.notEnough, "more is to be taken out than there is: \(-money) of \(held)", hint: "take out no more than there is")
        }
        let after = try leveled(values, items.map(\.weight), moved)
        var result: [FixedDecimal] = []
        for (index, item) in items.enumerated() {
            result.append(try PlanError.checked { () throws(DecimalError) in try item.value + (after[index] - values[index]) })
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
            let total = try FixedDecimal.sum(of: moving.map { values[$0] } + [money])
            // What has no target is sold in proportion to what there is of it.
            let hasTarget = moving.contains { !weights[$0].isZero }
            let parts = try FixedDecimal.parts(of: total, by: moving.map { hasTarget ? weights[$0] : values[$0] }, digits: digits)
            let wrong = Set(zip(moving, parts).filter { money.isNegative ? $1 > values[$0] : $1 < values[$0] }.map(\.0))
            if wrong.isEmpty {
                for (index, part) in zip(moving, parts) { after[index] = part }
                return after
            }
            moving.removeAll { wrong.contains($0) }
        }
    }

    /// Refuses items named twice, values and weights below zero, and weights that are all zero.
    private static func check(_ items: [PlanItem]) throws(PlanError) {
        var names = Set<String>()
        for item in items {
            guard names.insert(item.name).inserted else {
                throw PlanError(.duplicateName, "\"\(item.name)\" is named twice", hint: "give its value and its weight once, added up")
            }
            guard !item.value.isNegative else {
                throw PlanError(.badArgument, "\"\(item.name)\" is worth \(item.value)", hint: "what is owed cannot be rebalanced")
            }
            guard !item.weight.isNegative else { throw PlanError(.badArgument, "the weight of \"\(item.name)\" is \(item.weight)") }
        }
        guard items.contains(where: { !$0.weight.isZero }) else {
            throw PlanError(.noTarget, "the weights add up to nothing", hint: "give at least one item a weight above zero")
        }
    }

    /// A value rounded down to the digits.
    private func floored(_ value: FixedDecimal) throws(PlanError) -> FixedDecimal {
        try PlanError.checked { () throws(DecimalError) in try value.rounded(to: digits, .floor) }
    }
}

/// A tier, an account or an instrument with its value, and the weight that it is to have in the whole.
public struct PlanItem: Hashable, Sendable {
    /// The name of the tier or the account, or the symbol.
    public let name: String
    /// The value now, zero or more.
    public let value: FixedDecimal
    /// Its share of the whole in proportion to the weights of the others, zero or more: percentages, parts of one, or any numbers.
    public let weight: FixedDecimal

    /// An item with its value and weight.
    public init(_ name: String, value: FixedDecimal, weight: FixedDecimal) {
        self.name = name
        self.value = value
        self.weight = weight
    }
}
