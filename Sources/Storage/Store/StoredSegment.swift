import CZlib
import Ledger

/// A segment of packed activities as a store keeps it.
struct StoredSegment {
    /// The first entry that it covers.
    var first: Int
    /// The last entry that it covers, with the hash that this has in the journal: with another the segment is of no use.
    var end: JournalHead
    /// The version of its form.
    var version: Int
    /// The list of its blocks.
    var directory: [UInt8]
    /// The checksum of the list.
    var checksum: UInt32

    init(first: Int, end: JournalHead, version: Int, directory: [UInt8], checksum: UInt32) {
        (self.first, self.end, self.version, self.directory, self.checksum) = (first, end, version, directory, checksum)
    }

    /// A segment as this program writes it.
    init(_ segment: ActivitySegment, end: JournalHead) {
        let directory = segment.directory
        self.init(first: segment.first.rawValue, end: end, version: ActivitySegment.version, directory: directory, checksum: CacheChecksum.of(directory))
    }

    /// The segment, where it is of this version and undamaged.
    func read() -> ActivitySegment? {
        guard version == ActivitySegment.version, CacheChecksum.of(directory) == checksum else { return nil }
        return ActivitySegment(first: EntryID(first), through: EntryID(end.sequence), directory: directory)
    }
}

/// A segment with the bytes of its rows, to be kept.
struct SegmentToKeep {
    /// The segment.
    let segment: StoredSegment
    /// The bytes of each row, in their order.
    let rows: [[UInt8]]
}

/// CRC-32, by which damage to a cache is noticed; no proof against intent, as whoever alters a block can alter its checksum.
enum CacheChecksum {
    static func of(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes(of) }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_z(0, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
    }
}
