import Values

/// A book that is not what it was when it was last used on this machine.
public struct HistoryNotice: Hashable, Sendable {
    /// What was found, as a sentence.
    public var message: String
    /// What to do about it.
    public var hint: String?
    /// Whether it explains itself, as a restored backup does, and is no fault.
    public var isExplained = false
}

extension Book {
    /// Holds the book against what this machine remembers of it; called as it is opened.
    ///
    /// What is remembered stays until somebody accepts the book as it is: a warning that is seen once may be seen by nobody.
    func compareWithSeen() throws {
        guard let seen, let path else { return }
        if isNew {
            if let last = seen.memory(at: path)?.sightings.last, last.head.sequence > 0 { historyNotice = .gone(name, seen: last) }
            return
        }
        let identity = try store.identity()
        guard let memory = seen.memory(of: path, book: identity, endingAt: try store.head()), let last = memory.sightings.last else { return }
        if memory.book != identity {
            historyNotice = .otherBook(name, seen: last, entries: try store.head().sequence)
        } else if try !fits(last) {
            historyNotice = try notice(memory.sightings, last, at: memory.path == path ? nil : memory.path)
        }
    }

    private func fits(_ sighting: SeenHeads.Sighting) throws -> Bool {
        let head = sighting.head
        return try head.sequence == 0 || store.hash(of: head.sequence) == head.hash
    }

    private func notice(_ sightings: [SeenHeads.Sighting], _ last: SeenHeads.Sighting, at otherPath: String?) throws -> HistoryNotice? {
        // The file says so itself, and anybody might have written that: it explains what is missing, and what was seen stays remembered.
        let times = last.seenAt...max(last.seenAt, clock())
        if let restored = try store.backups().last(where: { $0.restoredAt.map(times.contains) ?? false }), let restoredAt = restored.restoredAt {
            return .restored(name, restored, at: restoredAt, lost: last.head.sequence - restored.head.sequence)
        }
        let fitting = try sightings.last { try fits($0) }
        return .changed(name, end: try store.head().sequence, seen: last, at: otherPath.map(BookFile.name), fitting: fitting)
    }

    /// Remembers where the journal ends now, for the next time that the book is opened on this machine.
    ///
    /// - Parameter replacing: forgets what was remembered before, which the book no longer fits.
    func remember(replacing: Bool = false) throws {
        guard let seen, let path, replacing || isNew || historyNotice == nil else { return }
        let identity = try store.identity(), head = try store.head()
        let memory = replacing || isNew ? nil : seen.memory(of: path, book: identity, endingAt: head)
        defer { isNew = false }
        if memory?.path == path, memory?.sightings.last?.head == head { return }
        try seen.note(SeenHeads.Sighting(seenAt: clock(), head: head, isAccepted: replacing), of: identity, at: path, behind: memory)
    }

    /// Takes the book as it is for the true one: from here on, this machine holds it against what it is now.
    ///
    /// - Throws: `.misuse` where nothing is remembered on this machine.
    public func acceptHistory() throws {
        guard seen != nil, path != nil else {
            throw StorageError(.misuse, "Nothing is remembered of \(name) on this machine.", hint: "Set HOME, or XDG_STATE_HOME, so that luca has a folder to remember it in.")
        }
        try remember(replacing: true)
        historyNotice = nil
    }
}

extension HistoryNotice {
    private static let way = """
        If you put an older copy in its place yourself, `luca verify --accept` takes it as it is. If not, keep the file, and compare it with \
        your backups: `luca verify` does.
        """

    static func otherBook(_ name: String, seen: SeenHeads.Sighting, entries: Int) -> HistoryNotice {
        HistoryNotice(
            message: "\(name) is another book than the one that was there on \(seen.seenAt.day): that had \(count(seen.head.sequence)), this has \(entries).",
            hint: "If you put it there yourself, `luca verify --accept` takes it as it is.")
    }

    static func restored(_ name: String, _ backup: BackupRecord, at moment: Instant, lost: Int) -> HistoryNotice {
        let missing = lost > 0 ? ": the last \(count(lost)) recorded before that are not in it" : ""
        return HistoryNotice(
            message: "\(name) was restored on \(moment.day) from the backup made on \(backup.madeAt.day)\(missing).",
            hint: "`luca verify --accept` takes it as it is.", isExplained: true)
    }

    /// A book that begins where another was.
    static func gone(_ name: String, seen: SeenHeads.Sighting) -> HistoryNotice {
        HistoryNotice(
            message: "The \(name) that was here on \(seen.seenAt.day), with \(count(seen.head.sequence)), is gone; a new book begins in its place.",
            hint: "If you did not remove it, look for it before you record anything.", isExplained: true)
    }

    /// A book that lacks the end that was seen last.
    ///
    /// - Parameter other: what the book was called where that was seen, if it is gone from there.
    static func changed(_ name: String, end: Int, seen: SeenHeads.Sighting, at other: String?, fitting: SeenHeads.Sighting?) -> HistoryNotice {
        let last = seen.head.sequence, place = other.map { "as \($0), which is gone, " } ?? ""
        let what =
            end < last
            ? "\(name) ends with entry \(end), and had \(count(last)) when it was last used here, \(place)on \(seen.seenAt.day): \(last - end) \(last - end == 1 ? "is" : "are") missing."
            : "\(name) has \(count(end)), and had \(count(last)) when it was last used here, \(place)on \(seen.seenAt.day): entry \(last) is not the one that was there, so entries were rewritten."
        let since =
            fitting.map { " Up to entry \($0.head.sequence), of \($0.seenAt.day), it is what it was; at most \(count(last - $0.head.sequence)) \(last - $0.head.sequence == 1 ? "differs" : "differ")." }
            ?? " Where it begins to differ is not known here: none of the ends that were seen is in it."
        let trial = other.map { "If \($0) was a copy to try things out, nothing is missing: `luca verify --accept` takes this book as it is. " } ?? ""
        return HistoryNotice(message: what + since, hint: trial + way)
    }

    private static func count(_ entries: Int) -> String { entries == 1 ? "1 entry" : "\(entries) entries" }
}
