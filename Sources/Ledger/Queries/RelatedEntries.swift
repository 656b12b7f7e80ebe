public import Values

/// What a correction leaves of what belongs together: transfers and exchanges, whose sides share a group.
extension Ledger {
    /// The warnings about the transfer or the exchange that an entry is a side of, and what is unknown of the units that it brought. A look at each
    /// side of it and at what is on its way, and at each transfer the first time.
    public func transferWarnings(of entry: EntryID) throws(LedgerError) -> [LedgerWarning] {
        guard let group = activities.row(of: entry).flatMap({ activities.detail(at: $0)?.group }) else { return [] }
        return transferWarnings(try state(on: nil), nil, of: group)
    }

    /// The entries that count and share the group of an entry, itself left out; none where its other side is in no account of the book.
    /// O(sides), and O(transfers) the first time.
    public func otherSides(of entry: EntryID) -> [EntryID] {
        guard let row = activities.row(of: entry), let group = activities.detail(at: row)?.group, TransferGroup.isPair(group), hasSides(row) else { return [] }
        return rows(ofGroup: group).filter { $0 != row && activities.counts(at: $0) && hasSides($0) }.map(activities.id)
    }

    /// The rows of transfers, exchanges and what nobody has understood that share a group, by entry.
    func rows(ofGroup group: String) -> [Int] {
        answers.groups.extend(activities)
        return answers.groups.rows(of: group)
    }

    /// Two cash sides of one currency that do not come to the same, though the sent one counts its fee apart; nil where they do. O(1).
    public func unevenCash(_ entry: EntryID, _ other: EntryID) -> (sent: FixedDecimal, received: FixedDecimal)? {
        guard let row = activities.row(of: entry), let second = activities.row(of: other), activities.counts(at: row),
            activities.instrument(at: row) == nil, activities.instrument(at: second) == nil,
            activities.cashCurrency(at: row) == activities.cashCurrency(at: second), let amount = activities.amount(at: row), let matching = activities.amount(at: second),
            activities.kind(at: row) != activities.kind(at: second), activities.subtype(at: row) == nil, amount != matching
        else { return nil }
        return activities.kind(at: row) == .transferOut ? (amount, matching) : (matching, amount)
    }

    private func hasSides(_ row: Int) -> Bool {
        activities.kind(at: row) == .transferIn || activities.kind(at: row) == .transferOut || activities.subtype(at: row) == .exchange
    }

    /// Whether the accounts of an activity have held its instrument at any time before it, as what a split or a merger changes must have been.
    /// O(accounts) where nothing ever brought any, else O(activities of the positions that hang together with it, up to the first that did).
    public func wasHeld(before row: Int) throws(LedgerError) -> Bool {
        let slot = activities.position(at: row), replayer = Replayer(self)
        let slots = activities.slots.accounts(of: slot), day = activities.date(at: row)
        guard
            slots.contains(where: { slot in
                let (account, held) = activities.slots.positions[slot.index]
                return held.map { hasHeld($0, in: account, through: day, besides: row) } ?? false
            })
        else { return false }
        var run = QuantityRun(replayer), postings = PostingBuffer(policy: policy)
        for other in activities.rows(in: (slots + [slot]).flatMap(activities.slots.linked)).map(Int.init) {
            if other == row { break }
            try replayer.compile(other, into: &postings)
            _ = try run.take(postings, on: activities.date(at: other))
            if slots.contains(where: run.holds) { return true }
        }
        return false
    }
}

extension Ledger {
    /// Whether an account was ever told to hold an instrument up to a day, be it that it has sold all since, by another entry than that of a row.
    /// O(n) the first time.
    public func hasHeld(_ instrument: InstrumentID, in account: AccountID, through day: Day, besides row: Int) -> Bool {
        answers.events.extend(activities)
        return answers.events.hasHeld(instrument, account, through: day, besides: row, activities)
    }

    /// The first other row that tells the same split, merger, spin-off or change of symbol on the same day, of the same account or of every one;
    /// nil where there is none, or the row tells nothing of the kind. O(n) the first time.
    public func change(alike row: Int) -> Int? {
        answers.events.extend(activities)
        return answers.events.change(alike: row, activities)
    }
}

extension Ledger {
    /// A name of something of the kind that differs from a name in capitals or blanks only. O(1), and O(names) the first time.
    public func name(alike name: String, among thing: NamedThing) -> String? { knownNames().other(than: name, thing) }

    /// Whether anything of the kind goes by a name. O(1), and O(names) the first time.
    public func isNamed(_ name: String, _ thing: NamedThing) -> Bool { knownNames().contains(name, thing) }

    private func knownNames() -> SimilarNames {
        let names = answers.similarNames ?? SimilarNames(accounts, instruments)
        answers.similarNames = names
        return names
    }
}
