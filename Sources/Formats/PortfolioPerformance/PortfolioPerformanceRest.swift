import Values
import XML

/// The classes of assets that a taxonomy tells.
struct PortfolioPerformanceClasses {
    /// The classes, by the places of securities.
    private(set) var names: [Int: String] = [:]
    /// What luca has no place for.
    private(set) var sentences: [String] = []
    /// Securities that are partly of several classes.
    private var divided = Set<Int>()
    private var seen = Set<Int>()

    /// The whole of a security, in hundredths of a percent.
    private static let whole = "10000"
    private static let words = ["asset class", "assetclass", "assetklasse", "asset-klasse", "anlageklasse", "vermögensklasse"]

    init(_ file: PortfolioPerformanceFile) {
        var others: [String] = [], isFound = false
        for taxonomy in file.tree.list(0, "taxonomies") {
            let name = file.tree.text(taxonomy, "name"), key = name.lowercased()
            if !isFound, Self.words.contains(where: key.contains) || file.tree.text(taxonomy, "id") == "assetclasses", let root = file.tree.child(taxonomy, "root") {
                isFound = true
                read(root, file.tree)
            } else {
                others.append("\"\(MessageText.cut(name))\"")
            }
        }
        if !others.isEmpty {
            sentences.append(
                "\(others.count == 1 ? "1 taxonomy" : "\(others.count) taxonomies") left out, of which luca has one, the class of an asset: \(others.joined(separator: ", "))")
        }
        if !divided.isEmpty {
            sentences.append("\(divided.count == 1 ? "1 security is" : "\(divided.count) securities are") of several classes of assets by parts, and of none here")
        }
    }

    private mutating func read(_ root: Int, _ tree: XStreamTree) {
        // By a list and not by itself: references can nest as deep as the file is long.
        var waiting = [root]
        while let classification = waiting.popLast() {
            // A class that is in itself would never end.
            guard seen.insert(classification).inserted else { continue }
            let name = tree.text(classification, "name")
            for assignment in tree.list(classification, "assignments") {
                guard let security = tree.child(assignment, "investmentVehicle") else { continue }
                if tree.text(assignment, "weight") == Self.whole, MessageText.isName(name) {
                    names[security] = names[security] ?? name
                } else if tree.elements.name(security) == "security" {
                    divided.insert(security)
                }
            }
            waiting += tree.list(classification, "children").reversed()
        }
    }
}

/// What a file holds that luca has no place for.
enum PortfolioPerformanceRest {
    struct Noun {
        let one: String, many: String
    }

    private static let lists: [(key: String, noun: Noun)] = [
        ("watchlists", Noun(one: "watch list", many: "watch lists")), ("plans", Noun(one: "savings plan", many: "savings plans")),
        ("dashboards", Noun(one: "dashboard", many: "dashboards")), ("properties", Noun(one: "setting of views", many: "settings of views")),
        ("settings", Noun(one: "group of settings", many: "groups of settings")), ("filters", Noun(one: "filter", many: "filters")),
    ]
    private static let read: Set<String> = ["version", "baseCurrency", "securities", "accounts", "portfolios", "taxonomies"]

    /// Something that is left out: how many there are, and of what.
    private struct Count {
        let noun: Noun
        let number: Int
        var names: [String] = []
    }

    /// What is left out, and how many of each.
    static func sentences(_ file: PortfolioPerformanceFile, _ names: PortfolioPerformanceNames) -> [String] {
        (counts(file, names) + unknownParts(file)).filter { $0.number > 0 }.map { count in
            let shown = MessageText.list(count.names.map { "\"\(MessageText.cut($0))\"" })
            let what = count.number == 1 ? "1 \(count.noun.one)" : "\(count.number) \(count.noun.many)"
            return "\(what) left out, for which luca has no place\(shown.isEmpty ? "" : ": \(shown)")"
        }
    }

    private static func counts(_ file: PortfolioPerformanceFile, _ names: PortfolioPerformanceNames) -> [Count] {
        let tree = file.tree, all = file.securities + file.accounts + file.portfolios
        func name(_ place: Int) -> String { names.symbols[place] ?? tree.text(place, "name") }
        func has(_ field: String) -> ([Int]) -> [Int] { { places in places.filter { !tree.text($0, field).isEmpty } } }
        let noted = has("note")(all), identified = file.securities.filter { isIdentified($0, names.symbols[$0] ?? "", tree) }
        return lists.map { Count(noun: $0.noun, number: tree.list(0, $0.key).count) } + [
            Count(
                noun: Noun(one: "event of a security (splits are in its transactions already)", many: "events of securities (splits are in their transactions already)"),
                number: file.securities.reduce(0) { $0 + tree.list($1, "events").count }),
            Count(
                noun: Noun(one: "set of attributes", many: "sets of attributes"),
                number: all.count { place in tree.child(place, "attributes").flatMap { tree.child($0, "map") }.map { tree.elements.firstChild($0) != nil } ?? false }),
            Count(
                noun: Noun(one: "security's ISIN, WKN or ticker beside its symbol", many: "securities' ISINs, WKNs or tickers beside their symbols"),
                number: identified.count, names: identified.map(name)),
            Count(
                noun: Noun(one: "note of an account, a portfolio or a security", many: "notes of accounts, portfolios and securities"), number: noted.count,
                names: noted.map(name)),
            Count(
                noun: Noun(one: "mark of a retired account, portfolio or security", many: "marks of retired accounts, portfolios or securities"),
                number: all.count { tree.text($0, "isRetired") == "true" }),
            Count(noun: Noun(one: "ex-dividend day of a dividend", many: "ex-dividend days of dividends"), number: has("exDate")(file.transactions.map(\.place)).count),
            Count(noun: Noun(one: "source of a transaction", many: "sources of transactions"), number: has("source")(file.transactions.map(\.place)).count),
        ]
    }

    /// Whether a security has an identifier beside its symbol.
    private static func isIdentified(_ security: Int, _ symbol: String, _ tree: XStreamTree) -> Bool {
        ["tickerSymbol", "isin", "wkn"].contains { field in
            let told = tree.text(security, field)
            return !told.isEmpty && told != symbol
        }
    }

    /// The parts of the file that are none of those that are known.
    private static func unknownParts(_ file: PortfolioPerformanceFile) -> [Count] {
        let tree = file.tree, known = read.union(lists.map(\.key))
        let places = tree.children(of: 0).filter { place in
            // A ledger with entries is refused, so that this one has none.
            !known.contains(tree.elements.name(place)) && !file.isLedger(place) && (tree.elements.firstChild(place) != nil || !tree.elements.text(place).isEmpty)
        }
        return places.map { place in
            let name = MessageText.cut(tree.elements.name(place))
            return Count(noun: Noun(one: "part <\(name)> of the file", many: "parts <\(name)> of the file"), number: 1)
        }
    }
}
