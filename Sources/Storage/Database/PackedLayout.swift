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
        // The blocks of a segment have successive numbers from `first << 17` on.
        "CREATE TABLE saved_block (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT",
    ])
}
