public import Sentences

/// What is to be completed: where it begins, what is typed of it, and what kinds of things can stand there.
public struct CompletionRequest: Equatable, Sendable {
    /// Where the word begins in the line, in characters from 0.
    public var start: Int
    /// The part that is typed already, without an opening quote.
    public var prefix: String
    /// The quote that is open around it; nil for none.
    public var quote: Character?
    /// The kinds of things that can stand here, all to be offered.
    public var subjects: [CompletionSubject]
}

/// Finds out what is to be completed at the end of a line, from the text alone.
public struct Completer {
    private let table: CommandTable
    private let vocabulary: Vocabulary

    /// A completer for the commands of the table; the vocabulary has the names in the book.
    public init(_ table: CommandTable, _ vocabulary: Vocabulary) {
        self.table = table
        self.vocabulary = vocabulary
    }

    /// The request for a line up to the cursor; `pending` is unfinished Lua from the lines before it.
    ///
    /// Nil if nothing can be completed: in a comment, in a number, after a sentence that does not fit.
    public func request(_ line: String, pending: String = "") -> CompletionRequest? {
        if pending.isEmpty {
            if let dot = line.firstIndex(where: { !$0.isWhitespace }), line[dot] == "." { return setting(line, dot) }
            if let request = sentence(line) { return request }
        }
        return LuaCompleter(pending: pending, line: line).request
    }

    /// The request for the name or the argument of a setting.
    private func setting(_ line: String, _ dot: String.Index) -> CompletionRequest? {
        let name = line[dot...].prefix { !$0.isWhitespace }
        let start = line.distance(from: line.startIndex, to: dot)
        guard name.endIndex < line.endIndex else {
            return CompletionRequest(start: start, prefix: String(name), subjects: [.setting])
        }
        guard let setting = ShellSetting.named(name.dropFirst()) else { return nil }
        let value = line[name.endIndex...].drop { $0.isWhitespace }
        let quote = value.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
        let prefix = quote == nil ? value : value.dropFirst()
        return CompletionRequest(
            start: line.count - prefix.count, prefix: String(prefix), quote: quote,
            subjects: [setting.takesFile ? .file : .settingValue(of: setting.name)])
    }

    /// The request for an argument or keyword of a sentence; nil if the line is Lua, or its first word is still being typed.
    private func sentence(_ line: String) -> CompletionRequest? {
        guard let site = table.completionSite(line, vocabulary) else { return nil }
        if let request = within(line, site) { return request }
        // A name of several words may have begun before the last one: `in Ray Col`.
        let earlier = site.expectations.compactMap { expectation in
            if case .place(_, _, let column) = expectation, column - 1 < site.start { column - 1 } else { nil }
        }
        let start = site.quote == nil ? earlier.min() ?? site.start : site.start
        let subjects: [CompletionSubject] = site.expectations.flatMap { expectation -> [CompletionSubject] in
            switch expectation {
            case .keywords(let words): return site.quote == nil && start == site.start ? [.keyword(words)] : []
            // What a setting may be follows its name.
            case .place(.text, _, _) where site.command == "set": return [.place(.text, name: site.before.dropFirst().first ?? "", command: site.command)]
            case .place(.text, let name, _) where ["tag", "untag", "tags"].contains(site.command): return [.place(.text, name: name, command: site.command)]
            // Options are those of the report or script that was named, and their values.
            case .place(.options, _, _) where site.command == "report" && site.before.count > 1: return [.option(of: site.before[1], before: Array(site.before.dropFirst(2)))]
            case .place(.arguments, _, _) where site.command == "run" && site.before.count > 1:
                return [.option(of: site.before[1], before: Array(site.before.dropFirst(2))), .file]
            case .place(.path, _, _) where site.command == "restore": return [.place(.word, name: "backup", command: site.command), .file]
            case .place(.text, "columns", _): return columns(of: site.command)
            case .place(let kind, let name, _): return self.subjects(of: kind, name: name, command: site.command)
            }
        }
        let prefix = start == site.start ? site.prefix : String(line.dropFirst(start))
        return CompletionRequest(start: start, prefix: prefix, quote: site.quote, subjects: subjects)
    }

    /// The request for a word of the sentence that another one goes on with, such as the question behind `chart`; nil where its first word is still to be typed.
    private func within(_ line: String, _ site: CompletionSite) -> CompletionRequest? {
        guard ["chart", "whatif"].contains(site.command), site.before.count > 1 else { return nil }
        let word: Substring = line.drop { $0.isWhitespace }, behind: Substring = word.drop { !$0.isWhitespace }, rest: Substring = behind.drop { $0.isWhitespace }
        let shift = line.count - rest.count
        var request = sentence(String(rest)) ?? CompletionRequest(start: site.start - shift, prefix: site.prefix, quote: site.quote, subjects: [])
        request.start += shift
        guard site.command == "chart" else { return request }
        let isAtWord = request.start == site.start, last = site.before.last
        // Behind the question stands as what it is drawn, and where to.
        if last == "as" { return CompletionRequest(start: site.start, prefix: site.prefix, quote: site.quote, subjects: [.place(.word, name: "kind", command: "chart")]) }
        if last == "to" {
            if !isAtWord { request = CompletionRequest(start: site.start, prefix: site.prefix, quote: site.quote, subjects: []) }
            request.subjects.append(CompletionSubject.file)
        } else if site.quote == nil, isAtWord {
            request.subjects.append(CompletionSubject.keyword(["as", "to"].filter { !site.before.contains($0) }))
        }
        return request
    }

    /// What a question can be summed by: periods, except of a state, which is of one day; and its columns, or the parts of the book.
    private func columns(of question: String) -> [CompletionSubject] {
        let periods = ["year", "quarter", "month", "week", "day"], columns = CompletionSubject.column(of: "\(question)()")
        return switch question {
        case "net", "performance": [.keyword(periods + ["account", "portfolio", "owner", "symbol", "kind", "class"])]
        case "holdings", "lots", "cash": [columns, .keyword(["tag"])]
        case "quotes": [.keyword(periods), columns]
        default: [.keyword(periods), columns, .keyword(["tag"])]
        }
    }

    private func subjects(of kind: ArgumentKind, name: String, command: String) -> [CompletionSubject] {
        switch kind {
        case .path: [.file]
        case .arguments: [.place(kind, name: name, command: command), .file]
        case .decimal, .money, .integer, .ratio, .text: []
        case .code: [.global]
        case .year, .date, .symbol, .account, .currency, .word, .report, .topic, .options, .sentence:
            [.place(kind, name: name, command: command)]
        }
    }
}
