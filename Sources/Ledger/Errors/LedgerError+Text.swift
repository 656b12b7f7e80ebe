import Values

extension LedgerError: CustomStringConvertible {
    /// A short identifier that scripts may compare with: it never changes.
    public var kind: String {
        switch self {
        case .unknownAccount: "unknown_account"
        case .unknownSymbol: "unknown_symbol"
        case .unknownCurrency: "unknown_currency"
        case .unknownType: "unknown_type"
        case .unknownSubtype: "unknown_subtype"
        case .unknownStatus: "unknown_status"
        case .unknownSetting: "unknown_setting"
        case .duplicateAccount: "duplicate_account"
        case .duplicateSymbol: "duplicate_symbol"
        case .emptyAccountName, .emptySymbol: "empty_name"
        case .badName: "bad_name"
        case .missingField: "missing_field"
        case .superfluousField: "superfluous_field"
        case .wrongSubtype: "wrong_subtype"
        case .zeroValue: "zero_value"
        case .negativeValue: "negative_value"
        case .amountsDisagree: "amounts_disagree"
        case .currencyMismatch, .otherCurrency: "currency_mismatch"
        case .wrongSettlement: "wrong_settlement"
        case .settlementWithoutRate: "missing_field"
        case .negativeCash: "negative_cash"
        case .futureDate: "future_date"
        case .beforeOpening: "before_opening"
        case .afterClosing: "after_closing"
        case .oversold, .tooFew, .unwritten: "oversold"
        case .strands, .strandsEvent: "strands_sale"
        case .wrongSide: "wrong_side"
        case .moneyOfEveryAccount: "missing_field"
        case .closesTooMuch: "closes_too_much"
        case .beyondBound: "beyond_bound"
        case .badShare: "bad_share"
        case .badOpened: "bad_opened"
        case .intoItself: "into_itself"
        case .notAnOption: "not_an_option"
        case .noOptionTerms: "no_option_terms"
        case .usedOption: "used_option"
        case .lotNotOpen: "lot_not_open"
        case .lotIsNamed: "lot_is_named"
        case .nothingHeld: "nothing_held"
        case .unsettled: "unsettled"
        case .activityOutsideAccount: "activity_outside_account"
        case .currencyInUse: "currency_in_use"
        case .adjustedMultiplier: "adjusted_option"
        case .badMultiplier: "bad_multiplier"
        case .badDates: "bad_dates"
        case .trackedByValue: "tracked_by_value"
        case .unitsInAccount: "units_in_account"
        case .notTrackedByHoldings: "not_tracked_by_holdings"
        case .notTrackedByValue: "not_tracked_by_value"
        case .badSetting: "bad_setting"
        case .unknownEntry: "unknown_entry"
        case .notAnActivity: "not_an_activity"
        case .alreadyVoid: "already_void"
        case .alreadyAmended: "already_amended"
        case .misnumbered: "misnumbered"
        case .unnamedPlan: "unnamed_plan"
        case .alreadySettled: "already_settled"
        case .undefined: "undefined"
        case .arithmetic: "arithmetic"
        }
    }

    /// The field at fault, under the name that people type; nil where no single one is.
    public var field: String? {
        switch self {
        case .unknownAccount, .beforeOpening, .afterClosing, .trackedByValue, .notTrackedByValue, .notTrackedByHoldings, .negativeCash: ActivityField.account.rawValue
        case .unknownSymbol: ActivityField.symbol.rawValue
        case .unknownCurrency, .currencyMismatch, .currencyInUse: ActivityField.currency.rawValue
        case .unknownType: ActivityField.type.rawValue
        case .unknownSubtype, .wrongSubtype: ActivityField.subtype.rawValue
        case .unknownStatus: ActivityField.status.rawValue
        case .unknownSetting, .badSetting: "setting"
        case .duplicateAccount, .emptyAccountName, .unnamedPlan: "name"
        case .badName(_, _, let field, _): field
        case .alreadySettled: "day"
        case .duplicateSymbol, .emptySymbol: ActivityField.symbol.rawValue
        case .missingField(_, let field, _), .superfluousField(_, let field), .zeroValue(_, let field), .negativeValue(_, let field, _, _):
            field.rawValue
        case .amountsDisagree: ActivityField.amount.rawValue
        case .futureDate: ActivityField.date.rawValue
        case .oversold, .closesTooMuch, .tooFew, .unwritten: ActivityField.quantity.rawValue
        case .lotNotOpen: ActivityField.lots.rawValue
        case .beyondBound(_, let field, _, _): field
        case .badShare: ActivityField.share.rawValue
        case .badOpened: ActivityField.opened.rawValue
        case .intoItself, .otherCurrency: ActivityField.into.rawValue
        case .wrongSide: ActivityField.symbol.rawValue
        case .wrongSettlement: ActivityField.settle.rawValue
        case .settlementWithoutRate: ActivityField.fxRate.rawValue
        case .moneyOfEveryAccount: ActivityField.account.rawValue
        case .nothingHeld, .notAnOption, .noOptionTerms, .usedOption: ActivityField.symbol.rawValue
        case .badMultiplier: "multiplier"
        case .adjustedMultiplier: ActivityField.price.rawValue
        case .badDates, .activityOutsideAccount: "closed"
        case .unitsInAccount: "tracking"
        case .unsettled, .strands, .strandsEvent, .lotIsNamed, .unknownEntry, .notAnActivity, .alreadyVoid, .alreadyAmended, .misnumbered, .undefined, .arithmetic: nil
        }
    }

    /// Message and hint in one text.
    public var description: String {
        guard let hint else { return message }
        return message.hasSuffix("?") ? "\(message) \(hint)" : "\(message). \(hint)"
    }
}
