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

    /// Adds the activities of some blocks of a segment; whether each block was there and undamaged.
    static func unpack(
        _ blocks: [ActivitySegment.Block], of segment: ActivitySegment, from store: any BookStore, into unpacked: inout UnpackedActivities,
        where fits: ((Activity) -> Bool)? = nil
    ) throws -> Bool {
        var rest = blocks[...], isSound = true
        while isSound, let first = rest.first {
            // Blocks that stand one behind the other are read in one go.
            let run = rest.indices.prefix { rest[$0].place == first.place + $0 - rest.startIndex }.count
            let successive = rest.prefix(run)
            rest = rest.dropFirst(run)
            var found = 0
            try store.readPacked(first.place..<first.place + run, ofSegmentFrom: segment.first.rawValue) { place, bytes in
                let block = successive[successive.startIndex + place - first.place]
                found += 1
                isSound = isSound && CacheChecksum.of(bytes) == block.checksum && unpacked.add(bytes, of: block, in: segment, where: fits)
            }
            isSound = isSound && found == run
        }
        return isSound
    }

    /// Whether they are the activities of a ledger, as they were recorded, and all of those.
    func equal(_ ledger: Ledger, from store: any BookStore) throws -> Bool {
        let table = ledger.activities
        var unpacked = UnpackedActivities(json: .foundation), row = 0
        for segment in segments {
            guard let blocks = segment.blocks(of: ActivityPart()), try Self.unpack(blocks, of: segment, from: store, into: &unpacked) else { return false }
            unpacked.arrange()
            let isEqual = unpacked.take(below: .max) { entry, activity in
                defer { row += 1 }
                return row < table.count && table.id(at: row) == entry && table.activity(at: row) == activity
            }
            if !isEqual { return false }
        }
        return row == table.count || table.id(at: row).rawValue > through
    }
}
