import Values

/// Activities of successive entries, packed in blocks by year, account and instrument, so that a question about a part of a book reads that part.
///
/// It holds activities as they were recorded. Whether they were voided or amended since is told by later entries and not kept here, so that a segment
/// stays as it is for good.
package struct ActivitySegment {
    /// No activity of it has a lower number.
    package let first: EntryID
    /// Every activity from `first` up to this entry is in it.
    package let through: EntryID
    /// How many activities it has.
    package let count: Int
    /// The list of its blocks, as bytes.
    package let directory: [UInt8]

    /// What is known of a block without reading it, in as little memory as it takes: a year has tens of thousands.
    package struct Block: Hashable, Sendable {
        /// The year, account and instrument of its activities.
        package let key: BlockKey
        /// The kinds that occur, a bit each, and what else is true of some (`PackedKinds`).
        package let kinds: UInt32
        /// The row in which it is kept, with blocks beside it.
        package let row: Row
        private let shortCount, start, end: UInt32

        /// A block with its activities, and its place in the row.
        init(key: BlockKey, kinds: UInt32, count: Int, row: Row, bytes: Range<Int>) {
            (self.key, self.kinds, self.row) = (key, kinds, row)
            (shortCount, start, end) = (UInt32(count), UInt32(bytes.lowerBound), UInt32(bytes.upperBound))
        }

        /// How many activities it has.
        package var count: Int { Int(shortCount) }
        /// Its bytes, counted in those of the row.
        package var bytes: Range<Int> { Int(start)..<Int(end) }
    }

    /// Blocks of one year and account that are kept together, as many as make some thousand bytes: most books have few activities a year of an instrument.
    package struct Row: Hashable, Sendable {
        private let shortPlace: UInt32
        /// The checksum of its bytes, by whoever keeps them.
        package let checksum: UInt32

        init(place: Int, checksum: UInt32) { (shortPlace, self.checksum) = (UInt32(place), checksum) }

        /// Its place among the rows of the segment.
        package var place: Int { Int(shortPlace) }
    }

    /// Most activities of a segment: a few bytes of each block are spent anew in each.
    package static let mostActivities = 65_536

    /// The form of the bytes, and the words that they name by number. Segments of another version are of no use.
    package static let version: Int = {
        let words = ActivityKind.allCases.map(\.rawValue) + ActivitySubtype.allCases.map(\.rawValue) + ActivityStatus.allCases.map(\.rawValue)
        // FNV-1a, which is enough to tell lists of words apart.
        return Int(words.joined(separator: " ").utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 } >> 4) + form
    }()

    /// To be raised with each change of the bytes.
    private static let form = 5

    /// A segment whose blocks are known, in the order of their keys.
    package init(first: EntryID, through: EntryID, blocks: [Block]) {
        (self.first, self.through) = (first, through)
        count = blocks.reduce(0) { $0 + $1.count }
        directory = SegmentDirectory.bytes(of: blocks, count: count)
    }

    /// A segment with the list of its blocks as bytes; nil where they are none.
    package init?(first: EntryID, through: EntryID, directory: [UInt8]) {
        // A ledger names entries by numbers of 32 bits.
        guard first.rawValue > 0, first <= through, UInt32(exactly: through.rawValue) != nil, let count = SegmentDirectory.count(directory) else { return nil }
        (self.first, self.through, self.directory, self.count) = (first, through, directory, count)
    }

    /// The blocks that may have activities of a part, in the order of their keys; nil where the list makes no sense. Years and accounts that the part leaves out
    /// are passed over at once.
    package func blocks(of part: PartOfBlocks) -> [Block]? { SegmentDirectory.blocks(directory, of: part, count: count) }

    /// All of its blocks, in the order of their keys.
    package var blocks: [Block] { blocks(of: PartOfBlocks(ActivityPart())) ?? [] }
}

// MARK: Packing

extension ActivitySegment {
    /// A segment and the bytes of its rows.
    package struct Packed {
        /// The segment.
        package let segment: ActivitySegment
        /// The bytes of each row, in their order.
        package let rows: [[UInt8]]
    }

    /// From so many bytes on a row is full.
    private static let fullRow = 4096

    /// Packs the activities of a ledger behind an entry, as many to a segment as it takes. O(n log n) in the activities of a segment.
    ///
    /// - Parameter checksum: of the bytes of a row.
    package static func pack(_ ledger: Ledger, after entry: EntryID, json: RowJSON, checksum: ([UInt8]) -> UInt32) -> [Packed] {
        let table = ledger.activities
        var row = (0..<table.count).partitioningIndex { table.id(at: $0) > entry }, first = entry.rawValue + 1, packed: [Packed] = []
        while first <= ledger.lastEntry.rawValue {
            let end = min(row + mostActivities, table.count)
            let through = end < table.count ? table.id(at: end - 1) : ledger.lastEntry
            packed.append(pack(table, row..<end, first: EntryID(first), through: through, json, checksum))
            (row, first) = (end, through.rawValue + 1)
        }
        return packed
    }

    private static func pack(
        _ table: ActivityTable, _ rows: Range<Int>, first: EntryID, through: EntryID, _ json: RowJSON, _ checksum: ([UInt8]) -> UInt32
    ) -> Packed {
        var writers: [BlockKey: Int] = [:], open: [(key: BlockKey, writer: ActivityBlockWriter, count: Int)] = []
        for row in rows {
            let activity = table.activity(at: row), key = BlockKey(year: Int32(activity.date.year), account: activity.account, instrument: activity.instrument)
            var place = writers[key] ?? -1
            if place < 0 {
                place = open.count
                writers[key] = place
                open.append((key, ActivityBlockWriter(key, after: first, currency: activity.currency, json: json), 0))
            }
            open[place].writer.append(activity, table.id(at: row))
            open[place].count += 1
        }
        open.sort { $0.key < $1.key }
        let rows = membersOfRows(open.map { ($0.key, $0.writer.sink.bytes.count) })
        var packed: [[UInt8]] = [], blocks: [Block] = []
        packed.reserveCapacity(rows.count)
        blocks.reserveCapacity(open.count)
        for (place, members) in rows.enumerated() {
            let bytes = members.flatMap { open[$0].writer.sink.bytes }, row = Row(place: place, checksum: checksum(bytes))
            var start = 0
            for member in members {
                let end = start + open[member].writer.sink.bytes.count
                blocks.append(Block(key: open[member].key, kinds: open[member].writer.kinds, count: open[member].count, row: row, bytes: start..<end))
                start = end
            }
            packed.append(bytes)
        }
        return Packed(segment: ActivitySegment(first: first, through: through, blocks: blocks), rows: packed)
    }

    /// Which blocks stand together in a row, of blocks in the order of their keys with their sizes.
    private static func membersOfRows(_ blocks: [(key: BlockKey, size: Int)]) -> [Range<Int>] {
        var rows: [Range<Int>] = [], start = 0, size = 0
        for place in blocks.indices {
            size += blocks[place].size
            let isLast = place + 1 == blocks.count || blocks[place + 1].key.year != blocks[place].key.year || blocks[place + 1].key.account != blocks[place].key.account
            if isLast || size >= fullRow {
                rows.append(start..<place + 1)
                (start, size) = (place + 1, 0)
            }
        }
        return rows
    }
}
