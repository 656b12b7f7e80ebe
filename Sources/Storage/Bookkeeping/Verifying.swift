import FoundationEssentials
import Glibc
import Ledger
import Values

/// What this machine remembers of a book, and what that says of the book as it is.
struct KnownHistory {
    /// Where that is kept; nil where there is no folder for it.
    var memory: MachineMemory?
    /// Whether this program has made the file, so that what is remembered of its path is of another book: until that is told.
    var isNew = false
    /// What is wrong with the book by what is remembered; nil where all that was seen here is there, or nothing was.
    var notice: HistoryNotice?
}

extension Book {
    /// Looks through the whole book: the store's own checks and layout, the numbers, the chain of hashes, a replay, whether the ledger in
    /// memory equals it, and whether what this machine and the backups beside the book remember is still there. Reads everything; changes
    /// nothing.
    ///
    /// - Parameters:
    ///   - expected: a hash that was the last of this book's journal once; where no entry has it, that is a problem.
    ///   - number: how many entries the book had then; where the hash is that of another entry, that is a problem.
    public func verify(expecting expected: EntryHash? = nil, of number: Int? = nil) throws -> VerifyReport {
        if running?.writing != nil { throw StorageError(.misuse, "A book is verified between acts, not inside one that has recorded something.") }
        return try store.withSnapshot {
            try refresh()
            // A damaged store may not know where it ends; what is wrong with it is told by the checks.
            let work = host.watched("verifying", through: try? store.head().sequence)
            defer { work?.finish() }
            var verifier = Verifier(store, shouldStop: host.shouldStop, telling: work, expected: expected, number: number)
            var (report, replayed) = try verifier.run()
            if report.isSound, let ledger = loaded.ledger, let difference = try Self.difference(ledger, replayed) {
                report.problems.append(.init(kind: .cache, entry: nil, message: "The ledger in memory differs from a replay in its \(difference)."))
            }
            if report.isSound, try !savedValuesAgree(with: replayed) {
                report.problems.append(
                    .init(
                        kind: .cache, entry: nil,
                        message: "The daily values that were kept differ from computed ones. Empty the table saved_values with any SQLite tool: it is a cache."))
            }
            if let historyNotice, historyNotice.isExplained {
                report.notes.append(historyNotice.message)
            } else if let historyNotice {
                report.problems.append(.init(kind: .history, entry: nil, message: historyNotice.message))
            }
            if let entry = report.expectedEntry, let expected { report.notes.append(Self.proof(expected, entry, report)) }
            if report.erasedCount > 0 {
                let removed = "\(report.erasedCount) \(report.erasedCount == 1 ? "entry was" : "entries were") removed"
                report.notes.append("\(removed) with accounts that were deleted; their hashes stand in the chain.")
            }
            try compareWithBackups(&report)
            return report
        }
    }

    /// What it proves that an entry has a hash which was noted earlier.
    private static func proof(_ hash: EntryHash, _ entry: Int, _ report: VerifyReport) -> String {
        let removed = report.erasedCount > 0 ? ", but for what was removed with deleted accounts" : ""
        return "\(hash.description.prefix(16))… is the hash of entry \(entry): all up to there is as it was then\(removed)."
    }

    private func compareWithBackups(_ report: inout VerifyReport) throws {
        // A book whose file is not there yet has no backups.
        guard let path, try BookFile.presence(path) != .nothing else { return }
        let folders = backupPlan.folders(of: path).sorted()
        var contained = 0, isMissing = false
        for (_, finding) in try BackupComparison(store: store, path: path, folders: folders, acceptedAt: acceptedAt).findings() {
            switch finding {
            case .contained: contained += 1
            case .missing(let message):
                isMissing = true
                report.problems.append(.init(kind: .history, entry: nil, message: message))
            case .explained(let message): report.notes.append(message)
            }
        }
        if contained > 0, !isMissing {
            let removed = report.erasedCount > 0 ? ", but for what was deleted with accounts" : ""
            report.notes.append("All that \(contained == 1 ? "the backup" : "the \(contained) backups") beside it \(contained == 1 ? "has" : "have") is in it\(removed).")
        }
    }

    /// By what this machine remembers the book.
    private var seenPlace: String? { path ?? serverPlace }

    /// When the book was last taken for the true one on this machine, though it lacked what was seen before.
    var acceptedAt: Instant? { seenPlace.flatMap { history.memory?.memory(at: $0)?.sightings.last(where: \.isAccepted)?.seenAt } }

    /// What differs between the ledger in memory and one computed afresh; `nil` where nothing does.
    private static func difference(_ a: Ledger, _ b: Ledger) throws -> String? {
        if a.lastEntry != b.lastEntry || a.activities.count != b.activities.count { return "entries" }
        if a.accounts != b.accounts || a.instruments != b.instruments || a.settings != b.settings { return "definitions" }
        if a.plans != b.plans { return "plans" }
        if try a.holdings() != b.holdings() { return "holdings" }
        if try a.cash() != b.cash() { return "cash" }
        return nil
    }
}

extension Book {
    /// Holds the book against what this machine remembers of it; called as it is opened.
    ///
    /// What is remembered stays until somebody accepts the book as it is: a warning that is seen once may be seen by nobody.
    func compareWithSeen() throws {
        guard let memory = history.memory, let path = seenPlace else { return }
        if history.isNew {
            if let seen = memory.memory(at: path), let last = seen.sightings.last, last.head.sequence > 0 {
                history.notice = .gone(name, seen: last, wasEncrypted: seen.isEncrypted && !isEncrypted)
            }
            return
        }
        let identity = try store.identity()
        guard let seen = memory.memory(of: path, book: identity, endingAt: try store.settledHead()), let last = seen.sightings.last else { return }
        if seen.book != identity {
            history.notice = .otherBook(name, seen: last, entries: try store.head().sequence)
        } else if try !fits(last) {
            history.notice = try notice(seen.sightings, last, at: seen.path == path ? nil : seen.path)
        }
    }

    private func fits(_ sighting: MachineMemory.Sighting) throws -> Bool {
        let head = sighting.head
        return try head.sequence == 0 || store.hash(of: head.sequence) == head.hash
    }

    private func notice(_ sightings: [MachineMemory.Sighting], _ last: MachineMemory.Sighting, at otherPath: String?) throws -> HistoryNotice? {
        // The file says so itself, and anybody might have written that: it explains what is missing, and what was seen stays remembered.
        let times = last.seenAt...max(last.seenAt, clock())
        if let restored = try store.backups().last(where: { $0.restoredAt.map(times.contains) ?? false }), let restoredAt = restored.restoredAt {
            return .restored(name, restored, at: restoredAt, lost: last.head.sequence - restored.head.sequence)
        }
        let fitting = try sightings.last { try fits($0) }
        return .changed(name, end: try store.head().sequence, seen: last, at: otherPath.map(BookFile.name), fitting: fitting, isOnServer: isOnServer)
    }

    /// Remembers where the journal ends now, for the next time that the book is opened on this machine.
    ///
    /// - Parameter replacing: forgets what was remembered before, which the book no longer fits.
    func remember(replacing: Bool = false) throws {
        guard let memory = history.memory, let path = seenPlace, replacing || history.isNew || historyNotice == nil else { return }
        let identity = try store.identity(), head = try store.settledHead()
        let known = replacing || history.isNew ? nil : memory.memory(of: path, book: identity, endingAt: head)
        defer { history.isNew = false }
        if known?.path == path, known?.sightings.last?.head == head, known?.isEncrypted == isEncrypted { return }
        let sighting = MachineMemory.Sighting(seenAt: clock(), head: head, isAccepted: replacing)
        try memory.note(sighting, of: identity, at: path, isEncrypted: isEncrypted, behind: known)
    }

    /// Takes the book as it is for the true one: from here on, this machine holds it against what it is now.
    ///
    /// - Throws: `.misuse` where nothing is remembered on this machine.
    public func acceptHistory() throws {
        guard history.memory != nil, seenPlace != nil else {
            throw StorageError(.misuse, "Nothing is remembered of \(name) on this machine.", hint: "Set HOME, or XDG_STATE_HOME, so that luca has a folder to remember it in.")
        }
        try remember(replacing: true)
        history.notice = nil
    }
}
