-- luca's books on a PostgreSQL server: roles, tables, rules, functions. Layout version 1.
--
-- For PostgreSQL 15 and later, in a database of its own whose encoding is UTF8. An administrator runs it once, in one transaction:
--
--     psql --single-transaction --set ON_ERROR_STOP=1 --file schema.sql DATABASE
--
-- which is what `luca server init URL` does. Nothing here needs an extension.
--
-- Who may do what:
--   luca_tables     owns the tables; nobody logs in as it.
--   luca_functions  owns the functions by which entries are added; it can add rows, and change none but heads, books, members and caches.
--   luca_eraser     owns the functions that take entries away: the erasing of an account and the deletion of a book.
--   luca_members    the group of all logins that may use luca. A member sees the books that they belong to, and nothing of the others.
--   luca_creators   the group of logins that may make books.
--   luca_market     the group of logins that may store prices and rates for all books of the server.
--
-- Every table begins its keys with the book, so that it can be partitioned or distributed by it.

SET LOCAL luca.applying = 'in one transaction';

DO $$
DECLARE
    wanted text;
BEGIN
    -- Outside of a transaction the line before this one does nothing, and neither would those that say who owns what.
    IF current_setting('luca.applying', true) IS DISTINCT FROM 'in one transaction' THEN
        RAISE EXCEPTION 'this is to be run in one transaction' USING HINT = 'psql --single-transaction --set ON_ERROR_STOP=1 --file schema.sql DATABASE';
    END IF;
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'the encoding of this database is %', current_setting('server_encoding')
            USING HINT = 'Make one for luca: CREATE DATABASE luca ENCODING ''UTF8'' TEMPLATE template0;';
    END IF;
    FOREACH wanted IN ARRAY ARRAY['luca_tables', 'luca_functions', 'luca_eraser', 'luca_members', 'luca_creators', 'luca_market'] LOOP
        IF NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = wanted) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                -- Another database of the same server is being set up.
                NULL;
            END;
        END IF;
        CONTINUE WHEN wanted NOT IN ('luca_tables', 'luca_functions', 'luca_eraser');
        IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = wanted AND (rolcanlogin OR rolsuper OR rolbypassrls OR rolcreaterole)) THEN
            RAISE EXCEPTION 'the role % may do more than own what luca needs', wanted USING HINT = format('ALTER ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE;', wanted);
        END IF;
        -- Who is no superuser hands objects only to roles that they belong to; taken back at the end. Since PostgreSQL 16 whoever makes a
        -- role belongs to it, but may not act as it.
        IF NOT pg_catalog.pg_has_role(current_user, wanted, 'MEMBER')
            OR current_setting('server_version_num')::integer >= 160000 AND NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user)
        THEN
            EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
        END IF;
    END LOOP;
    -- What a member could make under the name of a function or table would be called by others who do not write the schema in front.
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    IF EXISTS (SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'public') THEN
        REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    END IF;
    EXECUTE format('GRANT CREATE ON DATABASE %I TO luca_tables', current_database());
END
$$;

CREATE SCHEMA luca AUTHORIZATION luca_tables;
CREATE SCHEMA market AUTHORIZATION luca_tables;
GRANT CREATE ON SCHEMA luca, market TO luca_functions, luca_eraser;
GRANT USAGE ON SCHEMA luca, market TO luca_functions, luca_eraser, luca_members, luca_market;

-- Types ---------------------------------------------------------------------------------------------------------------------------

SET LOCAL ROLE luca_tables;

-- A decimal as it is hashed: its shortest plain text. Cast it to numeric to compute with it.
CREATE DOMAIN luca.decimal AS text COLLATE "C" CHECK (VALUE ~ '^-?(0|[1-9][0-9]*)([.][0-9]*[1-9])?$');
-- A day as it is hashed: 2014-03-03.
CREATE DOMAIN luca.day AS text COLLATE "C" CHECK (VALUE ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$');
-- A moment as it is hashed: 2014-03-03T14:30:00.000Z.
CREATE DOMAIN luca.moment AS text COLLATE "C" CHECK (VALUE ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?Z$');

-- Books and members ---------------------------------------------------------------------------------------------------------------

-- The versions of this layout that were applied, in order.
CREATE TABLE luca.migration (
    version integer NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    applied_by text NOT NULL DEFAULT session_user
);

-- A book. `book` tells it from every other book, wherever it is kept.
CREATE TABLE luca.book (
    book uuid PRIMARY KEY,
    name text NOT NULL CHECK (name ~ '^[[:alnum:]][[:alnum:] ._-]{0,62}$'),
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by text NOT NULL,
    -- Where a notice is sent when something was recorded; drawn at random, and seen by members only.
    channel text NOT NULL,
    -- Whether prices and rates of the schema `market` count in it where it has none of its own.
    uses_market boolean NOT NULL DEFAULT false,
    -- The transaction that filled the book with a journal from elsewhere, which was the one that made it; and the last entry of that
    -- journal. Who recorded those entries is as the journal tells it: the server vouches for those behind them.
    loading xid8,
    filled_to bigint,
    -- Where the book is now, if it was moved to another server: nothing is recorded here any more.
    moved_to text
);

-- Where the journal of a book ends: its last entry, the hash of that, and its last act; and how often its prices and rates have changed.
CREATE TABLE luca.head (
    book uuid PRIMARY KEY REFERENCES luca.book (book),
    seq bigint NOT NULL DEFAULT 0,
    hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (octet_length(hash) = 32),
    act bigint NOT NULL DEFAULT 0,
    quotes bigint NOT NULL DEFAULT 0,
    rates bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- Who belongs to a book. The login is told by its name and by its number, so that a new login of an old name is another one; and the number
-- by the server that gave it, so that a database that was restored on another one is known.
CREATE TABLE luca.member (
    book uuid NOT NULL REFERENCES luca.book (book),
    login text COLLATE "C" NOT NULL,
    login_oid oid NOT NULL,
    bound_on bigint NOT NULL DEFAULT (pg_control_system()).system_identifier,
    role text NOT NULL CHECK (role IN ('owner', 'editor', 'drafter', 'viewer')),
    PRIMARY KEY (book, login)
);
CREATE INDEX member_by_login ON luca.member (login, book) INCLUDE (login_oid, role);

-- Every change of a book's members: an empty role says that the login was removed.
CREATE TABLE luca.member_change (
    book uuid NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    login text NOT NULL,
    role text NOT NULL,
    changed_by text NOT NULL DEFAULT session_user
);
CREATE INDEX member_change_by_book ON luca.member_change (book, changed_at);

-- The acts that were recorded, by the number that the program drew for each: after a lost connection it asks whether its act is there.
CREATE TABLE luca.receipt (
    book uuid NOT NULL,
    token uuid NOT NULL,
    first_seq bigint NOT NULL,
    -- The transaction, told by its number and by when it began: a server that the book was restored on counts anew.
    xact xid8 NOT NULL DEFAULT pg_current_xact_id(),
    recorded_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (book, token)
);

-- The journal ---------------------------------------------------------------------------------------------------------------------

CREATE TABLE luca.act (
    book uuid NOT NULL,
    id bigint NOT NULL,
    first_seq bigint NOT NULL,
    recorded_at luca.moment NOT NULL,
    source text COLLATE "C" NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, id),
    UNIQUE (book, first_seq)
);

CREATE TABLE luca.account (
    book uuid NOT NULL,
    seq bigint NOT NULL,
    act bigint NOT NULL,
    id bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    currency text COLLATE "C" NOT NULL,
    portfolio text COLLATE "C" NOT NULL,
    owner text COLLATE "C" NOT NULL,
    account_group text COLLATE "C" NOT NULL,
    opened luca.day,
    closed luca.day,
    allow_short bigint NOT NULL,
    tracking text COLLATE "C",
    rate luca.decimal,
    matures luca.day,
    detail text COLLATE "C",
    recorded_by text COLLATE "C",
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, seq)
);

CREATE TABLE luca.instrument (
    book uuid NOT NULL,
    seq bigint NOT NULL,
    act bigint NOT NULL,
    id bigint NOT NULL,
    symbol text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    currency text COLLATE "C" NOT NULL,
    multiplier luca.decimal NOT NULL,
    underlying bigint,
    option_right text COLLATE "C",
    strike luca.decimal,
    expires luca.day,
    class text COLLATE "C",
    provider text COLLATE "C",
    provider_symbol text COLLATE "C",
    detail text COLLATE "C",
    recorded_by text COLLATE "C",
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, seq)
);

CREATE TABLE luca.activity (
    book uuid NOT NULL,
    seq bigint NOT NULL,
    act bigint NOT NULL,
    date luca.day NOT NULL,
    time luca.moment,
    kind text COLLATE "C" NOT NULL,
    subtype text COLLATE "C",
    status text COLLATE "C" NOT NULL,
    account bigint NOT NULL,
    instrument bigint,
    quantity luca.decimal,
    price luca.decimal,
    amount luca.decimal,
    fee luca.decimal NOT NULL,
    tax luca.decimal NOT NULL,
    currency text COLLATE "C" NOT NULL,
    fx_rate luca.decimal,
    notes text COLLATE "C" NOT NULL,
    detail text COLLATE "C",
    amends bigint,
    recorded_by text COLLATE "C",
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, seq)
);

CREATE TABLE luca.valuation (
    book uuid NOT NULL,
    seq bigint NOT NULL,
    act bigint NOT NULL,
    account bigint NOT NULL,
    date luca.day NOT NULL,
    time luca.moment,
    value luca.decimal,
    currency text COLLATE "C" NOT NULL,
    notes text COLLATE "C" NOT NULL,
    recorded_by text COLLATE "C",
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, seq)
);

CREATE TABLE luca.void (
    book uuid NOT NULL,
    seq bigint NOT NULL,
    act bigint NOT NULL,
    entry bigint NOT NULL,
    reason text COLLATE "C" NOT NULL,
    recorded_by text COLLATE "C",
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, seq)
);

CREATE TABLE luca.setting (
    book uuid NOT NULL,
    seq bigint NOT NULL,
    act bigint NOT NULL,
    key text COLLATE "C" NOT NULL,
    value text COLLATE "C" NOT NULL,
    recorded_by text COLLATE "C",
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, seq)
);

CREATE TABLE luca.erasure (
    book uuid NOT NULL,
    seq bigint NOT NULL,
    act bigint NOT NULL,
    account bigint NOT NULL,
    entries bigint NOT NULL,
    digest text COLLATE "C" NOT NULL,
    recorded_by text COLLATE "C",
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, seq)
);

CREATE TABLE luca.plan (
    book uuid NOT NULL,
    seq bigint NOT NULL,
    act bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    body text COLLATE "C" NOT NULL,
    recorded_by text COLLATE "C",
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, seq)
);

CREATE TABLE luca.occurrence (
    book uuid NOT NULL,
    seq bigint NOT NULL,
    act bigint NOT NULL,
    rule text COLLATE "C" NOT NULL,
    day luca.day NOT NULL,
    state text COLLATE "C" NOT NULL,
    first_entry bigint,
    recorded_by text COLLATE "C",
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, seq)
);

CREATE TABLE luca.tag (
    book uuid NOT NULL,
    seq bigint NOT NULL,
    act bigint NOT NULL,
    thing text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    tag text COLLATE "C" NOT NULL,
    change text COLLATE "C" NOT NULL,
    recorded_by text COLLATE "C",
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, seq)
);

-- What is left of an entry that was erased. The erasure that vouches for it is recorded by the end of the same transaction.
CREATE TABLE luca.tombstone (
    book uuid NOT NULL,
    seq bigint NOT NULL,
    erasure bigint NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (book, seq),
    FOREIGN KEY (book, erasure) REFERENCES luca.erasure (book, seq) DEFERRABLE INITIALLY DEFERRED
);

-- Prices, rates, caches -----------------------------------------------------------------------------------------------------------

CREATE TABLE luca.quote (
    book uuid NOT NULL,
    instrument bigint NOT NULL,
    date luca.day NOT NULL,
    source text COLLATE "C" NOT NULL,
    open luca.decimal,
    high luca.decimal,
    low luca.decimal,
    close luca.decimal NOT NULL,
    adjusted luca.decimal,
    volume luca.decimal,
    currency text COLLATE "C" NOT NULL,
    recorded_at luca.moment NOT NULL,
    PRIMARY KEY (book, instrument, date, source)
);

CREATE TABLE luca.rate (
    book uuid NOT NULL,
    base text COLLATE "C" NOT NULL,
    quoted text COLLATE "C" NOT NULL,
    date luca.day NOT NULL,
    source text COLLATE "C" NOT NULL,
    rate luca.decimal NOT NULL,
    recorded_at luca.moment NOT NULL,
    PRIMARY KEY (book, base, quoted, date, source)
);

-- What a book comes to at an entry, so that questions about the present read no journal. A cache: it may be emptied at any time.
CREATE TABLE luca.saved_state (
    book uuid PRIMARY KEY,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    version bigint NOT NULL,
    state_digest bytea NOT NULL,
    lots_digest bytea NOT NULL,
    state bytea NOT NULL,
    lots bytea NOT NULL
);

-- Prices and rates for all books of the server that want them, by the source's own names of instruments.
CREATE TABLE market.quote (
    provider text COLLATE "C" NOT NULL,
    symbol text COLLATE "C" NOT NULL,
    date luca.day NOT NULL,
    open luca.decimal,
    high luca.decimal,
    low luca.decimal,
    close luca.decimal NOT NULL,
    adjusted luca.decimal,
    volume luca.decimal,
    currency text COLLATE "C" NOT NULL,
    recorded_at luca.moment NOT NULL,
    PRIMARY KEY (provider, symbol, date)
);

CREATE TABLE market.rate (
    base text COLLATE "C" NOT NULL,
    quoted text COLLATE "C" NOT NULL,
    date luca.day NOT NULL,
    provider text COLLATE "C" NOT NULL,
    rate luca.decimal NOT NULL,
    recorded_at luca.moment NOT NULL,
    PRIMARY KEY (base, quoted, date, provider)
);

-- How often the shared prices and rates have changed.
CREATE TABLE market.revision (number bigint NOT NULL);
INSERT INTO market.revision VALUES (0);

-- A book's own prices, and behind them those that are shared, where it wants them: by the source's name of the instrument, which is its symbol
-- where it has no other. luca takes an own price of a day before a shared one.
CREATE VIEW luca.any_quote WITH (security_invoker = true) AS
SELECT q.book, q.instrument, q.date, q.source, q.open, q.high, q.low, q.close, q.adjusted, q.volume, q.currency, q.recorded_at
FROM luca.quote AS q
UNION ALL
SELECT i.book, i.id, m.date, 'market:' || m.provider, m.open, m.high, m.low, m.close, m.adjusted, m.volume, m.currency, m.recorded_at
FROM luca.book AS b
JOIN luca.instrument AS i ON i.book = b.book
JOIN market.quote AS m ON m.symbol = coalesce(nullif(i.provider_symbol, ''), i.symbol) AND coalesce(i.provider, '') IN ('', m.provider)
WHERE b.uses_market
  AND NOT EXISTS (SELECT 1 FROM luca.instrument AS later WHERE later.book = i.book AND later.id = i.id AND later.seq > i.seq);

CREATE VIEW luca.any_rate WITH (security_invoker = true) AS
SELECT r.book, r.base, r.quoted, r.date, r.source, r.rate, r.recorded_at
FROM luca.rate AS r
UNION ALL
SELECT b.book, m.base, m.quoted, m.date, 'market:' || m.provider, m.rate, m.recorded_at
FROM luca.book AS b CROSS JOIN market.rate AS m
WHERE b.uses_market;

GRANT SELECT ON luca.any_quote, luca.any_rate TO luca_members, luca_functions;

-- Nobody changes or takes away an entry -------------------------------------------------------------------------------------------

CREATE FUNCTION luca.keep_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- Rows go with the erasing of an account and the deletion of a book, which luca_eraser's functions do after asking who wants it.
    IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' AND current_user = 'luca_eraser' THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' THEN
        RAISE EXCEPTION 'entries are never changed: record a new one' USING ERRCODE = 'LU004';
    END IF;
    RAISE EXCEPTION 'entries are never deleted: void the activity' USING ERRCODE = 'LU004';
END
$$;

DO $$
DECLARE
    kept text;
BEGIN
    FOREACH kept IN ARRAY ARRAY['act', 'account', 'instrument', 'activity', 'valuation', 'void', 'setting', 'erasure', 'plan', 'occurrence', 'tag', 'tombstone', 'receipt', 'member_change'] LOOP
        EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON luca.%I FOR EACH ROW EXECUTE FUNCTION luca.keep_entry()', kept || '_stays', kept);
        EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON luca.%I FOR EACH STATEMENT EXECUTE FUNCTION luca.keep_entry()', kept || '_is_not_emptied', kept);
        EXECUTE format('ALTER TABLE luca.%I ENABLE ALWAYS TRIGGER %I, ENABLE ALWAYS TRIGGER %I', kept, kept || '_stays', kept || '_is_not_emptied');
    END LOOP;
END
$$;

-- Who sees and writes what --------------------------------------------------------------------------------------------------------

RESET ROLE;
SET LOCAL ROLE luca_functions;

-- The books that whoever asks belongs to; of those named in the setting `luca.books`, if it names some, so that it takes no longer to ask one of
-- a thousand books than the only one. Policies ask it once for each table of a statement.
CREATE FUNCTION luca.my_books() RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER PARALLEL SAFE SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    wanted uuid[] := nullif(current_setting('luca.books', true), '')::uuid[];
BEGIN
    -- In PL/pgSQL its plan is kept for the session; as plain SQL it would be planned for every statement of everybody.
    IF wanted IS NOT NULL THEN
        -- Book by book: a join would be planned as a walk through all books of the login.
        RETURN ARRAY(SELECT w.book FROM unnest(wanted) AS w (book)
            WHERE (SELECT m.login_oid FROM luca.member AS m WHERE m.book = w.book AND m.login = session_user) = to_regrole(quote_ident(session_user))::oid);
    END IF;
    RETURN ARRAY(SELECT m.book FROM luca.member AS m WHERE m.login = session_user AND m.login_oid = to_regrole(quote_ident(session_user))::oid);
END
$$;
REVOKE ALL ON FUNCTION luca.my_books() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION luca.my_books() TO luca_members, luca_functions, luca_eraser;

-- Whether a book is among some. It says that it costs next to nothing so that it is asked before any condition of the statement: in the
-- order that costs tell, `notes = 'salary'` would be asked first, and EXPLAIN ANALYZE would tell whether any book has such an entry.
CREATE FUNCTION luca.is_among(book uuid, books uuid[]) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 0.000001 AS $$
BEGIN
    RETURN book OPERATOR(pg_catalog.=) ANY (books);
END
$$;
REVOKE ALL ON FUNCTION luca.is_among(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION luca.is_among(uuid, uuid[]) TO luca_members;

RESET ROLE;
SET LOCAL ROLE luca_tables;

DO $$
DECLARE
    one record;
    field name;
BEGIN
    FOR one IN SELECT c.oid::regclass AS name, n.nspname AS schema, c.relname AS short
               FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
               WHERE n.nspname IN ('luca', 'market') AND c.relkind = 'r' LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', one.name);
        EXECUTE format('GRANT SELECT ON %s TO luca_members, luca_functions, luca_eraser', one.name);
        EXECUTE format('CREATE POLICY functions ON %s TO luca_functions USING (true) WITH CHECK (true)', one.name);
        EXECUTE format('CREATE POLICY eraser ON %s TO luca_eraser USING (true) WITH CHECK (true)', one.name);
        IF one.schema = 'market' OR one.short = 'migration' THEN
            EXECUTE format('CREATE POLICY members ON %s FOR SELECT TO luca_members USING (true)', one.name);
        ELSE
            -- The first is what the index is asked for, the second what every row is asked before the conditions of the statement.
            EXECUTE format('CREATE POLICY members ON %s FOR SELECT TO luca_members USING (book = ANY ((SELECT luca.my_books())::uuid[]))', one.name);
            EXECUTE format('CREATE POLICY members_first ON %s AS RESTRICTIVE FOR SELECT TO luca_members USING (luca.is_among(book, (SELECT luca.my_books())))', one.name);
            -- What EXPLAIN expects rests on samples of all books' rows, which is why none are taken.
            FOR field IN SELECT a.attname FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = one.name AND a.attnum > 0 LOOP
                EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', one.name, field);
            END LOOP;
        END IF;
        -- Who runs the server, and could lift the rules, need not lift them to read.
        EXECUTE format('CREATE POLICY administrators ON %s FOR SELECT TO luca_tables USING (true)', one.name);
        IF one.short = 'migration' THEN
            EXECUTE format('CREATE POLICY versions ON %s FOR INSERT TO luca_tables WITH CHECK (true)', one.name);
        END IF;
    END LOOP;
END
$$;

GRANT INSERT ON luca.act, luca.account, luca.instrument, luca.activity, luca.valuation, luca.void, luca.setting, luca.erasure, luca.plan, luca.occurrence, luca.tag, luca.tombstone TO luca_functions;
GRANT INSERT ON luca.receipt, luca.member_change TO luca_functions;
GRANT INSERT, UPDATE ON luca.book, luca.head, luca.saved_state TO luca_functions;
GRANT INSERT, UPDATE, DELETE ON luca.member, luca.quote, luca.rate TO luca_functions;
GRANT INSERT, UPDATE ON market.quote, market.rate TO luca_functions;
GRANT UPDATE ON market.revision TO luca_functions;
GRANT DELETE ON ALL TABLES IN SCHEMA luca TO luca_eraser;
REVOKE DELETE ON luca.migration, luca.any_quote, luca.any_rate FROM luca_eraser;
GRANT INSERT ON luca.tombstone TO luca_eraser;
GRANT UPDATE ON luca.head TO luca_eraser;

RESET ROLE;
SET LOCAL ROLE luca_functions;

-- The role of whoever asks in a book; null where they do not belong to it, or there is none.
CREATE FUNCTION luca.my_role(of_book uuid) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT m.role FROM luca.member AS m WHERE m.book = of_book AND m.login = session_user AND m.login_oid = to_regrole(quote_ident(session_user))::oid);
END
$$;

-- Whether whoever asks runs the server: a superuser, or somebody who was given the role that owns the tables.
CREATE FUNCTION luca.is_administrator() RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN pg_catalog.pg_has_role(session_user, 'luca_tables', 'MEMBER');
END
$$;

-- Makes sure that whoever asks has one of the roles in a book. A book that is not there and one of others are refused with the same words.
CREATE FUNCTION luca.demand(of_book uuid, VARIADIC allowed text[]) RETURNS text LANGUAGE plpgsql STABLE SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    mine text := luca.my_role(of_book);
BEGIN
    IF mine IS NULL THEN
        RAISE EXCEPTION 'you belong to no such book' USING ERRCODE = 'LU005';
    END IF;
    IF NOT mine = ANY (allowed) THEN
        RAISE EXCEPTION 'that takes the role %, and yours is %', array_to_string(allowed, ' or '), mine USING ERRCODE = 'LU002';
    END IF;
    RETURN mine;
END
$$;

-- Makes sure that whoever asks may read a book.
CREATE FUNCTION luca.demand_reader(of_book uuid) RETURNS void LANGUAGE plpgsql STABLE SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM luca.member AS m WHERE m.book = of_book AND m.login = session_user AND m.login_oid = to_regrole(quote_ident(session_user))::oid) THEN
        RETURN;
    END IF;
    IF NOT (luca.is_administrator() AND EXISTS (SELECT 1 FROM luca.book AS b WHERE b.book = of_book)) THEN
        RAISE EXCEPTION 'you belong to no such book' USING ERRCODE = 'LU005';
    END IF;
END
$$;

-- The books that whoever asks sees, or those of a name or a number among them; an administrator sees all, without a role where they have none. Asked
-- of the tables it would take the square of the books.
CREATE FUNCTION luca.list_books(wanted text DEFAULT NULL)
RETURNS TABLE (book uuid, name text, role text, seq bigint, uses_market boolean, moved_to text, channel text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    sees_all boolean := luca.is_administrator();
BEGIN
    RETURN QUERY SELECT b.book, b.name, m.role, h.seq, b.uses_market, b.moved_to, b.channel
    FROM luca.book AS b JOIN luca.head AS h ON h.book = b.book
    LEFT JOIN luca.member AS m ON m.book = b.book AND m.login = session_user AND m.login_oid = to_regrole(quote_ident(session_user))::oid
    WHERE (sees_all OR m.book IS NOT NULL) AND (wanted IS NULL OR b.name = wanted OR b.book::text = lower(wanted)) ORDER BY b.name, b.book;
END
$$;

-- Takes the lock on the head of a book for whoever has one of the roles in it: before they wait for it, so that nobody else can hold it,
-- and still afterwards, since they may have been removed meanwhile.
CREATE FUNCTION luca.enter(of_book uuid, VARIADIC allowed text[]) RETURNS void LANGUAGE plpgsql SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM luca.demand(of_book, VARIADIC allowed);
    PERFORM 1 FROM luca.head AS h WHERE h.book = of_book FOR NO KEY UPDATE;
    PERFORM luca.demand(of_book, VARIADIC allowed);
END
$$;

-- The same for whoever owns the book, or runs the server.
CREATE FUNCTION luca.enter_as_owner(of_book uuid) RETURNS void LANGUAGE plpgsql SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM luca.demand_owner(of_book);
    PERFORM 1 FROM luca.head AS h WHERE h.book = of_book FOR NO KEY UPDATE;
    PERFORM luca.demand_owner(of_book);
END
$$;

-- What is hashed of a row, behind the hash before it: see the chapter on the chain in luca's documentation -------------------------

CREATE FUNCTION luca.netstring(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN value IS NULL THEN '-' ELSE octet_length(value)::text || ':' || value || ',' END
$$;

CREATE FUNCTION luca.hashed(r luca.act) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '3:act,' || rtrim(
        luca.netstring(r.id::text) || luca.netstring(r.first_seq::text) || luca.netstring(r.recorded_at::text) ||
        luca.netstring(r.source::text), '-')
$$;

CREATE FUNCTION luca.hashed(r luca.account) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '7:account,' || rtrim(
        luca.netstring(r.seq::text) || luca.netstring(r.act::text) || luca.netstring(r.id::text) || luca.netstring(r.name::text) ||
        luca.netstring(r.kind::text) || luca.netstring(r.currency::text) || luca.netstring(r.portfolio::text) ||
        luca.netstring(r.owner::text) || luca.netstring(r.account_group::text) || luca.netstring(r.opened::text) ||
        luca.netstring(r.closed::text) || luca.netstring(r.allow_short::text) || luca.netstring(r.tracking::text) ||
        luca.netstring(r.rate::text) || luca.netstring(r.matures::text) || luca.netstring(r.detail::text) ||
        luca.netstring(r.recorded_by::text), '-')
$$;

CREATE FUNCTION luca.hashed(r luca.instrument) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '10:instrument,' || rtrim(
        luca.netstring(r.seq::text) || luca.netstring(r.act::text) || luca.netstring(r.id::text) || luca.netstring(r.symbol::text) ||
        luca.netstring(r.name::text) || luca.netstring(r.kind::text) || luca.netstring(r.currency::text) ||
        luca.netstring(r.multiplier::text) || luca.netstring(r.underlying::text) || luca.netstring(r.option_right::text) ||
        luca.netstring(r.strike::text) || luca.netstring(r.expires::text) || luca.netstring(r.class::text) ||
        luca.netstring(r.provider::text) || luca.netstring(r.provider_symbol::text) || luca.netstring(r.detail::text) ||
        luca.netstring(r.recorded_by::text), '-')
$$;

CREATE FUNCTION luca.hashed(r luca.activity) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '8:activity,' || rtrim(
        luca.netstring(r.seq::text) || luca.netstring(r.act::text) || luca.netstring(r.date::text) || luca.netstring(r.time::text) ||
        luca.netstring(r.kind::text) || luca.netstring(r.subtype::text) || luca.netstring(r.status::text) ||
        luca.netstring(r.account::text) || luca.netstring(r.instrument::text) || luca.netstring(r.quantity::text) ||
        luca.netstring(r.price::text) || luca.netstring(r.amount::text) || luca.netstring(r.fee::text) || luca.netstring(r.tax::text) ||
        luca.netstring(r.currency::text) || luca.netstring(r.fx_rate::text) || luca.netstring(r.notes::text) ||
        luca.netstring(r.detail::text) || luca.netstring(r.amends::text) || luca.netstring(r.recorded_by::text), '-')
$$;

CREATE FUNCTION luca.hashed(r luca.valuation) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '9:valuation,' || rtrim(
        luca.netstring(r.seq::text) || luca.netstring(r.act::text) || luca.netstring(r.account::text) || luca.netstring(r.date::text) ||
        luca.netstring(r.time::text) || luca.netstring(r.value::text) || luca.netstring(r.currency::text) ||
        luca.netstring(r.notes::text) || luca.netstring(r.recorded_by::text), '-')
$$;

CREATE FUNCTION luca.hashed(r luca.void) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '4:void,' || rtrim(
        luca.netstring(r.seq::text) || luca.netstring(r.act::text) || luca.netstring(r.entry::text) || luca.netstring(r.reason::text) ||
        luca.netstring(r.recorded_by::text), '-')
$$;

CREATE FUNCTION luca.hashed(r luca.setting) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '7:setting,' || rtrim(
        luca.netstring(r.seq::text) || luca.netstring(r.act::text) || luca.netstring(r.key::text) || luca.netstring(r.value::text) ||
        luca.netstring(r.recorded_by::text), '-')
$$;

CREATE FUNCTION luca.hashed(r luca.erasure) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '7:erasure,' || rtrim(
        luca.netstring(r.seq::text) || luca.netstring(r.act::text) || luca.netstring(r.account::text) || luca.netstring(r.entries::text) ||
        luca.netstring(r.digest::text) || luca.netstring(r.recorded_by::text), '-')
$$;

CREATE FUNCTION luca.hashed(r luca.plan) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '4:plan,' || rtrim(
        luca.netstring(r.seq::text) || luca.netstring(r.act::text) || luca.netstring(r.kind::text) || luca.netstring(r.name::text) ||
        luca.netstring(r.body::text) || luca.netstring(r.recorded_by::text), '-')
$$;

CREATE FUNCTION luca.hashed(r luca.occurrence) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '10:occurrence,' || rtrim(
        luca.netstring(r.seq::text) || luca.netstring(r.act::text) || luca.netstring(r.rule::text) || luca.netstring(r.day::text) ||
        luca.netstring(r.state::text) || luca.netstring(r.first_entry::text) || luca.netstring(r.recorded_by::text), '-')
$$;

CREATE FUNCTION luca.hashed(r luca.tag) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '3:tag,' || rtrim(
        luca.netstring(r.seq::text) || luca.netstring(r.act::text) || luca.netstring(r.thing::text) || luca.netstring(r.number::text) ||
        luca.netstring(r.tag::text) || luca.netstring(r.change::text) || luca.netstring(r.recorded_by::text), '-')
$$;

-- Recording ----------------------------------------------------------------------------------------------------------------------

-- Takes the sole right to append to a book until the transaction ends, and tells where its journal ends.
CREATE FUNCTION luca.lock_book(of_book uuid, OUT seq bigint, OUT hash bytea, OUT act bigint, OUT quotes bigint, OUT rates bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    mine text;
    target text;
BEGIN
    -- Who has no right takes no lock; and who was removed while they waited for it has no right any more, or another one.
    SELECT h.seq, h.hash, h.act, h.quotes, h.rates INTO seq, hash, act, quotes, rates FROM luca.head AS h
    WHERE h.book = of_book AND EXISTS (
        SELECT 1 FROM luca.member AS m WHERE m.book = of_book AND m.login = session_user AND m.login_oid = to_regrole(quote_ident(session_user))::oid AND m.role <> 'viewer')
    FOR NO KEY UPDATE;
    SELECT m.role, b.moved_to INTO mine, target FROM luca.member AS m JOIN luca.book AS b ON b.book = m.book
    WHERE m.book = of_book AND m.login = session_user AND m.login_oid = to_regrole(quote_ident(session_user))::oid;
    IF seq IS NULL OR mine IS NULL OR mine = 'viewer' THEN
        mine := luca.demand(of_book, 'owner', 'editor', 'drafter');
    END IF;
    IF target IS NOT NULL THEN
        RAISE EXCEPTION 'the book was moved to %', target USING ERRCODE = 'LU006';
    END IF;
END
$$;

-- Appends the rows of an act, or of a part of one, behind the entry that the program takes for the last. All parts of an act are sent in
-- one transaction, with the same token. `given` holds the rows in the order of the journal, an act before its entries, each with the name of
-- its table: [{"table": "act", …}, {"table": "activity", …}, …].
--
-- The lock on the head is given up before the disk has the act, so that others need not wait for the disk: whoever calls must have the
-- server write its log before they take the act for recorded, for which any transaction that waits for the disk will do. Others are told of
-- the act as it is committed; where that waited for the disk, all such commits of the server would stand in one line.
--
-- Errors: LU001 another entry is the last by now; LU002 the role does not allow it; LU003 the rows do not fit the chain; LU004 what no
-- luca writes; LU005 no such book; LU006 the book was moved; LU008 the act is there already.
CREATE FUNCTION luca.append(of_book uuid, of_token uuid, expected_seq bigint, expected_hash bytea, given jsonb, OUT seq bigint, OUT hash bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    own jsonb := jsonb_build_object('book', of_book);
    mine text;
    channel_name text;
    is_moved boolean;
    is_loading boolean;
    is_further boolean := false;
    has_erasures boolean := false;
    is_behind boolean;
    new_acts bigint := jsonb_array_length(jsonb_path_query_array(given, '$[*] ? (@.table == "act")'));
    last_act bigint;
    begun luca.receipt;
    entry jsonb;
    kind text;
    entry_seq bigint;
    entry_act bigint;
    entry_hash bytea;
    writer text;
    content text;
    -- Set by assignment, which costs less than a statement of its own.
    ignored text := set_config('synchronous_commit', 'off', true);
BEGIN
    -- The head is advanced first, as far as the rows say that they go, which is held against each of them below. Who has no right takes no lock;
    -- and who was removed while they waited for it has no right any more, or another one.
    UPDATE luca.head AS h SET seq = coalesce((given -> -1 ->> 'seq')::bigint, h.seq), hash = coalesce((given -> -1 ->> 'hash')::bytea, h.hash), act = h.act + new_acts
    WHERE h.book = of_book AND h.seq = expected_seq AND h.hash = expected_hash AND EXISTS (
        SELECT 1 FROM luca.member AS m WHERE m.book = of_book AND m.login = session_user AND m.login_oid = to_regrole(quote_ident(session_user))::oid AND m.role <> 'viewer')
    RETURNING h.act - new_acts INTO last_act;
    is_behind := FOUND;
    SELECT m.role, b.channel, b.moved_to IS NOT NULL, coalesce(b.loading = pg_current_xact_id() AND b.created_at = now(), false)
    INTO mine, channel_name, is_moved, is_loading FROM luca.member AS m JOIN luca.book AS b ON b.book = m.book
    WHERE m.book = of_book AND m.login = session_user AND m.login_oid = to_regrole(quote_ident(session_user))::oid;
    IF mine IS NULL OR mine = 'viewer' THEN
        mine := luca.demand(of_book, 'owner', 'editor', 'drafter');
    END IF;
    IF is_moved THEN
        RAISE EXCEPTION 'the book was moved' USING ERRCODE = 'LU006';
    END IF;
    INSERT INTO luca.receipt (book, token, first_seq) VALUES (of_book, of_token, expected_seq + 1) ON CONFLICT (book, token) DO NOTHING;
    IF NOT FOUND THEN
        is_further := true;
        SELECT r.* INTO begun FROM luca.receipt AS r WHERE r.book = of_book AND r.token = of_token;
        IF begun.xact <> pg_current_xact_id() OR begun.recorded_at <> now() THEN
            RAISE EXCEPTION 'the act is recorded already, from entry % on', begun.first_seq USING ERRCODE = 'LU008';
        END IF;
    END IF;
    IF NOT is_behind THEN
        RAISE EXCEPTION 'entry % is the last by now', (SELECT h.seq FROM luca.head AS h WHERE h.book = of_book) USING ERRCODE = 'LU001';
    END IF;
    seq := expected_seq;
    hash := expected_hash;

    -- Each kind has a statement of its own, whose plan the session keeps: one that is made from the name of the kind would be planned for every row.
    FOR entry IN SELECT r.row FROM jsonb_array_elements(given) AS r (row) LOOP
        -- A key of another book would tell whether that has such an entry.
        IF entry ? 'book' THEN
            RAISE EXCEPTION 'rows do not name their book' USING ERRCODE = 'LU004';
        END IF;
        -- What is not a further part of an act begins with an act of its own: it must not join that of another.
        IF kind IS NULL AND NOT is_further AND NOT is_loading AND entry ->> 'table' IS DISTINCT FROM 'act' THEN
            RAISE EXCEPTION 'entries come with their act' USING ERRCODE = 'LU004';
        END IF;
        kind := entry ->> 'table';
        IF mine <> 'owner' AND NOT is_loading AND kind <> 'act' THEN
            PERFORM luca.check_right(of_book, mine, entry);
        END IF;
        IF kind = 'act' THEN
            INSERT INTO luca.act AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.act, entry || own) AS r
            RETURNING t.first_seq, t.id, t.hash, luca.hashed(t.*) INTO entry_seq, entry_act, entry_hash, content;
            -- Its first entry comes next.
            last_act := last_act + 1;
        ELSIF kind = 'account' THEN
            INSERT INTO luca.account AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.account, entry || own) AS r
            RETURNING t.seq, t.act, t.recorded_by, t.hash, luca.hashed(t.*) INTO entry_seq, entry_act, writer, entry_hash, content;
        ELSIF kind = 'instrument' THEN
            INSERT INTO luca.instrument AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.instrument, entry || own) AS r
            RETURNING t.seq, t.act, t.recorded_by, t.hash, luca.hashed(t.*) INTO entry_seq, entry_act, writer, entry_hash, content;
        ELSIF kind = 'activity' THEN
            INSERT INTO luca.activity AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.activity, entry || own) AS r
            RETURNING t.seq, t.act, t.recorded_by, t.hash, luca.hashed(t.*) INTO entry_seq, entry_act, writer, entry_hash, content;
        ELSIF kind = 'valuation' THEN
            INSERT INTO luca.valuation AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.valuation, entry || own) AS r
            RETURNING t.seq, t.act, t.recorded_by, t.hash, luca.hashed(t.*) INTO entry_seq, entry_act, writer, entry_hash, content;
        ELSIF kind = 'void' THEN
            INSERT INTO luca.void AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.void, entry || own) AS r
            RETURNING t.seq, t.act, t.recorded_by, t.hash, luca.hashed(t.*) INTO entry_seq, entry_act, writer, entry_hash, content;
        ELSIF kind = 'setting' THEN
            INSERT INTO luca.setting AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.setting, entry || own) AS r
            RETURNING t.seq, t.act, t.recorded_by, t.hash, luca.hashed(t.*) INTO entry_seq, entry_act, writer, entry_hash, content;
        ELSIF kind = 'erasure' THEN
            INSERT INTO luca.erasure AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.erasure, entry || own) AS r
            RETURNING t.seq, t.act, t.recorded_by, t.hash, luca.hashed(t.*) INTO entry_seq, entry_act, writer, entry_hash, content;
        ELSIF kind = 'plan' THEN
            INSERT INTO luca.plan AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.plan, entry || own) AS r
            RETURNING t.seq, t.act, t.recorded_by, t.hash, luca.hashed(t.*) INTO entry_seq, entry_act, writer, entry_hash, content;
        ELSIF kind = 'occurrence' THEN
            INSERT INTO luca.occurrence AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.occurrence, entry || own) AS r
            RETURNING t.seq, t.act, t.recorded_by, t.hash, luca.hashed(t.*) INTO entry_seq, entry_act, writer, entry_hash, content;
        ELSIF kind = 'tag' THEN
            INSERT INTO luca.tag AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.tag, entry || own) AS r
            RETURNING t.seq, t.act, t.recorded_by, t.hash, luca.hashed(t.*) INTO entry_seq, entry_act, writer, entry_hash, content;
        ELSIF kind = 'tombstone' AND is_loading THEN
            INSERT INTO luca.tombstone AS t SELECT r.* FROM jsonb_populate_record(NULL::luca.tombstone, entry || own) AS r
            RETURNING t.seq, last_act, session_user, t.hash, NULL INTO entry_seq, entry_act, writer, entry_hash, content;
        ELSIF kind = 'tombstone' THEN
            RAISE EXCEPTION 'tombstones are left by luca.erase alone' USING ERRCODE = 'LU004';
        ELSE
            RAISE EXCEPTION 'there is no table "%" of entries', kind USING ERRCODE = 'LU004';
        END IF;
        IF entry_seq IS DISTINCT FROM seq + 1
            OR entry_act IS DISTINCT FROM last_act
            -- What was erased left nothing but its hash.
            OR kind <> 'tombstone' AND entry_hash IS DISTINCT FROM sha256(hash || convert_to(content, 'UTF8'))
        THEN
            RAISE EXCEPTION 'the rows do not follow entry % of the book', seq USING ERRCODE = 'LU003';
        END IF;
        hash := entry_hash;
        CONTINUE WHEN kind = 'act';
        seq := entry_seq;
        IF writer IS DISTINCT FROM session_user AND NOT is_loading THEN
            RAISE EXCEPTION 'entries are recorded in the name of the login, %', session_user USING ERRCODE = 'LU004';
        END IF;
        has_erasures := has_erasures OR kind = 'erasure';
    END LOOP;
    IF kind IS NULL OR kind = 'act' THEN
        RAISE EXCEPTION 'an act has an entry' USING ERRCODE = 'LU004';
    END IF;

    IF is_loading THEN
        UPDATE luca.book AS b SET filled_to = append.seq WHERE b.book = of_book;
    ELSIF has_erasures THEN
        PERFORM luca.check_erasures(of_book, expected_seq);
    END IF;
    ignored := pg_notify(channel_name, '');
END
$$;

-- Makes sure that a role may record an entry: settings and erasures are the owner's, but for the watch list; a drafter records drafts.
CREATE FUNCTION luca.check_right(of_book uuid, mine text, entry jsonb) RETURNS void LANGUAGE plpgsql STABLE SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    kind text := entry ->> 'table';
BEGIN
    IF kind = 'erasure' THEN
        RAISE EXCEPTION 'erasing an account takes the role owner, and yours is %', mine USING ERRCODE = 'LU002';
    END IF;
    IF kind = 'setting' AND entry ->> 'key' IS DISTINCT FROM 'watch_list' THEN
        RAISE EXCEPTION 'settings take the role owner, and yours is %', mine USING ERRCODE = 'LU002';
    END IF;
    IF mine = 'editor' THEN
        RETURN;
    END IF;
    -- What a draft stands in the place of must be a draft itself, which was not approved: an activity that counts would count no more.
    IF kind = 'activity' AND entry ->> 'status' = 'draft' AND (entry ->> 'amends' IS NULL OR EXISTS (
        SELECT 1 FROM luca.activity AS b WHERE b.book = of_book AND b.seq = (entry ->> 'amends')::bigint AND b.status = 'draft'
            AND NOT EXISTS (SELECT 1 FROM luca.activity AS d WHERE d.book = of_book AND d.seq > b.seq AND d.amends = b.seq)))
    THEN
        RETURN;
    END IF;
    RAISE EXCEPTION 'a drafter records activities with the status draft, which an editor approves' USING ERRCODE = 'LU002';
END
$$;

-- Makes sure that erasures say how many tombstones they left, and vouch for them.
CREATE FUNCTION luca.check_erasures(of_book uuid, after_seq bigint) RETURNS void LANGUAGE plpgsql STABLE SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM luca.erasure AS e
        CROSS JOIN LATERAL (
            SELECT count(*) AS entries,
                   encode(sha256(convert_to(coalesce(string_agg(t.seq || ':' || encode(t.hash, 'hex') || E'\n', '' ORDER BY t.seq), ''), 'UTF8')), 'hex') AS digest
            FROM luca.tombstone AS t WHERE t.book = of_book AND t.erasure = e.seq) AS left_behind
        WHERE e.book = of_book AND e.seq > after_seq AND (e.entries, e.digest) IS DISTINCT FROM (left_behind.entries, left_behind.digest))
    THEN
        RAISE EXCEPTION 'an erasure does not vouch for the tombstones that it left' USING ERRCODE = 'LU003';
    END IF;
END
$$;

-- Whether an act is recorded: the number of its first entry, or null. Waits until whoever may still be recording it has ended.
CREATE FUNCTION luca.find_act(of_book uuid, of_token uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    found_seq bigint;
BEGIN
    PERFORM luca.enter(of_book, 'owner', 'editor', 'drafter');
    SELECT r.first_seq INTO found_seq FROM luca.receipt AS r WHERE r.book = of_book AND r.token = of_token;
    RETURN found_seq;
END
$$;

-- The rows of a book behind an entry, for a program that knows all before it; in no order. One call for all kinds, since each question of the
-- tables costs more than what it brings. `place` orders them, the act before its entries; `kind` is the place of the table among the kinds of
-- entries. All kinds, or some.
CREATE FUNCTION luca.entries_after(of_book uuid, after_seq bigint, of_kinds smallint[] DEFAULT NULL)
RETURNS TABLE (place bigint, kind smallint, row_hash bytea, fields text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp SET work_mem = '64MB' AS $$
DECLARE
    ends_at bigint;
    activities bigint := 0;
BEGIN
    SELECT h.seq INTO ends_at FROM luca.head AS h WHERE h.book = of_book AND EXISTS (
        SELECT 1 FROM luca.member AS m WHERE m.book = of_book AND m.login = session_user AND m.login_oid = to_regrole(quote_ident(session_user))::oid);
    IF NOT FOUND THEN
        PERFORM luca.demand_reader(of_book);
        SELECT h.seq INTO ends_at FROM luca.head AS h WHERE h.book = of_book;
    END IF;
    IF of_kinds IS NULL OR 0 = ANY (of_kinds) THEN
        RETURN QUERY
        SELECT 2 * t.first_seq, 0::smallint, t.hash, ARRAY[t.id::text, t.first_seq::text, t.recorded_at::text, t.source::text] FROM luca.act AS t WHERE t.book = of_book AND t.first_seq > after_seq;
    END IF;
    IF of_kinds IS NULL OR 3 = ANY (of_kinds) THEN
        RETURN QUERY
        SELECT 2 * t.seq + 1, 3::smallint, t.hash, ARRAY[t.seq::text, t.act::text, t.date::text, t.time::text, t.kind::text, t.subtype::text, t.status::text, t.account::text, t.instrument::text, t.quantity::text, t.price::text, t.amount::text, t.fee::text, t.tax::text, t.currency::text, t.fx_rate::text, t.notes::text, t.detail::text, t.amends::text, t.recorded_by::text] FROM luca.activity AS t WHERE t.book = of_book AND t.seq > after_seq;
        GET DIAGNOSTICS activities = ROW_COUNT;
    END IF;
    -- Most entries are activities, and mostly there is nothing else.
    IF activities < ends_at - after_seq THEN
        RETURN QUERY
        SELECT 2 * t.seq + 1, 1::smallint, t.hash, ARRAY[t.seq::text, t.act::text, t.id::text, t.name::text, t.kind::text, t.currency::text, t.portfolio::text, t.owner::text, t.account_group::text, t.opened::text, t.closed::text, t.allow_short::text, t.tracking::text, t.rate::text, t.matures::text, t.detail::text, t.recorded_by::text] FROM luca.account AS t WHERE t.book = of_book AND t.seq > after_seq AND (of_kinds IS NULL OR 1 = ANY (of_kinds))
        UNION ALL
        SELECT 2 * t.seq + 1, 2::smallint, t.hash, ARRAY[t.seq::text, t.act::text, t.id::text, t.symbol::text, t.name::text, t.kind::text, t.currency::text, t.multiplier::text, t.underlying::text, t.option_right::text, t.strike::text, t.expires::text, t.class::text, t.provider::text, t.provider_symbol::text, t.detail::text, t.recorded_by::text] FROM luca.instrument AS t WHERE t.book = of_book AND t.seq > after_seq AND (of_kinds IS NULL OR 2 = ANY (of_kinds))
        UNION ALL
        SELECT 2 * t.seq + 1, 4::smallint, t.hash, ARRAY[t.seq::text, t.act::text, t.account::text, t.date::text, t.time::text, t.value::text, t.currency::text, t.notes::text, t.recorded_by::text] FROM luca.valuation AS t WHERE t.book = of_book AND t.seq > after_seq AND (of_kinds IS NULL OR 4 = ANY (of_kinds))
        UNION ALL
        SELECT 2 * t.seq + 1, 5::smallint, t.hash, ARRAY[t.seq::text, t.act::text, t.entry::text, t.reason::text, t.recorded_by::text] FROM luca.void AS t WHERE t.book = of_book AND t.seq > after_seq AND (of_kinds IS NULL OR 5 = ANY (of_kinds))
        UNION ALL
        SELECT 2 * t.seq + 1, 6::smallint, t.hash, ARRAY[t.seq::text, t.act::text, t.key::text, t.value::text, t.recorded_by::text] FROM luca.setting AS t WHERE t.book = of_book AND t.seq > after_seq AND (of_kinds IS NULL OR 6 = ANY (of_kinds))
        UNION ALL
        SELECT 2 * t.seq + 1, 7::smallint, t.hash, ARRAY[t.seq::text, t.act::text, t.account::text, t.entries::text, t.digest::text, t.recorded_by::text] FROM luca.erasure AS t WHERE t.book = of_book AND t.seq > after_seq AND (of_kinds IS NULL OR 7 = ANY (of_kinds))
        UNION ALL
        SELECT 2 * t.seq + 1, 8::smallint, t.hash, ARRAY[t.seq::text, t.erasure::text] FROM luca.tombstone AS t WHERE t.book = of_book AND t.seq > after_seq AND (of_kinds IS NULL OR 8 = ANY (of_kinds))
        UNION ALL
        SELECT 2 * t.seq + 1, 9::smallint, t.hash, ARRAY[t.seq::text, t.act::text, t.kind::text, t.name::text, t.body::text, t.recorded_by::text] FROM luca.plan AS t WHERE t.book = of_book AND t.seq > after_seq AND (of_kinds IS NULL OR 9 = ANY (of_kinds))
        UNION ALL
        SELECT 2 * t.seq + 1, 10::smallint, t.hash, ARRAY[t.seq::text, t.act::text, t.rule::text, t.day::text, t.state::text, t.first_entry::text, t.recorded_by::text] FROM luca.occurrence AS t WHERE t.book = of_book AND t.seq > after_seq AND (of_kinds IS NULL OR 10 = ANY (of_kinds))
        UNION ALL
        SELECT 2 * t.seq + 1, 11::smallint, t.hash, ARRAY[t.seq::text, t.act::text, t.thing::text, t.number::text, t.tag::text, t.change::text, t.recorded_by::text] FROM luca.tag AS t WHERE t.book = of_book AND t.seq > after_seq AND (of_kinds IS NULL OR 11 = ANY (of_kinds));
    END IF;
END
$$;

-- The activities of a book behind an entry, in their order. For whoever reads many, this asks once who asks, where the rules of the table ask for
-- every row.
CREATE FUNCTION luca.activities_after(of_book uuid, after_seq bigint) RETURNS SETOF luca.activity
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 10000 SET search_path = luca, pg_catalog, pg_temp SET work_mem = '64MB' AS $$
BEGIN
    PERFORM luca.demand_reader(of_book);
    RETURN QUERY SELECT t.* FROM luca.activity AS t WHERE t.book = of_book AND t.seq > after_seq ORDER BY t.seq;
END
$$;

-- The prices of some instruments of a book, each of some days, by day and source; the shared ones too, where the book wants them. Where no first
-- day is told, it is that of ten days ago.
CREATE FUNCTION luca.quotes_between(of_book uuid, instruments bigint[], first_days text[], last_days text[]) RETURNS SETOF luca.quote
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM luca.demand_reader(of_book);
    -- The view looks for the source's name of each instrument, which a book with prices of its own alone need not wait for.
    IF EXISTS (SELECT 1 FROM luca.book AS b WHERE b.book = of_book AND b.uses_market) THEN
        RETURN QUERY SELECT q.* FROM unnest(instruments, first_days, last_days) AS w (instrument, first_day, last_day) CROSS JOIN LATERAL (
            SELECT t.* FROM luca.any_quote AS t WHERE t.book = of_book AND t.instrument = w.instrument
                AND t.date >= coalesce(w.first_day, to_char(current_date - 10, 'YYYY-MM-DD')) AND t.date <= w.last_day ORDER BY t.date, t.source) AS q;
        RETURN;
    END IF;
    RETURN QUERY SELECT q.* FROM unnest(instruments, first_days, last_days) AS w (instrument, first_day, last_day) CROSS JOIN LATERAL (
        SELECT t.* FROM luca.quote AS t WHERE t.book = of_book AND t.instrument = w.instrument
            AND t.date >= coalesce(w.first_day, to_char(current_date - 10, 'YYYY-MM-DD')) AND t.date <= w.last_day ORDER BY t.date, t.source) AS q;
END
$$;

-- The rates of a book, or of one pair of currencies, by day and source; the shared ones too, where the book wants them.
CREATE FUNCTION luca.rates_of(of_book uuid, of_base text DEFAULT NULL, of_quoted text DEFAULT NULL) RETURNS SETOF luca.rate
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM luca.demand_reader(of_book);
    IF of_base IS NULL THEN
        RETURN QUERY SELECT r.* FROM luca.any_rate AS r WHERE r.book = of_book;
        RETURN;
    END IF;
    RETURN QUERY SELECT r.* FROM luca.any_rate AS r WHERE r.book = of_book AND r.base = of_base AND r.quoted = of_quoted ORDER BY r.date, r.source;
END
$$;

-- The first entry of a book whose hash does not fit, as the server computes it; null where all fit. Reads all of the book.
CREATE FUNCTION luca.first_unsound_entry(of_book uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path = luca, pg_catalog, pg_temp AS $$
    WITH r AS (
        SELECT 2 * t.first_seq AS place, t.hash, luca.hashed(t) AS content FROM luca.act AS t WHERE t.book = of_book
        UNION ALL SELECT 2 * t.seq + 1, t.hash, luca.hashed(t) FROM luca.account AS t WHERE t.book = of_book
        UNION ALL SELECT 2 * t.seq + 1, t.hash, luca.hashed(t) FROM luca.instrument AS t WHERE t.book = of_book
        UNION ALL SELECT 2 * t.seq + 1, t.hash, luca.hashed(t) FROM luca.activity AS t WHERE t.book = of_book
        UNION ALL SELECT 2 * t.seq + 1, t.hash, luca.hashed(t) FROM luca.valuation AS t WHERE t.book = of_book
        UNION ALL SELECT 2 * t.seq + 1, t.hash, luca.hashed(t) FROM luca.void AS t WHERE t.book = of_book
        UNION ALL SELECT 2 * t.seq + 1, t.hash, luca.hashed(t) FROM luca.setting AS t WHERE t.book = of_book
        UNION ALL SELECT 2 * t.seq + 1, t.hash, luca.hashed(t) FROM luca.erasure AS t WHERE t.book = of_book
        UNION ALL SELECT 2 * t.seq + 1, t.hash, luca.hashed(t) FROM luca.plan AS t WHERE t.book = of_book
        UNION ALL SELECT 2 * t.seq + 1, t.hash, luca.hashed(t) FROM luca.occurrence AS t WHERE t.book = of_book
        UNION ALL SELECT 2 * t.seq + 1, t.hash, luca.hashed(t) FROM luca.tag AS t WHERE t.book = of_book
        UNION ALL SELECT 2 * t.seq + 1, t.hash, NULL FROM luca.tombstone AS t WHERE t.book = of_book),
    c AS (SELECT r.place, r.hash, r.content, lag(r.hash, 1, decode(repeat('00', 32), 'hex')) OVER (ORDER BY r.place) AS before FROM r)
    SELECT min(c.place) / 2 FROM c WHERE c.content IS NOT NULL AND c.hash <> sha256(c.before || convert_to(c.content, 'UTF8'))
$$;

-- Prices, rates, saved states -----------------------------------------------------------------------------------------------------

-- Keeps prices; how many are new or differ from what was kept.
CREATE FUNCTION luca.store_quotes(of_book uuid, given jsonb) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    changed bigint;
BEGIN
    PERFORM luca.enter(of_book, 'owner', 'editor');
    INSERT INTO luca.quote AS q
    SELECT of_book, r.instrument, r.date, r.source, r.open, r.high, r.low, r.close, r.adjusted, r.volume, r.currency, r.recorded_at
    FROM jsonb_populate_recordset(NULL::luca.quote, given) AS r
    ON CONFLICT (book, instrument, date, source) DO UPDATE SET
        open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, adjusted = excluded.adjusted, volume = excluded.volume,
        currency = excluded.currency, recorded_at = excluded.recorded_at
    WHERE (q.open, q.high, q.low, q.close, q.adjusted, q.volume, q.currency)
        IS DISTINCT FROM (excluded.open, excluded.high, excluded.low, excluded.close, excluded.adjusted, excluded.volume, excluded.currency);
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed > 0 THEN
        UPDATE luca.head AS h SET quotes = h.quotes + 1 WHERE h.book = of_book;
    END IF;
    RETURN changed;
END
$$;

-- Takes away the price that one source told of an instrument and day; how many there were.
CREATE FUNCTION luca.remove_quote(of_book uuid, of_instrument bigint, on_day text, of_source text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    changed bigint;
BEGIN
    PERFORM luca.enter(of_book, 'owner', 'editor');
    DELETE FROM luca.quote AS q WHERE q.book = of_book AND q.instrument = of_instrument AND q.date = on_day AND q.source = of_source;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed > 0 THEN
        UPDATE luca.head AS h SET quotes = h.quotes + 1 WHERE h.book = of_book;
    END IF;
    RETURN changed;
END
$$;

-- Keeps rates; how many are new or differ from what was kept.
CREATE FUNCTION luca.store_rates(of_book uuid, given jsonb) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    changed bigint;
BEGIN
    PERFORM luca.enter(of_book, 'owner', 'editor');
    INSERT INTO luca.rate AS k
    SELECT of_book, r.base, r.quoted, r.date, r.source, r.rate, r.recorded_at FROM jsonb_populate_recordset(NULL::luca.rate, given) AS r
    ON CONFLICT (book, base, quoted, date, source) DO UPDATE SET rate = excluded.rate, recorded_at = excluded.recorded_at
    WHERE k.rate IS DISTINCT FROM excluded.rate;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed > 0 THEN
        UPDATE luca.head AS h SET rates = h.rates + 1 WHERE h.book = of_book;
    END IF;
    RETURN changed;
END
$$;

-- Takes away the rate that one source told of a pair and day; how many there were.
CREATE FUNCTION luca.remove_rate(of_book uuid, of_base text, of_quoted text, on_day text, of_source text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    changed bigint;
BEGIN
    PERFORM luca.enter(of_book, 'owner', 'editor');
    DELETE FROM luca.rate AS r WHERE r.book = of_book AND r.base = of_base AND r.quoted = of_quoted AND r.date = on_day AND r.source = of_source;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed > 0 THEN
        UPDATE luca.head AS h SET rates = h.rates + 1 WHERE h.book = of_book;
    END IF;
    RETURN changed;
END
$$;

-- Keeps what the book comes to, where nothing was recorded meanwhile; whether it did.
CREATE FUNCTION luca.save_state(of_book uuid, of_seq bigint, of_hash bytea, of_version bigint, state_sum bytea, lots_sum bytea, state_bytes bytea, lots_bytes bytea)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM luca.demand(of_book, 'owner', 'editor');
    PERFORM 1 FROM luca.head AS h WHERE h.book = of_book AND h.seq = of_seq AND h.hash = of_hash FOR SHARE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM luca.demand(of_book, 'owner', 'editor');
    INSERT INTO luca.saved_state VALUES (of_book, of_seq, of_hash, of_version, state_sum, lots_sum, state_bytes, lots_bytes)
    ON CONFLICT (book) DO UPDATE SET
        seq = excluded.seq, hash = excluded.hash, version = excluded.version, state_digest = excluded.state_digest, lots_digest = excluded.lots_digest,
        state = excluded.state, lots = excluded.lots;
    RETURN true;
END
$$;

-- Keeps prices for all books of the server; how many are new or differ.
CREATE FUNCTION market.store_quotes(given jsonb) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    changed bigint;
BEGIN
    INSERT INTO market.quote AS q
    SELECT r.provider, r.symbol, r.date, r.open, r.high, r.low, r.close, r.adjusted, r.volume, r.currency, r.recorded_at
    FROM jsonb_populate_recordset(NULL::market.quote, given) AS r
    ON CONFLICT (provider, symbol, date) DO UPDATE SET
        open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, adjusted = excluded.adjusted, volume = excluded.volume,
        currency = excluded.currency, recorded_at = excluded.recorded_at
    WHERE (q.open, q.high, q.low, q.close, q.adjusted, q.volume, q.currency)
        IS DISTINCT FROM (excluded.open, excluded.high, excluded.low, excluded.close, excluded.adjusted, excluded.volume, excluded.currency);
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed > 0 THEN
        UPDATE market.revision SET number = number + 1;
    END IF;
    RETURN changed;
END
$$;

-- Keeps prices that one book has fetched for all books of the server, by the names that the source has for the book's instruments.
CREATE FUNCTION market.share_quotes(of_book uuid, given jsonb) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM luca.demand(of_book, 'owner', 'editor');
    RETURN market.store_quotes(coalesce((
        SELECT jsonb_agg(to_jsonb(r) || jsonb_build_object('provider', r.source, 'symbol', coalesce(nullif(i.provider_symbol, ''), i.symbol)))
        FROM jsonb_populate_recordset(NULL::luca.quote, given) AS r
        JOIN luca.instrument AS i ON i.book = of_book AND i.id = r.instrument
        WHERE NOT EXISTS (SELECT 1 FROM luca.instrument AS later WHERE later.book = of_book AND later.id = i.id AND later.seq > i.seq)), '[]'));
END
$$;

-- Keeps rates for all books of the server; how many are new or differ.
CREATE FUNCTION market.store_rates(given jsonb) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    changed bigint;
BEGIN
    INSERT INTO market.rate AS k SELECT r.* FROM jsonb_populate_recordset(NULL::market.rate, given) AS r
    ON CONFLICT (base, quoted, date, provider) DO UPDATE SET rate = excluded.rate, recorded_at = excluded.recorded_at
    WHERE k.rate IS DISTINCT FROM excluded.rate;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed > 0 THEN
        UPDATE market.revision SET number = number + 1;
    END IF;
    RETURN changed;
END
$$;

-- Books and members ---------------------------------------------------------------------------------------------------------------

-- The number of a login that may use luca.
CREATE FUNCTION luca.login_number(of_login text) RETURNS oid LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found_oid oid;
BEGIN
    SELECT r.oid INTO found_oid FROM pg_catalog.pg_roles AS r WHERE r.rolname = of_login AND r.rolcanlogin;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no login "%" on this server', of_login USING ERRCODE = 'LU009';
    END IF;
    IF NOT pg_catalog.pg_has_role(found_oid, 'luca_members', 'MEMBER') THEN
        RAISE EXCEPTION 'the login "%" does not belong to the group luca_members', of_login USING ERRCODE = 'LU010';
    END IF;
    RETURN found_oid;
END
$$;

-- Makes a book, whose owner is whoever calls, or whom an administrator names. One that is to be filled from elsewhere takes entries of any
-- name until the transaction ends.
CREATE FUNCTION luca.create_book(of_book uuid, of_name text, of_owner text DEFAULT session_user, is_filled boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    IF NOT (luca.is_administrator() OR pg_has_role(session_user, 'luca_creators', 'MEMBER') AND of_owner IS NOT DISTINCT FROM session_user::text) THEN
        RAISE EXCEPTION 'making books takes the group luca_creators' USING ERRCODE = 'LU002';
    END IF;
    IF EXISTS (SELECT 1 FROM luca.book AS b JOIN luca.member AS m ON m.book = b.book WHERE b.name = of_name AND m.login = of_owner) THEN
        RAISE EXCEPTION '% has a book of the name "%" already', of_owner, of_name USING ERRCODE = 'LU011';
    END IF;
    INSERT INTO luca.book (book, name, created_by, channel, loading)
    VALUES (of_book, of_name, session_user, luca.new_channel(), CASE WHEN is_filled THEN pg_current_xact_id() END)
    ON CONFLICT (book) DO NOTHING;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'a book with this number is kept here already' USING ERRCODE = 'LU011';
    END IF;
    INSERT INTO luca.head (book) VALUES (of_book);
    INSERT INTO luca.member (book, login, login_oid, role) VALUES (of_book, of_owner, luca.login_number(of_owner), 'owner');
    INSERT INTO luca.member_change (book, login, role) VALUES (of_book, of_owner, 'owner');
END
$$;

-- The name of a channel that nobody guesses.
CREATE FUNCTION luca.new_channel() RETURNS text LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
    SELECT 'luca_' || replace(gen_random_uuid()::text, '-', '')
$$;

-- Writes the head of a book anew as it is. Whoever still reads the book as it was before its members changed, in a transaction that sees
-- one moment, is then refused the lock on it: there they would have their old role for as long as the transaction lasts.
CREATE FUNCTION luca.renew_head(of_book uuid) RETURNS void LANGUAGE plpgsql SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    UPDATE luca.head AS h SET act = h.act WHERE h.book = of_book;
END
$$;

-- Gives a login a role in a book, or another one.
CREATE FUNCTION luca.add_member(of_book uuid, of_login text, of_role text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM luca.enter_as_owner(of_book);
    IF (of_role IN ('owner', 'editor', 'drafter', 'viewer')) IS NOT TRUE THEN
        RAISE EXCEPTION 'there is no role "%"; there are owner, editor, drafter and viewer', of_role USING ERRCODE = 'LU004';
    END IF;
    IF of_role <> 'owner' THEN
        PERFORM luca.keep_an_owner(of_book, of_login);
    END IF;
    INSERT INTO luca.member (book, login, login_oid, role) VALUES (of_book, of_login, luca.login_number(of_login), of_role)
    ON CONFLICT (book, login) DO UPDATE SET login_oid = excluded.login_oid, bound_on = excluded.bound_on, role = excluded.role;
    PERFORM luca.renew_head(of_book);
    INSERT INTO luca.member_change (book, login, role) VALUES (of_book, of_login, of_role);
END
$$;

-- Takes a login out of a book; whether it belonged to it.
CREATE FUNCTION luca.remove_member(of_book uuid, of_login text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM luca.enter_as_owner(of_book);
    PERFORM luca.keep_an_owner(of_book, of_login);
    DELETE FROM luca.member AS m WHERE m.book = of_book AND m.login = of_login;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM luca.renew_head(of_book);
    -- Who was removed knows where notices are sent, and anybody may listen anywhere.
    UPDATE luca.book AS b SET channel = luca.new_channel() WHERE b.book = of_book;
    INSERT INTO luca.member_change (book, login, role) VALUES (of_book, of_login, '');
    RETURN true;
END
$$;

-- Makes sure that whoever calls owns a book, or runs the server.
CREATE FUNCTION luca.demand_owner(of_book uuid) RETURNS void LANGUAGE plpgsql STABLE SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    IF luca.is_administrator() THEN
        IF EXISTS (SELECT 1 FROM luca.book AS b WHERE b.book = of_book) THEN
            RETURN;
        END IF;
    END IF;
    PERFORM luca.demand(of_book, 'owner');
END
$$;

-- Makes sure that a book has another owner than one, whose login is still there.
CREATE FUNCTION luca.keep_an_owner(of_book uuid, of_login text) RETURNS void LANGUAGE plpgsql STABLE SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM luca.member AS m WHERE m.book = of_book AND m.login = of_login AND m.role = 'owner')
        AND NOT EXISTS (
            SELECT 1 FROM luca.member AS m JOIN pg_catalog.pg_roles AS r ON r.rolname = m.login AND r.oid = m.login_oid
            WHERE m.book = of_book AND m.login <> of_login AND m.role = 'owner')
    THEN
        RAISE EXCEPTION '% is the only owner of the book', of_login USING ERRCODE = 'LU012';
    END IF;
END
$$;

-- Gives a book another name.
CREATE FUNCTION luca.rename_book(of_book uuid, of_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM luca.enter_as_owner(of_book);
    UPDATE luca.book AS b SET name = of_name WHERE b.book = of_book;
END
$$;

-- Says whether the shared prices and rates count in a book where it has none of its own.
CREATE FUNCTION luca.use_market(of_book uuid, uses boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
BEGIN
    PERFORM luca.enter_as_owner(of_book);
    UPDATE luca.book AS b SET uses_market = uses WHERE b.book = of_book;
    UPDATE luca.head AS h SET quotes = h.quotes + 1, rates = h.rates + 1 WHERE h.book = of_book;
END
$$;

-- Says that a book is kept on another server from now on: nothing is recorded here any more. An empty address takes it back.
CREATE FUNCTION luca.move_book(of_book uuid, to_address text, expected_seq bigint, expected_hash bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    end_of luca.head;
BEGIN
    PERFORM luca.enter_as_owner(of_book);
    SELECT h.* INTO end_of FROM luca.head AS h WHERE h.book = of_book;
    IF end_of.seq IS DISTINCT FROM expected_seq OR end_of.hash IS DISTINCT FROM expected_hash THEN
        RAISE EXCEPTION 'entry % is the last by now', end_of.seq USING ERRCODE = 'LU001';
    END IF;
    UPDATE luca.book AS b SET moved_to = nullif(to_address, '') WHERE b.book = of_book;
END
$$;

-- Finds the logins of members again by their names, where the database was restored on another server; of how many memberships. On the
-- server where somebody became a member, a login that was made anew under their name is not theirs.
CREATE FUNCTION luca.bind_members() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    changed bigint;
BEGIN
    IF NOT luca.is_administrator() THEN
        RAISE EXCEPTION 'that takes an administrator of the server' USING ERRCODE = 'LU002';
    END IF;
    UPDATE luca.member AS m SET login_oid = r.oid, bound_on = s.system_identifier FROM pg_catalog.pg_roles AS r, pg_catalog.pg_control_system() AS s
    WHERE r.rolname = m.login AND m.bound_on <> s.system_identifier;
    GET DIAGNOSTICS changed = ROW_COUNT;
    RETURN changed;
END
$$;

RESET ROLE;
SET LOCAL ROLE luca_eraser;

-- Puts tombstones in the place of entries of a book; in the transaction that appends the erasure, behind the entry that is the last.
CREATE FUNCTION luca.erase(of_book uuid, of_erasure bigint, entries bigint[]) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    kind text;
    erased bigint;
    changed bigint := 0;
    ends_at bigint;
BEGIN
    PERFORM luca.enter(of_book, 'owner');
    SELECT h.seq INTO ends_at FROM luca.head AS h WHERE h.book = of_book;
    IF of_erasure IS DISTINCT FROM ends_at + 1 THEN
        RAISE EXCEPTION 'entry % is the last by now', ends_at USING ERRCODE = 'LU001';
    END IF;
    DELETE FROM luca.saved_state AS s WHERE s.book = of_book;
    -- The kinds of entries that can be of an account, or name it. The statement is planned for each, which is done rarely.
    FOREACH kind IN ARRAY ARRAY['tag', 'occurrence', 'plan', 'valuation', 'void', 'activity', 'account'] LOOP
        EXECUTE format(
            'WITH gone AS (DELETE FROM luca.%I AS t WHERE t.book = $1 AND t.seq = ANY ($2) RETURNING t.seq, t.hash)
             INSERT INTO luca.tombstone SELECT $1, g.seq, $3, g.hash FROM gone AS g', kind) USING of_book, entries, of_erasure;
        GET DIAGNOSTICS erased = ROW_COUNT;
        changed := changed + erased;
    END LOOP;
    RETURN changed;
END
$$;

-- Deletes a book, with all that was recorded in it.
CREATE FUNCTION luca.delete_book(of_book uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = luca, pg_catalog, pg_temp AS $$
DECLARE
    part text;
BEGIN
    PERFORM luca.enter_as_owner(of_book);
    -- What refers to others goes before them.
    FOREACH part IN ARRAY ARRAY['saved_state', 'quote', 'rate', 'receipt', 'tombstone', 'tag', 'occurrence', 'plan',
        'erasure', 'setting', 'void', 'valuation', 'activity', 'instrument', 'account', 'act', 'member_change', 'member', 'head', 'book'] LOOP
        EXECUTE format('DELETE FROM luca.%I AS t WHERE t.book = $1', part) USING of_book;
    END LOOP;
END
$$;

RESET ROLE;

-- Functions are for members, and what the functions ask of one another is for them alone.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA luca, market FROM PUBLIC;
GRANT EXECUTE ON FUNCTION luca.netstring, luca.my_books, luca.my_role, luca.is_administrator, luca.demand, luca.demand_owner,
    luca.enter, luca.enter_as_owner TO luca_functions, luca_eraser;
GRANT EXECUTE ON FUNCTION luca.my_books, luca.my_role, luca.is_administrator, luca.list_books, luca.lock_book, luca.append, luca.find_act, luca.entries_after, luca.activities_after, luca.quotes_between,
    luca.rates_of, luca.netstring,
    luca.first_unsound_entry, luca.store_quotes, luca.remove_quote, luca.store_rates, luca.remove_rate, luca.save_state, luca.create_book,
    luca.add_member, luca.remove_member, luca.rename_book, luca.use_market, luca.move_book, luca.erase, luca.delete_book TO luca_members;
GRANT EXECUTE ON FUNCTION luca.hashed(luca.act) TO luca_members;
GRANT EXECUTE ON FUNCTION luca.hashed(luca.account) TO luca_members;
GRANT EXECUTE ON FUNCTION luca.hashed(luca.instrument) TO luca_members;
GRANT EXECUTE ON FUNCTION luca.hashed(luca.activity) TO luca_members;
GRANT EXECUTE ON FUNCTION luca.hashed(luca.valuation) TO luca_members;
GRANT EXECUTE ON FUNCTION luca.hashed(luca.void) TO luca_members;
GRANT EXECUTE ON FUNCTION luca.hashed(luca.setting) TO luca_members;
GRANT EXECUTE ON FUNCTION luca.hashed(luca.erasure) TO luca_members;
GRANT EXECUTE ON FUNCTION luca.hashed(luca.plan) TO luca_members;
GRANT EXECUTE ON FUNCTION luca.hashed(luca.occurrence) TO luca_members;
GRANT EXECUTE ON FUNCTION luca.hashed(luca.tag) TO luca_members;
GRANT EXECUTE ON FUNCTION luca.list_books, luca.entries_after, luca.activities_after, luca.quotes_between, luca.rates_of TO luca_tables;
GRANT EXECUTE ON FUNCTION luca.bind_members, luca.is_administrator, luca.create_book, luca.add_member, luca.remove_member, luca.rename_book,
    luca.use_market, luca.move_book, luca.delete_book TO luca_tables;
GRANT EXECUTE ON FUNCTION market.store_quotes, market.share_quotes, market.store_rates TO luca_market;
REVOKE CREATE ON SCHEMA luca, market FROM luca_functions, luca_eraser;

SET LOCAL ROLE luca_tables;
INSERT INTO luca.migration (version) VALUES (1);
RESET ROLE;

DO $$
DECLARE
    taken text;
BEGIN
    EXECUTE format('REVOKE CREATE ON DATABASE %I FROM luca_tables', current_database());
    -- Where others gave the roles, they take them back.
    IF (SELECT rolcreaterole AND NOT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
        FOREACH taken IN ARRAY ARRAY['luca_functions', 'luca_eraser'] LOOP
            EXECUTE format('REVOKE %I FROM CURRENT_USER', taken);
        END LOOP;
    END IF;
END
$$;
