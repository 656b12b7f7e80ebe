import Values

/// What the first lines of a file tell: what parts its fields, where the header stands, and which format it has.
struct FileOpening {
    let format: any TableFormat
    let map: ColumnMap
    let delimiter: UInt8
    /// The line of the header.
    let line: Int

    /// How many records are looked at for a header: exports begin with a few lines about the account at most.
    private static let recordsLookedAt = 40
    /// How many columns that are not used are told one by one.
    private static let unusedTold = 20
    /// How many rows below a header a format may look at.
    private static let rowsShown = 5
    private static let delimiters = ",;\t|".utf8

    /// Finds the header.
    ///
    /// - Throws: `emptyFile`, `noHeader`, `unknownFormat`, `duplicateColumn` or `missingColumn`.
    init(_ bytes: UnsafeBufferPointer<UInt8>, options: ImportOptions, scripted: [ScriptedFormat] = []) throws(ImportIssue) {
        let formats = try Self.formats(options, scripted)
        var best: (score: Int, takesColumns: Bool, opening: FileOpening)?
        var openings: [(delimiter: UInt8, records: [OpeningRecord])] = []
        for delimiter in try Self.delimiters(options) {
            let records = OpeningRecord.read(bytes, delimiter: delimiter, limit: Self.recordsLookedAt)
            openings.append((delimiter, records))
            for (place, record) in records.enumerated() where record.fields.count > 1 {
                for format in formats {
                    guard let map = try format.map(record.fields, options: options) else { continue }
                    let score = try format.score(map, rows: records[(place + 1)...].prefix(Self.rowsShown).map(\.fields))
                    // A header that has the columns that the user named goes before one that lacks some.
                    let takesColumns = options.columns.isEmpty || !map.told.isEmpty
                    guard score > 0, best.map({ takesColumns == $0.takesColumns ? score > $0.score : takesColumns }) ?? true else { continue }
                    best = (score, takesColumns, FileOpening(format: format, map: map, delimiter: delimiter, line: record.line))
                }
            }
        }
        guard let best else { throw OpeningFault(openings, formats, options).issue }
        // None has them all: one wrong name must not leave out the others in silence.
        if !best.takesColumns, let fault = OpeningFault.columns(best.opening.map.headings, formats, options) { throw fault }
        if let duplicate = best.opening.map.duplicate { throw duplicate }
        self = best.opening
    }

    private init(format: any TableFormat, map: ColumnMap, delimiter: UInt8, line: Int) {
        self.format = format
        self.map = map
        self.delimiter = delimiter
        self.line = line
    }

    private static func formats(_ options: ImportOptions, _ scripted: [ScriptedFormat]) throws(ImportIssue) -> [any TableFormat] {
        // What a user defined comes first, so that it wins where a format of ours fits as well.
        let all: [any TableFormat] = scripted + Formats.tables
        guard let name = options.format else { return all }
        guard let format = all.first(where: { $0.name == name }) else {
            let names = all.map(\.name) + Formats.documents.map(\.name)
            throw ImportIssue(
                .unknownFormat, text: name, message: "there is no format \"\(name)\"",
                hint: nearestName(to: name, in: names).map { "did you mean \"\($0)\"?" } ?? "the formats are \(names.joined(separator: ", "))")
        }
        return [format]
    }

    private static func delimiters(_ options: ImportOptions) throws(ImportIssue) -> [UInt8] {
        guard let told = options.delimiter else { return Array(delimiters) }
        guard let byte = told.asciiValue, byte != quoteMark, byte != lineFeed, byte != carriageReturn else {
            throw ImportIssue(.unknownFormat, text: String(told), message: "\"\(told)\" cannot part fields", hint: "say delimiter=\";\"")
        }
        return [byte]
    }

    /// Tells what was found, where it is not what everybody would expect.
    func tell(_ plan: inout PlanBuilder, encoding: TextEncoding) {
        if encoding != .utf8 { plan.notice(.encoding, "the file is no UTF-8; it is read as \(encoding.rawValue)") }
        if delimiter != UInt8(ascii: ",") { plan.notice(.delimiter, "fields are parted by \(Self.word(delimiter))") }
        if line > 1 { plan.notice(.preamble, "the header stands on line \(line); what is before it is left out") }
        let known = format.columns.flatMap { [$0.field.rawValue] + $0.keys }
        let unused = map.unused.filter { !format.readsOtherCurrencies || !map.otherCurrencies.contains($0) }
        for column in unused.prefix(Self.unusedTold) {
            let heading = ShownText.cut(map.headings[column])
            let near = nearestName(to: HeaderKey.of(map.headings[column]), in: known).flatMap { near in
                format.columns.first { $0.field.rawValue == near || $0.keys.contains(near) }
            }
            let unmapped = near.flatMap { map.has($0.field) ? nil : $0.field.rawValue }
            plan.notice(.unusedColumn, "column \"\(heading)\" is not used" + (unmapped.map { "; did you mean \"\($0)\"?" } ?? ""))
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
struct OpeningRecord {
    var line: Int
    var fields: [String]

    /// The first records that are not blank; as many as there are before a quote that never closes.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8, limit: Int) -> [OpeningRecord] {
        var reader = CSVReader(bytes, delimiter: delimiter)
        var records: [OpeningRecord] = []
        while records.count < limit, (try? reader.next()) == true {
            if reader.isBlank { continue }
            records.append(OpeningRecord(line: reader.line, fields: (0..<min(reader.count, 1000)).map { reader.text($0) }))
        }
        return records
    }
}
