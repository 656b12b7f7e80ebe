import Values

/// The list of the blocks of a segment as bytes: a section for each year and account, with its rows, the instruments of its blocks one behind the other and, behind
/// these, eight bytes for each block. A question about a year, an account or an instrument passes over all else without looking at it.
enum SegmentDirectory {
    /// Bytes of a block behind the instruments: its kinds, its count less one, and its size.
    private static let entrySize = 8
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
        sink.pack(UInt64(section.count))
        sink.pack(UInt64(rows.count))
        sink.pack(UInt64(instruments.bytes.count))
        for (row, count) in rows { sink.put(Int64(count) | Int64(row.checksum) << 32) }
        instruments.bytes.withUnsafeBytes { sink.put(bytes: $0) }
        for block in section {
            precondition((1...65_536).contains(block.count), "a segment has no more activities")
            sink.put(Int64(short(block.kinds)) | Int64(block.count - 1) << 16 | Int64(block.bytes.count) << 32)
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
    static func blocks(_ bytes: [UInt8], of part: ActivityPart, count: Int) -> [ActivitySegment.Block]? {
        bytes.withUnsafeBytes { bytes in try? read(bytes, part, count) }
    }

    private static func read(_ bytes: UnsafeRawBufferPointer, _ part: ActivityPart, _ count: Int) throws(ByteSource.Mismatch) -> [ActivitySegment.Block] {
        var source = ByteSource(bytes), blocks: [ActivitySegment.Block] = [], year: Int64 = 0, firstRow = 0
        let wanted = WantedInstruments(part.instruments)
        _ = try source.unpack()
        while !source.isAtEnd {
            year &+= try source.unpackSigned()
            let account = AccountID(Int32(try source.unpack(below: Int(Int32.max)))), all = kinds(UInt16(try source.unpack(below: 1 << 16)))
            let blockCount = try source.unpack(below: bytes.count), rowCount = try source.unpack(below: bytes.count), size = try source.unpack(below: bytes.count)
            guard let shortYear = Int32(exactly: year), blockCount <= size, rowCount <= blockCount else { throw ByteSource.Mismatch() }
            let section = Section(
                key: BlockKey(year: shortYear, account: account, instrument: nil), kinds: all, count: blockCount, firstRow: firstRow, rowCount: rowCount,
                rows: source.position, instruments: source.position + rowCount * rowSize, entries: source.position + rowCount * rowSize + size)
            try source.skip(rowCount * rowSize + size + blockCount * entrySize)
            if part.mayInclude(section.key, kinds: all) { try section.add(to: &blocks, bytes, part, wanted) }
            firstRow += rowCount
        }
        if part.isWhole, blocks.reduce(0, { $0 + $1.count }) != count { throw ByteSource.Mismatch() }
        return blocks
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
        /// Where its rows, its instruments and its entries begin.
        let rows, instruments, entries: Int

        /// Adds those of its blocks that may have activities of a part.
        func add(
            to blocks: inout [ActivitySegment.Block], _ bytes: UnsafeRawBufferPointer, _ part: ActivityPart, _ wanted: WantedInstruments
        ) throws(ByteSource.Mismatch) {
            var source = ByteSource(UnsafeRawBufferPointer(rebasing: bytes[instruments..<entries])), instrument = 0, number = 0
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
                    let isWanted = wanted.contains(instrument)
                    if !isOfMore, !isWanted { continue }
                    while summed < entry { (start, summed) = (start + Int(number64(bytes, entries + summed * entrySize) >> 32), summed + 1) }
                    let facts = number64(bytes, entries + entry * entrySize), kinds = SegmentDirectory.kinds(UInt16(truncatingIfNeeded: facts))
                    guard isWanted || kinds & PackedKinds.receives != 0, part.mayInclude(kinds: kinds) else { continue }
                    let block = BlockKey(year: key.year, account: key.account, instrument: instrument == 0 ? nil : InstrumentID(Int32(instrument)))
                    blocks.append(
                        ActivitySegment.Block(
                            key: block, kinds: kinds, count: Int(facts >> 16 & 0xFFFF) + 1, row: kept, bytes: start..<start + Int(facts >> 32)))
                }
                number = last
            }
            guard number == count else { throw ByteSource.Mismatch() }
            try source.finish()
        }

        private func number64(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        }
    }
}

/// The instruments that somebody asks for, looked up for each block of a book: by comparing where it is one, else in a table.
private struct WantedInstruments {
    private let only: Int?
    /// By number of the instrument; nil for all, cash among them.
    private let flags: [Bool]?

    init(_ instruments: Set<InstrumentID>?) {
        only = instruments?.count == 1 ? instruments?.first.map { Int($0.rawValue) } : nil
        flags = instruments.map { wanted in
            var flags = [Bool](repeating: false, count: 1 + Int(wanted.map(\.rawValue).max() ?? 0))
            for instrument in wanted { flags[Int(instrument.rawValue)] = true }
            return flags
        }
    }

    /// Whether an instrument is one of them, by its number; 0 is cash.
    @inline(__always)
    func contains(_ number: Int) -> Bool {
        if let only { return number == only }
        guard let flags else { return true }
        return number < flags.count && flags[number]
    }
}
