import Values

/// What became of a day of a recurring rule.
package struct OccurrenceEntry: EntryContent {
    let occurrence: Occurrence

    package static let form = EntryForm(
        .occurrence, name: "occurrence", noun: "an occurrence", columns: [.text("rule"), .text("day"), .text("state"), .optionalInteger("first_entry")],
        indexes: ["CREATE INDEX occurrence_by_day ON occurrence (rule, day)"], erasedAs: .plan,
        file: ArchiveForm("occurrences", ["rule", "day", "state", "first"], isLater: true))

    init(occurrence: Occurrence) { self.occurrence = occurrence }

    package var entry: JournalEntry { .occurrence(occurrence) }

    package init(row: RowFields, json: RowJSON) throws(RowFault) {
        occurrence = Occurrence(
            rule: try row.string(2), day: try row.day(3), state: try row.word(4), first: try row.isMissing(5) ? nil : row.entry(5))
    }

    package func write(to row: RowWriter) {
        row.text(occurrence.rule)
        row.day(occurrence.day)
        row.text(occurrence.state.rawValue)
        row.integer(occurrence.first?.rawValue)
    }

    /// Checks that a day of a rule is not settled twice, and that what was recorded for it stands before it.
    package func apply(to ledger: Ledger, as id: EntryID) throws(LedgerError) {
        let rule = occurrence.rule, day = occurrence.day
        if let first = occurrence.first, first >= id || first.rawValue < 1 { throw .undefined(what: "entry", number: first.rawValue) }
        let before = ledger.plans.occurrence(of: rule, on: day)?.state ?? .open
        if occurrence.state != .open, before != .open { throw .alreadySettled(rule: rule, day: day, state: before) }
        let settlement = ledger.plans.settlement(of: rule, on: day)
        ledger.undo.append(.change(key: nil) { [unowned ledger] in ledger.definitions.plans.restore(settlement, rule: rule, day: day) })
        ledger.definitions.plans.put(occurrence, by: id)
    }

    package func load(into ledger: Ledger, as id: EntryID) throws(LedgerError) { ledger.definitions.plans.put(occurrence, by: id) }

    /// Makes a day of a rule due again, unless something else was said of it since.
    package func takenBack(_ context: UndoContext) throws -> TakenBack? {
        let rule = occurrence.rule, day = occurrence.day
        guard occurrence.state != .open, context.ledger.plans.occurrence(of: rule, on: day) == occurrence else { return nil }
        return TakenBack(.occurrence(Occurrence(rule: rule, day: day, state: .open)))
    }

    package func subject(in ledger: Ledger) -> String? { "\(occurrence.rule) for \(occurrence.day)" }

    package var mentions: [EntryMention] { [.name(occurrence.rule)] }

    package func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> JournalEntry {
        var occurrence = occurrence
        if let first = occurrence.first { occurrence.first = try numbers.entry(first) }
        return .occurrence(occurrence)
    }

    package func cells(_ names: ArchiveNames) -> [String] {
        [occurrence.rule, occurrence.day.description, occurrence.state.rawValue, occurrence.first.map { String($0.rawValue) } ?? ""]
    }

    package init(cells: ArchiveCells) throws(ArchiveFault) {
        occurrence = Occurrence(
            rule: cells.text("rule"), day: try cells.day("day"), state: try cells.word("state"), first: try cells.optionalEntry("first"))
    }

    package func line(_ wording: inout EntryWording) -> EntryWording.Line? {
        EntryWording.Line("occurrence", "\(occurrence.rule) for \(occurrence.day)", occurrence.state.rawValue)
    }

    package var counted: (one: String, many: String)? { ("occurrence", "occurrences") }
}
