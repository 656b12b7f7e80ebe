import Values

/// Arithmetic over items that tells its failures as plans do.
extension PlanItem {
    static func check(_ items: [PlanItem]) throws(PlanError) {
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

    static func sum(_ values: [FixedDecimal]) throws(PlanError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for value in values { sum = try checked { () throws(DecimalError) in try sum + value } }
        return sum
    }

    static func split(_ total: FixedDecimal, _ weights: [FixedDecimal], digits: Int) throws(PlanError) -> [FixedDecimal] {
        do throws(SplitError) { return try FixedDecimal.split(total, by: weights, digits: digits) } catch {
            throw PlanError(.overflow, "\(error)")
        }
    }

    static func checked<T>(_ work: () throws(DecimalError) -> T) throws(PlanError) -> T {
        do throws(DecimalError) { return try work() } catch { throw PlanError(.overflow, "\(error)") }
    }
}
