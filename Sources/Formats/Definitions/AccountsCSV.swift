public import Ledger
import Values

/// Accounts, a line each: `id,name,type,currency,notes`, and whatever else luca keeps of them.
struct AccountsCSV: TableFormat {
    let name = "accounts"
    let summary = "An account a line: name, type, currency, and where it is told portfolio, owner, group and the days of its use."
    let example = """
        id,name,type,currency,portfolio,owner,group,opened,closed,allow_short,tracking,rate,matures
        1,Brokerage,securities,USD,Family,Ada,,2010-01-04,,true,transactions,,
        2,House,other,USD,Family,Ada,,,,false,value,,

        """

    let columns = [
        ColumnSpec(.id, "account id"), ColumnSpec(.name, "account", "account name", "konto"), ColumnSpec(.kind, "type", "account type", "typ"),
        ColumnSpec.currency("account currency", "base currency", "kontowährung"), ColumnSpec(.portfolio, "portfolio name"), ColumnSpec(.owner, "holder", "inhaber"),
        ColumnSpec(.group), ColumnSpec(.opened, "opened on", "open date"), ColumnSpec(.closed, "closed on", "close date"),
        ColumnSpec(.allowShort, "short"), ColumnSpec(.tracking), ColumnSpec(.rate, "interest rate", "apy"), ColumnSpec(.matures, "maturity"), ColumnSpec(.settlement),
        ColumnSpec(.notes, "note"),
    ]

    func score(_ map: ColumnMap) -> Int {
        missing(map).isEmpty && !Definitions.tellMore(map) ? 10 + map.matched : 0
    }

    func missing(_ map: ColumnMap) -> [String] {
        (map.has(.name) ? [] : ["name"]) + (map.has(.kind) || map.has(.currency) ? [] : ["type or currency"])
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader { AccountReader(table: table) }
}

/// Reads the rows of a file of accounts. A cell that is empty leaves what the book has.
struct AccountReader: RowReader {
    let table: Table

    static let kinds: [String: Account.Kind] = [
        "brokerage": .securities, "broker": .securities, "investment": .securities, "taxable": .securities, "depot": .securities,
        "checking": .cash, "current": .cash, "bank": .cash, "giro": .cash, "savings": .deposit, "wallet": .crypto,
        "ira": .pension, "roth": .pension, "roth ira": .pension, "401k": .pension, "retirement": .pension, "margin": .securities,
    ]

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let name = try table.name(record, .name) { plan.account(named: $0) != 0 }
        guard !name.isEmpty else { throw table.issue(.missingValue, record, .name, "an account needs a name") }
        let known = plan.account(named: name), currency = try table.currency(record, .currency, &plan)
        if known == 0, currency == nil { try table.checkUnread(record, assumed: plan.options.currency ?? plan.context.baseCurrency) }
        var account = known == 0 ? Account(name: name, currency: try plan.ownOrAssumedCurrency(currency)) : plan.account(known)
        if let currency { account.currency = currency }
        try fill(&account, record)
        if !table.text(record, .notes).isEmpty { plan.notice(.leftOut, "notes of accounts are left out: accounts have none") }
        return try plan.take(account, line: record.line)
    }

    private func fill(_ account: inout Account, _ record: borrowing CSVReader) throws(ImportIssue) {
        if let kind = try table.word(record, .kind, synonyms: Self.kinds) { account.kind = kind }
        if let tracking = try table.word(record, .tracking, synonyms: [:] as [String: Account.Tracking]) { account.tracking = tracking }
        if let settlement = try table.word(record, .settlement, synonyms: [:] as [String: Account.Settlement]) { account.settlement = settlement }
        for (field, path) in [(ImportField.portfolio, \Account.portfolio), (.owner, \.owner), (.group, \.group)] {
            let text = try table.name(record, field)
            if !text.isEmpty { account[keyPath: path] = text }
        }
        if let opened = try table.day(record, .opened) { account.opened = opened }
        if let closed = try table.day(record, .closed) { account.closed = closed }
        if let matures = try table.day(record, .matures) { account.matures = matures }
        if let allowShort = try table.flag(record, .allowShort) { account.allowShort = allowShort }
        if let rate = try yearlyRate(record) { account.rate = rate }
    }

    /// A rate of interest. A number alone is refused, since it may mean either hundredths or a part of one.
    private func yearlyRate(_ record: borrowing CSVReader) throws(ImportIssue) -> FixedDecimal? {
        let text = table.text(record, .rate)
        if let rate = Percent.read(text) { return rate }
        guard let number = try table.number(record, .rate, column: table.map[.rate]) else { return nil }
        throw table.issue(.badNumber, record, .rate, "\"\(MessageText.cut(text))\" is no rate of a year without its sign", hint: Percent.hint(for: number.decimal))
    }
}

/// What files of definitions have in common.
enum Definitions {
    /// Whether there are columns of what happens or costs: then the rows are no definitions, and taking them for some would lose them.
    static func tellMore(_ map: ColumnMap) -> Bool {
        if map.unused.count * 2 >= map.matched { return true }
        let telling: Set<ImportField> = [.date, .quantity, .amount, .gross, .price, .fee]
        let keys = Set(TransactionsCSV().columns.filter { telling.contains($0.field) }.flatMap(\.keys)).union(["value", "balance", "close"])
        return map.unused.contains { keys.contains(HeaderKey.of(map.headings[$0])) }
    }
}

extension Formats {
    /// The accounts of a book, a line each, under numbers that `transactions.csv` of the same book names them by.
    public static func accountsCSV(_ ledger: Ledger) -> String {
        var writer = CSVWriter()
        writer.line(["id"] + AccountCells.header)
        for (index, account) in ledger.accounts.enumerated() { writer.line([String(index + 1)] + AccountCells.cells(account)) }
        return writer.text
    }
}
