import Charts
import Frames
import LuaKit
import Reports
import Session
import Values

/// The Lua type of reports, as `report{…}` makes them.
package enum ReportType {
    /// The type as Lua knows it: its fields, methods and operators.
    package static let type = LuaType(
        "report", summary: "A title and sections of text, tables, charts and figures, which can be read, printed and written to a file.", layout: .object,
        fields: [
            LuaFunction("title", returns: "string", summary: "What it is called.", style: .positional) { call in call.reply(try call.ownReport().title) },
            LuaFunction("subtitle", returns: "string", summary: "Of whom, of what and of when it is.", style: .positional) { call in call.reply(try call.ownReport().subtitle) },
            LuaFunction("notes", returns: "string[]", summary: "What was missing or doubtful, in sentences.", style: .positional) { call in
                call.reply(.list(try call.ownReport().remarks(call.runtime.filing).map { .string($0) }))
            },
        ],
        methods: [show] + ReportForm.allCases.map(file),
        metamethods: [
            LuaFunction("__tostring", returns: "string", summary: "The report as text.", style: .positional) { call in
                guard let object = call.object(0, .report, as: ReportObject.self) else { return call.reply("a closed report") }
                return call.reply(try object.report.text(call.runtime.layout))
            }
        ])

    /// `report{…}`.
    package static let make = LuaFunction(
        "report",
        [
            .required("title", .string, "What it is called."),
            .optional("subtitle", .string, "Of whom, of what and of when it is, in a line."),
            .required(
                "sections", .table,
                "Its parts in order: texts, frames and charts, or {heading=\"…\", …} with such; {figures={{name=\"…\", value=…, note=\"…\"}}} shows a few figures large, side by side."
            ),
            .optional("notes", .texts, "Sentences for its end."),
        ],
        returns: "report", summary: "Makes a report of texts, frames and charts, which can be shown, printed and written as a page, a PDF or a workbook.",
        example: "report{title=\"Cash\", sections={\"What there is.\", cash{}}}.title --> Cash"
    ) { call in
        let runtime = call.runtime, reader = ReportReader(runtime, in: call.name)
        let report = Report(
            title: try call.string("title") ?? "", subtitle: try call.string("subtitle") ?? "", sections: try reader.sections(call.argument("sections")),
            notes: try reader.notes(call.argument("notes")))
        return call.reply(.object(LuaObject(type: .report, instance: ReportObject(report))))
    }

    private static let show = LuaFunction("show", returns: "report", summary: "Prints the report, and gives it back.") { call in
        let object = try call.receiverObject(as: ReportObject.self)
        call.runtime.console.output(try call.runtime.shown(object.report) + "\n")
        call.runtime.told.shown = .object(object)
        return call.reply(.object(LuaObject(type: .report, instance: object)))
    }

    /// The method that writes a report in a form.
    private static func file(_ form: ReportForm) -> LuaFunction {
        LuaFunction(
            form.rawValue, [path(of: form)] + paper(of: form), returns: form.isText ? "string|integer" : "integer",
            summary: "The report as \(form.summary): \(form.isText ? "the text, or " : "")the number of bytes written to a file. What the form has no place for is told.",
            style: .positional
        ) { call in
            try call.write(call.ownReport(), as: form)
        }
    }

    /// The parameter for the file: a form that is a text is given back where there is none.
    static func path(of form: ReportForm) -> LuaParameter {
        form.isText ? .optional("path", .path, "The file to write; without it the text is given back.") : .required("path", .path, "The file to write.")
    }

    /// The parameter for the paper, of forms that are printed.
    static func paper(of form: ReportForm) -> [LuaParameter] {
        switch form {
        case .html, .pdf: [.optional("paper", .string, "a4 or letter.", default: "\"a4\"")]
        case .text, .markdown, .xlsx: []
        }
    }
}

/// A report as Lua holds it.
package final class ReportObject {
    /// The report.
    package let report: Report

    /// A report for Lua to hold.
    init(_ report: Report) { self.report = report }
}

extension LuaCall {
    /// The report that the method was called on.
    func ownReport() throws -> Report { try receiverObject(as: ReportObject.self).report }
}

/// Reads the sections of a report from what a script gave.
private struct ReportReader {
    private let runtime: Runtime
    private let function: String

    init(_ runtime: Runtime, in function: String) { (self.runtime, self.function) = (runtime, function) }

    /// The parts: items that stand by themselves are parts without a heading.
    func sections(_ value: LuaValue) throws -> [Report.Section] {
        var sections: [Report.Section] = [], loose: [Report.Block] = []
        func settle() {
            if !loose.isEmpty { sections.append(Report.Section(blocks: loose)) }
            loose = []
        }
        for item in try value.items(of: "\(function): the list of sections", field: "sections") ?? [] {
            if case .table = item, item.fields?.contains(where: { $0.name == "heading" }) == true {
                settle()
                sections.append(try section(item))
            } else {
                loose += try blocks(item)
            }
        }
        settle()
        return sections
    }

    /// The sentences for the end.
    func notes(_ value: LuaValue) throws -> [String] {
        if let one = value.stringValue { return [one] }
        return try (value.items(of: "\(function): the list of notes", field: "notes") ?? []).map { PlainText.plain($0, runtime.currencies) }
    }

    private func section(_ value: LuaValue) throws -> Report.Section {
        let heading = value.fields?.first { $0.name == "heading" }?.value ?? .none
        return Report.Section(heading: PlainText.plain(heading, runtime.currencies), blocks: try blocks(value))
    }

    /// What one item holds: a text, a frame, a chart, or a table of such with figures.
    private func blocks(_ item: LuaValue) throws -> [Report.Block] {
        switch item {
        case .string(let text): return [.text(text)]
        case .object(let object) where object.type == .frame:
            let frame = unsafeDowncast(object.instance, to: FrameObject.self).frame
            // The report may be read when the branch that the frame was made in is undone.
            if !runtime.running.branches.isEmpty { try frame.settle() }
            return [.table(frame)]
        case .object(let object) where object.type == .chart: return [.chart(unsafeDowncast(object.instance, to: ChartObject.self).chart)]
        case .object(let object) where object.type == .report:
            let report = unsafeDowncast(object.instance, to: ReportObject.self).report
            return report.sections.flatMap { ($0.heading.isEmpty ? [] : [.text($0.heading)]) + $0.blocks }
        case .table:
            let fields = item.fields ?? []
            if let strange = fields.first(where: { !["heading", "figures"].contains($0.name) }) {
                throw LuaMisuse(
                    "\(function): a section has no field \(strange.name)", field: strange.name,
                    hint: Suggestion(for: strange.name, in: ["heading", "figures"])?.question ?? "a section has a heading, figures, and items: texts, frames and charts")
            }
            let figures = try fields.first { $0.name == "figures" }.map { try FigureReader(runtime, in: function).figures($0.value) } ?? []
            let items = try item.items(of: "\(function): a section", field: "sections", beside: ["heading", "figures"]) ?? []
            return try (figures.isEmpty ? [] : [.figures(figures)]) + items.flatMap(blocks)
        case .boxed, .integer, .number, .boolean: return [.text(PlainText.plain(item, runtime.currencies))]
        case .object(let object) where object.type == .money: return [.text(PlainText.plain(item, runtime.currencies))]
        case .none, .object, .function, .reference, .other:
            throw LuaMisuse(
                "\(function): a section holds \(PlainText.typeName(of: item)), which cannot be read", field: "sections", hint: "it holds texts, frames and charts, and figures={…}")
        }
    }
}

extension LuaParameterType {
    /// A text, or a list of texts.
    fileprivate static let texts = LuaParameterType("strings", phrase: "a text or a list of texts", accepts: [.string, .table])
}
