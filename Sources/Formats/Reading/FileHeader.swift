import Values

/// What the first lines of a file tell: the delimiter, the line of the header, and the format.
struct FileHeader {
    let format: any TableFormat
    let map: ColumnMap
    let delimiter: UInt8
    /// The line of the header.
    let line: Int
    /// Whether each heading is the name of a field, as in the files that luca writes.
    var isOwn: Bool { map.headings.allSatisfy { ImportField(rawValue: $0) != nil } }

    /// How many records are looked at for a header: exports begin with a few lines about the account at most.
    private static let recordsLookedAt = 40
    /// How many columns that are not used are told one by one.
    private static let unusedTold = 20
    /// How many rows below a header a format may look at.
    private static let rowsShown = 5
    private static let delimiters = ",;\t|".utf8

    /// Finds the header.
    ///
    /// - Parameters:
    ///   - tables: the formats that it may be of; where two fit equally well, the first one takes it.
    ///   - others: the names of formats that are no tables, for the message where the user names a format that there is not.
    /// - Throws: `emptyFile`, `noHeader`, `unknownFormat`, `duplicateColumn` or `missingColumn`.
    init(_ bytes: UnsafeBufferPointer<UInt8>, options: ImportOptions, tables: [any TableFormat], others: [String] = []) throws(ImportIssue) {
        let formats = try Self.formats(options, tables, others)
        var best: (score: Int, takesColumns: Bool, opening: FileHeader)?
        var openings: [(delimiter: UInt8, records: [FirstRecord])] = []
        for delimiter in try Self.delimiters(options) {
            let records = FirstRecord.read(bytes, delimiter: delimiter, limit: Self.recordsLookedAt)
            openings.append((delimiter, records))
            for (place, record) in records.enumerated() where record.fields.count > 1 {
                for format in formats {
                    guard let map = try format.map(record.fields, options: options) else { continue }
                    let score = try format.score(map, rows: records[(place + 1)...].prefix(Self.rowsShown).map(\.fields))
                    // A header that has the columns that the user named goes before one that lacks some.
                    let takesColumns = options.columns.isEmpty || !map.told.isEmpty
                    guard score > 0, best.map({ takesColumns == $0.takesColumns ? score > $0.score : takesColumns }) ?? true else { continue }
                    best = (score, takesColumns, FileHeader(format: format, map: map, delimiter: delimiter, line: record.line))
                }
            }
        }
        guard let best else {
            // A first quote that is never closed hides all records.
            if let first = openings.first, openings.allSatisfy(\.records.isEmpty) {
                var reader = CSVReader(bytes, delimiter: first.delimiter)
                while try TablePass.next(&reader) {}
            }
            throw HeaderFault(openings, formats, options).issue
        }
        // None has them all: one wrong name must not leave out the others in silence.
        if !best.takesColumns, let fault = HeaderFault.columns(best.opening.map.headings, formats, options) { throw fault }
        if let duplicate = best.opening.map.duplicate { throw duplicate }
        self = best.opening
    }

    private init(format: any TableFormat, map: ColumnMap, delimiter: UInt8, line: Int) {
        self.format = format
        self.map = map
        self.delimiter = delimiter
        self.line = line
    }

    private static func formats(_ options: ImportOptions, _ tables: [any TableFormat], _ others: [String]) throws(ImportIssue) -> [any TableFormat] {
        guard let name = options.format else { return tables }
        guard let format = tables.first(where: { $0.name == name }) else {
            let names = tables.map(\.name) + others
            throw ImportIssue(
                .unknownFormat, text: name, message: "there is no format \"\(name)\"",
                hint: nearestHint(for: name, in: names, otherwise: "the formats are \(names.joined(separator: ", "))"))
        }
        return [format]
    }

    static func delimiters(_ options: ImportOptions) throws(ImportIssue) -> [UInt8] {
        guard let told = options.delimiter else { return Array(delimiters) }
        guard let byte = told.asciiValue, byte != quoteMark, byte != lineFeed, byte != carriageReturn else {
            throw ImportIssue(.unknownFormat, text: String(told), message: "\"\(told)\" cannot part fields", hint: "say delimiter=\";\"")
        }
        return [byte]
    }

    /// Adds notices on what was found, where it is not what everybody would expect.
    func tell(_ plan: inout PlanBuilder, encoding: TextEncoding) {
        if encoding != .utf8 { plan.notice(.encoding, "the file is no UTF-8; it is read as \(encoding.rawValue)") }
        if delimiter != UInt8(ascii: ",") { plan.notice(.delimiter, "fields are parted by \(Self.word(delimiter))") }
        if line > 1 { plan.notice(.preamble, "the header stands on line \(line); what is before it is left out") }
        let known = format.columns.flatMap { [$0.field.rawValue] + $0.keys }
        let unused = map.unused.filter { !format.readsOtherCurrencies || !map.otherCurrencies.contains($0) }
        for column in unused.prefix(Self.unusedTold) {
            let heading = MessageText.cut(map.headings[column])
            let near = nearestName(to: HeaderKey.of(map.headings[column]), in: known).flatMap { near in
                format.columns.first { $0.field.rawValue == near || $0.keys.contains(near) }
            }
            let unmapped = near.flatMap { map.has($0.field) ? nil : $0.field.rawValue }
            plan.notice(.unusedColumn, "column \"\(heading)\" is not used" + (unmapped.map { Suggestion($0).clause } ?? ""))
        }
        let rest = unused.count - Self.unusedTold
        if rest > 0 { plan.notice(.unusedColumn, "\(rest) more columns are not used") }
    }

    /// A delimiter as a sentence names it.
    static func word(_ delimiter: UInt8) -> String {
        switch delimiter {
        case UInt8(ascii: ","): "commas"
        case UInt8(ascii: ";"): "semicolons"
        case UInt8(ascii: "\t"): "tabs"
        case UInt8(ascii: "|"): "bars"
        default: "\"\(Character(Unicode.Scalar(delimiter)))\""
        }
    }
}

/// One of the first records of a file.
struct FirstRecord {
    var line: Int
    var fields: [String]

    /// The first records that are not blank; as many as there are before a quote that never closes.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8, limit: Int) -> [FirstRecord] {
        var reader = CSVReader(bytes, delimiter: delimiter)
        var records: [FirstRecord] = []
        while records.count < limit, (try? reader.next()) == true {
            if reader.isBlank { continue }
            records.append(FirstRecord(line: reader.line, fields: (0..<min(reader.count, 1000)).map { reader.text($0) }))
        }
        return records
    }
}

/// Finds out why no format fits the first lines of a file.
struct HeaderFault {
    private let records: [FirstRecord]
    private let formats: [any TableFormat]
    private let options: ImportOptions

    /// Looks at the records by the delimiter that makes the most fields.
    init(_ openings: [(delimiter: UInt8, records: [FirstRecord])], _ formats: [any TableFormat], _ options: ImportOptions) {
        records = openings.max { ($0.records.first?.fields.count ?? 0) < ($1.records.first?.fields.count ?? 0) }?.records ?? []
        self.formats = formats
        self.options = options
    }

    var issue: ImportIssue {
        guard let first = records.first else {
            return ImportIssue(.emptyFile, message: "the file is empty", hint: "download or export it again, and look whether it is the right one")
        }
        if let fault = Self.columns(first.fields, formats, options) { return fault }
        if looksLikeData(first) {
            return ImportIssue(
                .noHeader, line: first.line, text: first.fields.prefix(20).joined(separator: ","), message: "the file has no header line",
                hint: "its first line should name the columns, such as date,type,account,symbol,quantity,price,fee,amount,currency,notes")
        }
        if let fault = wizardFile(first) { return fault }
        let (format, map) = nearest(first)
        let missing = format.missing(map)
        let hints = map.unused.compactMap { column in hint(map.headings[column], format, map) }
        let known = formats.map(\.name).joined(separator: ", ")
        return ImportIssue(
            .unknownFormat, line: first.line, text: first.fields.prefix(20).joined(separator: ","),
            message: map.matched == 0
                ? "the header names no column that is known"
                : missing.isEmpty
                    ? "the header has columns of \(format.name), and others that no such file has" : "the header has no column for \(missing.joined(separator: " and "))",
            hint: hints.isEmpty
                ? "columns={[\"Heading\"]=\"date\"} tells what a column is, and learn=true asks for all of them; the formats are \(known)" : hints.joined(separator: ", "))
    }

    /// What is said of the files for the import wizard of Portfolio Performance that hold no transactions; nil for any other.
    private func wizardFile(_ record: FirstRecord) -> ImportIssue? {
        let keys = record.fields.map(HeaderKey.of)
        if keys == ["date", "quote"] {
            return ImportIssue(
                .unknownFormat, line: record.line, text: record.fields.joined(separator: ","), message: "these are quotes of a security, and the file does not tell of which",
                hint: "say columns={Quote=\"close\"}, and its symbol and currency: symbol=\"…\", currency=\"…\"")
        }
        guard keys.starts(with: ["isin", "wkn", "tickersymbol", "securityname"]), keys.count <= 6 else { return nil }
        return ImportIssue(
            .unknownFormat, line: record.line, text: record.fields.joined(separator: ","), message: "this is a list of securities for Portfolio Performance",
            hint: "import the files of transactions, whose rows name the securities; instrument{symbol=\"…\", name=\"…\"} defines one that has none")
    }

    /// A date or a number in the first line means that it is no header.
    private func looksLikeData(_ record: FirstRecord) -> Bool {
        record.fields.contains { text in
            var text = text
            return text.withUTF8 { bytes in
                guard bytes.contains(where: isDigit) else { return false }
                if DateParts(DateReader.trimmed(bytes)) != nil { return true }
                return (try? NumberReader(.point).read(bytes)) != nil || (try? NumberReader(.comma).read(bytes)) != nil
            }
        }
    }

    /// The format that understands most of a header.
    private func nearest(_ record: FirstRecord) -> (any TableFormat, ColumnMap) {
        let maps = formats.compactMap { format in
            (try? ColumnMap(record.fields, specs: format.columns, user: [:])).map { (format, $0) }
        }
        let best = maps.max { $0.1.matched < $1.1.matched }
        guard let best else { preconditionFailure("a header was read before, so it can be read again") }
        return best
    }

    /// A guess which missing field an unknown heading was meant to be; nil for none.
    private func hint(_ heading: String, _ format: any TableFormat, _ map: ColumnMap) -> String? {
        let keys = format.columns.filter { !map.has($0.field) }.flatMap(\.keys)
        guard let near = nearestName(to: HeaderKey.of(heading), in: keys),
            let field = format.columns.first(where: { $0.keys.contains(near) })?.field
        else { return nil }
        return "\"\(heading)\" may be meant to be \"\(field.rawValue)\""
    }

    /// The issue of a column that the user named and the header lacks, or of a field that no format has; nil where some format takes all that the user named.
    static func columns(_ header: [String], _ formats: [any TableFormat], _ options: ImportOptions) -> ImportIssue? {
        if options.columns.isEmpty { return nil }
        var faults: [(issue: ImportIssue, fields: Int)] = []
        for format in formats {
            do throws(ImportIssue) {
                _ = try ColumnMap(header, specs: format.columns, user: options.columns)
                return nil
            } catch {
                faults.append((error, format.columns.count))
            }
        }
        // The one that knows the most fields is the likeliest to have one that is near.
        return faults.max { $0.fields < $1.fields }?.issue
    }
}
