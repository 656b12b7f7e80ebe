import Values

/// What a rule needs to know of an activity, without any text: a plain value that costs nothing to make, so that a replay can make
/// one for each row. Decimals that the activity does not have are `absent`.
struct ActivityFacts {
    var kind: ActivityKind
    var subtype: ActivitySubtype?
    var date: Day
    var position: PositionSlot
    var cashPosition: CashSlot
    var quantity: FixedDecimal
    var price: FixedDecimal
    var amount: FixedDecimal
    var fee: FixedDecimal
    var tax: FixedDecimal
    /// Of the instrument; one where there is none.
    var multiplier: FixedDecimal
    /// What few activities have beside.
    var detail: ActivityDetail?
    /// The account's position of the instrument that the detail names.
    var other: PositionSlot?
    /// What the instrument gives the right to, where it is an option and the activity has a detail.
    var right: OptionTerms.Right?
    /// The cash that moves where it settles in another currency, and the rate by which it does.
    var settlement: (cashPosition: CashSlot, rate: FixedDecimal)?

    /// Money of the activity before fee and tax: the amount where it was given, else what quantity and price make.
    var gross: FixedDecimal {
        get throws(DecimalError) { amount.isAbsent ? try product : amount }
    }

    /// Quantity times price and multiplier.
    var product: FixedDecimal {
        get throws(DecimalError) {
            let product = try quantity * price
            return multiplier == .one ? product : try product * multiplier
        }
    }

    /// Whether units change hands, and not money alone.
    var isOfUnits: Bool { !quantity.isAbsent }
    var ratio: Ratio { detail?.ratio ?? .same }
    var group: String { detail?.group ?? "" }
}
