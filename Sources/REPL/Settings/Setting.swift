import Values

/// A setting of the shell: a line that begins with a dot, which no Lua line can. One record drives dispatch, help and completion.
struct Setting: Sendable {
    /// The name after the dot.
    let name: String
    /// Other names for the same.
    var aliases: [String] = []
    /// What may follow the name: `on|off`, `[FILE]`; empty for nothing.
    let argument: String
    /// One sentence on what it does.
    let summary: String
    /// More, for `.help NAME`.
    let detail: String
    /// Values that completion offers.
    var values: [String] = []
    /// The value is a path.
    var takesFile = false
    /// Carries it out; `value` is what follows the name, without spaces around it and without quotes.
    let run: @Sendable (_ value: String, Session) throws(Failure) -> Step

    /// `.mode table|csv|…`.
    var usage: String { argument.isEmpty ? ".\(name)" : ".\(name) \(argument)" }

    /// All settings, by name.
    static let all: [Setting] = [
        .book, .edit, .help, .key, .mode, .output, .privacy, .quit, .rows, .save, .timer, .width,
    ]

    static func named(_ name: some StringProtocol) -> Setting? {
        all.first { $0.name == name || $0.aliases.contains(String(name)) }
    }

    /// Whether a line is a setting: a dot and a letter.
    static func isSetting(_ line: String) -> Bool {
        guard let dot = line.firstIndex(where: { !$0.isWhitespace }), line[dot] == "." else { return false }
        return line[line.index(after: dot)...].first.map { $0.isASCII && $0.isLetter } ?? false
    }

    /// Carries out a line that is a setting.
    static func run(_ line: String, in session: Session) -> Step {
        let text = line.trimmed.dropFirst()
        let name = text.prefix { !$0.isWhitespace }
        let value = String(text[name.endIndex...]).trimmed.unquoted
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
            hint: near.map { "did you mean .\($0)?" } ?? ".help lists the settings of the shell")
    }

    /// The failure for a name that a key may stand behind, and in: `.key=alphavantage=…`.
    private static func unknownWithSecret(_ name: some StringProtocol) -> Failure {
        Failure(
            kind: "setting", message: "there is no setting .\(name.prefix { $0.isLetter || $0 == "_" }), and what looks like a key or a password is not shown or kept",
            hint: ".key PROVIDER asks for the key of a provider, and keeps it in a file that only you can read")
    }

    /// The failure for a value that does not fit; it shows the usage.
    func misused(_ message: String) -> Failure {
        Failure(kind: "setting", message: ".\(name) \(message)", hint: "usage: \(usage)")
    }

    /// A switch that says how it stands if no value is given.
    func toggle(_ value: String, _ current: Bool, _ session: Session, set: (Bool) -> Void) throws(Failure) -> Step {
        switch value {
        case "on": set(true)
        case "off": set(false)
        case "": session.switchboard.note("\(name) is \(current ? "on" : "off")\n")
        default: throw misused("is on or off, not \(value)")
        }
        return .done
    }
}

extension String {
    /// The text without white space around it.
    var trimmed: String {
        let end = trimmedAtEnd
        return String(end.drop { $0.isWhitespace })
    }

    /// The text without one pair of quotes around it.
    var unquoted: String {
        guard count >= 2, let quote = first, quote == "\"" || quote == "'", last == quote else { return self }
        return String(dropFirst().dropLast())
    }
}
