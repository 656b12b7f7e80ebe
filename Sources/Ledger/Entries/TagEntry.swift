import Values

/// A tag is put on an account, an instrument or an activity, or taken off again.
package struct TagEntry: EntryContent {
    let tagging: Tagging

    package static let form = EntryForm(
        .tag, name: "tag", noun: "a tag", columns: [.text("thing"), .integer("number"), .text("tag"), .text("change")],
        indexes: ["CREATE INDEX tag_by_thing ON tag (thing, number, tag)"], erasedAs: .tag,
        file: ArchiveForm("tags", ["thing", "of", "tag", "change"], isLater: true))

    init(tagging: Tagging) { self.tagging = tagging }

    package var entry: JournalEntry { .tag(tagging) }

    package init(row: RowFields, json: RowJSON) throws(RowFault) {
        guard let thing = TaggedThing(try row.word(2), number: try row.integer(3)) else { throw RowFault(column: 3, problem: "its number is too large") }
        tagging = Tagging(thing, try row.string(4), try row.word(5))
    }

    package func write(to row: RowWriter) {
        row.text(tagging.thing.kind.rawValue)
        row.integer(tagging.thing.number)
        row.text(tagging.tag)
        row.text(tagging.change.rawValue)
    }

    package func apply(to ledger: Ledger, as id: EntryID) throws(LedgerError) {
        guard tagging.tag.contains(where: { !$0.isWhitespace }) else { throw .emptyTag }
        let tagging = try kept(in: ledger), before = ledger.tags.tags(of: tagging.thing)
        ledger.undo.append(
            .change(key: UndoLog.ChangeKey("tag \(tagging.thing.kind.rawValue)", "", place: tagging.thing.number)) { [unowned ledger] in
                ledger.definitions.tags.restore(before, of: tagging.thing)
            })
        ledger.definitions.tags.put(tagging)
    }

    package func load(into ledger: Ledger, as id: EntryID) throws(LedgerError) { ledger.definitions.tags.put(try kept(in: ledger)) }

    /// As the ledger keeps it: an activity by the first of its entries, so that its tags outlive every amendment.
    private func kept(in ledger: Ledger) throws(LedgerError) -> Tagging {
        var tagging = tagging
        let number = tagging.thing.number
        switch tagging.thing {
        case .account: if !ledger.accounts.indices.contains(number - 1) || ledger.accounts[number - 1].isErased { throw .undefined(what: "account", number: number) }
        case .instrument: if !ledger.instruments.indices.contains(number - 1) { throw .undefined(what: "instrument", number: number) }
        case .activity(let entry):
            guard let row = ledger.activities.row(of: entry) else { throw ledger.missing(entry) }
            tagging.thing = .activity(ledger.activities.firstEntry(ofRow: row))
        }
        return tagging
    }

    /// Takes the tag off again, or puts it back, unless something else was said of it since.
    package func takenBack(_ context: UndoContext) throws -> TakenBack? {
        guard let kept = try? kept(in: context.ledger), context.ledger.tags.has(kept.thing, kept.tag) == (tagging.change == .added) else { return nil }
        return TakenBack(.tag(Tagging(tagging.thing, tagging.tag, tagging.change == .added ? .removed : .added)))
    }

    package func subject(in ledger: Ledger) -> String? { "tag \(tagging.tag) of \(Self.name(of: tagging.thing, in: ledger))" }

    package var mentions: [EntryMention] {
        switch tagging.thing {
        case .account(let account): [.account(account)]
        case .instrument: []
        case .activity(let entry): [.ends(entry)]
        }
    }

    package func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> JournalEntry {
        var tagging = tagging
        switch tagging.thing {
        case .account(let account): tagging.thing = .account(try numbers.account(account))
        case .instrument(let instrument): tagging.thing = .instrument(try numbers.instrument(instrument))
        case .activity(let entry): tagging.thing = .activity(try numbers.entry(entry))
        }
        return .tag(tagging)
    }

    package func cells(_ names: ArchiveNames) -> [String] {
        let name =
            switch tagging.thing {
            case .account(let account): names.name(account)
            case .instrument(let instrument): names.name(instrument)
            case .activity(let entry): String(entry.rawValue)
            }
        return [tagging.thing.kind.rawValue, name, tagging.tag, tagging.change.rawValue]
    }

    package init(cells: ArchiveCells) throws(ArchiveFault) {
        let kind: TaggedThing.Kind = try cells.word("thing")
        let thing: TaggedThing =
            switch kind {
            case .account: .account(try cells.account("of"))
            case .instrument: .instrument(try cells.instrument("of"))
            case .activity: .activity(EntryID(try cells.number("of")))
            }
        tagging = Tagging(thing, cells.text("tag"), try cells.word("change"))
    }

    package func line(_ wording: inout EntryWording) -> EntryWording.Line? {
        EntryWording.Line(tagging.change == .added ? "tag" : "untag", Self.name(of: tagging.thing, in: wording.ledger), tagging.tag)
    }

    package var counted: (one: String, many: String)? { ("tag", "tags") }

    /// What a thing is called in a sentence: `Savings`, `ORCL`, `entry 418`.
    private static func name(of thing: TaggedThing, in ledger: Ledger) -> String {
        switch thing {
        case .account(let account): ledger[account].name
        case .instrument(let instrument): ledger[instrument].symbol
        case .activity(let entry): "entry \(entry.rawValue)"
        }
    }
}
