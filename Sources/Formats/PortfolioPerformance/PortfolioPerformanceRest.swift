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

    /// What is left out, and how many of each.
    static func counts(_ file: PortfolioPerformanceFile) -> [(Noun, Int)] {
        let tree = file.tree
        var counts = lists.map { ($0.noun, tree.list(0, $0.key).count) }
        counts.append(
            (
                Noun(one: "event of a security (splits are in its transactions already)", many: "events of securities (splits are in their transactions already)"),
                file.securities.reduce(0) { $0 + tree.list($1, "events").count }
            ))
        counts.append(
            (
                Noun(one: "set of attributes", many: "sets of attributes"),
                (file.securities + file.accounts + file.portfolios).count { place in
                    tree.child(place, "attributes").flatMap { tree.child($0, "map") }.map { tree.elements.firstChild($0) != nil } ?? false
                }
            ))
        counts.append(
            (
                Noun(one: "ISIN or WKN beside a symbol", many: "ISINs and WKNs beside a symbol"),
                file.securities.count { place in
                    !tree.text(place, "tickerSymbol").isEmpty && !(tree.text(place, "isin") + tree.text(place, "wkn")).isEmpty
                }
            ))
        counts.append(
            (
                Noun(one: "mark of a retired account, portfolio or security", many: "marks of retired accounts, portfolios or securities"),
                (file.securities + file.accounts + file.portfolios).count { tree.text($0, "isRetired") == "true" }
            ))
        counts.append((Noun(one: "source of a transaction", many: "sources of transactions"), file.transactions.count { !tree.text($0.place, "source").isEmpty }))
        let known = read.union(lists.map(\.key))
        for place in tree.children(of: 0) where !known.contains(tree.elements.name(place)) && (tree.elements.firstChild(place) != nil || !tree.elements.text(place).isEmpty) {
            let name = MessageText.cut(tree.elements.name(place))
            counts.append((Noun(one: "part <\(name)> of the file", many: "parts <\(name)> of the file"), 1))
        }
        return counts.filter { $0.1 > 0 }
    }
}
