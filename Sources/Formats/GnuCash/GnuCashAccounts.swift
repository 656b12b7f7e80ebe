import Values

/// The accounts and commodities of a GnuCash book by the names under which a `DoubleEntryBook` knows them.
struct GnuCashAccounts {
    /// An account with its name in the book.
    struct Entry {
        var line: Int
        var name: String
        var type: String
        /// Its currency or security as the book names it.
        var commodity: String
        var isCurrency: Bool
        var kind: DoubleEntryBook.AccountClass
        /// Whether GnuCash made it for what does not balance, or for splits without an account.
        var isPatch: Bool
        /// What luca calls it as long as it is the only one of its security beside the others; nil where it is, or holds money.
        var alone: String?

        /// Whether it may hold what luca keeps.
        var isHeld: Bool { kind == .assets }
    }

    /// The accounts by id.
    private(set) var entries: [String: Entry] = [:]
    /// What is wrong with some of them.
    private(set) var issues: [(line: Int, issue: ImportIssue)] = []
    /// Securities that could not keep their mnemonic, with what they are called.
    private(set) var renamed: [String: String] = [:]
    private var symbols: [GnuCashFile.Commodity: String] = [:]

    /// What GnuCash calls accounts that it makes itself, in its languages.
    private static let patches: Set<String> = [
        "imbalance", "orphan", "ausgleichskonto", "ausbuchungskonto", "déséquilibre", "orphelin", "sbilancio", "orfano", "descuadre", "huérfana", "huérfano", "desequilíbrio",
    ]

    static let classes: [String: DoubleEntryBook.AccountClass] = [
        "BANK": .assets, "CASH": .assets, "ASSET": .assets, "STOCK": .assets, "MUTUAL": .assets, "CHECKING": .assets, "SAVINGS": .assets, "MONEYMRKT": .assets,
        "EQUITY": .equity, "INCOME": .income, "EXPENSE": .expenses, "TRADING": .equity, "LIABILITY": .liabilities, "CREDIT": .liabilities, "CREDITLINE": .liabilities,
        "RECEIVABLE": .liabilities, "PAYABLE": .liabilities, "ROOT": .equity,
    ]

    init(_ file: GnuCashFile, _ currencies: CurrencyTable) {
        nameCommodities(file, currencies)
        let accounts = Dictionary(file.accounts.map { ($0.id, $0) }) { first, _ in first }
        // The account and those above it, the root left out.
        func chain(_ account: GnuCashFile.Account) -> [GnuCashFile.Account] {
            var chain = [account], next = accounts[account.parent]
            while let above = next, above.type != "ROOT", chain.count < 100, !chain.contains(where: { $0.id == above.id }) {
                chain.append(above)
                next = accounts[above.parent]
            }
            return chain.reversed()
        }
        var tops: [DoubleEntryBook.AccountClass: Set<String>] = [:]
        let chains = file.accounts.map(chain)
        for chain in chains where chain.count > 1 {
            if let top = chain.first, let kind = Self.classes[top.type], ["ASSET", "LIABILITY", "EQUITY", "INCOME", "EXPENSE"].contains(top.type) {
                tops[kind, default: []].insert(top.id)
            }
        }
        var counts: [String: Int] = [:]
        func leafless(_ chain: [GnuCashFile.Account]) -> String { (chain.dropLast().map(\.id) + [symbol(chain.last?.commodity)]).joined(separator: ":") }
        func isUnits(_ account: GnuCashFile.Account) -> Bool { account.commodity.map { !$0.isCurrency } ?? false && Self.classes[account.type] == .assets }
        for chain in chains { if let own = chain.last, isUnits(own) { counts[leafless(chain), default: 0] += 1 } }
        var taken: Set<String> = [], numbers: [String: Int] = [:]
        for chain in chains {
            guard let own = chain.last, own.type != "ROOT", let top = chain.first else { continue }
            guard let kind = Self.classes[own.type], kind != .assets || own.commodity != nil else {
                issues.append((own.line, Self.fault(own)))
                continue
            }
            var parts = chain.map { $0.name.replacing(":", with: "/") }
            if isUnits(own) {
                // An account of a security is called after it, so that it is one with the money beside it.
                if counts[leafless(chain)] == 1 { parts[parts.count - 1] = symbol(own.commodity) } else { parts.append(symbol(own.commodity)) }
            }
            let isBelowRoot = chain.count > 1 && Self.classes[top.type] == kind && tops[kind] == [top.id]
            if !isBelowRoot { parts.insert(kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst(), at: 0) }
            var alone: [String] = []
            if isUnits(own), counts[leafless(chain)] != 1 {
                alone = Array(parts.dropLast(2)) + parts.suffix(1)
                if alone.count > 2 { alone.removeLast() }
                alone.removeFirst()
            }
            // Siblings may be called alike, and one on top like one below the account of its class: each has a name of its own.
            let plain = parts.joined(separator: ":"), place = parts.count - (isUnits(own) && counts[leafless(chain)] != 1 ? 2 : 1), word = parts[place]
            while !taken.insert(parts.joined(separator: ":")).inserted {
                numbers[plain, default: 1] += 1
                parts[place] = "\(word) \(numbers[plain] ?? 1)"
            }
            let isPatch = chain.count == 1 && Self.isPatch(own)
            entries[own.id] = Entry(
                line: own.line, name: parts.joined(separator: ":"), type: own.type, commodity: symbol(own.commodity), isCurrency: own.commodity?.isCurrency ?? true,
                kind: isPatch ? .liabilities : kind, isPatch: isPatch, alone: alone.isEmpty ? nil : alone.joined(separator: ":"))
        }
    }

    /// What is wrong with an account that cannot be read.
    private static func fault(_ account: GnuCashFile.Account) -> ImportIssue {
        guard classes[account.type] == nil else {
            return ImportIssue(
                .badCurrency, text: account.name, message: "the account \"\(MessageText.cut(account.name))\" does not tell its currency or security",
                hint: "give it one in GnuCash, and save again")
        }
        return ImportIssue(
            .badWord, text: account.type, message: "\"\(MessageText.cut(account.type))\" is no type of account",
            hint: nearestHint(for: account.type, in: classes.keys.sorted(), otherwise: "such as BANK, STOCK, INCOME"))
    }

    private static func isPatch(_ account: GnuCashFile.Account) -> Bool {
        guard account.type == "BANK", let mnemonic = account.commodity?.mnemonic, account.name.hasSuffix("-" + mnemonic) else { return false }
        return patches.contains(account.name.dropLast(mnemonic.count + 1).lowercased())
    }

    /// Gives each commodity a name of its own: the mnemonic, with the namespace behind it where a currency or an earlier one has that.
    private mutating func nameCommodities(_ file: GnuCashFile, _ currencies: CurrencyTable) {
        var taken: Set<String> = []
        let all = file.commodities.map(\.commodity) + file.accounts.compactMap(\.commodity) + file.prices.compactMap(\.commodity) + file.transactions.compactMap(\.currency)
        for commodity in all where commodity.isCurrency {
            symbols[commodity] = commodity.mnemonic
            taken.insert(commodity.mnemonic)
        }
        for commodity in all where !commodity.isCurrency && symbols[commodity] == nil && commodity.space != "template" {
            var name = commodity.mnemonic.replacing(":", with: "-")
            if taken.contains(name) || (try? currencies.currency(name)) != nil {
                let wanted = name
                name += "." + commodity.space.replacing(":", with: "-")
                renamed[wanted] = name
            }
            taken.insert(name)
            symbols[commodity] = name
        }
    }

    /// What a commodity is called.
    func symbol(_ commodity: GnuCashFile.Commodity?) -> String { commodity.map { symbols[$0] ?? $0.mnemonic } ?? "" }
}
