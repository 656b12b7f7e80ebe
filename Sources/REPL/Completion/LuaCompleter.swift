import LuaSurface

/// Finds out what is to be completed in Lua source that ends at the cursor.
struct LuaCompleter {
    private let tokens: [LuaToken]
    private let paths: LuaPaths
    /// The length of the source in characters.
    private let length: Int
    /// Where the last line begins in the source, in characters.
    private let origin: Int
    /// Whether there are no unfinished lines before it, so that a sentence may begin.
    private let isFirstLine: Bool

    init(pending: String, line: String) {
        let source = pending.isEmpty ? line : pending + "\n" + line
        tokens = LuaLexer.tokens(source)
        paths = LuaPaths(tokens: tokens)
        length = source.count
        origin = length - line.count
        isFirstLine = pending.isEmpty
    }

    /// The request; nil if nothing can be completed.
    var request: CompletionRequest? {
        guard let last = tokens.last, last.range.upperBound == length else { return name(before: tokens.count, prefix: "") }
        switch last.kind {
        case .comment: return last.isOpen ? nil : name(before: tokens.count, prefix: "")
        case .number: return nil
        case .string: return last.isOpen ? string(last) : nil
        case .name: return name(before: tokens.count - 1, prefix: last.text)
        case .sign: return name(before: tokens.count, prefix: "")
        }
    }

    /// A request whose prefix ends at the cursor.
    private func made(_ prefix: String, quote: Character? = nil, _ subjects: [CompletionSubject]) -> CompletionRequest {
        CompletionRequest(start: length - prefix.count - origin, prefix: prefix, quote: quote, subjects: subjects)
    }

    // MARK: Names

    /// The request for a name of which `prefix` is typed, after the first `count` tokens.
    private func name(before count: Int, prefix: String) -> CompletionRequest? {
        guard count > 0 else { return made(prefix, isFirstLine ? [.commandWord, .global] : [.global]) }
        let previous = tokens[count - 1]
        if previous.kind == .sign, previous.text == "." || previous.text == ":" {
            guard let path = paths.path(endingAt: count - 1), !path.isEmpty else { return nil }
            return made(prefix, [.member(of: path, isMethod: previous.text == ":")])
        }
        if let call = call(around: count) {
            if call.isAtKey { return made(prefix, [.argumentName(of: call.function, given: call.given)]) }
            if let key = call.key { return made(prefix, [.argumentValue(of: call.function, name: key), .global]) }
        }
        return made(prefix, [.global])
    }

    // MARK: Calls

    /// A call whose table of arguments is open at the cursor: `buy{quantity=1, |`.
    private struct Call {
        /// The function that is called, as a path.
        var function: String
        /// The names of the arguments that it has already.
        var given: [String]
        /// Whether the name of an argument can stand here.
        var isAtKey: Bool
        /// The name of the argument whose value stands here; nil if none does.
        var key: String?
    }

    /// The call whose table is open before token `count`; nil if there is none.
    private func call(around count: Int) -> Call? {
        guard let brace = paths.innermost(before: count), tokens[brace].text == "{", brace > 0 else { return nil }
        var end = brace
        if tokens[end - 1].kind == .sign, tokens[end - 1].text == "(" { end -= 1 }
        guard let function = paths.path(endingAt: end), !function.isEmpty else { return nil }
        var given: [String] = []
        var depth = 0
        for index in (brace + 1)..<max(count, brace + 1) {
            guard tokens[index].kind == .sign else { continue }
            switch tokens[index].text {
            case "(", "{", "[": depth += 1
            case ")", "}", "]": depth -= 1
            case "=" where depth == 0 && tokens[index - 1].kind == .name: given.append(tokens[index - 1].text)
            default: break
            }
        }
        let previous = tokens[count - 1]
        let isAtKey = count - 1 == brace || previous.kind == .sign && (previous.text == "," || previous.text == ";")
        let key = previous.kind == .sign && previous.text == "=" && tokens[count - 2].kind == .name ? tokens[count - 2].text : nil
        return Call(function: function, given: given, isAtKey: isAtKey, key: key)
    }

    // MARK: Strings

    /// Functions whose first argument is the path of a file.
    private static let readers: Set = ["import", "run", "open", "book", "dofile", "loadfile", "export"]
    /// Methods that write a file.
    private static let writers: Set = ["csv", "json", "markdown", "html", "pdf", "xlsx", "svg", "png"]

    /// The request for an open string.
    private func string(_ token: LuaToken) -> CompletionRequest? {
        let quote = token.quote
        let count = tokens.count - 1
        guard count > 0 else { return nil }
        if let call = call(around: count), let key = call.key {
            return made(token.text, quote: quote, [.argumentValue(of: call.function, name: key)])
        }
        if let open = paths.innermost(before: count), let argument = argument(token, in: open, before: count) { return argument }
        let previous = tokens[count - 1]
        let end = previous.kind == .sign && previous.text == "(" ? count - 1 : count
        guard let function = paths.path(endingAt: end), !function.isEmpty else { return nil }
        if function == "sql" { return query(token) }
        if let frame = frame(ofMethod: function) { return made(token.text, quote: quote, [.column(of: frame)]) }
        let last = function.split(whereSeparator: { $0 == "." || $0 == ":" }).last.map(String.init) ?? function
        let takesFile = Self.readers.contains(function) || Self.writers.contains(last)
        return made(token.text, quote: quote, [.argumentValue(of: function, name: nil)] + (takesFile ? [.file] : []))
    }

    /// The frame whose method takes the names of its columns; nil where the function is none such.
    private func frame(ofMethod function: String) -> String? {
        guard let colon = function.lastIndex(of: ":"), FrameType.columnMethods.contains(String(function[function.index(after: colon)...])) else { return nil }
        return String(function[..<colon])
    }

    /// The request for a string among the arguments of a call whose bracket is open: a column, or a setting's value.
    private func argument(_ token: LuaToken, in bracket: Int, before count: Int) -> CompletionRequest? {
        let isTable = tokens[bracket].text == "{"
        let end = isTable && paths.isSign(bracket - 1, ["("]) ? bracket - 1 : bracket
        guard tokens[bracket].text != "[", let function = paths.path(endingAt: end) else { return nil }
        if let frame = frame(ofMethod: function) {
            // `-amount` sorts by it, largest first.
            let text = token.text.hasPrefix("-") ? String(token.text.dropFirst()) : token.text
            return made(text, quote: token.quote, [.column(of: frame)])
        }
        guard function == "setting", count == bracket + 3, tokens[bracket + 1].kind == .string else { return nil }
        return made(token.text, quote: token.quote, [.bookSetting(key: tokens[bracket + 1].text)])
    }

    /// The request for a word of a query in SQL.
    private func query(_ token: LuaToken) -> CompletionRequest {
        let word = String(token.text.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
        return made(word, quote: token.quote, [.sql(before: String(token.text.dropLast(word.count)))])
    }
}
