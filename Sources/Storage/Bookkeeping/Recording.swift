public import JSON
public import Ledger
import Values

/// What is recorded outside of an act becomes one by itself.
extension Book {
    /// Defines an account: a new one, or the one of that name anew. Says nothing twice: where nothing differs, nothing is recorded.
    @discardableResult
    public func define(_ account: Account) throws -> AccountID {
        try recording { ledger in
            guard let known = ledger.account(named: account.name) else {
                try NameRules.check(account, before: nil)
                let id = ledger.nextAccountID
                try record(.account(id, account))
                return id
            }
            let before = ledger.accounts[Int(known.rawValue) - 1]
            try NameRules.check(account, before: before)
            if before != account { try record(.account(known, account)) }
            return known
        }
    }

    /// Defines an account anew, which may give it another name; one that `isOld`, as it stood before, is held against no rule for names.
    public func redefine(_ id: AccountID, as account: Account, isOld: Bool = false) throws {
        try recording { ledger in
            if !isOld { try NameRules.check(account, before: ledger.accounts.at(id.rawValue)) }
            try record(.account(id, account))
        }
    }

    /// Defines an instrument: a new one, or the one of that symbol anew, as `define(_:)` does for accounts.
    @discardableResult
    public func define(_ instrument: Instrument) throws -> InstrumentID {
        try recording { ledger in
            guard let known = ledger.instrument(named: instrument.symbol) else {
                try NameRules.check(instrument, before: nil)
                let id = ledger.nextInstrumentID
                try record(.instrument(id, instrument))
                return id
            }
            let before = ledger.instruments[Int(known.rawValue) - 1]
            try NameRules.check(instrument, before: before)
            if before != instrument { try record(.instrument(known, instrument)) }
            return known
        }
    }

    /// Defines an instrument anew, which may give it another symbol; one that `isOld`, as it stood before, is held against no rule for names.
    public func redefine(_ id: InstrumentID, as instrument: Instrument, isOld: Bool = false) throws {
        try recording { ledger in
            if !isOld { try NameRules.check(instrument, before: ledger.instruments.at(id.rawValue)) }
            try record(.instrument(id, instrument))
        }
    }

    /// Records an activity. The ledger refuses what cannot have happened, such as a sale of more than is held.
    @discardableResult
    public func append(_ activity: Activity) throws -> EntryID {
        try recording { ledger in
            if let fault = NameRules.faults(in: [activity], ledger)[0] { throw fault }
            return try record(.activity(activity))
        }
    }

    /// Records activities, all or none; the numbers that they got follow one another in the order given.
    ///
    /// They are looked at as a whole, so a sale may stand before the purchase that it sells from.
    ///
    /// - Throws: what the ledger says of the first that it refuses.
    @discardableResult
    public func append(contentsOf activities: [Activity]) throws -> Range<Int> {
        try transaction {
            try part(kept: true) {
                try beginWriting()
                let first = nextEntry
                for case .refused(let error) in try admit(activities) { throw error }
                return first..<nextEntry
            }
        }
    }

    /// Records those of a batch of activities, such as the rows of a file, that the ledger takes, and tells for each what became of it.
    ///
    /// A dry run records nothing, and tells the same.
    public func admit(_ batch: [Activity], dryRun: Bool = false) throws -> [Verdict] {
        if dryRun { return try verdicts(on: batch, firstID: EntryID(ledger.lastEntry.rawValue + 1), ledger, dryRun: true) }
        return try recording { ledger in
            if isTogether { ledger.beginTogether() }
            let verdicts = try verdicts(on: batch, firstID: EntryID(nextEntry), ledger)
            // The ledger has them now: should the store fail, the act as a whole has to be undone.
            try guarded { () throws(StorageError) in try writeRows(of: batch, verdicts) }
            return verdicts
        }
    }

    /// What the ledger says of a batch, and what the rule for names does, which only what is new is held against.
    private func verdicts(on batch: [Activity], firstID: EntryID, _ ledger: Ledger, dryRun: Bool = false) throws -> [Verdict] {
        let faults = NameRules.faults(in: batch, ledger)
        guard faults.contains(where: { $0 != nil }) else { return try ledger.admit(batch, firstID: firstID, dryRun: dryRun) }
        let sound = zip(batch, faults).filter { $1 == nil }.map(\.0)
        var verdicts = try ledger.admit(sound, firstID: firstID, dryRun: dryRun).makeIterator()
        return faults.compactMap { fault in fault.map(Verdict.refused) ?? verdicts.next() }
    }

    /// Takes an activity out of every result; it stays on record, with the reason.
    @discardableResult
    public func void(_ entry: EntryID, reason: String) throws -> EntryID {
        try recording { ledger in
            // What an account was worth is taken back by another entry of its kind.
            guard var told = ledger.values.told(entry) else { return try record(.void(entry, reason: reason)) }
            (told.value, told.notes) = (nil, reason)
            return try record(.value(told))
        }
    }

    /// Records what an account that is tracked by value is worth.
    @discardableResult
    public func append(_ value: AccountValue) throws -> EntryID {
        try recording { _ in try record(.value(value)) }
    }

    /// Makes a setting of the book; an empty value brings back the default. Where nothing changes, nothing is recorded.
    ///
    /// - Throws: `.refused` for the keys of providers, which no book holds.
    public func set(_ key: String, to value: String) throws {
        try Self.checkIsNoSecret(key, value)
        try recording { ledger in
            if ledger.settings[key] ?? "" == value { return }
            // It stands in messages and in tables, as names do.
            if let setting = Setting.all.first(where: { $0.key == key }), value.unicodeScalars.contains(where: SafeText.isUnsafe) {
                throw LedgerError.badSetting(key: key, value: SafeText.safe(value), allowed: setting.allowed + ", without line ends and control characters")
            }
            try record(.setting(key: key, value: value))
        }
    }

    /// Refuses the keys of providers.
    static func checkIsNoSecret(_ key: String, _ value: String) throws(StorageError) {
        guard !value.isEmpty, Setting.all.contains(where: { $0.key == key && $0.isSecret }) else { return }
        throw StorageError(.refused, "Keys of providers are not kept in a book.", hint: "luca key PROVIDER asks for one and keeps it in a file of its own.")
    }

    /// Keeps a plan, or with an empty body takes it away. Where nothing changes, nothing is recorded.
    ///
    /// - Parameters:
    ///   - isOld: whether it is as it stood before, and so held against no rule for names.
    ///   - changes: the parts of the document that are not as they were, which alone are held against the rules; nil where it may be any.
    public func keep(_ document: PlanDocument, isOld: Bool = false, changes: JSONValue? = nil) throws {
        try recording { ledger in
            let before = ledger.plans.document(document.kind, named: document.name)
            if before?.body ?? "" == document.body { return }
            if !isOld {
                let json = try? changes ?? JSONReader.read(Array(document.body.utf8))
                try PlanBounds.check(document, json, before: before)
                try NameRules.check(document, json, before: before)
            }
            try record(.plan(document))
        }
    }

    /// Records what became of a day of a recurring rule; in one act with what it stands for, either both are kept or neither.
    ///
    /// - Throws: `LedgerError.alreadySettled` where that day is posted or skipped already, whoever did it.
    @discardableResult
    public func settle(_ occurrence: Occurrence) throws -> EntryID {
        try recording { _ in try record(.occurrence(occurrence)) }
    }

    /// Puts a tag on a thing, or takes it off. A tag that is known is kept as it was first written, and one of an activity under the first of its entries.
    ///
    /// - Returns: the tag as it is shown; nil where the thing has it already, or did not have it, so that nothing is recorded.
    public func record(_ tagging: Tagging) throws -> String? {
        try recording { ledger in
            var kept = tagging
            if case .activity(let entry) = tagging.thing, let row = ledger.activities.row(of: entry) { kept.thing = .activity(ledger.activities.firstEntry(ofRow: row)) }
            if ledger.tags.has(kept.thing, kept.tag) == (kept.change == .added) { return nil }
            if let known = ledger.tags.spelling(of: kept.tag) { kept.tag = known } else { try NameRules.check(tag: kept.tag) }
            try record(.tag(kept))
            return kept.tag
        }
    }

    // MARK: Entries

    /// Runs a recording step; where it is an act by itself, nobody but this sees what it makes of the book before it is recorded.
    private func recording<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        if running != nil { return try recordingInside(body) }
        if let head = store.expectedHead, loaded.ledger?.lastEntry.rawValue == head.sequence {
            do {
                return try transaction {
                    running?.isWithoutLock = true
                    return try recordingInside(body)
                }
            } catch let error as StorageError where error.kind == .outdated {
                // Somebody else was quicker, or the connection was lost before: it is looked at again behind what is recorded now, and waits for its turn.
            }
        }
        return try transaction { try recordingInside(body) }
    }

    private func recordingInside<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        try beginWriting()
        return try body(ledger)
    }

    /// The number that the next entry gets.
    var nextEntry: Int { running!.writing!.head.sequence + 1 }

    /// Takes an entry into the ledger and the store.
    @discardableResult
    func record(_ entry: JournalEntry) throws -> EntryID {
        let id = EntryID(nextEntry)
        if isTogether { loaded.ledger!.beginTogether() }
        let entry = try loaded.ledger!.apply(entry, id: id)
        // The ledger has it now: should the store fail, the act as a whole has to be undone.
        try guarded { () throws(StorageError) in try writeRow(of: entry, id) }
        running!.log?.entries.append((id, entry))
        return id
    }
}

extension Array {
    /// What has a number, counted from 1; nil where nothing has it.
    fileprivate func at(_ number: Int32) -> Element? { indices.contains(Int(number) - 1) ? self[Int(number) - 1] : nil }
}
