import LuaKit
import LuaSurface
import Sentences
import Values

/// What a line was probably meant to be that is neither a sentence nor Lua.
struct LineAdvice {
    private let runtime: Runtime

    /// Advice on lines of a session.
    init(_ runtime: Runtime) { self.runtime = runtime }

    // MARK: Mistakes of syntax

    /// A line that begins with what is nearly the name of a sentence was meant as one, and one that begins with a function was meant as its call.
    func hinted(_ failure: LuaFailure, _ text: String) -> LuaFailure {
        if let hint = callHint(text) {
            var hinted = failure
            hinted.hint = hint
            return hinted
        }
        let word = text.drop { $0.isWhitespace }.prefix { $0.isLetter }
        let names = Set(runtime.functions.commands.map(\.name).compactMap { $0.split(separator: " ").first.map(String.init) })
        guard word.count > 1, !LuaForm.words.contains(String(word)), !names.contains(String(word)), runtime.lua.peek(String(word)).isNone,
            let near = nearestName(to: String(word), in: names.sorted())
        else { return failure }
        var hinted = failure
        hinted.hint = "\(Suggestion(near).question) help(\"\(near)\") shows how it is said"
        return hinted
    }

    /// How a function is called that a line names first; nil where the line begins with none of luca's.
    private func callHint(_ text: String) -> String? {
        let text = text.drop { $0.isWhitespace }, name = text.prefix { $0.isLetter || $0 == "_" || $0 == "." }
        guard let record = runtime.functions.records[String(name)] else { return nil }
        let rest = text.dropFirst(name.count).drop { $0 == " " }
        // holdings(base="EUR")
        if rest.first == "(" {
            let field = rest.dropFirst().drop { $0 == " " }.prefix { $0.isLetter || $0 == "_" }
            let behind = rest.dropFirst().drop { $0 == " " }.dropFirst(field.count).drop { $0 == " " }
            guard !field.isEmpty, behind.first == "=", behind.dropFirst().first != "=" else { return nil }
            let inside = rest.dropFirst(), close = inside.lastIndex(of: ")")
            let fields = close.map { inside[..<$0] } ?? inside
            return record.style == .named
                ? "named fields stand in braces: \(name){\(fields)}" : "it is called \(HelpText(runtime).usage(of: String(name)) ?? String(name))"
        }
        // quote NVDA 130; holdings{…} and holdings = 5 are no sentences.
        guard text.dropFirst(name.count).first?.isWhitespace == true, let first = rest.first, first.isLetter || first.isNumber || "-\"'$€£".contains(first) else { return nil }
        let form = Self.call(of: String(name), in: record.example) ?? HelpText(runtime).usage(of: String(name)) ?? ""
        return "\(name) is a function, called in Lua: \(form); help(\"\(name)\") tells what it takes"
    }

    /// The call of a function in its example, without what the example does with the answer; nil where there is none.
    private static func call(of name: String, in example: String) -> String? {
        for start in example.ranges(of: name).map(\.upperBound) where start < example.endIndex && "({".contains(example[start]) {
            var depth = 0
            for place in example[start...].indices {
                if "({".contains(example[place]) { depth += 1 }
                if ")}".contains(example[place]) { depth -= 1 }
                if depth == 0 { return name + example[start...place] }
            }
        }
        return nil
    }

    /// Whether a message about syntax names the first word of a text.
    static func isAboutFirstWord(_ message: String, of text: String) -> Bool {
        guard let near = message.firstRange(of: "near '") else { return false }
        let word = message[near.upperBound...].prefix { $0 != "'" }
        return !word.isEmpty && text.drop { $0.isWhitespace }.hasPrefix(word)
    }

    // MARK: Words of others

    /// What a line was probably meant to be whose first word is none of luca's; nil where nothing is known of it.
    func advice(on line: String) -> String? {
        let text = line.drop { $0.isWhitespace }
        if text.first == "=", text.dropFirst().first != "=" { return "write it without the sign: \(text.dropFirst().trimmed)" }
        let word = text.prefix { $0.isLetter || $0 == "_" }.lowercased(), rest = text.dropFirst(word.count).trimmed
        if let advice = shellAdvice(word, String(rest)) { return advice }
        switch word {
        case "exit", "bye", "logout", "q": return "say quit, or press Ctrl-D"
        case "clear", "cls": return "Ctrl-L clears the screen"
        case "version": return "luca --version in a shell tells it"
        case "close" where rest.hasPrefix("account "):
            return "an account gets its last day: account{name=\(LuaForm.quoted(String(rest.dropFirst(8).trimmed))), closed=today()}"
        case "select": return "SQL goes through a function: sql(\"SELECT …\"), and help(\"sql\") names the tables"
        case "save", "commit": if rest.isEmpty { return "what is recorded is in the book at once; backup FILE copies the book" }
        case "chart", "plot", "graph", "draw": return "chart and a question show its answer as a picture: chart net worth by month, chart income by year as bar"
        default: break
        }
        return SentenceGuess(CommandTable(runtime.functions.commands), runtime.vocabulary()).sentence(for: String(text)).map { Suggestion($0).question }
    }
}

extension LineAdvice {
    /// Commands of the program that have no sentence of the same name.
    private static let shellCommands: Set = ["view", "key", "test", "new", "editor", "demo", "init"]

    /// What to do with a line that is a command for the shell, such as `luca view`, or `view` with or without a report; nil for another line.
    private func shellAdvice(_ word: String, _ rest: String) -> String? {
        let isNamed = word == "luca", words = rest.split(separator: " ").map(String.init)
        guard let command = isNamed ? words.first : word, Self.shellCommands.contains(command), isNamed || command == "view" else { return nil }
        let arguments = isNamed ? Array(words.dropFirst()) : words
        if command == "view", let name = arguments.first, runtime.reportList.contains(name) {
            return "report \(arguments.joined(separator: " ")) shows it here; for a browser type luca view \(arguments.joined(separator: " ")) in a shell"
        }
        // view gains is about a question, in the words of others.
        if !isNamed, let first = arguments.first, !Runtime.isTime(first), !first.contains("=") { return nil }
        return "luca \(command) is a command of the shell: leave with quit, or open another terminal, and type \((["luca", command] + arguments).joined(separator: " "))"
    }
}

extension Runtime {
    /// What a line was probably meant to be whose first word is none of luca's; nil where nothing is known of it.
    public func advice(on line: String) -> String? { LineAdvice(self).advice(on: line) }
}
