import JSON
import Ledger
import Values

/// What the book has of the rows of a file, by their ids.
///
/// Names and days of a file follow from the file as a whole, and may be others once it has grown; what came in before stays what it was.
struct GhostfolioRecords {
    private var entries: [String: [ImportContext.ImportedEntry]] = [:]
    let context: ImportContext

    init(_ activities: [JSONValue], _ context: ImportContext) {
        self.context = context
        let ids = Set(activities.compactMap(Self.id))
        if ids.isEmpty { return }
        entries = Dictionary(grouping: context.importedEntries(ids)) { $0.activity.detail?.sourceID ?? "" }.mapValues { $0.sorted { $0.id < $1.id } }
    }

    /// The id of an activity of the file; nil where it has none.
    static func id(_ activity: JSONValue) -> String? {
        guard let id = activity["id"]?.text, !id.isEmpty else { return nil }
        return id.lowercased()
    }

    /// The name of the account that a row went to; nil where the book does not have it.
    func account(of row: JSONValue) -> String? {
        guard let place = first(row).map({ Int($0.account.rawValue) - 1 }), context.accounts.indices.contains(place) else { return nil }
        return context.accounts[place].name
    }

    /// The symbol that a row went to; nil where the book does not have it.
    func symbol(of row: JSONValue) -> String? {
        guard let place = first(row)?.instrument.map({ Int($0.rawValue) - 1 }), context.instruments.indices.contains(place) else { return nil }
        return context.instruments[place].symbol
    }

    /// The row as it came in, whatever became of it since.
    private func first(_ row: JSONValue) -> Activity? { Self.id(row).flatMap { entries[$0]?.first?.activity } }

    /// The day and the time that the book has for the moment of a row, where these are others than the file's; nil where they are the same, or it is a new row.
    func moment(_ moment: Instant, of row: JSONValue, besides day: Day, _ time: Instant?) -> (day: Day, time: Instant?)? {
        guard let known = Self.id(row).flatMap({ entries[$0] })?.map(\.activity), !known.contains(where: { $0.date == day && $0.time == time }) else { return nil }
        return known.first { $0.time == moment || $0.time == nil && GhostfolioDates.mayBe($0.date, moment) }.map { ($0.date, $0.time) }
    }
}
