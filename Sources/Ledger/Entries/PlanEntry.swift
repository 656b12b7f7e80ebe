/// A plan of the book, or with an empty body its end.
package struct PlanEntry: EntryContent {
    let document: PlanDocument

    package static let form = EntryForm(
        .plan, name: "plan", noun: "a plan", columns: [.text("kind"), .text("name"), .text("body")],
        indexes: ["CREATE INDEX plan_by_name ON plan (kind, name)"], erasedAs: .plan, file: ArchiveForm("plans", ["kind", "name", "body"], isLater: true))

    init(document: PlanDocument) { self.document = document }

    package var entry: JournalEntry { .plan(document) }

    package init(row: RowFields, json: RowJSON) throws(RowFault) {
        document = PlanDocument(kind: try row.word(2), name: try row.string(3), body: try row.string(4))
    }

    package func write(to row: RowWriter) {
        row.text(document.kind.rawValue)
        row.text(document.name)
        row.text(document.body)
    }

    package func apply(to ledger: Ledger, as id: EntryID) throws(LedgerError) {
        guard document.name.contains(where: { !$0.isWhitespace }) else { throw .unnamedPlan(kind: document.kind.rawValue) }
        let before = ledger.plans.standing(document.kind, document.name)
        // What is not there is not taken away.
        if before.document == nil, document.body.isEmpty { return }
        ledger.undo.append(
            // A list that grows by an entry at a time is noted as it was at first, not as it was before each of them.
            .change(key: before.document == nil ? nil : UndoLog.ChangeKey(document.kind.rawValue, document.name, place: before.place)) { [unowned ledger, document] in
                ledger.definitions.plans.restore(before, named: document.name, of: document.kind)
            })
        ledger.definitions.plans.put(document)
    }

    package func load(into ledger: Ledger, as id: EntryID) throws(LedgerError) { ledger.definitions.plans.put(document) }

    package func takenBack(_ context: UndoContext) throws -> TakenBack? {
        var before = PlanDocument(kind: document.kind, name: document.name, body: "")
        let earlier = try context.earlier(.plan) { if case .plan(let other) = $0 { other.kind == document.kind && other.name == document.name } else { false } }
        if case .plan(let document)? = earlier { before = document }
        // Where nothing changes, nothing is recorded.
        return context.ledger.plans.document(before.kind, named: before.name)?.body ?? "" == before.body ? nil : TakenBack(.plan(before))
    }

    package func subject(in ledger: Ledger) -> String? { "\(document.kind) \(document.name)" }

    package var mentions: [EntryMention] { [.document(kind: document.kind.rawValue, name: document.name, body: document.body)] }

    package func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> JournalEntry { entry }

    package var claims: [EntryClaim] {
        let kind = document.kind.rawValue
        return [EntryClaim(.plan, "\(kind) \(document.name)", told: "the \(kind) plan \(document.name) was kept or taken away", mayRepeat: true)]
    }

    package func cells(_ names: ArchiveNames) -> [String] { [document.kind.rawValue, document.name, document.body] }

    package init(cells: ArchiveCells) throws(ArchiveFault) {
        document = PlanDocument(kind: try cells.word("kind"), name: cells.text("name"), body: cells.text("body"))
    }

    package func line(_ wording: inout EntryWording) -> EntryWording.Line? {
        let key = EntryWording.PlanKey(kind: document.kind, name: document.name), isKnown = wording.plans.contains(key)
        if document.body.isEmpty { wording.plans.remove(key) } else { wording.plans.insert(key) }
        return EntryWording.Line(document.kind.rawValue, document.name, document.body.isEmpty ? "is taken away" : "\(isKnown ? "changed" : "new"): \(document.body)")
    }

    package var counted: (one: String, many: String)? {
        switch document.kind {
        case .reserve: ("reserve plan", "reserve plans")
        case .targets: ("set of targets", "sets of targets")
        case .recurring: ("recurring rule", "recurring rules")
        case .goal: ("goal", "goals")
        case .limit: ("limit", "limits")
        case .calendar: ("calendar", "calendars")
        case .pause: ("pause of a rule", "pauses of rules")
        case .currency: ("currency", "currencies")
        case .accountMapping: ("mapping of accounts", "mappings of accounts")
        }
    }
}
