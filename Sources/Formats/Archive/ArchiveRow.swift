import Ledger
import Values

/// A row of a file of the folder. Each cell is read with an issue for what is wrong with it.
struct ArchiveRow {
    let file: ArchiveFile
    let line: Int
    let cells: [String: String]

    /// The text of a cell; empty where the file has no such column.
    func text(_ column: String) -> String { cells[column] ?? "" }

    /// An issue of a cell.
    func issue(_ kind: ImportIssue.Kind, _ column: String, _ message: String, hint: String = "") -> ImportIssue {
        ImportIssue(kind, file: file.name, line: line, column: column, text: text(column), message: message, hint: hint)
    }

    /// A whole number above zero.
    func number(_ column: String) throws(ImportIssue) -> Int {
        guard let number = Int(text(column)), number > 0 else { throw issue(.badNumber, column, "\"\(MessageText.cut(text(column)))\" is no number of an entry") }
        return number
    }

    /// The decimal in a cell.
    func decimal(_ column: String) throws(ImportIssue) -> FixedDecimal {
        do { return try FixedDecimal(text(column)) } catch { throw issue(.badNumber, column, error.description) }
    }

    func optionalDecimal(_ column: String) throws(ImportIssue) -> FixedDecimal? { text(column).isEmpty ? nil : try decimal(column) }

    /// The day in a cell.
    func day(_ column: String) throws(ImportIssue) -> Day {
        do { return try Day(text(column)) } catch { throw issue(.badDate, column, error.description) }
    }

    func optionalDay(_ column: String) throws(ImportIssue) -> Day? { text(column).isEmpty ? nil : try day(column) }

    /// The moment in a cell.
    func instant(_ column: String) throws(ImportIssue) -> Instant {
        do { return try Instant(iso8601: text(column)) } catch { throw issue(.badTime, column, error.description) }
    }

    func optionalInstant(_ column: String) throws(ImportIssue) -> Instant? { text(column).isEmpty ? nil : try instant(column) }

    /// The currency whose code a cell holds.
    func currency(_ column: String) throws(ImportIssue) -> Currency {
        do { return try Currency(text(column)) } catch { throw issue(.badCurrency, column, error.description) }
    }

    /// The case of an enum whose raw value a cell holds.
    func word<Value: RawRepresentable<String> & CaseIterable>(_ column: String) throws(ImportIssue) -> Value {
        if let value = Value(rawValue: text(column)) { return value }
        let names = Value.allCases.map(\.rawValue)
        throw issue(
            .badWord, column, "\"\(MessageText.cut(text(column)))\" is none",
            hint: nearestHint(for: text(column), in: names, otherwise: "it is one of \(names.joined(separator: ", "))"))
    }

    /// `true` or `false`.
    func flag(_ column: String) throws(ImportIssue) -> Bool {
        guard let flag = Bool(text(column)) else { throw issue(.badWord, column, "it is neither true nor false") }
        return flag
    }
}

extension ArchiveFile {
    /// Goes through the rows of the file.
    func read(_ bytes: [UInt8], _ take: (ArchiveRow) throws(ImportIssue) -> Void) throws(ImportIssue) {
        let result: Result<Void, ImportIssue> = bytes.withUnsafeBufferPointer { bytes in
            do throws(ImportIssue) {
                return .success(try read(bytes, take))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func read(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (ArchiveRow) throws(ImportIssue) -> Void) throws(ImportIssue) {
        guard TextEncoding.isValidUTF8(bytes) else { throw ImportIssue(.binaryFile, file: name, message: "it is no UTF-8, as luca writes it") }
        var reader = CSVReader(bytes, delimiter: UInt8(ascii: ","))
        guard try next(&reader) else {
            throw ImportIssue(.emptyFile, file: name, message: "the file is empty", hint: "its first line is \(columns.joined(separator: ","))")
        }
        let headings = (0..<reader.count).map { reader.text($0) }
        try check(headings)
        while try next(&reader) {
            if reader.count == 1, reader.field(0).isEmpty { continue }
            guard reader.count == headings.count, !reader.hasStrayText else {
                throw ImportIssue(.fieldCount, file: name, line: reader.line, message: "it has \(reader.count) fields, but the header names \(headings.count)")
            }
            var cells: [String: String] = [:]
            for (place, heading) in headings.enumerated() { cells[heading] = reader.text(place) }
            try take(ArchiveRow(file: self, line: reader.line, cells: cells))
        }
    }

    private func next(_ reader: inout CSVReader) throws(ImportIssue) -> Bool {
        do {
            return try reader.next()
        } catch {
            guard case .unterminatedQuote(let line) = error else { return false }
            throw ImportIssue(.unterminatedQuote, file: name, line: line, message: "a quote opened on this line is never closed")
        }
    }

    private func check(_ headings: [String]) throws(ImportIssue) {
        for heading in headings where !columns.contains(heading) {
            throw ImportIssue(
                .unknownFormat, file: name, line: 1, column: heading, message: "it is no column of this file",
                hint: nearestHint(for: heading, in: columns, otherwise: "its columns are \(columns.joined(separator: ", "))"))
        }
        for column in columns where !headings.contains(column) && !laterColumns.contains(column) {
            throw ImportIssue(.missingColumn, file: name, line: 1, column: column, message: "the column is missing")
        }
        guard Set(headings).count == headings.count else { throw ImportIssue(.duplicateColumn, file: name, line: 1, message: "a column is there twice") }
    }
}

/// The entry that a row stands for: the columns as `ArchiveWriter` writes them.
extension ArchiveRow {
    /// The definition of an account.
    func account() throws(ImportIssue) -> JournalEntry {
        .account(
            AccountID(Int32(truncatingIfNeeded: try number("id"))),
            Account(
                name: text("name"), kind: try word("type"), currency: try currency("currency"), portfolio: text("portfolio"), owner: text("owner"),
                group: text("group"), opened: try optionalDay("opened"), closed: try optionalDay("closed"), allowShort: try flag("allow_short"),
                tracking: try word("tracking"), rate: try yearlyRate("rate"), matures: try optionalDay("matures"),
                settlement: text("settlement").isEmpty ? .account : try word("settlement")))
    }

    /// A rate of interest: `4%`, or as older files have it the part of one.
    private func yearlyRate(_ column: String) throws(ImportIssue) -> FixedDecimal? {
        if let rate = Percent.read(text(column)) { return rate }
        return try optionalDecimal(column)
    }

    /// The definition of an instrument.
    ///
    /// - Parameter underlying: the id that the symbol in a column had at this entry.
    func instrument(underlying: (String) throws(ImportIssue) -> InstrumentID) throws(ImportIssue) -> JournalEntry {
        var option: OptionTerms?
        if !text("underlying").isEmpty {
            option = OptionTerms(underlying: try underlying("underlying"), right: try word("right"), strike: try decimal("strike"), expires: try day("expires"))
        }
        return .instrument(
            InstrumentID(Int32(truncatingIfNeeded: try number("id"))),
            Instrument(
                symbol: text("symbol"), name: text("name"), kind: try word("kind"), currency: try currency("currency"),
                multiplier: try decimal("multiplier"), option: option, assetClass: text("class"), provider: text("provider"),
                providerSymbol: text("provider_symbol")))
    }

    /// An activity.
    ///
    /// - Parameters:
    ///   - account: the id that the name in a column had at this entry.
    ///   - instrument: the id that the symbol in a column had at this entry.
    func activity(
        account: (String) throws(ImportIssue) -> AccountID, instrument: (String) throws(ImportIssue) -> InstrumentID
    ) throws(ImportIssue) -> JournalEntry {
        let detail = try detail(instrument)
        return .activity(
            Activity(
                date: try day("date"), time: try optionalInstant("time"), kind: try word("type"), subtype: text("subtype").isEmpty ? nil : try word("subtype"),
                status: try word("status"), account: text("account").isEmpty ? .every : try account("account"),
                instrument: text("symbol").isEmpty ? nil : try instrument("symbol"), quantity: try optionalDecimal("quantity"),
                price: try optionalDecimal("price"), amount: try optionalDecimal("amount"), fee: try decimal("fee"), tax: try decimal("tax"),
                currency: try currency("currency"), fxRate: try optionalDecimal("fx_rate"), notes: text("notes"), detail: detail.isEmpty ? nil : detail))
    }

    private func detail(_ instrument: (String) throws(ImportIssue) -> InstrumentID) throws(ImportIssue) -> ActivityDetail {
        var ratio: Ratio?
        if !text("ratio").isEmpty {
            ratio = Ratio(written: text("ratio"))
            if ratio == nil { throw issue(.badNumber, "ratio", "\"\(MessageText.cut(text("ratio")))\" is no ratio", hint: Ratio.hint(for: text("ratio"))) }
        }
        return ActivityDetail(
            ratio: ratio, into: text("into").isEmpty ? nil : try instrument("into"), group: text("group"), lots: try lots(),
            opened: try optionalDay("opened"), share: try optionalDecimal("share"),
            settles: text("settle").isEmpty ? nil : try currency("settle"), amends: text("amends").isEmpty ? nil : EntryID(try number("amends")),
            sourceID: text(ArchiveFile.sourceID), place: try place())
    }

    private func place() throws(ImportIssue) -> [EntryID] {
        var place: [EntryID] = []
        for part in text(ArchiveFile.place).split(separator: " ") {
            guard let number = Int(part), number > 0 else {
                throw issue(
                    .badNumber, ArchiveFile.place, "\"\(MessageText.cut(String(part)))\" is no number of an entry",
                    hint: "write 7 9 for entry 9 right before entry 7")
            }
            place.append(EntryID(number))
        }
        return place
    }

    private func lots() throws(ImportIssue) -> [LotChoice] {
        do { return try LotChoice.lots(in: text("lots")) } catch {
            throw issue(.badNumber, "lots", "\"\(MessageText.cut(error.part))\" names no lot", hint: "write 12=3.5;14 for 3.5 units of entry 12, then all of entry 14")
        }
    }

    /// The settlement of a date of a recurring rule.
    func occurrence() throws(ImportIssue) -> Occurrence {
        Occurrence(rule: text("rule"), day: try day("day"), state: try word("state"), first: text("first").isEmpty ? nil : EntryID(try number("first")))
    }

    /// The value of an account.
    func value(account: AccountID) throws(ImportIssue) -> JournalEntry {
        .value(
            AccountValue(
                account: account, date: try day("date"), time: try optionalInstant("time"), value: try optionalDecimal("value"),
                currency: try currency("currency"), notes: text("notes")))
    }
}
