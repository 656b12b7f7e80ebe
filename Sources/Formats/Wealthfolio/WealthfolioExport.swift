public import Ledger
import Values

extension Formats {
    /// The activities as Wealthfolio imports them, amounts as the cash that moves (as from its version 3.8 on), and sentences on what it has no place for.
    public static func wealthfolioCSV(_ ledger: Ledger) throws -> (text: String, leftOut: [String]) {
        var export = WealthfolioExport(ledger)
        for row in ledger.activities.rowsInOrder().map(Int.init) where !ledger.activities.isVoid(at: row) { try export.add(row) }
        return (export.text, export.sentences)
    }
}

/// The part of a book that Wealthfolio can hold.
private struct WealthfolioExport {
    private let ledger: Ledger
    private var effects: CashEffects
    private var writer = CSVWriter()
    private var leftOut: [String: Int] = [:]
    /// Payments that came or went in another currency than their own.
    private var settled = 0
    private var refunds = 0, exchanges = 0, openings = 0, untimed = 0, ratios = 0, ofOne = 0, lots = 0, shorts = 0, days = 0, subjects = 0
    private var held = WealthfolioHoldings(), holders: [InstrumentID: AccountID] = [:]

    static let header = [
        "date", "accountName", "accountCurrency", "symbol", "assetName", "instrumentType", "quantity", "activityType", "unitPrice", "currency", "fee", "tax", "amount", "fxRate",
        "subtype", "comment",
        "status", "id", "sourceGroupId", "contractMultiplier",
    ]

    /// Days of which some activity goes without its time: so do all others, since they would come behind it there.
    private let untimedDays: Set<Day>
    /// The times that are left where they would be taken for midnights of some zone, as those of brokers that tell one time for all days.
    private let midnights: ZoneMidnights

    init(_ ledger: Ledger) {
        (self.ledger, effects) = (ledger, CashEffects(ledger))
        let table = ledger.activities, timed = (0..<table.count).filter { !table.isVoid(at: $0) && table.time(at: $0) != nil }.map(table.activity)
        let untimed = Set(timed.filter { $0.timeOfDay == nil }.map(\.date))
        var days: [Int64: Set<Day>] = [:]
        for activity in timed where !untimed.contains(activity.date) { days[activity.timeOfDay?.microsecondsOfDay ?? 0, default: []].insert(activity.date) }
        (untimedDays, midnights) = (untimed, ZoneMidnights(days))
        writer.line(Self.header)
    }

    var text: String { writer.text }

    /// What stands in a row beside its names.
    private struct Row {
        var type: WealthfolioType
        var subtype = ""
        var quantity: FixedDecimal?
        var price: FixedDecimal?
        var amount: FixedDecimal?
        var fee: FixedDecimal?
        var tax: FixedDecimal?
        /// The notes, where they are not all of the activity's.
        var comment: String?
    }

    mutating func add(_ number: Int) throws {
        let activity = ledger.activities.activity(at: number)
        guard let row = try row(number, activity) else {
            leftOut[activity.subtype?.rawValue ?? activity.kind.rawValue, default: 0] += 1
            return
        }
        if activity.detail?.lots.isEmpty == false { lots += 1 }
        held.count(activity) { ledger[$0].kind }
        if !held.takeShort().isEmpty, activity.kind == .sell { shorts += 1 }
        var account = activity.account
        if activity.kind == .split, let instrument = activity.instrument {
            // There a split is of all accounts, and stands in one.
            if account == .every { account = holders[instrument] ?? AccountID(1) } else { ofOne += 1 }
        }
        guard account != .every, ledger.accounts.indices.contains(Int(account.rawValue) - 1) else {
            leftOut[activity.kind.rawValue, default: 0] += 1
            return
        }
        if let instrument = activity.instrument, holders[instrument] == nil { holders[instrument] = account }
        let instrument = activity.instrument.map { ledger[$0] }, holder = ledger[account]
        let settles = ledger.activities.settlement(at: number, ledger.accounts) != nil
        // There a rate converts trades alone.
        if settles, row.type != .buy, row.type != .sell { settled += 1 }
        writer.line([
            moment(activity), holder.name, holder.currency.code, instrument?.symbol ?? "", instrument?.name ?? "",
            instrument.map { Self.word($0.kind) } ?? "", row.quantity?.description ?? "", row.type.rawValue, row.price?.description ?? "", activity.currency.code,
            Self.told(row.fee), Self.told(row.tax), row.amount?.description ?? "", settles && (row.type == .buy || row.type == .sell) ? activity.fxRate?.description ?? "" : "",
            row.subtype, row.comment ?? activity.notes,
            activity.status == .posted ? "" : activity.status.rawValue.uppercased(), activity.detail?.sourceID ?? "", activity.detail?.group ?? "",
            // Of options and bonds Wealthfolio takes another one where none is told.
            instrument.flatMap { $0.multiplier == .one && $0.kind != .option && $0.kind != .bond ? nil : $0.multiplier.description } ?? "",
        ])
    }

    /// The time of an activity where whoever reads it takes it for the activity's day, else the day.
    private mutating func moment(_ activity: Activity) -> String {
        if !untimedDays.contains(activity.date), let time = activity.timeOfDay, midnights.day(of: time) == nil { return time.description }
        if let time = activity.time, time.microsecondsOfDay != 0 { untimed += 1 }
        return activity.date.description
    }

    private static func told(_ value: FixedDecimal?) -> String { value.flatMap { $0.isZero ? nil : $0.description } ?? "" }

    /// What an activity is there; nil for what there is not.
    private mutating func row(_ number: Int, _ activity: Activity) throws -> Row? {
        let gross = try gross(number, activity), charges = try activity.fee + activity.tax,
            (fee, tax) = (activity.fee, activity.tax)
        func payment(_ type: WealthfolioType, _ subtype: String = "") throws -> Row? {
            let amount = try type.isOutflow ? gross + charges : gross - charges
            return gross.isNegative || amount.isNegative ? nil : Row(type: type, subtype: subtype, amount: amount, fee: fee, tax: tax)
        }
        func units(_ type: WealthfolioType, _ subtype: String = "", _ amount: FixedDecimal?) -> Row {
            Row(type: type, subtype: subtype, quantity: activity.quantity, price: activity.price, amount: amount, fee: fee, tax: tax)
        }
        switch (activity.kind, activity.subtype) {
        case (.buy, .opening):
            // What was there before takes no cash, there as little as here.
            openings += 1
            if activity.detail?.opened != nil { days += 1 }
            var row = units(.transferIn, "", nil)
            if !charges.isZero || activity.price == nil { (row.price, row.amount, row.fee, row.tax) = (nil, try gross + charges, nil, nil) }
            return row
        case (.buy, let subtype): return units(.buy, Self.intent(subtype), try gross + charges)
        case (.sell, let subtype):
            let amount = try gross - charges
            // Where the charges are more than what came for it, the price tells the sum; amounts are above zero there.
            if amount.isNegative { return activity.price == nil ? nil : units(.sell, Self.intent(subtype), nil) }
            return units(.sell, Self.intent(subtype), amount)
        case (.deposit, _): return try payment(.deposit)
        case (.withdrawal, _): return try payment(.withdrawal)
        case (.dividend, nil): return try payment(.dividend)
        case (.dividend, .returnOfCapital): return try payment(.dividend, "RETURN_OF_CAPITAL")
        case (.dividend, .drip): return units(.dividend, "DRIP", try gross - charges)
        case (.dividend, .dividendInKind) where activity.detail?.into == nil || activity.detail?.into == activity.instrument: return units(.dividend, "DIVIDEND_IN_KIND", nil)
        case (.interest, .stakingReward): return units(.interest, "STAKING_REWARD", nil)
        case (.interest, nil):
            if !gross.isNegative { return try payment(.interest) }
            guard charges.isZero else { return nil }
            if activity.instrument != nil { subjects += 1 }
            return Row(type: .fee, subtype: "INTEREST_CHARGE", amount: -gross)
        case (.credit, nil): return try payment(.credit)
        case (.credit, .bonus): return try payment(.credit, "BONUS")
        case (.fee, _), (.tax, _):
            if !gross.isNegative { return Row(type: activity.kind == .fee ? .fee : .tax, amount: gross) }
            refunds += 1
            return Row(type: .credit, subtype: activity.kind == .fee ? WealthfolioType.feeRefund : WealthfolioType.taxRefund, amount: -gross)
        case (.transferIn, nil), (.transferOut, nil):
            let type = activity.kind == .transferIn ? WealthfolioType.transferIn : .transferOut
            if activity.instrument == nil { return try payment(type) }
            guard tax.isZero else { return nil }
            if activity.detail?.opened != nil { days += 1 }
            return units(type, "", activity.price == nil ? activity.amount : nil)
        case (.split, _):
            guard let ratio = activity.detail?.ratio, charges.isZero, gross.isZero else { return nil }
            let amount = try ratio.new / ratio.old
            if try amount * ratio.old != ratio.new { ratios += 1 }
            return Row(type: .split, amount: amount)
        case (.adjustment, .expiry): return activity.quantity == nil ? nil : Row(type: .adjustment, subtype: "OPTION_EXPIRY", quantity: activity.quantity)
        case (.adjustment, .exchange):
            let cash = try effects.effect(at: number)
            if cash.isZero { return nil }
            exchanges += 1
            return Row(type: cash.isNegative ? .withdrawal : .deposit, subtype: WealthfolioType.exchange, amount: cash.magnitude)
        case (.dividend, .notionalDistribution):
            return charges.isZero && !gross.isNegative ? Row(type: .adjustment, subtype: "NOTIONAL_DISTRIBUTION", amount: gross) : nil
        case (.unknown, _):
            guard let told = WealthfolioUnclear(activity.notes) else { return Row(type: .unknown) }
            let figures = told.figures
            return Row(
                type: told.type, subtype: told.label, quantity: figures["quantity"], price: figures["unitPrice"], amount: figures["amount"], fee: figures["fee"],
                tax: figures["tax"], comment: told.comment)
        default: return nil
        }
    }

    /// Whether an option is opened or closed, as a label, which the program keeps.
    private static func intent(_ subtype: ActivitySubtype?) -> String {
        guard let subtype, [.buyToOpen, .buyToClose, .sellToOpen, .sellToClose].contains(subtype) else { return "" }
        return subtype.rawValue.uppercased()
    }

    private static func word(_ kind: Instrument.Kind) -> String {
        switch kind {
        case .crypto: "CRYPTO"
        case .option: "OPTION"
        case .bond: "BOND"
        case .metal: "METAL"
        case .fx: "FX"
        case .stock, .etf, .fund, .deposit, .insurance, .structured, .cash, .other: "EQUITY"
        }
    }

    /// Money before charges; zero where nothing tells it, as of units that come in at a cost that nobody knows.
    private mutating func gross(_ row: Int, _ activity: Activity) throws -> FixedDecimal {
        activity.amount == nil && (activity.quantity == nil || activity.price == nil) ? .zero : try effects.gross(at: row)
    }

    /// What Wealthfolio has no place for.
    var sentences: [String] {
        var sentences = leftOut.sorted { $0.key < $1.key }.map { "\($0.value) of type \($0.key) left out: Wealthfolio has no such type, or not with these figures" }
        func tell(_ count: Int, _ one: String, _ many: String) { if count > 0 { sentences.append(count == 1 ? "1 \(one)" : "\(count) \(many)") } }
        tell(refunds, "charge that was paid back goes as a credit", "charges that were paid back go as credits")
        tell(exchanges, "side of an exchange of money goes as a deposit or withdrawal", "sides of exchanges of money go as deposits and withdrawals")
        tell(settled, "payment settles in another currency, whose rate is left out", "payments settle in another currency, whose rates are left out")
        tell(openings, "purchase from before the book goes as units that come in", "purchases from before the book go as units that come in")
        tell(untimed, "activity goes with its day and without its time", "activities go with their days and without their times")
        tell(days, "transfer of units goes without the day of their purchase", "transfers of units go without the days of their purchases")
        tell(subjects, "payment of interest goes without the symbol that it is of", "payments of interest go without the symbols that they are of")
        tell(ratios, "ratio of a split is rounded", "ratios of splits are rounded")
        tell(ofOne, "split of one account counts for all accounts there", "splits of one account count for all accounts there")
        tell(
            shorts, "sale is of more than was held, short, and goes as a sale; there the account may refuse it",
            "sales are of more than was held, short, and go as sales; there the account may refuse them")
        tell(lots, "sale names its lots, which Wealthfolio chooses itself", "sales name their lots, which Wealthfolio chooses itself")
        let kinds = Set(ledger.instruments.map(\.kind)).intersection([.etf, .fund, .deposit, .insurance, .structured, .other]).map(\.rawValue).sorted()
        if !kinds.isEmpty { sentences.append("instruments of kind \(kinds.joined(separator: ", ")) go as EQUITY") }
        tell(ledger.values.standing().count, "value of an account left out", "values of accounts left out")
        tell(ledger.tags.things.count, "tagged thing goes without its tags", "tagged things go without their tags")
        return sentences
    }
}
