import JSON
public import Ledger

/// Deleting an account wholly.
extension Book {
    /// What erasing an account would take, without erasing it.
    ///
    /// - Throws: `.refused` where entries of other accounts could not stand without it.
    public func erasure(of account: AccountID) throws -> Erasure {
        try store.withSnapshot { try plan(account).erasure }
    }

    /// Erases an account: what was recorded of it is removed from the file, so that neither its name nor its figures can be found there.
    ///
    /// In the place of each entry a tombstone with its hash keeps the chain whole, and an entry of its own says how many were removed
    /// and vouches for the tombstones. Other accounts keep their entries, also their halves of transfers; plans that name the account go,
    /// also where they name others besides. This is an act by itself,
    /// and cannot be taken back; a copy of the book is made before, in the folder for backups, where the account remains.
    ///
    /// - Throws: `.refused` where entries of other accounts could not stand without it; `.misuse` inside an act that has recorded
    ///   something, and in a trial.
    @discardableResult
    public func erase(account: AccountID) throws -> Erasure {
        try regainWriting()
        if let origin = try origin { throw StorageError.deletedOnServer(name, origin.address) }
        if let running, running.isTrial || running.writing != nil || running.depth > 0 {
            throw StorageError.erasureInsideAct(isTrial: running.isTrial)
        }
        let outer = running
        running = nil
        defer { running = outer }
        let erasure = try transaction(source: "delete account") {
            try beginWriting()
            var plan = try plan(account)
            plan.erasure.backup = try backUpBeforeDeletion()
            try guarded { () throws(StorageError) in try carryOut(plan) }
            return plan.erasure
        }
        forgetLedger()
        try store.scrub()
        return erasure
    }

    /// Records the erasure and puts tombstones in the place of the rows.
    private func carryOut(_ plan: ErasurePlan) throws(StorageError) {
        let act = try actOfEntries(), sequence = nextEntry
        try store.replaceByTombstones(plan.rows, erasure: sequence)
        var digest = TombstoneDigest()
        for row in plan.rows { digest.add(row.sequence, row.hash) }
        let writing = running!.writing!
        let hash = try entryWriter.write(
            ErasureEntry(account: plan.erasure.account, tombstones: (digest.count, digest.text)), EntryID(sequence), act: act, recordedBy: writing.recordedBy,
            after: writing.head.hash, to: store)
        running!.writing!.head = JournalHead(sequence: sequence, hash: hash)
    }

    /// Copies the book before something that cannot be taken back; nil where it has no file, or nobody wants copies that are not asked for.
    private func backUpBeforeDeletion() throws(StorageError) -> String? {
        guard let path, backupPlan.isOn else { return nil }
        let copy = try makeCopy(.beforeDeletion, of: path, in: backupPlan.folder(of: path), at: clock())
        if let fault = try compare(copy: copy, with: store.head(), { _ in }) {
            throw StorageError(
                .damaged, "The book is not sound, so no account is deleted from it: \(fault)",
                hint: "A copy of the book as it is was made: \(BookFile.name(copy)). luca verify tells all that is wrong.")
        }
        due.isPruningDue = true
        return copy
    }

    // MARK: Finding what goes

    private func plan(_ account: AccountID) throws -> ErasurePlan {
        let ledger = try ledger
        guard ledger.accounts.indices.contains(Int(account.rawValue) - 1), !ledger[account].isErased else {
            throw StorageError(.unknownEntry, "There is no account with the number \(account.rawValue).")
        }
        var finder = ErasureFinder(account, names: try names(of: account, ledger))
        let tables = Set(JournalTable.allCases.filter { $0.kind?.form.erasedAs != nil })
        let json = RowJSON.foundation
        try store.read(JournalSpan(tables: tables)) { row in
            guard let kind = row.table.kind else { return }
            do throws(RowFault) {
                finder.visit(try kind.mentions(row: RowFields(row.fields), json: json), of: row.sequence)
            } catch {
                throw StorageError.damagedEntry(store.location, row, error)
            }
        }
        var plan = ErasurePlan(erasure: Erasure(account: account, name: ledger[account].name))
        let removed = finder.removed()
        plan.erasure.ended = finder.documents.ended
        try store.read(JournalSpan(tables: tables, withHashes: true)) { row in
            if removed.contains(row.sequence), let hash = row.hash { plan.add(RemovedRow(table: row.table, sequence: row.sequence, hash: hash)) }
        }
        plan.erasure.affected = try affected(ledger, account, without: removed)
        return plan
    }

    /// What an account is called, and was, as far as no other has the name now.
    private func names(of account: AccountID, _ ledger: Ledger) throws -> Set<String> {
        var names: Set<String> = []
        try store.read(JournalSpan(tables: [.account])) { row in
            if row.integer(2) == Int(account.rawValue) { names.insert(row.text(3)) }
        }
        return names.filter { !$0.isEmpty && [nil, account].contains(ledger.account(named: $0)) }
    }

    /// The other accounts that come out otherwise in a book without those entries; refuses where such a book could not be.
    private func affected(_ ledger: Ledger, _ account: AccountID, without removed: Set<Int>) throws -> [String] {
        let trial = Ledger(erased: ledger.erasedAccounts.union([account]))
        try read(JournalSpan(tables: Set(JournalTable.allCases).subtracting([.act])), into: trial, except: removed) { _ in }
        let after: OtherAccounts
        do { after = try OtherAccounts(trial, than: account) } catch { throw StorageError.restsOnAccount(ledger[account].name, "\(error)") }
        return try OtherAccounts(ledger, than: account).differing(from: after).map { ledger[$0].name }.sorted()
    }
}

/// What is to be removed.
private struct ErasurePlan {
    var erasure: Erasure
    /// In the order of their numbers.
    private(set) var rows: [RemovedRow] = []

    init(erasure: Erasure) { self.erasure = erasure }

    mutating func add(_ row: RemovedRow) {
        rows.append(row)
        guard let part = row.table.kind?.form.erasedAs else { preconditionFailure("not of an account") }
        switch part {
        case .definition: erasure.definitions += 1
        case .activity: erasure.activities += 1
        case .value: erasure.values += 1
        case .void: erasure.voids += 1
        case .plan: erasure.plans += 1
        case .tag: erasure.tags += 1
        }
    }
}

/// Finds the entries that are of an account.
struct ErasureFinder {
    private let account: AccountID
    private var own: Set<Int> = []
    /// By activity: the one that it stands for.
    private var replaced: [Int: Int] = [:]
    /// By void: what it voids.
    private var ended: [Int: Int] = [:]
    /// Those that name the account in texts.
    fileprivate private(set) var documents: DocumentMentions

    /// - Parameter names: what the account is and was called.
    init(_ account: AccountID, names: Set<String>) {
        self.account = account
        documents = DocumentMentions(names)
    }

    /// Takes in what the next entry of the journal mentions.
    mutating func visit(_ mentions: [EntryMention], of entry: Int) {
        for mention in mentions {
            switch mention {
            case .account(let account): if account == self.account { own.insert(entry) }
            case .replaces(let other): replaced[entry] = other.rawValue
            case .ends(let other): ended[entry] = other.rawValue
            case .document(let kind, let name, let body): documents.visit(kind: kind, name: name, body: body, of: entry)
            case .name(let name): documents.visit(name: name, of: entry)
            }
        }
    }

    /// Those of the account; with an activity also what it stands for, which would come back to life in another account; and their voids.
    func removed() -> Set<Int> {
        var removed = own
        for activity in own {
            var next = replaced[activity]
            while let before = next {
                removed.insert(before)
                next = replaced[before]
            }
        }
        for (void, activity) in ended where removed.contains(activity) { removed.insert(void) }
        return removed.union(documents.removed)
    }
}

/// What follows for all accounts but one.
private struct OtherAccounts {
    private var lots: [AccountID: [OpenLot]] = [:]
    private var gains: [AccountID: [Gain]] = [:]

    init(_ ledger: Ledger, than account: AccountID) throws {
        for lot in try ledger.lots() where lot.account != account { lots[lot.account, default: []].append(lot) }
        for gain in try ledger.gains() where gain.account != account { gains[gain.account, default: []].append(gain) }
    }

    func differing(from others: Self) -> [AccountID] {
        Set(lots.keys).union(gains.keys).union(others.lots.keys).union(others.gains.keys)
            .filter { lots[$0] != others.lots[$0] || gains[$0] != others.gains[$0] }
    }
}

/// What erasing an account takes out of its book.
public struct Erasure: Hashable, Sendable {
    /// Its number, which nothing else will ever have.
    public let account: AccountID
    /// What it is called until then.
    public let name: String
    /// How often it was defined or changed.
    public internal(set) var definitions = 0
    /// Activities, those among them that were voided or amended.
    public internal(set) var activities = 0
    /// What it was said to be worth.
    public internal(set) var values = 0
    /// Voids of its activities.
    public internal(set) var voids = 0
    /// Entries of plans that name it, and days of a rule that has its name.
    public internal(set) var plans = 0
    /// Tags that were put on it and its activities, or taken off.
    public internal(set) var tags = 0
    /// Plans in force that name it and go with it, such as `limit "ISA"`.
    public internal(set) var ended: [String] = []
    /// Other accounts whose lots or gains change, because what was transferred to them keeps only the cost that the transfer tells.
    public internal(set) var affected: [String] = []
    /// Where the copy is that was made before; `nil` for a book without a file, and where nobody wants such copies.
    public internal(set) var backup: String?

    /// How many entries it takes.
    public var count: Int { definitions + activities + values + voids + plans + tags }
}

/// Finds the entries of plans that name an account: in their bodies accounts stand as text.
private struct DocumentMentions {
    private struct Document: Hashable {
        let kind: String
        let name: String
    }

    private struct Version {
        let sequence: Int
        let isEmpty: Bool
        let isNaming: Bool
    }

    /// What the account is and was called.
    private let names: Set<String>
    private var versions: [Document: [Version]] = [:]
    private var named: Set<Int> = []

    init(_ names: Set<String>) { self.names = names }

    /// Takes in the next version of a document.
    mutating func visit(kind: String, name: String, body: String, of entry: Int) {
        let isNaming = names.contains(name) || isNaming(body)
        versions[Document(kind: kind, name: name), default: []].append(Version(sequence: entry, isEmpty: body.isEmpty, isNaming: isNaming))
    }

    /// Takes in an entry of something that has a name.
    mutating func visit(name: String, of entry: Int) { if names.contains(name) { named.insert(entry) } }

    /// The entries that name it. Of a plan that names it as it stands all go, since an earlier version would come back to life.
    var removed: Set<Int> {
        versions.values.reduce(into: named) { removed, versions in
            removed.formUnion((endsWithNaming(versions) ? versions : versions.filter(\.isNaming)).map(\.sequence))
        }
    }

    /// The plans in force that go wholly, such as `limit "ISA"`.
    var ended: [String] {
        versions.filter { endsWithNaming($0.value) && $0.value.last?.isEmpty == false }.map { "\($0.key.kind) \"\($0.key.name)\"" }.sorted()
    }

    private func endsWithNaming(_ versions: [Version]) -> Bool { versions.last?.isNaming ?? false }

    private func isNaming(_ body: String) -> Bool {
        // What is no JSON was written by something else; there the bare text decides.
        guard let json = try? JSONReader.read(Array(body.utf8)) else { return names.contains(where: body.contains) }
        return isNaming(json)
    }

    private func isNaming(_ json: JSONValue) -> Bool {
        switch json {
        case .string(let text): names.contains(text)
        case .array(let items): items.contains(where: isNaming)
        case .object(let members): members.contains { names.contains($0.key) || isNaming($0.value) }
        case .null, .bool, .number: false
        }
    }
}
