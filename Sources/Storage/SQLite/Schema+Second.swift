extension Schema.Version {
    /// Values of accounts that are tracked by them, and what is said of deposits. Corporate actions, pairs of transfers, named lots: what
    /// few activities have, as JSON in one column, so that a million without it cost nothing. Options in columns of their own. What is
    /// left of accounts that were erased.
    static let second = Schema.Version(name: "2 details", statements: [
        "ALTER TABLE activity ADD COLUMN detail TEXT",
        "ALTER TABLE instrument ADD COLUMN underlying INTEGER",
        "ALTER TABLE instrument ADD COLUMN option_right TEXT",
        "ALTER TABLE instrument ADD COLUMN strike TEXT",
        "ALTER TABLE instrument ADD COLUMN expires TEXT",
        // No reference: what it stands for may have been of an account that was erased since.
        "ALTER TABLE activity ADD COLUMN amends INTEGER",
        "CREATE INDEX activity_by_amended ON activity (amends) WHERE amends IS NOT NULL",
        "ALTER TABLE account ADD COLUMN tracking TEXT",
        "ALTER TABLE account ADD COLUMN rate TEXT",
        "ALTER TABLE account ADD COLUMN matures TEXT",
        """
        CREATE TABLE valuation (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            account INTEGER NOT NULL,
            date TEXT NOT NULL,
            time TEXT,
            value TEXT,
            currency TEXT NOT NULL,
            notes TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE erasure (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            account INTEGER NOT NULL,
            entries INTEGER NOT NULL,
            digest TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE tombstone (
            seq INTEGER PRIMARY KEY,
            erasure INTEGER NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        // A cache: one row, which may go at any time.
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
    ] + guards(of: "valuation") + guards(of: "erasure") + guards(of: "tombstone") + [
        "DROP VIEW accounts",
        """
        CREATE VIEW accounts AS
        SELECT a.id AS id, a.name AS name, a.kind AS type, a.currency AS currency, a.portfolio AS portfolio, a.owner AS owner,
               a.account_group AS account_group, a.opened AS opened, a.closed AS closed, a.allow_short AS allow_short,
               coalesce(a.tracking, 'transactions') AS tracking, a.rate AS rate, a.matures AS matures, a.seq AS seq
        FROM account AS a
        WHERE a.seq = (SELECT max(b.seq) FROM account AS b WHERE b.id = a.id)
        """,
        """
        CREATE VIEW valuations AS
        SELECT v.seq AS id, a.name AS account, v.date AS date, v.time AS time, v.value AS value, v.currency AS currency, v.notes AS notes,
               t.source AS source, t.recorded_at AS recorded_at
        FROM valuation AS v
        JOIN act AS t ON t.id = v.act
        LEFT JOIN accounts AS a ON a.id = v.account
        """,
        """
        CREATE VIEW erasures AS
        SELECT e.seq AS id, e.account AS account, e.entries AS entries, e.digest AS digest, t.source AS source, t.recorded_at AS recorded_at
        FROM erasure AS e
        JOIN act AS t ON t.id = e.act
        """,
        "DROP VIEW trades",
        "DROP VIEW activities",
        "DROP VIEW instruments",
        """
        CREATE VIEW instruments AS
        SELECT i.id AS id, i.symbol AS symbol, i.name AS name, i.kind AS kind, i.currency AS currency, i.multiplier AS multiplier,
               (SELECT u.symbol FROM instrument AS u WHERE u.id = i.underlying ORDER BY u.seq DESC LIMIT 1) AS underlying,
               i.option_right AS option_right, i.strike AS strike, i.expires AS expires, i.seq AS seq
        FROM instrument AS i
        WHERE i.seq = (SELECT max(j.seq) FROM instrument AS j WHERE j.id = i.id)
        """,
        """
        CREATE VIEW activities AS
        SELECT y.seq AS id, y.seq AS seq, y.date AS date, y.time AS time, y.kind AS type, y.subtype AS subtype,
               CASE WHEN EXISTS (SELECT 1 FROM void AS v WHERE v.entry = y.seq)
                      OR EXISTS (SELECT 1 FROM activity AS z WHERE z.amends = y.seq) THEN 'void' ELSE y.status END AS status,
               a.name AS account, a.portfolio AS portfolio, i.symbol AS symbol,
               y.quantity AS quantity, y.price AS price, y.amount AS amount, y.fee AS fee, y.tax AS tax, y.currency AS currency,
               y.fx_rate AS fx_rate, y.detail AS detail, y.amends AS amends, y.notes AS notes, t.source AS source, t.recorded_at AS recorded_at
        FROM activity AS y
        JOIN act AS t ON t.id = y.act
        LEFT JOIN accounts AS a ON a.id = y.account
        LEFT JOIN instruments AS i ON i.id = y.instrument
        """,
        "CREATE VIEW trades AS SELECT * FROM activities WHERE type IN ('buy', 'sell')",
    ])
}
