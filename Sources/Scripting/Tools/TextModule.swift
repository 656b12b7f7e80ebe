import LuaKit
import LuaSurface
import Values

/// `text`: what scripts do with texts and Lua's own library does not, by the names that Lua's users know. Letters are those of people, not bytes.
enum TextModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("text", isAboutBooks: false, trimming + asking + parting + [replace, join] + padding + [count, upper, lower])

    private static let value = LuaParameter.required("value", .string, "The text.")

    private static func function(
        _ name: String, _ parameters: [LuaParameter], returns: String = "string", _ summary: String, _ example: String,
        _ body: @escaping @Sendable (LuaCall, String) throws -> LuaReply
    ) -> LuaFunction {
        LuaFunction("text.\(name)", [value] + parameters, returns: returns, summary: summary, example: example, style: .positional) { call in
            try body(call, call.string("value") ?? "")
        }
    }

    private static func isBlank(_ character: Character) -> Bool { character.isWhitespace }
    private static func trimmedAtStart(_ text: String) -> Substring { text.drop(while: isBlank) }
    private static func trimmedAtEnd(_ text: some StringProtocol) -> String { text.lastIndex { !isBlank($0) }.map { String(text[...$0]) } ?? "" }

    private static let trimming = [
        function("trim", [], "The text without blanks at its ends.", "text.trim(\"  a b \") --> a b") { $0.reply(trimmedAtEnd(trimmedAtStart($1))) },
        function("strip", [], "The same as text.trim.", "text.strip(\" a \") --> a") { $0.reply(trimmedAtEnd(trimmedAtStart($1))) },
        function("lstrip", [], "The text without blanks at its beginning.", "text.lstrip(\"  a\") --> a") { $0.reply(String(trimmedAtStart($1))) },
        function("rstrip", [], "The text without blanks at its end.", "#text.rstrip(\"a  \") --> 1") { $0.reply(trimmedAtEnd($1)) },
    ]

    private static func part(_ call: LuaCall) throws -> String { try call.string("part") ?? "" }
    private static let partOfIt = LuaParameter.required("part", .string, "What may be in it, as it is written: no pattern.")

    private static let asking = [
        function("startswith", [partOfIt], returns: "boolean", "Whether the text begins with another.", "text.startswith(\"EUR 5\", \"EUR\") --> true") {
            try $0.reply($1.hasPrefix(part($0)))
        },
        function("endswith", [partOfIt], returns: "boolean", "Whether the text ends with another.", "text.endswith(\"a.csv\", \".csv\") --> true") {
            try $0.reply($1.hasSuffix(part($0)))
        },
        function("contains", [partOfIt], returns: "boolean", "Whether another text is in it.", "text.contains(\"a+b\", \"+\") --> true") { call, value in
            let part = try part(call)
            return call.reply(part.isEmpty || value.firstRange(of: part) != nil)
        },
    ]

    private static let parting = [
        function(
            "split",
            [
                .optional("separator", .string, "What parts it, as it is written; without it, blanks do."),
                .optional("most", .integer, "So many parts at most; the last has the rest."),
            ],
            returns: "string[]", "The parts of a text.", "text.split(\"a;b;;c\", \";\")[4] --> c"
        ) { call, value in
            let most = try call.integer("most") ?? .max
            guard most > 0 else { throw call.mismatch("most", expected: "one or more") }
            guard let separator = try call.string("separator") else {
                return call.reply(.list(value.split(maxSplits: most - 1, whereSeparator: isBlank).map { .string(most == .max ? String($0) : trimmedAtEnd($0)) }))
            }
            guard !separator.isEmpty else { throw call.mismatch("separator", expected: "a text that is not empty") }
            var parts: [LuaValue] = [], rest = value[...]
            while parts.count < most - 1, let place = rest.firstRange(of: separator) {
                parts.append(.string(String(rest[..<place.lowerBound])))
                rest = rest[place.upperBound...]
            }
            return call.reply(.list(parts + [.string(String(rest))]))
        },
        function("splitlines", [], returns: "string[]", "The lines of a text, without their ends.", "#text.splitlines(\"a\\nb\\n\") --> 2") { call, value in
            var lines = value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            if lines.last?.isEmpty == true { lines.removeLast() }
            return call.reply(.list(lines.map { .string(String($0)) }))
        },
    ]

    private static let replace = function(
        "replace", [.required("old", .string, "What is replaced, as it is written: no pattern."), .required("new", .string, "What comes in its place.")],
        "The text with another in the place of each that is found.", "text.replace(\"1.234,56\", \".\", \"\") --> 1234,56"
    ) { call, value in
        guard let old = try call.string("old"), !old.isEmpty else { throw call.mismatch("old", expected: "a text that is not empty") }
        return call.reply(value.replacing(old, with: try call.string("new") ?? ""))
    }

    private static let join = LuaFunction(
        "text.join", [.required("separator", .string, "What stands between."), .required("parts", .table, "A list of texts, numbers, dates or money.")], returns: "string",
        summary: "The parts of a list as one text.", example: "text.join(\", \", {\"a\", D\"1.50\"}) --> a, 1.5", style: .positional
    ) { call in
        let parts = try call.argument("parts").items(of: "text.join: parts", field: "parts") ?? []
        return call.reply(try parts.map { try call.runtime.plain($0) }.joined(separator: try call.string("separator") ?? ""))
    }

    private static let width = LuaParameter.required("width", .integer, "How many characters it has at least.")
    private static let fill = LuaParameter.optional("fill", .string, "The character that fills it.", default: "\" \"")

    private static func padded(_ text: String, _ call: LuaCall, left: Int, right: Int) throws -> LuaReply {
        let fill = try call.string("fill") ?? " ", width = max(0, try call.integer("width") ?? 0)
        guard fill.count == 1 else { throw call.mismatch("fill", expected: "one character") }
        guard width <= 1_000_000 else { throw call.mismatch("width", expected: "a million or less") }
        let missing = max(0, width - text.count), before = left == 0 ? 0 : right == 0 ? missing : missing / 2
        return call.reply(String(repeating: fill, count: before) + text + String(repeating: fill, count: missing - before))
    }

    private static let padding = [
        function("ljust", [width, fill], "The text at the left of so many characters.", "text.ljust(\"ab\", 4, \".\") --> ab..") { try padded($1, $0, left: 0, right: 1) },
        function("rjust", [width, fill], "The text at the right of so many characters.", "text.rjust(\"7\", 3, \"0\") --> 007") { try padded($1, $0, left: 1, right: 0) },
        function("center", [width, fill], "The text in the middle of so many characters.", "text.center(\"a\", 3, \"-\") --> -a-") { try padded($1, $0, left: 1, right: 1) },
        function("pad", [width, fill], "The same as text.ljust.", "#text.pad(\"ab\", 5) --> 5") { try padded($1, $0, left: 0, right: 1) },
    ]

    private static let count = function(
        "count", [.optional("part", .string, "What is counted; without it, characters.")], returns: "integer", "How many characters a text has, or how often another is in it.",
        "text.count(\"naïve\") --> 5"
    ) { call, value in
        guard let part = try call.string("part") else { return call.reply(value.count) }
        guard !part.isEmpty else { throw call.mismatch("part", expected: "a text that is not empty") }
        return call.reply(value.ranges(of: part).count)
    }

    private static let upper = function("upper", [], "The text in capitals, of all languages.", "text.upper(\"zürich\") --> ZÜRICH") { $0.reply($1.uppercased()) }
    private static let lower = function("lower", [], "The text in small letters, of all languages.", "text.lower(\"ÉTÉ\") --> été") { $0.reply($1.lowercased()) }
}
