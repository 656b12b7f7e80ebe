import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Storage
import Values

/// `by_tag`: the rows of an answer once for each of their tags, so that they can be summed by tag.
enum RowsByTag {
    /// The function as Lua knows it.
    static let function = LuaFunction(
        "by_tag", [.required("rows", .any, "The answer of a query, with a column account, symbol, id or activity_id.")], returns: "frame",
        summary: "The rows of an answer with a column tag: a row with several tags comes once for each, one without any once, as untagged. A row has the tags of its account, "
            + "its instrument and its activity. Where a row comes several times, the rows do not add up to the whole, and a warning says so.",
        example: "tag{symbol=\"ORCL\", tag={\"tech\", \"us\"}} return #by_tag(holdings{symbol=\"ORCL\"}) == 2 * #holdings{symbol=\"ORCL\"} --> true", style: .positional
    ) { call in
        guard let frame = call.runtime.frame(try call.argument("rows")) else { throw call.mismatch("rows", expected: "a frame") }
        return try call.reply(make(frame, call.book()))
    }

    /// The rows of a frame, each once for each of its tags.
    private static func make(_ frame: Frame, _ book: Book) throws -> Frame {
        let source = RowTags(frame, try book.ledger)
        guard source.hasSources else {
            throw LuaMisuse(
                "by_tag: the rows tell neither account nor symbol nor activity", field: "rows", hint: "hand it what a query answers, before it is summed", kind: "unknown_column")
        }
        var rows: [Int32] = [], tags: [FrameValue] = [], several = 0
        for row in 0..<frame.rowCount {
            let own = try source.tags(of: row)
            if own.count > 1 { several += 1 }
            for tag in own.isEmpty ? [.text("untagged")] : own.map(FrameValue.text) {
                rows.append(Int32(row))
                tags.append(tag)
            }
        }
        let result = try frame.take(rows: rows).with(.text("tag").ranked(.deciding), values: tags)
        if several == 0 { return result }
        let are = several == 1 ? "1 row has" : "\(several) rows have"
        return result.repeated().adding(warnings: [
            FrameWarning(kind: "several_tags", message: "\(are) several tags and count\(several == 1 ? "s" : "") in each, so the rows do not add up to the whole")
        ])
    }
}

/// What the rows of a frame are of, and so which tags they have.
private struct RowTags {
    private let frame: Frame
    private let ledger: Ledger
    private let account: String?
    private let symbol: String?
    private let activity: String?

    init(_ frame: Frame, _ ledger: Ledger) {
        (self.frame, self.ledger) = (frame, ledger)
        func first(_ names: String...) -> String? { names.first { name in frame.columns.contains { $0.name == name } } }
        account = frame.name == "accounts" ? first("name") : first("account")
        symbol = first("symbol")
        // The id of a lot is no activity that was asked for.
        activity = ["activities", "trades", "contributions"].contains(frame.name) ? first("id") : first("activity_id")
    }

    /// Whether the rows tell anything that may have a tag.
    var hasSources: Bool { account != nil || symbol != nil || activity != nil }

    /// The tags of a row, each once: its account's, its instrument's, its own.
    func tags(of row: Int) throws -> [String] {
        var found: [String] = []
        func add(_ thing: TaggedThing?) {
            for tag in thing.map(ledger.tags.tags) ?? [] where !found.contains(tag) { found.append(tag) }
        }
        if let account, case .text(let name) = try frame.value(account, row: row) { add(ledger.account(named: name).map(TaggedThing.account)) }
        if let symbol, case .text(let name) = try frame.value(symbol, row: row) { add(ledger.instrument(named: name).map(TaggedThing.instrument)) }
        if let activity, case .int(let number) = try frame.value(activity, row: row), let place = ledger.activities.row(of: EntryID(Int(number))) {
            add(.activity(ledger.activities.firstEntry(ofRow: place)))
        }
        return found
    }
}
