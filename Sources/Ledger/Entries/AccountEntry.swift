import Values

/// An account is defined, or defined anew.
package struct AccountEntry: EntryContent {
    let number: AccountID
    let account: Account

    package static let form = EntryForm(
        .account, name: "account", noun: "an account",
        columns: [
            .integer("id"), .text("name"), .text("kind"), .text("currency"), .text("portfolio"), .text("owner"), .text("account_group"),
            .optionalText("opened"), .optionalText("closed"), .integer("allow_short"), .optionalText("tracking"), .optionalText("rate"),
            .optionalText("matures"), .optionalText("detail"),
        ],
        indexes: ["CREATE INDEX account_by_id ON account (id, seq)"], erasedAs: .definition,
        file: ArchiveForm("accounts", ["id"] + AccountCells.header, later: ["settlement"], names: .accounts))

    init(number: AccountID, account: Account) { (self.number, self.account) = (number, account) }

    package var entry: JournalEntry { .account(number, account) }

    // MARK: Rows

    /// What few accounts have.
    private struct Detail: Codable {
        var settlement: String?

        enum CodingKeys: String, CodingKey, CaseIterable { case settlement }
    }

    package init(row: RowFields, json: RowJSON) throws(RowFault) {
        number = AccountID(try row.id(2))
        account = Account(
            name: try row.string(3), kind: try row.word(4), currency: try row.currency(5), portfolio: try row.string(6), owner: try row.string(7),
            group: try row.string(8), opened: try row.optionalDay(9), closed: try row.optionalDay(10), allowShort: try row.integer(11) != 0,
            tracking: try row.isMissing(12) ? .transactions : row.word(12), rate: try row.optionalDecimal(13), matures: try row.optionalDay(14),
            settlement: try Self.settlement(row, json))
    }

    private static func settlement(_ row: RowFields, _ json: RowJSON) throws(RowFault) -> Account.Settlement {
        if row.isMissing(15) { return .account }
        guard let word = try row.json(15, Detail.self, keys: Detail.CodingKeys.allCases.map(\.rawValue), by: json).settlement else { return .account }
        guard let settlement = Account.Settlement(rawValue: word) else { throw RowFault(column: 15, problem: "\"\(word)\" is not known") }
        return settlement
    }

    package func write(to row: RowWriter) {
        row.integer(Int(number.rawValue))
        row.text(account.name)
        row.text(account.kind.rawValue)
        row.currency(account.currency)
        row.text(account.portfolio)
        row.text(account.owner)
        row.text(account.group)
        row.day(account.opened)
        row.day(account.closed)
        row.flag(account.allowShort)
        // What every account of older books is, is not written.
        row.text(account.tracking == .transactions ? nil : account.tracking.rawValue)
        row.decimal(account.rate)
        row.day(account.matures)
        if account.settlement == .account { row.missing() } else { row.json(Detail(settlement: account.settlement.rawValue)) }
    }

    // MARK: Ledger

    package func apply(to ledger: Ledger, as id: EntryID) throws(LedgerError) {
        try ledger.check(account, number)
        let before = ledger.define(account, number)
        if before?.allowShort == true, !account.allowShort { try ledger.checkSales(of: number) }
    }

    package func load(into ledger: Ledger, as id: EntryID) throws(LedgerError) {
        ledger.fillErased(below: number)
        try ledger.checkNext(number)
        ledger.define(account, number)
    }

    package func takenBack(_ context: UndoContext) throws -> TakenBack? {
        let before = try context.earlier(.account) { if case .account(number, _) = $0 { true } else { false } }
        return before.map { TakenBack($0) }
    }

    package func subject(in ledger: Ledger) -> String? { "account \(ledger[number].name)" }

    package var mentions: [EntryMention] { [.account(number)] }

    // MARK: Another journal

    package func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> JournalEntry { .account(try numbers.account(number), account) }

    package var brings: EntryNumber? { .account(number) }

    package var claims: [EntryClaim] { [EntryClaim(.account, "\(number.rawValue)", told: "the account \(account.name) was defined", mayRepeat: true)] }

    // MARK: Archive

    package func note(in names: inout ArchiveNames) { names.put(account.name, number) }

    package func cells(_ names: ArchiveNames) -> [String] { [String(number.rawValue)] + AccountCells.cells(account) }

    package init(cells: ArchiveCells) throws(ArchiveFault) {
        number = AccountID(try cells.id("id"))
        account = Account(
            name: cells.text("name"), kind: try cells.word("type"), currency: try cells.currency("currency"), portfolio: cells.text("portfolio"),
            owner: cells.text("owner"), group: cells.text("group"), opened: try cells.optionalDay("opened"), closed: try cells.optionalDay("closed"),
            allowShort: try cells.flag("allow_short"), tracking: try cells.word("tracking"),
            rate: try Self.yearlyRate(cells), matures: try cells.optionalDay("matures"),
            settlement: try cells.isEmpty("settlement") ? .account : cells.word("settlement"))
    }

    /// A rate of interest: `4%`, or as older files have it the part of one.
    private static func yearlyRate(_ cells: ArchiveCells) throws(ArchiveFault) -> FixedDecimal? {
        if let rate = Percent.read(cells.text("rate")) { return rate }
        return try cells.optionalDecimal("rate")
    }

    // MARK: Dry run

    package func line(_ wording: inout EntryWording) -> EntryWording.Line? {
        let before = wording.accounts.updateValue(account, forKey: number)
        return EntryWording.Line("account", before?.name ?? account.name, EntryWording.changes(from: before.map(Self.fields), to: Self.fields(account)))
    }

    private static func fields(_ account: Account) -> [(String, String)] {
        [
            ("name", account.name), ("type", account.kind.rawValue), ("currency", account.currency.code), ("portfolio", account.portfolio),
            ("owner", account.owner), ("group", account.group), ("opened", account.opened.cell), ("closed", account.closed.cell),
            ("allow_short", account.allowShort ? "true" : ""), ("tracking", account.tracking == .transactions ? "" : account.tracking.rawValue),
            ("rate", account.rate.map(Percent.text) ?? ""), ("matures", account.matures.cell),
        ]
    }

    package var counted: (one: String, many: String)? { ("account", "accounts") }
}

/// An account as cells, the same in every file of ours.
package enum AccountCells {
    /// The headings of the cells, which stand behind columns of ids.
    package static let header = [
        "name", "type", "currency", "portfolio", "owner", "group", "opened", "closed", "allow_short", "tracking", "rate", "matures", "settlement",
    ]

    /// The cells of an account.
    package static func cells(_ account: Account) -> [String] {
        [
            account.name, account.kind.rawValue, account.currency.code, account.portfolio, account.owner, account.group,
            account.opened.cell, account.closed.cell, String(account.allowShort), account.tracking.rawValue,
            account.rate.map(Percent.text) ?? "", account.matures.cell,
            account.settlement == .account ? "" : account.settlement.rawValue,
        ]
    }
}

extension Ledger {
    /// Checks that a number is that of an account, or the next one.
    fileprivate func checkNext(_ number: AccountID) throws(LedgerError) {
        guard (1...accounts.count + 1).contains(Int(number.rawValue)) else {
            throw .misnumbered(what: "account", number: Int(number.rawValue), expected: accounts.count + 1)
        }
    }

    fileprivate func check(_ account: Account, _ number: AccountID) throws(LedgerError) {
        if account.name.isEmpty { throw .emptyAccountName }
        if let other = self.account(named: account.name), other != number { throw .duplicateAccount(name: account.name) }
        try checkNext(number)
        if Int(number.rawValue) <= accounts.count, self[number].isErased { throw .undefined(what: "account", number: Int(number.rawValue)) }
        if let opened = account.opened, let closed = account.closed, closed < opened {
            throw .badDates(account: account.name, opened: opened, closed: closed)
        }
        if Int(number.rawValue) > accounts.count { return }
        let takesNoUnits = account.tracking == .value && self[number].tracking != .value
        if account.opened == nil && account.closed == nil && !takesNoUnits { return }
        for row in 0..<activities.count where activities.account(at: row) == number && activities.counts(at: row) {
            if takesNoUnits, activities.quantity(at: row) != nil {
                throw .unitsInAccount(account: account.name, entry: activities.id(at: row))
            }
            let date = activities.date(at: row)
            if account.opened.map({ date < $0 }) == true || account.closed.map({ date > $0 }) == true {
                throw .activityOutsideAccount(
                    account: account.name, opened: account.opened, closed: account.closed, date: date, entry: activities.id(at: row))
            }
        }
    }

    /// Defines an account, or defines it anew, and returns what it was.
    @discardableResult
    fileprivate func define(_ account: Account, _ number: AccountID) -> Account? {
        let index = Int(number.rawValue) - 1
        let before = index < accounts.count ? accounts[index] : nil
        if undo.isActive { undo.append(.change(key: nil) { [unowned self] in put(before, at: index) }) }
        put(account, at: index)
        if let before, policy.tiesAccounts, before.owner != account.owner || before.kind != account.kind { replayLater() }
        return before
    }

    /// Refuses to forbid short sales where the account has made one.
    fileprivate func checkSales(of account: AccountID) throws(LedgerError) {
        let replayer = Replayer(self)
        for (index, pair) in activities.slots.positions.enumerated() where pair.account == account && pair.instrument != nil {
            try replayer.checkSales(in: PositionSlot(rawValue: UInt32(index)), causedBy: .forbiddingShorts)
        }
    }
}
