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
        case .emptyAccountName, .emptySymbol, .emptyTag: "empty_name"
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
        case .interrupted: "interrupted"
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
        case .emptyTag: "tag"
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
        case .unsettled, .strands, .strandsEvent, .lotIsNamed, .unknownEntry, .notAnActivity, .alreadyVoid, .alreadyAmended, .misnumbered, .undefined, .interrupted, .arithmetic:
            nil
        }
    }

    /// Message and hint in one text.
    public var description: String {
        guard let hint else { return message }
        return message.hasSuffix("?") ? "\(message) \(hint)" : "\(message). \(hint)"
    }
}

extension LedgerError {
    /// What is wrong, in a sentence without its full stop.
    public var message: String {
        switch self {
        case .unknownAccount(let name, let nearest, _): "unknown account \(quoted(name))" + asking(nearest)
        case .unknownSymbol(let symbol, let nearest, _): "unknown symbol \(quoted(symbol))" + asking(nearest)
        case .unknownCurrency(let error): error.description
        case .unknownType(let name, let nearest): "unknown activity type \(quoted(name))" + asking(nearest)
        case .unknownSubtype(let name, let nearest): "unknown subtype \(quoted(name))" + asking(nearest)
        case .unknownStatus(let name, let nearest): "unknown status \(quoted(name))" + asking(nearest)
        case .unknownSetting(let key, let nearest): "unknown setting \(quoted(key))" + asking(nearest)
        case .duplicateAccount(let name): "there is an account \(quoted(name)) already"
        case .duplicateSymbol(let symbol): "there is an instrument \(quoted(symbol)) already"
        case .emptyAccountName: "an account needs a name"
        case .emptySymbol: "an instrument needs a symbol"
        case .badName(let what, let name, _, let fault): "\(what) \(quoted(Self.shown(name))) \(fault)"
        case .missingField(let kind, let field, let alternative):
            "\(kind.map { article($0.noun) } ?? "an activity") needs \(field.rawValue)" + (alternative.map { " or \($0.rawValue)" } ?? "")
        case .superfluousField(let kind, let field): "\(article(kind.noun)) takes no \(field.rawValue)"
        case .wrongSubtype(let kind, let subtype): "\(article(kind.noun)) cannot have the subtype \(subtype.rawValue)"
        case .zeroValue(let kind, let field): "the \(field.rawValue) of \(article(kind.noun)) cannot be zero"
        case .negativeValue(let kind, let field, let value, _): "the \(field.rawValue) of \(article(kind.noun)) cannot be negative, and \(value) is"
        case .amountsDisagree(let quantity, let price, let multiplier, let product, let amount, let currency):
            "\(quantity) at \(price)\(multiplier == .one ? "" : " times \(multiplier)") are \(product) \(currency), not \(amount)"
        case .wrongSettlement(let given, let own, let account):
            "it cannot settle in \(given), but only in \(own == account ? own.code : "\(account), the account's currency, or \(own), its own")"
        case .settlementWithoutRate(let kind, let own, let settles): "\(article(kind.noun)) in \(own) that settles in \(settles) needs fx_rate"
        case .currencyMismatch(let symbol, let priced, let given, let account):
            "\(symbol) is priced in \(priced), but this trade in \(quoted(account)) is in \(given)"
        case .otherCurrency(let act, let symbol, let priced, let into, let intoPriced, _):
            "\(into) is priced in \(intoPriced) and \(symbol) in \(priced), and \(article(act)) converts no cost"
        case .beyondBound(let what, _, let value, let bound): "\(what), \(value), \(bound.refusal(value))"
        case .badOpened(let opened, let date): "units that come in on \(date) cannot have been acquired on \(opened)"
        case .badShare(let share): "the share of the cost must be from 0 to 1, not \(share)"
        case .intoItself(let act, let symbol): "\(article(act)) cannot turn \(symbol) into itself"
        case .notAnOption(let symbol): "\(symbol) is not an option"
        case .usedOption(let symbol, let use): "\(symbol) has \(article(use)), so it stays an option"
        case .noOptionTerms(let symbol): "nobody has told what the option \(symbol) is on"
        case .negativeCash(let account, let currency, let balance, let day):
            "the cash of \(quoted(account)) would be \(Money(balance, currency).told())" + (day.map { " at the end of \($0)" } ?? "")
        case .futureDate(let date, let today): "\(date) is after today, \(today), so it cannot have been posted"
        case .beforeOpening(let account, let opened, let date): "\(quoted(account)) was opened on \(opened), after \(date)"
        case .afterClosing(let account, let closed, let date): "\(quoted(account)) was closed on \(closed), before \(date)"
        case .tooFew(let act, let account, let symbol, let date, let held, let asked):
            "\(quoted(account)) holds \(held) \(symbol) on \(date), and \(article(act)) takes \(asked)"
        case .oversold(let account, let symbol, let date, let held, let asked), .unwritten(let account, let symbol, let date, let held, let asked):
            "\(quoted(account)) holds \(held) \(symbol) on \(date), so it cannot sell \(asked)"
        case .strands(let act, let event, let account, let symbol, let date, let entry, let held, let asked):
            "\(act) would leave \(held) \(symbol) in \(quoted(account)) for the \(event == ActivityKind.sell.noun ? "sale" : event) "
                + "of \(asked) on \(date) (entry \(entry.rawValue))"
        case .strandsEvent(let act, let event, let account, let symbol, let date, let entry):
            "\(act) would leave no \(symbol) in \(quoted(account)) for the \(event) on \(date) (entry \(entry.rawValue))"
        case .wrongSide(let act, let account, let symbol, let isLong):
            "\(quoted(account)) has \(isLong ? "bought" : "sold") \(symbol), which \(article(act)) is not for"
        case .moneyOfEveryAccount(let act): "\(article(act)) with money needs account, as the money goes into one"
        case .closesTooMuch(let account, let symbol, let date, let isSale, let open, let asked):
            "\(quoted(account)) has \(open) \(symbol) \(isSale ? "bought" : "sold short") and open on \(date), so \(asked) cannot be closed"
        case .lotNotOpen(let lot, let account, let symbol, let date, let left?):
            "only \(left) \(symbol) are left of lot \(lot.rawValue) in \(quoted(account)) on \(date)"
        case .lotNotOpen(let lot, let account, let symbol, let date, nil): "\(quoted(account)) has no open lot \(lot.rawValue) of \(symbol) on \(date)"
        case .lotIsNamed(let lot, let by): "entry \(by.rawValue) takes units from lot \(lot.rawValue) by name"
        case .nothingHeld(let act, let account, let symbol, let date): "\(quoted(account)) holds no \(symbol) on \(date), which \(article(act)) needs"
        case .unsettled(let lack): "this cannot be told in the middle of the transaction, where what has been recorded so far does not hold yet: \(lack.message)"
        case .activityOutsideAccount(let account, let opened, let closed, let date, let entry):
            "\(quoted(account)) cannot be \(span(opened, closed)): entry \(entry.rawValue) is of \(date)"
        case .currencyInUse(let symbol, let from, let to): "\(symbol) has been traded in \(from), so its currency cannot become \(to)"
        case .adjustedMultiplier(let symbol, let written, let now):
            "one \(symbol) has been for \(now) units instead of \(written) since a split of what it is on, so its price does not tell what was paid"
        case .badMultiplier(let symbol, let multiplier): "the multiplier of \(symbol) must be above zero, not \(multiplier)"
        case .badDates(let account, let opened, let closed): "\(quoted(account)) cannot be closed on \(closed), before it was opened on \(opened)"
        case .trackedByValue(let account): "\(quoted(account)) is tracked by value, so it takes money in and out, and no units"
        case .unitsInAccount(let account, let entry):
            "\(quoted(account)) cannot be tracked by value, which takes no units: entry \(entry.rawValue) has some"
        case .notTrackedByValue(let account, let tracking):
            "\(quoted(account)) is tracked by \(tracking.rawValue), so what it is worth follows from them"
        case .notTrackedByHoldings(let account, let tracking): "\(quoted(account)) is tracked by \(tracking.rawValue), so what it holds follows from them"
        case .badSetting(let key, let value, let allowed): "the setting \(key) cannot be \(quoted(value)): it is \(allowed)"
        case .unknownEntry(let entry): "there is no entry \(entry.rawValue)"
        case .notAnActivity(let entry): "entry \(entry.rawValue) is not an activity"
        case .alreadyVoid(let entry): "entry \(entry.rawValue) is void already"
        case .alreadyAmended(let entry, let other): "entry \(other.rawValue) stands in the place of entry \(entry.rawValue)"
        case .misnumbered(let what, let number, let expected): "\(what) \(number) is out of order: \(expected) comes next"
        case .unnamedPlan(let kind): "a \(kind) plan has no name"
        case .emptyTag: "a tag needs a word"
        case .alreadySettled(let rule, let day, let state): "\(quoted(rule)) is \(state) for \(day) already"
        case .undefined(let what, let number): "no \(what) has the number \(number)"
        case .interrupted: "interrupted"
        case .arithmetic(let error, let entry): (entry.map { "\($0): " } ?? "") + error.description
        }
    }

    /// The beginning of a name that may hold anything.
    private static func shown(_ name: String) -> String { SafeText.safe(name.count > 60 ? name.prefix(60) + "…" : name) }

    private func asking(_ nearest: String?) -> String {
        nearest.map { Suggestion($0).clause } ?? ""
    }

    private func span(_ opened: Day?, _ closed: Day?) -> String {
        switch (opened, closed) {
        case (let opened?, let closed?): "opened on \(opened) and closed on \(closed)"
        case (let opened?, nil): "opened on \(opened)"
        case (nil, let closed?): "closed on \(closed)"
        case (nil, nil): "open always"
        }
    }
}
