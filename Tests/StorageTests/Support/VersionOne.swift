/// A book of version 1 as SQL, made when that version was current. It is never made anew: it stands for the files that people have.
enum VersionOne {
    static let sql = #"""
        PRAGMA application_id = 1819632481;
        PRAGMA user_version = 1;
        PRAGMA foreign_keys=OFF;
        BEGIN TRANSACTION;
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES('1 journal and quotes');
        CREATE TABLE act (
            id INTEGER PRIMARY KEY,
            first_seq INTEGER NOT NULL UNIQUE,
            recorded_at TEXT NOT NULL,
            source TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO act VALUES(1,1,'2026-01-02T03:03:04.500Z','repl',X'1be4ba7ff02fc29dc8195606c0cbca8f8a5d03ac99c0e4739af0818a81cadc7c');
        INSERT INTO act VALUES(2,4,'2026-01-02T03:03:04.500Z','import trades.csv',X'766d645537e1e94a846044cbf85ec3a4b0065e434335bf1bfb66fdc60c383844');
        INSERT INTO act VALUES(3,7,'2026-01-02T03:03:04.500Z','repl',X'f6676d6834d7f1c8e0dad93647b28a09d6df043d9ede606e20f8586f6aff6446');
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
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO account VALUES(1,1,1,'Brokerage','securities','USD','Family','Ada','',NULL,NULL,0,X'569ae8fc278ccdfd251d7b85dff193917ea9005fb63223723298035c597fa702');
        INSERT INTO account VALUES(2,1,2,'Spaß & Sparen','deposit','EUR','','','cash','2020-02-29','2030-12-31',1,X'6b73558b1f6ef14de172b076ae69447dd14f2819b8d3ad301547ee6e7f39ed61');
        CREATE TABLE instrument (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            id INTEGER NOT NULL,
            symbol TEXT NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            currency TEXT NOT NULL,
            multiplier TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO instrument VALUES(3,1,1,'ORCL','Oracle''s "stock"','stock','USD','1',X'9ddef10a5acccf974994f2be346711a65e321e14e71e8f7eaf2dac6061ddb001');
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
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO activity VALUES(4,2,'2024-01-02',NULL,'deposit',NULL,'posted',1,NULL,NULL,NULL,'1000','0','0','USD',NULL,'',X'e87c9e8ba4d06c79acceddb908444476b8d44c7602ce09ee7917684c2bda70a3');
        INSERT INTO activity VALUES(5,2,'2024-01-03','2024-01-03T14:30:00.000Z','buy',NULL,'posted',1,1,'10.5','31.25',NULL,'0.000000000000000001','0','USD',NULL,replace('zwei\nZeilen; 🙂','\n',char(10)),X'57f1ef2b7971659410cf38ba080897fc63ea67ee1d3c291da09576dc674eeba7');
        INSERT INTO activity VALUES(6,2,'2024-01-04',NULL,'dividend',NULL,'pending',1,1,NULL,NULL,'12345678901234567890.5','0','1','USD','0.9','',X'f3326d1c082d7b0d9b738642b30c3daa237faa2925feee4ee86244f0f286a6d1');
        INSERT INTO activity VALUES(7,3,'2024-01-05',NULL,'fee',NULL,'posted',2,NULL,NULL,NULL,'3','0','0','EUR',NULL,'',X'4c3a1a05a578ba241cd58bd4558ee7bc9182e32735863b0114d069b5d5114e8d');
        CREATE TABLE void (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            entry INTEGER NOT NULL REFERENCES activity (seq),
            reason TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO void VALUES(8,3,7,'typed twice',X'280b5e7f1bc4487e911df3b4cec3c97cc0b3d95e95e8f4960e87faaf7a23b2f6');
        CREATE TABLE setting (
            seq INTEGER PRIMARY KEY,
            act INTEGER NOT NULL REFERENCES act (id),
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
        INSERT INTO setting VALUES(9,3,'base_currency','EUR',X'e1ef262714e0eb7a9a8f3d8c25c51da8a547f83780b2df3b453101459ce19389');
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
        INSERT INTO quote VALUES(1,'2024-01-05','manual',NULL,NULL,NULL,'31',NULL,NULL,'USD','2026-01-02T03:03:04.500Z');
        INSERT INTO quote VALUES(1,'2024-01-05','yahoo','30','31','29','30.5','15','1000000','USD','2026-01-02T03:03:04.500Z');
        CREATE TABLE quote_revision (number INTEGER NOT NULL) STRICT;
        INSERT INTO quote_revision VALUES(1);
        CREATE INDEX account_by_id ON account (id, seq);
        CREATE INDEX instrument_by_id ON instrument (id, seq);
        CREATE INDEX void_by_entry ON void (entry);
        CREATE INDEX setting_by_key ON setting (key, seq);
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
        CREATE VIEW accounts AS
        SELECT a.id AS id, a.name AS name, a.kind AS type, a.currency AS currency, a.portfolio AS portfolio, a.owner AS owner,
               a.account_group AS account_group, a.opened AS opened, a.closed AS closed, a.allow_short AS allow_short, a.seq AS seq
        FROM account AS a
        WHERE a.seq = (SELECT max(b.seq) FROM account AS b WHERE b.id = a.id);
        CREATE VIEW instruments AS
        SELECT i.id AS id, i.symbol AS symbol, i.name AS name, i.kind AS kind, i.currency AS currency, i.multiplier AS multiplier,
               i.seq AS seq
        FROM instrument AS i
        WHERE i.seq = (SELECT max(j.seq) FROM instrument AS j WHERE j.id = i.id);
        CREATE VIEW activities AS
        SELECT y.seq AS id, y.seq AS seq, y.date AS date, y.time AS time, y.kind AS type, y.subtype AS subtype,
               CASE WHEN EXISTS (SELECT 1 FROM void AS v WHERE v.entry = y.seq) THEN 'void' ELSE y.status END AS status,
               a.name AS account, a.portfolio AS portfolio, i.symbol AS symbol,
               y.quantity AS quantity, y.price AS price, y.amount AS amount, y.fee AS fee, y.tax AS tax, y.currency AS currency,
               y.fx_rate AS fx_rate, y.notes AS notes, t.source AS source, t.recorded_at AS recorded_at
        FROM activity AS y
        JOIN act AS t ON t.id = y.act
        LEFT JOIN accounts AS a ON a.id = y.account
        LEFT JOIN instruments AS i ON i.id = y.instrument;
        CREATE VIEW trades AS SELECT * FROM activities WHERE type IN ('buy', 'sell');
        CREATE VIEW quotes AS
        SELECT i.symbol AS symbol, q.date AS date, q.open AS open, q.high AS high, q.low AS low, q.close AS close,
               q.adjusted AS adjusted, q.volume AS volume, q.currency AS currency, q.source AS source, q.recorded_at AS recorded_at
        FROM quote AS q
        LEFT JOIN instruments AS i ON i.id = q.instrument;
        CREATE VIEW voids AS
        SELECT v.seq AS id, v.entry AS activity, v.reason AS reason, t.source AS source, t.recorded_at AS recorded_at
        FROM void AS v
        JOIN act AS t ON t.id = v.act;
        CREATE VIEW settings AS
        SELECT s.key AS key, s.value AS value, s.seq AS seq
        FROM setting AS s
        WHERE s.value <> '' AND s.seq = (SELECT max(r.seq) FROM setting AS r WHERE r.key = s.key);
        CREATE VIEW acts AS
        SELECT t.id AS id, t.first_seq AS first_seq, t.recorded_at AS recorded_at, t.source AS source FROM act AS t;
        COMMIT;
        """#
}
