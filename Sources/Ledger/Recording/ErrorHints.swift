import Values

extension LedgerError {
    /// What to do next, where that can be said.
    public var hint: String? {
        switch self {
        case .unknownAccount(let name, _, let currency):
            "Define it with account{name=\(quoted(name)), \(Self.currency(currency))"
        case .unknownSymbol(let symbol, _, let currency):
            "Define it with instrument{symbol=\(quoted(symbol)), \(Self.currency(currency))"
        case .unknownType: "The types are \(list(ActivityKind.allCases.map(\.rawValue))); a subtype may stand for its type"
        case .unknownCurrency(.unknown(let code, _)): "One of your own is declared with currency{code=\(quoted(code)), name=\"…\", digits=2}"
        case .unknownStatus(let name, _):
            name == "void" ? "Record it first, then void it" : "The statuses are \(list(ActivityStatus.allCases.map(\.rawValue)))"
        case .unknownSetting: "The settings are \(list(Setting.offered.map(\.key)))"
        case .unknownSubtype: "The subtypes are \(list(ActivitySubtype.allCases.map(\.rawValue)))"
        case .superfluousField(let kind, let field):
            (kind == .fee && field == .fee) || (kind == .tax && field == .tax) ? "Its money goes in amount" : takes(kind, besides: field)
        case .negativeCash: "Record first the money that pays for it, or say setting(\"negative_cash\", \"warn\")"
        case .zeroValue(_, .fxRate): "Leave it out where both currencies are the same; else say the units of the account's currency for one of the entry's"
        case .zeroValue(_, .quantity): "Say how many units, above zero"
        case .zeroValue(_, .price): "Leave it out, and say amount=… where the price of a unit is not known"
        case .zeroValue: "Leave it out if nothing changed hands"
        case .beforeOpening(let account, _, let date): "If it was open then, say account{name=\(quoted(account)), opened=\(quoted(date.description))}"
        case .afterClosing(let account, _, _): "To open it again, say account{name=\(quoted(account)), closed=false}"
        case .activityOutsideAccount(_, _, _, _, let entry): "Choose another day, or void entry \(entry.rawValue) first"
        case .badDates: "Say closed=false for an account that is open"
        case .currencyInUse(let symbol, _, let to): "Define another instrument, such as \(quoted(symbol + "." + to.code)), for its prices in \(to)"
        case .adjustedMultiplier: "Say amount=… without price, the money before fee and tax that the broker's statement shows"
        case .badMultiplier: "It is 1 for all but options and futures"
        case .duplicateAccount, .duplicateSymbol: "Choose another name"
        case .emptyAccountName, .emptySymbol: "Say what it is called"
        case .badName(_, _, let field, let fault):
            fault == .outerBlank ? "Leave the blank out" : field == "purpose" ? "Leave the character out" : "Say another name; a longer text goes into notes"
        case .intoItself: "Name the instrument that comes of it"
        case .unsettled: "Ask when the transaction has ended, which settles what comes first within a day; or record what brings the units on an earlier day"
        case .nothingHeld, .tooFew: "holdings{on=…} shows what is held on a day"
        case .wrongSide(_, _, _, let isLong): isLong ? "Options that were bought are exercised" : "Options that were sold are assigned"
        case .moneyOfEveryAccount: "Record it once for each account that got money, with its amount"
        case .unwritten: "To write an option, say subtype=\"sell_to_open\""
        case .wrongSubtype(let kind, _):
            ActivityRule.subtypes(of: kind).isEmpty ? nil : "It may have \(list(ActivityRule.subtypes(of: kind).map(\.rawValue)))"
        case .negativeValue(_, _, _, let opposite): opposite.map { "Record \(article($0.noun)) instead" }
        case .amountsDisagree: "Correct one of the three or leave one out; fee and tax go in fields of their own"
        case .otherCurrency(_, _, _, _, _, let remedy): remedy
        case .currencyMismatch(_, let priced, _, _): "Give the price in \(priced) and say currency=\(quoted(priced.code))"
        case .wrongSettlement(_, let own, let account):
            own == account ? "Leave settle out" : "Say settle=\(quoted(account.code)) with fx_rate, or settle=\(quoted(own.code))"
        case .settlementWithoutRate(_, let own, let settles): "Say fx_rate=…, the \(settles) for one \(own), or settle=\(quoted(own.code)) where the cash moves in \(own)"
        case .futureDate: "Say status=\"pending\" until it has happened"
        case .oversold(let account, _, _, _, _): Self.mayGoShort(account)
        case .closesTooMuch: "lots{} shows what is open"
        case .trackedByValue(let account): "Say value{account=\(quoted(account)), amount=…} for what it is worth"
        case .unitsInAccount(let account, _): "Define another account for what \(quoted(account)) is worth, or void its trades first"
        case .notTrackedByHoldings(let account, _):
            "Record a buy, a sell or an adjustment, or say account{name=\(quoted(account)), tracking=\"holdings\"}"
        case .notTrackedByValue(let account, _): "Say account{name=\(quoted(account)), tracking=\"value\"} if it is to be told what it is worth"
        case .beyondBound: "Look whether the decimal point is where it belongs"
        case .badOpened(_, let date): "Say when they were acquired, a day up to \(date), or leave opened out"
        case .badShare: "Say 0.25 for a quarter"
        case .notAnOption(let symbol): "Define it with instrument{symbol=\(quoted(symbol)), kind=\"option\", …}"
        case .usedOption: "Keep its terms; another instrument gets a symbol of its own"
        case .noOptionTerms(let symbol):
            "Say instrument{symbol=\(quoted(symbol)), kind=\"option\", underlying=…, right=\"call\", strike=…, expires=…}"
        case .lotNotOpen: "lots{} lists the open lots with their ids"
        case .lotIsNamed(_, let by): "Void entry \(by.rawValue) first"
        case .strands(_, _, _, _, _, let entry, _, _), .strandsEvent(_, _, _, _, _, let entry): "Void entry \(entry.rawValue) first"
        case .unnamedPlan: "Say name=\"…\""
        case .emptyTag: "Say tag=\"tech\", or another word"
        case .alreadySettled: "Each day of a rule is settled once; undo makes it due again"
        case .alreadyAmended(_, let other): "Amend entry \(other.rawValue)"
        case .unknownEntry, .notAnActivity: "activities{} lists the activities with their ids"
        case .unknownCurrency, .missingField, .badSetting, .alreadyVoid, .misnumbered, .undefined, .interrupted, .arithmetic: nil
        }
    }

    /// What to say for an account that may sell what it does not hold; with its currency where the account is not there yet.
    package static func mayGoShort(_ account: String, currency: Currency? = nil) -> String {
        "If it may go short, say account{name=\(quoted(account)), \(currency.map { "currency=\(quoted($0.code)), " } ?? "")allow_short=true}"
    }

    /// The field currency and the end of its call; where nobody told which, the euro as an example.
    private static func currency(_ code: String?) -> String { code.map { "currency=\(quoted($0))}" } ?? "currency=\"EUR\"}, or in another currency" }

    /// The fields that a kind of activity takes.
    private func takes(_ kind: ActivityKind, besides field: ActivityField? = nil) -> String {
        let rule = ActivityRule.rule(for: kind)
        return "Leave it out: \(article(kind.noun)) takes \(list(rule.required.union(rule.optional).fields.filter { $0 != field }.map(\.rawValue)))"
    }

    private func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
