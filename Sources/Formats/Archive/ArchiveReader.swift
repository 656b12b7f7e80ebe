import Ledger
import Values

extension BookArchive {
    /// Reads the files of a folder; `file` hands over the bytes of one by its name, nil where there is none.
    ///
    /// - Throws: what is wrong, with file and line: a whole book is read wholly or not at all.
    public init(reading file: (String) throws -> [UInt8]?) throws {
        var reader = ArchiveReader()
        for name in ArchiveFile.all {
            guard let bytes = try file(name.name) else {
                if name.isLater { continue }
                throw ImportIssue(
                    .missingFile, file: name.name, message: "the folder has no such file",
                    hint: "a book's folder has \(Self.fileNames.joined(separator: ", "))")
            }
            try reader.read(name, bytes)
        }
        if let mark = try file(Self.mark) { try reader.readMark(mark) }
        self = try reader.finish()
    }
}

/// Gathers the rows of all files, and puts the entries in the order of their numbers.
struct ArchiveReader {
    private struct Numbered {
        var number: Int
        var act: Int
        var place: BookArchive.Place
        var entry: JournalEntry
    }

    private var archive = BookArchive()
    private var firsts: [Int] = []
    private var entries: [Numbered] = []
    private let names = ArchiveDirectory()
    private var entryCount: Int?

    /// Reads a file; those of definitions come before those that name what they define.
    mutating func read(_ file: ArchiveFile, _ bytes: [UInt8]) throws(ImportIssue) {
        var rows = 0
        if case .instruments = file.form?.names {
            // An option may name an underlying that is defined on a later line.
            try file.read(bytes, names) { (row) throws(ImportIssue) in try names.note(.instruments, row) }
        }
        try file.read(bytes, names) { (row) throws(ImportIssue) in
            rows += 1
            switch file {
            case .acts: try readAct(row)
            case .entries(let table): try readEntry(row, table)
            case .quotes: try readQuote(row)
            case .rates: try readRate(row)
            }
        }
        archive.rowCounts.append((file.name, rows))
    }

    /// Reads the file that tells what the folder is: its version, its entries and their last hash.
    mutating func readMark(_ bytes: [UInt8]) throws(ImportIssue) {
        var told: [String: String] = [:]
        bytes.withUnsafeBufferPointer { bytes in
            var reader = CSVReader(bytes, delimiter: UInt8(ascii: ","))
            while (try? reader.next()) == true { told[reader.text(0)] = reader.text(1) }
        }
        if let version = told["version"], !["1", "2", "3", "4", "5"].contains(version) {
            throw ImportIssue(
                .unknownFormat, file: BookArchive.mark, message: "version \(MessageText.cut(version)) of the folder is not known",
                hint: "a later luca wrote it")
        }
        archive.hash = told["hash"] ?? ""
        entryCount = told["entries"].flatMap { Int($0) }
    }

    private mutating func readAct(_ row: ArchiveRow) throws(ImportIssue) {
        guard try row.number("act") == archive.acts.count + 1 else {
            throw row.issue(.brokenSequence, "act", "acts are numbered 1, 2, 3 …; this should be \(archive.acts.count + 1)")
        }
        let first = try row.number("first")
        guard first > firsts.last ?? 0, firsts.isEmpty == (first == 1) else {
            throw row.issue(.brokenSequence, "first", "an act begins behind the one before it; the first begins with entry 1")
        }
        firsts.append(first)
        archive.acts.append(
            BookArchive.Act(
                recordedAt: try row.read { (cells) throws(ArchiveFault) in try cells.instant("recorded_at") }, source: row.text("source"),
                recordedBy: row.text("recorded_by").isEmpty ? nil : row.text("recorded_by")))
    }

    private mutating func readEntry(_ row: ArchiveRow, _ table: JournalTable) throws(ImportIssue) {
        guard let kind = table.kind else { return }
        let number = try row.number("entry")
        var entry = try row.read { (cells) throws(ArchiveFault) in try kind.init(cells: cells).entry }
        if case .accounts = row.file.form?.names { try names.note(.accounts, row) }
        // No book holds keys, so they are not taken in.
        if let bare = entry.content.withoutSecret {
            archive.secretsLeftOut += 1
            entry = bare
        }
        entries.append(Numbered(number: number, act: try row.number("act"), place: BookArchive.Place(file: row.file, line: row.line), entry: entry))
    }

    private mutating func readQuote(_ row: ArchiveRow) throws(ImportIssue) {
        archive.quotes.append(
            try row.read { (cells) throws(ArchiveFault) in
                (
                    Quote(
                        instrument: try cells.instrument("symbol"), date: try cells.day("date"), open: try cells.optionalDecimal("open"),
                        high: try cells.optionalDecimal("high"), low: try cells.optionalDecimal("low"), close: try cells.decimal("close"),
                        adjusted: try cells.optionalDecimal("adjusted"), volume: try cells.optionalDecimal("volume"),
                        currency: try cells.currency("currency"), source: cells.text("source")),
                    try cells.instant("recorded_at")
                )
            })
    }

    private mutating func readRate(_ row: ArchiveRow) throws(ImportIssue) {
        let rate = try row.read { (cells) throws(ArchiveFault) in
            Rate(
                from: try cells.currency("from"), to: try cells.currency("to"), date: try cells.day("date"), rate: try cells.decimal("rate"),
                source: cells.text("source"))
        }
        guard rate.rate > .zero, rate.from != rate.to else {
            throw row.issue(.outOfRange, "rate", "a rate leads from one currency to another and is above zero")
        }
        archive.rates.append((rate, try row.read { (cells) throws(ArchiveFault) in try cells.instant("recorded_at") }))
    }

    /// The acts with their entries, once all files are read.
    consuming func finish() throws(ImportIssue) -> BookArchive {
        entries.sort { $0.number < $1.number }
        var act = 0
        for (index, entry) in entries.enumerated() {
            guard entry.number == index + 1 else {
                let isTwice = entry.number <= index
                throw ImportIssue(
                    .brokenSequence, file: entry.place.file.name, line: entry.place.line, column: "entry",
                    message: isTwice ? "entry \(entry.number) is there twice" : "entry \(index + 1) is missing: this is \(entry.number)",
                    hint: "entries are numbered from 1 over all files, without gaps")
            }
            while act < firsts.count, firsts[act] <= entry.number { act += 1 }
            guard act > 0, entry.act == act else {
                throw ImportIssue(
                    .brokenSequence, file: entry.place.file.name, line: entry.place.line, column: "act",
                    message: "acts.csv says that entry \(entry.number) is of act \(act)", hint: "the two must agree")
            }
            archive.acts[act - 1].entries.append(entry.entry)
            archive.places.append(entry.place)
        }
        if let entryCount, entryCount != entries.count {
            throw ImportIssue(.brokenSequence, file: BookArchive.mark, message: "it tells of \(entryCount) entries, and the files have \(entries.count)")
        }
        if let empty = archive.acts.firstIndex(where: \.entries.isEmpty) {
            throw ImportIssue(.brokenSequence, file: ArchiveFile.acts.name, line: empty + 2, column: "act", message: "act \(empty + 1) has no entry")
        }
        return archive
    }
}
