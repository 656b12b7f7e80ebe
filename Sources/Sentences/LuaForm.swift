import Values

/// The Lua function that a sentence calls, and which argument of the sentence goes where; read from a template.
///
/// - `buy` calls with one table of all arguments by name: `buy{quantity=D"10", symbol="ORCL"}`.
/// - `sell{quantity="all"}` does so too, with a field that every call has.
/// - `run(<path>, <arguments>)` names the arguments in order; those at the end that were left out are dropped, a list is
///   spread: `run("due.lua", "--year", "2014")`.
/// - `import(<path>, <*>)`: `<*>` is a table of all arguments not named elsewhere in the template, dropped if there are none.
public struct LuaForm: Sendable, Equatable {
    /// The template as it was written.
    public let template: String
    /// What is called: `buy`, `report.run`.
    public let function: String
    private let shape: Shape

    /// The two ways in which a template places arguments.
    private enum Shape: Sendable, Equatable {
        /// All in one table, behind the fields that every call has: `quantity="all"`.
        case named(always: [Call.Field])
        /// By place.
        case positional([Item])
    }

    /// What stands between two commas of a template.
    private enum Item: Sendable, Equatable {
        /// `<path>`: the argument of that name.
        case argument(String)
        /// `<*>`: a table of all arguments that the template does not name.
        case remaining
        /// The same in every call.
        case always(Call.Value)
    }

    /// Parses a template.
    ///
    /// - Throws: `CommandUsageError` where parentheses or angle brackets do not close.
    public init(_ template: String) throws(CommandUsageError) {
        self.template = template
        // What parts a template is ASCII, and bytes are many times faster to go through than characters.
        let bytes = template.utf8
        if bytes.last == UInt8(ascii: "}"), let brace = bytes.firstIndex(of: UInt8(ascii: "{")) {
            function = String(template[..<brace])
            shape = .named(always: Self.fields(template[template.index(after: brace)...].dropLast()))
            return
        }
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")) else {
            function = template
            shape = .named(always: [])
            return
        }
        function = String(template[..<open])
        guard bytes.last == UInt8(ascii: ")") else {
            throw CommandUsageError(message: "the template does not end in )", usage: template, column: template.count)
        }
        var items: [Item] = []
        for piece in template[template.index(after: open)...].dropLast().split(separator: ",").map(\.trimmed) {
            if piece.first == "<", piece.last != ">" {
                throw CommandUsageError(message: "a < is not closed by >", usage: template, column: template.count)
            }
            if piece == "<*>" {
                items.append(.remaining)
            } else if piece.first == "<" {
                items.append(.argument(String(piece.dropFirst().dropLast())))
            } else {
                items.append(.always(Self.literal(piece) ?? .code(String(piece))))
            }
        }
        shape = .positional(items)
    }

    /// The arguments that the template names.
    public var argumentNames: [String] {
        guard case .positional(let items) = shape else { return [] }
        return items.compactMap { item in if case .argument(let name) = item { name } else { nil } }
    }

    /// The call with the arguments of a sentence.
    public func call(_ arguments: [Call.Field]) -> Call {
        switch shape {
        case .named(let always): Call(function, .named(always + arguments))
        case .positional(let items): Call(function, .positional(values(of: items, arguments)))
        }
    }

    /// The arguments of the sentence that makes a call: the way back from `call`. Nil where no sentence of this form makes it.
    func arguments(of call: Call) -> [Call.Field]? {
        guard call.function == function else { return nil }
        switch (shape, call.arguments) {
        case (.named(let always), .named(let fields)):
            guard always.allSatisfy({ fields.contains($0) }) else { return nil }
            return fields.filter { !always.contains($0) }
        case (.positional(let items), .named(let fields)):
            guard !items.contains(where: { if case .always = $0 { true } else { false } }) else { return nil }
            return fields
        case (.positional(let items), .positional(let values)):
            guard values.count <= items.count else { return nil }
            let fields = zip(items, values).map { item, value -> Call.Field? in if case .argument(let name) = item { Call.Field(name, value) } else { nil } }
            return fields.contains { $0 == nil } ? nil : fields.compactMap(\.self)
        case (.named, .positional): return nil
        }
    }

    /// The values for the places of a template; those at the end that were left out are dropped.
    private func values(of items: [Item], _ arguments: [Call.Field]) -> [Call.Value] {
        let named = argumentNames
        var values: [Call.Value] = []
        for item in items {
            switch item {
            case .always(let value): values.append(value)
            case .argument(let name):
                let value = arguments.first { $0.name == name }?.value ?? .nothing
                if case .list(let texts) = value { values += texts.map(Call.Value.text) } else { values.append(value) }
            case .remaining:
                let rest = arguments.filter { argument in !named.contains { $0 == argument.name } }
                values.append(rest.isEmpty ? .nothing : .table(rest))
            }
        }
        while values.last == Call.Value.nothing { values.removeLast() }
        return values
    }

    // MARK: What every call has

    /// The fields of a template such as `sell{quantity="all"}`; what is more than names and plain values stays Lua source.
    private static func fields(_ text: Substring) -> [Call.Field] {
        if text.trimmed.isEmpty { return [] }
        let fields = text.split(separator: ",", omittingEmptySubsequences: false).map { piece -> Call.Field? in
            guard let equals = piece.firstIndex(of: "="), case let name = piece[..<equals].trimmed, CommandMatcher.isIdentifier(name) else { return nil }
            return literal(piece[piece.index(after: equals)...].trimmed).map { Call.Field(String(name), $0) }
        }
        let known = fields.compactMap(\.self)
        return known.count == fields.count ? known : [Call.Field(nil, .code(String(text)))]
    }

    /// The value that a word of Lua is: a text in quotes without anything that is written with a backslash, a whole number, true, false or nil.
    private static func literal(_ word: Substring) -> Call.Value? {
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "nil": return Call.Value.nothing
        default:
            if let number = Int(word), String(number) == word { return .integer(number) }
            guard word.count > 1, word.first == "\"", word.last == "\"", case let text = String(word.dropFirst().dropLast()), quoted(text) == word else { return nil }
            return .text(text)
        }
    }
}

// MARK: - How a call is written

extension Call {
    /// The call as Lua source, one expression: `buy{quantity=D"10", symbol="ORCL"}`.
    public var lua: String {
        switch arguments {
        case .named(let fields): function + LuaForm.table(fields)
        case .positional(let values): "\(function)(\(values.map(\.lua).joined(separator: ", ")))"
        }
    }
}

extension Call.Value {
    /// The value as Lua source.
    public var lua: String {
        switch self {
        case .nothing: "nil"
        case .text(let text): LuaForm.quoted(text)
        case .integer(let number): String(number)
        case .decimal(_, let written): "D" + LuaForm.quoted(written)
        case .date(let day): LuaForm.quoted(day.description)
        case .boolean(let truth): truth ? "true" : "false"
        case .list(let texts): "{" + texts.map(LuaForm.quoted).joined(separator: ", ") + "}"
        case .table(let fields): LuaForm.table(fields)
        case .code(let source): source
        }
    }
}

extension LuaForm {
    /// The words that Lua keeps for itself (Lua 5.4, 3.1).
    public static let words = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not", "or", "repeat",
        "return", "then", "true", "until", "while",
    ]

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

    /// Fields as a Lua table. A name that is a word of Lua itself, as in `report income in=Savings`, stands in brackets.
    fileprivate static func table(_ fields: [Call.Field]) -> String {
        "{"
            + fields.map { field in
                guard let name = field.name else { return field.value.lua }
                return "\(words.contains(name) ? "[\(quoted(name))]" : name)=\(field.value.lua)"
            }.joined(separator: ", ") + "}"
    }
}
