public import Ledger
import Values

extension Book {
    /// What was taken back by `undo()`.
    public struct Undone {
        /// The act that was taken back.
        public let act: Act
        /// The activities that are void since, and those that came in the place of others.
        public let activities: [EntryID]
        /// What else was taken back, in words: `setting lot_method`.
        public let others: [String]
        /// Accounts and instruments that the act defined, which stay.
        public let definitions: DefinedNames

        /// Names of accounts and instruments.
        public struct DefinedNames: Equatable, Sendable {
            /// The accounts on which nothing counts any more; to delete them loses nothing.
            public internal(set) var emptyAccounts: [String] = []
            /// The accounts that have something still.
            public internal(set) var accounts: [String] = []
            /// The instruments.
            public internal(set) var symbols: [String] = []
        }
    }

    /// Takes back what the last act did that stands: voids what it recorded, brings back what it voided or amended, and defines and sets
    /// anew what it defined or set otherwise. New accounts and instruments stay, as they change no figure.
    ///
    /// Inside an act it takes back acts from before it, one each time; what the running act has recorded is none of them.
    ///
    /// - Parameter past: acts that are known to have defined accounts or instruments alone, and are passed over.
    /// - Returns: `nil` where there is nothing to take back.
    /// - Throws: where to take back what was done before the last act would be what nobody asked for: `.misuse` where that deleted an account,
    ///   `.onlyDefined` where it defined accounts or instruments alone. The latter is then among `past`, so that to ask again reaches what is before.
    public func undo(past: inout Set<Int>) throws -> Undone? {
        for act in try standingActs() where !past.contains(act.id) {
            let entries = try entries(of: act)
            if entries.contains(where: { if case .erasure = $0.1 { true } else { false } }) { throw StorageError.erasureStands(act.id) }
            if let undone = try takeBack(act, entries, as: Self.undoing(act)) { return undone }
            let (accounts, symbols) = try standingDefinitions(entries)
            if !accounts.isEmpty || !symbols.isEmpty {
                past.insert(act.id)
                throw StorageError.onlyDefined(act.id, accounts: accounts, symbols: symbols)
            }
        }
        return nil
    }

    /// Takes back what the last act did that stands, as `undo(past:)` does where nothing is passed over.
    public func undo() throws -> Undone? {
        var past: Set<Int> = []
        return try undo(past: &past)
    }

    /// Does again what the last undo took back, where nothing was recorded since: by entries of its own, as the undo was. To undo that takes it back again.
    ///
    /// - Returns: `nil` where the last act is no undo, or was done again already.
    public func redo() throws -> Undone? {
        guard let act = try lastUndo() else { return nil }
        return try takeBack(act, entries(of: act), as: Self.redoing(act))
    }

    /// Records what takes an act back, as an act of its own; nil where nothing of it stands.
    private func takeBack(_ act: Act, _ entries: [(EntryID, JournalEntry)], as source: String) throws -> Undone? {
        let before = try ledger.lastEntry
        var activities: [EntryID] = [], others: [String] = []
        try asActOfItsOwn(source) {
            // As a set, since a sale may have been recorded before its purchase.
            try together {
                for (id, entry) in entries.reversed() {
                    let content = entry.content
                    guard let (recorded, told) = try takeBack(content, id) else { continue }
                    switch told {
                    case .nothing: break
                    case .itself: activities.append(recorded)
                    case .activity(let activity): activities.append(activity)
                    }
                    if let subject = content.subject(in: try ledger) { others.append(subject) }
                }
            }
        }
        guard try ledger.lastEntry != before else { return nil }
        running?.writing?.undone.insert(act.id)
        return try Undone(act: act, activities: activities.sorted(), others: others, definitions: newDefinitions(of: act, entries))
    }

    /// The accounts and instruments among some entries that are in the book.
    private func standingDefinitions(_ entries: [(EntryID, JournalEntry)]) throws -> (accounts: [String], symbols: [String]) {
        var accounts: [String] = [], symbols: [String] = []
        for case (_, let entry) in entries {
            if case .account(let number, _) = entry, case let account = try ledger[number], !account.isErased { accounts.append(account.name) }
            if case .instrument(let number, _) = entry { symbols.append(try ledger[number].symbol) }
        }
        return (accounts, symbols)
    }

    /// The accounts and instruments that an act defined first.
    private func newDefinitions(of act: Act, _ entries: [(EntryID, JournalEntry)]) throws -> Undone.DefinedNames {
        var accounts: [AccountID] = [], instruments: [InstrumentID] = []
        for case (_, let entry) in entries {
            if case .account(let number, _) = entry { accounts.append(number) }
            if case .instrument(let number, _) = entry { instruments.append(number) }
        }
        var found = Undone.DefinedNames()
        if accounts.isEmpty && instruments.isEmpty { return found }
        // Both are numbered in the order of their first definition.
        var lastAccount = AccountID(0), lastInstrument = InstrumentID(0)
        try readEntries(JournalSpan(through: act.first.rawValue - 1, tables: [.account, .instrument])) { _, entry in
            if case .account(let number, _) = entry { lastAccount = max(lastAccount, number) }
            if case .instrument(let number, _) = entry { lastInstrument = max(lastInstrument, number) }
        }
        let ledger = try ledger, table = ledger.activities, fresh = Set(accounts.filter { $0 > lastAccount })
        var used: Set<AccountID> = []
        if !fresh.isEmpty { for row in 0..<table.count where !table.isVoid(at: row) && fresh.contains(table.account(at: row)) { used.insert(table.account(at: row)) } }
        if !fresh.isEmpty { used.formUnion(ledger.values.standing().map(\.value.account)) }
        for number in fresh.sorted() where !ledger[number].isErased {
            if used.contains(number) { found.accounts.append(ledger[number].name) } else { found.emptyAccounts.append(ledger[number].name) }
        }
        found.symbols = Set(instruments.filter { $0 > lastInstrument }).sorted().map { ledger[$0].symbol }
        return found
    }

    /// The void entries of an activity, with their reasons.
    public func voids(of entry: EntryID) throws -> [(id: EntryID, reason: String)] {
        var found: [(EntryID, String)] = []
        try readEntries(JournalSpan(tables: [.void])) { id, void in
            if case .void(entry, let reason) = void { found.append((id, reason)) }
        }
        return found
    }

    /// The activities that an undo took back, as if they had never been recorded. What somebody voided by hand is not among them.
    public func undone() throws -> Set<EntryID> {
        var found: Set<EntryID> = []
        try readEntries(JournalSpan(tables: [.void])) { _, void in
            if case .void(let entry, Self.undoReason) = void { found.insert(entry) }
        }
        return found
    }

    /// Why an undo voids what it takes back; nobody else gives this reason, by which `undone()` knows its voids.
    public static let undoReason = VoidEntry.undoReason

    private static let undoWords = "undo of act ", redoWords = "redo of act "
    private static func undoing(_ act: Act) -> String { "\(undoWords)\(act.id)" }
    private static func redoing(_ act: Act) -> String { "\(redoWords)\(act.id)" }

    /// The name of an act where acts have other numbers: what takes one back, or does it again, names it by its number.
    static func source(_ source: String, renumbered numbers: EntryNumbers) throws(MissingNumber) -> String {
        for beginning in [undoWords, redoWords] where source.hasPrefix(beginning) {
            if let act = Int(source.dropFirst(beginning.count)) { return "\(beginning)\(try numbers.act(act))" }
        }
        return source
    }

    /// The last undo that was not done again, where all that was recorded behind it are undos that were, and what did them again.
    private func lastUndo() throws -> Act? {
        let acts = try acts, redone = Set(acts.map(\.source).filter { $0.hasPrefix(Self.redoWords) }), done = running?.writing?.undone ?? []
        for act in acts.reversed() where !act.source.hasPrefix(Self.redoWords) {
            guard act.source.hasPrefix(Self.undoWords) else { return nil }
            if !redone.contains(Self.redoing(act)), !done.contains(act.id) { return act }
        }
        return nil
    }

    /// The acts that were not taken back and took nothing back themselves, the last first.
    private func standingActs() throws -> [Act] {
        let acts = try acts, undone = Set(acts.map(\.source).filter { $0.hasPrefix(Self.undoWords) }), undoneNow = running?.writing?.undone ?? []
        return acts.reversed().filter { !undone.contains(Self.undoing($0)) && !undone.contains($0.source) && !undoneNow.contains($0.id) }
    }

    /// What an act recorded. Behind the last one may be what the running act has recorded so far.
    func entries(of act: Act) throws -> [(EntryID, JournalEntry)] {
        let next = (try acts.first { $0.id > act.id } ?? running?.writing?.act)?.first.rawValue ?? Int.max
        var entries: [(EntryID, JournalEntry)] = []
        try readEntries(JournalSpan(after: act.first.rawValue - 1, through: next - 1)) { entries.append(($0, $1)) }
        return entries
    }

    /// Hands over the entries of a span.
    func readEntries(_ span: JournalSpan, _ receive: (EntryID, JournalEntry) throws -> Void) throws {
        var reader = RowReader()
        try store.read(span) { row in
            let entry: JournalEntry?
            do throws(RowFault) {
                entry = try reader.entry(row)
            } catch {
                throw StorageError.damagedEntry(store.location, row, error)
            }
            if let entry { try receive(EntryID(row.sequence), entry) }
        }
    }

    /// Records what takes an entry back; nil where nothing of it stands.
    private func takeBack(_ content: any EntryContent, _ id: EntryID) throws -> (recorded: EntryID, told: TakenBack.Told)? {
        // What stands is what stands once nobody else can record anything.
        try beginWriting()
        let context = UndoContext(ledger: try ledger, id: id) { table, fits in
            var last: JournalEntry?
            try self.readEntries(JournalSpan(through: id.rawValue - 1, tables: [table])) { if fits($1) { last = $1 } }
            return last
        }
        guard let taken = try content.takenBack(context) else { return nil }
        // As it stood before: it is held against no rule that is newer than it.
        return (try record(taken.entry), taken.told)
    }
}
