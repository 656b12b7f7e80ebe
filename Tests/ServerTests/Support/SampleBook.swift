import Foundation

/// A book on the server of the tests.
struct SampleBook {
    let number: String
    let database: LaidOut

    /// Where its journal ends, as the server's administrator reads it.
    func head() throws -> (seq: Int, hash: String, act: Int) {
        let parts = try database.superuser("SELECT seq, encode(hash, 'hex'), act FROM luca.head WHERE book = '\(number)'").split(separator: "|")
        guard parts.count == 3, let seq = Int(parts[0]), let act = Int(parts[2]) else { throw LaidOut.Failure(description: "no head of \(number)") }
        return (seq, String(parts[1]), act)
    }

    /// Appends an act, which must be taken.
    func record(_ act: Act, as login: String) throws { try database.answer(try sql(act, as: login), as: login) }

    /// The error that an act is refused with; empty where it was taken.
    func refusal(_ act: Act, as login: String) throws -> String { database.refusal(try sql(act, as: login), as: login) }

    /// The statement that appends an act behind the present end of the journal.
    func sql(_ act: Act, as login: String) throws -> String {
        let end = try head()
        return act.sql(book: number, after: end, by: login)
    }
}

/// An act as a program would send it, or as one would that means harm.
struct Act {
    /// An entry: its kind and its fields, as JSON without braces.
    struct Entry {
        let kind: String
        let fields: String

        static func setting(_ key: String, _ value: String) -> Entry { Entry(kind: "setting", fields: #""key": "\#(key)", "value": "\#(value)""#) }

        static func deposit(_ amount: String, status: String = "posted", notes: String = "größer", amends: Int? = nil) -> Entry {
            Entry(
                kind: "activity",
                fields: """
                    "date": "2026-01-01", "kind": "deposit", "status": "\(status)", "account": 1, "amount": "\(amount)", "fee": "0", "tax": "0", "currency": "EUR",
                    "notes": "\(notes)", "amends": \(amends.map(String.init) ?? "null")
                    """)
        }

        static func erasure(of account: Int, entries: Int, digest: String) -> Entry {
            Entry(kind: "erasure", fields: #""account": \#(account), "entries": \#(entries), "digest": "\#(digest)""#)
        }
    }

    var entries: [Entry]
    var token = UUID()
    /// In whose name the entries are; that of the login, where none is told.
    var recordedBy: String?
    /// Whether the entries come with an act of their own, or join the last one.
    var isOpened = true
    /// A row, as JSON, that is sent before all; none where it is empty.
    var openedBy = ""
    /// What is laid over each entry after it was hashed, as JSON.
    var laidOver = "{}"

    init(_ entries: [Entry]) { self.entries = entries }

    /// The call of `luca.append`. The server computes the hashes, by the functions that members may use for it.
    func sql(book: String, after end: (seq: Int, hash: String, act: Int), by login: String) -> String {
        var steps = ["h0 AS (SELECT decode('\(end.hash)', 'hex') AS hash, NULL::jsonb AS row)"]
        func add(_ kind: String, _ fields: String) {
            let number = steps.count
            steps.append(
                """
                h\(number) AS (
                    SELECT sha256(b.hash || convert_to(luca.hashed(jsonb_populate_record(NULL::luca.\(kind), f.row)), 'UTF8')) AS hash, f.row
                    FROM h\(number - 1) AS b, (SELECT '{\(fields)}'::jsonb AS row) AS f)
                """)
        }
        let act = isOpened ? end.act + 1 : end.act
        if isOpened { add("act", #""id": \#(act), "first_seq": \#(end.seq + 1), "recorded_at": "2026-01-01T00:00:00.000Z", "source": "a test""#) }
        var rows = isOpened ? [("act", 1)] : []
        for (offset, entry) in entries.enumerated() {
            add(entry.kind, #"\#(entry.fields), "seq": \#(end.seq + 1 + offset), "act": \#(act), "recorded_by": "\#(recordedBy ?? login)""#)
            rows.append((entry.kind, steps.count - 1))
        }
        var parts = rows.map { table, step in
            "(SELECT row || jsonb_build_object('table', '\(table)', 'hash', '\\x' || encode(hash, 'hex')) || '\(table == "act" ? "{}" : laidOver)' FROM h\(step))"
        }
        if !openedBy.isEmpty { parts.insert("'\(openedBy)'::jsonb", at: 0) }
        return """
            WITH \(steps.joined(separator: ",\n"))
            SELECT a.seq FROM luca.append('\(book)', '\(token.uuidString)', \(end.seq), decode('\(end.hash)', 'hex'), jsonb_build_array(\(parts.joined(separator: ",\n")))) AS a;
            """
    }
}
