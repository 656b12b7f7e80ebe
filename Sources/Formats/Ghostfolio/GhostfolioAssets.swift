import JSON
import Ledger
import Values

/// The assets of a file, each with a symbol of its own: what is traded under one symbol at two sources of prices, or was made up under the symbol of another, is not the same.
struct GhostfolioAssets {
    private var assets: [String: GhostfolioAsset] = [:]
    /// The currencies of the trades of each.
    private var currencies: [String: Set<String>] = [:]

    init(_ profiles: [JSONValue], _ activities: [JSONValue], _ records: GhostfolioRecords, _ plan: inout PlanBuilder) {
        var keys: [String] = []
        for profile in profiles {
            guard let symbol = profile["symbol"]?.text else { continue }
            let name = profile["name"]?.text ?? "", key = Self.key(profile["dataSource"]?.text, symbol)
            let shown = GhostfolioAsset.isNumber(symbol) && !name.isEmpty && MessageText.isName(name) ? name : symbol
            if assets[key] == nil { keys.append(key) }
            assets[key] = GhostfolioAsset(
                symbol: shown, name: name == shown ? "" : name, currency: profile["currency"]?.text ?? "", kind: GhostfolioAsset.kind(profile),
                source: profile["dataSource"]?.text ?? "", id: symbol)
        }
        var known: [String: String] = [:], used = Set<String>()
        for row in activities {
            guard let type = row["type"]?.text.flatMap(GhostfolioType.init(rawValue:)), type.isTrade || type == .dividend, let symbol = row["symbol"]?.text, !symbol.isEmpty
            else { continue }
            let source = row["dataSource"]?.text, key = Self.key(source, symbol)
            if assets[key] == nil {
                keys.append(key)
                assets[key] = GhostfolioAsset(source, symbol)
            }
            used.insert(key)
            if known[key] == nil { known[key] = records.symbol(of: row) }
            if type.isTrade, let code = row["currency"]?.text, !code.isEmpty { currencies[key, default: []].insert(code) }
        }
        name(keys.filter(used.contains), known, &plan)
    }

    /// Gives those that rows are of their symbols, and tells which have another than in the file.
    private mutating func name(_ keys: [String], _ known: [String: String], _ plan: inout PlanBuilder) {
        let things = keys.compactMap { key in
            assets[key].map { GhostfolioNames.Thing(wanted: $0.symbol, known: known[key], isPublic: $0.source != "MANUAL" && $0.symbol == $0.id) }
        }
        let names = GhostfolioNames(things)
        for (key, name) in zip(keys, names.names) {
            guard let asset = assets[key], asset.symbol != name else { continue }
            assets[key]?.symbol = name
            if asset.name.isEmpty { assets[key]?.name = asset.symbol }
        }
        for place in names.renamed {
            guard let asset = assets[keys[place]] else { continue }
            plan.notice(
                .changed, "Ghostfolio has several assets that are called \(MessageText.cut(things[place].wanted)), and \(Self.told(asset)) is \(MessageText.cut(asset.symbol)) here"
            )
        }
        for place in names.merged {
            guard let asset = assets[keys[place]] else { continue }
            plan.notice(
                .changed,
                "\(Self.told(asset)) is \(MessageText.cut(asset.symbol)) in the book, and so is another asset of Ghostfolio's; "
                    + "amend{id=…, symbol=…} gives the entries of one of them a symbol of its own")
        }
    }

    private static func told(_ asset: GhostfolioAsset) -> String { "\(MessageText.cut(asset.id))\(asset.source.isEmpty ? "" : " (\(MessageText.cut(asset.source)))")" }

    /// What an asset is known by within a file.
    static func key(_ source: String?, _ symbol: String) -> String { "\(source ?? "") \(symbol)" }

    /// What a row is about: as the file defines it, else its symbol alone.
    func asset(_ source: String?, _ symbol: String) -> GhostfolioAsset { assets[Self.key(source, symbol)] ?? GhostfolioAsset(source, symbol) }

    /// The currency that an asset has of the several in which it is traded, its profile's if that is one of them; nil where all its trades are in one.
    func currency(of asset: GhostfolioAsset) -> String? {
        let codes = Set((currencies[Self.key(asset.source, asset.id)] ?? []).map { MinorUnit.normalize($0)?.currency.code ?? $0.uppercased() })
        guard codes.count > 1 else { return nil }
        let own = MinorUnit.normalize(asset.currency)?.currency.code ?? asset.currency.uppercased()
        return codes.contains(own) ? own : codes.min()
    }
}

/// What an asset is that the user of Ghostfolio made up, or that the file says more of.
struct GhostfolioAsset {
    /// What it is called here.
    var symbol: String
    var name: String
    var currency: String
    var kind: Instrument.Kind?
    /// Where its prices come from.
    var source: String
    /// Its symbol in the file.
    var id: String

    init(symbol: String, name: String, currency: String, kind: Instrument.Kind?, source: String, id: String) {
        (self.symbol, self.name, self.currency, self.kind, self.source, self.id) = (symbol, name, currency, kind, source, id)
    }

    /// One of which the file says no more.
    init(_ source: String?, _ symbol: String) {
        self.init(symbol: symbol, name: "", currency: "", kind: source == "COINGECKO" ? .crypto : nil, source: source ?? "", id: symbol)
    }

    /// The kind by Ghostfolio's classes; nil where they tell none.
    static func kind(_ profile: JSONValue) -> Instrument.Kind? {
        switch (profile["assetClass"]?.text ?? "", profile["assetSubClass"]?.text ?? "") {
        case (_, "STOCK"): .stock
        case (_, "ETF"): .etf
        case (_, "MUTUALFUND"): .fund
        case (_, "BOND"): .bond
        case (_, "CRYPTOCURRENCY"): .crypto
        case (_, "PRECIOUS_METAL"): .metal
        case (_, "PRIVATE_EQUITY"), (_, "COLLECTIBLE"), ("REAL_ESTATE", _), ("ALTERNATIVE_INVESTMENT", _): .other
        case ("FIXED_INCOME", _): .bond
        default: nil
        }
    }

    /// The class of an asset and what it is within that, in Ghostfolio's words.
    typealias Classes = (main: String?, sub: String?)

    /// Ghostfolio's classes of a kind; `kind` reads what it has a word for as that again.
    static func classes(_ kind: Instrument.Kind) -> Classes {
        switch kind {
        case .stock: ("EQUITY", "STOCK")
        case .etf: ("EQUITY", "ETF")
        case .fund: ("EQUITY", "MUTUALFUND")
        case .bond: ("FIXED_INCOME", "BOND")
        case .crypto: ("LIQUIDITY", "CRYPTOCURRENCY")
        case .metal: ("COMMODITY", "PRECIOUS_METAL")
        case .option, .deposit, .insurance, .structured, .other: ("ALTERNATIVE_INVESTMENT", nil)
        case .cash, .fx: ("LIQUIDITY", nil)
        }
    }

    /// Whether a symbol is a number that Ghostfolio gave, so that the name is what people know it by.
    static func isNumber(_ symbol: String) -> Bool {
        let parts = symbol.split(separator: "-", omittingEmptySubsequences: false)
        return symbol.utf8.count == 36 && parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }
}
