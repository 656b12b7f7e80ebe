import JSON
import Ledger
import Plans
import Values

/// Accounts of a reserve plan, a line each, as the desktop and the phone program write them.
///
/// Rows change the plan that the book has, or begin one. A tier that is not there is made without a target, behind the others; an empty
/// cell leaves what is there, so a cap cannot be cleared; a new account of weight 0 gets the weight 1. An account is that of its tier: see `ReserveBook`.
struct ReserveAccountsCSV: TableFormat {
    let name = "reserve-accounts"
    let summary = "Accounts of a reserve plan, a line each: tier, account, balance, and where it is told yield, weight, cap and notes."
    let example = """
        Tier,Tier_Priority,Account,Balance,APY_%,Weight,Cap,Notes,Monthly_Yield,Annual_Yield
        Tier 1,1,Saver,812.4,3.9,2.0,2500,,2.64,31.68
        Tier 1,1,Current,"$1,055.00",0.0,1.0,,joint,0.0,0.0

        """

    let columns = [
        ColumnSpec(.tier), ColumnSpec(.priority, "tier priority"), ColumnSpec(.account, "account name"), ColumnSpec(.balance), ColumnSpec(.apy, "yield"),
        ColumnSpec(.weight), ColumnSpec(.cap), ColumnSpec(.notes, "note"), ColumnSpec(.preferred), ColumnSpec(.left, "monthly yield", "annual yield"),
    ]

    func score(_ map: ColumnMap) -> Int { missing(map).isEmpty ? 12 + map.matched : 0 }
    func missing(_ map: ColumnMap) -> [String] { [ImportField.tier, .account, .balance].filter { !map.has($0) }.map(\.rawValue) }

    func adjusted(_ options: ImportOptions) -> ImportOptions {
        var options = options
        // The programs write a point, and take commas for what groups digits.
        options.decimalMark = options.decimalMark ?? .point
        return options
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader {
        let book = ReserveBook(plan)
        var reserve = ReservePlan(name: book.name, currency: "")
        do {
            if let known = try ReserveBook.plan(named: book.name, plan) { reserve = known }
        } catch {
            throw ImportIssue(.badJSON, message: "the plan \"\(book.name)\" of the book cannot be read: \(error)")
        }
        if reserve.currency.isEmpty { reserve.currency = try plan.ownOrAssumedCurrency(nil).code }
        return ReserveAccountReader(table: table, reserve: ReservePlanImport(reserve, of: book, on: nil, &plan))
    }
}

/// Reads the rows of a file of accounts in tiers.
private struct ReserveAccountReader: RowReader {
    let table: Table
    var reserve: ReservePlanImport

    mutating func rowsWereRead(_ plan: inout PlanBuilder) { reserve.rowsWereRead(&plan) }

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let tier = try table.name(record, .tier), name = try table.name(record, .account)
        guard !tier.isEmpty else { throw table.issue(.missingValue, record, .tier, "the tier is missing") }
        guard !name.isEmpty else { throw table.issue(.missingValue, record, .account, "the account is missing") }
        guard table.text(record, .balance) != "HIDDEN" else {
            throw table.issue(.badNumber, record, .balance, "the figures are hidden", hint: "export the file again with privacy off")
        }
        guard let balance = try number(record, .balance) else { throw table.issue(.missingValue, record, .balance, "the balance is missing") }
        // Every cell is read before anything is added, so that a refused row leaves no trace.
        var changed = reserve.plan
        let own = try change(&changed, tier, name, record)
        let outcome = try reserve.take(own.name, holding: balance, line: record.line, &plan)
        reserve.plan = changed
        if own.isNamedAnew { reserve.book.noteOwnAccount(name, own.name, tier, &plan) }
        return outcome == .alreadyThere ? .define : outcome
    }

    /// Makes the tier and the account of a row, or changes them by it; gives what the account is called, and whether it got that name just now because
    /// another tier has one of its own.
    private func change(
        _ plan: inout ReservePlan, _ tier: String, _ name: String, _ record: borrowing CSVReader
    ) throws(ImportIssue) -> (name: String, isNamedAnew: Bool) {
        let place = plan.place(ofTier: tier) ?? plan.tiers.count
        if place == plan.tiers.count { plan.tiers.append(ReserveTier(name: tier, priority: FixedDecimal(plan.tiers.count + 1))) }
        let known = plan.tiers[place].account(inProgram: name), row = known ?? plan.tiers[place].accounts.count
        let taken = Set(plan.accountNames.map { $0.lowercased() }), isNamedAnew = known == nil && taken.contains(name.lowercased())
        if known == nil { plan.tiers[place].accounts.append(ReserveAccount(name: name)) }
        if isNamedAnew { plan.tiers[place].call(row, ReserveTier.name(for: name, in: tier) { !taken.contains($0) }) }
        var account = plan.tiers[place].accounts[row]
        // The desktop program writes the hundredths alone.
        if let part = Percent.read(table.text(record, .apy)) {
            guard let hundredths = try? part * 100 else { throw table.issue(.outOfRange, record, .apy, "the rate is too large") }
            account.apy = hundredths
        } else if let apy = try number(record, .apy) {
            account.apy = apy
        }
        if let cap = try number(record, .cap), !cap.isZero { account.cap = cap }
        if let weight = try number(record, .weight), known != nil || !weight.isZero { account.weight = weight }
        let notes = table.text(record, .notes)
        if !notes.isEmpty { account.notes = notes }
        if table.text(record, .preferred).lowercased() == "yes" { plan.tiers[place].preferred = account.name }
        plan.tiers[place].accounts[row] = account
        return (account.name, isNamedAnew)
    }

    private func number(_ record: borrowing CSVReader, _ field: ImportField) throws(ImportIssue) -> FixedDecimal? {
        guard let number = try table.number(record, field, column: table.map[field]) else { return nil }
        if let unit = reserve.currency { try table.checkMark(record, field, number, in: unit, "the plan") }
        return number.decimal
    }
}
