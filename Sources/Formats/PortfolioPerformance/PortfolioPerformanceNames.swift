import Ledger
import Values

/// Which accounts of luca's and which symbols stand for the accounts, portfolios and securities of a file.
///
/// A portfolio and its reference account are one account here, where no other portfolio has the same one. What the book has decides first: an account whose transactions
/// it holds stays the account that it was, whatever it is called by now and however many portfolios it serves.
struct PortfolioPerformanceNames {
    /// The accounts of luca's, by the places of portfolios and accounts.
    private(set) var accounts: [Int: String] = [:]
    /// The symbols, by the places of securities.
    private(set) var symbols: [Int: String] = [:]
    /// The portfolios whose reference account is the same account here.
    private(set) var joined: [Int: Int] = [:]
    /// The entries of the book that stand, by the ids of their transactions.
    private(set) var standing: [String: EntryID] = [:]

    private var taken = Set<String>()
    /// The last number that was put behind a name.
    private var numbers: [String: Int] = [:]

    init(_ file: PortfolioPerformanceFile, _ context: ImportContext) {
        let known = KnownEntries(file, context)
        standing = known.standing
        nameAccounts(file, known, context)
        (taken, numbers) = ([], [:])
        for security in file.securities where symbols[security] == nil {
            symbols[security] = known.symbols[security] ?? unique(Self.names(of: security, file), "Security")
            taken.insert(Self.key(symbols[security] ?? ""))
        }
    }

    private mutating func nameAccounts(_ file: PortfolioPerformanceFile, _ known: KnownEntries, _ context: ImportContext) {
        var served: [Int: [Int]] = [:]
        for portfolio in file.portfolios { if let account = file.tree.child(portfolio, "referenceAccount") { served[account, default: []].append(portfolio) } }
        taken = Set(known.accounts.values.map(Self.key))
        for portfolio in file.portfolios {
            guard let account = file.tree.child(portfolio, "referenceAccount"), served[account]?.count == 1, file.accounts.contains(account) else { continue }
            // An account of its own that has the cash already stays one.
            if let cash = known.accounts[account], let units = known.accounts[portfolio], cash != units { continue }
            joined[portfolio] = account
            accounts[portfolio] = known.accounts[portfolio] ?? known.accounts[account] ?? unique([file.tree.text(portfolio, "name")], Self.unnamed)
        }
        let names = Set(context.accounts.map { Self.key($0.name) })
        for account in file.accounts {
            let own = file.tree.text(account, "name"), portfolios = served[account] ?? []
            // The book has it by its own transactions, as a part of its first portfolio, or by its name.
            let first = portfolios.first { joined[$0] == account }.flatMap { accounts[$0] }
            let before = names.contains(Self.key(own)) ? nil : portfolios.lazy.compactMap { known.accounts[$0] }.first
            accounts[account] = known.accounts[account] ?? first ?? before ?? unique([own], Self.unnamed)
        }
        for portfolio in file.portfolios where accounts[portfolio] == nil {
            let own = file.tree.text(portfolio, "name")
            accounts[portfolio] = known.accounts[portfolio] ?? unique(own.isEmpty ? [] : [own, own + " (portfolio)"], Self.unnamed)
        }
    }

    /// What is called so has no name in the file.
    private static let unnamed = "Portfolio Performance"

    /// A name that nothing else in the file has.
    private mutating func unique(_ names: [String], _ otherwise: String) -> String {
        let names = names.filter { !$0.isEmpty }, candidates = names.isEmpty ? [otherwise] : names
        if let free = candidates.first(where: { taken.insert(Self.key($0)).inserted }) { return free }
        let first = Self.key(candidates[0])
        var number = numbers[first, default: 1]
        repeat { number += 1 } while !taken.insert(Self.key("\(candidates[0]) \(number)")).inserted
        numbers[first] = number
        return "\(candidates[0]) \(number)"
    }

    private static func key(_ name: String) -> String { name.lowercased() }

    /// What a security may be called, the best first.
    private static func names(of security: Int, _ file: PortfolioPerformanceFile) -> [String] {
        ["tickerSymbol", "isin", "wkn", "name"].map { file.tree.text(security, $0) }.filter(MessageText.isName)
    }
}

/// What the book has of a file, by the ids of its transactions.
private struct KnownEntries {
    var accounts: [Int: String] = [:]
    var symbols: [Int: String] = [:]
    /// The entries that stand, by the ids of their transactions.
    var standing: [String: EntryID] = [:]

    init(_ file: PortfolioPerformanceFile, _ context: ImportContext) {
        let ids = Set(file.transactions.map(\.uuid).filter { !$0.isEmpty })
        if ids.isEmpty { return }
        let entries = Dictionary(context.importedEntries(ids).map { ($0.activity.detail?.sourceID ?? "", $0) }) { first, second in first.isVoid ? second : first }
        if entries.isEmpty { return }
        standing = entries.filter { !$0.value.isVoid }.mapValues(\.id)
        // One that was amended may be in another account or of another symbol by now: those that stand as they were imported decide, by their number.
        var ofAccounts: [Int: [Int: Int]] = [:], ofSecurities: [Int: [Int: Int]] = [:]
        for transaction in file.transactions {
            guard let entry = entries[transaction.uuid], entry.activity.account != .every else { continue }
            let weight = context.isAsImported(entry.id) ? file.transactions.count + 1 : 1
            ofAccounts[transaction.owner, default: [:]][Int(entry.activity.account.rawValue) - 1, default: 0] += weight
            guard let instrument = entry.activity.instrument, let security = file.tree.child(transaction.place, "security") else { continue }
            ofSecurities[security, default: [:]][Int(instrument.rawValue) - 1, default: 0] += weight
        }
        for (owner, votes) in ofAccounts {
            let own = file.tree.text(owner, "name")
            accounts[owner] = Self.most(votes) { context.accounts[$0].name == own }.map { context.accounts[$0].name }
        }
        symbols = ofSecurities.compactMapValues { Self.most($0) { _ in false }.map { context.instruments[$0].symbol } }
    }

    /// What has most votes; of equal ones that which is called as in the file, else the first of the book.
    private static func most(_ votes: [Int: Int], isCalledSo: (Int) -> Bool) -> Int? {
        let sorted = votes.sorted { $0.key < $1.key }, best = sorted.map(\.value).max()
        let first = sorted.filter { $0.value == best }
        return (first.first { isCalledSo($0.key) } ?? first.first)?.key
    }
}
