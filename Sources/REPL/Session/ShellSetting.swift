import Values

/// A setting of the shell: a line that begins with a dot, which no line of Lua can. Dispatch, help and completion come from this record.
struct ShellSetting: Sendable {
    /// The name after the dot.
    let name: String
    /// Other names for the same.
    var aliases: [String] = []
    /// The form of its argument: `on|off`, `[FILE]`; empty if it takes none.
    let argument: String
    /// What it does, in one sentence.
    let summary: String
    /// Details for `.help NAME`.
    let detail: String
    /// The arguments that completion offers.
    var values: [String] = []
    /// Whether the argument is the path of a file.
    var takesFile = false
    /// Carries it out; `value` is the argument, without spaces around it and without quotes.
    let run: @Sendable (_ value: String, ShellSession) throws(Failure) -> FeedResult

    /// `.mode table|csv|…`.
    var usage: String { argument.isEmpty ? ".\(name)" : ".\(name) \(argument)" }

    /// All settings, by name.
    static let all: [ShellSetting] = [
        .book, .edit, .help, .key, .mode, .output, .pager, .privacy, .quit, .rows, .save, .timer, .width,
    ]

    /// The setting of a name or alias.
    static func named(_ name: some StringProtocol) -> ShellSetting? {
        all.first { $0.name == name || $0.aliases.contains(String(name)) }
    }

    /// Whether a line is a setting: a dot and a letter.
    static func isSetting(_ line: String) -> Bool {
        guard let dot = line.firstIndex(where: { !$0.isWhitespace }), line[dot] == "." else { return false }
        return line[line.index(after: dot)...].first.map { $0.isASCII && $0.isLetter } ?? false
    }

    /// Carries out a line with a setting, and prints what is wrong with it.
    static func run(_ line: String, in session: ShellSession) -> FeedResult {
        let text = line.trimmed.dropFirst()
        let name = text.prefix { !$0.isWhitespace }
        let value = String(text[name.endIndex...].trimmed).unquoted
        do throws(Failure) {
            guard let setting = named(name) else { throw Secrets.mayBe(in: line) ? unknownWithSecret(name) : unknown(String(name)) }
            guard !(setting.argument.isEmpty && !value.isEmpty) else { throw setting.misused("takes nothing after it") }
            return try setting.run(value, session)
        } catch {
            return session.fail(error)
        }
    }

    private static func unknown(_ name: String) -> Failure {
        let near = nearestName(to: name, in: all.flatMap { [$0.name] + $0.aliases })
        return Failure(
            kind: "setting", message: "there is no setting .\(name)",
            hint: near.map { Suggestion(".\($0)").question } ?? ".help lists the settings of the shell")
    }

    /// The failure for an unknown name if the line may hold a key, even within the name: `.key=alphavantage=…`.
    private static func unknownWithSecret(_ name: some StringProtocol) -> Failure {
        Failure(
            kind: "setting",
            message: "there is no setting .\(name.prefix { $0.isLetter || $0 == "_" }), and what looks like a key or a password is not shown or kept",
            hint: ".key PROVIDER asks for the key of a provider, and keeps it in a file that only you can read")
    }

    /// The failure for an argument that does not fit, with the usage as its hint.
    func misused(_ message: String) -> Failure {
        Failure(kind: "setting", message: ".\(name) \(message)", hint: "usage: \(usage)")
    }

    /// Turns something on or off; without an argument it tells which it is.
    func toggle(_ value: String, _ current: Bool, _ session: ShellSession, set: (Bool) -> Void) throws(Failure) -> FeedResult {
        switch value {
        case "on": set(true)
        case "off": set(false)
        case "": session.output.note("\(name) is \(current ? "on" : "off")\n")
        default: throw misused("is on or off, not \(value)")
        }
        return .done
    }
}

/// The help on settings and on the keys of the prompt.
enum SettingHelp {
    private static let keys: [(String, String)] = [
        ("Tab", "completes; twice lists what fits"),
        ("Up, Down", "earlier entries that begin with what is typed"),
        ("Ctrl-R", "searches earlier entries"),
        ("Ctrl-C", "gives up the line, or stops what runs"),
        ("Ctrl-D", "leaves; drops an unfinished entry first"),
        ("NAME?", "tells what a name holds or does: help, columns, fields"),
    ]

    /// All settings, one line each, then the keys.
    static var overview: String {
        lines(ShellSetting.all) + "\n" + table(keys.map { ($0.0, $0.1) })
    }

    /// One setting with its details.
    static func detail(of setting: ShellSetting) -> String { "\(setting.usage)\n  \(setting.summary)\n  \(setting.detail)\n" }

    /// The settings with `pattern` in their name or summary; nil if there are none.
    static func matching(_ pattern: String) -> String? {
        let matches = ShellSetting.all.filter { $0.name.contains(pattern) || $0.summary.lowercased().contains(pattern.lowercased()) }
        return matches.isEmpty ? nil : lines(matches)
    }

    private static func lines(_ settings: [ShellSetting]) -> String { table(settings.map { ($0.usage, $0.summary) }) }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { left, right in left + String(repeating: " ", count: width - left.count + 2) + right + "\n" }.joined()
    }
}

extension String {
    /// The text without one pair of quotes around it.
    fileprivate var unquoted: String {
        guard count >= 2, let quote = first, quote == "\"" || quote == "'", last == quote else { return self }
        return String(dropFirst().dropLast())
    }
}
