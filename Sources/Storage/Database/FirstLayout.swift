import Ledger

extension Schema.Version {
    /// The first layout that was given away: the journal's tables, quotes and rates, caches, what protects the journal, and views for people.
    static let first = Schema.Version(
        statements: journal + market + keeping + (tables.map(\.name) + ["identity"]).flatMap(guards) + views, tables: tables)

    /// The tables of the journal, whose rows nothing changes.
    private static let tables: [JournalTable] = [.act, .account, .instrument, .activity, .void, .setting, .valuation, .erasure, .tombstone, .plan, .occurrence]

    // MARK: The journal

    /// Every kind of entry has the number, the act, what it says, who recorded it where the book keeps that, and the hash.
    private static let journal = [
        """
        CREATE TABLE act (
            id INTEGER PRIMARY KEY,
            first_seq INTEGER NOT NULL UNIQUE,
            recorded_at TEXT NOT NULL,
            source TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        entry(
            "account",
            """
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
            tracking TEXT,
            rate TEXT,
            matures TEXT,
            detail TEXT
            """),
        entry(
            "instrument",
            """
            id INTEGER NOT NULL,
            symbol TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            currency TEXT NOT NULL,
            multiplier TEXT NOT NULL,
            underlying INTEGER,
            option_right TEXT,
            strike TEXT,
            expires TEXT,
            class TEXT,
            provider TEXT,
            provider_symbol TEXT,
            detail TEXT
            """),
        // What few have is JSON in `detail`, so that a million activities without it cost nothing: ratios, pairs of transfers, named lots.
        // Accounts and instruments have the column for what later versions know of them; none writes it so far.
        // `amends` has no reference: what it stands for may have been of an account that was erased since.
        entry(
            "activity",
            """
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
            detail TEXT,
            amends INTEGER
            """),
        entry("void", "entry INTEGER NOT NULL REFERENCES activity (seq),\n    reason TEXT NOT NULL"),
        entry("setting", "key TEXT NOT NULL,\n    value TEXT NOT NULL"),
        entry(
            "valuation",
            """
            account INTEGER NOT NULL,
            date TEXT NOT NULL,
            time TEXT,
            value TEXT,
            currency TEXT NOT NULL,
            notes TEXT NOT NULL
            """),
        entry("erasure", "account INTEGER NOT NULL,\n    entries INTEGER NOT NULL,\n    digest TEXT NOT NULL"),
        entry("plan", "kind TEXT NOT NULL,\n    name TEXT NOT NULL,\n    body TEXT NOT NULL"),
        entry("occurrence", "rule TEXT NOT NULL,\n    day TEXT NOT NULL,\n    state TEXT NOT NULL,\n    first_entry INTEGER"),
        """
        CREATE TABLE tombstone (
            seq INTEGER PRIMARY KEY,
            erasure INTEGER NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        "CREATE INDEX account_by_id ON account (id, seq)",
        "CREATE INDEX instrument_by_id ON instrument (id, seq)",
        "CREATE INDEX activity_by_amended ON activity (amends) WHERE amends IS NOT NULL",
        "CREATE INDEX void_by_entry ON void (entry)",
        "CREATE INDEX setting_by_key ON setting (key, seq)",
        "CREATE INDEX plan_by_name ON plan (kind, name)",
        "CREATE INDEX occurrence_by_day ON occurrence (rule, day)",
    ]

    private static func entry(_ table: String, _ columns: String) -> String {
        """
        CREATE TABLE \(table) (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            \(columns.split(separator: "\n").joined(separator: "\n    ")),
            recorded_by TEXT,
            hash BLOB NOT NULL
        ) STRICT
        """
    }

    // MARK: Quotes and rates

    private static let market = [
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
        """
        CREATE TABLE rate (
            base TEXT NOT NULL,
            quoted TEXT NOT NULL,
            date TEXT NOT NULL,
            source TEXT NOT NULL,
            rate TEXT NOT NULL,
            recorded_at TEXT NOT NULL,
            PRIMARY KEY (base, quoted, date, source)
        ) STRICT, WITHOUT ROWID
        """,
        // One row each: how many transactions have changed quotes or rates, so that another session notices.
        "CREATE TABLE quote_revision (number INTEGER NOT NULL) STRICT",
        "INSERT INTO quote_revision VALUES (0)",
        "CREATE TABLE rate_revision (number INTEGER NOT NULL) STRICT",
        "INSERT INTO rate_revision VALUES (0)",
    ]

    // MARK: What is kept of the book itself

    private static let keeping = [
        // One row: what tells this book from every other, wherever its file goes.
        "CREATE TABLE identity (id TEXT NOT NULL) STRICT",
        "INSERT INTO identity VALUES (lower(hex(randomblob(16))))",
        // A row for each backup that this file was: where the journal ended, and when it was put in the place of a book.
        """
        CREATE TABLE backup (
            id INTEGER PRIMARY KEY,
            made_at TEXT NOT NULL,
            entries INTEGER NOT NULL,
            hash BLOB NOT NULL,
            restored_at TEXT
        ) STRICT
        """,
        // A cache: two rows, which may go at any time.
        """
        CREATE TABLE saved_state (
            id INTEGER PRIMARY KEY,
            seq INTEGER NOT NULL,
            hash BLOB NOT NULL,
            version INTEGER NOT NULL,
            state_digest BLOB NOT NULL,
            lots_digest BLOB NOT NULL,
            state BLOB NOT NULL,
            lots BLOB NOT NULL
        ) STRICT
        """,
    ]

    // MARK: Guards

    /// The triggers that keep the rows of a table as they are. Nothing in the journal is ever changed or taken away, nor replaced:
    /// `INSERT OR REPLACE` deletes without the trigger for it.
    static func guards(of table: String) -> [String] {
        let taken =
            switch table {
            case "act": "id = NEW.id OR first_seq = NEW.first_seq"
            case "identity": "true"
            default: "seq = NEW.seq"
            }
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
