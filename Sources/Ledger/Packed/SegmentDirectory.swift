import Values

/// The list of the blocks of a segment as bytes: a section for each year and account, with the instruments of its blocks one behind the other and, behind these,
/// eight bytes for each block. A question about a year, an account or an instrument passes over all else without looking at it.
enum SegmentDirectory {
    /// Bytes of a block behind the instruments: its kinds, its count less one, and its checksum.
    private static let entrySize = 8
    /// What stands for `PackedKinds.receives` in the two bytes of the kinds.
    private static let receives: UInt16 = 1 << 15

    // MARK: Writing

    /// The list of blocks in the order of their keys.
    static func bytes(of blocks: [ActivitySegment.Block], count: Int) -> [UInt8] {
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
        var instruments = ByteSink(), last: Int32 = 0
        for block in section {
            let instrument = block.key.instrument?.rawValue ?? 0
            instruments.pack(UInt64(instrument - last))
            last = instrument
        }
        sink.pack(UInt64(section.count))
        sink.pack(UInt64(instruments.bytes.count))
        instruments.bytes.withUnsafeBytes { sink.put(bytes: $0) }
        for block in section {
            precondition((1...65_536).contains(block.count), "a segment has no more activities")
            sink.put(Int64(short(block.kinds)) | Int64(block.count - 1) << 16 | Int64(block.checksum) << 32)
        }
    }

    private static func short(_ kinds: UInt32) -> UInt16 { UInt16(truncatingIfNeeded: kinds & 0x7FFF) | (kinds & PackedKinds.receives == 0 ? 0 : receives) }
    private static func kinds(_ short: UInt16) -> UInt32 { UInt32(short & 0x7FFF) | (short & receives == 0 ? 0 : PackedKinds.receives) }

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
        var source = ByteSource(bytes), blocks: [ActivitySegment.Block] = [], year: Int64 = 0, place = 0
        _ = try source.unpack()
        while !source.isAtEnd {
            year &+= try source.unpackSigned()
            let account = AccountID(Int32(try source.unpack(below: Int(Int32.max)))), all = kinds(UInt16(try source.unpack(below: 1 << 16)))
            let sectionCount = try source.unpack(below: bytes.count), size = try source.unpack(below: bytes.count)
            guard let shortYear = Int32(exactly: year), sectionCount <= size else { throw ByteSource.Mismatch() }
            let section = Section(
                key: BlockKey(year: shortYear, account: account, instrument: nil), kinds: all, place: place, count: sectionCount,
                instruments: source.position, entries: source.position + size)
            try source.skip(size)
            try source.skip(sectionCount * entrySize)
            if part.mayInclude(section.key, kinds: all) { try section.add(to: &blocks, bytes, part) }
            place += sectionCount
        }
        if part.isWhole, blocks.reduce(0, { $0 + $1.count }) != count { throw ByteSource.Mismatch() }
        return blocks
    }

    /// The blocks of a year and an account.
    private struct Section {
        let key: BlockKey
        /// All kinds that occur in its blocks.
        let kinds: UInt32
        /// The place of its first block.
        let place: Int
        let count: Int
        /// Where its instruments and its entries begin.
        let instruments, entries: Int

        /// Adds those of its blocks that may have activities of a part.
        func add(to blocks: inout [ActivitySegment.Block], _ bytes: UnsafeRawBufferPointer, _ part: ActivityPart) throws(ByteSource.Mismatch) {
            var source = ByteSource(UnsafeRawBufferPointer(rebasing: bytes[instruments..<entries])), instrument = 0
            let isOfMore = kinds & PackedKinds.receives != 0
            for number in 0..<count {
                instrument += try source.unpack(below: Int(Int32.max))
                guard instrument < Int(Int32.max) else { throw ByteSource.Mismatch() }
                let id = instrument == 0 ? nil : InstrumentID(Int32(instrument))
                if !isOfMore, !part.mayInclude(id) { continue }
                let entry = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: entries + number * entrySize, as: UInt64.self))
                let block = ActivitySegment.Block(
                    place: place + number, key: BlockKey(year: key.year, account: key.account, instrument: id), kinds: SegmentDirectory.kinds(UInt16(truncatingIfNeeded: entry)),
                    count: Int(entry >> 16 & 0xFFFF) + 1, checksum: UInt32(truncatingIfNeeded: entry >> 32))
                if part.mayInclude(block) { blocks.append(block) }
            }
            try source.finish()
        }
    }
}
