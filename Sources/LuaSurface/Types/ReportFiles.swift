import Charts
import Drawing
import Frames
import HelperPrograms
import LuaKit
import Messages
import Reports
import Session
import Storage
import Values
import Workbooks

/// Reports and pictures as files.
extension Runtime {
    /// Writes a report to a file, and gives the number of bytes. What the form has no place for is told in a notice.
    package func write(_ report: Report, as form: ReportForm, to path: String, paper: Paper = .a4) throws -> Int {
        try files.checkWriting(path)
        let count: Int
        switch form {
        case .text, .markdown, .html: count = try files.write(path, bytes: Array(text(of: report, as: form, paper: paper).utf8))
        case .pdf:
            let details = FileDetails(subject: report.subtitle, created: today.description)
            count = try write(path, drawing: .document(report.printed(PrintOptions(filing, paper: paper, footer: footer, details: details))))
        case .xlsx: count = try write(path, workbook: report, paper: paper)
        }
        for sentence in report.leftOut(for: form) { notice(sentence) }
        return count
    }

    /// A report as text in a form that is one.
    package func text(of report: Report, as form: ReportForm, paper: Paper = .a4) throws -> String {
        switch form {
        case .text: try report.text(filing)
        case .markdown: try report.markdown(filing).text
        case .html: try page(of: report, paper: paper).text
        case .pdf, .xlsx: preconditionFailure("\(form.rawValue) is no text")
        }
    }

    /// A report as a page for a browser; one that is served knows of its server.
    package func page(of report: Report, paper: Paper = .a4, server: PageServer? = nil) throws -> HTMLPage {
        try report.html(PageOptions(filing, footer: footer, paper: paper, server: server, hash: EntryHash.sha256))
    }

    /// How figures stand in files: not cut to the terminal, and without its colours; masked where it is asked for.
    package var filing: RenderOptions {
        var options = layout
        (options.width, options.widening, options.colour, options.unicode, options.maximumRows) = (nil, nil, false, true, nil)
        return options
    }

    /// What stands at the foot of pages: the book and the day.
    private var footer: String { [book?.name, layout.locale.written(day: today)].compactMap { $0 }.joined(separator: " · ") }

    /// The report that a value is: a frame, a chart or a text is one of that alone.
    ///
    /// - Throws: a misuse for what cannot be read, such as nil.
    package func report(of value: LuaValue, titled title: String) throws -> Report {
        let block: Report.Block
        switch value {
        case .object(let object) where object.type == .report: return unsafeDowncast(object.instance, to: ReportObject.self).report
        case .object(let object) where object.type == .frame: block = .table(unsafeDowncast(object.instance, to: FrameObject.self).frame)
        case .object(let object) where object.type == .chart: block = .chart(unsafeDowncast(object.instance, to: ChartObject.self).chart)
        case .none: throw LuaMisuse("\(title): there is nothing to write", hint: "a report, a frame, a chart or a text can be written", kind: "nothing_to_write")
        case .boolean, .integer, .number, .string, .boxed, .object, .table, .function, .reference, .other: block = .text(try shown(value))
        }
        return Report(title: Report.title(ofName: title), sections: [Report.Section(blocks: [block])])
    }

    /// A report in the form that `.mode` sets: tables alone where that is CSV or JSON.
    func shown(_ report: Report) throws -> String {
        switch console.format {
        case .auto, .table, .line: return trimmed(try report.text(layout))
        case .markdown: return trimmed(try report.markdown(layout).text)
        case .csv, .json:
            let tables = report.sections.flatMap(\.blocks).compactMap { if case .table(let frame) = $0 { frame } else { nil } }
            guard tables.count == 1 else {
                throw LuaMisuse(
                    "the report \(report.title) has \(tables.count) tables, and \(console.format.rawValue) has one", hint: "a workbook has a sheet for each: --xlsx",
                    kind: "several_tables")
            }
            return try shown(tables[0])
        }
    }

    private func trimmed(_ text: String) -> String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
}

/// Files that programs of their own make.
extension Runtime {
    /// Has something drawn, and writes the file. Returns the number of bytes.
    package func write(_ path: String, drawing request: DrawingRequest) throws -> Int {
        try checkWritingByHelper(path)
        func most(_ beginning: [UInt8]) -> Int { 4 + DrawingReply.longestPayload }
        let answer = try HelperProgram.draw.answer(atMost: most, stopping: stopping) { send in try request.frame.withUnsafeBytes(send) }
        guard let reply = try? DrawingReply(frame: answer) else { throw HelperProgram.draw.unreadableAnswer }
        switch reply {
        case .file(let bytes, let warnings):
            for warning in warnings { notice("\(path): \(warning)") }
            return try files.write(path, bytes: bytes)
        case .failure(let sentence): throw LuaMisuse("\(path): \(sentence)", field: "path", kind: "file")
        }
    }

    /// Writes a report as a workbook, and gives the number of bytes. Rows are handed over as they are made.
    private func write(_ path: String, workbook report: Report, paper: Paper) throws -> Int {
        try checkWritingByHelper(path)
        let moment = Instant(day: today, hour: 0, minute: 0) ?? Instant(microseconds: 0)
        let workbook = try report.workbook(SpreadsheetOptions(created: moment, paper: paper == .a4 ? .a4 : .letter, render: filing))
        if let refusal = workbook.refusal { throw LuaMisuse("\(path): \(refusal)", field: "path", kind: "file") }
        let answer = try HelperProgram.sheet.answer(atMost: SheetAnswer.length(of:), stopping: stopping) { send in try workbook.write { bytes in try bytes.withUnsafeBytes(send) } }
        guard let (head, count) = SheetAnswer.first(of: answer) else { throw HelperProgram.sheet.unreadableAnswer }
        switch head {
        case .file(let bytes, let warnings):
            guard answer.count - count == bytes else { throw HelperProgram.sheet.unreadableAnswer }
            for warning in warnings { notice("\(path): \(warning)") }
            return try files.write(path, bytes: Array(answer[count...]))
        case .failure(let sentence): throw LuaMisuse("\(path): \(sentence)", field: "path", kind: "file")
        }
    }

    /// Refuses a path that cannot be written, and what a program of its own makes where none can be started.
    private func checkWritingByHelper(_ path: String) throws {
        try files.checkWriting(path)
        if files.isAllowed { return }
        throw LuaMisuse(
            "\(path): a sandboxed script starts no program that would make this", field: "path", hint: "CSV, JSON, Markdown, HTML and text are made without one", kind: "sandbox")
    }

    /// What ends the work of another program: Ctrl-C, and what else stops a script.
    private func stopping() -> (any Error)? { lua.dueStop }
}

extension LuaCall {
    /// Endings of names that promise a form, by which a file of another one would be taken for what it is not.
    private static let promising: Set = [
        "svg", "png", "pdf", "html", "htm", "xlsx", "xls", "ods", "md", "markdown", "txt", "csv", "json", "gif", "jpg", "jpeg", "webp", "doc", "docx", "odt",
    ]

    /// Refuses a name that promises a file of another form, such as `x.gif` for a PNG.
    func checkName(_ path: String, of form: String, endings: [String]) throws {
        let ending = path.split(separator: "/").last.flatMap { $0.split(separator: ".").dropFirst().last }?.lowercased() ?? ""
        guard Self.promising.contains(ending), !endings.contains(ending) else { return }
        throw LuaMisuse("\(name): \(path) would not be what its name says", field: "path", hint: "the name of \(form) ends in .\(endings[0])")
    }

    /// Writes a report to the file of the argument `path`, or gives its text back where there is none.
    func write(_ report: Report, as form: ReportForm) throws -> LuaReply {
        let paper = try ReportType.paper(of: form).isEmpty ? .a4 : paper()
        guard let path = try string("path") else { return reply(try runtime.text(of: report, as: form, paper: paper)) }
        try checkName(path, of: form.rawValue, endings: form.endings)
        return reply(try runtime.write(report, as: form, to: path, paper: paper))
    }
}

extension LuaCall {
    /// The paper that the argument of that name tells.
    private func paper() throws -> Paper {
        guard let name = try string("paper") else { return .a4 }
        guard let paper = Paper(named: name) else { throw mismatch("paper", expected: "a4 or letter") }
        return paper
    }
}

extension Paper {
    /// The paper of a name, `a4` or `letter`; nil for another name.
    package init?(named name: String) {
        switch name.lowercased() {
        case "a4": self = .a4
        case "letter": self = .letter
        default: return nil
        }
    }
}

extension HelperProgram.Failure: LuaRaisable {
    public var luaKind: String { "program" }
    public var field: String? { nil }
}

/// Methods of frames that write them as pages and workbooks.
enum FrameFiles {
    /// The records of these methods.
    static let methods = [ReportForm.html, .pdf, .xlsx].map(file)

    private static func file(_ form: ReportForm) -> LuaFunction {
        LuaFunction(
            form.rawValue, [ReportType.path(of: form)] + ReportType.paper(of: form) + [.optional("title", .string, "What stands above it.", default: "what its rows are")],
            returns: form.isText ? "string|integer" : "integer",
            summary: "The frame as \(form.summary): \(form.isText ? "the text, or " : "")the number of bytes written to a file.", style: .positional
        ) { call in
            let frame = try call.ownFrame(), title = try call.string("title") ?? frame.name
            return try call.write(Report(title: title, sections: [.init(blocks: [.table(frame)])]), as: form)
        }
    }
}
