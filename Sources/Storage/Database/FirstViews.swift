extension Schema.Version {
    /// What people query: names instead of numbers, the latest definition of each account, instrument and plan, voids told as a status.
    static let views = [
        """
        CREATE VIEW accounts AS
        SELECT a.id AS id, a.name AS name, a.kind AS type, a.currency AS currency, a.portfolio AS portfolio, a.owner AS owner,
               a.account_group AS account_group, a.opened AS opened, a.closed AS closed, a.allow_short AS allow_short,
               coalesce(a.tracking, 'transactions') AS tracking, a.rate AS rate, a.matures AS matures, a.seq AS seq
        FROM account AS a
        WHERE a.seq = (SELECT max(b.seq) FROM account AS b WHERE b.id = a.id)
        """,
        """
        CREATE VIEW instruments AS
        SELECT i.id AS id, i.symbol AS symbol, i.name AS name, i.kind AS kind, i.currency AS currency, i.multiplier AS multiplier,
               (SELECT u.symbol FROM instrument AS u WHERE u.id = i.underlying ORDER BY u.seq DESC LIMIT 1) AS underlying,
               i.option_right AS option_right, i.strike AS strike, i.expires AS expires, coalesce(i.class, '') AS class,
               coalesce(i.provider, '') AS provider, coalesce(i.provider_symbol, '') AS provider_symbol, i.seq AS seq
        FROM instrument AS i
        WHERE i.seq = (SELECT max(j.seq) FROM instrument AS j WHERE j.id = i.id)
        """,
        """
        CREATE VIEW all_activities AS
        SELECT y.seq AS id, y.seq AS seq, y.date AS date, y.time AS time, y.kind AS type, y.subtype AS subtype,
               CASE WHEN EXISTS (SELECT 1 FROM activity AS z WHERE z.amends = y.seq) THEN 'amended'
                    WHEN EXISTS (SELECT 1 FROM void AS v WHERE v.entry = y.seq) THEN 'void' ELSE y.status END AS status,
               a.name AS account, a.portfolio AS portfolio, i.symbol AS symbol,
               y.quantity AS quantity, y.price AS price, y.amount AS amount, y.fee AS fee, y.tax AS tax, y.currency AS currency,
               y.fx_rate AS fx_rate, y.detail AS detail, y.amends AS amends, y.notes AS notes, t.source AS source,
               t.recorded_at AS recorded_at, coalesce(y.recorded_by, '') AS recorded_by
        FROM activity AS y
        JOIN act AS t ON t.id = y.act
        LEFT JOIN accounts AS a ON a.id = y.account
        LEFT JOIN instruments AS i ON i.id = y.instrument
        """,
        // Only what is posted counts, so that a sum made of either is right.
        "CREATE VIEW activities AS SELECT * FROM all_activities WHERE status = 'posted'",
        "CREATE VIEW trades AS SELECT * FROM activities WHERE type IN ('buy', 'sell')",
        """
        CREATE VIEW quotes AS
        SELECT i.symbol AS symbol, q.date AS date, q.open AS open, q.high AS high, q.low AS low, q.close AS close,
               q.adjusted AS adjusted, q.volume AS volume, q.currency AS currency, q.source AS source, q.recorded_at AS recorded_at
        FROM quote AS q
        LEFT JOIN instruments AS i ON i.id = q.instrument
        """,
        """
        CREATE VIEW rates AS
        SELECT r.base AS "from", r.quoted AS "to", r.date AS date, r.rate AS rate, r.source AS source, r.recorded_at AS recorded_at
        FROM rate AS r
        """,
        """
        CREATE VIEW valuations AS
        SELECT v.seq AS id, a.name AS account, v.date AS date, v.time AS time, v.value AS value, v.currency AS currency, v.notes AS notes,
               t.source AS source, t.recorded_at AS recorded_at, coalesce(v.recorded_by, '') AS recorded_by
        FROM valuation AS v
        JOIN act AS t ON t.id = v.act
        LEFT JOIN accounts AS a ON a.id = v.account
        """,
        """
        CREATE VIEW voids AS
        SELECT v.seq AS id, v.entry AS activity, v.reason AS reason, t.source AS source, t.recorded_at AS recorded_at,
               coalesce(v.recorded_by, '') AS recorded_by
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
        CREATE VIEW plans AS
        SELECT p.kind AS kind, p.name AS name, p.body AS body, p.seq AS seq
        FROM plan AS p
        WHERE p.body <> '' AND p.seq = (SELECT max(q.seq) FROM plan AS q WHERE q.kind = p.kind AND q.name = p.name)
        """,
        """
        CREATE VIEW occurrences AS
        SELECT o.rule AS rule, o.day AS day, o.state AS state, o.first_entry AS first_entry, o.seq AS seq, t.recorded_at AS recorded_at,
               coalesce(o.recorded_by, '') AS recorded_by
        FROM occurrence AS o
        JOIN act AS t ON t.id = o.act
        WHERE o.seq = (SELECT max(p.seq) FROM occurrence AS p WHERE p.rule = o.rule AND p.day = o.day)
        """,
        """
        CREATE VIEW erasures AS
        SELECT e.seq AS id, e.account AS account, e.entries AS entries, e.digest AS digest, t.source AS source, t.recorded_at AS recorded_at,
               coalesce(e.recorded_by, '') AS recorded_by
        FROM erasure AS e
        JOIN act AS t ON t.id = e.act
        """,
        """
        CREATE VIEW acts AS
        SELECT t.id AS id, t.first_seq AS first_seq, t.recorded_at AS recorded_at, t.source AS source FROM act AS t
        """,
    ]
}
