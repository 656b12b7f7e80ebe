import Ledger
import Values

extension Book {
    /// Runs something as one act: all that it records is kept, or, where it throws, nothing.
    ///
    /// The right to write is taken when the first thing is recorded; an act that records nothing leaves no trace. Inside an act this
    /// joins it as a part: where the part throws and the one around it goes on, the part alone is undone.
    ///
    /// - Parameter source: what it is, in a few words, for those who read the journal later.
    @discardableResult
    public func transaction<Result>(source: String? = nil, _ body: () throws -> Result) throws -> Result {
        if running != nil { return try part(kept: true, body) }
        running = RunningAct(source: source ?? host.defaultSource)
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            undoRunningAct()
            throw error
        }
    }

    /// Runs an act, or a part of one, whose entries are looked at as a set when it ends: each may rest on one that is recorded after it; rows of a batch are
    /// looked at when they come (`admit`). Where the set is refused, all of it is taken back, whether or not the act around it goes on.
    ///
    /// - Throws: what the ledger says of the set where something in it cannot be.
    @discardableResult
    public func together<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction {
            running?.together += 1
            defer {
                running?.together -= 1
                if !isTogether { loaded.ledger?.leaveTogether() }
            }
            let result = try body()
            if running?.together == 1, let moved = try loaded.ledger?.endTogether() { try writeAgain(moved) }
            return result
        }
    }

    /// Whether entries are looked at as a set when a part of the running act ends.
    public var isTogether: Bool { running?.together ?? 0 > 0 }

    /// Whether that is the part that is running now, and not one around it.
    public var endsTogether: Bool { running?.together == 1 }

    /// Runs something as if it were recorded, and forgets it: what would be if.
    ///
    /// A book that was opened for reading only plays through it in memory, where queries in SQL do not see it.
    ///
    /// Inside an act this is a part that is undone in the end, while the act goes on. It costs what it touches: what was known of the book
    /// over time is known again afterwards, unless others recorded something that this took in.
    @discardableResult
    public func trial<Result>(_ body: () throws -> Result) throws -> Result {
        let before = loaded.ledger, end = before?.lastEntry, known = before.map(derived.known)
        defer {
            // The ledger is as it was, under another number; but what others recorded meanwhile stays in it.
            if let ledger = loaded.ledger, let known, ledger === before, ledger.lastEntry == end { derived.keep(known, of: ledger) }
        }
        if running != nil { return try part(kept: false, body) }
        running = RunningAct(source: "trial", trials: 1)
        defer { undoRunningAct() }
        return try body()
    }

    /// Gives the running act another name, as long as it has recorded nothing.
    ///
    /// - Parameter isMeant: whether an act of the name that it has gets the other.
    public func nameAct(_ source: String, instead isMeant: (_ source: String) -> Bool = { _ in true }) {
        if let running, running.writing?.act == nil, isMeant(running.source) { self.running?.source = source }
    }

    /// Runs something under a name of its own, and gives the running act its name back. Where that has recorded nothing yet, what is recorded is an act of
    /// its own in the journal: it can be told from what follows, whatever that is.
    func asActOfItsOwn(_ source: String, _ body: () throws -> Void) throws {
        let name = running?.source, isFirst = running?.writing?.act == nil
        defer { if let name { running?.source = name } }
        try transaction(source: source) {
            nameAct(source)
            try body()
        }
        guard isFirst, let act = running?.writing?.act else { return }
        loaded.acts.append(act)
        running?.writing?.act = nil
    }

    // MARK: Acts that several books share

    /// Begins an act that `commitAct` keeps or `rollbackAct` forgets; for callers whose act spans more than one book.
    ///
    /// None may be running. Everywhere else `transaction(source:_:)` is the safer choice.
    public func beginAct(source: String) {
        precondition(running == nil, "an act is running")
        running = RunningAct(source: source)
    }

    /// Keeps what the act recorded; where that fails, the act is forgotten.
    public func commitAct() throws {
        do { try commit() } catch {
            undoRunningAct()
            throw error
        }
    }

    /// Forgets what the act recorded.
    public func rollbackAct() { undoRunningAct() }

    // MARK: Parts

    /// Runs a part of the running act, which can be undone by itself.
    func part<Result>(kept: Bool, _ body: () throws -> Result) throws -> Result {
        // What is marked here tells where the journal ends.
        try finishRows()
        let before = running?.writing, source = running?.source, log = running?.log?.mark
        let ledgerBefore = try markPart()
        running?.depth += 1
        if !kept { running?.trials += 1 }
        defer {
            if !kept {
                running?.trials -= 1
                // What was done in vain gives the act no name.
                if let source { running?.source = source }
            }
        }
        let result: Result
        do { result = try body() } catch {
            // The part's own error is the one to tell; should undoing fail too, the act is marked as failed.
            try? endPart(from: before, ledgerBefore, kept: false)
            forgetLogged(since: log)
            throw error
        }
        // It has ended also where the store fails at that, as one on a server may: the act has failed then, and is undone as a whole.
        try endPart(from: before, ledgerBefore, kept: kept)
        if !kept { forgetLogged(since: log) }
        return result
    }

    /// Forgets what the log of the act holds since a part began; all of it where it began later.
    private func forgetLogged(since mark: ActLog.Mark?) {
        if let mark { running?.log?.truncate(to: mark) } else { running?.log = nil }
    }

    /// Marks where a part begins, if the act has recorded anything that has to be told from the part.
    private func markPart() throws -> Checkpoint? {
        guard let writing = running?.writing else { return nil }
        if !writing.inMemoryOnly { try guarded { () throws(StorageError) in try store.setSavepoint() } }
        return try ledger.checkpoint()
    }

    private func endPart(from before: RunningAct.Writing?, _ ledgerBefore: Checkpoint?, kept: Bool) throws {
        running?.depth -= 1
        // Rows of the part that are still being written are part of what is kept or undone.
        if kept { try finishRows() } else { try? finishRows() }
        guard let before, let ledgerBefore else {
            // All that the act has recorded so far is of this part.
            if !kept { undoWriting() }
            return
        }
        if kept {
            loaded.ledger?.release(ledgerBefore)
            if !before.inMemoryOnly { try guarded { () throws(StorageError) in try store.releaseSavepoint() } }
        } else {
            market.changes.noteUndoing()
            loaded.ledger?.rollback(to: ledgerBefore)
            loaded.forgetActsOfUndoneEntries()
            running?.writing = before
            if !before.inMemoryOnly { try guarded { () throws(StorageError) in try store.rollbackToSavepoint() } }
        }
    }

    // MARK: Reading before recording

    /// Notes that what the running act records from here on may rest on what the book says now.
    ///
    /// Where another program records something before the act does, the act is refused as outdated, since it would rest on figures that are
    /// no longer so. An act that asked nothing waits for its turn instead.
    public func noteReading() throws {
        guard let act = running, !act.isTrial, act.writing == nil, act.readHead == nil else { return }
        let head = try store.withSnapshot {
            try refresh()
            return try store.head()
        }
        running?.readHead = head
    }

    /// Has the running act refused where the journal does not end any more where it did when its plan was made.
    public func expect(_ head: JournalHead) {
        if running?.writing == nil, running?.readHead == nil { running?.readHead = head }
    }

    // MARK: Beginning and ending

    /// Takes the right to write, if the act does not have it yet, and catches up with what others recorded meanwhile.
    func beginWriting() throws {
        guard let act = running else { preconditionFailure("something is recorded in an act") }
        if let failure = act.failure { throw StorageError.actFailed(failure) }
        try host.mayRecord?()
        if act.writing != nil { return }
        if !act.isTrial { try regainWriting() }
        // Loading may take long, so it is done before others have to wait.
        _ = try ledger
        let inMemoryOnly = act.isTrial && store.isReadOnly
        if !inMemoryOnly { try act.isWithoutLock ? store.beginWithoutLock() : store.begin(after: act.readHead, shouldStop: host.shouldStop) }
        do {
            _ = try forgetIfErased()
            let ledger = try ledger
            try catchUp(ledger)
            let head = try store.head()
            guard head.sequence == ledger.lastEntry.rawValue else {
                throw StorageError.shorterThanBefore(name, end: head.sequence, seen: ledger.lastEntry.rawValue)
            }
            // What is played through in memory is not the store's to refuse.
            if inMemoryOnly, let read = act.readHead, read != head { throw StorageError.outdated(name) }
            running?.writing = RunningAct.Writing(
                head: head, start: head.sequence, recordedAt: clock(), recordedBy: store.recorder ?? (ledger.policy.recordsUser ? host.userName() : nil),
                inMemoryOnly: inMemoryOnly,
                checkpoint: ledger.checkpoint())
        } catch {
            store.rollback()
            throw error
        }
    }

    private func commit() throws {
        try finishRows()
        if let failure = running?.failure { throw StorageError.actFailed(failure) }
        if let writing = running?.writing {
            try store.commit()
            present.parts = KnownParts()
            // A file that came into being with this act.
            if history.isNew { try? remember() }
            loaded.ledger?.release(writing.checkpoint)
            if let act = writing.act { loaded.acts.append(act) }
            due.hasWritten = true
            if isOnServer {
                // What others recorded before it, which this took in as it began.
                news.note(end: writing.start, isOwn: false)
                news.note(end: writing.head.sequence, isOwn: true)
            }
        }
        running = nil
        market.changes.settle()
    }

    /// Forgets the running act, in the store and in memory.
    func undoRunningAct() {
        undoWriting()
        running = nil
        market.changes.settle()
    }

    /// Forgets what the running act recorded, and gives up the right to write.
    private func undoWriting() {
        guard let writing = running?.writing else { return }
        market.changes.noteUndoing()
        if !writing.inMemoryOnly { store.rollback() }
        loaded.ledger?.rollback(to: writing.checkpoint)
        // Whatever others record now is none of a set that goes on.
        loaded.ledger?.leaveTogether()
        loaded.forgetActsOfUndoneEntries()
        running?.writing = nil
        running?.failure = nil
    }

    /// Runs a step on the store; where it fails, the act cannot be trusted to hold what it should, and is not continued.
    func guarded<Result>(_ step: () throws(StorageError) -> Result) throws -> Result {
        do {
            return try step()
        } catch {
            running?.failure = error
            throw error
        }
    }
}
