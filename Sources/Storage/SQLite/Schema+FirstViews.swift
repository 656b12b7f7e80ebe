extension Schema.Version {
    /// What people query: names instead of numbers, the latest definition of each account and instrument, voids told as a status.
    static let views = [
        """
        CREATE VIEW accounts AS
        SELECT a.id AS id, a.name AS name, a.kind AS type, a.currency AS currency, a.portfolio AS portfolio, a.owner AS owner,
               a.account_group AS account_group, a.opened AS opened, a.closed AS closed, a.allow_short AS allow_short, a.seq AS seq
        FROM account AS a
        WHERE a.seq = (SELECT max(b.seq) FROM account AS b WHERE b.id = a.id)
        """,
        """
        CREATE VIEW instruments AS
        SELECT i.id AS id, i.symbol AS symbol, i.name AS name, i.kind AS kind, i.currency AS currency, i.multiplier AS multiplier,
               i.seq AS seq
        FROM instrument AS i
        WHERE i.seq = (SELECT max(j.seq) FROM instrument AS j WHERE j.id = i.id)
        """,
        """
        CREATE VIEW activities AS
        SELECT y.seq AS id, y.seq AS seq, y.date AS date, y.time AS time, y.kind AS type, y.subtype AS subtype,
               CASE WHEN EXISTS (SELECT 1 FROM void AS v WHERE v.entry = y.seq) THEN 'void' ELSE y.status END AS status,
               a.name AS account, a.portfolio AS portfolio, i.symbol AS symbol,
               y.quantity AS quantity, y.price AS price, y.amount AS amount, y.fee AS fee, y.tax AS tax, y.currency AS currency,
               y.fx_rate AS fx_rate, y.notes AS notes, t.source AS source, t.recorded_at AS recorded_at
        FROM activity AS y
        JOIN act AS t ON t.id = y.act
        LEFT JOIN accounts AS a ON a.id = y.account
        LEFT JOIN instruments AS i ON i.id = y.instrument
        """,
        "CREATE VIEW trades AS SELECT * FROM activities WHERE type IN ('buy', 'sell')",
        """
        CREATE VIEW quotes AS
        SELECT i.symbol AS symbol, q.date AS date, q.open AS open, q.high AS high, q.low AS low, q.close AS close,
               q.adjusted AS adjusted, q.volume AS volume, q.currency AS currency, q.source AS source, q.recorded_at AS recorded_at
        FROM quote AS q
        LEFT JOIN instruments AS i ON i.id = q.instrument
        """,
        """
        CREATE VIEW voids AS
        SELECT v.seq AS id, v.entry AS activity, v.reason AS reason, t.source AS source, t.recorded_at AS recorded_at
        FROM void AS v
        JOIN act AS t ON t.id = v.act
        """,
        """
        CREATE VIEW settings AS
        SELECT s.key AS key, s.value AS value, s.seq AS seq
        FROM setting AS s
        WHERE s.value <> '' AND s.seq = (SELECT max(r.seq) FROM setting AS r WHERE r.key = s.key)
        """,
        """
        CREATE VIEW acts AS
        SELECT t.id AS id, t.first_seq AS first_seq, t.recorded_at AS recorded_at, t.source AS source FROM act AS t
        """,
    ]
}
