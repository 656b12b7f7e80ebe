/// The activity of an earlier entry is taken out of every result.
package struct VoidEntry: EntryContent {
    let voided: EntryID
    let reason: String

    /// Why an undo voids what it takes back; nobody else gives this reason.
    package static let undoReason = "undo"

    package static let form = EntryForm(
        .void, name: "void", noun: "a void", columns: [.activity("entry"), .text("reason")], indexes: ["CREATE INDEX void_by_entry ON void (entry)"],
        erasedAs: .void, file: ArchiveForm("voids", ["voids", "reason"]))

    package var entry: JournalEntry { .void(voided, reason: reason) }

    package init(row: RowFields, json: RowJSON) throws(RowFault) { self.init(voided: try row.entry(2), reason: try row.string(3)) }

    package func write(to row: RowWriter) {
        row.integer(voided.rawValue)
        row.text(reason)
    }

    package func prepare(_ ledger: Ledger) {
        if let row = ledger.activities.row(of: voided) { ledger.prepareUnits(of: ledger.activities.position(at: row)) }
    }

    package func apply(to ledger: Ledger, as id: EntryID) throws(LedgerError) {
        guard let row = ledger.activities.row(of: voided) else { throw ledger.missing(voided) }
        if ledger.activities.isVoid(at: row) { throw .alreadyVoid(voided) }
        try ledger.takeOut(row: row)
    }

    package func load(into ledger: Ledger, as id: EntryID) throws(LedgerError) {
        guard let row = ledger.activities.row(of: voided) else { throw .notAnActivity(voided) }
        ledger.activities.setVoid(true, at: row)
    }

    package func takenBack(_ context: UndoContext) throws -> TakenBack? { context.bringBack(voided, inPlaceOf: voided) }

    package func subject(in ledger: Ledger) -> String? { nil }

    package var mentions: [EntryMention] { [.ends(voided)] }

    package func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> JournalEntry { .void(try numbers.entry(voided), reason: reason) }

    package func cells(_ names: ArchiveNames) -> [String] { [String(voided.rawValue), reason] }

    package init(cells: ArchiveCells) throws(ArchiveFault) { self.init(voided: EntryID(try cells.number("voids")), reason: cells.text("reason")) }

    package func line(_ wording: inout EntryWording) -> EntryWording.Line? {
        EntryWording.Line("void", "entry \(voided.rawValue)", wording.describe(voided) + (reason.isEmpty ? "" : ": \(reason)"))
    }

    package var counted: (one: String, many: String)? { ("void", "voids") }
}

extension VoidEntry {
    /// The end of an activity, and why.
    init(voided: EntryID, reason: String) { (self.voided, self.reason) = (voided, reason) }
}
