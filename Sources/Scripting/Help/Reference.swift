import Ledger
import LuaKit
import LuaSurface
import Sentences
import Session

/// The manual's reference: a line for every sentence, function, method, report, setting and kind of error.
///
/// Records in, Markdown out: `docs/reference.md` is what comes of it.
struct Reference {
    /// The sentences of the prompt.
    let sentences: [CommandPattern]
    /// The functions by group.
    let groups: [(title: String, functions: [LuaFunction])]
    /// The host types, in the order in which they were made known.
    let types: [LuaType]
    /// The reports that ship, as functions.
    let reports: [LuaFunction]
    /// The settings of the shell: how each is written, and what it does.
    let shellSettings: [(usage: String, summary: String)]

    /// The chapter.
    var text: String {
        let parts = [opening, sentencesPart, functionsPart, typesPart, reportsPart, settingsPart, machinePart, shellPart, errorsPart]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var opening: String {
        """
        # Reference

        A line for each. `help NAME` tells the rest: the fields, their types, an example. This chapter is made from luca's own records; `=` marks a field that has to
        be told, `…` that there are others.
        """
    }

    private var sentencesPart: String {
        let lines = sentences.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
        return section("Sentences", lines.map { line($0.element.synopsis, $0.element.summary) })
    }

    private var functionsPart: String {
        let parts = groups.map { "### \($0.title)\n\n" + $0.functions.map { line(Self.signature($0, $0.name), Self.first($0.summary)) }.joined(separator: "\n") }
        return "## Functions\n\n" + parts.joined(separator: "\n\n")
    }

    private var typesPart: String {
        let parts = types.map { type in
            let fields = type.fields.map { line("\(type.name).\($0.name)", Self.first($0.summary)) }
            // The methods of a book are the functions above.
            let methods = type.name == "book" ? [] : type.methods.map { line(Self.signature($0, "\(type.name):\($0.name)"), Self.first($0.summary)) }
            return (["### \(type.name)", "", type.summary] + (fields.isEmpty && methods.isEmpty ? [] : [""]) + fields + methods).joined(separator: "\n")
        }
        return "## Values and their methods\n\n" + parts.joined(separator: "\n\n")
    }

    private var reportsPart: String { section("Reports", reports.map { line("report \($0.name.dropFirst("report.".count))", Self.first($0.summary)) }) }

    private var settingsPart: String {
        section(
            "Settings of the book",
            ["`setting(NAME, VALUE)` makes one, `settings` shows all.", ""]
                + Setting.offered.map { line($0.key, "\(Self.first($0.summary)) \(Self.capitalised($0.allowed)); default \($0.defaultValue.isEmpty ? "none" : $0.defaultValue).") })
    }

    private var machinePart: String {
        let lines = MachineSettings.Key.allCases.map { line($0.rawValue, "\($0.summary) \(Self.capitalised($0.allowed)); default \($0.defaultValue).") }
        return section(
            "Settings of one machine", ["`set NAME VALUE` makes one, whatever book is open; they stand in the file `settings` of the configuration folder.", ""] + lines)
    }

    private var shellPart: String { section("Settings of the shell", shellSettings.map { line($0.usage, $0.summary) }) }

    private var errorsPart: String {
        let parts = ErrorKinds.all.map { group in "### \(group.title)\n\n" + group.kinds.map { line($0.kind, $0.meaning + ".") }.joined(separator: "\n") }
        return "## Kinds of error\n\nA script that catches an error finds its kind as `err.kind`; the prompt shows it in brackets.\n\n" + parts.joined(separator: "\n\n")
    }

    private func section(_ title: String, _ lines: [String]) -> String { (["## \(title)", ""] + lines).joined(separator: "\n") }

    private func line(_ name: some StringProtocol, _ summary: String) -> String { "- `\(name)`: \(summary)" }

    /// The name with the fields that must be told.
    private static func signature(_ record: LuaFunction, _ name: String) -> String {
        let required = record.parameters.filter(\.isRequired), isNamed = record.style == .named && !record.parameters.isEmpty
        let told = required.map { isNamed ? "\($0.name)=" : $0.name } + (required.count < record.parameters.count ? ["…"] : [])
        return name + (isNamed ? "{\(told.joined(separator: ", "))}" : "(\(told.joined(separator: ", ")))")
    }

    /// The first sentence of a summary; `help` has all of it.
    private static func first(_ summary: String) -> String {
        guard let end = summary.firstRange(of: ". ") else { return summary }
        return String(summary[..<end.lowerBound]) + "."
    }

    private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
