import Frames
import LuaKit
import LuaSurface
import Values

/// `report` and `report.define`: what people read, made of sections, and reports of scripts with arguments, help and completion like the built-in functions.
enum ReportModule {
    /// The functions of the group, in the order in which help lists them.
    static let functions = [ReportType.make, defineReport, runReport, findReport]

    private static let defineReport = LuaFunction(
        "report.define",
        [
            .required("name", .string, "What it is called; it becomes report.NAME."), .required("summary", .string, "One sentence."),
            .required("run", .function, "Gets a table of the arguments, gives a report (by report{…}), a frame, a chart or a text."),
            .optional(
                "parameters", .table, "A list of {name=, type=, doc=, default=, values=}; types are string, integer, decimal, boolean, date, account, symbol, currency, any."),
            .optional("options", .table, "The same by name: {year={type=\"integer\"}}, as scripts declare their options."),
            .optional("example", .string, "A line that shows its use."),
        ],
        returns: "function", summary: "Defines a report, or defines it anew."
    ) { call in
        let runtime = call.runtime, name = try identifier(call)
        // One that ships does not take the place of one that a script defined before it was read.
        if runtime.functions.isLoadingStandard, runtime.functions.reportNames.contains(name) { return .nothing }
        guard let run = try call.function("run") else { return .nothing }
        let options = try ScriptOption.read(call.argument("parameters"), in: call.name) + ScriptOption.read(call.argument("options"), in: call.name)
        let parameters = ReportParameters(options)
        runtime.scripted.choices["report.\(name)"] = parameters.choices
        let function = LuaFunction(
            "report.\(name)", parameters.list, returns: "frame", summary: try call.string("summary") ?? "",
            example: try call.string("example") ?? "report.\(name){}"
        ) { inner in
            let results = try inner.state.call(run, [try parameters.table(inner)])
            // A list of rows is a frame.
            guard results.count == 1, let rows = results.first, RowList.isList(rows) else { return inner.reply(results) }
            return try inner.reply(try RowList(rows, columns: nil, in: "report.\(name)", inner.runtime).frame(named: name, in: "report.\(name)", inner.runtime))
        }
        if !runtime.functions.reportNames.contains(name) { runtime.functions.reportNames.append(name) }
        runtime.define(function)
        return call.reply(runtime.lua.peek(function.name))
    }

    private static let runReport = LuaFunction(
        "report.run",
        [
            .optional("name", .string, "The report; without it, the reports are listed."),
            .optional("arguments", .table, "Its arguments, by name or in order; --pdf, --html, --xlsx, --markdown and a path say where it goes."),
        ],
        returns: "any", summary: "Runs a report by name, and writes it to a file where one is named; texts are read as what its parameters want.",
        example: "report.run(\"income\", {2004})", style: .positional
    ) { call in
        let runtime = call.runtime
        guard let name = try call.string("name") else { return try call.reply(reports(runtime)) }
        let record = try runtime.report(named: name)
        guard case .table(let given) = try call.argument("arguments") else { return call.reply(try run(record, [], runtime)) }
        if given.contains(where: { $0.value.stringValue == "--help" }) {
            runtime.print((runtime.help(record.name) ?? "") + "\n")
            return .nothing
        }
        var arguments = given
        let outputs = try ReportOutput.take(from: &arguments, of: record, in: call)
        let results = try run(record, ReportParameters.assign(.table(arguments), to: record, meanings: runtime.meanings(of:)), runtime)
        guard !outputs.isEmpty else { return call.reply(results) }
        return call.reply(try outputs.map { try $0.write(results.first ?? .none, named: name, call) }.joined(separator: "\n"))
    }

    private static func run(_ record: LuaFunction, _ arguments: [LuaPair], _ runtime: Runtime) throws -> [LuaValue] {
        guard case .function(let function) = runtime.lua.peek(record.name) else { return [] }
        return try runtime.lua.call(function, [.table(arguments)])
    }

    private static let findReport = LuaFunction(
        "report.find", [.required("name", .string, "The report.")], returns: "function",
        summary: "The function of a report, by its name; one that there is not is an error that tells the nearest.",
        example: "report.find(\"income\") == report.income --> true", style: .positional
    ) { call in
        call.reply([call.runtime.lua.peek(try call.runtime.report(named: call.string("name") ?? "").name)])
    }

    /// A frame of all reports with their summaries.
    private static func reports(_ runtime: Runtime) throws -> Frame {
        var builder = FrameBuilder("reports", [.text("name").ranked(.deciding), .prose("summary")])
        for name in runtime.reportList { try builder.append([.text(name), .text(runtime.record(named: "report.\(name)")?.summary ?? "")]) }
        return builder.frame()
    }

    /// The name of a report that is defined.
    private static func identifier(_ call: LuaCall) throws -> String {
        let name = try call.string("name") ?? ""
        guard name.isIdentifier else { throw call.mismatch("name", expected: "a name of letters, digits and _") }
        if ["define", "run", "find"].contains(name) { throw call.mismatch("name", expected: "a name that report does not use itself") }
        return name
    }
}

/// The reports that ship are read when one is asked for, since most sessions need none.
extension Runtime {
    /// The reports there are, by the alphabet.
    public var reportList: [String] {
        loadReports()
        return functions.reportNames.sorted()
    }

    /// Throws where there is no report of a name, with the nearest one.
    public func checkReport(named name: String) throws { _ = try report(named: name) }

    /// The record of a report.
    ///
    /// - Throws: a misuse that tells the nearest name.
    func report(named name: String) throws -> LuaFunction {
        loadReports()
        if functions.reportNames.contains(name), let record = functions.records["report.\(name)"] { return record }
        if name.hasPrefix("-") {
            throw LuaMisuse(
                "which report? its name comes before \(name)", field: "name", hint: "report statement \(name); there are \(reportList.joined(separator: ", "))",
                kind: "unknown_report")
        }
        if Self.isTime(name) {
            throw LuaMisuse(
                "there is no report \(name); the report comes before its time", field: "name", hint: "report dashboard \(name); there are \(reportList.joined(separator: ", "))",
                kind: "unknown_report")
        }
        let hint = Suggestion(for: name, in: functions.reportNames)?.question ?? "there are \(reportList.joined(separator: ", "))"
        throw LuaMisuse("there is no report \(name)", field: "name", hint: hint, kind: "unknown_report")
    }

    /// Whether an option stands behind the name of a report: it tells a file, or some report takes it.
    public func isReportOption(_ name: String) -> Bool {
        ReportOutput.isOption(name) || reportList.contains { record(named: "report.\($0)")?.parameters.contains { $0.name == name } ?? false }
    }

    /// Whether a word is a year or a day, which is an argument of a report and no name of one.
    public static func isTime(_ word: String) -> Bool { word.utf8.count == 4 && Int(word).map { $0 > 0 } ?? false || (try? Day(word)) != nil }

    /// Reads the reports that ship, unless they are read already. What is wrong with one of them is told, and the others are read all the same.
    func loadReports() {
        if functions.hasShippedReports { return }
        functions.hasShippedReports = true
        let wasLoading = functions.isLoadingStandard
        functions.isLoadingStandard = true
        defer { functions.isLoadingStandard = wasLoading }
        do {
            // What the reports share adds its other files to itself.
            let further = try ["report_figures.lua", "report_shares.lua"].map { LuaValue.function(try shipped($0)) }
            let kit = try lua.call(shipped("reports.lua"), further).first ?? .none
            for name in Stdlib.names(in: "reports") { _ = try lua.call(shipped(name), [kit]) }
        } catch {
            notice("a report of the standard library cannot be read: \(error)")
        }
    }
}
