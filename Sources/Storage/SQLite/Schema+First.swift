extension Schema.Version {
    /// The first layout: the journal's tables, quotes, what protects them, and views for people.
    static let first = Schema.Version(name: "1 journal and quotes", statements: tables + guards + views)

    private static let tables = [
        """
        CREATE TABLE act (
            id INTEGER PRIMARY KEY,
            first_seq INTEGER NOT NULL UNIQUE,
            recorded_at TEXT NOT NULL,
            source TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE account (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            id INTEGER NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            currency TEXT NOT NULL,
            portfolio TEXT NOT NULL,
            owner TEXT NOT NULL,
            account_group TEXT NOT NULL,
            opened TEXT,
            closed TEXT,
            allow_short INTEGER NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE instrument (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            id INTEGER NOT NULL,
            symbol TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            currency TEXT NOT NULL,
            multiplier TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE activity (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            date TEXT NOT NULL,
            time TEXT,
            kind TEXT NOT NULL,
            subtype TEXT,
            status TEXT NOT NULL,
            account INTEGER NOT NULL,
            instrument INTEGER,
            quantity TEXT,
            price TEXT,
            amount TEXT,
            fee TEXT NOT NULL,
            tax TEXT NOT NULL,
            currency TEXT NOT NULL,
            fx_rate TEXT,
            notes TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE void (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            entry INTEGER NOT NULL REFERENCES activity (seq),
            reason TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE setting (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        "CREATE INDEX account_by_id ON account (id, seq)",
        "CREATE INDEX instrument_by_id ON instrument (id, seq)",
        "CREATE INDEX void_by_entry ON void (entry)",
        "CREATE INDEX setting_by_key ON setting (key, seq)",
        """
        CREATE TABLE quote (
            instrument INTEGER NOT NULL,
            date TEXT NOT NULL,
            source TEXT NOT NULL,
            open TEXT,
            high TEXT,
            low TEXT,
            close TEXT NOT NULL,
            adjusted TEXT,
            volume TEXT,
            currency TEXT NOT NULL,
            recorded_at TEXT NOT NULL,
            PRIMARY KEY (instrument, date, source)
        ) STRICT, WITHOUT ROWID
        """,
        // One row: how many transactions have stored quotes, so that another session notices.
        "CREATE TABLE quote_revision (number INTEGER NOT NULL) STRICT",
        "INSERT INTO quote_revision VALUES (0)",
    ]

    /// Nothing in the journal is ever changed or taken away, nor replaced: `INSERT OR REPLACE` deletes without the trigger for it.
    private static let guards = ["act", "account", "instrument", "activity", "void", "setting"].flatMap(guards)

    /// The triggers that keep the rows of a table as they are.
    static func guards(of table: String) -> [String] {
        let taken = table == "act" ? "id = NEW.id OR first_seq = NEW.first_seq" : "seq = NEW.seq"
        return [
            """
            CREATE TRIGGER \(table)_is_not_changed BEFORE UPDATE ON \(table)
            BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END
            """,
            """
            CREATE TRIGGER \(table)_is_not_deleted BEFORE DELETE ON \(table)
            BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END
            """,
            """
            CREATE TRIGGER \(table)_is_not_replaced BEFORE INSERT ON \(table)
            WHEN EXISTS (SELECT 1 FROM \(table) WHERE \(taken))
            BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END
            """,
        ]
    }
}
