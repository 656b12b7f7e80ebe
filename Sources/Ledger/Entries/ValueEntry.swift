import Values

/// What an account that is tracked by value is worth, as its owner told it.
package struct ValueEntry: EntryContent {
    let told: AccountValue

    package static let form = EntryForm(
        .valuation, name: "valuation", noun: "a valuation",
        columns: [.integer("account"), .text("date"), .optionalText("time"), .optionalText("value"), .text("currency"), .text("notes")],
        erasedAs: .value, file: ArchiveForm("values", ["account", "date", "time", "value", "currency", "notes"]))

    init(told: AccountValue) { self.told = told }

    package var entry: JournalEntry { .value(told) }

    package init(row: RowFields, json: RowJSON) throws(RowFault) {
        told = AccountValue(
            account: AccountID(try row.id(2)), date: try row.day(3), time: try row.optionalInstant(4), value: try row.optionalDecimal(5),
            currency: try row.currency(6), notes: try row.string(7))
    }

    package func write(to row: RowWriter) {
        row.integer(Int(told.account.rawValue))
        row.day(told.date)
        row.instant(told.time)
        row.decimal(told.value)
        row.currency(told.currency)
        row.text(told.notes)
    }

    package func apply(to ledger: Ledger, as id: EntryID) throws(LedgerError) {
        try check(ledger)
        ledger.values.append(told, id)
    }

    private func check(_ ledger: Ledger) throws(LedgerError) {
        try checkAccount(ledger)
        let account = ledger[told.account]
        if account.isErased { throw .undefined(what: "account", number: Int(told.account.rawValue)) }
        if let amount = told.value, !Bound.amount.admits(amount) {
            throw .beyondBound(what: "the worth of \(quoted(account.name))", field: "amount", value: amount, bound: .amount)
        }
        if account.tracking != .value { throw .notTrackedByValue(account: account.name, tracking: account.tracking) }
        if let opened = account.opened, told.date < opened { throw .beforeOpening(account: account.name, opened: opened, date: told.date) }
        if let closed = account.closed, told.date > closed { throw .afterClosing(account: account.name, closed: closed, date: told.date) }
    }

    private func checkAccount(_ ledger: Ledger) throws(LedgerError) {
        guard ledger.accounts.indices.contains(Int(told.account.rawValue) - 1) else {
            throw .undefined(what: "account", number: Int(told.account.rawValue))
        }
    }

    package func load(into ledger: Ledger, as id: EntryID) throws(LedgerError) {
        try checkAccount(ledger)
        ledger.values.append(told, id)
    }

    /// What an account was worth is taken back by another entry of its kind.
    package func takenBack(_ context: UndoContext) throws -> TakenBack? {
        var nothing = told
        (nothing.value, nothing.notes) = (nil, VoidEntry.undoReason)
        return TakenBack(.value(nothing), told: .itself)
    }

    package func subject(in ledger: Ledger) -> String? { "value of \(ledger[told.account].name) on \(told.date)" }

    package var mentions: [EntryMention] { [.account(told.account)] }

    package func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> JournalEntry {
        var told = told
        told.account = try numbers.account(told.account)
        return .value(told)
    }

    package func cells(_ names: ArchiveNames) -> [String] {
        [names.name(told.account), told.date.description, told.time?.description ?? "", told.value.cell, told.currency.code, told.notes]
    }

    package init(cells: ArchiveCells) throws(ArchiveFault) {
        told = AccountValue(
            account: try cells.account("account"), date: try cells.day("date"), time: try cells.optionalInstant("time"),
            value: try cells.optionalDecimal("value"), currency: try cells.currency("currency"), notes: cells.text("notes"))
    }

    package func line(_ wording: inout EntryWording) -> EntryWording.Line? {
        EntryWording.Line(
            "value", "\(wording.ledger[told.account].name) on \(told.date)",
            told.value.map { wording.amount($0, told.currency) } ?? "what was told is taken back")
    }

    package var counted: (one: String, many: String)? { ("value", "values") }
}
