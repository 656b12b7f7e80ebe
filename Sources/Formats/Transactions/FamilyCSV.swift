public import Ledger
import Values

/// The export of the family investment tracker: transactions of portfolios, each of a member of the family.
///
/// The tracker knows no accounts. A member becomes the owner of a portfolio of that name, with one account for what it holds; a book that has an
/// account called by the portfolio keeps it. An insurance is often without a symbol, and goes by its name.
/// Its dates stand in the short style of the device that wrote them, so a file may have to be told `date_order`.
struct FamilyCSV: TableFormat {
    let name = "family-tracker"
    let summary = "Transactions of portfolios as the family investment tracker exports them; members become owners of portfolios."
    let example = """
        Portfolio,Transaction ID,Symbol,Asset Name,Asset Type,Transaction Type,Quantity,Price,Amount,Fees,Date,Notes
        Family,B1,ORCL,Oracle,Stock,Dividend,0.0,0.0,1.2,0.0,2014-04-30,
        Family,B2,ORCL,Oracle,Stock,Buy,10.0,31.2,312.0,1.0,2014-03-03,first
        Family,B3,,,Deposit,Deposit,0.0,0.0,500.0,0.0,2014-01-02,

        """

    let columns = [
        ColumnSpec(.account, keys: ["portfolio"]), ColumnSpec(.id, keys: ["transactionid"]), ColumnSpec(.symbol, keys: ["symbol"]),
        ColumnSpec(.name, keys: ["assetname"]), ColumnSpec(.kind, keys: ["assettype"]), ColumnSpec(.type, keys: ["transactiontype"]),
        ColumnSpec(.quantity, keys: ["quantity"]), ColumnSpec(.price, keys: ["price"]), ColumnSpec(.gross, keys: ["amount"]),
        ColumnSpec(.fee, keys: ["fees"]), ColumnSpec(.date, keys: ["date"]), ColumnSpec(.notes, keys: ["notes"]),
    ]

    func score(_ map: ColumnMap) -> Int { missing(map).isEmpty ? 30 + map.matched : 0 }

    func missing(_ map: ColumnMap) -> [String] {
        let needed: [(ImportField, String)] = [
            (.account, "Portfolio"), (.id, "Transaction ID"), (.name, "Asset Name"), (.type, "Transaction Type"), (.gross, "Amount"), (.date, "Date"),
        ]
        return needed.filter { !map.has($0.0) }.map(\.1)
    }

    /// What a premium of an insurance is to the book is for its owner to say; until then it is kept and counts for nothing.
    func adjusted(_ options: ImportOptions) -> ImportOptions {
        var options = options
        options.hasMembers = true
        options.types = ["Insurance": "unknown", "DepositWithdrawal": "withdrawal"].merging(options.types) { _, told in told }
        return options
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader { try TransactionReader(table, &plan) }
}

/// The tracker's words.
enum FamilyTracker {
    /// The word for a kind of instrument.
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

extension Formats {
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
                instrument.map { FamilyTracker.kind($0.kind) } ?? "Deposit", word, activity.quantity?.description ?? "", activity.price?.description ?? "",
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

    /// The id of an activity's row.
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
        if let other = ids[RowNames.account(ofMember: portfolio).lowercased()] { return other == id ? portfolio : account.name }
        return members[portfolio] == 1 ? portfolio : account.name
    }

    /// Sentences on accounts that share a portfolio, or whose names a book without them would take for one.
    func sentences(on written: Set<AccountID>) -> [String] {
        var sentences: [String] = [], names: [String: [String]] = [:]
        for id in written.sorted() where !ledger[id].portfolio.isEmpty { names[ledger[id].portfolio, default: []].append("\"\(name(of: id))\"") }
        for (portfolio, names) in names.sorted(by: { $0.key < $1.key }) where names.count > 1 {
            sentences.append(
                "the portfolio \"\(portfolio)\" has \(names.count) accounts, which the tracker cannot keep apart: "
                    + "they go as portfolios of their own, \(names.joined(separator: ", "))")
        }
        let all = Set(written.map(name))
        for name in all.sorted() where all.contains(RowNames.account(ofMember: name)) {
            sentences.append(
                "\"\(name)\" and \"\(RowNames.account(ofMember: name))\" are two accounts, which a book that has neither takes for one; rename one of them first")
        }
        return sentences
    }
}
