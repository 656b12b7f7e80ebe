/// What an activity is; the raw value is the name people type and the file keeps.
public enum ActivityKind: String, CaseIterable, BitwiseCopyable, Sendable {
    case buy, sell, split, deposit, withdrawal
    case transferIn = "transfer_in", transferOut = "transfer_out"
    case dividend, interest, credit, fee, tax, adjustment, unknown

    /// Its place in `allCases`, found in no time: a case without payload is stored as just that number.
    var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

/// A finer sense of an activity's kind.
public enum ActivitySubtype: String, CaseIterable, BitwiseCopyable, Sendable {
    case opening
    case drip, stakingReward = "staking_reward", dividendInKind = "dividend_in_kind", returnOfCapital = "return_of_capital", bonus
    case buyToOpen = "buy_to_open", sellToOpen = "sell_to_open", buyToClose = "buy_to_close", sellToClose = "sell_to_close"
    case assignment, exercise, expiry
    case merger, spinoff, symbolChange = "symbol_change"
    case position, exchange
    case notionalDistribution = "notional_distribution"

    /// Its place in `allCases`, as for kinds.
    var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

/// Whether an activity counts. Only `posted` does.
public enum ActivityStatus: String, CaseIterable, BitwiseCopyable, Sendable {
    case posted, pending, draft
}

extension ActivityKind {
    /// What it is called in a sentence: `transfer out`.
    var noun: String { rawValue.replacing("_", with: " ") }
}

extension ActivitySubtype {
    /// What it is called in a sentence, where it is called otherwise than its kind: `return of capital`.
    var noun: String? {
        switch self {
        case .opening, .buyToOpen, .sellToOpen, .buyToClose, .sellToClose: nil
        default: rawValue.replacing("_", with: " ")
        }
    }
}
