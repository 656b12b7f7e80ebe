import LuaFormats
import LuaKit
import LuaSurface
import Storage
import Values

extension LucaProgram {
    /// Imports a file into a book that is kept in memory alone, and exports that: `luca convert IN OUT`. All that is told stands on standard error.
    public func convert(_ request: ConvertRequest, _ options: LaunchOptions) -> Int32 {
        var options = options
        options.runsInit = false
        return SessionStarter(options, opensBook: false).run { interpreter in
            let runtime = interpreter.runtime
            do {
                if let output = request.output, BookFile.isOneFile(request.input, output) {
                    throw LuaMisuse("\(output) is the file that is read, and would be lost", field: "to", hint: "name another file to write")
                }
                let form = try request.to ?? Self.form(of: request.output)
                // A slip is told before a large file is read.
                if let form { try Runtime.checkExportForm(form) }
                try runtime.openMemoryBook(named: "convert")
                return try convert(request, to: form, runtime)
            } catch let error as any LuaRaisable where !(error is LuaFailure) {
                throw LuaMisuse(Self.onCommandLine(error.message), field: error.field, hint: error.hint.map(Self.onCommandLine), kind: error.luaKind)
            }
        }
    }

    private func convert(_ request: ConvertRequest, to form: String?, _ runtime: Runtime) throws -> Int32 {
        let output = StandardOutput()
        // Programs of double entry keep charges apart.
        let isApart = try form.map(Runtime.keepsChargesApart) ?? true
        if isApart { try runtime.keepCharges(apart: true, reading: request.input) }
        var settings = request.settings
        settings.format = request.from
        settings.takesLikes = settings.takesLikes ?? true
        var planned = try runtime.planImport(request.input, settings, checks: false, remembersLines: request.checks)
        let isDone = try planned.carryOut()
        // Where charges are kept apart here, the other program does so as well.
        for notice in planned.notices where !isApart || !notice.contains("fees_in_cost") { output.remark("notice: \(Self.onCommandLine(notice))\n") }
        Self.tellRefused(planned, most: Self.shownRefusals, output)
        output.note(planned.summary + "\n")
        guard isDone else {
            output.note("nothing is written; mend the rows, or take the others with --partial\n")
            return 1
        }
        // What a file says of gains is held against gains with charges where it counts them, as brokers do, and without them where it does not.
        if request.checks { try runtime.keepCharges(apart: !planned.gainsCountCharges, reading: request.input) }
        let differences = try request.checks ? planned.differences() : []
        for line in differences { output.remark(line + "\n") }
        if request.checks { output.note(Self.verdict(differing: differences.count, of: planned.toldFigureCount, planned.notices)) }
        if let form {
            if request.checks { try runtime.keepCharges(apart: isApart, reading: request.input) }
            if let path = request.output {
                let (bytes, leftOut) = try runtime.export(form, to: path)
                Self.tell(leftOut)
                output.note("\(path): \(bytes) bytes\n")
            } else {
                let (text, leftOut) = try runtime.exportText(form)
                output.tell(text)
                Self.tell(leftOut)
            }
        }
        return differences.isEmpty ? 0 : 1
    }

    /// What the comparison came to.
    private static func verdict(differing: Int, of count: Int, _ notices: [String]) -> String {
        let leavesGains = notices.contains { $0.contains("that luca computes itself left out") }
        if count == 0, leavesGains { return "the gains that the file tells are left out and not compared, and it tells no balance that luca's could be compared with\n" }
        if count == 0 { return "the file tells no balance and no gain that luca's could be compared with\n" }
        let figures = count == 1 ? "1 figure" : "\(count) figures"
        return differing == 0 ? "\(figures) that the file tells: luca's are the same\n" : "\(figures) that the file tells: \(differing) of luca's differ, see above\n"
    }

    /// As many reasons to refuse rows are told one by one.
    private static let shownRefusals = 50

    /// Tells what an export leaves out, without the advice to export the book, which is gone in a moment, and without its settings, which nobody made.
    private static func tell(_ leftOut: [String]) {
        for sentence in leftOut where !sentence.hasPrefix("the settings") {
            let told =
                [": export(", "; export(", ", which export("].compactMap { sentence.firstRange(of: $0)?.lowerBound }.min().map { "not in the file: \(sentence[..<$0])" } ?? sentence
            StandardOutput().remark("notice: \(told)\n")
        }
    }

    /// The form that a file's name ends with; nil where there is no file.
    private static func form(of path: String?) throws -> String? {
        guard let path else { return nil }
        if path.hasSuffix("/") { return "book" }
        if let form = Runtime.exportForm(ofFile: path) { return form }
        throw LuaMisuse(
            "\(path) does not tell by its ending what it is to be", field: "to", hint: "say it: --to \(Runtime.exportForms.joined(separator: ", "))", kind: "unknown_format")
    }
}
