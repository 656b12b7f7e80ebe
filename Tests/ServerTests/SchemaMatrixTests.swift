import Testing

/// A table or function that is new is listed here first, with who may do what with it.
@Suite("Each table and function of luca's layout is granted to whom it is meant for")
struct SchemaMatrixTests {
    private let laidOut: LaidOut

    init() throws { laidOut = try .shared }

    /// What those who own functions may do; members read all tables, and their rules say which rows.
    private static let tables = """
        luca.account: eraser DELETE SELECT, functions INSERT SELECT
        luca.act: eraser DELETE SELECT, functions INSERT SELECT
        luca.activity: eraser DELETE SELECT, functions INSERT SELECT
        luca.book: eraser DELETE SELECT, functions INSERT SELECT UPDATE
        luca.erasure: eraser DELETE SELECT, functions INSERT SELECT
        luca.head: eraser DELETE SELECT UPDATE, functions INSERT SELECT UPDATE
        luca.instrument: eraser DELETE SELECT, functions INSERT SELECT
        luca.member: eraser DELETE SELECT, functions DELETE INSERT SELECT UPDATE
        luca.member_change: eraser DELETE SELECT, functions INSERT SELECT
        luca.migration: eraser SELECT, functions SELECT
        luca.occurrence: eraser DELETE SELECT, functions INSERT SELECT
        luca.plan: eraser DELETE SELECT, functions INSERT SELECT
        luca.quote: eraser DELETE SELECT, functions DELETE INSERT SELECT UPDATE
        luca.rate: eraser DELETE SELECT, functions DELETE INSERT SELECT UPDATE
        luca.receipt: eraser DELETE SELECT, functions INSERT SELECT
        luca.saved_state: eraser DELETE SELECT, functions INSERT SELECT UPDATE
        luca.setting: eraser DELETE SELECT, functions INSERT SELECT
        luca.tag: eraser DELETE SELECT, functions INSERT SELECT
        luca.tombstone: eraser DELETE INSERT SELECT, functions INSERT SELECT
        luca.valuation: eraser DELETE SELECT, functions INSERT SELECT
        luca.void: eraser DELETE SELECT, functions INSERT SELECT
        market.quote: eraser SELECT, functions INSERT SELECT UPDATE
        market.rate: eraser SELECT, functions INSERT SELECT UPDATE
        market.revision: eraser SELECT, functions SELECT UPDATE
        """

    /// Who may call a function; with a star those that run with the rights of their owner.
    private static let functions = """
        luca.activities_after*: members, tables
        luca.add_member*: members, tables
        luca.append*: members
        luca.bind_members*: tables
        luca.check_erasures:
        luca.check_right:
        luca.create_book*: members, tables
        luca.delete_book*: members, tables
        luca.demand: eraser
        luca.demand_owner: eraser
        luca.demand_reader:
        luca.entries_after*: members, tables
        luca.enter: eraser
        luca.enter_as_owner: eraser
        luca.erase*: members
        luca.find_act*: members
        luca.first_unsound_entry: members
        luca.hashed: members
        luca.is_administrator: eraser, members, tables
        luca.is_among: members
        luca.keep_an_owner:
        luca.keep_entry:
        luca.list_books*: members, tables
        luca.lock_book*: members
        luca.login_number:
        luca.move_book*: members, tables
        luca.my_books*: eraser, members
        luca.my_role*: eraser, members
        luca.netstring: eraser, members
        luca.new_channel:
        luca.quotes_between*: members, tables
        luca.rates_of*: members, tables
        luca.remove_member*: members, tables
        luca.remove_quote*: members
        luca.remove_rate*: members
        luca.rename_book*: members, tables
        luca.renew_head:
        luca.save_state*: members
        luca.store_quotes*: members
        luca.store_rates*: members
        luca.use_market*: members, tables
        market.share_quotes*: market
        market.store_quotes*: market
        market.store_rates*: market
        """

    @Test func tablesAreGrantedToFewAndToNoLogin() throws {
        let granted = try laidOut.superuser(
            """
            SELECT n.nspname || '.' || c.relname || ': ' || (
                SELECT string_agg(g.who, ', ' ORDER BY g.who) FROM (
                    SELECT CASE WHEN x.grantee = 0 THEN 'everybody' ELSE regexp_replace(x.grantee::regrole::text, '^luca_', '') END
                        || ' ' || string_agg(x.privilege_type, ' ' ORDER BY x.privilege_type) AS who
                    FROM aclexplode(c.relacl) AS x WHERE x.grantee <> c.relowner GROUP BY x.grantee) AS g)
            FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname IN ('luca', 'market') AND c.relkind NOT IN ('i', 'I', 'v') ORDER BY n.nspname, c.relname COLLATE "C"
            """)
        #expect(granted.split(separator: "\n") == Self.tables.split(separator: "\n").map { "\($0), members SELECT" })
        // A view shows whoever asks what the tables behind it show them.
        let views = try laidOut.superuser(
            """
            SELECT c.oid::regclass || ' ' || array_to_string(c.reloptions, ' ') || ' ' || (SELECT string_agg(x.grantee::regrole || ' ' || x.privilege_type, ' ') FROM aclexplode(c.relacl) AS x
                WHERE x.grantee <> c.relowner)
            FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname IN ('luca', 'market') AND c.relkind IN ('v', 'm') ORDER BY 1
            """)
        #expect(views == ["quote", "rate"].map { "luca.any_\($0) security_invoker=true luca_members SELECT luca_functions SELECT" }.joined(separator: "\n"))
        // Nothing by columns, by memberships, or to whoever makes something later.
        #expect(try laidOut.superuser("SELECT attrelid::regclass FROM pg_attribute WHERE attacl IS NOT NULL AND attrelid::regclass::text ~ '^(luca|market)'") == "")
        #expect(try laidOut.superuser("SELECT count(*) FROM pg_default_acl") == "0")
        #expect(
            try laidOut.superuser(
                """
                SELECT m.roleid::regrole || ' ' || m.member::regrole FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.member
                WHERE NOT r.rolcanlogin AND r.rolname ~ '^luca_'
                """
            )
                == "")
    }

    @Test func eachLoginMayDoWithATableWhatItsGroupMay() throws {
        // As the server decides it, whatever the way by which a right came.
        let rights = try laidOut.superuser(
            """
            SELECT l.login || ' ' || p.privilege || ' ' || count(*) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace,
                unnest(ARRAY['anna', 'ed', 'dora', 'vic', 'sven', 'mark', 'nobody_of_luca']) AS l (login),
                unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS p (privilege)
            WHERE n.nspname IN ('luca', 'market') AND c.relkind = 'r' AND has_table_privilege(l.login, c.oid, p.privilege) GROUP BY 1, l.login, p.privilege ORDER BY 1
            """.replacing("GROUP BY 1, ", with: "GROUP BY "))
        let count = Self.tables.split(separator: "\n").count
        #expect(rights == ["anna", "dora", "ed", "sven", "vic"].map { "\($0) SELECT \(count)" }.joined(separator: "\n"))
    }

    @Test func functionsAreGrantedToFewAndToNoLogin() throws {
        let granted = try laidOut.superuser(
            """
            SELECT DISTINCT n.nspname || '.' || p.proname || CASE WHEN p.prosecdef THEN '*' ELSE '' END || ':' || coalesce(' ' || (
                SELECT string_agg(CASE WHEN x.grantee = 0 THEN 'everybody' ELSE regexp_replace(x.grantee::regrole::text, '^luca_', '') END, ', ' ORDER BY x.grantee::regrole::text)
                FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS x WHERE x.grantee <> p.proowner), '') COLLATE "C" AS line
            FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace WHERE n.nspname IN ('luca', 'market') ORDER BY line
            """)
        #expect(Set(granted.split(separator: "\n")) == Set(Self.functions.split(separator: "\n")))
    }
}
