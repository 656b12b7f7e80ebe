import LuaKit
import LuaSurface
import Scripting
import Sentences

/// The names that can stand at a place, from the records of the functions and from the open book.
struct CompletionCandidates {
    private let runtime: Runtime
    private let shapes: ValueShapes

    /// Candidates of a session; `answers` keeps what was found out about functions.
    init(_ runtime: Runtime, _ answers: AnswerColumns) {
        self.runtime = runtime
        shapes = ValueShapes(runtime: runtime, answers: answers)
    }

    /// The names of one kind; of options also what follows the `=` that is typed.
    func list(_ subject: CompletionSubject, prefix: String = "") -> [String] {
        switch subject {
        case .global: globals + LuaForm.words
        case .member(let path, let isMethod): members(of: path, onlyFunctions: isMethod)
        case .column(let path): shapes.columns(of: path)
        case .bookSetting(let key): runtime.choices(of: key)
        case .sql(let before): QueryWords(runtime: runtime).words(after: before)
        case .argumentName(let function, let given): argumentNames(of: function).filter { !given.contains($0) }.map { $0 + "=" }
        case .argumentValue(let function, let name): values(of: function, name)
        case .place(.word, "key", "set"): runtime.shortSettings + values(of: "setting", "key")
        case .place(.word, "kind", "chart"): ChartArguments.kinds
        case .place(.text, let key, "set"): runtime.choices(of: key)
        case .place(.text, "tag", _), .place(.word, "tag", _): runtime.tagNames
        case .place(.word, "backup", _): runtime.backupNames
        case .place(.word, "book", _): ["*"] + runtime.bookNames
        case .place(.text, "thing", _): Self.sorted(runtime.accountNames + runtime.symbols) + tags(behind: prefix)
        case .place(let kind, _, _): places(kind)
        case .option(let owner, let before): OptionWords(runtime.options(of: owner), isReport: !owner.hasSuffix(".lua")).words(after: before, prefix: prefix)
        case .commandWord, .keyword, .setting, .settingValue, .file: []
        }
    }

    /// Every tag behind the words of what it is put on: a name may have several words, so that only the book knows where it ends.
    private func tags(behind words: String) -> [String] {
        guard let last = words.lastIndex(where: \.isWhitespace) else { return [] }
        return runtime.tagNames.map { words[...last] + $0 }
    }

    private var globals: [String] {
        runtime.lua.members(of: "").map { member in decorated(member, path: "") }
    }

    /// A name with what usually follows it: `{`, `(` or `.`.
    private func decorated(_ member: LuaState.Member, path: String) -> String {
        let full = path.isEmpty ? member.name : "\(path).\(member.name)"
        if let record = runtime.record(named: full) {
            return member.name + (record.style == .named && !record.parameters.isEmpty ? "{" : "(")
        }
        if !member.isFunction, case .table = runtime.lua.peek(full) { return member.name + "." }
        return member.isFunction ? member.name + "(" : member.name
    }

    private func members(of path: String, onlyFunctions: Bool) -> [String] {
        let shape = shapes.shape(of: path)
        if case .row(let columns)? = shape { return onlyFunctions ? [] : columns }
        if let type = shape.flatMap(type) {
            let methods = type.methods.map { method in
                method.name + (method.style == .named && !method.parameters.isEmpty ? "{" : "(")
            }
            return onlyFunctions ? methods : type.fields.map(\.name) + (type.layout == .value ? [] : methods)
        }
        return runtime.lua.members(of: path).filter { !onlyFunctions || $0.isFunction }.map { decorated($0, path: path) }
    }

    private func type(of shape: ValueShapes.Shape) -> LuaType? {
        switch shape {
        case .frame: shapes.frameType
        case .row: nil
        case .value(let type): type
        }
    }

    private func argumentNames(of function: String) -> [String] {
        // `f:where{symbol=` tells columns.
        if function.hasSuffix(":where") { return shapes.columns(of: String(function.dropLast(6))) }
        return record(function)?.parameters.map(\.name) ?? []
    }

    private func record(_ function: String) -> LuaFunction? {
        if let record = runtime.record(named: function) { return record }
        guard let colon = function.lastIndex(of: ":") else { return nil }
        let method = String(function[function.index(after: colon)...])
        return shapes.shape(of: String(function[..<colon])).flatMap(type)?.methods.first { $0.name == method }
    }

    private func values(of function: String, _ name: String?) -> [String] {
        guard let parameters = record(function)?.parameters,
            let parameter = name.map({ name in parameters.first { $0.name == name } }) ?? parameters.first
        else { return [] }
        let values = runtime.values(for: parameter, of: function)
        return ["account", "symbol"].contains(parameter.name) ? Self.sorted(values) : values
    }

    /// Names of the book in the order in which they are looked up in a list.
    static func sorted(_ names: [String]) -> [String] {
        names.map { (folded: $0.lowercased(), name: $0) }.sorted { ($0.folded, $0.name) < ($1.folded, $1.name) }.map(\.name)
    }

    private func places(_ kind: ArgumentKind) -> [String] {
        switch kind {
        case .account: Self.sorted(runtime.accountNames)
        case .symbol: Self.sorted(runtime.symbols)
        case .report: runtime.reportList
        case .topic: runtime.topics
        case .currency: runtime.currencyCodes
        case .sentence: Set(runtime.functions.commands.map(\.name)).sorted()
        case .year: runtime.recentYears
        case .date: ["today", "yesterday"]
        case .decimal, .money, .integer, .ratio, .text, .path, .word, .arguments, .code, .options: []
        }
    }
}

/// What stands among the options of a report or a script that is being typed: `--year 2014`, and of a report `year=2014`, too.
struct OptionWords {
    private let options: [OptionHint]
    private let isReport: Bool

    /// Words of these options.
    init(_ options: [OptionHint], isReport: Bool) { (self.options, self.isReport) = (options, isReport) }

    /// The words behind others, with their quotes where they need any: values of an option that stands alone before, or behind the `=` that is typed, else options
    /// that were not given yet.
    func words(after before: [String], prefix: String, hasQuotes: Bool = true) -> [String] {
        func word(_ value: String) -> String { hasQuotes ? SentenceForm.word(value) : value }
        if let option = before.last.flatMap(option(written:)), before.last?.contains("=") == false, !option.values.isEmpty { return values(of: option).map(word) }
        if let equals = prefix.firstIndex(of: "="), let option = option(written: String(prefix[...equals])) {
            return values(of: option).map { prefix[...equals] + word($0) }
        }
        let open = options.filter { option in !before.contains { self.option(written: $0)?.name == option.name } }
        return (isReport && !prefix.hasPrefix("-") ? open.map { $0.name + "=" } : []) + (prefix.hasPrefix("-") || !isReport ? open.map(\.flag) : [])
    }

    /// The values of an option, names of the book in the order of a list.
    private func values(of option: OptionHint) -> [String] { ["account", "symbol"].contains(option.name) ? CompletionCandidates.sorted(option.values) : option.values }

    /// The option that a word gives: `--year`, `--year=2014`, and of a report `year=2014`.
    private func option(written word: String) -> OptionHint? {
        let name = word.prefix { $0 != "=" }
        return options.first { $0.flag == name || isReport && $0.name == name && name.count < word.count }
    }
}

/// What a query in SQL may go on with.
struct QueryWords {
    let runtime: Runtime

    private static let keywords = [
        "select", "from", "where", "group by", "order by", "having", "limit", "join", "left join", "on", "and", "or", "not", "in", "between", "like", "is null", "as", "distinct",
        "count(", "sum(", "avg(", "min(", "max(", "desc", "asc", "case when", "then", "else", "end", "with", "union all",
    ]

    /// The words that fit behind a part of a query: views where one is named, else columns of the views that are named, then words of SQL.
    func words(after before: String) -> [String] {
        let words = before.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        guard !words.isEmpty else { return ["select", "with"] }
        if ["from", "join"].contains(words.last) { return Runtime.views }
        let named = Runtime.views.filter(words.contains)
        // Behind `select ` no view is named yet.
        let columns = (named.isEmpty ? ["activities", "accounts", "instruments"] : named).flatMap(runtime.columns(ofView:))
        var seen: Set<String> = []
        return (columns + Self.keywords).filter { seen.insert($0).inserted }
    }
}
