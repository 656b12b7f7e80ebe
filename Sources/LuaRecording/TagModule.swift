import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Sentences
import Storage
import Values

/// Tags: words that the owner puts on accounts, instruments and activities, by which every query can be narrowed.
package enum TagModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("tags", [tag, untag, tags, RowsByTag.function], questions: ["tags"])

    private static let things: [LuaParameter] = [
        .optional("account", .init("account", phrase: "an account, its name, or a list of names", accepts: [.string, .boxed, .table]), "The account, or several."),
        .optional("symbol", .init("symbol", phrase: "a symbol or a list of symbols", accepts: [.string, .boxed, .table]), "The instrument, or several."),
        .optional("id", .init("id", phrase: "the id of an activity or a list of ids", accepts: [.integer, .table]), "The activity's id, as activities{} shows it, or several."),
    ]

    private static let tag = LuaFunction(
        "tag", [.required("tag", .tags, "The word, or several.")] + things, returns: "frame",
        summary: "Puts a tag on accounts, instruments or activities. Capitals make no other tag, and it is shown as it was first written; an activity keeps its tags when it is "
            + "amended. Every query takes tag=, and finds what has it: itself, its account or its instrument.",
        example: "tag{symbol=\"ORCL\", tag={\"tech\", \"us\"}}:count() --> 2"
    ) { call in try call.reply(put(.added, call)) }

    private static let untag = LuaFunction(
        "untag", [.required("tag", .tags, "The word, or several.")] + things, returns: "frame",
        summary: "Takes a tag off accounts, instruments or activities: a row for each that was taken off.",
        example: "tag{account=\"Savings\", tag=\"reserve\"} return untag{account=\"Savings\", tag=\"reserve\"}:count() --> 1"
    ) { call in try call.reply(put(.removed, call)) }

    private static let tags = LuaFunction(
        "tags", [.optional("tag", .tags, "Only this tag, or these.")] + things, returns: "frame",
        summary: "What has which tag: a row for each tag of each account, instrument and activity, and how many activities that count each tells of.",
        example: "tag{symbol=\"ORCL\", tag=\"tech\"} return tags{tag=\"tech\"}[1].name --> ORCL"
    ) { call in
        let defined = try call.book().definitions, asked = try Set(wanted(call, defined)), known = try (call.strings("tag") ?? []).map { try spelling(of: $0, defined.tags, call) }
        let rows = defined.tags.things.filter { asked.isEmpty || asked.contains($0) }.flatMap { thing in
            defined.tags.tags(of: thing).filter { known.isEmpty || known.contains($0) }.map { Tagging(thing, $0) }
        }
        return try call.reply(TagsFrame.make(rows, call.book(), isCounted: true))
    }

    /// Puts tags on what a call names, or takes them off: what is so already is told, and not recorded again.
    private static func put(_ change: Tagging.Change, _ call: LuaCall) throws -> Frame {
        // Nobody holds on to what is defined while it changes: that would copy all tags for each.
        let book = try call.book(), things = try wanted(call, book.definitions), tags = try call.strings("tag") ?? []
        if things.isEmpty {
            throw LuaMisuse(
                "\(call.name): say what: account=, symbol= or id=", field: "symbol", hint: "\(call.name){symbol=\"ORCL\", tag=\(LuaForm.quoted(tags.first ?? "tech"))}")
        }
        if change == .removed { for tag in tags { _ = try spelling(of: tag, book.definitions.tags, call) } }
        var recorded: [Tagging] = [], unchanged: [String] = []
        try book.transaction {
            for thing in things {
                for tag in tags {
                    if let shown = try book.record(Tagging(thing, tag, change)) {
                        recorded.append(Tagging(thing, shown, change))
                    } else {
                        unchanged.append(try sentence(on: thing, tag, has: change == .added, book.definitions))
                    }
                }
            }
        }
        if change == .removed, recorded.isEmpty, let problem = unchanged.first {
            let own = try book.definitions.tags.tags(of: things[0])
            throw LuaMisuse("untag: \(problem)", field: "tag", hint: own.isEmpty ? "it has none" : "it has \(own.joined(separator: ", "))", kind: "not_tagged")
        }
        var frame = try TagsFrame.make(recorded, book, isCounted: false)
        if change == .removed { frame = try frame.with(.text("change").ranked(.deciding), values: recorded.map { _ in .text("taken off") }) }
        // That a tag is there already is all there is to tell.
        if recorded.isEmpty { frame = frame.toldAlready() }
        return frame.adding(warnings: unchanged.map { FrameWarning(kind: "unchanged", message: $0) })
    }

    /// What is so already: `ORCL has the tag "tech" already`.
    private static func sentence(on thing: TaggedThing, _ tag: String, has: Bool, _ defined: Definitions) -> String {
        let name = name(of: thing, defined), shown = quoted(defined.tags.spelling(of: tag) ?? tag)
        return has ? "\(name) has the tag \(shown) already" : "\(name) does not have the tag \(shown)"
    }

    /// What a call names.
    private static func wanted(_ call: LuaCall, _ defined: Definitions) throws -> [TaggedThing] {
        var things: [TaggedThing] = []
        for name in try names("account", call, call.accountName) { things.append(.account(try defined.knownAccount(name))) }
        for symbol in try names("symbol", call, call.symbol) { things.append(.instrument(try defined.knownInstrument(symbol))) }
        for entry in try entries(call) { things.append(.activity(entry)) }
        return things
    }

    private static func names(_ field: String, _ call: LuaCall, _ one: (String) throws -> String?) throws -> [String] {
        if case .table = try call.argument(field) { return try call.strings(field) ?? [] }
        return try one(field).map { [$0] } ?? []
    }

    /// The activities of the ids that a call gives; every one must be there.
    private static func entries(_ call: LuaCall) throws -> [EntryID] {
        let given = try call.argument("id")
        if given.isNone { return [] }
        let items = try given.items(of: "\(call.name): id", field: "id") ?? [given], ledger = try call.book().ledger
        return try items.map { item in
            guard case .integer(let number) = item else { throw call.mismatch("id", expected: "the id of an activity or a list of ids", hint: "activities{} shows them") }
            let entry = EntryID(Int(number))
            // Also finds out that it is none.
            _ = try ledger.draft(of: entry)
            return ledger.activities.firstEntry(ofRow: ledger.activities.row(of: entry)!)
        }
    }

    /// A tag as it is shown; where nothing has it, the error names the nearest.
    private static func spelling(of tag: String, _ store: TagStore, _ call: LuaCall) throws -> String {
        if let known = store.spelling(of: tag) { return known }
        let hint = Suggestion(for: tag, in: store.names)?.question ?? "tags{} lists those that there are"
        throw LuaMisuse("\(call.name): nothing has the tag \(quoted(tag))", field: "tag", hint: hint, kind: "unknown_tag")
    }

    /// What a thing is called in a sentence.
    static func name(of thing: TaggedThing, _ defined: Definitions) -> String {
        switch thing {
        case .account(let account): defined[account].name
        case .instrument(let instrument): defined[instrument].symbol
        case .activity(let entry): "entry \(entry.rawValue)"
        }
    }
}

/// The answer of `tags`: a row for each tag of each thing.
private enum TagsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("tag").ranked(.deciding), .text("kind").ranked(.leading), .text("name").ranked(.deciding), .int("id").optional().ranked(.leading), .day("date").ranked(.useful),
    ]
    private static let count = ColumnSchema.int("count").ranked(.leading)

    /// The frame of some tags, sorted by tag; an activity is told by what stands in its place now.
    ///
    /// - Parameter isCounted: whether a column tells how many activities each tells of, for which all are gone through.
    static func make(_ taggings: [Tagging], _ book: Book, isCounted: Bool) throws -> Frame {
        var builder = FrameBuilder("tags", schemas + (isCounted ? [count] : []))
        if taggings.isEmpty { return builder.frame() }
        let ledger = try book.ledger, table = ledger.activities
        let counts = ActivityCounts(table, of: isCounted ? taggings : [])
        let sorted = taggings.enumerated().sorted { (TextFolding.caseless($0.element.tag), $0.offset) < (TextFolding.caseless($1.element.tag), $1.offset) }.map(\.element)
        for tagging in sorted {
            let row: [FrameValue]
            switch tagging.thing {
            case .account(let account): row = [.text(ledger[account].name), .none, .none, .int(counts.accounts[account] ?? 0)]
            case .instrument(let instrument): row = [.text(ledger[instrument].symbol), .none, .none, .int(counts.instruments[instrument] ?? 0)]
            case .activity(let entry):
                let place = table.amended(table.row(of: entry)!)
                row = [
                    .text(words(of: place, ledger)), .int(Int64(table.id(at: place).rawValue)), .day(table.date(at: place)), .int(table.counts(at: place) ? 1 : 0),
                ]
            }
            try builder.append([.text(tagging.tag), .text(tagging.thing.kind.rawValue)] + (isCounted ? row : row.dropLast()))
        }
        return builder.frame()
    }

    /// What an activity is, in a few words: `buy ORCL in Brokerage`.
    private static func words(of row: Int, _ ledger: Ledger) -> String {
        let table = ledger.activities, account = table.account(at: row)
        return [table.kind(at: row).rawValue, table.instrument(at: row).map { ledger[$0].symbol }, account == .every ? nil : "in \(ledger[account].name)"]
            .compactMap(\.self).joined(separator: " ")
    }

    /// How many activities that count are of each account and instrument. O(activities), where any of either is asked for.
    private struct ActivityCounts {
        var accounts: [AccountID: Int64] = [:]
        var instruments: [InstrumentID: Int64] = [:]

        init(_ table: ActivityTable, of taggings: [Tagging]) {
            for tagging in taggings {
                switch tagging.thing {
                case .account(let account): accounts[account] = 0
                case .instrument(let instrument): instruments[instrument] = 0
                case .activity: continue
                }
            }
            if accounts.isEmpty, instruments.isEmpty { return }
            for row in 0..<table.count where table.counts(at: row) {
                if !accounts.isEmpty { accounts[table.account(at: row)]? += 1 }
                if !instruments.isEmpty, let instrument = table.instrument(at: row) { instruments[instrument]? += 1 }
            }
        }
    }
}
