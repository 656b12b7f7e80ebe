import Ledger
import Values

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

/// What a script says of a line of a file.
public struct ScriptedEntry: Sendable {
    /// What becomes of the line.
    public enum Meaning: Sendable {
        /// The line makes this activity, perhaps beside others.
        case draft(ImportedDraft)
        /// The line is left out, for this reason.
        case skip(String)
        /// The line is refused: what is wrong, and what to do.
        case refuse(String, hint: String)
        /// The line is a part of what another one makes, and shares its verdict.
        case part(of: Int)
    }

    /// The line on which the record begins.
    public var line: Int
    /// What becomes of it.
    public var meaning: Meaning

    /// What becomes of a line.
    public init(line: Int, _ meaning: Meaning) { (self.line, self.meaning) = (line, meaning) }
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
            guard let read = format.read else { continue }
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
        let rows = records.map { $0.fields.map { String(Substring($0).trimmed) } }
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
        if encoding != .utf8 { builder.notice(.encoding, "the file is no UTF-8; it is read as \(encoding.rawValue)") }
        builder.notice(.format, "the file is read as one of \(format.name): \(format.summary)")
        let (header, records) = try records(bytes)
        let entries = try read(ScriptedRecords(name: options.baseName, records: records.filter { !$0.isBlank }, header: header, options: options))
        let lines = Set(records.map(\.line))
        if let stray = entries.first(where: { !lines.contains($0.line) }) {
            throw ImportIssue(
                .script, message: "the importer \(format.name) names line \(stray.line), on which no record begins", hint: "line=r.line tells of which record a draft is")
        }
        ScriptedLines(entries).put(records, into: &builder, format: format.name)
        return builder.finish(nil)
    }

    private func records(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImportIssue) -> (header: [String], records: [ScriptedRecord]) {
        var reader = CSVReader(bytes, delimiter: delimiter), header: [String] = [], records: [ScriptedRecord] = []
        while try TablePass.next(&reader) {
            if let headerLine, reader.line < headerLine { continue }
            let cells = (0..<reader.count).map { String(decoding: reader.word($0), as: UTF8.self) }
            if reader.line == headerLine { header = cells } else { records.append(ScriptedRecord(line: reader.line, cells: cells)) }
        }
        return (header, records)
    }
}

extension ScriptedRecord {
    fileprivate var isBlank: Bool { cells.allSatisfy(\.isEmpty) }
}

/// What a script says of the lines of a file, by line.
private struct ScriptedLines {
    /// The drafts of each line that has some, in the order in which the script gave the first of each.
    private var drafts: [(line: Int, drafts: [ImportedDraft])] = []
    private var others: [Int: ScriptedEntry.Meaning] = [:]

    init(_ entries: [ScriptedEntry]) {
        var places: [Int: Int] = [:]
        for entry in entries {
            guard case .draft(let draft) = entry.meaning else {
                // What is wrong with a line goes before all else that is said of it.
                if case .refuse? = others[entry.line] { continue }
                others[entry.line] = entry.meaning
                continue
            }
            if let place = places[entry.line] {
                drafts[place].drafts.append(draft)
            } else {
                places[entry.line] = drafts.count
                drafts.append((entry.line, [draft]))
            }
        }
    }

    /// Adds the drafts, and one verdict for each record: a record of which nothing is said is refused, so that none is lost in silence.
    func put(_ records: [ScriptedRecord], into plan: inout PlanBuilder, format: String) {
        var outcomes: [Int: ImportIssue?] = [:]
        for (line, drafts) in drafts {
            if case .refuse? = others[line] { continue }
            do throws(ImportIssue) {
                try plan.add(drafts, line: line)
                outcomes[line] = .some(nil)
            } catch {
                outcomes[line] = error
            }
        }
        for record in records { tell(record, outcomes, &plan, format) }
    }

    private func tell(_ record: ScriptedRecord, _ outcomes: [Int: ImportIssue?], _ plan: inout PlanBuilder, _ format: String) {
        let line = record.line
        if let outcome = outcomes[line] {
            if let issue = outcome { plan.verdict(issue, line: line) } else { plan.verdict(line: line, .add) }
            return
        }
        switch others[line] {
        case .skip(let reason): plan.verdict(ImportIssue(.leftOut, message: reason), line: line, outcome: .skipped)
        case .refuse(let message, let hint): plan.verdict(ImportIssue(.script, message: message, hint: hint), line: line)
        case .part(let other):
            guard let outcome = outcomes[other] else {
                return plan.verdict(ImportIssue(.script, message: "it belongs to line \(other), of which nothing comes"), line: line)
            }
            if outcome == nil {
                plan.verdict(line: line, .add)
            } else {
                plan.verdict(ImportIssue(.script, message: "it belongs to line \(other), which is refused"), line: line)
            }
            plan.plan.verdicts.tie(line: line, to: other)
        case .draft, nil:
            if record.isBlank { return plan.verdict(line: line, .skipped) }
            plan.verdict(
                ImportIssue(.script, message: "the importer \(format) says nothing of this line", hint: "tell its author, or leave the line out with partial=true"),
                line: line)
        }
    }
}
