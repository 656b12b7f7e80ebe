import Ledger
import Values

/// An activity as the cells of a row.
struct ActivityFigures {
    private let activity: Activity
    private let account: Account?
    private let instrument: Instrument?
    /// The symbol of what units become, or of what is received beside them.
    private let into: String
    /// Money before charges; nil where it is too large to say.
    private let gross: FixedDecimal?
    /// Whether quantity times price tells the money less exactly than the amount does, so that a reader has to be told of it.
    private let statesGross: Bool

    init(_ activity: Activity, _ ledger: Ledger) {
        self.activity = activity
        account = activity.account == .every ? nil : ledger[activity.account]
        instrument = activity.instrument.map { ledger[$0] }
        into = activity.detail?.into.map { ledger[$0].symbol } ?? ""
        let product = Self.product(activity, instrument)
        gross = activity.amount ?? product
        if activity.kind.isTrade, let product, let amount = activity.amount {
            statesGross = product != amount
        } else {
            statesGross = false
        }
    }

    private static func product(_ activity: Activity, _ instrument: Instrument?) -> FixedDecimal? {
        guard let quantity = activity.quantity, let price = activity.price else { return nil }
        return try? quantity * price * (instrument?.multiplier ?? .one)
    }

    /// The change of the account's cash, as far as it can be said.
    private var cash: FixedDecimal? {
        guard let gross else { return nil }
        return try? (activity.kind.bringsCash ? gross : -gross) - activity.fee - activity.tax
    }

    /// The cell of a field, empty where there is nothing to say.
    func text(_ field: ImportField) -> String {
        switch field {
        case .date: activity.date.description
        case .time: activity.time?.description ?? ""
        case .type: activity.kind.rawValue
        case .subtype: activity.subtype?.rawValue ?? ""
        case .status: activity.status == .posted ? "" : activity.status.rawValue
        case .account: account?.name ?? ""
        case .portfolio: account?.portfolio ?? ""
        case .symbol: instrument?.symbol ?? ""
        case .name: instrument?.name ?? ""
        case .kind: instrument.map { $0.kind == .stock ? "" : $0.kind.rawValue } ?? ""
        case .multiplier: instrument.map { $0.multiplier == .one ? "" : $0.multiplier.description } ?? ""
        case .quantity: activity.quantity?.description ?? ""
        case .price: activity.price?.description ?? ""
        case .fee: activity.fee.isZero ? "" : money(activity.fee)
        case .tax: activity.tax.isZero ? "" : money(activity.tax)
        case .gross: statesGross ? gross.map(money) ?? "" : ""
        case .amount: amount
        case .currency: activity.currency.code
        case .fxRate: activity.fxRate?.description ?? ""
        case .settle: settlement
        case .ratio: activity.detail?.ratio?.description ?? ""
        case .into: into
        case .share: activity.detail?.share?.description ?? ""
        case .opened: activity.detail?.opened?.description ?? ""
        case .group: activity.detail?.group ?? ""
        case .lots: LotChoice.text(activity.detail?.lots ?? [])
        case .notes: activity.notes
        default: ""
        }
    }

    /// The currency in which the cash moves, where it could move in another.
    private var settlement: String {
        if let settles = activity.detail?.settles { return settles.code }
        guard activity.fxRate != nil, let account, account.currency != activity.currency else { return "" }
        guard ActivityRule.rule(for: activity.kind, activity.subtype).optional.contains(.settle) else { return "" }
        return activity.currency.code
    }

    /// Money given back has a plus sign, so that a file of nothing else is not taken for one that leaves signs to the type.
    private var amount: String {
        // What the rule of the activity knows the meaning of is read as it stands; both sides of an exchange are payments.
        if activity.subtype != .exchange, activity.kind.isAsTold(ofUnits: instrument != nil) { return activity.amount.map(money) ?? "" }
        guard let cash else { return "" }
        return (!activity.kind.bringsCash && cash > .zero ? "+" : "") + money(cash)
    }

    /// An amount with the digits of its currency at least.
    private func money(_ amount: FixedDecimal) -> String {
        amount.description(minimumDigits: activity.currency.minorDigits ?? 0)
    }
}

extension ActivityKind {
    /// Whether figures of a row are taken as they stand, since what they do to cash and units only the activity's own rule knows.
    func isAsTold(ofUnits: Bool) -> Bool {
        switch self {
        case .split, .adjustment, .unknown: true
        case .transferIn, .transferOut: ofUnits
        case .buy, .sell, .dividend, .interest, .credit, .deposit, .withdrawal, .fee, .tax: false
        }
    }
}
