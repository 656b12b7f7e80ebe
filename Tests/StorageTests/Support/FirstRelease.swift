/// A book of the first layout as SQL, made when that layout was current. It is never made anew: it stands for the files that people have.
enum FirstRelease {
    /// How many entries it has.
    static let entries = 13
    /// The hash of the last.
    static let hash = "53972a8de32c8a312135e3f58673fc346eb99a1471c48537be77abc942c0b103"

    static let sql = #"""
        PRAGMA application_id = 1819632481;
        PRAGMA user_version = 6;
        PRAGMA foreign_keys=OFF;
        BEGIN TRANSACTION;
        CREATE TABLE act (
            id INTEGER PRIMARY KEY,
            first_seq INTEGER NOT NULL UNIQUE,
            recorded_at TEXT NOT NULL,
            source TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO act VALUES(1,1,'2026-11-22T06:29:41.038700Z','script first.lua',X'd53d96a10eb3125f4f22aaecd23f96dd854055376be2ae73956d2558153c0f31');
        INSERT INTO act VALUES(2,13,'2026-11-22T06:29:41.140751Z','pipe',X'd50b7ade3b18f9d6cb4225177a2fcb5286a86489bf57b48a38b28a3a94d58c67');
        CREATE TABLE account (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            id INTEGER NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            currency TEXT NOT NULL,
            portfolio TEXT NOT NULL,
            owner TEXT NOT NULL,
            account_group TEXT NOT NULL,
            opened TEXT,
            closed TEXT,
            allow_short INTEGER NOT NULL,
            tracking TEXT,
            rate TEXT,
            matures TEXT,
            detail TEXT,
            recorded_by TEXT,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO account VALUES(1,1,1,'Brokerage','securities','USD','Family','Ada','',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,X'e16198d7dcbd116596cc5749d5b99b8d63c24f1c08a3d57d9c84664af39d8eb1');
        INSERT INTO account VALUES(3,1,2,'Spaß & Sparen','cash','EUR','','','',NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,X'0fe517af446ea23d839c4203cd096edc3c6cf5bf5f5373b703213fda4d24ab3b');
        INSERT INTO account VALUES(10,1,3,'House','securities','EUR','','','',NULL,NULL,0,'value',NULL,NULL,NULL,NULL,X'13ae03c17c56f7c364c0be5763e81578c00ea485170223f397d61efba006d361');
        CREATE TABLE instrument (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            id INTEGER NOT NULL,
            symbol TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            currency TEXT NOT NULL,
            multiplier TEXT NOT NULL,
            underlying INTEGER,
            option_right TEXT,
            strike TEXT,
            expires TEXT,
            class TEXT,
            provider TEXT,
            provider_symbol TEXT,
            detail TEXT,
            recorded_by TEXT,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO instrument VALUES(2,1,1,'ORCL','Oracle','stock','USD','1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,X'b513d50cfac9e685f92afdebc748664dce4fbbad8ddcd24bd7a59d8912851f5e');
        CREATE TABLE activity (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            date TEXT NOT NULL,
            time TEXT,
            kind TEXT NOT NULL,
            subtype TEXT,
            status TEXT NOT NULL,
            account INTEGER NOT NULL,
            instrument INTEGER,
            quantity TEXT,
            price TEXT,
            amount TEXT,
            fee TEXT NOT NULL,
            tax TEXT NOT NULL,
            currency TEXT NOT NULL,
            fx_rate TEXT,
            notes TEXT NOT NULL,
            detail TEXT,
            amends INTEGER,
            recorded_by TEXT,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO activity VALUES(4,1,'2024-01-02',NULL,'deposit',NULL,'posted',1,NULL,NULL,NULL,'1000','0','0','USD',NULL,'',NULL,NULL,NULL,X'87b8267683991da2b9afad09db1e28f8b12ef6bbf3e89d578c36b7239d128116');
        INSERT INTO activity VALUES(5,1,'2024-01-03',NULL,'buy',NULL,'posted',1,1,'10.5','31.25',NULL,'0.000000000000000001','0','USD',NULL,'größer, "quoted"',NULL,NULL,NULL,X'2916819d259d239bb346551dda2f929f2a11aa531c1855f320d6e32221fbaebc');
        INSERT INTO activity VALUES(6,1,'2024-01-04',NULL,'dividend',NULL,'pending',1,1,NULL,NULL,'123456789012345.123456789012345678','0','0','USD',NULL,'',NULL,NULL,NULL,X'3af14cf3358541adbf55e9d149ca0eb51a472aff81f8be213a1397d4f3889b9e');
        INSERT INTO activity VALUES(7,1,'2024-01-05',NULL,'fee',NULL,'posted',2,NULL,NULL,NULL,'3','0','0','EUR',NULL,'',NULL,NULL,NULL,X'c664b4449064bb635712276a1372c1100988d8d1db6debfcd806c554d48d5924');
        INSERT INTO activity VALUES(13,2,'2024-03-01',NULL,'deposit',NULL,'posted',1,NULL,NULL,NULL,'5','0','0','USD',NULL,'',NULL,NULL,'ada',X'53972a8de32c8a312135e3f58673fc346eb99a1471c48537be77abc942c0b103');
        CREATE TABLE void (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            entry INTEGER NOT NULL REFERENCES activity (seq),
                reason TEXT NOT NULL,
            recorded_by TEXT,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO void VALUES(8,1,7,'typed twice',NULL,X'e78c2588806deadbe56a2829762643784949b2701489c0a13f077e2c89c689ae');
        CREATE TABLE setting (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            key TEXT NOT NULL,
                value TEXT NOT NULL,
            recorded_by TEXT,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO setting VALUES(9,1,'base_currency','EUR',NULL,X'7fb0404b01dc502ac1a0904410e93e3fde47f51a069534d49e507711158addb6');
        INSERT INTO setting VALUES(12,1,'record_user','true',NULL,X'7232d49ff50cfe1e11a7a41df1e26d2b9d9c449d4b82beab8a1ade2de9b18a80');
        CREATE TABLE valuation (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            account INTEGER NOT NULL,
            date TEXT NOT NULL,
            time TEXT,
            value TEXT,
            currency TEXT NOT NULL,
            notes TEXT NOT NULL,
            recorded_by TEXT,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO valuation VALUES(11,1,3,'2024-02-01',NULL,'250000','EUR','',NULL,X'2eac04f67660afb7c517ffc269e70816cb9dad0b9e25dde2270c2b84d1ce42f6');
        CREATE TABLE erasure (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            account INTEGER NOT NULL,
                entries INTEGER NOT NULL,
                digest TEXT NOT NULL,
            recorded_by TEXT,
            hash BLOB NOT NULL
        ) STRICT;
        CREATE TABLE plan (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            kind TEXT NOT NULL,
                name TEXT NOT NULL,
                body TEXT NOT NULL,
            recorded_by TEXT,
            hash BLOB NOT NULL
        ) STRICT;
        CREATE TABLE occurrence (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            rule TEXT NOT NULL,
                day TEXT NOT NULL,
                state TEXT NOT NULL,
                first_entry INTEGER,
            recorded_by TEXT,
            hash BLOB NOT NULL
        ) STRICT;
        CREATE TABLE tombstone (
            seq INTEGER PRIMARY KEY,
            erasure INTEGER NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        CREATE TABLE quote (
            instrument INTEGER NOT NULL,
            date TEXT NOT NULL,
            source TEXT NOT NULL,
            open TEXT,
            high TEXT,
            low TEXT,
            close TEXT NOT NULL,
            adjusted TEXT,
            volume TEXT,
            currency TEXT NOT NULL,
            recorded_at TEXT NOT NULL,
            PRIMARY KEY (instrument, date, source)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO quote VALUES(1,'2024-01-05','manual',NULL,NULL,NULL,'31',NULL,NULL,'USD','2026-11-22T06:29:41.038700Z');
        CREATE TABLE rate (
            base TEXT NOT NULL,
            quoted TEXT NOT NULL,
            date TEXT NOT NULL,
            source TEXT NOT NULL,
            rate TEXT NOT NULL,
            recorded_at TEXT NOT NULL,
            PRIMARY KEY (base, quoted, date, source)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE quote_revision (number INTEGER NOT NULL) STRICT;
        INSERT INTO quote_revision VALUES(1);
        CREATE TABLE rate_revision (number INTEGER NOT NULL) STRICT;
        INSERT INTO rate_revision VALUES(0);
        CREATE TABLE identity (id TEXT NOT NULL) STRICT;
        INSERT INTO identity VALUES('92534e76acce7b42e555c181965d5e7f');
        CREATE TABLE backup (
            id INTEGER PRIMARY KEY,
            made_at TEXT NOT NULL,
            entries INTEGER NOT NULL,
            hash BLOB NOT NULL,
            restored_at TEXT
        ) STRICT;
        CREATE TABLE saved_state (
            id INTEGER PRIMARY KEY,
            seq INTEGER NOT NULL,
            hash BLOB NOT NULL,
            version INTEGER NOT NULL,
            state_digest BLOB NOT NULL,
            lots_digest BLOB NOT NULL,
            state BLOB NOT NULL,
            lots BLOB NOT NULL
        ) STRICT;
        CREATE INDEX account_by_id ON account (id, seq);
        CREATE INDEX instrument_by_id ON instrument (id, seq);
        CREATE INDEX activity_by_amended ON activity (amends) WHERE amends IS NOT NULL;
        CREATE INDEX void_by_entry ON void (entry);
        CREATE INDEX setting_by_key ON setting (key, seq);
        CREATE INDEX plan_by_name ON plan (kind, name);
        CREATE INDEX occurrence_by_day ON occurrence (rule, day);
        CREATE TRIGGER act_is_not_changed BEFORE UPDATE ON act
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER act_is_not_deleted BEFORE DELETE ON act
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER act_is_not_replaced BEFORE INSERT ON act
        WHEN EXISTS (SELECT 1 FROM act WHERE id = NEW.id OR first_seq = NEW.first_seq)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE TRIGGER account_is_not_changed BEFORE UPDATE ON account
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER account_is_not_deleted BEFORE DELETE ON account
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER account_is_not_replaced BEFORE INSERT ON account
        WHEN EXISTS (SELECT 1 FROM account WHERE seq = NEW.seq)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE TRIGGER instrument_is_not_changed BEFORE UPDATE ON instrument
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER instrument_is_not_deleted BEFORE DELETE ON instrument
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER instrument_is_not_replaced BEFORE INSERT ON instrument
        WHEN EXISTS (SELECT 1 FROM instrument WHERE seq = NEW.seq)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE TRIGGER activity_is_not_changed BEFORE UPDATE ON activity
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER activity_is_not_deleted BEFORE DELETE ON activity
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER activity_is_not_replaced BEFORE INSERT ON activity
        WHEN EXISTS (SELECT 1 FROM activity WHERE seq = NEW.seq)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE TRIGGER void_is_not_changed BEFORE UPDATE ON void
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER void_is_not_deleted BEFORE DELETE ON void
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER void_is_not_replaced BEFORE INSERT ON void
        WHEN EXISTS (SELECT 1 FROM void WHERE seq = NEW.seq)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE TRIGGER setting_is_not_changed BEFORE UPDATE ON setting
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER setting_is_not_deleted BEFORE DELETE ON setting
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER setting_is_not_replaced BEFORE INSERT ON setting
        WHEN EXISTS (SELECT 1 FROM setting WHERE seq = NEW.seq)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE TRIGGER valuation_is_not_changed BEFORE UPDATE ON valuation
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER valuation_is_not_deleted BEFORE DELETE ON valuation
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER valuation_is_not_replaced BEFORE INSERT ON valuation
        WHEN EXISTS (SELECT 1 FROM valuation WHERE seq = NEW.seq)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE TRIGGER erasure_is_not_changed BEFORE UPDATE ON erasure
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER erasure_is_not_deleted BEFORE DELETE ON erasure
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER erasure_is_not_replaced BEFORE INSERT ON erasure
        WHEN EXISTS (SELECT 1 FROM erasure WHERE seq = NEW.seq)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE TRIGGER tombstone_is_not_changed BEFORE UPDATE ON tombstone
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER tombstone_is_not_deleted BEFORE DELETE ON tombstone
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER tombstone_is_not_replaced BEFORE INSERT ON tombstone
        WHEN EXISTS (SELECT 1 FROM tombstone WHERE seq = NEW.seq)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE TRIGGER plan_is_not_changed BEFORE UPDATE ON plan
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER plan_is_not_deleted BEFORE DELETE ON plan
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER plan_is_not_replaced BEFORE INSERT ON plan
        WHEN EXISTS (SELECT 1 FROM plan WHERE seq = NEW.seq)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE TRIGGER occurrence_is_not_changed BEFORE UPDATE ON occurrence
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER occurrence_is_not_deleted BEFORE DELETE ON occurrence
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER occurrence_is_not_replaced BEFORE INSERT ON occurrence
        WHEN EXISTS (SELECT 1 FROM occurrence WHERE seq = NEW.seq)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE TRIGGER identity_is_not_changed BEFORE UPDATE ON identity
        BEGIN SELECT RAISE (ABORT, 'entries are never changed: record a new one'); END;
        CREATE TRIGGER identity_is_not_deleted BEFORE DELETE ON identity
        BEGIN SELECT RAISE (ABORT, 'entries are never deleted: void the activity'); END;
        CREATE TRIGGER identity_is_not_replaced BEFORE INSERT ON identity
        WHEN EXISTS (SELECT 1 FROM identity WHERE true)
        BEGIN SELECT RAISE (ABORT, 'entries are never replaced: record a new one'); END;
        CREATE VIEW accounts AS
        SELECT a.id AS id, a.name AS name, a.kind AS type, a.currency AS currency, a.portfolio AS portfolio, a.owner AS owner,
               a.account_group AS account_group, a.opened AS opened, a.closed AS closed, a.allow_short AS allow_short,
               coalesce(a.tracking, 'transactions') AS tracking, a.rate AS rate, a.matures AS matures, a.seq AS seq
        FROM account AS a
        WHERE a.seq = (SELECT max(b.seq) FROM account AS b WHERE b.id = a.id);
        CREATE VIEW instruments AS
        SELECT i.id AS id, i.symbol AS symbol, i.name AS name, i.kind AS kind, i.currency AS currency, i.multiplier AS multiplier,
               (SELECT u.symbol FROM instrument AS u WHERE u.id = i.underlying ORDER BY u.seq DESC LIMIT 1) AS underlying,
               i.option_right AS option_right, i.strike AS strike, i.expires AS expires, coalesce(i.class, '') AS class,
               coalesce(i.provider, '') AS provider, coalesce(i.provider_symbol, '') AS provider_symbol, i.seq AS seq
        FROM instrument AS i
        WHERE i.seq = (SELECT max(j.seq) FROM instrument AS j WHERE j.id = i.id);
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
        LEFT JOIN instruments AS i ON i.id = y.instrument;
        CREATE VIEW activities AS SELECT * FROM all_activities WHERE status = 'posted';
        CREATE VIEW trades AS SELECT * FROM activities WHERE type IN ('buy', 'sell');
        CREATE VIEW quotes AS
        SELECT i.symbol AS symbol, q.date AS date, q.open AS open, q.high AS high, q.low AS low, q.close AS close,
               q.adjusted AS adjusted, q.volume AS volume, q.currency AS currency, q.source AS source, q.recorded_at AS recorded_at
        FROM quote AS q
        LEFT JOIN instruments AS i ON i.id = q.instrument;
        CREATE VIEW rates AS
        SELECT r.base AS "from", r.quoted AS "to", r.date AS date, r.rate AS rate, r.source AS source, r.recorded_at AS recorded_at
        FROM rate AS r;
        CREATE VIEW valuations AS
        SELECT v.seq AS id, a.name AS account, v.date AS date, v.time AS time, v.value AS value, v.currency AS currency, v.notes AS notes,
               t.source AS source, t.recorded_at AS recorded_at, coalesce(v.recorded_by, '') AS recorded_by
        FROM valuation AS v
        JOIN act AS t ON t.id = v.act
        LEFT JOIN accounts AS a ON a.id = v.account;
        CREATE VIEW voids AS
        SELECT v.seq AS id, v.entry AS activity, v.reason AS reason, t.source AS source, t.recorded_at AS recorded_at,
               coalesce(v.recorded_by, '') AS recorded_by
        FROM void AS v
        JOIN act AS t ON t.id = v.act;
        CREATE VIEW settings AS
        SELECT s.key AS key, s.value AS value, s.seq AS seq
        FROM setting AS s
        WHERE s.value <> '' AND s.seq = (SELECT max(r.seq) FROM setting AS r WHERE r.key = s.key);
        CREATE VIEW plans AS
        SELECT p.kind AS kind, p.name AS name, p.body AS body, p.seq AS seq
        FROM plan AS p
        WHERE p.body <> '' AND p.seq = (SELECT max(q.seq) FROM plan AS q WHERE q.kind = p.kind AND q.name = p.name);
        CREATE VIEW occurrences AS
        SELECT o.rule AS rule, o.day AS day, o.state AS state, o.first_entry AS first_entry, o.seq AS seq, t.recorded_at AS recorded_at,
               coalesce(o.recorded_by, '') AS recorded_by
        FROM occurrence AS o
        JOIN act AS t ON t.id = o.act
        WHERE o.seq = (SELECT max(p.seq) FROM occurrence AS p WHERE p.rule = o.rule AND p.day = o.day);
        CREATE VIEW erasures AS
        SELECT e.seq AS id, e.account AS account, e.entries AS entries, e.digest AS digest, t.source AS source, t.recorded_at AS recorded_at,
               coalesce(e.recorded_by, '') AS recorded_by
        FROM erasure AS e
        JOIN act AS t ON t.id = e.act;
        CREATE VIEW acts AS
        SELECT t.id AS id, t.first_seq AS first_seq, t.recorded_at AS recorded_at, t.source AS source FROM act AS t;
        COMMIT;
        """#
}
