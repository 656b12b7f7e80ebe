import Values

/// The list of the blocks of a segment as bytes: a section for each year and account, with its rows, the instruments of its blocks one behind the other and, behind
/// these, what else is known of each block. A question about a year, an account or an instrument passes over all else without looking at it.
enum SegmentDirectory {
    /// Bytes of a block behind the instruments: its kinds, its count less one, and its size.
    private static let entrySize = 8
    /// The same where the blocks of a section are small, as nearly all are: its size in two bytes, its count less one, and which of the section's sets of kinds it has.
    private static let shortEntrySize = 4
    /// Bytes of a set of kinds.
    private static let setSize = 2
    /// Bytes of a row: how many blocks it has, and its checksum.
    private static let rowSize = 8
    /// What stands for `PackedKinds.receives` in the two bytes of the kinds.
    private static let receives: UInt16 = 1 << 15
    /// What stands for `PackedKinds.contributes`.
    private static let contributes: UInt16 = 1 << 14

    // MARK: Writing

    /// The list of blocks in the order of their keys.
    static func bytes(of blocks: [ActivitySegment.Block], count: Int) -> [UInt8] {
        precondition(ActivityKind.allCases.count <= 14, "two bytes hold a bit for each kind and two others")
        var sink = ByteSink(), rest = blocks[...], year: Int32 = 0
        sink.pack(UInt64(count))
        while let first = rest.first {
            let section = rest.prefix { $0.key.year == first.key.year && $0.key.account == first.key.account }
            rest = rest.dropFirst(section.count)
            sink.pack(signed: Int64(first.key.year - year))
            year = first.key.year
            sink.pack(UInt64(first.key.account.rawValue))
            sink.pack(UInt64(section.reduce(0) { $0 | short($1.kinds) }))
            write(section, to: &sink)
        }
        return sink.bytes
    }

    private static func write(_ section: ArraySlice<ActivitySegment.Block>, to sink: inout ByteSink) {
        var instruments = ByteSink(), last: Int32 = 0, rows: [(row: ActivitySegment.Row, count: Int)] = []
        for block in section {
            let instrument = block.key.instrument?.rawValue ?? 0
            instruments.pack(UInt64(instrument - last))
            last = instrument
            if rows.last?.row != block.row { rows.append((block.row, 0)) }
            rows[rows.count - 1].count += 1
        }
        let sets = setsOfSmall(section)
        sink.pack(UInt64(section.count))
        sink.pack(UInt64(rows.count))
        sink.pack(UInt64(instruments.bytes.count))
        sink.pack(UInt64(sets.count))
        for (row, count) in rows { sink.put(Int64(count) | Int64(row.checksum) << 32) }
        for set in sets { sink.put(short: set) }
        instruments.bytes.withUnsafeBytes { sink.put(bytes: $0) }
        for block in section { put(block, sets, to: &sink) }
    }

    /// The sets of kinds that occur in a section whose blocks are all small; none where one is not.
    private static func setsOfSmall(_ section: ArraySlice<ActivitySegment.Block>) -> [UInt16] {
        let sets = Set(section.map { short($0.kinds) }).sorted()
        return sets.count <= 256 && section.allSatisfy { $0.count <= 256 && $0.bytes.count < 1 << 16 } ? sets : []
    }

    private static func put(_ block: ActivitySegment.Block, _ sets: [UInt16], to sink: inout ByteSink) {
        precondition((1...65_536).contains(block.count), "a segment has no more activities")
        let kinds = short(block.kinds)
        if let set = sets.firstIndex(of: kinds) {
            sink.put(short: UInt16(block.bytes.count))
            sink.put(byte: UInt8(block.count - 1))
            sink.put(byte: UInt8(set))
        } else {
            sink.put(Int64(kinds) | Int64(block.count - 1) << 16 | Int64(block.bytes.count) << 32)
        }
    }

    private static func short(_ kinds: UInt32) -> UInt16 {
        UInt16(truncatingIfNeeded: kinds & 0x3FFF) | (kinds & PackedKinds.receives == 0 ? 0 : receives) | (kinds & PackedKinds.contributes == 0 ? 0 : contributes)
    }

    private static func kinds(_ short: UInt16) -> UInt32 {
        UInt32(short & 0x3FFF) | (short & receives == 0 ? 0 : PackedKinds.receives) | (short & contributes == 0 ? 0 : PackedKinds.contributes)
    }

    // MARK: Reading

    /// How many activities the blocks have; nil where the bytes are no list.
    static func count(_ bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { bytes in
            var source = ByteSource(bytes)
            return try? source.unpack(below: 1 << 32)
        }
    }

    /// The blocks that may have activities of a part; nil where the bytes make no sense.
    static func blocks(_ bytes: [UInt8], of wanted: PartOfBlocks, count: Int) -> [ActivitySegment.Block]? {
        bytes.withUnsafeBytes { bytes in try? read(bytes, wanted, count) }
    }

    private static func read(_ bytes: UnsafeRawBufferPointer, _ wanted: PartOfBlocks, _ count: Int) throws(ByteSource.Mismatch) -> [ActivitySegment.Block] {
        var blocks: [ActivitySegment.Block] = []
        let sections = try sections(bytes).filter { wanted.mayInclude($0.key, kinds: $0.kinds) }
        if wanted.instruments.isAll { blocks.reserveCapacity(sections.reduce(0) { $0 + $1.count }) }
        for section in sections { try section.add(to: &blocks, bytes, wanted) }
        if wanted.part.isWhole, blocks.reduce(0, { $0 + $1.count }) != count { throw ByteSource.Mismatch() }
        return blocks
    }

    private static func sections(_ bytes: UnsafeRawBufferPointer) throws(ByteSource.Mismatch) -> [Section] {
        var source = ByteSource(bytes), sections: [Section] = [], year: Int64 = 0, firstRow = 0
        _ = try source.unpack()
        while !source.isAtEnd {
            year &+= try source.unpackSigned()
            let account = AccountID(Int32(try source.unpack(below: Int(Int32.max)))), all = kinds(UInt16(try source.unpack(below: 1 << 16)))
            let blockCount = try source.unpack(below: bytes.count), rowCount = try source.unpack(below: bytes.count), size = try source.unpack(below: bytes.count)
            let setCount = try source.unpack(below: 257)
            guard let shortYear = Int32(exactly: year), blockCount <= size, rowCount <= blockCount else { throw ByteSource.Mismatch() }
            let section = Section(
                key: BlockKey(year: shortYear, account: account, instrument: nil), kinds: all, count: blockCount, firstRow: firstRow, rowCount: rowCount,
                setCount: setCount, rows: source.position, instrumentSize: size)
            try source.skip(section.end - source.position)
            sections.append(section)
            firstRow += rowCount
        }
        return sections
    }

    /// The blocks of a year and an account.
    private struct Section {
        let key: BlockKey
        /// All kinds that occur in its blocks.
        let kinds: UInt32
        /// How many blocks it has.
        let count: Int
        /// The place of its first row, and how many it has.
        let firstRow, rowCount: Int
        /// How many sets of kinds it has; none where a block is not small.
        let setCount: Int
        /// Where its rows begin.
        let rows: Int
        /// Bytes of its instruments.
        let instrumentSize: Int

        /// Where its sets of kinds, its instruments and its entries begin, and where it ends.
        private var sets: Int { rows + rowCount * rowSize }
        private var instruments: Int { sets + setCount * setSize }
        private var entries: Int { instruments + instrumentSize }
        var end: Int { entries + count * (setCount > 0 ? shortEntrySize : entrySize) }

        /// Adds those of its blocks that may have activities of a part.
        func add(to blocks: inout [ActivitySegment.Block], _ bytes: UnsafeRawBufferPointer, _ wanted: PartOfBlocks) throws(ByteSource.Mismatch) {
            let instruments = UnsafeRawBufferPointer(rebasing: bytes[instruments..<entries])
            var source = ByteSource(instruments), instrument = 0, number = 0
            let isOfMore = kinds & PackedKinds.receives != 0
            for place in 0..<rowCount {
                let row = number64(bytes, rows + place * rowSize), last = number + Int(row & 0xFFFF_FFFF)
                guard last <= count else { throw ByteSource.Mismatch() }
                let kept = ActivitySegment.Row(place: firstRow + place, checksum: UInt32(truncatingIfNeeded: row >> 32))
                // Where the bytes of the blocks before an entry end is summed up where somebody wants the entry.
                var start = 0, summed = number
                for entry in number..<last {
                    instrument += try source.unpack(below: Int(Int32.max))
                    guard instrument < Int(Int32.max) else { throw ByteSource.Mismatch() }
                    if !isOfMore, !wanted.instruments.contains(instrument) { continue }
                    while summed < entry { (start, summed) = (start + size(ofEntry: summed, bytes), summed + 1) }
                    if let block = try block(facts(ofEntry: entry, bytes), of: instrument, kept, from: start, wanted) { blocks.append(block) }
                }
                number = last
            }
            guard number == count else { throw ByteSource.Mismatch() }
            try source.finish()
        }

        /// What is known of a block, as far as its entry says it.
        private typealias Facts = (kinds: UInt16, count: Int, size: Int)

        @inline(__always)
        private func size(ofEntry entry: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
            setCount > 0 ? Int(number16(bytes, entries + entry * shortEntrySize)) : Int(number64(bytes, entries + entry * entrySize) >> 32)
        }

        @inline(__always)
        private func facts(ofEntry entry: Int, _ bytes: UnsafeRawBufferPointer) throws(ByteSource.Mismatch) -> Facts {
            if setCount == 0 {
                let facts = number64(bytes, entries + entry * entrySize)
                return (UInt16(truncatingIfNeeded: facts), Int(facts >> 16 & 0xFFFF) + 1, Int(facts >> 32))
            }
            let place = entries + entry * shortEntrySize, set = Int(bytes[place + 3])
            guard set < setCount else { throw ByteSource.Mismatch() }
            return (number16(bytes, sets + set * setSize), Int(bytes[place + 2]) + 1, Int(number16(bytes, place)))
        }

        /// A block by what its entry says; nil where it has nothing of a part.
        @inline(__always)
        private func block(
            _ facts: Facts, of instrument: Int, _ row: ActivitySegment.Row, from start: Int, _ wanted: PartOfBlocks
        ) throws(ByteSource.Mismatch) -> ActivitySegment.Block? {
            let kinds = SegmentDirectory.kinds(facts.kinds), end = start + facts.size
            guard wanted.instruments.contains(instrument) || kinds & PackedKinds.receives != 0, wanted.mayInclude(kinds: kinds) else { return nil }
            guard end <= Int(UInt32.max) else { throw ByteSource.Mismatch() }
            return ActivitySegment.Block(
                key: BlockKey(year: key.year, account: key.account, instrument: instrument == 0 ? nil : InstrumentID(Int32(instrument))), kinds: kinds,
                count: facts.count, row: row, bytes: start..<end)
        }

        private func number16(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> UInt16 {
            UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt16.self))
        }

        private func number64(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        }
    }
}
