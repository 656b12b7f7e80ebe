/// A record of a file, as a script sees it that reads the whole file.
public struct ScriptedRecord: Sendable {
    /// The line on which it begins.
    public var line: Int
    /// What its fields hold, without blanks at either end.
    public var cells: [String]
}

/// A file as a script is handed it that reads the whole of it.
public struct ScriptedRecords: Sendable {
    /// The file's name without folders.
    public var name: String
    /// All records from the first, or those below the header line, where the format knows that.
    public var records: [ScriptedRecord]
    /// What stands in the header line, without blanks at either end; empty where the format knows none.
    public var header: [String]
    /// What the user says of the file, and the format of all its files.
    public var options: ImportOptions
}

/// A file that a script reads as a whole: with lines before its header, several tables, or rows that belong together.
struct ScriptedFile {
    private let format: ScriptedFormat
    private let read: ScriptedFormat.Read
    private let delimiter: UInt8
    /// The line of the header; nil where the format knows none.
    private let headerLine: Int?

    /// How many records are looked at for a header, which may stand below another table; a script that looks itself sees fewer.
    private static let recordsLookedAt = 200, recordsShown = 40

    /// Finds the first format that knows a file; nil where none does.
    ///
    /// - Throws: `unknownFormat` where the user asked for one of the formats, and the file is none of it.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, options: ImportOptions, formats: [ScriptedFormat]) throws(ImportIssue) {
        let asked = options.format
        var openings: [(delimiter: UInt8, records: [FirstRecord])] = []
        for format in formats where asked == nil || asked == format.name {
            guard let read = format.read else {
                if asked == nil || format.readElements == nil { continue }
                throw ImportIssue(
                    .unknownFormat, line: 1, message: "the importer \(format.name) reads XML, and the file is none",
                    hint: "download it as XML, or leave out format=\"\(format.name)\" and the columns tell what it is")
            }
            if openings.isEmpty {
                openings = try FileHeader.delimiters(options).map { ($0, FirstRecord.read(bytes, delimiter: $0, limit: Self.recordsLookedAt)) }
            }
            for (delimiter, records) in openings {
                guard let header = try Self.header(of: format, records) else { continue }
                (self.format, self.read, self.delimiter, headerLine) = (format, read, delimiter, header > 0 ? records[header - 1].line : nil)
                return
            }
            if asked != nil {
                throw ImportIssue(
                    .unknownFormat, line: openings[0].records.first?.line, text: openings[0].records.first?.fields.prefix(20).joined(separator: ",") ?? "",
                    message: "the file does not begin as one of \(format.name) does", hint: format.summary)
            }
        }
        return nil
    }

    /// The number of the record that is the header, counted from 1; 0 where the file is of the format and has none, nil where it is not of it.
    private static func header(of format: ScriptedFormat, _ records: [FirstRecord]) throws(ImportIssue) -> Int? {
        let rows = EmptyColumns.cutOff(records.map { $0.fields.map { String(Substring($0).trimmed) } })
        guard let sniff = format.sniffRecords else {
            let needed = format.marks.map { $0.lowercased() }
            return rows.firstIndex { row in
                let headings = Set(row.map { $0.lowercased() })
                return needed.allSatisfy(headings.contains)
            }.map { $0 + 1 }
        }
        return try sniff(Array(rows.prefix(recordsShown))).map { min($0, rows.count) }
    }

    /// Has the script read the file, and puts what it says into a plan.
    func plan(
        _ bytes: UnsafeBufferPointer<UInt8>, _ encoding: TextEncoding, options: ImportOptions, context: ImportContext
    ) throws(ImportIssue) -> ImportPlan {
        let options = format.adjusted(options)
        var builder = PlanBuilder(context: context, options: options, format: format.name)
        builder.plan.matching.hasTwins = format.hasTwins
        if encoding != .utf8 { builder.notice(.encoding, "the file is no UTF-8; it is read as \(encoding.rawValue)") }
        builder.notice(.format, "the file is read as one of \(format.name): \(format.summary)")
        let (header, records) = try records(bytes)
        let content = records.filter { !$0.isBlank }
        if content.isEmpty, headerLine != nil { builder.notice(.noRows, "the file has a header and no rows") }
        var entries = try entries(of: content, header, options)
        let rows = Self.leaveOutFooter(content, header, isEnded: FooterText.isEnded(bytes), &entries)
        Self.refuseCutRow(rows, &entries)
        let lines = Set(records.map(\.line))
        if let stray = entries.first(where: { !lines.contains($0.line) }) {
            throw ImportIssue(
                .script, message: "the importer \(format.name) names line \(stray.line), on which no record begins", hint: "line=r.line tells of which record a draft is")
        }
        ScriptedLines(entries).put(records, into: &builder, format: format.name)
        return builder.finish(nil)
    }

    /// What the script says of the records. One that fails on text below the table, which is short of fields, reads the table alone.
    private func entries(of content: [ScriptedRecord], _ header: [String], _ options: ImportOptions) throws(ImportIssue) -> [ScriptedEntry] {
        func read(_ records: [ScriptedRecord]) throws(ImportIssue) -> [ScriptedEntry] {
            try self.read(ScriptedRecords(name: options.baseName, records: records, header: header, options: options))
        }
        do throws(ImportIssue) { return try read(content) } catch {
            let width = max(header.count, content.map(\.cells.count).max() ?? 0), below = content.reversed().prefix { FooterText.isProse($0.cells, width: width) }
            guard !below.isEmpty, error.kind == .script else { throw error }
            return try read(content.dropLast(below.count)) + below.reversed().map { ScriptedEntry(line: $0.line, .skip(FooterText.reason)) }
        }
    }

    /// Leaves out the text below the table of which the script makes nothing, and gives the records above it.
    ///
    /// - Parameter isEnded: whether the file ends with a whole line.
    private static func leaveOutFooter(_ content: [ScriptedRecord], _ header: [String], isEnded: Bool, _ entries: inout [ScriptedEntry]) -> [ScriptedRecord] {
        var taken = Set<Int>(), left = Set<Int>()
        for entry in entries {
            switch entry.meaning {
            case .draft, .part: taken.insert(entry.line)
            case .skip: left.insert(entry.line)
            case .refuse: break
            }
        }
        let rows = content.filter { taken.contains($0.line) }, width = max(header.count, content.map(\.cells.count).max() ?? 0)
        let narrowest = rows.map(\.cells.count).min() ?? width
        // The columns in which each row has a figure, such as its date.
        let columns = rows.isEmpty ? [] : (0..<width).filter { column in rows.allSatisfy { column < $0.cells.count && FooterText.hasFigure($0.cells[column]) } }
        let below = content.reversed().prefix { record in
            if left.contains(record.line) { return true }
            guard !taken.contains(record.line), FooterText.isProse(record.cells, width: width) else { return false }
            if rows.isEmpty || record.cells.count == 1 && (isEnded || record.line != content.last?.line) { return true }
            return columns.contains { $0 < record.cells.count && (record.cells.count >= narrowest || !record.cells[$0].isEmpty) }
        }
        let footer = Set(below.map(\.line)).subtracting(left)
        entries.removeAll { footer.contains($0.line) }
        entries += footer.sorted().map { ScriptedEntry(line: $0, .skip(FooterText.reason)) }
        return content.filter { !footer.contains($0.line) }
    }

    /// Refuses the last row where the script leaves it out, and it has a date and fewer fields than all others: the file was cut off in it. A total has no date.
    private static func refuseCutRow(_ rows: [ScriptedRecord], _ entries: inout [ScriptedEntry]) {
        guard let last = rows.last, let narrowest = rows.dropLast().map(\.cells.count).min(), last.cells.count < narrowest else { return }
        guard last.cells.contains(where: { $0.prefixMatch(of: /\d{1,4}[-.\/]\d{1,2}[-.\/]\d/) != nil }) else { return }
        for place in entries.indices where entries[place].line == last.line {
            guard case .skip = entries[place].meaning else { continue }
            entries[place].meaning = .refuse("the file ends in the middle of this row", hint: "export the file anew, or import the other rows with partial=true")
        }
    }

    private func records(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImportIssue) -> (header: [String], records: [ScriptedRecord]) {
        var reader = CSVReader(bytes, delimiter: delimiter), header: [String] = [], records: [ScriptedRecord] = []
        while try TablePass.next(&reader) {
            if let headerLine, reader.line < headerLine { continue }
            let cells = (0..<reader.count).map { String(decoding: reader.word($0), as: UTF8.self) }
            if reader.line == headerLine { header = cells } else { records.append(ScriptedRecord(line: reader.line, cells: cells)) }
        }
        let width = max(EmptyColumns.width([header]), EmptyColumns.width(records.map(\.cells)))
        for place in records.indices where records[place].cells.count > width { records[place].cells.removeLast(records[place].cells.count - width) }
        return (header.count > width ? Array(header.prefix(width)) : header, records)
    }
}

/// Columns behind the last one that holds anything, such as a spreadsheet writes.
enum EmptyColumns {
    /// How many columns there are up to the last that holds anything.
    static func width(_ rows: [[String]]) -> Int {
        rows.reduce(0) { width, row in max(width, (row.lastIndex { !$0.isEmpty } ?? -1) + 1) }
    }

    /// The rows without those columns.
    static func cutOff(_ rows: [[String]]) -> [[String]] {
        let width = width(rows)
        return rows.map { $0.count > width ? Array($0.prefix(width)) : $0 }
    }
}

extension ScriptedRecord {
    /// Whether no field holds anything.
    var isBlank: Bool { cells.allSatisfy(\.isEmpty) }
}
