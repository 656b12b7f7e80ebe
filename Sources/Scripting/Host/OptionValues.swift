import Ledger
import LuaKit
import LuaSurface
import Values

/// What a script was given on its command line, checked by what it declares.
public struct OptionValues {
    private let runtime: Runtime
    /// What messages call the script.
    private let script: String
    private let options: [ScriptOption]
    private var given: [String: [String]] = [:]

    /// The kind of errors about what a script was given.
    public static let kind = "option"

    /// Reads the arguments `--year 2014`, `--year=2014`, `year=2014`, `--apply`, `--no-apply`, and values without a name in the order of their places.
    ///
    /// - Throws: a misuse of the kind `option` for what is not declared, with the nearest name.
    init(_ arguments: [String], for options: [ScriptOption], of script: String, _ runtime: Runtime) throws {
        (self.runtime, self.script, self.options) = (runtime, script, options)
        var words = arguments[...], takesOptions = true, places = options.filter { $0.place != nil }.sorted { ($0.place ?? 0) < ($1.place ?? 0) }[...]
        while let word = words.popFirst() {
            if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, word.hasPrefix("--") {
                try take(word, &words)
            } else if takesOptions, let equals = word.firstIndex(of: "="), let option = options.first(where: { $0.name == word[..<equals] }) {
                try set(option, String(word[word.index(after: equals)...]))
            } else if let option = places.first {
                try set(option, word)
                if !option.isList { places.removeFirst() }
            } else {
                throw unknown(word)
            }
        }
    }

    /// Takes an option with its name, and its value from the words behind it where it has one there.
    private mutating func take(_ word: String, _ words: inout ArraySlice<String>) throws {
        guard let (option, value) = declared(word) else { throw unknown(word) }
        if let value { return try set(option, value) }
        // The next option is no value of this one.
        guard let value = words.first, declared(value) == nil else { throw misuse("\(option.flag) needs a value: \(option.usage)", option) }
        words.removeFirst()
        try set(option, value)
    }

    /// The option that a word such as `--year`, `--year=2014` or `--no-apply` names, with the value that it gives by itself; nil where none is declared.
    private func declared(_ word: String) -> (option: ScriptOption, value: String?)? {
        guard word.hasPrefix("--") else { return nil }
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = (parts.first ?? "").replacing("-", with: "_"), value = parts.count == 2 ? parts[1] : nil
        if let option = options.first(where: { $0.name == name }) { return (option, value ?? (option.isSwitch ? "true" : nil)) }
        guard name.hasPrefix("no_"), value == nil, let option = options.first(where: { $0.name == name.dropFirst(3) && $0.isSwitch }) else { return nil }
        return (option, "false")
    }

    private mutating func set(_ option: ScriptOption, _ value: String) throws {
        if given[option.name] != nil, !option.isList { throw misuse("\(option.flag) is given twice", option) }
        given[option.name, default: []].append(value)
    }

    private func unknown(_ word: String) -> LuaMisuse {
        let flags = options.map(\.flag), name = String(word.prefix { $0 != "=" })
        let hint =
            Suggestion(for: name, in: flags + options.map(\.name))?.question
            ?? (flags.isEmpty ? "it takes none" : "it takes \(flags.joined(separator: ", ")); --help tells what they mean")
        return LuaMisuse("\(script) takes no \(word.hasPrefix("--") ? "option \(name)" : "value \(quoted(word))")", hint: hint, kind: "option")
    }

    private func misuse(_ sentence: String, _ option: ScriptOption, hint: String? = nil) -> LuaMisuse {
        LuaMisuse("\(script): \(sentence)", field: option.name, hint: hint, kind: "option")
    }

    // MARK: Values

    /// The values by name, as a table for the script.
    ///
    /// - Throws: a misuse of the kind `option` where a value is none that the option takes, or one that must be known is missing.
    func table() throws -> LuaValue {
        .table(
            try options.compactMap { option in
                let value = try value(of: option)
                return value.isNone ? nil : LuaPair(.string(option.name), value)
            })
    }

    private func value(of option: ScriptOption) throws -> LuaValue {
        if let texts = given[option.name] {
            if option.isList { return .list(try texts.flatMap(ListText.items).map { try read($0, option) }) }
            return try read(texts[0], option)
        }
        let preset = try preset(of: option)
        guard preset.isNone, option.isRequired else { return preset }
        let known = names(option)
        // What only one can be is not asked for.
        if let only = known.first, known.count == 1 { return option.isList ? .list([.string(only)]) : .string(only) }
        throw misuse("\(option.usage) is needed\(option.doc.isEmpty ? "" : ": \(option.doc)")", option, hint: hint(option, known))
    }

    /// The default, as a value of the option's type; nothing where it is an account or an instrument that the book does not have.
    private func preset(of option: ScriptOption) throws -> LuaValue {
        let values = try option.presets.compactMap { item -> LuaValue? in
            switch option.type {
            case .account, .symbol: item.stringValue.map(names(option).contains) == true ? item : nil
            case .decimal: try Coercion.decimal(item).map { .decimal($0) } ?? item
            case .date: try Coercion.day(item).map { .day($0) } ?? item
            default: item
            }
        }
        if option.isList { return values.isEmpty ? .none : .list(values) }
        return values.first ?? .none
    }

    /// The names that the book has for a value of the option's type.
    private func names(_ option: ScriptOption) -> [String] {
        switch option.type {
        case .account: runtime.accountNames
        case .symbol: runtime.symbols
        default: []
        }
    }

    private func hint(_ option: ScriptOption, _ known: [String]) -> String? {
        if !option.choices.isEmpty { return "it is one of \(option.choices.joined(separator: ", "))" }
        switch option.type {
        case .account: return known.isEmpty ? "the book has no accounts; make one: account Savings EUR" : "the book has \(listed(known))"
        case .symbol: return known.isEmpty ? "the book has no instruments; make one: instrument ORCL USD" : "the book has \(listed(known))"
        default: return nil
        }
    }

    private func listed(_ names: [String]) -> String { names.prefix(12).joined(separator: ", ") + (names.count > 12 ? " and \(names.count - 12) more" : "") }

    /// Reads a text as a value of the option's type.
    private func read(_ text: String, _ option: ScriptOption) throws -> LuaValue {
        func refusal(_ expected: String, hint: String? = nil) -> LuaMisuse { misuse("\(option.flag) must be \(expected), got \(quoted(text))", option, hint: hint) }
        if !option.choices.isEmpty, !option.choices.contains(text) {
            throw refusal("one of \(option.choices.joined(separator: ", "))", hint: Suggestion(for: text, in: option.choices)?.question)
        }
        switch option.type {
        case .integer:
            guard let number = Int(text) else { throw refusal("a whole number") }
            return .integer(number)
        case .number:
            guard let number = Double(text) else { throw refusal("a number") }
            return .number(number)
        case .decimal:
            guard let number = try? FixedDecimal(text) else { throw refusal("a number", hint: FixedDecimal.hint(for: text)) }
            return .decimal(number)
        case .boolean:
            guard let truth = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false][text] else { throw refusal("true or false") }
            return .boolean(truth)
        case .date:
            guard let day = try? Day(text) else { throw refusal("a date such as 2014-03-03") }
            return .day(day)
        case .account, .symbol:
            let known = names(option)
            guard !known.contains(text) else { return .string(text) }
            if let name = known.first(where: { $0.lowercased() == text.lowercased() }) { return .string(name) }
            let what = option.type == .account ? "account" : "instrument"
            throw misuse("\(option.flag): the book has no \(what) \(quoted(text))", option, hint: Suggestion(for: text, in: known)?.question ?? hint(option, known))
        case .currency:
            do { return .string(try LuaUnit(text).currency.code) } catch { throw misuse("\(option.flag): \(error)", option) }
        default: return .string(text)
        }
    }
}

/// A list as a command line has it: `ISA,LISA`. An item with a comma in it stands in double quotes, as in CSV: `"Smith, John",ISA`.
enum ListText {
    /// The items of a text, without the blanks around them; empty ones are left out unless they stand in quotes.
    static func items(_ text: String) -> [String] {
        var items: [String] = [], item = "", isQuoted = false, wasQuoted = false, rest = Substring(text)
        func end() {
            let whole = wasQuoted ? item : String(item.trimmed)
            if wasQuoted || !whole.isEmpty { items.append(whole) }
            (item, wasQuoted) = ("", false)
        }
        while let character = rest.popFirst() {
            switch character {
            case "\"" where isQuoted && rest.first == "\"": item.append(rest.removeFirst())
            case "\"" where isQuoted: isQuoted = false
            case "\"" where item.allSatisfy(\.isWhitespace): (item, isQuoted, wasQuoted) = ("", true, true)
            case "," where !isQuoted: end()
            case " " where wasQuoted && !isQuoted: break
            default: item.append(character)
            }
        }
        end()
        return items
    }

    /// An item as a text of them has it.
    static func item(_ text: String) -> String {
        text.contains(where: { $0 == "," || $0 == "\"" }) || text.trimmed.count < text.count || text.isEmpty ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }
}
