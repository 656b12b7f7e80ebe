public import Ledger
public import Values

/// Writes a whole book as CSV files, entry by entry: see `BookArchive`.
///
/// Accounts and instruments are named as they were called when the entry was recorded, so the files read well and still tell all.
public struct ArchiveWriter {
    private var writers: [ArchiveFile: CSVWriter] = [:]
    private var accounts: [String] = []
    private var symbols: [String] = []
    private var act = 0
    private var entries = 0
    /// The columns of `ArchiveFile.optional` that some activity fills: only then have the files them.
    private var written: Set<String> = []

    /// Whether an account was deleted wholly, so that the files could not become the same book again.
    public private(set) var hasErasure = false

    /// How many entries hold keys of providers, which are left out of the files.
    public private(set) var secrets = 0

    /// Makes a writer of a book without entries.
    public init() {
        for file in ArchiveFile.allCases {
            var writer = CSVWriter()
            writer.line(file.columns.filter { !ArchiveFile.optional.contains($0) })
            writers[file] = writer
        }
    }

    /// Begins an act; the entries that follow are of it.
    public mutating func begin(act: Int, first: EntryID, recordedAt: Instant, source: String, recordedBy: String? = nil) {
        self.act = act
        writers[.acts]!.line([String(act), String(first.rawValue), recordedAt.description, source, recordedBy ?? ""])
    }

    /// Writes an entry.
    public mutating func add(_ entry: JournalEntry, id: EntryID) {
        entries = id.rawValue
        let beginning = [String(id.rawValue), String(act)]
        switch entry {
        case .account(let number, let account):
            Self.put(account.name, at: Int(number.rawValue), in: &accounts)
            writers[.accounts]!.line(beginning + [String(number.rawValue)] + AccountCells.cells(account))
        case .instrument(let number, let instrument):
            Self.put(instrument.symbol, at: Int(number.rawValue), in: &symbols)
            writers[.instruments]!.line(beginning + [String(number.rawValue)] + cells(instrument))
        case .activity(let activity):
            for column in ArchiveFile.optional where !written.contains(column) && !Self.cell(column, activity).isEmpty { add(column) }
            writers[.activities]!.line(beginning + cells(activity))
        case .value(let told):
            writers[.values]!.line(
                beginning + [
                    name(told.account), told.date.description, told.time?.description ?? "", told.value?.description ?? "", told.currency.code, told.notes,
                ])
        case .void(let voided, let reason): writers[.voids]!.line(beginning + [String(voided.rawValue), reason])
        // What was removed leaves hashes and no rows, which a folder of CSV has no place for.
        case .erasure: hasErasure = true
        case .setting(let key, let value):
            let isSecret = !value.isEmpty && Setting.all.contains { $0.key == key && $0.isSecret }
            if isSecret { secrets += 1 }
            writers[.settings]!.line(beginning + [key, isSecret ? "" : value])
        case .plan(let document): writers[.plans]!.line(beginning + [document.kind.rawValue, document.name, document.body])
        case .occurrence(let occurrence):
            let first = occurrence.first.map { String($0.rawValue) } ?? ""
            writers[.occurrences]!.line(beginning + [occurrence.rule, occurrence.day.description, occurrence.state.rawValue, first])
        }
    }

    /// Writes a quote.
    public mutating func add(_ quote: Quote, recordedAt: Instant) {
        writers[.quotes]!.line([
            name(quote.instrument), quote.date.description, Self.text(quote.open), Self.text(quote.high), Self.text(quote.low),
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
        return [(BookArchive.mark, mark.text)] + ArchiveFile.allCases.map { ($0.name, writers[$0]!.text) }
    }

    // MARK: cells

    private func cells(_ instrument: Instrument) -> [String] {
        let option = instrument.option
        return [
            instrument.symbol, instrument.name, instrument.kind.rawValue, instrument.currency.code, instrument.multiplier.description,
            option.map { name($0.underlying) } ?? "", option?.right.rawValue ?? "", option?.strike.description ?? "", option?.expires.description ?? "",
            instrument.assetClass, instrument.provider, instrument.providerSymbol,
        ]
    }

    private func cells(_ activity: Activity) -> [String] {
        let detail = activity.detail
        return [
            activity.date.description, activity.time?.description ?? "", activity.kind.rawValue, activity.subtype?.rawValue ?? "", activity.status.rawValue,
            activity.account == .every ? "" : name(activity.account), activity.instrument.map { name($0) } ?? "",
            Self.text(activity.quantity), Self.text(activity.price), Self.text(activity.amount), activity.fee.description, activity.tax.description,
            activity.currency.code, Self.text(activity.fxRate), detail?.ratio?.description ?? "", detail?.into.map { name($0) } ?? "",
            detail?.group ?? "", LotChoice.text(detail?.lots ?? []), detail?.opened?.description ?? "", Self.text(detail?.share), detail?.settles?.code ?? "",
            detail?.amends.map { String($0.rawValue) } ?? "",
        ] + ArchiveFile.optional.filter(written.contains).map { Self.cell($0, activity) } + [activity.notes]
    }

    /// The cell of an activity in an optional column; empty for nothing.
    private static func cell(_ column: String, _ activity: Activity) -> String {
        column == ArchiveFile.sourceID ? activity.detail?.sourceID ?? "" : (activity.detail?.place ?? []).map { String($0.rawValue) }.joined(separator: " ")
    }

    /// Adds a column to the activities written so far.
    private mutating func add(_ column: String) {
        written.insert(column)
        let before = writers[.activities]!.bytes, names = ArchiveFile.activities.columns.filter { !ArchiveFile.optional.contains($0) || written.contains($0) }
        var wide = CSVWriter()
        before.withUnsafeBufferPointer { bytes in
            var reader = CSVReader(bytes, delimiter: UInt8(ascii: ","))
            while (try? reader.next()) == true {
                var fields = (0..<reader.count).map { reader.text($0) }
                fields.insert(reader.line == 1 ? column : "", at: names.firstIndex(of: column)!)
                wide.line(fields)
            }
        }
        writers[.activities] = wide
    }

    private func name(_ account: AccountID) -> String { Self.name(Int(account.rawValue), in: accounts) }
    private func name(_ instrument: InstrumentID) -> String { Self.name(Int(instrument.rawValue), in: symbols) }

    /// The name that an account or instrument had by then; its number behind a # where it was not defined yet.
    private static func name(_ number: Int, in names: [String]) -> String {
        names.indices.contains(number - 1) ? names[number - 1] : "#\(number)"
    }

    private static func put(_ name: String, at number: Int, in names: inout [String]) {
        if number == names.count + 1 { names.append(name) } else if names.indices.contains(number - 1) { names[number - 1] = name }
    }

    private static func text(_ value: FixedDecimal?) -> String { value?.description ?? "" }
}
