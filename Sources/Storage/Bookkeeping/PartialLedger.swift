public import Ledger
import Values

/// Ledgers of parts of the journal that were asked for lately.
struct KnownParts {
    private var ledgers: [(part: ActivityPart, ledger: Ledger)] = []
    /// The packed activities; nil before somebody asked.
    var packed: PackedActivities?
    /// How many activities were read for questions about parts.
    var readCount = 0

    /// The act that was asked for last, and the first entry behind it.
    var act: (act: Act, end: Int)?

    /// The ledger of a part, if it was asked for lately.
    func ledger(of part: ActivityPart, _ coverage: Ledger.Coverage) -> Ledger? { ledgers.first { $0.part == part && $0.ledger.coverage == coverage }?.ledger }

    /// Keeps the ledger of a part: a few, as each takes memory of its own.
    mutating func keep(_ ledger: Ledger, of part: ActivityPart) {
        if ledgers.count > 3 { ledgers.removeFirst() }
        ledgers.append((part, ledger))
    }
}

extension Book {
    /// A ledger with all definitions that has at least the activities of a part, each with what stands in its place since. It answers what these tell by
    /// themselves; of lots and cash it knows nothing where it is not the whole ledger.
    ///
    /// Where activities are packed and no ledger is loaded it reads the part; else it is the whole ledger. Whoever asks again and again comes to have that too.
    public func ledger(with part: ActivityPart) throws -> Ledger {
        try ledger(with: part, coverage: .activities)
    }

    private func ledger(with part: ActivityPart, coverage: Ledger.Coverage) throws -> Ledger {
        if running?.writing != nil || part.isWhole { return try ledger }
        // Lots of a ledger that was loaded for its activities alone would be computed of all of it.
        if let ledger = loaded.ledger, coverage != .lots || ledger.isSettled { return ledger }
        if let known = present.parts.ledger(of: part, coverage) { return known }
        guard let made = try store.withSnapshot({ try partialLedger(part, coverage) }) else { return try ledger }
        present.parts.keep(made, of: part)
        return made
    }

    /// A ledger that knows the lots of an instrument, open and closed: it has all activities of the instrument and of those that its units came from or became.
    /// Of cash and of other instruments it knows nothing where it is not the whole ledger. That is taken where its lots are computed already.
    public func ledger(withLotsOf instrument: InstrumentID) throws -> Ledger {
        if running?.writing != nil || loaded.ledger?.isSettled ?? false { return try ledger }
        let wasLoaded = loaded.ledger != nil
        var part = ActivityPart()
        part.becomesOthers = true
        let table = try ledger(with: part).activities
        // Where many units became others, that has led to the whole ledger.
        if !wasLoaded, loaded.ledger != nil { return try ledger }
        var links: [(InstrumentID, InstrumentID)] = []
        for row in 0..<table.count { if let one = table.instrument(at: row), let other = table.detail(at: row)?.into { links.append((one, other)) } }
        for (place, known) in try definitions.instruments.enumerated() { if let option = known.option { links.append((InstrumentID(Int32(place + 1)), option.underlying)) } }
        var chain = ActivityPart()
        chain.instruments = InstrumentChain(links).instruments(from: instrument)
        return try ledger(with: chain, coverage: .lots)
    }

    /// A ledger that knows all that the owner brought in and took out. Where that is money alone, nothing else is read: units count with what they cost, which
    /// follows from all that happened to them, and so do accounts that are told what they are worth.
    public func ledgerOfContributions() throws -> Ledger {
        if loaded.ledger != nil || running?.writing != nil { return try ledger }
        var part = ActivityPart()
        part.contributes = true
        let made = try ledger(with: part, coverage: .contributions), table = made.activities
        return made.values.count > 0 || (0..<table.count).contains { table.instrument(at: $0) != nil } ? try ledger : made
    }

    /// The definitions of the whole journal, without its activities where those are packed.
    func definitionsAlone() throws -> Definitions {
        var part = ActivityPart()
        part.kinds = []
        return try ledger(with: part).definitions
    }

    /// The act that recorded an entry, looked up by itself; nil where the store cannot do that.
    func actWithoutLedger(of entry: EntryID) throws -> Act? {
        if let (act, end) = present.parts.act, act.first <= entry, entry.rawValue < end { return act }
        var act: Act?
        let reader = RowReader()
        let end = try store.readAct(of: entry.rawValue) { row in
            do throws(RowFault) { act = try reader.act(row.fields) } catch { throw StorageError.damagedEntry(name, row, error) }
        }
        if let act, let end { present.parts.act = (act, end) }
        return act
    }

    /// The ledger of a part; nil where the whole one is quicker, or has to say what is wrong.
    private func partialLedger(_ part: ActivityPart, _ coverage: Ledger.Coverage) throws -> Ledger? {
        let packed = try present.parts.packed ?? packedActivities()
        present.parts.packed = packed
        if packed.isEmpty { return nil }
        var chosen: [(ActivitySegment, [ActivitySegment.Block])] = []
        let wanted = PartOfBlocks(part)
        for segment in packed.segments {
            guard let blocks = segment.blocks(of: wanted) else { return nil }
            chosen.append((segment, blocks))
            present.parts.readCount += blocks.reduce(0) { $0 + $1.count }
        }
        // Whoever has asked for half of it will ask for the rest.
        if present.parts.readCount > packed.count / 2 { return nil }
        var reading = PartialReading(part, of: store, Interruption(host.shouldStop), into: try emptyLedger())
        do {
            try reading.readDefinitions()
            for (segment, blocks) in chosen where !blocks.isEmpty { try reading.unpack(segment, blocks, wanted) }
            try reading.readJournal(behind: packed.through)
            return try reading.filledLedger(coverage)
        } catch is PartialReading.Unusable { return nil }
    }
}

/// Which instruments hang together, as units of one became units of the other, or one is an option on the other.
private struct InstrumentChain {
    private var neighbours: [InstrumentID: Set<InstrumentID>] = [:]

    init(_ links: [(InstrumentID, InstrumentID)]) {
        for (one, other) in links {
            neighbours[one, default: []].insert(other)
            neighbours[other, default: []].insert(one)
        }
    }

    /// An instrument with all that hang together with it, directly or through others.
    func instruments(from first: InstrumentID) -> Set<InstrumentID> {
        var found: Set<InstrumentID> = [first], open = [first]
        while let instrument = open.popLast() {
            for other in neighbours[instrument] ?? [] where found.insert(other).inserted { open.append(other) }
        }
        return found
    }
}

/// Reads a part of a journal into a ledger.
private struct PartialReading {
    /// What is read makes no sense, or the packed activities are damaged: the whole journal has to be read, which says what is wrong.
    struct Unusable: Error {}

    private let part: ActivityPart
    private let store: any BookStore
    private let ledger: Ledger
    private var interruption: Interruption
    private var reader = RowReader()
    private var unpacked = UnpackedActivities(json: .foundation)
    /// Tags of activities, in the order in which they were put on and taken off.
    private var tags: [(tagging: Tagging, activity: EntryID)] = []
    /// By activity: the entry in its place, and by that the activity.
    private var replacements: [Int: Int] = [:], replaced: [Int: Int] = [:]

    init(_ part: ActivityPart, of store: any BookStore, _ interruption: Interruption, into ledger: Ledger) {
        (self.part, self.store, self.interruption, self.ledger) = (part, store, interruption, ledger)
    }

    /// Takes in all that are no activities: accounts, instruments, settings, plans, tags and what accounts were told to be worth.
    mutating func readDefinitions() throws {
        let passed: Set<JournalTable> = [.act, .activity, .void, .tombstone]
        try store.read(JournalSpan(tables: Set(JournalTable.allCases).subtracting(passed))) { row in
            try interruption.check()
            guard let entry = try? reader.entry(row) else { throw Unusable() }
            if case .tag(let tagging) = entry, case .activity(let activity) = tagging.thing { tags.append((tagging, activity)) } else { try load(entry, EntryID(row.sequence)) }
        }
        try store.readAmendments { amended, other in (replacements[amended], replaced[other]) = (other, amended) }
    }

    private func load(_ entry: JournalEntry, _ id: EntryID) throws(Unusable) {
        do { try ledger.load(entry, id: id) } catch { throw Unusable() }
    }

    /// Reads those of some blocks that belong to the part.
    mutating func unpack(_ segment: ActivitySegment, _ blocks: [ActivitySegment.Block], _ wanted: PartOfBlocks) throws {
        guard try PackedActivities.unpack(blocks, of: segment, from: store, into: &unpacked, wanted) else { throw Unusable() }
    }

    /// Reads those that stand behind what is packed.
    mutating func readJournal(behind last: Int) throws {
        try store.read(JournalSpan(after: last, tables: [.activity])) { row in
            try interruption.check()
            let activity = try activity(row)
            if part.includes(activity) { unpacked.add(activity, EntryID(row.sequence)) }
        }
    }

    private mutating func activity(_ row: JournalRow) throws(Unusable) -> Activity {
        do { return try reader.activity(row.fields) } catch { throw Unusable() }
    }

    /// The ledger with what was read, and with what each activity stands for or what stands for it.
    mutating func filledLedger(_ coverage: Ledger.Coverage) throws -> Ledger {
        try readRelatives()
        unpacked.arrange()
        ledger.reserveCapacity(unpacked.count)
        guard unpacked.take(below: .max, { entry, activity in (try? ledger.load(activity, id: entry)) != nil }) else { throw Unusable() }
        try store.read(JournalSpan(tables: [.void])) { row in
            let activity = EntryID(row.integer(2))
            if ledger.activities.row(of: activity) != nil { try load(.void(activity, reason: ""), EntryID(row.sequence)) }
        }
        for tag in tags { ledger.loadTag(tag.tagging, ofActivity: first(of: tag.activity)) }
        ledger.skip(to: EntryID(try store.head().sequence))
        ledger.declare(coverage)
        return ledger
    }

    /// Reads the activities that those of the part stand for, and those that stand for them.
    private mutating func readRelatives() throws {
        if replacements.isEmpty { return }
        var known = unpacked.numbers, open = Array(known)
        while let entry = open.popLast() {
            for other in [replacements[entry], replaced[entry]].compactMap({ $0 }) where known.insert(other).inserted {
                open.append(other)
                try store.read(JournalSpan(after: other - 1, through: other, tables: [.activity])) { row in
                    unpacked.add(try activity(row), EntryID(other))
                }
            }
        }
    }

    /// The first of the entries that stood for an activity.
    private func first(of activity: EntryID) -> EntryID {
        var first = activity.rawValue
        while let before = replaced[first], before < first { first = before }
        return EntryID(first)
    }
}
