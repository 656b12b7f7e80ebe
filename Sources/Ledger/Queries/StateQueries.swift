public import Values

extension Ledger {
    /// What the book comes to at the end of a day, or now.
    public func at(endOf day: Day? = nil) throws(LedgerError) -> BookState {
        BookState(ledger: self, state: try state(on: day), day: day)
    }

    /// The same with money counted in another currency beside each instrument's own: `otherCost` of holdings and lots. O(n) the first time.
    public func at(endOf day: Day? = nil, countedIn currency: Currency, by graph: RateGraph) throws(LedgerError) -> BookState {
        BookState(ledger: self, state: try state(on: day, countedIn: currency, by: graph), day: day)
    }

    /// What is held at the end of a day, or now; by account name, then symbol.
    public func holdings(on day: Day? = nil) throws(LedgerError) -> [Holding] { try at(endOf: day).holdings() }

    /// The open lots at the end of a day, or now; by account name, symbol, day of opening and entry.
    public func lots(on day: Day? = nil) throws(LedgerError) -> [OpenLot] { try at(endOf: day).lots() }

    /// Those of one account and instrument; where entries are given, those alone that they opened, or what amends them did.
    public func lots(of account: AccountID, _ instrument: InstrumentID, openedBy entries: Set<EntryID>? = nil, on day: Day? = nil) throws(LedgerError) -> [OpenLot] {
        guard let slot = activities.slots.find(account, instrument) else { return [] }
        let rows = entries.map { entries in Set(entries.compactMap(activities.row).flatMap { [$0, activities.amended($0)] }).sorted().map(UInt32.init) }
        return ComputedState(ledger: self, state: try state(on: day), day: day).lots(in: slot, openedBy: rows)
    }

    /// Cash at the end of a day, or now; by account name, then currency.
    public func cash(on day: Day? = nil) throws(LedgerError) -> [CashBalance] { try at(endOf: day).cash() }

    /// Calls back with what the book came to at the end of each of the days, which are in order. One replay for all of them.
    public func visit(_ days: [Day], _ body: (Day, BookState) throws -> Void) throws {
        precondition(zip(days, days.dropFirst()).allSatisfy { $0 < $1 }, "days in order, each once")
        let rows = activities.rowsInOrder()
        try visit(
            rows, upTo: days.lazy.map { day in rows.partitioningIndex { self.activities.date(at: Int($0)) > day } }, on: { days[$0] }, { try body(days[$0], $1) })
    }

    /// Calls back with what the book came to right after each of some activities, which are in the order in which they count: the place of the activity among them,
    /// and the state. One replay for all of them.
    public func visit(after some: [Int], _ body: (Int, BookState) throws -> Void) throws {
        let rows = activities.rowsInOrder()
        var places = [Int](repeating: 0, count: activities.count)
        for (place, row) in rows.enumerated() { places[Int(row)] = place + 1 }
        precondition(zip(some, some.dropFirst()).allSatisfy { places[$0] < places[$1] }, "activities in order, each once")
        try visit(rows, upTo: some.lazy.map { places[$0] }, on: { activities.date(at: some[$0]) }, body)
    }

    /// Replays rows, and calls back after as many of them as each number tells.
    private func visit(
        _ rows: [Int32], upTo ends: some Sequence<Int>, on day: (Int) -> Day, _ body: (Int, BookState) throws -> Void
    ) throws {
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy)
        var undo = UndoLog()
        var state = ReplayState()
        state.gains.isRecording = policy.washSales
        state.grow(positions: activities.slots.positions.count, cashPositions: activities.slots.cashPositions.count)
        var next = 0
        for (place, end) in ends.enumerated() {
            while next < end {
                let row = Int(rows[next])
                if replayer.activities.counts(at: row) { try replayer.take(row, by: &postings, into: &state, undo: &undo) }
                next += 1
            }
            try body(place, BookState(ledger: self, state: state, day: day(place)))
        }
    }

    /// Positions by account name, then symbol.
    func slotsByName() -> [PositionSlot] {
        let pairs = activities.slots.positions
        if let known = answers.slotsByName(version: definitions.namesVersion, count: pairs.count) { return known }
        let names = pairs.map { pair in (name(pair.account), pair.instrument.map { symbol($0) } ?? "") }
        let slots = pairs.indices.sorted { names[$0] == names[$1] ? $0 < $1 : names[$0] < names[$1] }
            .map { PositionSlot(rawValue: UInt32($0)) }
        answers.keep(slotsByName: slots, version: definitions.namesVersion)
        return slots
    }

    /// Cash positions by account name, then currency.
    func cashSlotsByName() -> [CashSlot] {
        let pairs = activities.slots.cashPositions
        return pairs.indices.sorted { (name(pairs[$0].account), pairs[$0].currency) < (name(pairs[$1].account), pairs[$1].currency) }
            .map { CashSlot(rawValue: UInt32($0)) }
    }

    // A slot may outlive the definition that an act which was taken back made.
    private func name(_ account: AccountID) -> String {
        accounts.indices.contains(Int(account.rawValue) - 1) ? self[account].name : ""
    }

    private func symbol(_ instrument: InstrumentID) -> String {
        instrument.rawValue <= instruments.count ? self[instrument].symbol : ""
    }
}

extension Ledger {
    /// The splits that count up to a day, in order of days; nil for all. O(splits).
    public func splits(through last: Day? = nil) -> [RecordedSplit] {
        activities.splits.map(Int.init).filter { activities.counts(at: $0) && activities.date(at: $0) <= last ?? .max }
            .flatMap(activities.splits(at:)).sorted { $0.day < $1.day }
    }
}
