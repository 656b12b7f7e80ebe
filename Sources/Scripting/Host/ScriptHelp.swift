import Frames
import LuaKit
import LuaSurface
import Reports
import Session
import Storage
import Values

extension ScriptOption {
    /// How it is written on a command line: `--year INTEGER`, `--apply`.
    var usage: String { isSwitch ? (isPresetTrue ? "--no-\(flag.dropFirst(2))" : flag) : "\(flag) \(word)" }

    /// What stands for its value.
    private var word: String {
        if !choices.isEmpty, choices.joined().count < 40 { return choices.joined(separator: "|") }
        let word =
            switch type {
            case .account, .string: "NAME"
            case .any, .table: "VALUE"
            default: typeName.uppercased()
            }
        return isList ? "\(word),…" : word
    }

    private var isPresetTrue: Bool { if case .boolean(true) = preset { true } else { false } }

    /// What it means, with what holds without it.
    fileprivate var explanation: String {
        let told = presets.filter { !$0.isNone && !isSwitch }.map { PlainText.plain($0) }
        let note =
            isRequired
            ? (told.isEmpty ? "needed, unless the book has one only" : "default \(told.joined(separator: ", ")), if the book has it") : "default \(told.joined(separator: ", "))"
        return [doc, told.isEmpty && !isRequired ? "" : "(\(note))"].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// What a script says of itself: the comment that it begins with, and the options that it declares.
struct ScriptHelp {
    /// The first comment, without its dashes.
    let about: [String]
    /// What it declares with `options{…}`; nil where it declares nothing that could be found.
    let options: [ScriptOption]?
    /// What is wrong with its declaration; nil where nothing is.
    let problem: String?

    /// Help on the text of a script, which is run up to its declaration in a sandbox of its own: it reads no files, and leaves nothing behind.
    init(text: String, name: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("#!") || $0.allSatisfy(\.isWhitespace) }
        lines = lines.prefix { $0.hasPrefix("--") }
        about = lines.map { line in String(line.drop { $0 == "-" }.drop { $0 == " " && !line.hasPrefix("--  ") }) }
        (options, problem) = text.contains("options") ? Self.declared(in: text, name) : (nil, nil)
    }

    /// As `luca run NAME --help` prints it.
    func text(_ name: String) -> String {
        let options = options ?? [], path = SafeText.shellWord(name)
        let words = options.map { option in option.isRequired && option.preset.isNone ? option.usage : "[\(option.usage)]" }
        var text: String = "usage: " + WrappedText.wrapped((["luca run \(path)"] + words).joined(separator: " "), behind: 7, indent: 9, width: 100) + "\n"
        if !about.isEmpty { text += "\n" + about.joined(separator: "\n") + "\n" }
        let width = options.map(\.usage.count).max() ?? 0
        if let problem { return text + "\nIts options cannot be told: \(problem)\n" }
        if options.isEmpty { return text + "\nIt declares no options.\n" }
        text += "\n"
        for option in options {
            let usage = option.usage + String(repeating: " ", count: width - option.usage.count)
            let explanation: String = WrappedText.wrapped(option.explanation, behind: width + 4, indent: width + 4, width: 100)
            text += "  \(usage)  \(explanation)\n"
        }
        return text
    }

    private static func declared(in text: String, _ name: String) -> ([ScriptOption]?, problem: String?) {
        var configuration = Runtime.Configuration()
        (configuration.isSandboxed, configuration.isOffline, configuration.memoryLimit) = (true, true, 64 << 20)
        guard let probe = try? Runtime(configuration), (try? probe.openMemoryBook(named: "help")) != nil else { return (nil, nil) }
        defer { probe.close() }
        probe.console.output = { _ in }
        probe.console.notice = { _ in }
        probe.lua.limitTime(.seconds(1))
        let search = probe.part { OptionSearch() }
        search.isOn = true
        do { _ = try probe.runScript(text, name: name, arguments: []) } catch {
            // All else that goes wrong here, such as a file that a sandbox does not read, says nothing of the declaration.
            if search.found == nil, let failure = error as? LuaFailure, failure.message.hasPrefix("options") {
                return (nil, failure.position.map { "\(failure.message) (line \($0.line))" } ?? failure.message)
            }
        }
        return (search.found, nil)
    }
}

/// A search for what a script declares, which ends with it.
final class OptionSearch {
    /// Whether a script is run for its options alone.
    var isOn = false
    /// The options that were found; nil where none were declared.
    var found: [ScriptOption]?
}

/// An option for whoever completes a line: its name, and what it may be.
public struct OptionHint: Sendable {
    /// What it is called in Lua.
    public let name: String
    /// How it begins on a command line: `--min-trade`.
    public let flag: String
    /// What it means, in one sentence.
    public let doc: String
    /// The values that are known; empty where there is no list of them.
    public let values: [String]
}

extension Runtime {
    /// What a report, by its name, or a script, by its path, may be given: the one place that completion asks. Empty where it takes nothing, or is not there.
    public func options(of name: String) -> [OptionHint] {
        if let record = record(named: "report.\(name)") ?? functions.records[name] {
            let declared = scripted.choices[record.name] ?? [:]
            let own = record.parameters.map { parameter in
                OptionHint(
                    name: parameter.name, flag: "--" + parameter.name.replacing("_", with: "-"), doc: parameter.doc,
                    values: declared[parameter.name] ?? values(for: parameter, of: record.name))
            }
            return own + (record.name.hasPrefix("report.") ? ReportForm.hints.filter { hint in !own.contains { $0.name == hint.name } } : [])
        }
        guard name.hasSuffix(".lua"), let text = try? files.readText(name) else { return [] }
        return (ScriptHelp(text: text, name: name).options ?? []).map { option in
            OptionHint(name: option.name, flag: option.flag, doc: option.doc, values: known(option))
        }
    }

    private func known(_ option: ScriptOption) -> [String] {
        if !option.choices.isEmpty { return option.choices }
        return switch option.type {
        case .account: accountNames
        case .symbol: symbols
        case .currency: currencyCodes
        case .boolean: ["true", "false"]
        default: []
        }
    }

    /// Help on a script of a file, as `luca run FILE --help` prints it.
    public func help(onScript path: String) throws -> String { ScriptHelp(text: try files.readText(path), name: path).text(path) }
}

/// The options by which a report is written to a file.
extension ReportForm {
    /// The option that tells the paper.
    static let paperOption = "paper"

    /// The options for whoever completes a line.
    static var hints: [OptionHint] {
        let forms = [ReportForm.pdf, .html, .xlsx, .markdown].map { OptionHint(name: $0.rawValue, flag: "--\($0.rawValue)", doc: "Writes it as \($0.summary).", values: []) }
        return forms + [OptionHint(name: paperOption, flag: "--\(paperOption)", doc: "The paper of a PDF or a page.", values: ["a4", "letter"])]
    }
}
