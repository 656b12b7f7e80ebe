public import Ledger
import Values

extension Formats {
    /// What accounts were told to be worth, as it stands, a line each by account and day. Imported it gives the same values.
    public static func valuesCSV(_ ledger: Ledger) -> String {
        var writer = CSVWriter()
        writer.line(["date", "time", "account", "account_type", "portfolio", "owner", "group", "value", "currency", "notes"])
        for (_, told) in ledger.values.standing() {
            guard let value = told.value else { continue }
            let account = ledger[told.account]
            writer.line([
                told.date.description, told.time?.description ?? "", account.name, account.kind.rawValue, account.portfolio, account.owner,
                account.group, value.description(minimumDigits: told.currency.minorDigits ?? 0), told.currency.code, told.notes,
            ])
        }
        return writer.text
    }

    /// The accounts of a book, a line each, under numbers that `transactions.csv` of the same book names them by.
    public static func accountsCSV(_ ledger: Ledger) -> String {
        var writer = CSVWriter()
        writer.line(AccountCells.header(id: "id"))
        for (index, account) in ledger.accounts.enumerated() { writer.line([String(index + 1)] + AccountCells.cells(account)) }
        return writer.text
    }

    /// The instruments of a book, a line each, the underlying of an option before it as the book has them.
    public static func instrumentsCSV(_ ledger: Ledger) -> String {
        var writer = CSVWriter()
        writer.line(["id", "type", "symbol", "name", "currency", "multiplier", "underlyingSymbol", "expiry", "strike", "callPut", "class", "provider", "provider_symbol"])
        for (index, instrument) in ledger.instruments.enumerated() {
            let option = instrument.option
            writer.line([
                String(index + 1), instrument.kind.rawValue, instrument.symbol, instrument.name, instrument.currency.code, instrument.multiplier.description,
                option.map { ledger[$0.underlying].symbol } ?? "", option?.expires.description ?? "", option?.strike.description ?? "",
                option?.right.rawValue ?? "", instrument.assetClass, instrument.provider, instrument.providerSymbol,
            ])
        }
        return writer.text
    }

    /// The transactions as the family investment tracker writes them, newest first, and sentences on what its file has no place for.
    public static func familyCSV(_ ledger: Ledger) -> (text: String, leftOut: [String]) {
        let words: [ActivityKind: String] = [
            .buy: "Buy", .sell: "Sell", .dividend: "Dividend", .interest: "Interest", .deposit: "Deposit", .withdrawal: "DepositWithdrawal",
        ]
        var writer = CSVWriter(), leftOut: [ActivityKind: Int] = [:], money = 0
        let portfolios = FamilyPortfolios(ledger), ids = FamilyIDs(ledger)
        var written = Set<AccountID>()
        writer.line("Portfolio,Transaction ID,Symbol,Asset Name,Asset Type,Transaction Type,Quantity,Price,Amount,Fees,Date,Notes".split(separator: ",").map(String.init))
        for row in ledger.activities.rowsInOrder().map(Int.init).reversed() where ledger.activities.counts(at: row) {
            let activity = ledger.activities.activity(at: row)
            guard let word = words[activity.kind], activity.subtype == nil, activity.account != .every else {
                leftOut[activity.kind, default: 0] += 1
                continue
            }
            let instrument = activity.instrument.map { ledger[$0] }
            let product = activity.quantity.flatMap { quantity in activity.price.flatMap { try? quantity * $0 * (instrument?.multiplier ?? .one) } }
            if !activity.tax.isZero || activity.currency != ledger[activity.account].currency { money += 1 }
            written.insert(activity.account)
            writer.line([
                portfolios.name(of: activity.account), ids.id(of: activity, ledger.activities.id(at: row)), instrument?.symbol ?? "", instrument?.name ?? "",
                instrument.map { FamilyWords.kind($0.kind) } ?? "Deposit", word, activity.quantity?.description ?? "", activity.price?.description ?? "",
                (activity.amount ?? product)?.description ?? "", activity.fee.isZero ? "" : activity.fee.description, activity.date.description, activity.notes,
            ])
        }
        var sentences = leftOut.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) of type \($0.key) left out: the tracker has no such type" }
        if money > 0 { sentences.append("\(money) with a tax or a currency of their own, which the tracker's file has no column for") }
        return (writer.text, sentences + portfolios.sentences(on: written))
    }
}

/// The ids of rows: those that they had in their source, and for the others the numbers of their entries, as far as no source has them.
private struct FamilyIDs {
    private let told: Set<String>

    init(_ ledger: Ledger) {
        let activities = ledger.activities
        told = Set((0..<activities.count).lazy.filter { activities.counts(at: $0) }.compactMap { activities.detail(at: $0)?.sourceID })
    }

    func id(of activity: Activity, _ entry: EntryID) -> String {
        if let source = activity.detail?.sourceID, !source.isEmpty { return source }
        var id = String(entry.rawValue)
        while told.contains(id) { id = "luca-" + id }
        return id
    }
}

/// Under which portfolios accounts go in the tracker, which knows no accounts: names by which its file finds them again.
private struct FamilyPortfolios {
    let ledger: Ledger
    private let ids: [String: AccountID]
    private let members: [String: Int]

    init(_ ledger: Ledger) {
        self.ledger = ledger
        ids = Dictionary(ledger.accounts.indices.map { (ledger.accounts[$0].name.lowercased(), AccountID(Int32($0 + 1))) }) { first, _ in first }
        members = Dictionary(ledger.accounts.filter { !$0.isErased }.map { ($0.portfolio, 1) }, uniquingKeysWith: +)
    }

    /// The portfolio where it leads to this account alone, else the account's own name.
    func name(of id: AccountID) -> String {
        let account = ledger[id], portfolio = account.portfolio
        if portfolio.isEmpty { return account.name }
        if let other = ids[portfolio.lowercased()] { return other == id ? portfolio : account.name }
        if let other = ids[FamilyWords.account(of: portfolio).lowercased()] { return other == id ? portfolio : account.name }
        return members[portfolio] == 1 ? portfolio : account.name
    }

    /// What is to be said of accounts that share a portfolio, or whose names a book without them would take for one.
    func sentences(on written: Set<AccountID>) -> [String] {
        var sentences: [String] = [], names: [String: [String]] = [:]
        for id in written.sorted() where !ledger[id].portfolio.isEmpty { names[ledger[id].portfolio, default: []].append("\"\(name(of: id))\"") }
        for (portfolio, names) in names.sorted(by: { $0.key < $1.key }) where names.count > 1 {
            sentences.append("the portfolio \"\(portfolio)\" has \(names.count) accounts, which the tracker cannot keep apart: they go as portfolios of their own, \(names.joined(separator: ", "))")
        }
        let all = Set(written.map(name))
        for name in all.sorted() where all.contains(FamilyWords.account(of: name)) {
            sentences.append("\"\(name)\" and \"\(FamilyWords.account(of: name))\" are two accounts, which a book that has neither takes for one; rename one of them first")
        }
        return sentences
    }
}

/// The tracker's names of asset types.
enum FamilyWords {
    /// The account of a member: the tracker has portfolios, each of a member of the family, and no accounts.
    static func account(of member: String) -> String { "\(member) Investments" }

    static func kind(_ kind: Instrument.Kind) -> String {
        switch kind {
        case .stock: "Stock"
        case .etf: "ETF"
        case .bond: "Bond"
        case .fund: "Mutual Fund"
        case .deposit: "Deposit"
        case .crypto: "Cryptocurrency"
        case .metal: "Precious Metal"
        case .insurance: "Insurance"
        case .structured: "Structured Product"
        case .option, .fx, .cash, .other: "Other"
        }
    }
}

/// An account and an instrument as cells, the same in every file of ours.
enum AccountCells {
    static func header(id: String...) -> [String] {
        id + ["name", "type", "currency", "portfolio", "owner", "group", "opened", "closed", "allow_short", "tracking", "rate", "matures", "settlement"]
    }

    static func cells(_ account: Account) -> [String] {
        [
            account.name, account.kind.rawValue, account.currency.code, account.portfolio, account.owner, account.group,
            account.opened?.description ?? "", account.closed?.description ?? "", String(account.allowShort), account.tracking.rawValue,
            account.rate.map(Percent.text) ?? "", account.matures?.description ?? "",
            account.settlement == .account ? "" : account.settlement.rawValue,
        ]
    }
}
