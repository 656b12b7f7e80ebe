import ArgumentParser
import JSON
import Sentences
import Testing
@testable import luca

/// The manual page luca(1), in the language of man, made from what the parser of the command line and the sentences say of themselves.
struct ManualPage {
    /// What is told of the sentences.
    let sentences: [CommandPattern]
    /// The version of the program.
    let version: String

    /// The page.
    func text() throws -> String {
        let help = try #require(try JSONReader.read(Array(CommandLineProgram._dumpHelp().utf8))["command"])
        let commands = (help["subcommands"]?.items ?? []).filter { $0["commandName"]?.text != "help" && $0["shouldDisplay"] != .bool(false) }
        var lines = [".TH LUCA 1 \"\" \"luca \(Self.escaped(version))\" \"User Commands\"", ".SH NAME", "luca \\- \(Self.escaped(Self.first(help["abstract"]?.text)))"]
        lines += [".SH SYNOPSIS", ".nf"] + ["luca [BOOK]", "luca \\-e CODE", "luca FILE.lua [ARGUMENTS]", "luca COMMAND ...", "luca SENTENCE"].map { ".B \($0)" } + [".fi"]
        lines += [".SH DESCRIPTION", Self.escaped(help["discussion"]?.text ?? "")]
        if let shell = commands.first(where: { $0["commandName"]?.text == "shell" }) { lines += [".SH OPTIONS"] + options(of: shell) }
        lines.append(".SH COMMANDS")
        for command in commands where !["shell", "sentence"].contains(command["commandName"]?.text) { lines += part(command) }
        lines += [".SH SENTENCES", "What can be typed at the prompt and on the command line; \\fBluca help\\fR \\fINAME\\fR at the prompt tells the rest."]
        for sentence in sentences { lines += [".TP", ".B \(Self.escaped(sentence.synopsis))", Self.escaped(sentence.summary)] }
        lines += [".SH ENVIRONMENT"] + Self.environment.flatMap { [".TP", ".B \($0.0)", Self.escaped($0.1)] }
        lines += [".SH FILES"] + Self.files.flatMap { [".TP", ".I \(Self.escaped($0.0))", Self.escaped($0.1)] }
        lines += [".SH EXIT STATUS"] + Self.codes.flatMap { [".TP", ".B \($0.0)", Self.escaped($0.1)] }
        lines += [".SH SEE ALSO", "The manual: \\fBhelp manual\\fR at the prompt."]
        return lines.joined(separator: "\n") + "\n"
    }

    private func part(_ command: JSONValue) -> [String] {
        let name = command["commandName"]?.text ?? ""
        let places = (command["arguments"]?.items ?? []).filter { $0["kind"]?.text == "positional" }.map { argument in
            let name = (argument["valueName"]?.text ?? "").uppercased() + (argument["isRepeating"] == .bool(true) ? "..." : "")
            return argument["isOptional"] == .bool(true) ? "[\(name)]" : name
        }
        var lines = [".SS luca \(Self.escaped(([name] + places).joined(separator: " ")))", Self.escaped(command["abstract"]?.text ?? "")]
        if let discussion = command["discussion"]?.text { lines += [".PP", Self.escaped(discussion)] }
        return lines + options(of: command, leavingCommon: true)
    }

    /// The options that every command takes.
    private static let common = ["book", "today", "no-init", "offline", "privacy", "color", "help", "version"]

    private func options(of command: JSONValue, leavingCommon: Bool = false) -> [String] {
        (command["arguments"]?.items ?? []).flatMap { argument -> [String] in
            let kind = argument["kind"]?.text,
                names = (argument["names"]?.items ?? []).compactMap { name in name["name"]?.text.map { (name["kind"]?.text == "long" ? "--" : "-") + $0 } }
            guard argument["shouldDisplay"] != .bool(false), !(leavingCommon && Self.common.contains(argument["preferredName"]?["name"]?.text ?? "")) else { return [] }
            let told = argument["abstract"]?.text ?? ""
            if kind == "positional" { return told.isEmpty ? [] : [".TP", ".I \(Self.escaped((argument["valueName"]?.text ?? "").uppercased()))", Self.escaped(told)] }
            let value = kind == "option" ? " \(argument["valueName"]?.text?.uppercased() ?? "")" : ""
            return [".TP", ".B \(Self.escaped(names.joined(separator: ", ") + value))", Self.escaped(told)]
        }
    }

    private static let environment = [
        ("LUCA_BOOK", "The book that is opened where none is named."), ("LUCA_TODAY", "The day to take for today."),
        ("LUCA_OFFLINE", "Unless 0 or empty: nothing is asked of the network."),
        ("LUCA_HOME", "One folder in the place of the three of XDG."),
        ("XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME", "The folders under which luca keeps settings, books and history."),
        ("LC_ALL, LC_NUMERIC, LC_TIME, LANG", "How numbers and dates are written, unless set locale tells otherwise."),
        ("PAGER", "What long answers are read in; else less -FRSX."),
        ("VISUAL, EDITOR", "The editor of .edit."), ("NO_COLOR", "If set, no colours."),
    ]
    private static let files = [
        ("~/.local/share/luca/book.luca", "The book that is opened where none is named."), ("~/.config/luca/init.lua", "Lua that runs at each start."),
        ("~/.config/luca/settings", "What set locale, set pager, set backups and the like keep for this machine."),
        ("~/.config/luca/keys", "Keys of providers of prices; for the owner alone."),
        ("~/.config/luca/lua", "The user's Lua modules."), ("~/.local/state/luca/history", "What was typed at the prompt."),
    ]
    private static let codes = [
        ("0", "All went well."), ("1", "Something failed, and was told."), ("2", "The command line was wrong."), ("3", "Nothing was due (recurring)."), ("130", "Ctrl-C ended it."),
    ]

    /// The first sentence of a text, without its point.
    private static func first(_ text: String?) -> String { String((text ?? "").prefix { $0 != "." }) }

    /// A text as man takes it: what begins a command of roff, and its escape sign, are spelt out; paragraphs stay apart.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
        let lines = plain.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            if line.isEmpty { return ".PP" }
            return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : String(line)
        }
        return lines.joined(separator: "\n")
    }
}
