import Frames
import Ledger
import LuaKit
import LuaSurface
import Storage
import Values

/// `find`: looks for a text in everything that a book and a session know by name, and in notes.
enum FindModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("find", [find])

    private static let find = LuaFunction(
        "find",
        [
            .required("text", .string, "What to look for; capitals and accents make no difference."),
            .optional("kind", .string, "Only things of this kind: account, instrument, tag, plan, activity, report or help."),
            .optional("count", .integer, "So many rows at most.", default: "20"),
        ],
        returns: "frame",
        summary:
            "Looks for a text in accounts (name, group, portfolio, owner), instruments (symbol, name, class, the provider's symbol), notes of activities, tags, plans, rules and goals, "
            + "reports and what there is help on. The most relevant comes first: score is 100 for the whole text, 80 for its beginning, 60 for the beginning of a word, 40 within one, "
            + "30 for all words apart from one another, 10 for a name that is spelt nearly so.",
        example: "find(\"oracle\")[1].name --> ORCL"
    ) { call in
        guard let text = try call.string("text"), let search = TextSearch(text) else {
            throw LuaMisuse("find: there is nothing to look for", field: "text", hint: "find \"oracle\" looks for a name, a note or a tag")
        }
        let count = try call.integer("count") ?? 20
        guard count > 0 else { throw call.mismatch("count", expected: "one or more") }
        let kind = try call.string("kind").map { word in
            guard let kind = Finding.Kind(rawValue: word) else {
                let known = Finding.Kind.allCases.map(\.rawValue)
                throw LuaMisuse(
                    "find: there is no kind \(quoted(word))", field: "kind", hint: Suggestion(for: word, in: known)?.question ?? "it is one of \(known.joined(separator: ", "))")
            }
            return kind
        }
        return try call.reply(FindFrame.make(search, text, kind, count, call))
    }
}

/// Something that was found.
struct Finding {
    /// What it is; of two that fit as well, the one that is listed first comes first.
    enum Kind: String, CaseIterable {
        /// An account.
        case account
        /// An instrument.
        case instrument
        /// A tag.
        case tag
        /// A recurring rule, a goal, a reserve plan or another plan.
        case plan
        /// An activity, by its notes.
        case activity
        /// A report.
        case report
        /// What there is help on: functions, sentences, settings, words.
        case help
    }

    /// What it is.
    let kind: Kind
    /// What it is called.
    let name: String
    /// The text that fits.
    let what: String
    /// Where that text stands: `name`, `notes`.
    let place: String
    /// How well it fits.
    let fit: TextSearch.Fit
    /// The row of an activity.
    var row: Int?
}

/// The answer of `find`: a row for each thing that was found.
private enum FindFrame {
    private static let schemas: [ColumnSchema] = [
        .text("kind").ranked(.leading), .text("name").ranked(.deciding), .remark("what").ranked(.deciding), .text("where").ranked(.useful), .int("score").ranked(.minor),
        .int("id").optional().ranked(.leading), .day("date").ranked(.leading),
    ]

    /// The best findings, and how many more there are.
    static func make(_ search: TextSearch, _ text: String, _ kind: Finding.Kind?, _ count: Int, _ call: LuaCall) throws -> Frame {
        let book = try call.book(), ledger = try book.ledger, table = ledger.activities
        let things = FindableThings(ledger, call.runtime).findings(search).filter { kind ?? $0.kind == $0.kind }
        let notes = kind ?? .activity == .activity ? ActivityNotes(ledger).findings(search, most: count) : (best: [], total: 0)
        let found = things + notes.best, total = things.count + notes.total
        let ranked = found.map { (rank: Rank($0, table), finding: $0) }.sorted { $0.rank < $1.rank }
        var builder = FrameBuilder("find", schemas)
        for finding in ranked.prefix(count).map(\.finding) {
            var name = finding.name, id = FrameValue.none, date = FrameValue.none
            if let row = finding.row {
                (name, id, date) = (words(of: row, ledger), .int(Int64(table.id(at: row).rawValue)), .day(table.date(at: row)))
            }
            try builder.append([
                .text(finding.kind.rawValue), .text(name), .text(finding.what), .text(finding.place), .int(Int64(finding.fit.rawValue)), id, date,
            ])
        }
        if found.isEmpty { builder.add(warning: "not_found", "nothing has \(quoted(text)) in its name, its notes or its tags; search asks the providers of prices") }
        if let best = ranked.first, best.finding.fit == .near {
            builder.add(warning: "not_found", "nothing has \(quoted(text)) itself in its name, its notes or its tags: these are spelt nearly so")
        }
        if total > count { builder.add(warning: "more", "\(total - count) more \(total - count == 1 ? "is" : "are") left out; count=\(total) shows all") }
        return builder.frame()
    }

    /// What comes before what: the better fit, then by kind; of activities the latest, of others by name.
    private struct Rank: Comparable {
        private let numbers: [Int]
        private let name: String

        init(_ finding: Finding, _ table: ActivityTable) {
            let kind = Finding.Kind.allCases.firstIndex(of: finding.kind) ?? 0
            numbers = [-finding.fit.rawValue, kind] + (finding.row.map { row in [-Int(table.date(at: row).number), -row] } ?? [])
            name = finding.name
        }

        static func < (a: Rank, b: Rank) -> Bool { a.numbers == b.numbers ? a.name < b.name : a.numbers.lexicographicallyPrecedes(b.numbers) }
    }

    /// What an activity is, in a few words: `buy ORCL in Brokerage`.
    private static func words(of row: Int, _ ledger: Ledger) -> String {
        let table = ledger.activities, account = table.account(at: row)
        return [table.kind(at: row).rawValue, table.instrument(at: row).map { ledger[$0].symbol }, account == .every ? nil : "in \(ledger[account].name)"]
            .compactMap(\.self).joined(separator: " ")
    }
}
