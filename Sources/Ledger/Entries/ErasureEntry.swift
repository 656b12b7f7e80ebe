/// An account was erased: what was recorded of it is not among the entries any more.
package struct ErasureEntry: EntryContent {
    let account: AccountID
    /// How many entries were removed, and the digest that vouches for what is left of them; nil where only the account is of interest.
    let tombstones: (count: Int, digest: String)?

    package static let form = EntryForm(
        .erasure, name: "erasure", noun: "an erasure", columns: [.integer("account"), .integer("entries"), .text("digest")],
        // What was removed leaves hashes and no rows, which a folder of CSV has no place for.
        file: nil)

    /// The erasure of an account, with what is written of it.
    package init(account: AccountID, tombstones: (count: Int, digest: String)? = nil) { (self.account, self.tombstones) = (account, tombstones) }

    package var entry: JournalEntry { .erasure(account) }

    package init(row: RowFields, json: RowJSON) throws(RowFault) { self.init(account: AccountID(try row.id(2))) }

    package func write(to row: RowWriter) {
        guard let tombstones else { preconditionFailure("an erasure is recorded by erasing") }
        row.integer(Int(account.rawValue))
        row.integer(tombstones.count)
        row.text(tombstones.digest)
    }

    package func apply(to ledger: Ledger, as id: EntryID) throws(LedgerError) {
        preconditionFailure("a ledger from which an account is erased is made anew")
    }

    package func load(into ledger: Ledger, as id: EntryID) throws(LedgerError) {
        if ledger.erased.contains(account), account.rawValue < .max { ledger.fillErased(below: AccountID(account.rawValue + 1)) }
        guard ledger.accounts.indices.contains(Int(account.rawValue) - 1), ledger[account].isErased else {
            throw .undefined(what: "account", number: Int(account.rawValue))
        }
    }

    package func takenBack(_ context: UndoContext) throws -> TakenBack? {
        preconditionFailure("an act that deleted an account is not taken back")
    }

    package func subject(in ledger: Ledger) -> String? { nil }

    package func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> JournalEntry { .erasure(try numbers.account(account)) }

    package func cells(_ names: ArchiveNames) -> [String] { [] }

    package init(cells: ArchiveCells) throws(ArchiveFault) { preconditionFailure("an archive has no erasures") }

    package func line(_ wording: inout EntryWording) -> EntryWording.Line? { nil }

    package var counted: (one: String, many: String)? { nil }
}

extension Ledger {
    /// Puts placeholders where accounts were that were erased, up to a number.
    func fillErased(below number: AccountID) {
        while nextAccountID < number, erased.contains(nextAccountID) { put(.erased, at: accounts.count) }
    }

    /// Puts an account in its place; nil takes the last one away.
    func put(_ account: Account?, at index: Int) {
        if index < accounts.count { answers.similarNames?.count(accounts[index], -1) }
        if let account { answers.similarNames?.count(account, 1) }
        definitions.put(account, at: index)
    }
}
