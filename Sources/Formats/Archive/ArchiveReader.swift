import Ledger
import Values

extension BookArchive {
    /// Reads the files of a folder; `file` hands over the bytes of one by its name, nil where there is none.
    ///
    /// - Throws: what is wrong, with file and line: a whole book is read wholly or not at all.
    public init(reading file: (String) throws -> [UInt8]?) throws {
        var reader = ArchiveReader()
        for name in ArchiveFile.allCases {
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
    private var accounts = NameHistory()
    private var symbols = NameHistory()
    private var entryCount: Int?

    /// Reads a file; those of definitions come before those that name what they define.
    mutating func read(_ file: ArchiveFile, _ bytes: [UInt8]) throws(ImportIssue) {
        var rows = 0
        if file == .instruments {
            // An option may name an underlying that is defined on a later line.
            try file.read(bytes) { (row) throws(ImportIssue) in symbols.note(row.text("symbol"), id: try row.number("id"), from: try row.number("entry")) }
        }
        try file.read(bytes) { (row) throws(ImportIssue) in
            rows += 1
            switch file {
            case .acts: try readAct(row)
            case .quotes: try readQuote(row)
            case .rates: try readRate(row)
            case .accounts, .instruments, .activities, .values, .voids, .settings, .plans, .occurrences: try readEntry(row)
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
                recordedAt: try row.instant("recorded_at"), source: row.text("source"),
                recordedBy: row.text("recorded_by").isEmpty ? nil : row.text("recorded_by")))
    }

    private mutating func readEntry(_ row: ArchiveRow) throws(ImportIssue) {
        let number = try row.number("entry"), entry: JournalEntry
        switch row.file {
        case .accounts:
            entry = try row.account()
            accounts.note(row.text("name"), id: try row.number("id"), from: number)
        case .instruments: entry = try row.instrument { (column) throws(ImportIssue) in InstrumentID(try symbols.id(row, column, number)) }
        case .activities:
            entry = try row.activity(
                account: { (column) throws(ImportIssue) in AccountID(try accounts.id(row, column, number)) },
                instrument: { (column) throws(ImportIssue) in InstrumentID(try symbols.id(row, column, number)) })
        case .values: entry = try row.value(account: AccountID(try accounts.id(row, "account", number)))
        case .voids: entry = .void(EntryID(try row.number("voids")), reason: row.text("reason"))
        case .settings: entry = setting(row.text("key"), row.text("value"))
        case .plans: entry = .plan(PlanDocument(kind: try row.word("kind"), name: row.text("name"), body: row.text("body")))
        case .occurrences: entry = .occurrence(try row.occurrence())
        case .acts, .quotes, .rates: return
        }
        entries.append(Numbered(number: number, act: try row.number("act"), place: BookArchive.Place(file: row.file, line: row.line), entry: entry))
    }

    /// A setting as it is taken in: without its value where that is for nobody else's eyes, since no book holds keys.
    private mutating func setting(_ key: String, _ value: String) -> JournalEntry {
        guard !value.isEmpty, Setting.all.contains(where: { $0.key == key && $0.isSecret }) else { return .setting(key: key, value: value) }
        archive.secretsLeftOut += 1
        return .setting(key: key, value: "")
    }

    private mutating func readQuote(_ row: ArchiveRow) throws(ImportIssue) {
        let instrument = InstrumentID(try symbols.id(row, "symbol", .max))
        archive.quotes.append(
            (
                Quote(
                    instrument: instrument, date: try row.day("date"), open: try row.optionalDecimal("open"), high: try row.optionalDecimal("high"),
                    low: try row.optionalDecimal("low"), close: try row.decimal("close"), adjusted: try row.optionalDecimal("adjusted"),
                    volume: try row.optionalDecimal("volume"), currency: try row.currency("currency"), source: row.text("source")),
                try row.instant("recorded_at")
            ))
    }

    private mutating func readRate(_ row: ArchiveRow) throws(ImportIssue) {
        let rate = Rate(
            from: try row.currency("from"), to: try row.currency("to"), date: try row.day("date"), rate: try row.decimal("rate"), source: row.text("source"))
        guard rate.rate > .zero, rate.from != rate.to else {
            throw row.issue(.outOfRange, "rate", "a rate leads from one currency to another and is above zero")
        }
        archive.rates.append((rate, try row.instant("recorded_at")))
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

/// The names of accounts or instruments, each with the entry from which on it holds.
private struct NameHistory {
    private struct Use {
        var from: Int
        var id: Int
    }

    private var uses: [String: [Use]] = [:]
    private var names: [Int: [(from: Int, name: String)]] = [:]

    /// Notes that an account or instrument has a name from an entry on.
    mutating func note(_ name: String, id: Int, from entry: Int) {
        uses[name, default: []].append(Use(from: entry, id: id))
        names[id, default: []].append((entry, name))
    }

    /// The id of the account or instrument that had a cell's name when an entry was recorded.
    func id(_ row: ArchiveRow, _ column: String, _ entry: Int) throws(ImportIssue) -> Int32 {
        let name = row.text(column)
        if let use = uses[name]?.filter({ $0.from <= entry }).max(by: { $0.from < $1.from }),
            names[use.id]?.filter({ $0.from <= entry }).max(by: { $0.from < $1.from })?.name == name
        {
            return Int32(truncatingIfNeeded: use.id)
        }
        if name.first == "#", let number = Int32(name.dropFirst()) { return number }
        throw row.issue(
            column == "account" ? .unknownAccount : .unknownSymbol, column, "nothing was called \"\(MessageText.cut(name))\" at entry \(entry == .max ? 0 : entry)",
            hint: nearestHint(for: name, in: uses.keys.sorted()))
    }
}
