import Ledger

/// The packed activities of a journal, as far as they hold for it.
struct PackedActivities {
    /// The segments, one behind the other from the first entry on.
    let segments: [ActivitySegment]

    /// Whether there are none.
    var isEmpty: Bool { segments.isEmpty }

    /// The last entry whose activity would be in them; 0 where there are none.
    var through: Int { segments.last?.through.rawValue ?? 0 }

    /// How many activities they have.
    var count: Int { segments.reduce(0) { $0 + $1.count } }

    /// Those of a store that hold for its journal.
    ///
    /// Those that are left where one is damaged or of another version are of use still: what stands behind them is read from the journal.
    static func kept(by store: any BookStore) throws -> PackedActivities {
        var segments: [ActivitySegment] = [], last: JournalHead?
        for candidate in try store.packedSegments() {
            guard candidate.first == (last?.sequence ?? 0) + 1, let segment = candidate.read() else { break }
            segments.append(segment)
            last = candidate.end
        }
        // The hash of an entry vouches for all before it.
        guard let last, try store.hash(of: last.sequence) == last.hash else { return PackedActivities(segments: []) }
        return PackedActivities(segments: segments)
    }

    /// Adds those of some blocks of a segment that belong to a part; whether each block was there and undamaged.
    static func unpack(
        _ blocks: [ActivitySegment.Block], of segment: ActivitySegment, from store: any BookStore, into unpacked: inout UnpackedActivities,
        _ part: PartOfBlocks = PartOfBlocks(ActivityPart())
    ) throws -> Bool {
        var rest = blocks[...], isSound = true
        while isSound, let first = rest.first?.row.place {
            // Rows that stand one behind the other are read in one go.
            var last = first
            let run = rest.prefix { block in
                if block.row.place > last + 1 { return false }
                last = block.row.place
                return true
            }
            rest = rest.dropFirst(run.count)
            var left = run
            try store.readPacked(first..<last + 1, ofSegmentFrom: segment.first.rawValue) { place, bytes in
                let inRow = left.prefix { $0.row.place == place }
                left = left.dropFirst(inRow.count)
                guard isSound, let row = inRow.first?.row else { return }
                isSound =
                    CacheChecksum.of(bytes) == row.checksum
                    && inRow.allSatisfy { block in
                        block.bytes.upperBound <= bytes.count && unpacked.add(UnsafeRawBufferPointer(rebasing: bytes[block.bytes]), of: block, in: segment, part)
                    }
            }
            isSound = isSound && left.isEmpty
        }
        return isSound
    }

    /// Whether all that a question may be answered from are the activities of a ledger, as they were recorded; blocks that are damaged answer none.
    func agree(with ledger: Ledger, from store: any BookStore) throws -> Bool {
        let table = ledger.activities
        var count = 0, last = EntryID(0), isWhole = true
        for segment in segments {
            guard let blocks = segment.blocks(of: PartOfBlocks(ActivityPart())) else {
                isWhole = false
                continue
            }
            var unpacked = UnpackedActivities(json: .foundation)
            if try !Self.unpack(blocks, of: segment, from: store, into: &unpacked) {
                isWhole = false
                unpacked = try Self.undamaged(blocks, of: segment, from: store)
            }
            unpacked.arrange()
            let isEqual = unpacked.take(below: .max) { entry, activity in
                defer { (count, last) = (count + 1, entry) }
                return entry > last && table.row(of: entry).map(table.activity) == activity
            }
            if !isEqual { return false }
        }
        return !isWhole || count == table.count || count < table.count && table.id(at: count).rawValue > through
    }

    /// The activities of those blocks that are there and undamaged.
    private static func undamaged(_ blocks: [ActivitySegment.Block], of segment: ActivitySegment, from store: any BookStore) throws -> UnpackedActivities {
        var unpacked = UnpackedActivities(json: .foundation)
        // One by itself is taken whole or not at all.
        for block in blocks { _ = try unpack([block], of: segment, from: store, into: &unpacked) }
        return unpacked
    }
}
