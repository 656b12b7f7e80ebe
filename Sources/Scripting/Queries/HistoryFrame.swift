import Frames
import Ledger
import Storage
import Values

/// What was said of one activity, from its recording on.
enum HistoryFrame {
    private static let schemas: [ColumnSchema] = [
        .int("id").ranked(.leading), .text("what").ranked(.deciding), .instant("recorded_at"), .text("source").ranked(.minor), .text("recorded_by").ranked(.minor), .text("reason"),
        .day("date").ranked(.leading), .text("type").ranked(.deciding), .text("status").ranked(.leading, usual: ActivityStatus.posted.rawValue),
        .text("account").ranked(.leading), .text("symbol").ranked(.leading), .quantity("quantity").ranked(.leading), .price("price"), .money("amount", total: .none).ranked(.deciding), .money("fee", total: .none),
        .money("tax", total: .none), .text("currency").ranked(.deciding), .text("notes"),
    ]

    static func make(_ book: Book, _ entry: EntryID) throws -> Frame {
        let ledger = try book.ledger, table = ledger.activities
        var builder = FrameBuilder("history", schemas)
        var row: Int? = try first(of: entry, ledger)
        while let current = row {
            let id = table.id(at: current)
            let voids = try voids(of: id, book)
            try append(id, table.detail(at: current)?.amends == nil ? "recorded" : "amended", current, book, &builder)
            for void in voids { try appendVoid(void, book, &builder) }
            row = table.amendment(of: current).flatMap(table.row)
        }
        return builder.frame()
    }

    /// The row of what was recorded first, in whose place others stand.
    private static func first(of entry: EntryID, _ ledger: Ledger) throws -> Int {
        _ = try ledger.draft(of: entry)
        var row = ledger.activities.row(of: entry)!
        while let before = ledger.activities.row(amendedBy: row) { row = before }
        return row
    }

    private static func append(_ id: EntryID, _ what: String, _ row: Int, _ book: Book, _ builder: inout FrameBuilder) throws {
        let ledger = try book.ledger, activity = ledger.activities.activity(at: row), act = try book.act(of: id)
        try builder.append([
            .int(Int64(id.rawValue)), .text(what), act.map { .instant($0.recordedAt) } ?? .none, .optional(act?.source ?? ""), .optional(try book.recordedBy(id) ?? ""), .none,
            .day(activity.date), .text(activity.kind.rawValue), .text(activity.status.rawValue),
            activity.account == .every ? .none : .text(ledger[activity.account].name),
            activity.instrument.map { .text(ledger[$0].symbol) } ?? .none, .optional(activity.quantity), .optional(activity.price),
            .optional(activity.amount), .decimal(activity.fee), .decimal(activity.tax), .text(activity.currency.code), .optional(activity.notes),
        ])
    }

    private static func appendVoid(_ void: (id: EntryID, reason: String), _ book: Book, _ builder: inout FrameBuilder) throws {
        let act = try book.act(of: void.id)
        let head: [FrameValue] = [
            .int(Int64(void.id.rawValue)), .text("voided"), act.map { .instant($0.recordedAt) } ?? .none, .optional(act?.source ?? ""),
            .optional(try book.recordedBy(void.id) ?? ""), .optional(void.reason),
        ]
        try builder.append(head + [FrameValue](repeating: .none, count: schemas.count - head.count))
    }

    private static func voids(of entry: EntryID, _ book: Book) throws -> [(id: EntryID, reason: String)] {
        try book.voids(of: entry)
    }
}
