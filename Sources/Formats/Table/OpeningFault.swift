import Values

/// Why no format fits the first lines of a file, told as near to the mark as they allow.
struct OpeningFault {
    private let records: [OpeningRecord]
    private let formats: [any TableFormat]
    private let options: ImportOptions

    /// Takes the reading of the file that parts it into most fields.
    init(_ openings: [(delimiter: UInt8, records: [OpeningRecord])], _ formats: [any TableFormat], _ options: ImportOptions) {
        records = openings.max { ($0.records.first?.fields.count ?? 0) < ($1.records.first?.fields.count ?? 0) }?.records ?? []
        self.formats = formats
        self.options = options
    }

    var issue: ImportIssue {
        guard let first = records.first else { return ImportIssue(.emptyFile, message: "the file is empty") }
        if let fault = Self.columns(first.fields, formats, options) { return fault }
        if looksLikeData(first) {
            return ImportIssue(
                .noHeader, line: first.line, text: first.fields.prefix(20).joined(separator: ","), message: "the file has no header line",
                hint: "its first line should name the columns, such as date,type,account,symbol,quantity,price,fee,amount,currency,notes")
        }
        let (format, map) = nearest(first)
        let missing = format.missing(map)
        let hints = map.unused.compactMap { column in hint(map.headings[column], format, map) }
        let known = formats.map(\.name).joined(separator: ", ")
        return ImportIssue(
            .unknownFormat, line: first.line, text: first.fields.prefix(20).joined(separator: ","),
            message: map.matched == 0
                ? "the header names no column that is known" : "the header has no column for \(missing.joined(separator: " and "))",
            hint: hints.isEmpty ? "columns={[\"Heading\"]=\"date\"} tells what a column is; the formats are \(known)" : hints.joined(separator: ", "))
    }

    /// A date or a number in the first line means that it is no header.
    private func looksLikeData(_ record: OpeningRecord) -> Bool {
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
    private func nearest(_ record: OpeningRecord) -> (any TableFormat, ColumnMap) {
        let maps = formats.compactMap { format in
            (try? ColumnMap(record.fields, specs: format.columns, user: [:])).map { (format, $0) }
        }
        let best = maps.max { $0.1.matched < $1.1.matched }
        guard let best else { preconditionFailure("a header was read before, so it can be read again") }
        return best
    }

    /// What a heading that nothing is known by was meant to be, of what is missing.
    private func hint(_ heading: String, _ format: any TableFormat, _ map: ColumnMap) -> String? {
        let keys = format.columns.filter { !map.has($0.field) }.flatMap(\.keys)
        guard let near = nearestName(to: HeaderKey.of(heading), in: keys),
            let field = format.columns.first(where: { $0.keys.contains(near) })?.field
        else { return nil }
        return "\"\(heading)\" may be meant to be \"\(field.rawValue)\""
    }

    /// A column that the user named and a header has not, or a field that none of some formats has; nil where one of them takes all that the user named.
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
