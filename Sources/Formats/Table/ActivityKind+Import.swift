import Ledger

extension ActivityKind {
    /// Whether its money comes into the account.
    var bringsCash: Bool {
        switch self {
        case .sell, .deposit, .transferIn, .dividend, .interest, .credit, .adjustment, .unknown: true
        case .buy, .split, .withdrawal, .transferOut, .fee, .tax: false
        }
    }

    /// Whether units change hands, in the currency of the instrument.
    var isTrade: Bool {
        self == .buy || self == .sell
    }

    /// Whether it may name an instrument.
    var takesSymbol: Bool {
        let rule = ActivityRule.rule(for: self)
        return rule.required.union(rule.optional).contains(.symbol)
    }

    /// Whether an amount below zero takes an earlier one back.
    var isReversible: Bool { ActivityRule.rule(for: self).isReversible }

    /// The kind that a wrong sign hints at.
    var opposite: ActivityKind? { ActivityRule.rule(for: self).opposite }
}
