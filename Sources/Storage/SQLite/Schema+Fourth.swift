extension Schema.Version {
    /// Plans as text, and what became of the days of recurring rules.
    static let fourth = Schema.Version(name: "4 plans", statements: [
        """
        CREATE TABLE plan (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            body TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE occurrence (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            rule TEXT NOT NULL,
            day TEXT NOT NULL,
            state TEXT NOT NULL,
            first_entry INTEGER,
            hash BLOB NOT NULL
        ) STRICT
        """,
        "CREATE INDEX plan_by_name ON plan (kind, name)",
        "CREATE INDEX occurrence_by_day ON occurrence (rule, day)",
    ] + guards(of: "plan") + guards(of: "occurrence") + [
        """
        CREATE VIEW plans AS
        SELECT p.kind AS kind, p.name AS name, p.body AS body, p.seq AS seq
        FROM plan AS p
        WHERE p.body <> '' AND p.seq = (SELECT max(q.seq) FROM plan AS q WHERE q.kind = p.kind AND q.name = p.name)
        """,
        """
        CREATE VIEW occurrences AS
        SELECT o.rule AS rule, o.day AS day, o.state AS state, o.first_entry AS first_entry, o.seq AS seq, t.recorded_at AS recorded_at
        FROM occurrence AS o
        JOIN act AS t ON t.id = o.act
        WHERE o.seq = (SELECT max(p.seq) FROM occurrence AS p WHERE p.rule = o.rule AND p.day = o.day)
        """,
    ])
}
