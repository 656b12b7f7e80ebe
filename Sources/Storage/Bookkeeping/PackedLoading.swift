import Ledger
import Values

/// Activities that were packed as the book was closed: a start reads them in a fraction of the time that their rows take.
extension Book {
    /// The packed activities that hold for the journal.
    func packedActivities() throws -> PackedActivities { try .kept(by: store) }

    /// Takes the journal into a ledger as far as its activities are packed, and notes the acts; whether that was possible. Where not, the ledger is of
    /// no use, and the journal says what is wrong.
    func load(_ packed: PackedActivities, into ledger: Ledger) throws -> Bool {
        let work = host.watched("loading", through: packed.through)
        defer { work?.finish() }
        let filling = PackedFilling(ledger, packed, store: store, Interruption(host.shouldStop, telling: work))
        try store.read(JournalSpan(through: packed.through, tables: Set(JournalTable.allCases).subtracting([.activity]))) { row in
            if let act = try filling.take(row) { loaded.acts.append(act) }
        }
        return try filling.finish()
    }

    /// What is to be packed of a ledger, as much was recorded since activities were packed last; nothing where that is not worth it.
    func activitiesToPack(of ledger: Ledger) throws -> [SegmentToKeep] {
        guard store.keepsPackedActivities else { return [] }
        let packed = try present.arePackedUseless ? PackedActivities(segments: []) : packedActivities(), known = packed.through
        guard ledger.lastEntry.rawValue - known >= max(1, present.smallestSaved) else { return [] }
        // What is not full is packed anew with what follows it.
        let open = packed.segments.last.flatMap { $0.count < ActivitySegment.mostActivities ? $0.first.rawValue - 1 : nil }
        return try ActivitySegment.pack(ledger, after: EntryID(open ?? known), json: .foundation, checksum: CacheChecksum.of).map { packed in
            let last = packed.segment.through.rawValue
            guard let hash = try store.hash(of: last) else { throw StorageError.outdated(name) }
            return SegmentToKeep(segment: StoredSegment(packed.segment, end: JournalHead(sequence: last, hash: hash)), rows: packed.rows)
        }
    }
}

/// Takes activities out of their segments, and the other entries from their rows, into a ledger, in the order of their numbers.
private final class PackedFilling {
    private let ledger: Ledger
    private let store: any BookStore
    private let packed: PackedActivities
    private var reader = RowReader()
    private var interruption: Interruption
    /// The segment that is unpacked next.
    private var next = 0
    private var unpacked = UnpackedActivities(json: .foundation)
    private var count = 0
    private var isWhole = true

    init(_ ledger: Ledger, _ packed: PackedActivities, store: any BookStore, _ interruption: Interruption) {
        (self.ledger, self.packed, self.store, self.interruption) = (ledger, packed, store, interruption)
        ledger.reserveCapacity(packed.count)
    }

    /// Takes a row that is no activity, behind all activities before it; where it is an act, gives that back.
    func take(_ row: JournalRow) throws -> Act? {
        try interruption.check()
        if case .act = row.table {
            let act = try? reader.act(row.fields)
            isWhole = isWhole && act != nil
            return act
        }
        try takeActivities(below: row.sequence)
        if !isWhole { return nil }
        do {
            if let entry = try reader.entry(row) { try ledger.load(entry, id: EntryID(row.sequence)) } else { ledger.skip(to: EntryID(row.sequence)) }
        } catch { isWhole = false }
        count += 1
        return nil
    }

    /// Takes what is left; whether each number up to the end of the segments was there once.
    func finish() throws -> Bool {
        try takeActivities(below: .max)
        return isWhole && count == packed.through && ledger.lastEntry.rawValue == packed.through
    }

    private func takeActivities(below end: Int) throws {
        while isWhole {
            isWhole = try unpacked.take(below: end) { entry, activity in
                try interruption.check(at: entry.rawValue)
                do { try ledger.load(activity, id: entry) } catch { return false }
                count += 1
                return true
            }
            guard isWhole, unpacked.isEmpty, next < packed.segments.count, packed.segments[next].first.rawValue < end else { return }
            isWhole = try isWhole && unpack(packed.segments[next])
            next += 1
        }
    }

    /// Unpacks all blocks of a segment; whether each was there and undamaged.
    private func unpack(_ segment: ActivitySegment) throws -> Bool {
        guard let blocks = segment.blocks(of: PartOfBlocks(ActivityPart())) else { return false }
        unpacked.reserveCapacity(segment.count)
        let isSound = try PackedActivities.unpack(blocks, of: segment, from: store, into: &unpacked)
        unpacked.arrange()
        return isSound
    }
}
