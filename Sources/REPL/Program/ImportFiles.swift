internal import Glibc
import LuaFormats
import LuaKit
import LuaSurface
import Values

extension LucaProgram {
    /// Imports files, each as an act of its own: `luca import FILE…`. At a terminal it shows what would be imported, and asks first.
    public func importFiles(_ request: ImportRequest, _ options: LaunchOptions) -> Int32 {
        SessionStarter(options, isDryRun: request.isDryRun).run { interpreter in
            var code: Int32 = 0
            for path in request.paths {
                func importIt() throws -> Bool { try importFile(path, request, interpreter.runtime) }
                do {
                    // In a dry run, importers that the user wrote record nothing either.
                    let isDone = try request.isDryRun ? interpreter.runtime.leavingNothing("dry run of import \(path)", importIt) : importIt()
                    if !isDone { code = 1 }
                } catch let error as any LuaRaisable where !(error is LuaFailure) {
                    throw LuaMisuse(
                        Self.onCommandLine(error.message), field: error.field, hint: error.hint.map(Self.onCommandLine), kind: error.luaKind)
                }
            }
            return code
        }
    }

    /// Imports one file; false if nothing was imported because of bad rows.
    private func importFile(_ path: String, _ request: ImportRequest, _ runtime: Runtime) throws -> Bool {
        let asks = !request.isConfirmed && !request.isDryRun && isatty(STDIN_FILENO) == 1
        var settings = request.settings, learned: LearnedImporter?
        if asks || request.learns { runtime.console.question = { [unowned runtime] in try Self.answer($0, runtime) } }
        // Whoever sits at the terminal is asked later.
        if !request.isConfirmed, isatty(STDIN_FILENO) == 1 { settings.takesLikes = settings.takesLikes ?? false }
        if request.learns {
            learned = try runtime.learnImporter(of: path, settings)
            // What was told of the columns is in the importer now.
            (settings.format, settings.columns) = (learned?.name, [:])
        }
        defer { learned?.forget() }
        if request.asksMeanings {
            StandardOutput().write(try runtime.planImport(path, settings, checks: false).meanings() + "\n")
            return true
        }
        // Rows are only checked beforehand if the result is shown first; otherwise the import itself finds the bad ones.
        var planned = try runtime.planImport(path, settings, checks: asks || request.isDryRun)
        if asks || request.isDryRun {
            tell(planned)
            if planned.refusedCount > 0 && !settings.isPartial {
                // What was answered is not lost: the importer is where it can be mended.
                if !request.isDryRun { try tellKept(learned) }
                return refuse()
            }
            if !request.isDryRun, planned.addsNothing, planned.likeCount == 0, learned == nil {
                StandardOutput().write(Self.nothingToAdd)
                return true
            }
            if try request.isDryRun || runtime.console.isConfirmed(learned == nil ? "Import?" : "Keep this and import?") != true {
                StandardOutput().write(request.isDryRun ? "nothing is imported: this was a dry run\n" : "nothing is imported\n")
                return true
            }
            if planned.likeCount > 0,
                try runtime.console.isConfirmed(
                    "Record the \(planned.likeCount == 1 ? "row that is" : "\(planned.likeCount) rows that are") like what the book has, too?", otherwise: false) == true
            {
                settings.takesLikes = true
                planned = try runtime.planImport(path, settings, checks: false)
            }
        }
        try tellKept(learned)
        let done = try planned.carryOut()
        if !asks { tell(planned) }
        if !done { return refuse() }
        StandardOutput().write(planned.addsNothing ? Self.nothingToAdd : "imported\n")
        return true
    }

    /// Keeps an importer, if one was learned, and says where.
    private func tellKept(_ learned: LearnedImporter?) throws {
        if let kept = try learned?.keep() { StandardOutput().note("the importer is kept in \(kept)\n") }
    }

    /// Asks a question on the terminal, or takes the next line of what is piped in; nil where there is none.
    private static func answer(_ question: String, _ runtime: Runtime) throws -> String? {
        StandardOutput().note(question)
        let line: String?
        switch AnswerReader.read() {
        case .line(let text), .unreadable(let text): line = text
        case .end: line = nil
        case .interrupted: throw runtime.lua.receiveInterrupt()
        }
        if isatty(STDIN_FILENO) != 1 { StandardOutput().note("\(line ?? "")\n") }
        return line
    }

    private static let nothingToAdd = "nothing is imported: there was nothing to add\n"

    /// Prints what a file brings: notices, the first refused rows, a summary.
    private func tell(_ planned: PlannedImport) {
        let output = StandardOutput()
        for notice in planned.notices { output.remark("notice: \(Self.onCommandLine(notice))\n") }
        Self.tellRefused(planned, most: 20, output)
        output.tell(planned.summary + "\n")
    }

    /// Prints why rows are refused, each reason once, with the first row of it.
    static func tellRefused(_ planned: PlannedImport, most: Int, _ output: StandardOutput) {
        let reasons = planned.refusalReasons
        for (first, others) in reasons.prefix(most) {
            let rest = others == 0 ? "" : others == 1 ? "; another row is refused for that" : "; \(others) more rows are refused for that"
            output.remark("refused: \(onCommandLine(first))\(rest)\n")
        }
        let left = reasons.dropFirst(most).reduce(0) { $0 + 1 + $1.others }
        if left > 0 { output.note("refused: … and \(left) more rows\n") }
    }

    /// A hint in terms of Lua, `date_order="dmy"`, in terms of the command line: `--date-order dmy`. Fields within braces belong to other
    /// functions and stay.
    static func onCommandLine(_ sentence: String) -> String {
        if sentence.contains("on the command line") { return sentence }
        var text = "", depth = 0, rest = Substring(sentence)
        while let character = rest.first {
            if depth == 0, text.last.map({ !$0.isLetter && $0 != "_" }) ?? true,
                let (field, option) = options.first(where: { rest.hasPrefix($0.field + "=\"") })
            {
                let value = rest.dropFirst(field.count + 2).prefix { $0 != "\"" }
                text += "\(option) \(value == "…" ? "…" : SafeText.shellWord(String(value)))"
                rest = rest.dropFirst(field.count + value.count + 3)
                // `date_order="dmy" or "mdy"`
                while rest.hasPrefix(" or \""), case let other = rest.dropFirst(5).prefix(while: { $0 != "\"" }) {
                    text += " or \(other)"
                    rest = rest.dropFirst(other.count + 6)
                }
                continue
            }
            depth += character == "{" ? 1 : character == "}" ? -1 : 0
            text.append(character)
            rest = rest.dropFirst()
        }
        return tables(
            in: text.replacing("partial=true", with: "--partial").replacing("create=true", with: "no --no-create").replacing("all=true", with: "--all").replacing(
                "all=false", with: "--no-all"
            ).replacing(
                "learn=true", with: "--learn"))
    }

    /// `columns={["Heading"]="date"}` and `types={Kauf="buy"}` as options: `--columns Heading=date`.
    private static func tables(in sentence: String) -> String {
        var text = sentence
        for field in ["columns", "types", "accounts"] {
            while let start = text.firstRange(of: field + "={"), let end = text[start.upperBound...].firstIndex(of: "}") {
                let pairs = text[start.upperBound..<end].split(separator: ",").map { pair in
                    let sides = pair.split(separator: "=", maxSplits: 1).map { $0.filter { !"[]\"".contains($0) } }
                    return sides.count == 2 ? SafeText.shellWord("\(Substring(sides[0]).drop { $0 == " " })=\(sides[1])") : "…"
                }
                text.replaceSubrange(start.lowerBound...end, with: pairs.map { "--\(field) \($0)" }.joined(separator: " "))
            }
        }
        return text
    }

    /// The fields of Lua's `import`, and the options of the same meaning.
    private static let options = [
        (field: "date_order", option: "--date-order"), (field: "decimal_mark", option: "--decimal-mark"),
        (field: "accounts", option: "--accounts"), (field: "account", option: "--account"), (field: "symbol", option: "--symbol"), (field: "currency", option: "--currency"),
        (field: "format", option: "--format"), (field: "delimiter", option: "--delimiter"),
    ]

    /// Tells that nothing was imported because of bad rows.
    private func refuse() -> Bool {
        StandardOutput().note("nothing is imported; mend the rows, or take the others with --partial\n")
        return false
    }
}
