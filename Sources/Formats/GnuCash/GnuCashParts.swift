import Values
import XML

/// Takes the parts of a book of GnuCash apart while it is read: an account, a transaction or a price at a time.
struct GnuCashParts {
    /// What the root holds by itself, and what books in it hold. The first versions of the form have accounts and transactions in the root.
    private var files = [GnuCashFile(), GnuCashFile()]
    private var hasBook = false
    /// The line of the last part of which the line is told, and whether two stood on one, so that elements go by their number.
    private var lastLine = -1, isByNumber = false
    /// Where the last element stands.
    private var last = Spot(line: 0, number: 0)
    /// Texts that come again and again, such as the ids of accounts, so that each is held once.
    private var shared: Set<String> = []

    /// Where an element begins, by line and by number, of which one is told in the end.
    private struct Spot {
        var line: Int, number: Int

        init(line: Int, number: Int) { (self.line, self.number) = (line, number) }
        init(_ packed: Int) { (line, number) = (packed >> 32, packed & 0xFFFF_FFFF) }

        /// Both as one number, which stands in the place of the line while the book is read.
        var packed: Int { line << 32 | number }
    }

    /// Words for what luca has no place for.
    private static let nouns = [
        "gnc:schedxaction": "scheduled transaction", "gnc:GncInvoice": "invoice", "gnc:GncCustomer": "customer", "gnc:GncVendor": "vendor", "gnc:GncEmployee": "employee",
        "gnc:GncJob": "job", "gnc:GncEntry": "invoice entry", "gnc:GncOrder": "order", "gnc:GncTaxTable": "tax table", "gnc:GncBillTerm": "billing term",
        "gnc:budget": "budget",
    ]

    private static let told: Set = ["gnc:account", "gnc:transaction", "price", "gnc:commodity", "trn:split"]
    /// What holds parts, and is none itself.
    private static let holders: Set = ["gnc:book", "gnc:pricedb", "gnc:template-transactions"]

    /// Whether an element that ends is kept until the one that it is in ends; a part is not.
    mutating func keeps(_ place: Int, of tree: XMLTree) -> Bool {
        guard let parent = tree.parent(place) else { return true }
        guard parent == 0 || Self.holders.contains(tree.name(parent)) && isHolder(parent, tree) else { return true }
        if isHolder(place, tree) {
            hasBook = hasBook || tree.name(place) == "gnc:book"
        } else {
            take(place, tree)
        }
        return false
    }

    /// Whether an element holds parts: a book in the root, and prices and templates in either.
    private func isHolder(_ place: Int, _ tree: XMLTree) -> Bool {
        guard let parent = tree.parent(place) else { return true }
        switch tree.name(place) {
        case "gnc:book": return parent == 0
        case "gnc:pricedb", "gnc:template-transactions": return parent == 0 || tree.name(parent) == "gnc:book" && tree.parent(parent) == 0
        default: return false
        }
    }

    private mutating func take(_ part: Int, _ tree: XMLTree) {
        for place in part..<tree.places.upperBound {
            let name = tree.name(place)
            guard Self.told.contains(name) || Self.nouns[name] != nil else { continue }
            isByNumber = isByNumber || tree.line(place) <= lastLine
            lastLine = tree.line(place)
        }
        let end = tree.places.upperBound - 1
        last = Spot(line: tree.line(end), number: tree.number(end))
        guard let parent = tree.parent(part) else { return }
        let holder = tree.name(parent), isInBook = parent != 0 && (holder == "gnc:book" || tree.parent(parent) != 0)
        add(part, parent == 0 ? "" : holder, tree, to: isInBook ? 1 : 0)
    }

    private mutating func add(_ part: Int, _ holder: String, _ tree: XMLTree, to file: Int) {
        switch (holder, tree.name(part)) {
        case ("gnc:template-transactions", _), (_, "gnc:count-data"), (_, "book:id"), (_, "book:slots"): break
        case ("gnc:pricedb", "price"): files[file].prices.append(price(tree, part))
        case ("gnc:pricedb", _): break
        case (_, "gnc:account"): files[file].accounts.append(account(tree, part))
        case (_, "gnc:commodity"):
            if let commodity = commodity(tree, part) { files[file].commodities.append((spot(tree, part), commodity, tree.text(part, "cmdty:name"))) }
        case (_, "gnc:transaction"): files[file].transactions.append(transaction(tree, part))
        case (_, let name): files[file].others.append((spot(tree, part), Self.nouns[name] ?? "element \(name)"))
        }
    }

    /// The book, once all is read.
    var file: GnuCashFile {
        var file = files[hasBook ? 1 : 0]
        let isByNumber = isByNumber
        func settle(_ line: inout Int) {
            let spot = Spot(line)
            line = isByNumber ? spot.number : spot.line
        }
        for place in file.accounts.indices { settle(&file.accounts[place].line) }
        for place in file.commodities.indices { settle(&file.commodities[place].line) }
        for place in file.prices.indices { settle(&file.prices[place].line) }
        for place in file.others.indices { settle(&file.others[place].line) }
        for place in file.transactions.indices {
            settle(&file.transactions[place].line)
            for split in file.transactions[place].splits.indices { settle(&file.transactions[place].splits[split].line) }
        }
        file.lineCount = isByNumber ? last.number : last.line
        return file
    }

    // MARK: parts

    private func spot(_ tree: XMLTree, _ place: Int) -> Int { Spot(line: tree.line(place), number: tree.number(place)).packed }

    /// A text that is held once, however often it comes.
    private mutating func share(_ text: String) -> String { shared.insert(text).memberAfterInsert }

    private mutating func commodity(_ tree: XMLTree, _ place: Int) -> GnuCashFile.Commodity? {
        let (space, mnemonic) = (tree.text(place, "cmdty:space"), tree.text(place, "cmdty:id"))
        return mnemonic.isEmpty ? nil : GnuCashFile.Commodity(space: share(space), mnemonic: share(mnemonic))
    }

    private mutating func commodity(_ tree: XMLTree, _ place: Int, _ name: String) -> GnuCashFile.Commodity? {
        guard let child = tree.child(place, name) else { return nil }
        return commodity(tree, child)
    }

    private mutating func account(_ tree: XMLTree, _ place: Int) -> GnuCashFile.Account {
        let described = ["act:code", "act:description"].contains { !tree.text(place, $0).isEmpty } || !tree.slot(place, "act:slots", "notes").isEmpty
        return GnuCashFile.Account(
            line: spot(tree, place), id: share(tree.text(place, "act:id")), name: tree.text(place, "act:name"), type: tree.text(place, "act:type"),
            commodity: commodity(tree, place, "act:commodity") ?? commodity(tree, place, "act:currency"), parent: share(tree.text(place, "act:parent")), isDescribed: described)
    }

    private mutating func transaction(_ tree: XMLTree, _ place: Int) -> GnuCashFile.Transaction {
        var splits: [GnuCashFile.Split] = []
        for split in tree.child(place, "trn:splits").map(tree.children) ?? [] where tree.name(split) == "trn:split" {
            splits.append(
                GnuCashFile.Split(
                    line: spot(tree, split), account: share(tree.text(split, "split:account")), value: tree.text(split, "split:value"),
                    quantity: tree.text(split, "split:quantity"), memo: tree.text(split, "split:memo"), action: tree.text(split, "split:action"),
                    state: tree.text(split, "split:reconciled-state"), lot: tree.text(split, "split:lot")))
        }
        let isVoid = tree.hasSlot(place, "trn:slots", "void-reason") || !splits.isEmpty && splits.allSatisfy { $0.state == "v" }
        return GnuCashFile.Transaction(
            line: spot(tree, place), id: tree.text(place, "trn:id"), currency: commodity(tree, place, "trn:currency"), number: tree.text(place, "trn:num"),
            posted: share(tree.child(place, "trn:date-posted").map { tree.text($0, "ts:date") } ?? ""),
            entered: share(tree.child(place, "trn:date-entered").map { tree.text($0, "ts:date") } ?? ""), day: tree.slot(place, "trn:slots", "date-posted"),
            description: tree.text(place, "trn:description"), notes: tree.slot(place, "trn:slots", "notes"),
            hasDocument: tree.hasSlot(place, "trn:slots", "assoc_uri"), isVoid: isVoid, splits: splits)
    }

    private mutating func price(_ tree: XMLTree, _ place: Int) -> GnuCashFile.Price {
        GnuCashFile.Price(
            line: spot(tree, place), commodity: commodity(tree, place, "price:commodity"), currency: commodity(tree, place, "price:currency"),
            time: share(tree.child(place, "price:time").map { tree.text($0, "ts:date") } ?? ""), value: tree.text(place, "price:value"))
    }
}

extension XMLTree {
    /// The text of the first element of a name in another; empty where there is none.
    fileprivate func text(_ place: Int, _ name: String) -> String { child(place, name).map { text($0) } ?? "" }

    private func value(_ place: Int, _ list: String, _ key: String) -> Int? {
        guard let list = child(place, list) else { return nil }
        return children(of: list).first { text($0, "slot:key") == key }.flatMap { child($0, "slot:value") }
    }

    fileprivate func hasSlot(_ place: Int, _ list: String, _ key: String) -> Bool { value(place, list, key) != nil }

    /// What a slot says; a date stands in an element of its own.
    fileprivate func slot(_ place: Int, _ list: String, _ key: String) -> String {
        guard let value = value(place, list, key) else { return "" }
        return child(value, "gdate").map { text($0) } ?? text(value)
    }
}
