import Ledger
import Values

/// What the accounts and commodities of a double-entry book are to luca: one for planner and mapper, which ask it for each posting.
final class DoubleEntryAccounts {
    /// What a posting to an account means.
    enum Role: Hashable {
        /// It changes an account of luca's.
        case held(String)
        /// A payment to those who hold an instrument; its symbol where the account's name tells it.
        case dividend(String?)
        /// A payment to an account of luca's that holds an instrument, wherever the money goes.
        case paid(String, account: String)
        /// Capital that an instrument in an account of luca's returns.
        case capital(String, account: String)
        /// Interest received, or paid; the symbol of what bears it where the account's name tells it.
        case interest(String?)
        /// Other income of an account, such as a bonus; the symbol of an instrument where the account's name tells one.
        case credit(String?)
        /// Gains, which luca computes itself.
        case gains
        /// A charge.
        case fee
        /// A tax.
        case tax
        /// What was there before the file begins, or moves within equity.
        case equity
        /// Other income, other expenses, and what is owed.
        case other
    }

    /// What a commodity is to luca.
    enum CommodityKind {
        /// A currency that the book knows.
        case currency
        /// Something that was bought, or has a price.
        case instrument
        /// Points, hours of leave and the like.
        case neither
    }

    private let book: DoubleEntryBook
    private let currencies: CurrencyTable
    /// Commodities that have a cost or a price somewhere.
    private var priced: Set<String> = []
    /// Commodities that have a cost somewhere.
    private var bought: Set<String> = []
    /// The accounts that the file posts to, with the commodities there.
    private var commodities: [String: Set<String>] = [:]
    /// How often something is posted to an account in a commodity; what its balances are in counts as none.
    private var uses: [String: [String: Int]] = [:]
    /// Luca's names for the accounts that it keeps.
    private(set) var names: [String: String] = [:]
    /// Names that are given for those that differ from others in capitals alone.
    private(set) var parted: [String: String] = [:]
    /// The accounts of the file by luca's names for them, and all that have one; both in order.
    private var sources: [String: [String]] = [:], named: [String] = []
    private var roles: [String: Role] = [:]
    /// What the commodities are that the file names.
    private var kinds: [String: CommodityKind] = [:]
    /// The instruments by what a part of an account's name makes of their symbols.
    private var spellings: [String: [String]] = [:]
    /// The instruments by the last parts of the accounts that hold them in luca's own exports, where a symbol may be written otherwise.
    private var holdings: [String: Set<String>] = [:]
    private let told: ToldMeanings
    /// The accounts of the file in the order in which something is first posted to them.
    private var places: [String: Int] = [:]
    /// Accounts of luca's that were told from others of the file, which hold the same security, and that security.
    private(set) var keptApart: [(name: String, commodity: String)] = []
    /// The names that commodities have in words.
    private(set) var words: [String: String] = [:]
    /// Commodities that the file declares, and of which it has nothing but dividends, with the currency of these.
    private(set) var payers: [String: String] = [:]

    /// Looks through a book.
    ///
    /// - Parameters:
    ///   - book: what the file says beside its statements.
    ///   - told: what the user or the book says of accounts.
    init(_ book: DoubleEntryBook, _ directives: [DoubleEntryBook.Directive], currencies: CurrencyTable, told: ToldMeanings = ToldMeanings()) {
        (self.book, self.currencies, self.told) = (book, currencies, told)
        var prices: [(commodity: String, currency: String)] = []
        for directive in directives {
            switch directive.content {
            case .transaction(let transaction): survey(transaction)
            case .price(let commodity, let amount): if !priced.contains(commodity) { prices.append((commodity, amount.commodity)) }
            case .commodity(let commodity, let name): words[commodity] = name
            case .open(let account, _): commodities[account, default: []].formUnion([])
            case .balance(let account, let amount, _): uses[account, default: [:]][amount.commodity, default: 0] += 0
            case .close, .pad, .part, .leftOut, .notRun: break
            }
        }
        // A price in what is no currency, and held by nobody, makes no instrument: such are the units of options that an employer has promised.
        let held = Set(commodities.values.joined())
        for price in prices where held.contains(price.currency) || isKnown(price.currency) { priced.insert(price.commodity) }
        findPayers()
        for (account, payment) in book.payments { commodities[payment.income, default: []].formUnion(commodities[account] ?? []) }
        for commodity in Set(commodities.values.joined()).union(priced) { kinds[commodity] = readKind(commodity) }
        for (commodity, kind) in kinds where kind == .instrument { spellings[Self.asPart(commodity), default: []].append(commodity) }
        for account in book.lucaNames.keys { holdings[Self.leaf(account), default: []].formUnion((commodities[account] ?? []).filter { kind($0) == .instrument }) }
        nameAccounts()
        named = names.keys.sorted()
        sources = Dictionary(grouping: named) { names[$0] ?? "" }
        for account in commodities.keys { roles[account] = readRole(account) }
    }

    private func survey(_ transaction: DoubleEntryBook.Transaction) {
        for posting in transaction.postings {
            if book.keepsAccountsApart, places[posting.account] == nil { places[posting.account] = places.count }
            guard let commodity = posting.units?.commodity ?? posting.balance?.commodity else {
                // It takes what the others leave over: their costs, their prices, or what they are of.
                let others = transaction.postings.compactMap { $0.cost?.commodity ?? $0.price?.commodity ?? $0.units?.commodity }
                commodities[posting.account, default: []].formUnion(others)
                continue
            }
            if Self.isFirst(of: commodity, in: &uses[posting.account, default: [:]]) { commodities[posting.account, default: []].insert(commodity) }
            if posting.cost != nil { bought.insert(commodity) }
            if posting.price != nil { priced.insert(commodity) }
        }
    }

    /// Finds what pays dividends by the names of their accounts and was never held: `Income:MSFT:Dividends`.
    private func findPayers() {
        for account in commodities.keys.sorted() where book.accountClass(account) == .income {
            let parts = account.split(separator: ":").dropFirst().map(String.init), words = AccountWords(parts)
            guard words.tellsDividends, !words.tellsGains else { continue }
            let declared = parts.filter { part in
                let symbol = book.symbols[part] ?? part
                return self.words[symbol] != nil && !isKnown(part) && !priced.contains(symbol) && !bought.contains(symbol)
            }
            let counts = uses[account] ?? [:], paid = (commodities[account] ?? []).filter(isKnown).max { (counts[$0] ?? 0, $1) < (counts[$1] ?? 0, $0) }
            guard declared.count == 1, let part = declared.first, let paid else { continue }
            let symbol = book.symbols[part] ?? part
            payers[symbol] = payers[symbol] ?? paid
            if part != symbol { holdings[part, default: []].insert(symbol) }
        }
    }

    /// Counts a use of a commodity; whether it is the first.
    private static func isFirst(of commodity: String, in counts: inout [String: Int]) -> Bool {
        let place = counts.index(forKey: commodity), count = place.map { counts.values[$0] } ?? 0
        if let place { counts.values[place] = count + 1 } else { counts[commodity] = 1 }
        return count == 0
    }

    /// What a commodity is: one that was bought by lots is an instrument whatever it is called, else a code that the book knows is a currency.
    func kind(_ commodity: String) -> CommodityKind { kinds[commodity] ?? readKind(commodity) }

    /// The instrument that a part of an account's name is: `SAP.DE`, or `SAP-DE` where the program takes no point there; nil where it is none, or may be several.
    private func instrument(spelledAs part: String) -> String? {
        if let held = holdings[part], held.count == 1 { return held.first }
        if kind(part) == .instrument { return part }
        let spelled = spellings[Self.asPart(part)] ?? []
        return spelled.count == 1 ? spelled.first : nil
    }

    private static func asPart(_ name: String) -> String { name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-") }

    private func isKnown(_ code: String) -> Bool { (try? Currency(code)).map(currencies.contains) ?? false }

    private func readKind(_ commodity: String) -> CommodityKind {
        if bought.contains(commodity) || book.instruments.contains(commodity) || payers[commodity] != nil { return .instrument }
        if isKnown(commodity) { return .currency }
        return priced.contains(commodity) ? .instrument : .neither
    }

    /// What a posting to an account means.
    func role(_ account: String) -> Role { roles[account] ?? readRole(account) }

    /// Whether an account is one of income or expenses.
    func isSpent(_ account: String) -> Bool { [.income, .expenses].contains(book.accountClass(account)) }

    /// Whether each account of the file has lots and splits of its own.
    var areKeptApart: Bool { book.keepsAccountsApart }

    /// Whether nothing tells what an account of income or expenses means.
    func isUnknown(_ account: String) -> Bool { isSpent(account) && role(account) == .other && told.role(account) == nil }

    /// The accounts of the file, by name.
    var all: [String] { commodities.keys.filter { book.capitals[$0] == nil && book.payments[$0] == nil }.sorted() }

    /// What each account of the file means, and who says so.
    var meanings: [AccountMeaning] {
        all.map { account in
            let origin = told.role(account)?.origin ?? (book.lucaNames[account] == nil ? .proposed : .file)
            return AccountMeaning(account: account, meaning: MeaningWords.word(role(account)), commodities: (commodities[account] ?? []).sorted(), origin: origin)
        }
    }

    /// Whether an account of luca's holds instruments.
    func holdsUnits(_ name: String) -> Bool {
        sources(of: name).contains { (commodities[$0] ?? []).contains { kind($0) == .instrument } }
    }

    /// The currencies of an account of luca's: those of which its files tell most first.
    func currencies(of name: String) -> [String] {
        var counts: [String: Int] = [:]
        for account in sources(of: name) {
            for commodity in commodities[account] ?? [] where isCurrency(commodity) { counts[commodity, default: 0] += 0 }
            for (commodity, count) in uses[account] ?? [:] where isCurrency(commodity) { counts[commodity, default: 0] += count }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// The accounts of the file that an account of luca's stands for, in order.
    func sources(of name: String) -> [String] { sources[name] ?? [] }

    /// An account of the file and those below it that have names of luca's.
    private func inside(_ account: String) -> [String] {
        // Those that begin alike stand together.
        let below = account + ":", first = named.partitioningIndex { $0 >= below }
        return (names[account] == nil ? [] : [account]) + named[first...].prefix { $0.hasPrefix(below) }
    }

    /// Whether something is posted to an account of luca's that it can hold.
    func isUsed(_ name: String) -> Bool { sources(of: name).contains { (commodities[$0] ?? []).contains { kind($0) != .neither } } }

    /// The accounts of luca's that hold of a commodity what an account of the file and those below it do; nil where they hold some of others, too.
    func wholeNames(_ account: String, _ commodity: String) -> [String]? {
        guard kind(commodity) != .neither else { return nil }
        let inside = inside(account), own = Set(inside.compactMap { names[$0] })
        let holders = own.flatMap(sources(of:)).filter { commodities[$0]?.contains(commodity) == true }
        return own.isEmpty || !Set(holders).isSubset(of: inside) ? nil : own.sorted()
    }

    /// The account of luca's that holds of a commodity just what an account of the file does; nil where others of the file hold some for it, too.
    func ownName(_ account: String, _ commodity: String) -> [String]? {
        guard kind(commodity) != .neither, let name = names[account],
            !sources(of: name).contains(where: { $0 != account && commodities[$0]?.contains(commodity) == true })
        else { return nil }
        return [name]
    }

    /// The commodities that an account of the file holds.
    func commodities(of account: String) -> Set<String> { commodities[account] ?? [] }

    /// The code of the currency of an account of luca's: the one that the file tells, else that in which its owner counts where the account holds some, else another that it
    /// holds, else what its instruments are paid in.
    func currency(of name: String, _ paid: [String]) -> String? {
        let held = currencies(of: name), counted = book.operatingCurrencies
        let told = sources(of: name).compactMap { book.lucaCurrencies[$0] }.first
        return told ?? counted.first(where: held.contains) ?? held.first ?? counted.first { kind($0) == .currency } ?? paid.first
    }

    // MARK: names

    /// Names the asset accounts: `Assets:US:Broker:ITOT` and `Assets:US:Broker:Cash` are the account `US:Broker`, which holds units and cash.
    private func nameAccounts() {
        for account in commodities.keys { if case .held(let name)? = told.role(account)?.role { names[account] = name } }
        let assets = commodities.keys.filter { book.accountClass($0) == .assets && told.role($0) == nil }
        let cashParents = Set(assets.filter { Self.isCash(Self.leaf($0)) }.compactMap(Self.parent))
        var alone: [String: String] = [:]
        for account in assets {
            if let told = book.lucaNames[account] {
                names[account] = told
                continue
            }
            var name = account
            let leaf = Self.leaf(account), own = commodities[account] ?? []
            let isOfLeaf = own.contains(leaf) || words[leaf] != nil && kind(leaf) == .instrument || Self.isCash(leaf) || isCurrency(leaf)
            if isOfLeaf, let parent = Self.parent(account), Self.parent(parent) != nil { name = parent }
            alone[account] = Self.withoutClass(name)
            // A drawer for securities beside the one for cash.
            if own.contains(where: { kind($0) == .instrument }) {
                while let parent = Self.parent(name), cashParents.contains(parent) || commodities[parent]?.contains(where: { isCurrency($0) }) == true, Self.parent(parent) != nil {
                    name = parent
                }
            }
            names[account] = Self.withoutClass(name)
        }
        if book.keepsAccountsApart { tellApart(alone) }
        for (account, former) in book.formerNames.sorted(by: { $0.key < $1.key }) where alone[account] != nil && !names.values.contains(former) { names[account] = former }
        partNames(Set(assets.filter { book.lucaNames[$0] == nil }))
    }

    /// Gives each of several accounts that hold one security, and would be one account of luca's, an account of its own: sales and splits are of one of them alone.
    ///
    /// - Parameter own: what they are called where no money stands beside them.
    private func tellApart(_ own: [String: String]) {
        // The name is kept by the one that the book has under it, or else has no other, or else was used first, whatever comes in later.
        func rank(_ account: String) -> (Int, Int, Int, String) {
            (book.knownNames[account] == names[account] ? 0 : 1, own[account] == names[account] ? 0 : 1, places[account] ?? .max, account)
        }
        var held: [String: Set<String>] = [:]
        for account in own.keys.sorted(by: { rank($0) < rank($1) }) {
            let securities = (commodities[account] ?? []).filter { kind($0) == .instrument }
            guard let shared = names[account], let first = securities.min() else { continue }
            var name = shared, count = 1
            while !securities.isDisjoint(with: held[name] ?? []) {
                name = (own[account] ?? shared) + (count == 1 ? "" : " \(count)")
                count += 1
            }
            held[name, default: []].formUnion(securities)
            if name != shared { keptApart.append((name, first)) }
            names[account] = name
        }
    }

    /// Gives names of their own to accounts whose names differ from others in capitals alone, which are one account to luca.
    private func partNames(_ accounts: Set<String>) {
        var spellings: [String: String] = [:], taken = Set(names.values.map { $0.lowercased() })
        for account in names.keys.filter({ !accounts.contains($0) }) { if let name = names[account] { spellings[name.lowercased()] = name } }
        for account in accounts.sorted() {
            guard let name = names[account] else { continue }
            let first = spellings[name.lowercased(), default: name]
            spellings[name.lowercased()] = first
            if first == name { continue }
            let parted = parted[name] ?? (2...).lazy.map { "\(name) \($0)" }.first { !taken.contains($0.lowercased()) } ?? name
            taken.insert(parted.lowercased())
            (self.parted[name], names[account]) = (parted, parted)
        }
    }

    /// The name of an account without its first part.
    private static func withoutClass(_ name: String) -> String { parent(name) == nil ? name : String(name[name.index(after: name.firstIndex(of: ":")!)...]) }

    private func isCurrency(_ commodity: String) -> Bool { kind(commodity) == .currency }
    private static func isCash(_ leaf: String) -> Bool { leaf.lowercased() == "cash" }
    private static func leaf(_ account: String) -> String { account.lastIndex(of: ":").map { String(account[account.index(after: $0)...]) } ?? account }
    private static func parent(_ account: String) -> String? { account.lastIndex(of: ":").map { String(account[..<$0]) } }

    // MARK: roles

    private func readRole(_ account: String) -> Role {
        // What is told of an account holds for the capital that its units return, too.
        if let capital = book.capitals[account] {
            if case .held(let name) = readRole(capital.account) { return .capital(capital.commodity, account: name) }
            return .other
        }
        if let payment = book.payments[account] {
            let income = readRole(payment.income)
            let holder = payment.holder
            // One that never held any is no account of luca's.
            guard case .dividend(let symbol) = income, commodities[holder.account]?.contains(holder.commodity) == true, case .held(let name) = readRole(holder.account) else {
                return income
            }
            return .paid(symbol ?? holder.commodity, account: name)
        }
        if let told = told.role(account) { return told.role }
        if let name = names[account] { return .held(name) }
        let parts = account.split(separator: ":").dropFirst().map(String.init)
        let words = AccountWords(parts)
        switch book.accountClass(account) {
        case .income:
            // A country's code that begins a long name is no ticker, as in Income:DE:Broker:Dividends.
            let named = parts.count > 2 && parts[0].count < 3 ? Array(parts.dropFirst()) : parts
            func payer() -> String? { named.reversed().lazy.compactMap(instrument(spelledAs:)).first }
            if words.tellsDividends { return .dividend(payer()) }
            if words.tellsInterest { return .interest(payer()) }
            if words.tellsCredits { return .credit(payer()) }
            return words.tellsGains ? .gains : .other
        case .expenses:
            if words.tellsTaxes { return .tax }
            if words.tellsFees { return .fee }
            if words.tellsInterest { return .interest(nil) }
            return words.tellsGains ? .gains : .other
        case .equity: return .equity
        case .assets, .liabilities, nil: return .other
        }
    }
}
