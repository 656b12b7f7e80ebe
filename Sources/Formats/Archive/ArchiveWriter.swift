public import Ledger
public import Values

/// Writes a whole book as CSV files, entry by entry: see `BookArchive`.
///
/// Accounts and instruments are named as they were called when the entry was recorded, so the files read well and still tell all.
public struct ArchiveWriter {
    private var writers: [ArchiveFile: EntryFileWriter] = [:]
    private var names = ArchiveNames()
    private var act = 0
    private var entries = 0

    /// Whether an account was deleted wholly, so that the files could not become the same book again.
    public private(set) var hasErasure = false

    /// How many entries hold keys of providers, which are left out of the files.
    public private(set) var secrets = 0

    /// Makes a writer of a book without entries.
    public init() {
        for file in ArchiveFile.all { writers[file] = EntryFileWriter(file) }
    }

    /// Begins an act; the entries that follow are of it.
    public mutating func begin(act: Int, first: EntryID, recordedAt: Instant, source: String, recordedBy: String? = nil) {
        self.act = act
        writers[.acts]!.line([String(act), String(first.rawValue), recordedAt.description, source, recordedBy ?? ""])
    }

    /// Writes an entry.
    public mutating func add(_ entry: JournalEntry, id: EntryID) {
        entries = id.rawValue
        var content = entry.content
        if let bare = content.withoutSecret {
            secrets += 1
            content = bare.content
        }
        content.note(in: &names)
        let form = type(of: content).form
        if form.file == nil {
            hasErasure = true
        } else {
            writers[.entries(form.table)]!.line([String(id.rawValue), String(act)] + content.cells(names))
        }
    }

    /// Writes a quote.
    public mutating func add(_ quote: Quote, recordedAt: Instant) {
        writers[.quotes]!.line([
            names.name(quote.instrument), quote.date.description, Self.text(quote.open), Self.text(quote.high), Self.text(quote.low),
            quote.close.description, Self.text(quote.adjusted), Self.text(quote.volume), quote.currency.code, quote.source, recordedAt.description,
        ])
    }

    /// Writes a rate.
    public mutating func add(_ rate: Rate, recordedAt: Instant) {
        writers[.rates]!.line([
            rate.from.code, rate.to.code, rate.date.description, rate.rate.description, rate.source, recordedAt.description,
        ])
    }

    /// The files by name, among them the one that tells what the folder is and the hash of the last entry; without that hash where
    /// something was left out, since the files become a book with another one.
    public func files(hash: String) -> [(name: String, text: String)] {
        var mark = CSVWriter()
        for line in [["key", "value"], ["format", "luca book"], ["version", "5"], ["entries", String(entries)], ["hash", secrets == 0 ? hash : ""]] { mark.line(line) }
        return [(BookArchive.mark, mark.text)] + ArchiveFile.all.map { ($0.name, writers[$0]!.text) }
    }

    private static func text(_ value: FixedDecimal?) -> String { value?.description ?? "" }
}

/// Writes one file of the folder: its columns, those that few books need only once a line fills them.
private struct EntryFileWriter {
    private var writer = CSVWriter()
    private let columns: [String]
    /// The places of the columns that no line has filled so far, and of all others.
    private var missing: [Int] { didSet { there = columns.indices.filter { !missing.contains($0) } } }
    private var there: [Int]

    init(_ file: ArchiveFile) {
        columns = file.columns
        missing = columns.indices.filter { file.optional.contains(file.columns[$0]) }
        there = columns.indices.filter { !file.optional.contains(file.columns[$0]) }
        writer.line(shown(columns))
    }

    /// The file as it is so far.
    var text: String { writer.text }

    /// Writes a line that has a cell for each column.
    mutating func line(_ cells: [String]) {
        for place in missing where !cells[place].isEmpty { add(place) }
        writer.line(shown(cells))
    }

    private func shown(_ cells: [String]) -> [String] {
        missing.isEmpty ? cells : there.map { cells[$0] }
    }

    /// Adds a column to what is written so far.
    private mutating func add(_ column: Int) {
        missing.removeAll { $0 == column }
        let before = writer.bytes, place = columns[..<column].indices.count { !missing.contains($0) }
        var wide = CSVWriter()
        before.withUnsafeBufferPointer { bytes in
            var reader = CSVReader(bytes, delimiter: UInt8(ascii: ","))
            while (try? reader.next()) == true {
                var fields = (0..<reader.count).map { reader.text($0) }
                fields.insert(reader.line == 1 ? columns[column] : "", at: place)
                wide.line(fields)
            }
        }
        writer = wide
    }
}
