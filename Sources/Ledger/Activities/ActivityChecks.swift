import Values

extension ActivityRule {
    /// Checks what can be told from the activity and its instrument alone: fields, signs and whether the amounts agree.
    func check(_ activity: Activity, instrument: Instrument?, accountName: String?) throws(LedgerError) {
        try checkFields(activity)
        try Self.checkSettlement(activity)
        try checkTerms(activity, instrument: instrument, isOfEveryAccount: accountName == nil)
        try checkSigns(activity, symbol: instrument?.symbol)
        try checkMoney(activity, multiplier: instrument?.multiplier ?? .one, symbol: instrument?.symbol)
        try checkAgreement(activity, multiplier: instrument?.multiplier ?? .one)
        // A book-wide act moves no money.
        if isTrade, let accountName, let instrument, movesMoney(activity), instrument.currency != activity.currency {
            throw .currencyMismatch(symbol: instrument.symbol, priced: instrument.currency, given: activity.currency, account: accountName)
        }
    }

    /// Checks what the compilers of the rules take for granted, of an activity that was checked when it was recorded. A few nanoseconds.
    ///
    /// No more than that: what an older luca took in is read, whatever would be said of it today.
    static func checkForEngine(_ activity: Activity, instrument: () -> Instrument?) throws(LedgerError) {
        let needs = engineNeeds[activity.kind, activity.subtype], given = given(activity), kind = activity.kind
        if !given.isSuperset(of: needs.fields), let field = needs.fields.subtracting(given).first {
            throw .missingField(kind: kind, field: field, alternative: nil)
        }
        if needs.takesEither, given.contains(.quantity), !given.contains(.symbol) { throw .missingField(kind: kind, field: .symbol, alternative: nil) }
        if let quantity = activity.quantity, quantity.isNegative { throw .negativeValue(kind: kind, field: .quantity, value: quantity, opposite: nil) }
        let isAmount = given.contains(.amount), isUnits = given.contains(.quantity) && (given.contains(.price) || needs.takesEither)
        if (needs.money || needs.takesEither) && !isAmount && !isUnits { throw .missingField(kind: kind, field: .amount, alternative: .quantity) }
        if activity.hasDetail, let detail = activity.detail {
            if let share = detail.share, share.isNegative || share > .one { throw .badShare(share) }
            try checkSettlement(activity)
            if detail.into != nil, detail.into == activity.instrument, activity.subtype != .dividendInKind {
                throw .intoItself(act: activity.subtype?.noun ?? kind.noun, symbol: instrument()?.symbol ?? "")
            }
        }
        if needs.isUse, instrument()?.option == nil { throw .noOptionTerms(symbol: instrument()?.symbol ?? "") }
        if activity.account == .every, !needs.mayBeOfEveryAccount || isAmount { throw .undefined(what: "account", number: 0) }
    }

    /// Cash can move in another currency only at a rate, and in an account.
    private static func checkSettlement(_ activity: Activity) throws(LedgerError) {
        guard let settles = activity.detail?.settles else { return }
        if activity.account == .every { throw .undefined(what: "account", number: 0) }
        if settles == activity.currency { throw .wrongSettlement(given: settles.code, own: activity.currency, account: settles) }
        if activity.fxRate == nil { throw .settlementWithoutRate(kind: activity.kind, own: activity.currency, settles: settles) }
    }

    private static let engineNeeds = RuleTable { rule in
        (
            fields: rule.required, money: rule.needsMoney,
            takesEither: rule.kind == .transferIn || rule.kind == .transferOut || rule.kind == .adjustment && rule.subtype == nil,
            isUse: rule.subtype == .exercise || rule.subtype == .assignment, mayBeOfEveryAccount: rule.mayBeOfEveryAccount
        )
    }

    private func checkFields(_ activity: Activity) throws(LedgerError) {
        let given = Self.given(activity)
        if let field = required.subtracting(given).first {
            throw .missingField(kind: kind, field: field, alternative: nil)
        }
        if let field = given.subtracting(required.union(optional)).first {
            throw .superfluousField(kind: kind, field: field)
        }
        if let asked = activity.subtype, asked != subtype, !subtypes.contains(asked) {
            throw .wrongSubtype(kind: kind, subtype: asked)
        }
        if needsMoney, !given.contains(.amount), !given.isSuperset(of: [.quantity, .price]) {
            throw isTrade
                ? .missingField(kind: kind, field: .price, alternative: .amount)
                : .missingField(kind: kind, field: .amount, alternative: nil)
        }
    }

    /// Checks what corporate actions, transfers and options say beside the common fields.
    private func checkTerms(_ activity: Activity, instrument: Instrument?, isOfEveryAccount: Bool) throws(LedgerError) {
        let given = Self.given(activity)
        if isOfEveryAccount, !given.isDisjoint(with: [.amount, .fee, .tax]) { throw .moneyOfEveryAccount(act: subtype?.noun ?? kind.noun) }
        if isOfEveryAccount, given.contains(.fxRate) { throw .superfluousField(kind: kind, field: .fxRate) }
        let takesEither = kind == .transferIn || kind == .transferOut || kind == .adjustment && subtype == nil
        if takesEither {
            if given.contains(.quantity), !given.contains(.symbol) { throw .missingField(kind: kind, field: .symbol, alternative: nil) }
            if !given.contains(.quantity), given.contains(.symbol) { throw .missingField(kind: kind, field: .quantity, alternative: nil) }
            if given.isDisjoint(with: [.quantity, .amount]) { throw .missingField(kind: kind, field: .amount, alternative: .quantity) }
        }
        if kind == .buy, activity.subtype != .opening, given.contains(.opened) { throw .superfluousField(kind: kind, field: .opened) }
        if subtype == .merger, given.isDisjoint(with: [.into, .amount]) {
            throw .missingField(kind: kind, field: .into, alternative: .amount)
        }
        if let share = activity.detail?.share, share.isNegative || share > .one { throw .badShare(share) }
        if let opened = activity.detail?.opened, opened > activity.date { throw .badOpened(opened: opened, date: activity.date) }
        if activity.detail?.into != nil, activity.detail?.into == activity.instrument, subtype != .dividendInKind {
            throw .intoItself(act: subtype?.noun ?? kind.noun, symbol: instrument?.symbol ?? "")
        }
        if subtype == .assignment || subtype == .exercise || subtype == .expiry, let instrument, instrument.kind != .option {
            throw .notAnOption(symbol: instrument.symbol)
        }
        if subtype == .assignment || subtype == .exercise, let instrument, instrument.option == nil { throw .noOptionTerms(symbol: instrument.symbol) }
    }

    /// Whether the activity tells money, whose currency counts.
    private func movesMoney(_ activity: Activity) -> Bool {
        activity.amount != nil || activity.price != nil || !activity.fee.isZero || !activity.tax.isZero
    }

    private func checkSigns(_ activity: Activity, symbol: String?) throws(LedgerError) {
        // The side of an exchange that is given is charged as any other.
        let isReversal = isReversible && subtype != .exchange && activity.amount?.isNegative == true
        try check(.quantity, activity.quantity, .quantity, of: symbol, mayBeZero: mayBeNothing)
        try check(.price, activity.price, .price, of: symbol, mayBeZero: isTrade)
        try check(.amount, activity.amount, .amount, of: symbol, mayBeZero: isTrade, mayBeNegative: isReversible)
        try check(.fee, activity.fee, .amount, of: symbol, mayBeZero: true, mayBeNegative: isReversal)
        try check(.tax, activity.tax, .amount, of: symbol, mayBeZero: true, mayBeNegative: isReversal)
        try check(.fxRate, activity.fxRate, .rate, of: symbol, mayBeZero: false)
    }

    /// Refuses units that cost more at their price than any amount may be.
    private func checkMoney(_ activity: Activity, multiplier: FixedDecimal, symbol: String?) throws(LedgerError) {
        guard let quantity = activity.quantity, let price = activity.price else { return }
        let product = try LedgerError.arithmetic { () throws(DecimalError) in try quantity * price * multiplier }
        if !Bound.amount.admits(product) {
            throw .beyondBound(what: "quantity times price of \(named(symbol))", field: ActivityField.quantity.rawValue, value: product, bound: .amount)
        }
    }

    /// The activity as the subject of a sentence: `a buy of ORCL`.
    private func named(_ symbol: String?) -> String { article(kind.noun) + (symbol.map { " of \($0)" } ?? "") }

    private func check(
        _ field: ActivityField, _ value: FixedDecimal?, _ bound: Bound, of symbol: String?, mayBeZero: Bool, mayBeNegative: Bool = false
    ) throws(LedgerError) {
        guard let value else { return }
        if value.isZero, !mayBeZero { throw .zeroValue(kind: kind, field: field) }
        if value.isNegative, !mayBeNegative {
            let turned = field == .amount || field == .quantity ? opposite : nil
            throw .negativeValue(kind: kind, field: field, value: value, opposite: turned)
        }
        if !value.isZero, !bound.admits(value) {
            throw .beyondBound(what: "the \(field.rawValue) of \(named(symbol))", field: field.rawValue, value: value, bound: bound)
        }
    }

    /// Quantity and price may differ from the amount by what was lost when price and amount were rounded for printing: half a unit of
    /// the price's last digit (cents at the coarsest, a price of 31.2 being 31.20) for each unit, and half a cent of the amount.
    private func checkAgreement(_ activity: Activity, multiplier: FixedDecimal) throws(LedgerError) {
        guard !amountIsApart, let quantity = activity.quantity, let price = activity.price, let amount = activity.amount else { return }
        let (product, agree) = try LedgerError.arithmetic { () throws(DecimalError) in
            let units = try quantity * multiplier
            let product = try units * price
            let tolerance =
                try units * Self.halfUnit(digits: max(2, price.fractionDigits))
                + Self.halfUnit(digits: activity.currency.minorDigits ?? 2)
            return (product, try (product - amount.magnitude).magnitude <= tolerance)
        }
        if !agree {
            throw .amountsDisagree(
                quantity: quantity, price: price, multiplier: multiplier, product: product, amount: amount, currency: activity.currency)
        }
    }

    private static func halfUnit(digits: Int) -> FixedDecimal {
        var unit = FixedDecimal.unitsPerOne
        for _ in 0..<min(digits, FixedDecimal.scale - 1) { unit /= 10 }
        return FixedDecimal(units: unit / 2)
    }

    /// The fields that the activity has, of those that not every kind uses. A fee or tax of zero is none.
    private static func given(_ activity: Activity) -> ActivityFields {
        var given: ActivityFields = []
        if activity.instrument != nil { given.insert(.symbol) }
        if activity.quantity != nil { given.insert(.quantity) }
        if activity.price != nil { given.insert(.price) }
        if activity.amount != nil { given.insert(.amount) }
        if !activity.fee.isZero { given.insert(.fee) }
        if !activity.tax.isZero { given.insert(.tax) }
        if activity.fxRate != nil { given.insert(.fxRate) }
        guard let detail = activity.detail else { return given }
        if detail.settles != nil { given.insert(.settle) }
        if detail.ratio != nil { given.insert(.ratio) }
        if detail.into != nil { given.insert(.into) }
        if !detail.group.isEmpty { given.insert(.group) }
        if !detail.lots.isEmpty { given.insert(.lots) }
        if detail.opened != nil { given.insert(.opened) }
        if detail.share != nil { given.insert(.share) }
        return given
    }
}

extension FixedDecimal {
    /// How many digits stand after the point in the shortest form.
    var fractionDigits: Int {
        var rest = units.magnitude % UInt128(FixedDecimal.unitsPerOne)
        var digits = rest == 0 ? 0 : FixedDecimal.scale
        while rest != 0, rest % 10 == 0 {
            rest /= 10
            digits -= 1
        }
        return digits
    }
}
