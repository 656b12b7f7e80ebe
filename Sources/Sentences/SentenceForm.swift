import Values

/// Says as sentences what a text tells to say in Lua: `store one with quote{symbol="ORCL", date=…, close=…}` becomes `store one with price ORCL CLOSE on DATE`.
///
/// Hints and warnings are written once, in Lua, which can say all of them. Who typed a sentence is told the sentence, where there is one. What a field of the
/// sentence itself is to be, `status="pending"`, becomes its words, `status pending`. All else stays as it is.
public struct SentenceForm {
    private let patterns: [CommandPattern]
    private let vocabulary: Vocabulary
    /// The sentence that was typed, whose own fields a text may name.
    private let typed: CommandPattern?

    /// Functions that a sentence of another name calls by way of Lua.
    private static let handled = ["setting": "set"]

    /// The forms that the sentences of a session have, for one who typed a sentence of a pattern.
    public init(_ patterns: [CommandPattern], _ vocabulary: Vocabulary, typed: CommandPattern? = nil) {
        (self.patterns, self.vocabulary, self.typed) = (patterns, vocabulary, typed)
    }

    /// A name as a sentence takes it: in quotes where it has blanks.
    public static func word(_ name: String) -> String { name.isEmpty || name.contains { $0.isWhitespace || "\"'".contains($0) } ? LuaForm.quoted(name) : name }

    /// The text with sentences in the place of Lua.
    public func said(_ text: String) -> String {
        guard text.contains("{") || text.contains("(") || text.contains("=") else { return text }
        var said = "", rest = Substring(text)
        while let character = rest.first {
            guard character.isLetter, said.last.map({ !$0.isLetter && !$0.isNumber && !"_.:\"".contains($0) }) ?? true else {
                said.append(rest.removeFirst())
                continue
            }
            let name = rest.prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
            var reader = LuaCallReader(rest.dropFirst(name.count))
            if let arguments = reader.arguments() {
                let own = String(rest[..<reader.rest.startIndex])
                // What follows is done with the answer, which no sentence does.
                said += [":", "."].contains(reader.rest.first) && reader.rest.dropFirst().first?.isLetter == true ? own : sentence(Call(String(name), arguments)) ?? own
                rest = reader.rest
            } else if let value = reader.assigned(), let words = words(String(name), value) {
                said += words
                rest = reader.rest
                // `date_order="dmy" or "mdy"`
                while rest.hasPrefix(" or \""), case let other = rest.dropFirst(5).prefix(while: { $0 != "\"" }) {
                    said += " or \(other)"
                    rest = rest.dropFirst(other.count + 6)
                }
            } else {
                said += name
                rest = rest.dropFirst(name.count)
            }
        }
        return said
    }

    // MARK: Calls

    /// The sentence that makes a call: the one that leaves the least to be filled in. Nil where none makes it.
    private func sentence(_ call: Call) -> String? {
        var best: (sentence: String, open: Int)?
        for pattern in patterns {
            guard let fields = arguments(pattern, call), let found = compose(pattern, fields), found.open < best?.open ?? .max else { continue }
            best = found
        }
        return best?.sentence
    }

    /// The arguments that a sentence of a pattern needs for a call.
    private func arguments(_ pattern: CommandPattern, _ call: Call) -> [Call.Field]? {
        switch pattern.action {
        case .lua(let form):
            if let fields = form.arguments(of: call) { return fields }
            // `void(418)`: a function of named fields takes the first of them alone, too.
            guard form.function == call.function, case .positional(let values) = call.arguments, values.count == 1, let first = pattern.places.first else { return nil }
            return [Call.Field(first.name, values[0])]
        case .handler:
            guard (Self.handled[call.function] ?? call.function) == pattern.name else { return nil }
            switch call.arguments {
            case .named(let fields): return fields
            case .positional(let values): return values.count > pattern.places.count ? nil : zip(pattern.places, values).map { Call.Field($0.name, $1) }
            }
        }
    }

    /// The words of a sentence with some arguments, and how many blanks are left; nil where it has no place for one of them.
    private func compose(_ pattern: CommandPattern, _ fields: [Call.Field]) -> (sentence: String, open: Int)? {
        var given: [String: Call.Value] = [:], words = [pattern.name], open = 0
        for field in fields {
            guard let name = field.name, given.updateValue(field.value, forKey: name) == nil else { return nil }
        }
        func fill(_ place: CommandPattern.Place, behind keyword: String?) -> Bool {
            guard let value = given.removeValue(forKey: place.name) else {
                if place.isOptional { return true }
                let known = place.kind == .currency ? currency(of: fields) : nil
                words.append(known ?? place.label(behind: keyword))
                if known == nil { open += 1 }
                return true
            }
            guard let text = Self.text(value, place, behind: keyword) else { return false }
            words.append(text)
            return true
        }
        for place in pattern.places { guard fill(place, behind: nil) else { return nil } }
        for clause in pattern.clauses {
            if clause.isSwitch, case .boolean(let isSaid)? = given.removeValue(forKey: clause.keyword) {
                guard isSaid else { return nil }
                words.append(clause.keyword)
                continue
            }
            if clause.isOptional, !clause.places.contains(where: { given[$0.name] != nil }) { continue }
            words.append(clause.keyword)
            for place in clause.places { guard fill(place, behind: clause.keyword) else { return nil } }
        }
        return given.isEmpty ? (words.joined(separator: " "), open) : nil
    }

    /// The currency of the account or the instrument that a call names.
    private func currency(of fields: [Call.Field]) -> String? {
        for field in fields {
            guard let name = field.name, case .text(let text) = field.value else { continue }
            if name == "symbol", vocabulary.symbols().contains(text) { return vocabulary.currency(text, nil) }
            if ["name", "account"].contains(name), vocabulary.accounts().contains(text) { return vocabulary.currency(nil, text) }
        }
        return nil
    }

    /// A value as it is said in a place; nil where it cannot be.
    private static func text(_ value: Call.Value, _ place: CommandPattern.Place, behind keyword: String?) -> String? {
        switch value {
        case .text("…"), .code("…"): place.label(behind: keyword)
        case .text(let text): word(text)
        case .code(let source): source
        case .integer, .decimal, .date, .boolean, .nothing, .list, .table: nil
        }
    }

    // MARK: Fields

    /// The words for a field of the sentence that was typed; nil where it has no words for it.
    private func words(_ name: String, _ value: Call.Value) -> String? {
        guard let typed else { return nil }
        if case .boolean(let isSaid) = value { return isSaid && typed.clauses.contains { $0.keyword == name && $0.isSwitch } ? "adding \(name)" : nil }
        guard let clause = typed.clauses.first(where: { $0.places.first?.name == name }), let place = clause.places.first else { return nil }
        return Self.text(value, place, behind: clause.keyword).map { "\(clause.keyword) \($0)" }
    }
}

extension CommandPattern.Place {
    /// The blank as a synopsis shows it behind a keyword: one that is called like its keyword is shown by its kind, `on DATE`, and so is the currency of all
    /// figures, `in CURRENCY`.
    func label(behind keyword: String?) -> String { name == keyword || name == "base" ? kind.noun : label }
}

/// Reads the arguments of a Lua call as hints write it: names, texts, numbers and the sign `…` for what is to be filled in.
private struct LuaCallReader {
    /// What is not read yet.
    private(set) var rest: Substring

    init(_ text: Substring) { rest = text }

    /// The arguments in braces or parentheses; nil where there are none, or more than hints have.
    mutating func arguments() -> Call.Arguments? {
        let start = rest
        guard let open = rest.first, let close: Character = open == "{" ? "}" : open == "(" ? ")" : nil else { return nil }
        rest.removeFirst()
        var fields: [Call.Field] = []
        skipBlanks()
        while let first = rest.first, first != close {
            guard let field = field() else {
                rest = start
                return nil
            }
            fields.append(field)
            skipBlanks()
            if rest.first == "," { rest.removeFirst() } else if rest.first != close { break }
            skipBlanks()
        }
        guard rest.first == close else {
            rest = start
            return nil
        }
        rest.removeFirst()
        return open == "{" || fields.isEmpty ? .named(fields) : .positional(fields.map(\.value))
    }

    /// The value behind an equals sign.
    mutating func assigned() -> Call.Value? {
        guard rest.first == "=" else { return nil }
        rest.removeFirst()
        return value()
    }

    private mutating func field() -> Call.Field? {
        let name = rest.prefix { $0.isLetter || $0 == "_" }, behind = rest.dropFirst(name.count)
        guard !name.isEmpty, behind.first == "=" else { return value().map { Call.Field(nil, $0) } }
        rest = behind.dropFirst()
        return value().map { Call.Field(String(name), $0) }
    }

    private mutating func value() -> Call.Value? {
        if let quote = rest.first, quote == "\"" || quote == "'" {
            let text = rest.dropFirst().prefix { $0 != quote }
            guard rest.dropFirst(text.count + 1).first == quote, !text.contains("\\") else { return nil }
            rest = rest.dropFirst(text.count + 2)
            return .text(String(text))
        }
        for (source, value) in [("true", Call.Value.boolean(true)), ("false", .boolean(false)), ("…", .code("…")), ("today()", .code("today"))] where rest.hasPrefix(source) {
            rest = rest.dropFirst(source.count)
            return value
        }
        // `void(ID)`: what is to be filled in.
        let blank = rest.prefix { $0.isUppercase }
        if !blank.isEmpty {
            rest = rest.dropFirst(blank.count)
            return .code(String(blank))
        }
        let number = rest.prefix { $0.isNumber || $0 == "-" || $0 == "." && rest.first != "." }
        guard number.contains(where: \.isNumber) else { return nil }
        // A full stop behind a number ends the sentence.
        let digits = number.last == "." ? number.dropLast() : number
        rest = rest.dropFirst(digits.count)
        return .code(String(digits))
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == " " } }
}
