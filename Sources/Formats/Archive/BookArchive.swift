public import Ledger
public import Values

/// A whole book as a folder of CSV files keeps it: every entry with its number and its act, the quotes and the rates.
///
/// `ArchiveWriter` writes the files, `BookArchive.init(reading:)` reads them; written again they are the same to the byte.
public struct BookArchive: Sendable {
    /// One act of the journal and its entries.
    public struct Act: Sendable {
        /// When the act began.
        public var recordedAt: Instant
        /// What was done, in a few words: `import book.csv`.
        public var source: String
        /// Who recorded it, where that was kept.
        public var recordedBy: String?
        /// Its entries, in order.
        public var entries: [JournalEntry] = []
    }

    /// The acts, from the first.
    public internal(set) var acts: [Act] = []
    /// The quotes, each with the moment at which it was stored.
    public internal(set) var quotes: [(quote: Quote, recordedAt: Instant)] = []
    /// The rates, each with the moment at which it was stored.
    public internal(set) var rates: [(rate: Rate, recordedAt: Instant)] = []
    /// How many keys of providers the folder holds, as those of development versions may: they are not taken in.
    public internal(set) var secretsLeftOut = 0
    /// The hash of the last entry, where the folder tells it.
    public internal(set) var hash = ""
    /// How many rows each file has.
    public internal(set) var rowCounts: [(file: String, rows: Int)] = []
    /// The file and line of each entry; the first entry has the number 1.
    var places: [Place] = []

    /// A line of a file of the folder.
    struct Place: Sendable {
        var file: ArchiveFile
        var line: Int
    }

    /// The file and line of an entry, such as `activities.csv:17`; empty for an entry that the folder does not have.
    public func place(of entry: EntryID) -> String {
        guard places.indices.contains(entry.rawValue - 1) else { return "" }
        let place = places[entry.rawValue - 1]
        return "\(place.file.name):\(place.line)"
    }

    /// The name of the file that tells such a folder from others.
    public static let mark = "book.csv"

    /// The names of all files of such a folder.
    public static var fileNames: [String] { [mark] + ArchiveFile.allCases.map(\.name) }
}

/// A file of the folder and its columns.
enum ArchiveFile: String, CaseIterable, Sendable {
    /// The acts, each with its first entry.
    case acts
    /// The entries that define accounts.
    case accounts
    /// The entries that define instruments.
    case instruments
    /// The entries that record activities.
    case activities
    /// The entries that tell what accounts are worth.
    case values
    /// The entries that void others.
    case voids
    /// The entries that set settings.
    case settings
    /// The entries that keep plans.
    case plans
    /// The entries that settle dates of recurring rules.
    case occurrences
    /// The quotes.
    case quotes
    /// The rates of exchange.
    case rates

    /// The name of the file.
    var name: String { rawValue + ".csv" }

    /// The columns of ids that rows of files had, and of places within the day, which only books with such entries write.
    static let sourceID = "source_id", place = "place"
    static let optional = [sourceID, place]

    /// The headings of all columns.
    var columns: [String] {
        switch self {
        case .acts: ["act", "first", "recorded_at", "source", "recorded_by"]
        case .accounts: AccountCells.header(id: "entry", "act", "id")
        case .instruments:
            [
                "entry", "act", "id", "symbol", "name", "kind", "currency", "multiplier", "underlying", "right", "strike", "expires", "class",
                "provider", "provider_symbol",
            ]
        case .activities:
            [
                "entry", "act", "date", "time", "type", "subtype", "status", "account", "symbol", "quantity", "price", "amount", "fee", "tax",
                "currency", "fx_rate", "ratio", "into", "group", "lots", "opened", "share", "settle", "amends", Self.sourceID, Self.place, "notes",
            ]
        case .values: ["entry", "act", "account", "date", "time", "value", "currency", "notes"]
        case .voids: ["entry", "act", "voids", "reason"]
        case .settings: ["entry", "act", "key", "value"]
        case .plans: ["entry", "act", "kind", "name", "body"]
        case .occurrences: ["entry", "act", "rule", "day", "state", "first"]
        case .quotes: ["symbol", "date", "open", "high", "low", "close", "adjusted", "volume", "currency", "source", "recorded_at"]
        case .rates: ["from", "to", "date", "rate", "source", "recorded_at"]
        }
    }

    /// Whether folders of earlier versions do without it.
    var isLater: Bool { [.rates, .plans, .occurrences].contains(self) }

    /// Columns that folders of earlier versions do without.
    var laterColumns: Set<String> {
        switch self {
        case .acts: ["recorded_by"]
        case .instruments: ["class", "provider", "provider_symbol"]
        case .accounts: ["settlement"]
        case .activities: ["settle", Self.sourceID, Self.place]
        case .values, .voids, .settings, .plans, .occurrences, .quotes, .rates: []
        }
    }
}
