import LuaKit
import LuaSurface
import Values

/// The parameters of a report of a script.
struct ReportParameters: Sendable {
    /// The parameters, in the order of their definition.
    let list: [LuaParameter]
    /// The values of those that list them, by name.
    let choices: [String: [String]]

    /// The parameters of a declaration, as scripts declare their options too.
    init(_ options: [ScriptOption]) {
        list = options.map(\.parameter)
        choices = Dictionary(options.filter { !$0.choices.isEmpty }.map { ($0.name, $0.choices) }) { $1 }
    }

    /// The arguments of a call as a table, defaults filled in and numbers made exact.
    func table(_ call: LuaCall) throws -> LuaValue {
        var pairs: [LuaPair] = []
        for parameter in list {
            var value = try call.argument(parameter.name)
            switch parameter.type {
            case .decimal: value = try call.decimal(parameter.name).map { .decimal($0) } ?? .none
            case .date: value = try (Self.day(ofYear: value, for: parameter, today: call.runtime.today) ?? call.day(parameter.name)).map { .day($0) } ?? .none
            default: break
            }
            if !value.isNone, let known = choices[parameter.name], !known.contains(PlainText.plain(value)) {
                throw call.mismatch(
                    parameter.name, expected: "one of \(known.joined(separator: ", "))", hint: value.stringValue.flatMap { Suggestion(for: $0, in: known)?.question })
            }
            if value.isNone { value = try preset(of: parameter, call) }
            if !value.isNone { pairs.append(LuaPair(.string(parameter.name), value)) }
        }
        return .table(pairs)
    }

    /// The day that a year stands for in the place of a date: its last, or today where it has not ended yet, and its first where something begins; nil for what is no year.
    private static func day(ofYear value: LuaValue, for parameter: LuaParameter, today: Day) throws -> Day? {
        let number: Int?
        switch value {
        case .integer(let year): number = year
        case .string(let text): number = text.utf8.count == 4 ? Int(text) : nil
        case .none, .boolean, .number, .boxed, .object, .table, .function, .reference, .other: number = nil
        }
        guard let year = number, (1...9999).contains(year) else { return nil }
        if parameter.name == "from" { return try Day(year: year, month: 1, day: 1) }
        return year == today.year ? today : try Day(year: year, month: 12, day: 31)
    }

    /// The default of an argument that was left out.
    private func preset(of parameter: LuaParameter, _ call: LuaCall) throws -> LuaValue {
        guard let preset = parameter.defaultValue, case .function(let chunk) = call.state.compile("return \(preset)", name: "=default") else {
            return .none
        }
        let value = try call.state.call(chunk).first ?? .none
        switch parameter.type {
        case .decimal: return try Coercion.decimal(value).map { .decimal($0) } ?? value
        case .date: return try Coercion.day(value).map { .day($0) } ?? value
        default: return value
        }
    }

    /// What a text is the name of in the book: the argument that would have it, such as `owner`, and the name as the book writes it.
    typealias Meaning = (field: String, name: String)

    /// Arguments in order, by name or as options (`--year 2014`), as a command line or a sentence gives them, as a table by name; texts become what is wanted.
    ///
    /// A name of the book goes to the argument that it can only be meant for: `report income 2014 Ray` is of the owner Ray.
    static func assign(_ arguments: LuaValue, to record: LuaFunction, meanings: (String) -> [Meaning]) throws -> [LuaPair] {
        guard case .table(let given) = arguments else { return [] }
        let pairs = withoutFlags(given, of: record, meanings)
        var told: Set<String> = []
        return try pairs.map { pair in
            if case .string(let name) = pair.key, name.hasPrefix("--") { throw noOption(name, of: record) }
            if case .integer = pair.key, case .string(let text) = pair.value, text.hasPrefix("--") { throw noOption(text, of: record) }
            let parameter: LuaParameter?
            switch pair.key {
            case .integer(let place):
                guard record.parameters.indices.contains(place - 1) else {
                    throw LuaMisuse("\(record.name) takes \(record.parameters.count) arguments", hint: "they are \(record.parameters.map(\.name).joined(separator: ", "))")
                }
                parameter = record.parameters[place - 1]
            case .string(let name): parameter = record.parameters.first { $0.name == name }
            default: parameter = nil
            }
            guard let parameter else { return pair }
            guard told.insert(parameter.name).inserted else { throw LuaMisuse("\(record.name): \(parameter.name) is given twice", field: parameter.name) }
            return LuaPair(.string(parameter.name), try converted(pair.value, to: parameter, of: record))
        }
    }

    /// Refuses an argument, assigned by name, that the report does not have, or a text that is no day where a day is wanted.
    static func check(_ pair: LuaPair, of record: LuaFunction) throws {
        let name = PlainText.plain(pair.key), known = record.parameters.map(\.name)
        guard let parameter = record.parameters.first(where: { $0.name == name }) else {
            let hint = Suggestion(for: name, in: known)?.question ?? (known.isEmpty ? "it takes none" : "they are \(known.joined(separator: ", "))")
            throw LuaMisuse("\(record.name) has no argument \(name)", field: name, hint: hint)
        }
        guard parameter.type == .date, case .string(let text) = pair.value, text.utf8.count != 4 || Int(text) == nil else { return }
        do { _ = try Coercion.day(pair.value) } catch { throw LuaMisuse("\(record.name): \(name): \(error)", field: name, hint: "a day is written 2014-03-03, and a year 2014") }
    }

    /// Arguments in which `--year 2014`, `--year=2014` and the words `year 2014` are `year=2014`, wherever the report has such a parameter; a truth needs no value.
    private static func withoutFlags(_ pairs: [LuaPair], of record: LuaFunction, _ meanings: (String) -> [Meaning]) -> [LuaPair] {
        // A truth has a value behind it where that is one.
        func standsAlone(before next: LuaPair?) -> Bool { next.map { $0.key.stringValue != nil || !["true", "false"].contains(PlainText.plain($0.value)) } ?? true }
        func parameter(_ flag: Substring) -> LuaParameter? { record.parameters.first { "--" + $0.name.replacing("_", with: "-") == flag || "--" + $0.name == flag } }
        var named: [LuaPair] = [], inOrder: [LuaValue] = [], rest = pairs[...]
        while let pair = rest.popFirst() {
            if case .string(let name) = pair.key {
                named.append(LuaPair(.string(parameter(name[...])?.name ?? name), pair.value))
                continue
            }
            if case .string(let word) = pair.value, standsAlone(before: rest.first), record.parameters.contains(where: { $0.name == word && $0.type == .boolean }) {
                named.append(LuaPair(.string(word), .boolean(true)))
                continue
            }
            if case .string(let word) = pair.value, record.parameters.contains(where: { $0.name == word }), case .integer? = rest.first?.key, let value = rest.popFirst()?.value {
                named.append(LuaPair(.string(word), value))
                continue
            }
            guard case .string(let text) = pair.value, text.hasPrefix("--"), let option = parameter(text.prefix { $0 != "=" }) else {
                inOrder.append(pair.value)
                continue
            }
            if let equals = text.firstIndex(of: "=") {
                named.append(LuaPair(.string(option.name), .string(String(text[text.index(after: equals)...]))))
            } else if option.type == .boolean, standsAlone(before: rest.first) {
                named.append(LuaPair(.string(option.name), .boolean(true)))
            } else if case .integer? = rest.first?.key, let value = rest.popFirst()?.value {
                named.append(LuaPair(.string(option.name), value))
            } else {
                inOrder.append(pair.value)
            }
        }
        var placed: [LuaValue] = []
        for value in inOrder {
            if case .string(let text) = value, let (field, name) = meant(text, placed.count, of: record, meanings(text)) {
                named.append(LuaPair(.string(field), .string(name)))
            } else if let field = fieldOfYear(value, placed.count, of: record) {
                named.append(LuaPair(.string(field), value))
            } else {
                placed.append(value)
            }
        }
        return placed.enumerated().map { LuaPair(.integer($0.offset + 1), $0.element) } + named
    }

    /// The argument that a year is meant for, where it stands in the place of one that takes words; nil where that is not plain.
    private static func fieldOfYear(_ value: LuaValue, _ place: Int, of record: LuaFunction) -> String? {
        let text = PlainText.plain(value)
        guard text.utf8.count == 4, let year = Int(text), (1900...2200).contains(year), record.parameters.indices.contains(place) else { return nil }
        let parameter = record.parameters[place]
        guard parameter.type == .string || parameter.type == .account || parameter.type == .symbol else { return nil }
        return ["year", "on"].first { name in record.parameters.contains { $0.name == name } }
    }

    /// The argument that a name of the book is meant for, where it stands in the place of one that takes no such name; nil where that is not plain.
    private static func meant(_ text: String, _ place: Int, of record: LuaFunction, _ meanings: [Meaning]) -> Meaning? {
        let known = meanings.filter { meaning in record.parameters.contains { $0.name == meaning.field } }
        guard known.count == 1 else { return nil }
        guard record.parameters.indices.contains(place) else { return known[0] }
        let parameter = record.parameters[place]
        switch parameter.type {
        case .integer, .number, .decimal: if Double(text) != nil { return nil }
        case .date: if text.first?.isNumber == true { return nil }
        case .account: if known[0].field == "account" { return nil }
        case .symbol: if known[0].field == "symbol" { return nil }
        default: if known[0].field == parameter.name { return nil }
        }
        return known[0]
    }

    /// The error of an option that a report does not have, or that has no value.
    private static func noOption(_ text: String, of record: LuaFunction) -> LuaMisuse {
        let written = String(text.dropFirst(2).prefix { $0 != "=" }).replacing("-", with: "_"), names = record.parameters.map(\.name)
        if names.contains(written) { return LuaMisuse("\(text) needs a value", field: written, hint: "\(text) …, or \(written)=…") }
        let flags = names.map { "--" + $0.replacing("_", with: "-") }
        let bare = record.name.split(separator: ".").last.map(String.init) ?? record.name
        if ["csv", "json"].contains(written) {
            return LuaMisuse(
                "\(record.name) takes no option \(text) here", field: written,
                hint: "in a shell, luca report \(bare) --\(written) prints its table so; at the prompt say .mode \(written) first")
        }
        let near = nearestName(to: "--" + written.replacing("_", with: "-"), in: flags + ReportOutput.flags).map { Suggestion($0).question }
        let known =
            (names.isEmpty ? "it takes no arguments" : "its options are \(flags.joined(separator: ", "))") + "; \(ReportOutput.flags.joined(separator: ", ")) say how it is written"
        return LuaMisuse("\(record.name) takes no option \(text)", field: written, hint: near ?? known)
    }

    private static func converted(_ value: LuaValue, to parameter: LuaParameter, of record: LuaFunction) throws -> LuaValue {
        // A sentence reads 2014 as a number.
        if case .integer(let number) = value, parameter.type == .date { return .string(String(number)) }
        guard case .string(let text) = value else { return value }
        switch parameter.type {
        case .integer:
            guard let number = Int(text) else {
                let others = record.parameters.map(\.name).filter { $0 != parameter.name }
                throw LuaMisuse(
                    "\(record.name): \(parameter.name) must be a whole number, got \"\(text)\"", field: parameter.name,
                    hint: others.isEmpty ? nil : "other arguments have their name before them, as in \(others[0])=…: \(others.joined(separator: ", "))")
            }
            return .integer(number)
        case .number: return Double(text).map { .number($0) } ?? value
        case .boolean where text == "true" || text == "false": return .boolean(text == "true")
        default: return value
        }
    }
}
