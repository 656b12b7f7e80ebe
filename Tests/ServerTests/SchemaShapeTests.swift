import Testing

@Suite("The catalog of luca's layout is as it was meant")
struct SchemaShapeTests {
    private let laidOut: LaidOut

    init() throws { laidOut = try .shared }

    private func lines(_ sql: String) throws -> [String] { try laidOut.superuser(sql).split(separator: "\n").map(String.init) }

    @Test func everyKeyAndIndexBeginsWithTheBook() throws {
        let others = try lines(
            """
            SELECT i.indexrelid::regclass::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid
            AND a.attnum = i.indkey[0]
            WHERE c.relnamespace = 'luca'::regnamespace AND a.attname IS DISTINCT FROM 'book'
            UNION ALL
            SELECT k.conname::text FROM pg_constraint AS k LEFT JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
                LEFT JOIN pg_attribute AS b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
            WHERE k.connamespace = 'luca'::regnamespace AND k.contype IN ('p', 'u', 'f', 'x')
                AND (a.attname IS DISTINCT FROM 'book' OR k.contype = 'f' AND b.attname IS DISTINCT FROM 'book')
            ORDER BY 1
            """)
        // By it the policies find the books of a login. It is no key, so it cannot tell of a row of others by refusing one.
        #expect(others == ["luca.member_by_login"])
        // What has no book at all: the versions of the layout.
        #expect(
            try lines(
                """
                SELECT c.relname FROM pg_class AS c WHERE c.relnamespace = 'luca'::regnamespace AND c.relkind IN ('r', 'p', 'm', 'f', 'S') AND NOT EXISTS (
                    SELECT 1 FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'book' AND a.attnotnull AND a.atttypid = 'uuid'::regtype)
                """) == ["migration"])
    }

    @Test func everyTableHasItsRules() throws {
        #expect(
            try lines(
                """
                SELECT c.oid::regclass FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
                WHERE n.nspname IN ('luca', 'market') AND c.relkind = 'r' AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
                """
            ) == [])
        // One rule for what members see, and one that is asked before any condition of theirs.
        let rules = try lines(
            """
            SELECT DISTINCT p.polname || ' ' || p.polcmd::text || ' ' || CASE WHEN p.polpermissive THEN 'allows' ELSE 'restricts' END || ': ' || pg_get_expr(p.polqual, p.polrelid)
            FROM pg_policy AS p JOIN pg_class AS c ON c.oid = p.polrelid
            WHERE c.relnamespace = 'luca'::regnamespace AND c.relname <> 'migration'
            AND (p.polroles @> ARRAY['luca_members'::regrole::oid] OR p.polroles @> ARRAY[0::oid]) ORDER BY 1
            """)
        #expect(
            rules == [
                "members r allows: (book = ANY (( SELECT luca.my_books() AS my_books)::uuid[]))",
                "members_first r restricts: luca.is_among(book, ( SELECT luca.my_books() AS my_books))",
            ])
        let counts = try lines(
            """
            SELECT c.relname || ' ' || count(p.oid) FROM pg_class AS c
            LEFT JOIN pg_policy AS p ON p.polrelid = c.oid AND p.polname IN ('members', 'members_first')
            WHERE c.relnamespace = 'luca'::regnamespace AND c.relkind = 'r' GROUP BY c.relname HAVING count(p.oid) <> 2
            """
        )
        #expect(counts == ["migration 1"])
        // No samples of rows, which EXPLAIN would tell of.
        #expect(
            try lines(
                """
                SELECT a.attrelid::regclass || '.' || a.attname FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
                WHERE c.relnamespace = 'luca'::regnamespace AND c.relkind = 'r'
                AND c.relname <> 'migration' AND a.attnum > 0 AND a.attstattarget IS DISTINCT FROM 0
                """
            ) == [])
    }

    @Test func entriesHaveTriggersThatAlwaysFire() throws {
        let kept = try lines(
            """
            SELECT c.relname
            FROM pg_class AS c JOIN pg_trigger AS t ON t.tgrelid = c.oid AND t.tgfoid = 'luca.keep_entry'::regproc AND t.tgenabled = 'A'
            GROUP BY c.relname HAVING count(*) = 2 ORDER BY 1
            """
        )
        // The others are heads, members, prices and caches, which functions change.
        let changed = ["book", "head", "member", "migration", "quote", "rate", "saved_state"]
        let all = try lines("SELECT c.relname FROM pg_class AS c WHERE c.relnamespace = 'luca'::regnamespace AND c.relkind = 'r' ORDER BY 1")
        #expect(kept == all.filter { !changed.contains($0) })
        for statement in [
            "UPDATE luca.activity SET notes = ''", "DELETE FROM luca.activity", "TRUNCATE luca.activity", "SET session_replication_role = 'replica'; DELETE FROM luca.act",
        ] {
            _ = try laidOut.makeBook()
            #expect(laidOut.refusal(statement, as: "postgres").hasPrefix("LU004 entries are never"), "\(statement)")
        }
    }

    @Test func functionsRunInASafePath() throws {
        #expect(
            try lines(
                """
                SELECT p.oid::regprocedure FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace WHERE n.nspname IN ('luca', 'market')
                    AND p.prosecdef AND NOT coalesce(p.proconfig, '{}') && ARRAY['search_path=luca, pg_catalog, pg_temp', 'search_path=pg_catalog, pg_temp']
                """) == [])
        #expect(
            try lines(
                """
                SELECT p.oid::regprocedure FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
                WHERE n.nspname IN ('luca', 'market') AND EXISTS (SELECT 1 FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS x WHERE x.grantee = 0)
                """) == [])
        // Nobody but the owner of the tables makes anything there.
        #expect(
            try lines(
                """
                SELECT n.nspname || ' ' || x.grantee::regrole FROM pg_namespace AS n, aclexplode(n.nspacl) AS x
                WHERE n.nspname IN ('luca', 'market') AND x.privilege_type = 'CREATE' ORDER BY 1
                """
            ) == ["luca luca_tables", "market luca_tables"])
    }

    @Test func nothingBelongsToALogin() throws {
        let owned = try lines(
            """
            SELECT c.oid::regclass::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname IN ('luca', 'market')
            AND c.relowner <> 'luca_tables'::regrole
            UNION ALL SELECT p.oid::regprocedure::text FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
                WHERE n.nspname IN ('luca', 'market') AND p.proowner NOT IN ('luca_functions'::regrole, 'luca_eraser'::regrole) AND p.proname <> 'keep_entry'
            UNION ALL SELECT t.oid::regtype::text FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace WHERE n.nspname IN ('luca', 'market') AND t.typowner <> 'luca_tables'::regrole
            UNION ALL SELECT n.nspname::text FROM pg_namespace AS n WHERE n.nspname IN ('luca', 'market') AND n.nspowner <> 'luca_tables'::regrole
            """)
        #expect(owned == [])
        // The owners may do nothing else, and nobody is one of them.
        #expect(
            try lines(
                """
                SELECT rolname FROM pg_roles
                WHERE rolname ~ '^luca_' AND (rolcanlogin OR rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication) AND rolname <> 'luca_installer'
                """
            )
                == [])
        #expect(
            try lines(
                """
                SELECT m.roleid::regrole || ' ' || m.member::regrole FROM pg_auth_members AS m
                WHERE m.roleid IN ('luca_functions'::regrole, 'luca_eraser'::regrole) AND NOT (SELECT rolcreaterole FROM pg_roles AS r
                WHERE r.oid = m.member)
                """
            ) == [])
        #expect(try lines("SELECT r.rolname FROM pg_roles AS r WHERE pg_has_role(r.oid, 'luca_members', 'MEMBER') AND r.rolcreaterole AND NOT r.rolsuper") == [])
        #expect(try lines("SELECT x.privilege_type FROM pg_database AS d, aclexplode(d.datacl) AS x WHERE d.datname = current_database() AND x.grantee = 0") == ["CONNECT"])
    }
}
