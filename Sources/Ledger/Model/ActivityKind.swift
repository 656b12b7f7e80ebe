/// What an activity is; the raw value is the name people type and the file keeps.
public enum ActivityKind: String, CaseIterable, BitwiseCopyable, Sendable {
    /// Units bought.
    case buy
    /// Units sold.
    case sell
    /// Each unit becomes more of them, or fewer.
    case split
    /// Money that the owner brought in.
    case deposit
    /// Money that the owner took out.
    case withdrawal
    /// Money or units that come from another account.
    case transferIn = "transfer_in"
    /// Money or units that go to another account.
    case transferOut = "transfer_out"
    /// A payment to those who hold an instrument.
    case dividend
    /// Interest on cash, a deposit or a bond.
    case interest
    /// Money that the broker gave: a rebate, a refund, a reward.
    case credit
    /// A charge that belongs to no trade, such as custody.
    case fee
    /// A tax paid from the account.
    case tax
    /// A correction that brings the book in line with the broker's, and what befalls units: mergers, spin-offs, options that end.
    case adjustment
    /// Something that is yet to be understood.
    case unknown

    /// Its place in `allCases`, found in no time: a case without payload is stored as just that number.
    var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

/// A finer sense of an activity's kind.
public enum ActivitySubtype: String, CaseIterable, BitwiseCopyable, Sendable {
    /// Units or money that were there before the book began.
    case opening
    /// A dividend that bought more units.
    case drip
    /// Units earned for lending or staking others.
    case stakingReward = "staking_reward"
    /// A dividend paid in units.
    case dividendInKind = "dividend_in_kind"
    /// A payment that is part of the cost given back.
    case returnOfCapital = "return_of_capital"
    /// Money that came with opening an account or moving to it.
    case bonus
    /// Contracts bought that are held then.
    case buyToOpen = "buy_to_open"
    /// Contracts sold that are owed then.
    case sellToOpen = "sell_to_open"
    /// Contracts bought back that were owed.
    case buyToClose = "buy_to_close"
    /// Contracts sold that were held.
    case sellToClose = "sell_to_close"
    /// Options that were sold are used by their holder.
    case assignment
    /// Options that are held are used.
    case exercise
    /// Options that end without being used.
    case expiry
    /// Units become units of another instrument, or money.
    case merger
    /// Units of another instrument come beside those held, with a part of their cost.
    case spinoff
    /// The same units go by another symbol.
    case symbolChange = "symbol_change"
    /// So many units are held, whatever was recorded before.
    case position
    /// One currency changed into another.
    case exchange
    /// Income that a fund keeps: it raises the cost.
    case notionalDistribution = "notional_distribution"

    /// Its place in `allCases`, as for kinds.
    var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

extension ActivityKind {
    /// What it is called in a sentence: `transfer out`.
    var noun: String { rawValue.replacing("_", with: " ") }
}

extension ActivitySubtype {
    /// What it is called in a sentence, where it is called otherwise than its kind: `return of capital`.
    var noun: String? {
        let likeTheirKind: Set<ActivitySubtype> = [.opening, .buyToOpen, .sellToOpen, .buyToClose, .sellToClose]
        return likeTheirKind.contains(self) ? nil : rawValue.replacing("_", with: " ")
    }
}
