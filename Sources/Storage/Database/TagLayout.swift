import Ledger

extension Schema.Version {
    /// The second layout: tags of accounts, instruments and activities, with a view of those that stand.
    static let tags = Schema.Version(adding: .tag, statements: [tagsView])

    /// What has a tag now. An activity goes by the number of its first entry, whatever stands in its place since.
    private static let tagsView = """
        CREATE VIEW tags AS
        SELECT t.tag AS tag, t.thing AS kind, coalesce(a.name, i.symbol, CAST(t.number AS TEXT)) AS name, t.number AS id, t.seq AS seq,
               c.source AS source, c.recorded_at AS recorded_at, coalesce(t.recorded_by, '') AS recorded_by
        FROM tag AS t
        JOIN act AS c ON c.id = t.act
        LEFT JOIN accounts AS a ON t.thing = 'account' AND a.id = t.number
        LEFT JOIN instruments AS i ON t.thing = 'instrument' AND i.id = t.number
        WHERE t.change = 'added'
          AND t.seq = (SELECT max(u.seq) FROM tag AS u WHERE u.thing = t.thing AND u.number = t.number AND u.tag = t.tag)
        """
}
