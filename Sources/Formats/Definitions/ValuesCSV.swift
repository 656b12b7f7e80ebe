import Ledger
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
        ColumnSpec(.currency, "ccy", "währung"), ColumnSpec(.notes, "note", "comment", "notiz"),
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
        let cell = record.word(table.map[.currency])
        // Without one of its own a value is in the currency of its account.
        var money = plan.toldCurrency() ?? plan.currency(.eur)
        if cell.count > 0 {
            do { money = try plan.currency(cell) } catch { throw table.issue(.badCurrency, record, .currency, error.description) }
            if let mark = value.currency, mark != money.currency, !value.isZero {
                throw table.issue(.badCurrency, record, .value, "it is in \(mark), but the row is in \(money.currency)", hint: "give each row the currency of its figures")
            }
        } else if let mark = value.currency, plan.options.currency == nil {
            money = plan.currency(mark)
        }
        // What tells its own currency is in that already.
        guard let amount = value.currency == nil ? value.shifted(by: money.shift) : value else {
            throw table.issue(.badNumber, record, .value, "it has too many decimals for a minor unit")
        }
        let isTold = cell.count > 0 || value.currency != nil || plan.options.currency != nil
        let account = try account(record, money.currency, isTold: isTold, &plan)
        let told = AccountValue(
            account: AccountID(account), date: date.day, time: try time(record, date), value: amount.decimal,
            currency: isTold ? money.currency : plan.account(account).currency, notes: String(decoding: record.field(table.map[.notes]), as: UTF8.self))
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

    /// Finds or defines the account; a portfolio without accounts is one.
    private func account(
        _ record: borrowing CSVReader, _ currency: Currency, isTold: Bool, _ plan: inout PlanBuilder
    ) throws(ImportIssue) -> Int32 {
        var name = try table.name(record, .account) { plan.account(named: $0) != 0 }
        let portfolio = try table.name(record, .portfolio)
        if name.isEmpty { name = plan.options.account ?? portfolio }
        guard !name.isEmpty else { throw table.issue(.missingValue, record, .account, "the account is missing", hint: "say account=\"…\" for rows without one") }
        let known = plan.account(named: name)
        if known != 0 { return known }
        guard plan.options.create else {
            throw table.issue(
                .unknownAccount, record, .account, "the book has no account \"\(name)\"",
                hint: nearestName(to: name, in: plan.accounts.names).map { "did you mean \"\($0)\"?" } ?? "define it first, or import with create=true")
        }
        let kind: Account.Kind? = try table.word(record, .kind, synonyms: AccountReader.kinds)
        return plan.define(
            Account(
                name: name, kind: kind ?? .other, currency: try Definitions.currency(isTold ? currency : nil, &plan), portfolio: portfolio,
                owner: try table.name(record, .owner), group: try table.name(record, .group), tracking: .value))
    }
}
