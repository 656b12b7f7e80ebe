import Values

/// The cash of one account in one currency, and where it came from and went. Sums only: the order of activities does not matter.
struct CashPosition {
    var balance = FixedDecimal.zero
    /// Brought in by the owner, less what was taken out.
    var contribution = FixedDecimal.zero
    var income = FixedDecimal.zero
    /// Charged apart from any cost.
    var fees = FixedDecimal.zero
    var taxes = FixedDecimal.zero
    /// Changed into this currency, less what was changed into another.
    var exchanged = FixedDecimal.zero
    /// How many activities that count moved cash of it.
    var moves: Int32 = 0
    /// The checkpoint since which the cash position has been noted in the undo log.
    var epoch: UInt32 = 0

    /// Takes the posting in, or out again where `sign` is -1.
    mutating func apply(_ posting: Posting, taking sign: Int = 1) throws(DecimalError) {
        let amount = sign < 0 ? -posting.amount : posting.amount
        switch posting.target {
        case .cash:
            balance = try balance + amount
            moves += Int32(sign)
        case .contribution: contribution = try contribution - amount
        case .income: income = try income - amount
        case .fee: fees = try fees + amount
        case .tax: taxes = try taxes + amount
        case .exchange: exchanged = try exchanged - amount
        default: break
        }
    }
}
