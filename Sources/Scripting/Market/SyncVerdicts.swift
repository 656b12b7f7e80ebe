import Frames
import Quotes
import Values

/// What came of a sync, a row for each symbol and each series of rates.
struct SyncVerdicts {
    private static let schemas: [ColumnSchema] = [
        .text("symbol"), .text("provider"), .text("category"), .day("from"), .day("to"), .int("quotes", total: .sum), .int("new", total: .sum),
        .text("verdict"), .text("message"),
    ]

    /// One row; what is not known stays out.
    struct Row {
        var symbol: String
        var provider = ""
        var category = ""
        var from: Day?
        var to: Day?
        /// How many came, and how many of them are new or differ from what was there.
        var counts: (all: Int, new: Int)?
        var verdict: String
        var message = ""
    }

    private var builder = FrameBuilder("sync", SyncVerdicts.schemas)

    mutating func append(_ row: Row) throws {
        try builder.append([
            .text(row.symbol), .optional(row.provider), .optional(row.category), .optional(row.from), .optional(row.to),
            row.counts.map { .int(Int64($0.all)) } ?? .none, row.counts.map { .int(Int64($0.new)) } ?? .none, .text(row.verdict),
            .optional(row.message),
        ])
    }

    mutating func warn(_ kind: String, _ message: String) { builder.add(warning: kind, message) }

    /// The frame of the rows so far.
    func frame() -> Frame { builder.frame() }
}

extension SyncVerdicts.Row {
    /// A row of rates, of which nothing has come yet.
    init(rates pair: String, _ provider: String, _ window: SyncWindow?, _ message: String) {
        self.init(symbol: pair, provider: provider, category: "rates", from: window?.from, to: window?.to, verdict: "skipped", message: message)
    }
}
