import Values
import XML

/// What a file of GnuCash holds, as it stands there.
struct GnuCashFile {
    /// A currency or a security: its namespace and its mnemonic there.
    struct Commodity: Hashable {
        var space: String
        var mnemonic: String

        /// Whether it is a currency. Files of before version 2.2 say `ISO4217`.
        var isCurrency: Bool { space == "CURRENCY" || space == "ISO4217" }
    }

    /// An account of the tree.
    struct Account {
        var line: Int
        var id: String
        var name: String
        var type: String
        var commodity: Commodity?
        var parent: String
        /// Whether it has a code, a description or notes.
        var isDescribed: Bool
    }

    /// A change of one account.
    struct Split {
        var line: Int
        var account: String
        /// In the currency of the transaction.
        var value: String
        /// In the commodity of the account.
        var quantity: String
        var memo: String
        var action: String
        /// `n`, `c`, `y`, `f` or `v`.
        var state: String
        /// The id of the lot, if the split is in one.
        var lot: String
    }

    /// Splits that belong together.
    struct Transaction {
        var line: Int
        var id: String
        var currency: Commodity?
        var number: String
        /// The moment at which it is posted.
        var posted: String
        /// The day of it, where the file tells it apart.
        var day: String
        var description: String
        var notes: String
        var hasDocument: Bool
        var isVoid: Bool
        var splits: [Split]
    }

    /// What a commodity was worth.
    struct Price {
        var line: Int
        var commodity: Commodity?
        var currency: Commodity?
        var time: String
        var value: String
    }

    var accounts: [Account] = []
    var commodities: [(line: Int, commodity: Commodity, name: String)] = []
    var transactions: [Transaction] = []
    var prices: [Price] = []
    /// Everything else, by the word for one of it.
    var others: [(line: Int, noun: String)] = []
    var lineCount = 0

    /// Words for what luca has no place for.
    private static let nouns = [
        "gnc:schedxaction": "scheduled transaction", "gnc:GncInvoice": "invoice", "gnc:GncCustomer": "customer", "gnc:GncVendor": "vendor", "gnc:GncEmployee": "employee",
        "gnc:GncJob": "job", "gnc:GncEntry": "invoice entry", "gnc:GncOrder": "order", "gnc:GncTaxTable": "tax table", "gnc:GncBillTerm": "billing term",
        "gnc:budget": "budget",
    ]

    /// Takes the elements of a document apart. Templates of scheduled transactions are none of the book's own accounts and transactions.
    init(_ document: XMLDocument) {
        let tree = Tree(document)
        // The first versions of the form have accounts and transactions in the root.
        let books = tree.children[0].filter { tree.name($0) == "gnc:book" }
        for place in books.isEmpty ? [0] : books {
            for part in tree.children[place] {
                let line = tree.line(part)
                switch tree.name(part) {
                case "gnc:account": accounts.append(Self.account(tree, part))
                case "gnc:commodity":
                    if let commodity = Self.commodity(tree, part) { commodities.append((line, commodity, tree.text(part, "cmdty:name"))) }
                case "gnc:transaction": transactions.append(Self.transaction(tree, part))
                case "gnc:pricedb": prices += tree.children[part].filter { tree.name($0) == "price" }.map { Self.price(tree, $0) }
                case "gnc:template-transactions", "gnc:count-data", "book:id", "book:slots": break
                case let name: others.append((line, Self.nouns[name] ?? "element \(name)"))
                }
            }
        }
        lineCount = tree.isByNumber ? document.elements.count : document.elements.last?.line ?? 0
    }

    private static func commodity(_ tree: Tree, _ place: Int) -> Commodity? {
        let (space, mnemonic) = (tree.text(place, "cmdty:space"), tree.text(place, "cmdty:id"))
        return mnemonic.isEmpty ? nil : Commodity(space: space, mnemonic: mnemonic)
    }

    private static func commodity(_ tree: Tree, _ place: Int, _ name: String) -> Commodity? { tree.child(place, name).flatMap { commodity(tree, $0) } }

    private static func account(_ tree: Tree, _ place: Int) -> Account {
        let described = ["act:code", "act:description"].contains { !tree.text(place, $0).isEmpty } || !tree.slot(place, "act:slots", "notes").isEmpty
        return Account(
            line: tree.line(place), id: tree.text(place, "act:id"), name: tree.text(place, "act:name"), type: tree.text(place, "act:type"),
            commodity: commodity(tree, place, "act:commodity") ?? commodity(tree, place, "act:currency"), parent: tree.text(place, "act:parent"), isDescribed: described)
    }

    private static func transaction(_ tree: Tree, _ place: Int) -> Transaction {
        let splits = (tree.child(place, "trn:splits").map { tree.children[$0] } ?? []).filter { tree.name($0) == "trn:split" }.map { split in
            Split(
                line: tree.line(split), account: tree.text(split, "split:account"), value: tree.text(split, "split:value"),
                quantity: tree.text(split, "split:quantity"), memo: tree.text(split, "split:memo"), action: tree.text(split, "split:action"),
                state: tree.text(split, "split:reconciled-state"), lot: tree.text(split, "split:lot"))
        }
        let isVoid = tree.hasSlot(place, "trn:slots", "void-reason") || !splits.isEmpty && splits.allSatisfy { $0.state == "v" }
        return Transaction(
            line: tree.line(place), id: tree.text(place, "trn:id"), currency: commodity(tree, place, "trn:currency"), number: tree.text(place, "trn:num"),
            posted: tree.child(place, "trn:date-posted").map { tree.text($0, "ts:date") } ?? "", day: tree.slot(place, "trn:slots", "date-posted"),
            description: tree.text(place, "trn:description"), notes: tree.slot(place, "trn:slots", "notes"),
            hasDocument: tree.hasSlot(place, "trn:slots", "assoc_uri"), isVoid: isVoid, splits: splits)
    }

    private static func price(_ tree: Tree, _ place: Int) -> Price {
        Price(
            line: tree.line(place), commodity: commodity(tree, place, "price:commodity"), currency: commodity(tree, place, "price:currency"),
            time: tree.child(place, "price:time").map { tree.text($0, "ts:date") } ?? "", value: tree.text(place, "price:value"))
    }

    /// The elements of a document with those that are in them.
    private struct Tree {
        private let elements: [XMLElement]
        /// The elements in each element.
        private(set) var children: [[Int]]
        /// Whether several accounts, transactions or prices stand on a line, so that elements go by their number.
        let isByNumber: Bool

        init(_ document: XMLDocument) {
            elements = document.elements
            children = Array(repeating: [], count: elements.count)
            for place in elements.indices { if let parent = elements[place].parent { children[parent].append(place) } }
            let told: Set = ["gnc:account", "gnc:transaction", "price", "gnc:commodity", "trn:split"]
            let lines = elements.filter { told.contains($0.name) || nouns[$0.name] != nil }.map(\.line)
            isByNumber = !zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 }
        }

        func name(_ place: Int) -> String { elements[place].name }
        func line(_ place: Int) -> Int { isByNumber ? place + 1 : elements[place].line }
        func child(_ place: Int, _ name: String) -> Int? { children[place].first { elements[$0].name == name } }
        func text(_ place: Int, _ name: String) -> String { child(place, name).map { elements[$0].text } ?? "" }

        private func value(_ place: Int, _ list: String, _ key: String) -> Int? {
            guard let list = child(place, list) else { return nil }
            return children[list].first { text($0, "slot:key") == key }.flatMap { child($0, "slot:value") }
        }

        func hasSlot(_ place: Int, _ list: String, _ key: String) -> Bool { value(place, list, key) != nil }

        /// What a slot says; a date stands in an element of its own.
        func slot(_ place: Int, _ list: String, _ key: String) -> String {
            guard let value = value(place, list, key) else { return "" }
            return child(value, "gdate").map { elements[$0].text } ?? elements[value].text
        }
    }
}
