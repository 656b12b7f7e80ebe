import Values

/// What a rule needs to know of an activity, without any text: a plain value that costs nothing to make, so that a replay can make
/// one for each row. Decimals that the activity does not have are `absent`.
struct ActivityFacts {
    var kind: ActivityKind
    var subtype: ActivitySubtype?
    var date: Day
    var position: PositionSlot
    var purse: PurseSlot
    var quantity: FixedDecimal
    var price: FixedDecimal
    var amount: FixedDecimal
    var fee: FixedDecimal
    var tax: FixedDecimal
    /// Of the instrument; one where there is none.
    var multiplier: FixedDecimal

    /// Money of the activity before fee and tax: the amount where it was given, else what quantity and price make.
    var gross: FixedDecimal {
        get throws(DecimalError) {
            if !amount.isAbsent { return amount }
            let product = try quantity * price
            return multiplier == .one ? product : try product * multiplier
        }
    }
}
