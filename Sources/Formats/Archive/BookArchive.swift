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
    public static var fileNames: [String] { [mark] + ArchiveFile.all.map(\.name) }
}

/// A file of the folder and its columns: of the acts, of a kind of entry, of the quotes, or of the rates.
enum ArchiveFile: Hashable, Sendable {
    /// The acts, each with its first entry.
    case acts
    /// The entries of a kind.
    case entries(JournalTable)
    /// The quotes.
    case quotes
    /// The rates of exchange.
    case rates

    /// Every file, those of definitions before those that name what they define.
    static let all: [ArchiveFile] = [.acts] + JournalTable.allCases.filter { $0.kind?.form.file != nil }.map(ArchiveFile.entries) + [.quotes, .rates]

    /// What the kind of entry says of its file; nil for what is no entry.
    var form: ArchiveForm? { if case .entries(let table) = self { table.kind?.form.file } else { nil } }

    /// The name of the file.
    var name: String {
        switch self {
        case .acts: "acts.csv"
        case .entries: "\(form?.name ?? "").csv"
        case .quotes: "quotes.csv"
        case .rates: "rates.csv"
        }
    }

    /// The headings of all columns.
    var columns: [String] {
        switch self {
        case .acts: ["act", "first", "recorded_at", "source", "recorded_by"]
        case .entries: ["entry", "act"] + (form?.columns ?? [])
        case .quotes: ["symbol", "date", "open", "high", "low", "close", "adjusted", "volume", "currency", "source", "recorded_at"]
        case .rates: ["from", "to", "date", "rate", "source", "recorded_at"]
        }
    }

    /// Columns that only folders with such entries have.
    var optional: Set<String> { form?.optional ?? [] }

    /// Whether folders of earlier versions do without it.
    var isLater: Bool { form?.isLater ?? (self == .rates) }

    /// Columns that folders of earlier versions do without.
    var laterColumns: Set<String> { form?.later ?? (self == .acts ? ["recorded_by"] : []) }
}
