import Foundation
import Testing

@Suite("A member finds no trace of the books of others, whatever SQL they type")
struct SchemaSecurityTests {
    private let laidOut: LaidOut

    init() throws { laidOut = try .shared }

    /// The tables with rows of books, as the catalog lists them.
    private func tables() throws -> [String] {
        try laidOut.superuser(
            "SELECT c.oid::regclass FROM pg_class AS c WHERE c.relnamespace = 'luca'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migration' ORDER BY 1"
        ).split(separator: "\n").map(String.init)
    }

    @Test func nothingOfAnotherBookIsSeen() throws {
        let own = try laidOut.makeBook()
        let foreign = try laidOut.makeForeignBook()
        let login = "vic"
        for table in try tables() {
            #expect(try laidOut.answer("SELECT count(*) FROM \(table) WHERE book = '\(foreign.number)'", as: login) == "0", "\(table)")
            #expect(
                try laidOut.answer("SELECT count(*) FROM \(table) WHERE book NOT IN (SELECT m.book FROM luca.member AS m WHERE m.login = '\(login)')", as: login) == "0", "\(table)"
            )
            #expect(!(try laidOut.answer("COPY \(table) TO STDOUT", as: login)).contains(foreign.number), "\(table)")
        }
        #expect(try laidOut.answer("SELECT count(*) FROM luca.activity WHERE book = '\(own.number)'", as: login) == "1")
        #expect(try laidOut.answer("SELECT count(*) FROM luca.list_books('\(foreign.number)')", as: login) == "0")
        // Whoever names books in the setting sees those of them that are theirs, and nothing else.
        for (named, seen) in [(foreign.number, ""), ("\(own.number),\(foreign.number)", own.number), (own.number, own.number)] {
            for table in ["book", "activity", "head"] {
                #expect(try laidOut.answer("SET luca.books = '{\(named)}'; SELECT string_agg(DISTINCT book::text, ' ') FROM luca.\(table)", as: login) == seen, "\(named) \(table)")
            }
        }
        #expect(laidOut.refusal("SET luca.books = 'all'; SELECT count(*) FROM luca.book", as: login).hasPrefix("22P02"))
        // What a look behind the rules would be: refused, or as empty.
        #expect(laidOut.refusal("SET row_security = off; SELECT count(*) FROM luca.activity", as: login).hasPrefix("42501 query would be affected by row-level security"))
        #expect(try laidOut.answer("SELECT count(*) FROM pg_stats WHERE schemaname = 'luca'", as: login) == "0")
        for table in ["pg_statistic", "pg_authid", "pg_largeobject"] { #expect(laidOut.refusal("SELECT * FROM \(table)", as: login).hasPrefix("42501"), "\(table)") }
        // Who belongs to no group of luca's does not even see the tables' columns.
        for table in try tables() { #expect(laidOut.refusal("SELECT * FROM \(table)", as: "nobody_of_luca").hasPrefix("42501"), "\(table)") }
        #expect(laidOut.refusal("SELECT luca.my_books()", as: "nobody_of_luca").hasPrefix("42501"))
    }

    @Test func aBookOfOthersAndNoneAreRefusedWithTheSameWords() throws {
        let foreign = try laidOut.makeForeignBook()
        let own = try laidOut.makeBook()
        let calls = [
            "SELECT * FROM luca.lock_book('BOOK')", "SELECT * FROM luca.append('BOOK', gen_random_uuid(), 0, '\\x00', '[]')",
            "SELECT * FROM luca.append('BOOK', NULL, NULL, NULL, NULL)", "SELECT luca.find_act('BOOK', gen_random_uuid())",
            "SELECT * FROM luca.entries_after('BOOK', 0)", "SELECT * FROM luca.activities_after('BOOK', 0)", "SELECT * FROM luca.rates_of('BOOK')",
            "SELECT * FROM luca.quotes_between('BOOK', '{1}', '{NULL}', '{9999}')", "SELECT luca.first_unsound_entry('BOOK')",
            "SELECT luca.my_role('BOOK')", "SELECT luca.store_quotes('BOOK', '[]')", "SELECT luca.remove_quote('BOOK', 1, '2026-01-01', 's')",
            "SELECT luca.store_rates('BOOK', '[]')", "SELECT luca.remove_rate('BOOK', 'CHF', 'EUR', '2026-01-01', 's')",
            "SELECT luca.save_state('BOOK', 0, '', 1, '', '', '', '')", "SELECT luca.add_member('BOOK', 'anna', 'owner')", "SELECT luca.remove_member('BOOK', 'sven')",
            "SELECT luca.rename_book('BOOK', 'x')", "SELECT luca.use_market('BOOK', true)", "SELECT luca.move_book('BOOK', '', NULL, NULL)",
            "SELECT luca.erase('BOOK', NULL, NULL)", "SELECT luca.erase('BOOK', 3, ARRAY[2])", "SELECT luca.delete_book('BOOK')",
            "SELECT luca.demand('BOOK', 'owner')", "SELECT luca.enter('BOOK', 'owner')", "SELECT luca.check_right('BOOK', 'owner', '{}')",
            "SELECT luca.check_erasures('BOOK', 0)", "SELECT luca.keep_an_owner('BOOK', 'sven')", "SELECT luca.renew_head('BOOK')",
            "INSERT INTO luca.head (book) VALUES ('BOOK')", "INSERT INTO luca.member VALUES ('BOOK', 'vic', 1, 'owner')",
            "INSERT INTO luca.book VALUES ('BOOK', 'x') ON CONFLICT DO NOTHING",
        ]
        let missing = UUID().uuidString.lowercased()
        // All in one session, which goes on after each error.
        func answers(_ login: String, book: String) -> String {
            let run = laidOut.run("\\set ON_ERROR_STOP off\n" + calls.joined(separator: ";\n").replacing("BOOK", with: book) + ";", as: login)
            return (run.output + "\n" + run.errors).replacing(book, with: "BOOK")
        }
        for login in ["anna", "ed", "dora", "vic"] {
            let theirs = answers(login, book: foreign.number)
            #expect(theirs == answers(login, book: missing), "\(login)")
            #expect(theirs.split(separator: "\n").count { $0.contains("ERROR") } == calls.count - 2, "\(login)")
        }
        #expect(try foreign.head().seq == 2)
        // Rows that name another book, as if their keys could tell what is in it.
        var act = Act([.deposit("1")])
        for seq in [2, 77] {
            for entry in [1, 9] {
                act.laidOver = #"{"book": "\#(foreign.number)", "seq": \#(seq), "act": \#(entry)}"#
                #expect(try own.refusal(act, as: "ed") == "LU004 rows do not name their book")
            }
        }
        // Whoever makes a book learns that its number is taken, and no more.
        #expect(laidOut.refusal("SELECT luca.create_book('\(foreign.number)', 'x')", as: "anna") == "LU011 a book with this number is kept here already")
    }

    /// A block that tries all, and tells what was not refused.
    private static let attempts = """
        DO $$
        DECLARE
            one text;
            number oid;
            attempt text;
        BEGIN
            FOR one, number IN SELECT c.oid::regclass, c.oid FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
                       WHERE n.nspname IN ('luca', 'market') AND c.relkind = 'r' LOOP
                FOREACH attempt IN ARRAY ARRAY['INSERT INTO %s SELECT * FROM %1$s', 'INSERT INTO %s DEFAULT VALUES', 'DELETE FROM %s', 'DELETE FROM %s WHERE false',
                    'TRUNCATE %s', 'SELECT 1 FROM %s FOR UPDATE', 'SELECT 1 FROM %s FOR KEY SHARE', 'LOCK TABLE %s IN ROW SHARE MODE', 'LOCK TABLE %s',
                    'COPY %s FROM PROGRAM ''true''', 'COPY %s TO ''/tmp/luca-copy''', 'COPY %s FROM ''/dev/null''', 'ALTER TABLE %s DISABLE ROW LEVEL SECURITY',
                    'ALTER TABLE %s DISABLE TRIGGER ALL', 'ALTER TABLE %s OWNER TO CURRENT_USER', 'DROP TABLE %s', 'CREATE POLICY mine ON %s USING (true)',
                    'CREATE RULE mine AS ON INSERT TO %s DO INSTEAD NOTHING', 'CREATE INDEX ON %s ((1))', 'COMMENT ON TABLE %s IS ''x''',
                    'CREATE TRIGGER mine BEFORE INSERT ON %s EXECUTE FUNCTION luca.keep_entry()', 'CREATE STATISTICS mine ON book, seq FROM %s',
                    'CREATE TEMPORARY TABLE mine AS SELECT * FROM %s', 'CREATE VIEW public.mine AS SELECT * FROM %s', 'CREATE TABLE public.mine (LIKE %s)'] LOOP
                    BEGIN
                        EXECUTE format(attempt, one);
                        RAISE WARNING 'taken: %', format(attempt, one);
                    EXCEPTION
                        WHEN insufficient_privilege OR active_sql_transaction THEN NULL;
                        WHEN undefined_column OR wrong_object_type OR feature_not_supported THEN
                            IF attempt !~ 'STATISTICS|^COPY' THEN RAISE WARNING 'not refused: % (%)', format(attempt, one), SQLERRM; END IF;
                    END;
                END LOOP;
                FOR attempt IN SELECT format('UPDATE %s SET %I = %2$I', a.attrelid::regclass, a.attname) FROM pg_attribute AS a WHERE a.attrelid = number AND a.attnum > 0 LOOP
                    BEGIN
                        EXECUTE attempt;
                        RAISE WARNING 'taken: %', attempt;
                    EXCEPTION WHEN insufficient_privilege THEN NULL;
                    END;
                END LOOP;
            END LOOP;
            FOREACH attempt IN ARRAY ARRAY['SET ROLE luca_tables', 'SET ROLE luca_functions', 'SET ROLE luca_eraser', 'SET ROLE luca_market', 'SET ROLE postgres', 'SET ROLE with_password',
                'SET SESSION AUTHORIZATION postgres', 'SET session_replication_role = replica', 'CREATE SCHEMA mine',
                'CREATE FUNCTION public.mine() RETURNS integer LANGUAGE sql AS ''SELECT 1''',
                'CREATE TABLE public.mine ()', 'CREATE TABLE luca.mine ()', 'CREATE DOMAIN luca.mine AS text',
                'CREATE OPERATOR public.=== (FUNCTION = texteq, LEFTARG = text, RIGHTARG = text)',
                'CREATE CAST (text AS uuid) WITH INOUT', 'CREATE TEMPORARY TABLE book ()', 'CREATE FUNCTION pg_temp.mine() RETURNS integer LANGUAGE sql AS ''SELECT 1''',
                'ALTER FUNCTION luca.my_books() LEAKPROOF', 'CREATE OR REPLACE FUNCTION luca.my_books() RETURNS uuid[] LANGUAGE sql AS ''SELECT NULL::uuid[]''',
                'ALTER DOMAIN luca.decimal DROP CONSTRAINT decimal_check', 'CREATE EVENT TRIGGER mine ON ddl_command_start EXECUTE FUNCTION luca.keep_entry()',
                'ALTER DEFAULT PRIVILEGES FOR ROLE luca_tables GRANT ALL ON TABLES TO PUBLIC', 'GRANT luca_tables TO CURRENT_USER', 'CREATE ROLE mine',
                'ALTER ROLE postgres PASSWORD ''x''',
                'ALTER ROLE postgres SET search_path = ''mine''', 'CREATE EXTENSION dblink', 'CREATE PUBLICATION mine FOR ALL TABLES', 'SELECT pg_read_file(''/etc/passwd'')',
                'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = ''postgres''', 'SELECT luca.bind_members()',
                'SELECT luca.new_channel()', 'SELECT luca.login_number(''sven'')',
                'SELECT luca.demand(NULL, ''owner'')', 'SELECT market.store_quotes(''[]'')', 'SELECT market.store_rates(''[]'')'] LOOP
                BEGIN
                    EXECUTE attempt;
                    IF attempt !~ 'pg_terminate_backend' THEN
                        RAISE WARNING 'taken: %', attempt;
                    END IF;
                EXCEPTION WHEN insufficient_privilege OR invalid_parameter_value OR undefined_file OR syntax_error THEN NULL;
                END;
            END LOOP;
        END
        $$;
        """

    @Test func noLoginWritesByItself() throws {
        _ = try laidOut.makeBook()
        for login in LaidOut.members + ["mark", "nobody_of_luca"] {
            var errors = laidOut.run(Self.attempts, as: login).errors
            // Who tells prices for all books may do that.
            if login == "mark" {
                errors = errors.split(separator: "\n").filter { !$0.contains("market.store") && !$0.contains("LOCATION") && !$0.contains("luca_market") }.joined()
            }
            #expect(errors == "", "\(login)")
        }
    }

    @Test func nothingIsCalledInThePlaceOfWhatLucaCalls() throws {
        let book = try laidOut.makeBook()
        let foreign = try laidOut.makeForeignBook()
        // As in a database of old, where everybody may make functions in `public`.
        try laidOut.superuser("CREATE SCHEMA evil; GRANT ALL ON SCHEMA evil TO vic, ed")
        defer { _ = laidOut.run("DROP SCHEMA evil CASCADE", as: "postgres") }
        try laidOut.answer(
            """
            CREATE FUNCTION evil.yes(uuid, uuid) RETURNS boolean LANGUAGE sql AS 'SELECT true';
            CREATE OPERATOR evil.= (FUNCTION = evil.yes, LEFTARG = uuid, RIGHTARG = uuid);
            CREATE FUNCTION evil.yes(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
            CREATE OPERATOR evil.= (FUNCTION = evil.yes, LEFTARG = text, RIGHTARG = text);
            CREATE FUNCTION evil.my_books() RETURNS uuid[] LANGUAGE sql AS $$SELECT ARRAY['\(foreign.number)']::uuid[]$$;
            CREATE FUNCTION evil.sha256(bytea) RETURNS bytea LANGUAGE sql AS 'SELECT $1';
            CREATE FUNCTION evil.pg_has_role(name, text, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
            CREATE FUNCTION evil.telling(text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001 AS 'BEGIN RAISE NOTICE ''%'', $1; RETURN true; END';
            CREATE TABLE evil.member AS SELECT * FROM luca.member;
            GRANT ALL ON ALL TABLES IN SCHEMA evil TO PUBLIC;
            """, as: "vic")
        let path = "SET search_path = evil, luca, pg_catalog;"
        #expect(try laidOut.answer(path + "SELECT count(*) FROM luca.activity WHERE book <> ALL (luca.my_books())", as: "vic") == "0")
        #expect(laidOut.refusal(path + "SELECT luca.delete_book('\(foreign.number)')", as: "vic") == "LU005 you belong to no such book")
        #expect(laidOut.refusal(path + "SELECT luca.create_book(gen_random_uuid(), 'x')", as: "vic").hasPrefix("LU002"))
        // A function that tells what it is asked of is asked of own rows alone.
        let told = laidOut.run("SELECT 1 FROM luca.activity WHERE evil.telling(notes)", as: "vic").errors
        #expect(told.contains("größer") && !told.contains("secret"))
        // An operator of another's sees no rows of theirs either, and an act is computed by the server's own functions.
        let act = Act([.deposit("5")])
        #expect(laidOut.refusal(path + (try book.sql(act, as: "ed")).replacing("sha256(", with: "pg_catalog.sha256("), as: "ed") == "")
        #expect(try laidOut.answer("SELECT luca.first_unsound_entry('\(book.number)')", as: "vic") == "")
    }

    @Test func settingsOfASessionChangeNothingThatIsRecorded() throws {
        let book = try laidOut.makeBook()
        for setting in [
            "bytea_output = 'escape'", "DateStyle = 'German'", "TimeZone = 'Asia/Tokyo'", "IntervalStyle = 'sql_standard'", "extra_float_digits = -15",
            "client_encoding = 'LATIN1'", "search_path = ''", "plan_cache_mode = 'force_generic_plan'", "default_transaction_isolation = 'serializable'", "lc_numeric = 'C'",
            "check_function_bodies = off", "array_nulls = off", "transform_null_equals = on", "xmloption = 'document'", "synchronous_commit = 'off'",
        ] {
            let sql = try book.sql(Act([.deposit("1", notes: "plain")]), as: "ed")
            #expect(laidOut.refusal("SET \(setting); \(sql)", as: "ed") == "", "\(setting)")
        }
        #expect(try laidOut.answer("SELECT luca.first_unsound_entry('\(book.number)')", as: "vic") == "")
    }
}
