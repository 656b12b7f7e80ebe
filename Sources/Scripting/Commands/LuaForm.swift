/// The Lua call that a sentence stands for, made from a template.
///
/// - `buy` calls with one table of all arguments by name: `buy{quantity=D"10", symbol="ORCL"}`.
/// - `sell{quantity="all"}` does so too, with a field that every call has.
/// - `run(<path>, <arguments>)` names the arguments in order; those at the end that were left out are dropped, a list is
///   spread: `run("due.lua", "--year", "2014")`.
/// - `import(<path>, <*>)`: `<*>` is a table of all arguments not named elsewhere in the template, dropped if there are none.
public struct LuaForm: Sendable, Equatable {
    /// The template.
    public let template: String
    /// What is called: `buy`, `report.run`.
    public let function: String
    private let items: [Item]?
    /// Fields that every call has: `quantity="all"`.
    private let fixed: String?

    private enum Item: Sendable, Equatable {
        case argument(String)
        case remaining
        case literal(String)
    }

    /// Parses a template.
    ///
    /// - Throws: `CommandUsageError` where parentheses or angle brackets do not close.
    public init(_ template: String) throws(CommandUsageError) {
        self.template = template
        if template.last == "}", let brace = template.firstIndex(of: "{") {
            (function, items) = (String(template[..<brace]), nil)
            fixed = String(template[template.index(after: brace)...].dropLast())
            return
        }
        fixed = nil
        guard let open = template.firstIndex(of: "(") else {
            function = template
            items = nil
            return
        }
        function = String(template[..<open])
        guard template.last == ")" else {
            throw CommandUsageError(message: "the template does not end in )", usage: template, column: template.count)
        }
        let inside = template[template.index(after: open)...].dropLast()
        var items: [Item] = []
        for piece in inside.split(separator: ",") {
            let piece = piece.trimmingSpaces()
            if piece.first == "<", piece.last != ">" {
                throw CommandUsageError(message: "a < is not closed by >", usage: template, column: template.count)
            }
            if piece == "<*>" {
                items.append(.remaining)
            } else if piece.first == "<" {
                items.append(.argument(String(piece.dropFirst().dropLast())))
            } else {
                items.append(.literal(String(piece)))
            }
        }
        self.items = items
    }

    /// The arguments that the template names.
    var argumentNames: [String] {
        (items ?? []).compactMap { item in if case .argument(let name) = item { name } else { nil } }
    }

    /// The call with these arguments.
    func rendered(_ arguments: [CommandArgument.Named]) -> String {
        if let fixed { return "\(function){\(([fixed] + arguments.map(Self.field)).joined(separator: ", "))}" }
        guard let items else { return function + Self.table(arguments) }
        let named = argumentNames
        var texts = items.map { item in
            switch item {
            case .literal(let text): text
            case .argument(let name): Self.spread(arguments.first { $0.name == name }?.value)
            case .remaining: Self.remaining(arguments.filter { !named.contains($0.name) })
            }
        }
        while texts.last == "nil" { texts.removeLast() }
        return "\(function)(\(texts.joined(separator: ", ")))"
    }

    /// The arguments as a Lua table with named fields.
    static func table(_ arguments: [CommandArgument.Named]) -> String {
        "{" + arguments.map(field).joined(separator: ", ") + "}"
    }

    /// `name=value`; a name that is a word of Lua itself, as in `report income in=Savings`, stands in brackets.
    private static func field(_ argument: CommandArgument.Named) -> String {
        let name = words.contains(argument.name) ? "[\(quoted(argument.name))]" : argument.name
        return "\(name)=\(value(argument.value))"
    }

    /// The words that Lua keeps for itself (Lua 5.4, 3.1).
    public static let words = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not", "or", "repeat",
        "return", "then", "true", "until", "while",
    ]

    private static func remaining(_ arguments: [CommandArgument.Named]) -> String {
        arguments.isEmpty ? "nil" : table(arguments)
    }

    private static func spread(_ argument: CommandArgument?) -> String {
        guard let argument else { return "nil" }
        if case .list(let texts) = argument { return texts.map(quoted).joined(separator: ", ") }
        return value(argument)
    }

    private static func value(_ argument: CommandArgument) -> String {
        switch argument {
        case .decimal(let digits): "D" + quoted(digits)
        case .integer(let number): String(number)
        case .date(let text), .text(let text): quoted(text)
        case .list(let texts): "{" + texts.map(quoted).joined(separator: ", ") + "}"
        case .code(let source): source
        case .flag: "true"
        case .options(let positional, let named):
            "{" + (positional.map(value) + named.map(field)).joined(separator: ", ") + "}"
        }
    }

    /// A Lua string literal for `text`, whatever is in it.
    public static func quoted(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case _ where scalar.value < 32 || scalar.value == 127:
                let digits = String(scalar.value)
                literal += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    func trimmingSpaces() -> SubSequence {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else {
            return self[startIndex..<startIndex]
        }
        return self[start...end]
    }
}
