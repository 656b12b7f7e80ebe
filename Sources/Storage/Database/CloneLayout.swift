extension Schema.Version {
    /// The third layout: where a clone comes from, and what was recorded in it away from its server. Both are empty in every other book.
    static let clones = Schema.Version(statements: [origin, offer, "CREATE INDEX offer_by_state ON offer (state, id)"] + guards)

    /// One row in a clone: the server and its book, what was taken of it last, and how often what waits was laid anew.
    private static let origin = """
        CREATE TABLE origin (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            address TEXT NOT NULL,
            book TEXT NOT NULL,
            cloned_at TEXT NOT NULL,
            pulled_at TEXT NOT NULL,
            pulled_seq INTEGER NOT NULL,
            pulled_hash BLOB NOT NULL,
            quote_revision INTEGER NOT NULL,
            rate_revision INTEGER NOT NULL,
            laid INTEGER NOT NULL
        ) STRICT
        """

    /// What was recorded away from the server, a row for what was committed at once. `content` is JSON: the rows of its acts and entries with the numbers that they
    /// have behind the chain and the offers before them, and the quotes and rates that it changed.
    private static let offer = """
        CREATE TABLE offer (
            id INTEGER PRIMARY KEY,
            token TEXT NOT NULL UNIQUE,
            recorded_at TEXT NOT NULL,
            source TEXT NOT NULL,
            rests_on_seq INTEGER NOT NULL,
            rests_on_hash BLOB NOT NULL,
            entries INTEGER NOT NULL,
            content TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'refused', 'withdrawn')),
            answered_at TEXT,
            reason TEXT,
            first_seq INTEGER
        ) STRICT
        """

    /// What a clone is of is told once, an offer stays, and is answered once.
    private static let guards = [
        """
        CREATE TRIGGER origin_is_not_changed BEFORE UPDATE OF id, book, cloned_at ON origin
        BEGIN SELECT RAISE (ABORT, 'a clone stays one of the same book: make another'); END
        """,
        """
        CREATE TRIGGER origin_is_not_deleted BEFORE DELETE ON origin
        BEGIN SELECT RAISE (ABORT, 'a clone stays a clone'); END
        """,
        """
        CREATE TRIGGER origin_is_not_replaced BEFORE INSERT ON origin
        WHEN EXISTS (SELECT 1 FROM origin)
        BEGIN SELECT RAISE (ABORT, 'a clone stays one of the same book: make another'); END
        """,
        """
        CREATE TRIGGER offer_is_not_changed BEFORE UPDATE OF id, token, recorded_at, rests_on_seq, rests_on_hash, entries ON offer
        BEGIN SELECT RAISE (ABORT, 'what was recorded away from the server stays as it was'); END
        """,
        """
        CREATE TRIGGER offer_is_answered_once BEFORE UPDATE OF state ON offer
        WHEN OLD.state <> 'waiting'
        BEGIN SELECT RAISE (ABORT, 'an offer is answered once'); END
        """,
        """
        CREATE TRIGGER offer_is_not_deleted BEFORE DELETE ON offer
        BEGIN SELECT RAISE (ABORT, 'an offer is withdrawn, not deleted'); END
        """,
        """
        CREATE TRIGGER offer_is_not_replaced BEFORE INSERT ON offer
        WHEN EXISTS (SELECT 1 FROM offer WHERE id = NEW.id OR token = NEW.token)
        BEGIN SELECT RAISE (ABORT, 'an offer is never replaced'); END
        """,
    ]
}
