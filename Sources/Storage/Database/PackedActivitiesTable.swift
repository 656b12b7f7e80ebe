import Ledger
import SQLite

/// The tables `saved_segment` and `saved_block`. They are a cache: where they are gone, altered or damaged, the journal is read instead.
struct PackedActivitiesTable {
    let connection: BookConnection

    /// Numbers of rows that each entry has for itself: more than a segment has activities.
    private static let numberBits: Int64 = 17

    /// The segments, by their first entries; none where the table is not as it should be.
    func segments() throws(StorageError) -> [StoredSegment] {
        guard let statement = try connection.compileIfSound("SELECT first, through, hash, version, checksum, directory FROM saved_segment ORDER BY first") else { return [] }
        var segments: [StoredSegment] = []
        while try connection.nextIfSound(statement) {
            guard let hash = EntryHash(bytes: statement.bytes(2)), let first = Int(exactly: statement.integer(0)), first > 0, first < 1 << 40 else { return segments }
            segments.append(
                StoredSegment(
                    first: first, end: JournalHead(sequence: Int(statement.integer(1)), hash: hash), version: Int(statement.integer(3)),
                    directory: Array(statement.bytes(5)), checksum: UInt32(truncatingIfNeeded: statement.integer(4))))
        }
        return segments
    }

    /// Hands over the bytes of some rows of a segment, with their places; of those that can be read.
    func read(_ rows: Range<Int>, ofSegmentFrom first: Int, _ receive: (Int, UnsafeRawBufferPointer) throws -> Void) throws {
        let base = Int64(first) << Self.numberBits
        guard let statement = try connection.statementIfSound("SELECT id, bytes FROM saved_block WHERE id >= ?1 AND id < ?2 ORDER BY id") else { return }
        statement.bind(1, base + Int64(rows.lowerBound))
        statement.bind(2, base + Int64(rows.upperBound))
        defer { statement.reset() }
        while try connection.nextIfSound(statement) { try receive(Int(statement.integer(0) - base), UnsafeRawBufferPointer(statement.bytes(1))) }
    }

    /// Keeps segments in the place of all that begin where the first of these does or later.
    func save(_ segments: [SegmentToKeep]) throws(StorageError) {
        guard let first = segments.first?.segment.first else { return }
        try remove(from: first)
        let list = try connection.compile("INSERT INTO saved_segment (first, through, hash, version, checksum, directory) VALUES (?, ?, ?, ?, ?, ?)")
        let block = try connection.compile("INSERT INTO saved_block (id, bytes) VALUES (?, ?)")
        for kept in segments {
            list.bind(1, Int64(kept.segment.first))
            list.bind(2, Int64(kept.segment.end.sequence))
            list.bind(3, kept.segment.end.hash.withBytes(Array.init))
            list.bind(4, Int64(kept.segment.version))
            list.bind(5, Int64(kept.segment.checksum))
            list.bind(6, kept.segment.directory)
            try connection.run(list)
            for (place, bytes) in kept.rows.enumerated() {
                block.bind(1, Int64(kept.segment.first) << Self.numberBits + Int64(place))
                block.bind(2, bytes)
                try connection.run(block)
            }
        }
    }

    private func remove(from first: Int) throws(StorageError) {
        try connection.execute("DELETE FROM saved_segment WHERE first >= \(first); DELETE FROM saved_block WHERE id >= \(Int64(first) << Self.numberBits)")
    }
}

extension Schema.Version {
    /// The fourth layout: activities packed by year, account and instrument, a cache by which a question about a part of a book reads that part.
    static let packed = Schema.Version(statements: [
        // The blocks of a segment stand in `directory`; `hash` is that of the entry `through`, which tells whether the segment is of this journal.
        """
        CREATE TABLE saved_segment (
            first INTEGER PRIMARY KEY,
            through INTEGER NOT NULL,
            hash BLOB NOT NULL,
            version INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            directory BLOB NOT NULL
        ) STRICT
        """,
        // The rows of a segment, of some blocks each, have successive numbers from `first << 17` on.
        "CREATE TABLE saved_block (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT",
    ])
}
