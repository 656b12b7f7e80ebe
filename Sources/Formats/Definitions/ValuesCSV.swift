public import Ledger
import Values

/// What accounts are worth, a line a day and account, as people keep it who enter values rather than trades.
struct ValuesCSV: TableFormat {
    let name = "values"
    let summary = "What an account was worth on a day, a line each: date, account, value, and where it is told owner and portfolio."
    let example = """
        date,account,portfolio,owner,value,currency,notes
        2014-01-31,House,Family,Ada,250000,EUR,
        2014-02-28,House,Family,Ada,251000,EUR,estimate

        """

    let columns = [
        ColumnSpec(.date, "day", "as of", "valuation date", "datum", "stichtag"), ColumnSpec(.time),
        ColumnSpec(.account, "account name", "name", "konto"), ColumnSpec(.kind, "account type", "type"),
        ColumnSpec(.portfolio, "portfolio name"), ColumnSpec(.owner, "holder", "member", "person", "inhaber"), ColumnSpec(.group),
        ColumnSpec(.value, "balance", "worth", "market value", "total value", "wert", "saldo"),
        ColumnSpec.currency("value currency"), ColumnSpec(.notes, "note", "comment", "notiz"),
    ]

    func score(_ map: ColumnMap) -> Int {
        guard map.has(.date), map.has(.value), !Self.tellTrades(map) else { return 0 }
        // Without an account the rows could as well be prices, unless the user says which account.
        return map.has(.account) || map.has(.portfolio) ? 10 + map.matched : 3
    }

    private static func tellTrades(_ map: ColumnMap) -> Bool {
        let keys = Set(TransactionsCSV().columns.filter { [.symbol, .quantity, .price, .fee].contains($0.field) }.flatMap(\.keys))
        return map.unused.contains { keys.contains(HeaderKey.of(map.headings[$0])) }
    }

    func missing(_ map: ColumnMap) -> [String] {
        [ImportField.date, .account, .value].filter { !map.has($0) }.map(\.rawValue)
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader { ValueReader(table: table) }
}

/// Reads the rows of a file of values.
struct ValueReader: RowReader {
    let table: Table

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let date = try table.date(record, column: table.map[.date])
        if let today = plan.context.today, date.day > today { throw table.issue(.futureDate, record, .date, "\(date.day) is after today, \(today)") }
        guard let value = try table.number(record, .value, column: table.map[.value]) else {
            throw table.issue(.notPosted, record, .value, "there is no value on \(date.day)")
        }
        let name = try accountName(record, &plan), known = plan.account(named: name)
        let money = try currency(record, value, known, &plan)
        let unit = money ?? plan.currency(.eur)
        if value.sign != nil { try table.checkSign(record, .value, value, in: try plan.ownOrAssumedCurrency(money?.currency, bearing: value.sign)) }
        // What tells its own currency is in that already.
        guard let amount = value.currency == nil && value.sign == nil ? value.shifted(by: unit.shift) : value else {
            throw table.issue(.badNumber, record, .value, "it has too many decimals for a minor unit")
        }
        let account = known != 0 ? known : try define(name, record, money?.currency, &plan)
        let told = AccountValue(
            account: AccountID(account), date: date.day, time: try time(record, date), value: amount.decimal,
            currency: money?.currency ?? plan.account(account).currency, notes: String(decoding: record.field(table.map[.notes]), as: UTF8.self))
        return plan.take(told, line: record.line)
    }

    /// The moment of a row, from a column of its own or from the date's cell.
    private func time(_ record: borrowing CSVReader, _ date: DateReader.Reading) throws(ImportIssue) -> Instant? {
        let cell = record.word(table.map[.time])
        guard cell.count > 0 else { return date.instant }
        if let whole = try? Instant(utf8: cell) { return whole }
        guard let clock = try? ClockTime(Slice(base: cell, bounds: 0..<cell.count)) else {
            throw table.issue(.badTime, record, .time, "\"\(record.shown(table.map[.time]))\" is no time of day", hint: "write it as 14:30 or 14:30:00")
        }
        return DateReader.Reading(day: date.day, time: clock.microseconds, zone: clock.zone).instant
    }

    /// The currency of a value: the row's own, else its account's, else the one told; nil where that of a new account counts.
    private func currency(
        _ record: borrowing CSVReader, _ value: CellNumber, _ account: Int32, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> CurrencyIndex.Entry? {
        let cell = record.word(table.map[.currency])
        if cell.count > 0 {
            let own: CurrencyIndex.Entry
            do { own = try plan.currency(cell) } catch { throw table.issue(.badCurrency, record, .currency, error.description, hint: error.declaration ?? "") }
            if let mark = value.currency, mark != own.currency, !value.isZero {
                throw table.issue(.badCurrency, record, .value, "it is in \(mark), but the row is in \(own.currency)", hint: "give each row the currency of its figures")
            }
            return own
        }
        if let mark = value.currency { return try table.marked(record, .value, mark, &plan) }
        // An account has one currency, but may be worth something in another.
        if let sign = value.sign, let told = plan.toldCurrency(), sign.fits(told.currency), account == 0 || !sign.fits(plan.account(account).currency) { return told }
        let assumed = account != 0 ? plan.currency(of: plan.account(account)) : plan.toldCurrency()
        try table.checkUnread(record, assumed: assumed?.currency ?? plan.context.baseCurrency)
        return assumed
    }

    /// The name of a row's account; a portfolio without accounts is one.
    private func accountName(_ record: borrowing CSVReader, _ plan: inout PlanBuilder) throws(ImportIssue) -> String {
        var name = try table.name(record, .account) { plan.account(named: $0) != 0 }
        let portfolio = try table.name(record, .portfolio)
        if name.isEmpty { name = plan.options.account ?? portfolio }
        guard !name.isEmpty else { throw table.issue(.missingValue, record, .account, "the account is missing", hint: "say account=\"…\" for rows without one") }
        return name
    }

    private func define(_ name: String, _ record: borrowing CSVReader, _ currency: Currency?, _ plan: inout PlanBuilder) throws(ImportIssue) -> Int32 {
        guard plan.options.create else {
            throw table.issue(
                .unknownAccount, record, .account, "the book has no account \"\(name)\"",
                hint: nearestHint(for: name, in: plan.accounts.names, otherwise: "define it first, or import with create=true"))
        }
        let kind: Account.Kind? = try table.word(record, .kind, synonyms: AccountReader.kinds), portfolio = try table.name(record, .portfolio)
        return plan.define(
            Account(
                name: name, kind: kind ?? .other, currency: try plan.ownOrAssumedCurrency(currency), portfolio: portfolio,
                owner: try table.name(record, .owner), group: try table.name(record, .group), tracking: .value))
    }
}

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
}
