import Values

/// One change that an activity makes. The engine sees postings only, never a kind of activity.
///
/// The amounts of an activity's postings add up to zero in each currency: what one takes another gives.
struct Posting {
    var target: PostingTarget
    var position: PositionSlot
    var purse: PurseSlot
    /// Units, above zero, of `acquire` and `relieve`; zero for the rest.
    var quantity: FixedDecimal
    var amount: FixedDecimal
}

/// What a posting changes.
public enum PostingTarget: String, CaseIterable, Sendable {
    /// Money into the purse.
    case cash
    /// Units into the position, which covers what is sold short first; the amount is their cost.
    case acquire
    /// Units out of the position; the amount is their proceeds, negated.
    case relieve
    /// Earned by the position (or by the account alone); negated.
    case income
    /// Charged and not part of any cost.
    case fee
    /// Paid or withheld as tax.
    case tax
    /// Brought in by the owner; negated.
    case contribution
}
