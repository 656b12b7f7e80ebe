extension Schema.Version {
    /// Corporate actions, pairs of transfers, named lots: what few activities have, as JSON in one column, so that a million without it
    /// cost nothing. Options in columns of their own.
    static let second = Schema.Version(name: "2 details", statements: [
        "ALTER TABLE activity ADD COLUMN detail TEXT",
        "ALTER TABLE instrument ADD COLUMN underlying INTEGER",
        "ALTER TABLE instrument ADD COLUMN option_right TEXT",
        "ALTER TABLE instrument ADD COLUMN strike TEXT",
        "ALTER TABLE instrument ADD COLUMN expires TEXT",
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
               CASE WHEN EXISTS (SELECT 1 FROM void AS v WHERE v.entry = y.seq) THEN 'void' ELSE y.status END AS status,
               a.name AS account, a.portfolio AS portfolio, i.symbol AS symbol,
               y.quantity AS quantity, y.price AS price, y.amount AS amount, y.fee AS fee, y.tax AS tax, y.currency AS currency,
               y.fx_rate AS fx_rate, y.detail AS detail, y.notes AS notes, t.source AS source, t.recorded_at AS recorded_at
        FROM activity AS y
        JOIN act AS t ON t.id = y.act
        LEFT JOIN accounts AS a ON a.id = y.account
        LEFT JOIN instruments AS i ON i.id = y.instrument
        """,
        "CREATE VIEW trades AS SELECT * FROM activities WHERE type IN ('buy', 'sell')",
    ])
}
