extension Schema.Version {
    /// Rates between currencies, kept as quotes are. What is said of instruments for allocation and for fetching quotes.
    static let third = Schema.Version(name: "3 rates", statements: [
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
        // One row: how many transactions have changed rates, so that another session notices.
        "CREATE TABLE rate_revision (number INTEGER NOT NULL) STRICT",
        "INSERT INTO rate_revision VALUES (0)",
        """
        CREATE VIEW rates AS
        SELECT r.base AS "from", r.quoted AS "to", r.date AS date, r.rate AS rate, r.source AS source, r.recorded_at AS recorded_at
        FROM rate AS r
        """,
        "ALTER TABLE instrument ADD COLUMN class TEXT",
        "ALTER TABLE instrument ADD COLUMN provider TEXT",
        "ALTER TABLE instrument ADD COLUMN provider_symbol TEXT",
        "DROP VIEW instruments",
        """
        CREATE VIEW instruments AS
        SELECT i.id AS id, i.symbol AS symbol, i.name AS name, i.kind AS kind, i.currency AS currency, i.multiplier AS multiplier,
               (SELECT u.symbol FROM instrument AS u WHERE u.id = i.underlying ORDER BY u.seq DESC LIMIT 1) AS underlying,
               i.option_right AS option_right, i.strike AS strike, i.expires AS expires, coalesce(i.class, '') AS class,
               coalesce(i.provider, '') AS provider, coalesce(i.provider_symbol, '') AS provider_symbol, i.seq AS seq
        FROM instrument AS i
        WHERE i.seq = (SELECT max(j.seq) FROM instrument AS j WHERE j.id = i.id)
        """,
    ])
}
