public import Values

/// Money that went into or out of the accounts of a contribution limit.
public struct LimitFlow: Hashable, Sendable {
    /// The day it is of.
    public let date: Day
    /// How much went in, or came out where it is negative.
    public let amount: FixedDecimal
    /// Whether the owner took it out again, which frees room only where the limit is flexible. What corrects money that came in, such as
    /// a bonus taken back, is negative and no withdrawal.
    public let isWithdrawal: Bool

    /// A payment.
    public init(date: Day, amount: FixedDecimal, isWithdrawal: Bool = false) {
        self.date = date
        self.amount = amount
        self.isWithdrawal = isWithdrawal
    }
}
