public import Ledger
import Values

extension Formats {
    /// The ledger's activities as a transactions CSV, in the order in which they happened; voided ones are left out.
    ///
    /// Imported into an empty book it gives the same activities, with an amount only where quantity and price do not tell it. The first
    /// ten columns are always there, others where an activity or an instrument needs them: `group` ties the two sides of a transfer, and where lots
    /// are named, `lots` names them by the `id` of the row that opened them.
    public static func transactionsCSV(_ ledger: Ledger) -> String {
        TransactionsWriter(ledger).text()
    }

    /// The same of the activities in some rows of the ledger, all as drafts: imported, they show, and count for nothing until somebody posts them.
    public static func draftsCSV(_ ledger: Ledger, rows: [Int]) -> String {
        TransactionsWriter(ledger, rows: Set(rows), status: .draft).text()
    }

    /// Sentences on what of the ledger's activities a transactions CSV has no place for.
    public static func transactionsLeftOut(_ ledger: Ledger) -> [String] {
        let activities = ledger.activities
        let nameless = (0..<activities.count).filter { row in
            activities.counts(at: row) && activities.detail(at: row)?.lots.contains { $0.lot.lot(renumbered: { $0 }) == nil } == true
        }
        var left = accountsLeftOut(ledger) + termsLeftOut(ledger)
        if nameless.isEmpty { return left }
        let what = nameless.count == 1 ? "1 activity names a lot" : "\(nameless.count) activities name lots"
        left.append("\(what) that several entries have parted, which only export(folder, \"book\") keeps: a file of transactions is refused where it names one")
        return left
    }

    /// Sentences on terms of options, declared currencies and settings, which rows of activities have no place for.
    private static func termsLeftOut(_ ledger: Ledger) -> [String] {
        var left: [String] = []
        let options = ledger.instruments.filter { $0.option != nil }.count
        if options > 0 {
            let what = options == 1 ? "an option" : "\(options) options"
            left.append("the terms of \(what) (underlying, right, strike and last day), which export(path, \"instruments\") keeps: import that first")
        }
        let tagged = ledger.tags.things.count
        if tagged > 0 { left.append("the tags of \(tagged == 1 ? "a thing" : "\(tagged) things"), which only export(folder, \"book\") keeps") }
        let own = ledger.plans.documents(.currency).map(\.name).sorted()
        if !own.isEmpty {
            let (what, them) = own.count == 1 ? ("the declaration of the currency", "it") : ("the declarations of the currencies", "each")
            left.append(
                "\(what) \(own.joined(separator: ", ")), which only export(folder, \"book\") keeps: declare \(them) with currency{code=…} before an import elsewhere")
        }
        let settings = ledger.definitions.settings.keys.filter { $0 != "base_currency" }.sorted().map { scoped($0, ledger) }
        if !settings.isEmpty { left.append("the settings \(settings.joined(separator: ", ")), which only export(folder, \"book\") keeps") }
        return left
    }

    /// A setting as people call it, the account and the symbol that it is for by their names.
    private static func scoped(_ key: String, _ ledger: Ledger) -> String {
        guard let name = key.split(separator: "/").first.map(String.init), let scope = LotRule.Scope(key: key, of: name) else { return key }
        let parts = [
            scope.account.map { "of \"\(ledger[$0].name)\"" }, scope.instrument.map { "of \(ledger[$0].symbol)" }, scope.from.map { "from \($0)" },
        ]
        return ([name] + parts.compactMap { $0 }).joined(separator: " ")
    }

    /// Sentences on what accounts have besides name and currency, without which rows may be refused in another book.
    private static func accountsLeftOut(_ ledger: Ledger) -> [String] {
        let told = ledger.accounts.filter { !$0.isErased }.compactMap { account -> String? in
            let plain = Account(name: account.name, currency: account.currency)
            let fields: [(String, Bool)] = [
                ("type", account.kind != plain.kind), ("portfolio", account.portfolio != plain.portfolio), ("owner", account.owner != plain.owner),
                ("group", account.group != plain.group), ("opened", account.opened != plain.opened), ("closed", account.closed != plain.closed),
                ("allow_short", account.allowShort != plain.allowShort), ("tracking", account.tracking != plain.tracking), ("rate", account.rate != plain.rate),
                ("matures", account.matures != plain.matures), ("settlement", account.settlement != plain.settlement),
            ]
            let names = fields.filter(\.1).map(\.0)
            return names.isEmpty ? nil : "\"\(account.name)\" (\(names.joined(separator: ", ")))"
        }
        if told.isEmpty { return [] }
        return ["what is told of the account\(told.count == 1 ? "" : "s") \(told.joined(separator: ", ")), which export(path, \"accounts\") keeps: import that first"]
    }
}

extension ColumnMap {
    /// Whether a header is one that luca writes itself, so that all its columns mean what luca means by them.
    var isOwnExport: Bool {
        let fields = headings.compactMap(ImportField.init)
        return fields.count == headings.count && TransactionsWriter.always.isSubset(of: fields) && fields == TransactionsWriter.order.filter(fields.contains)
    }
}

/// Writes activities as rows of a transactions CSV.
private struct TransactionsWriter {
    private let ledger: Ledger
    private let rows: [Int]
    private let columns: [ImportField]
    private let status: ActivityStatus?
    fileprivate static let always: Set<ImportField> = [.date, .type, .account, .symbol, .quantity, .price, .fee, .amount, .currency, .notes]
    fileprivate static let order: [ImportField] = [
        .date, .time, .type, .subtype, .status, .account, .portfolio, .symbol, .name, .kind, .multiplier, .quantity, .price, .fee, .tax,
        .gross, .amount, .currency, .fxRate, .settle, .ratio, .into, .share, .opened, .group, .lots, .id, .notes,
    ]

    /// Writes all activities that are not void, or those of them in some rows.
    ///
    /// - Parameter status: what all of them get; nil for their own.
    init(_ ledger: Ledger, rows chosen: Set<Int>? = nil, status: ActivityStatus? = nil) {
        (self.ledger, self.status) = (ledger, status)
        let rows = ledger.activities.rowsInOrder().map(Int.init).filter { !ledger.activities.isVoid(at: $0) && chosen?.contains($0) != false }
        self.rows = rows
        var used = Self.always
        for row in rows {
            let figures = ActivityCells(Self.activity(row, ledger, status), ledger)
            for field in Self.order where field != .id && !used.contains(field) && !figures.text(field).isEmpty { used.insert(field) }
        }
        if used.contains(.lots) { used.insert(.id) }
        columns = Self.order.filter(used.contains)
    }

    private static func activity(_ row: Int, _ ledger: Ledger, _ status: ActivityStatus?) -> Activity {
        var activity = ledger.activities.activity(at: row)
        if let status { activity.status = status }
        return activity
    }

    /// The whole file.
    func text() -> String {
        var writer = CSVWriter()
        writer.line(columns.map(\.rawValue))
        for row in rows {
            let figures = ActivityCells(Self.activity(row, ledger, status), ledger)
            for field in columns { writer.field(field == .id ? ledger.activities.id(at: row).rawValue.description : figures.text(field)) }
            writer.endLine()
        }
        return writer.text
    }
}

/// The cells of an activity in a transactions CSV.
struct ActivityCells {
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
        case .commission, .reference, .order, .open, .high, .low, .close, .adjusted, .volume, .splits, .source, .id, .owner, .closed, .allowShort, .tracking, .rate,
            .matures, .settlement, .value, .underlying, .right, .strike, .expires, .instrument, .tags, .link, .consumed, .assetClass, .provider,
            .providerSymbol, .tier, .priority, .balance, .apy, .weight, .cap, .preferred, .left:
            ""
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
        switch figuresForm {
        case .asTold: true
        case .transfer: ofUnits
        case .trade, .payment, .fee, .tax: false
        }
    }
}
