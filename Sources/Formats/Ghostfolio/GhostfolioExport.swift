import JSON
public import Ledger
public import Values

extension Formats {
    /// The book as Ghostfolio imports it, and sentences on what it has no place for.
    ///
    /// Cash goes as the balances of each day on which it changed. Units before a split go as the units that they became, since Ghostfolio knows no splits and its prices
    /// are adjusted for them. Prices go with what nobody quotes; it fetches the others.
    public static func ghostfolioJSON(_ ledger: Ledger, quotes: some Collection<Quote> = [Quote](), on day: Day) throws -> (text: String, leftOut: [String]) {
        var export = GhostfolioExport(ledger)
        try export.addAll()
        try export.addPrices(quotes)
        return (export.text(on: day), export.sentences)
    }
}

/// The part of a book that Ghostfolio can hold.
private struct GhostfolioExport {
    private let ledger: Ledger
    private var effects: CashEffects
    private var activities: [String] = []
    /// The members of what is told of the user's own assets, by their numbers.
    private var profiles: [String: [(String, String)]] = [:]
    /// The numbers of the assets that nobody quotes, and their prices.
    private var numbers: [InstrumentID: String] = [:], prices: [String: [(day: Day, price: FixedDecimal)]] = [:]
    private var balances: [AccountID: [(day: Day, value: FixedDecimal)]] = [:]
    private var splits: [InstrumentID: [(row: Int, day: Day, account: AccountID, ratio: Ratio)]] = [:]
    private var leftOut: [String: Int] = [:]
    private var payments = 0, rounded = 0, taxed = 0, settled = 0, contracts = 0, waiting = 0, fractions = 0, lots = 0, refunds = 0, subjects = 0, fetched = 0, foreignPrices = 0
    private var foreign = Set<String>(), unusual = Set<String>()

    init(_ ledger: Ledger) { (self.ledger, effects) = (ledger, CashEffects(ledger)) }

    mutating func addAll() throws {
        let table = ledger.activities, rows = table.rowsInOrder().map(Int.init).filter(table.counts)
        for (place, row) in rows.enumerated() where table.kind(at: row) == .split {
            if let instrument = table.instrument(at: row), let ratio = table.detail(at: row)?.ratio {
                splits[instrument, default: []].append((place, table.date(at: row), table.account(at: row), ratio))
            }
        }
        for (place, row) in rows.enumerated() {
            let activity = table.activity(at: row)
            if activity.account != .every { try count(row, activity) }
            if activity.detail?.lots.isEmpty == false { lots += 1 }
            if activity.kind == .split {
                if activity.amount != nil { fractions += 1 }
                continue
            }
            try add(place, row, activity)
        }
        waiting = (0..<table.count).count { !table.isVoid(at: $0) } - rows.count
    }

    /// Adds to the balance of an account what an activity does to its cash.
    private mutating func count(_ row: Int, _ activity: Activity) throws {
        let effect = try effects.effect(at: row), currency = ledger.activities.cashCurrency(at: row)
        if currency != activity.currency, !effect.isZero { settled += 1 }
        guard !effect.isZero else { return }
        guard currency == ledger[activity.account].currency else {
            foreign.insert("\(currency) in \"\(ledger[activity.account].name)\"")
            return
        }
        let last = balances[activity.account]?.last, value = try (last?.value ?? .zero) + effect
        if last?.day == activity.date { balances[activity.account]?.removeLast() }
        balances[activity.account, default: []].append((activity.date, value))
    }

    private mutating func leave(_ activity: Activity) { leftOut[activity.subtype?.rawValue ?? activity.kind.rawValue, default: 0] += 1 }

    private mutating func add(_ place: Int, _ row: Int, _ activity: Activity) throws {
        let gross = try gross(row, activity), charges = try activity.fee + activity.tax, id = activity.detail?.sourceID ?? ""
        if !activity.tax.isZero, activity.kind != .tax { taxed += 1 }
        switch (activity.kind, activity.subtype) {
        case (.deposit, _), (.withdrawal, _), (.credit, _), (.adjustment, .exchange),
            (.adjustment, nil) where activity.instrument == nil:
            payments += 1
        case (.transferIn, _), (.transferOut, _): if activity.instrument == nil { payments += 1 } else { leave(activity) }
        case (.buy, _), (.sell, _):
            guard let instrument = activity.instrument, let quantity = activity.quantity, !charges.isNegative else { return leave(activity) }
            try trade(activity.kind == .buy ? "BUY" : "SELL", place, activity, instrument, quantity, gross, charges, id)
        case (.dividend, nil), (.dividend, .returnOfCapital):
            guard let instrument = activity.instrument, !gross.isNegative, !charges.isNegative else { return leave(activity) }
            if activity.subtype != nil { leftOut["the effect on cost of \(ActivitySubtype.returnOfCapital.rawValue)", default: 0] += 1 }
            write("DIVIDEND", activity, .one, gross, charges, asset(instrument), id)
        case (.dividend, .drip), (.dividend, .dividendInKind), (.interest, .stakingReward):
            guard let instrument = activity.instrument, let quantity = activity.quantity else { return leave(activity) }
            if activity.kind == .dividend {
                write("DIVIDEND", activity, .one, gross, charges, asset(instrument), id)
            } else {
                write("INTEREST", activity, .one, gross, charges, made(.staking, activity), id)
            }
            let product = try activity.price.map { try quantity * $0 * ledger[instrument].multiplier } ?? gross
            try trade("BUY", place, activity, activity.detail?.into ?? instrument, quantity, product, .zero, "")
        case (.interest, _):
            if gross.isNegative {
                write("FEE", activity, .zero, .zero, try charges - gross, made(.interestPaid, activity), id)
            } else {
                write("INTEREST", activity, .one, gross, charges, made(.interest, activity), id)
            }
        case (.fee, _), (.tax, _):
            if gross.isNegative {
                refunds += 1
                return
            }
            write("FEE", activity, .zero, .zero, gross, made(activity.kind == .fee ? .fee : .tax, activity), id)
        default: leave(activity)
        }
    }

    private mutating func trade(
        _ type: String, _ place: Int, _ activity: Activity, _ instrument: InstrumentID, _ quantity: FixedDecimal, _ gross: FixedDecimal, _ charges: FixedDecimal, _ id: String
    ) throws {
        let multiplier = ledger[instrument].multiplier
        var units = try quantity * multiplier
        if multiplier != .one { contracts += 1 }
        for split in splits[instrument] ?? [] where split.row > place && (split.account == .every || split.account == activity.account) {
            units = try units * split.ratio.new / split.ratio.old
        }
        guard units > .zero else { return leave(activity) }
        let own = units == quantity ? activity.price : nil, price = try own ?? gross / units
        if try units * price != gross { rounded += 1 }
        write(type, activity, units, price, charges, asset(instrument), id)
    }

    // MARK: text

    private mutating func write(
        _ type: String, _ activity: Activity, _ quantity: FixedDecimal, _ price: FixedDecimal, _ fee: FixedDecimal, _ asset: (source: String, symbol: String), _ id: String
    ) {
        var members = [
            ("accountId", activity.account == .every ? "null" : Self.quoted(Self.id(ledger[activity.account]))),
            ("comment", activity.notes.isEmpty ? "null" : Self.quoted(activity.notes)),
            ("fee", fee.description), ("quantity", quantity.description), ("type", Self.quoted(type)), ("unitPrice", price.description),
            ("currency", Self.quoted(activity.currency.code)),
            ("dataSource", Self.quoted(asset.source)), ("date", Self.quoted("\(activity.date)T00:00:00.000Z")), ("symbol", Self.quoted(asset.symbol)), ("tags", "[]"),
        ]
        if !id.isEmpty { members.insert(("id", Self.quoted(id)), at: 3) }
        activities.append(Self.object(members))
    }

    /// What is traded has prices at Yahoo by its symbol, or as a coin at CoinGecko; what nobody quotes is an asset of the user's own, under a number.
    private mutating func asset(_ id: InstrumentID) -> (source: String, symbol: String) {
        let instrument = ledger[id], symbol = instrument.symbol
        // Exchanges write symbols in capitals, and CoinGecko in small letters.
        let isCoin = instrument.kind == .crypto && !symbol.contains(where: \.isUppercase), isCapital = !symbol.contains(where: \.isLowercase)
        let isOwn = [.other, .insurance, .structured, .deposit, .option].contains(instrument.kind) || !symbol.utf8.allSatisfy(Self.isOfSymbols) || !isCoin && !isCapital
        if !isOwn { return (isCoin && !isCapital ? "COINGECKO" : "YAHOO", symbol) }
        if [.insurance, .structured, .deposit, .option, .other].contains(instrument.kind) { unusual.insert(instrument.kind.rawValue) }
        let number = StableID.uuid("ghostfolio", symbol, instrument.currency.code).lowercased()
        numbers[id] = number
        return profile(number, named: symbol, GhostfolioAsset.classes(instrument.kind), instrument.currency)
    }

    /// Whether a byte is one of the symbols of exchanges, such as `BRK-B`, `SAP.DE`, `^GSPC` and `EURUSD=X`.
    private static func isOfSymbols(_ byte: UInt8) -> Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || ".-^=_".utf8.contains(byte)
    }

    private mutating func made(_ subject: GhostfolioSubject, _ activity: Activity) -> (source: String, symbol: String) {
        // Of a reward for staking the units have the symbol.
        if activity.instrument != nil, subject != .staking { subjects += 1 }
        return profile(subject.number(activity.currency.code), named: subject.rawValue, (nil, nil), activity.currency)
    }

    private mutating func profile(_ number: String, named name: String, _ classes: GhostfolioAsset.Classes, _ currency: Currency) -> (source: String, symbol: String) {
        profiles[number] = [
            ("assetClass", classes.main.map(Self.quoted) ?? "null"), ("assetSubClass", classes.sub.map(Self.quoted) ?? "null"), ("comment", "null"), ("countries", "[]"),
            ("currency", Self.quoted(currency.code)), ("dataSource", Self.quoted("MANUAL")),
            ("holdings", "[]"), ("isActive", "true"), ("marketData", "[]"), ("name", Self.quoted(name)), ("sectors", "[]"), ("symbol", Self.quoted(number)), ("url", "null"),
        ]
        return ("MANUAL", number)
    }

    /// Adds the prices of what nobody quotes, each as one of the units of today.
    mutating func addPrices(_ quotes: some Collection<Quote>) throws {
        for quote in quotes {
            guard let number = numbers[quote.instrument] else {
                fetched += 1
                continue
            }
            guard quote.currency == ledger[quote.instrument].currency else {
                foreignPrices += 1
                continue
            }
            var price = quote.close, counted: [(day: Day, ratio: Ratio)] = []
            // One that several accounts record is one.
            for split in splits[quote.instrument] ?? [] where split.day > quote.date && !counted.contains(where: { $0.day == split.day && $0.ratio == split.ratio }) {
                counted.append((split.day, split.ratio))
                price = try price * split.ratio.old / split.ratio.new
            }
            prices[number, default: []].append((quote.date, price))
        }
    }

    /// What is told of the user's own assets, with their prices in the order of their days.
    private var profileList: String {
        let list = profiles.sorted { $0.key < $1.key }.map { number, members in
            let prices = (prices[number] ?? []).sorted { $0.day < $1.day }.map {
                Self.object([("date", Self.quoted("\($0.day)T00:00:00.000Z")), ("marketPrice", $0.price.description)])
            }
            return Self.object(members.map { $0.0 == "marketData" ? ($0.0, Self.list(prices)) : $0 })
        }
        return Self.list(list)
    }

    /// The groups of accounts, which Ghostfolio calls platforms.
    private var platformList: String {
        let groups = Set(ledger.accounts.filter { !$0.isErased && !$0.group.isEmpty }.map(\.group)).sorted()
        return Self.list(groups.map { Self.object([("id", Self.quoted(Self.id(platform: $0))), ("name", Self.quoted($0)), ("url", Self.quoted(""))]) })
    }

    func text(on day: Day) -> String {
        let accounts = ledger.accounts.enumerated().filter { !$0.element.isErased }.map { place, account in
            let told = balances[AccountID(Int32(place + 1))] ?? []
            // What comes and goes on one day changes nothing.
            let changes = told.indices.filter { told[$0].value != ($0 == 0 ? .zero : told[$0 - 1].value) }.map { told[$0] }
            let list = changes.map { Self.object([("date", Self.quoted("\($0.day)T00:00:00.000Z")), ("value", $0.value.description)]) }
            return Self.object([
                ("balance", (told.last?.value ?? .zero).description), ("balances", Self.list(list)), ("comment", "null"), ("currency", Self.quoted(account.currency.code)),
                ("id", Self.quoted(Self.id(account))), ("isExcluded", "false"), ("name", Self.quoted(account.name)),
                ("platformId", account.group.isEmpty ? "null" : Self.quoted(Self.id(platform: account.group))),
            ])
        }
        let base = ledger.policy.baseCurrency ?? ledger.accounts.first?.currency ?? .usd
        return Self.object([
            ("meta", Self.object([("date", Self.quoted("\(day)T00:00:00.000Z")), ("version", Self.quoted("luca"))])), ("accounts", Self.list(accounts)),
            ("assetProfiles", profileList), ("platforms", platformList), ("tags", "[]"),
            ("activities", "[" + activities.joined(separator: ",\n") + "]"),
            ("user", Self.object([("settings", Self.object([("currency", Self.quoted(base.code))]))])),
        ]) + "\n"
    }

    /// Money before charges; zero where nothing tells it, as of units that come in at a cost that nobody knows.
    private mutating func gross(_ row: Int, _ activity: Activity) throws -> FixedDecimal {
        activity.amount == nil && (activity.quantity == nil || activity.price == nil) ? .zero : try effects.gross(at: row)
    }

    /// What Ghostfolio has no place for.
    var sentences: [String] {
        var sentences = leftOut.sorted { $0.key < $1.key }.map { "\($0.value) of type \($0.key) left out: Ghostfolio has no such type, or not with these figures" }
        func tell(_ count: Int, _ one: String, _ many: String) { if count > 0 { sentences.append(count == 1 ? "1 \(one)" : "\(count) \(many)") } }
        tell(payments, "payment in or out goes as a balance of cash, as Ghostfolio has no others", "payments in and out go as balances of cash, as Ghostfolio has no others")
        tell(lots, "sale names its lots, which Ghostfolio does not know", "sales name their lots, which Ghostfolio does not know")
        tell(taxed, "tax goes as a part of the fee", "taxes go as a part of the fee")
        tell(
            refunds, "charge that was paid back goes as a balance of cash, as Ghostfolio has no fee below zero",
            "charges that were paid back go as balances of cash, as Ghostfolio has no fees below zero")
        tell(subjects, "charge or interest goes without the symbol that it is of", "charges and interest go without the symbols that they are of")
        tell(splits.values.reduce(0) { $0 + $1.count }, "split goes as units that are adjusted for it", "splits go as units that are adjusted for them")
        tell(fractions, "fraction that a split paid out in money stays as units there", "fractions that splits paid out in money stay as units there")
        tell(waiting, "activity that does not count yet (pending, draft) is left out", "activities that do not count yet (pending, draft) are left out")
        tell(rounded, "price is rounded to 18 digits", "prices are rounded to 18 digits")
        tell(settled, "activity settles in another currency, whose rate is left out", "activities settle in another currency, whose rates are left out")
        tell(contracts, "trade of contracts goes in units of what they are on", "trades of contracts go in units of what they are on")
        if !foreign.isEmpty { sentences.append("cash in other currencies than the account's is left out: \(foreign.sorted().joined(separator: ", "))") }
        if !unusual.isEmpty { sentences.append("instruments of kind \(unusual.sorted().joined(separator: ", ")) go as alternative investments") }
        tell(fetched, "price left out, as it is fetched there", "prices left out, as they are fetched there")
        tell(foreignPrices, "price in another currency than its asset's left out", "prices in other currencies than their assets' left out")
        tell(ledger.values.standing().count, "value of an account left out", "values of accounts left out")
        tell(ledger.tags.things.count, "tagged thing goes without its tags", "tagged things go without their tags")
        return sentences
    }

    private static func id(_ account: Account) -> String { StableID.uuid("account", account.name).lowercased() }
    private static func id(platform group: String) -> String { StableID.uuid("platform", group).lowercased() }
    private static func quoted(_ text: String) -> String { JSONValue.quoted(text) }
    private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
    private static func object(_ members: [(String, String)]) -> String { "{" + members.map { quoted($0.0) + ":" + $0.1 }.joined(separator: ",") + "}" }
}
