import Ledger

extension ActivityKind {
    /// Whether its money comes into the account.
    var bringsCash: Bool {
        switch self {
        case .sell, .deposit, .dividend, .interest: true
        case .buy, .withdrawal, .fee, .tax: false
        }
    }

    /// Whether it may name an instrument.
    var takesSymbol: Bool {
        switch self {
        case .buy, .sell, .dividend, .interest, .fee, .tax: true
        case .deposit, .withdrawal: false
        }
    }

    /// Whether it may be told as units at a price.
    var takesUnits: Bool {
        switch self {
        case .buy, .sell, .dividend: true
        case .interest, .deposit, .withdrawal, .fee, .tax: false
        }
    }

    /// Whether an amount below zero takes an earlier one back.
    var isReversible: Bool {
        switch self {
        case .dividend, .interest, .fee, .tax: true
        case .buy, .sell, .deposit, .withdrawal: false
        }
    }

    /// The kind that a wrong sign hints at.
    var opposite: ActivityKind? {
        switch self {
        case .buy: .sell
        case .sell: .buy
        case .deposit: .withdrawal
        case .withdrawal: .deposit
        case .dividend, .interest, .fee, .tax: nil
        }
    }
}
