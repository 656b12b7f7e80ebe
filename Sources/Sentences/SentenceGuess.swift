import Values

/// Finds the sentence that a line was probably meant to be: words of other programs and of everyday speech, words in another order, prepositions that others
/// use, an account that was left out.
///
/// A few small changes are tried one after the other, and with each other, until the line is a sentence that names only what there is. It is proposed, and
/// never run.
public struct SentenceGuess {
    private let table: CommandTable
    private let vocabulary: Vocabulary

    /// The most lines that are tried.
    private static let most = 400
    /// The most changes that are made one after the other.
    private static let deepest = 4

    /// Guesses for the sentences of a table in a book.
    public init(_ table: CommandTable, _ vocabulary: Vocabulary) { (self.table, self.vocabulary) = (table, vocabulary) }

    /// The sentence that a line was probably meant to be, which is not the line itself; nil where none is near.
    public func sentence(for line: String) -> String? {
        let line = String(line.trimmed)
        guard line.count <= 200, !line.contains(where: { "{}()[]=\n".contains($0) || Typography.isQuote($0) }),
            !LuaForm.words.contains(String(line.prefix { $0.isLetter })) || ofOneName(line) != nil
        else {
            return nil
        }
        var known: Set<String> = [line], waiting = [line], deep = 0
        while deep < Self.deepest, !waiting.isEmpty {
            var next: [String] = []
            for candidate in waiting.flatMap(changed) where known.count < Self.most && known.insert(candidate).inserted {
                if isSound(candidate) { return completed(candidate) }
                next.append(candidate)
            }
            waiting = next
            deep += 1
        }
        // What stands behind a phrase may be nothing that luca's words take.
        return Self.phrase(line.split(separator: " ").map(String.init))?.meant.first { !$0.isEmpty && $0 != line && isSound($0) }.map(completed)
    }

    /// A mismatch with the sentence that was probably meant as its hint, unless its own hint says one that holds.
    public func hinted(_ mismatch: CommandMismatch, on line: String) -> CommandMismatch {
        var hinted = mismatch
        let example = example(for: mismatch, on: line)
        if let own = mismatch.hint, mismatch.isOfMeaning || own.firstRange(of: "say ").map({ holds(own[$0.upperBound...]) }) == true { return mismatch }
        if let meant = sentence(for: line) {
            let isLocal = ["set locale", "decimals follow"].contains { mismatch.hint?.contains($0) == true }
            let question = Suggestion(meant).question
            // A command word that stands alone may be meant as another, and may be just begun.
            hinted.hint = (example.map { "such as: \($0); \(question)" } ?? question) + (isLocal ? " To write it as you did: set locale de_DE, or your own" : "")
        } else if mismatch.hint == nil, mismatch.column > line.trimmedAtEnd.count {
            let known = table.patterns.filter { "\(line.trimmed) ".hasPrefix($0.name + " ") && !$0.example.isEmpty }
            if let pattern = known.first(where: { $0.synopsis == mismatch.usage }) ?? known.first { hinted.hint = "such as: \(pattern.example)" }
        }
        return hinted
    }

    /// The example of a command whose word stands alone; nil where more was said.
    private func example(for mismatch: CommandMismatch, on line: String) -> String? {
        table.patterns(named: String(line.trimmed)).first { $0.synopsis == mismatch.usage && !$0.example.isEmpty }?.example
    }

    /// The question that a verb with a year alone was meant as, `tax 2014`; nil where it was not.
    public func question(for line: String) -> String? {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 2, words[1].count == 4, let year = Int(words[1]), (1950...2100).contains(year), let name = OtherWords.questions[words[0]] else { return nil }
        return "\(name) \(year)"
    }

    /// Whether what a hint says to type can be typed: a sentence that holds, or a call in Lua, which is proposed only with fields that its function takes.
    private func holds(_ hint: Substring) -> Bool {
        let said = Self.said(in: hint)
        return said.hasSuffix("}") && said.prefix { $0 != "{" }.allSatisfy { $0.isLetter || $0 == "_" } || isSound(said)
    }

    /// The sentence at the beginning of a hint, up to what else it tells.
    private static func said(in hint: Substring) -> String {
        let ends = [", or ", "; ", " and "].compactMap { hint.firstRange(of: $0)?.lowerBound }
        return String(hint[..<(ends.min() ?? hint.endIndex)])
    }

    /// Whether a line is a sentence that names no symbol and no account but those that there are.
    private func isSound(_ line: String) -> Bool {
        guard let match = try? table.match(line, vocabulary) else { return false }
        for place in match.pattern.places + match.pattern.clauses.flatMap(\.places) {
            guard let text = match[place.name]?.text else { continue }
            switch place.kind {
            // `whatif did I earn`: what is tried is a sentence itself; and no topic has several words.
            case .sentence: if match.pattern.name == "whatif", !isSound(text) { return false }
            case .topic: if text.contains(" ") { return false }
            case .symbol: if !vocabulary.isSymbol(text), !Self.isTicker(text) { return false }
            case .account: if !vocabulary.accounts().contains(where: { $0.lowercased() == text.lowercased() }) { return false }
            case .word, .path, .text, .arguments, .options, .report, .code, .decimal, .money, .integer, .year, .date, .currency, .ratio: continue
            }
        }
        return true
    }

    /// Whether a word may be the symbol of an instrument that is not there yet.
    private static func isTicker(_ word: String) -> Bool {
        word.count <= 12 && word.contains(where: \.isLetter) && word.allSatisfy { $0.isUppercase || $0.isNumber || ".-".contains($0) }
    }

    /// A sentence that records something with the account that it cannot do without.
    private func completed(_ line: String) -> String {
        guard let match = try? table.match(line, vocabulary), match.pattern.clauses.contains(where: { $0.keyword == "note" }), match["account"] == nil,
            match.pattern.places.first?.kind != .symbol || match.pattern.clauses.contains(where: { $0.keyword == "all" }),
            match.pattern.clauses.contains(where: { $0.keyword == "in" && $0.isOptional }), let account = vocabulary.accounts().first
        else { return line }
        let longer = "\(priced(line)) in \(SentenceForm.word(account))"
        return isSound(longer) ? longer : line
    }

    /// A purchase or a sale with a price such as that of its example, which it cannot do without; any other line as it is.
    public func priced(_ line: String) -> String {
        guard let match = try? table.match(line, vocabulary), ["buy", "sell"].contains(match.pattern.name.prefix { $0 != " " }), match["price"] == nil,
            let sign = match.pattern.example.firstRange(of: "@ ")
        else { return line }
        return "\(line) @ \(match.pattern.example[sign.upperBound...].prefix { $0 != " " })"
    }

    // MARK: Changes

    /// The lines that one change makes of a line, the likeliest first.
    private func changed(_ line: String) -> [String] {
        let words = line.split(separator: " ").map(String.init)
        guard let first = words.first else { return [] }
        var lines = phrased(words)
        if first != first.lowercased() { lines.append(joined([first.lowercased()] + words.dropFirst())) }
        let verbs = Set(table.patterns.map { $0.name.split(separator: " ").first.map(String.init) ?? $0.name })
        if let question = ofOneName(line) { lines.insert(question, at: 0) }
        if words.count == 2, words.allSatisfy({ $0.count == 3 && vocabulary.isUnit($0.uppercased()) }) { lines.insert("rate \(line.uppercased())", at: 0) }
        guard verbs.contains(first) else {
            if let near = nearestName(to: first, in: verbs.sorted()) { lines.append(joined([near] + words.dropFirst())) }
            return lines
        }
        return lines + reworded(words) + reordered(words) + withAccounts(words)
    }

    /// The question that a name alone was meant as: an instrument, an account, a currency or a span of time; nil where it is none of them.
    private func ofOneName(_ line: String) -> String? {
        let name = line.lowercased()
        if let symbol = vocabulary.symbols().first(where: { $0.lowercased() == name }) { return "lots \(SentenceForm.word(symbol))" }
        if let account = vocabulary.accounts().first(where: { $0.lowercased() == name }) { return "activities in \(SentenceForm.word(account))" }
        let unit = (name.hasPrefix("in ") ? String(name.dropFirst(3)) : name).uppercased()
        if unit.count == 3, vocabulary.isUnit(unit) { return "net worth in \(unit)" }
        guard let today = vocabulary.today, let time = OtherWords.times(on: today).first(where: { $0.phrase == name }), Int(time.said) != nil else { return nil }
        return "performance \(time.said)"
    }

    private func joined(_ words: some Sequence<String>) -> String { words.joined(separator: " ") }

    /// The longest phrase that a line begins with in the place of which luca says something else, how many words it is, and what luca says.
    private static func phrase(_ words: [String]) -> (count: Int, meant: [String])? {
        for count in (1...max(1, min(5, words.count))).reversed() {
            let phrase = words.prefix(count).map { $0.lowercased() }.joined(separator: " ")
            if let meant = OtherWords.beginnings[phrase] { return (count, meant) }
        }
        return nil
    }

    /// Words of others in the place of which luca says something else.
    private func phrased(_ words: [String]) -> [String] {
        guard let (count, meant) = Self.phrase(words) else { return [] }
        let rest = words.dropFirst(count)
        return rest.isEmpty ? meant : meant.flatMap { said in [about(said, rest), joined([said].filter { !$0.isEmpty } + rest)].compactMap(\.self) }
    }

    /// A question about what is named behind it, as in `gains ORCL`; nil where none is.
    private func about(_ name: String, _ rest: ArraySlice<String>) -> String? {
        guard let first = rest.first, vocabulary.isSymbol(first), table.patterns.contains(where: { $0.name == name && $0.clauses.contains { $0.keyword == "of" } }) else {
            return nil
        }
        return joined([name, "of"] + rest)
    }

    /// Words that say nothing left out, and others written as luca reads them.
    private func reworded(_ words: [String]) -> [String] {
        var lines: [String] = []
        let bare = words.enumerated().filter { $0.offset == 0 || !OtherWords.fillers.contains($0.element.lowercased()) }.map(\.element)
        if bare.count < words.count { lines.append(joined(bare)) }
        if let today = vocabulary.today {
            for (phrase, said) in OtherWords.times(on: today) {
                let text = " " + joined(words) + " "
                if text.contains(" \(phrase) ") { lines.append(String(text.replacing(" \(phrase) ", with: " \(said) ").trimmed)) }
            }
        }
        let withMonths = SpokenSpan.withMonths(words)
        if withMonths.count < words.count { lines.append(joined(withMonths)) }
        for place in words.indices.dropFirst() {
            if let (day, count) = SpokenDay.read(words[place...]) { lines.append(joined(words[..<place] + [day] + words[(place + count)...])) }
            if let (span, count) = SpokenSpan.read(words[place...]) { lines.append(joined(words[..<place] + [span] + words[(place + count)...])) }
            // holdings yesterday
            if (try? vocabulary.day(words[place])) != nil { lines.append(joined(words[..<place] + ["on"] + words[place...])) }
        }
        for (place, word) in words.enumerated().dropFirst() {
            var changed = words
            if let plain = plainly(word) {
                changed[place] = plain
            } else if word.last == "x", vocabulary.isNumber(String(word.dropLast())) {
                changed[place] = String(word.dropLast())
            } else if word.contains("-for-") {
                changed[place] = word.replacing("-for-", with: ":")
            } else if word.lowercased() == "everything" {
                changed[place] = "all"
            } else if word.count == 3, word != word.uppercased(), vocabulary.isUnit(word.uppercased()) {
                changed[place] = word.uppercased()
            } else if word.count == 6 || word.count == 7, case let pair = (String(word.prefix(3)).uppercased(), String(word.suffix(3)).uppercased()), vocabulary.isUnit(pair.0),
                vocabulary.isUnit(pair.1), !vocabulary.isSymbol(word)
            {
                changed[place] = "\(pair.0) \(pair.1)"
            } else if let symbol = vocabulary.symbols().first(where: { $0.lowercased() == word.lowercased() && $0 != word }) {
                changed[place] = symbol
            } else {
                continue
            }
            lines.append(joined(changed))
        }
        return lines
    }

    /// A number or a day that is written as most of the continent writes it, plainly; nil where it is none, or plain already.
    private func plainly(_ word: String) -> String? {
        // What somebody in another country reads as another number is nobody's to guess.
        guard let locale = LocaleFormat(named: "de_DE"), let other = LocaleFormat(named: "en_US"), other.number(word) == .none, !vocabulary.isNumber(word),
            (try? vocabulary.day(word)) == nil
        else { return nil }
        if case .one(let number) = locale.number(word) { return number.description }
        if word.contains("."), case .one(let day) = locale.day(word) { return day.description }
        return nil
    }

    /// The quantity before the symbol, a price in the place of a total.
    private func reordered(_ words: [String]) -> [String] {
        var lines: [String] = []
        if words.count > 2, !vocabulary.isNumber(words[1]), vocabulary.isNumber(words[2]) || MoneySign.split(words[2], vocabulary) != nil {
            lines.append(joined([words[0], words[2], words[1]] + words.dropFirst(3)))
        }
        // A price without its sign: buy 10 ORCL 31.
        if words.count > 3, ["buy", "sell"].contains(words[0]), vocabulary.isNumber(words[1]), vocabulary.isNumber(words[3]) || MoneySign.split(words[3], vocabulary) != nil {
            lines.append(joined(words[..<3] + ["@"] + words[3...]))
        }
        if let line = about(words[0], words.dropFirst()) { lines.append(line) }
        // buy 10@31 ORCL
        if words.count > 2, case let parts = words[1].split(separator: "@"), parts.count == 2, parts.allSatisfy({ vocabulary.isNumber(String($0)) }) {
            lines.append(joined([words[0], String(parts[0]), words[2], "@", String(parts[1])] + words[3...]))
        }
        // dividend 5 from ORCL
        for place in words.indices.dropFirst().dropLast() where ["from", "for", "on", "in", "of"].contains(words[place]) && vocabulary.isSymbol(words[place + 1]) {
            lines.append(joined(words[..<place] + words[(place + 1)...]))
        }
        // goal House 50000 2030
        if words[0] == "goal", words.count > 3, !words.contains("by") { lines.append(joined(words.dropLast() + ["by", words[words.count - 1]])) }
        if let place = words.firstIndex(of: "for"), words.count > place + 1, place >= 3, case .one(let total) = vocabulary.locale.number(words[place + 1]),
            case .one(let quantity) = vocabulary.locale.number(words[1]), let price = try? total / quantity, (try? price * quantity) == total
        {
            lines.append(joined(words[..<place] + ["@", price.description] + words[(place + 2)...]))
        }
        if words.count > 1, ["sell", "transfer"].contains(words[0]), vocabulary.isSymbol(words[1]) { lines.append(joined([words[0], "all"] + words.dropFirst())) }
        if words[0] == "account", words.count > 1, let last = words.last, !vocabulary.isUnit(last) { lines.append(joined(words + [vocabulary.currency(nil, nil) ?? "EUR"])) }
        // Two currencies of an exchange, with nothing between.
        for place in words.indices.dropFirst().dropLast() where vocabulary.isUnit(words[place]) && vocabulary.isUnit(words[place + 1]) {
            lines.append(joined(words[...place] + ["to"] + words[(place + 1)...]))
        }
        return lines
    }

    /// Accounts behind another preposition, behind none, or named where none was.
    private func withAccounts(_ words: [String]) -> [String] {
        var lines: [String] = []
        let clauses = table.patterns.filter { $0.name == words[0] }.flatMap(\.clauses).filter { $0.places.first?.kind == .account }
        let prepositions = ["in", "to", "from", "into"].filter { word in clauses.contains { $0.keyword == word } }
        let tokens = CommandLexer.tokens(Array(joined(words)))
        var bare: [Int] = []
        for place in tokens.indices.dropFirst() where !vocabulary.accounts(beginning: tokens[place...]).isEmpty {
            let before = tokens[place - 1].text
            guard ["in", "to", "from", "into", "at", "on", "of", "for", "by", "with", "out", "account"].contains(before) else {
                bare.append(place)
                continue
            }
            for other in prepositions where other != before {
                var changed = tokens.map(\.text)
                changed[place - 1] = other
                lines.append(joined(changed))
            }
        }
        let texts = tokens.map { $0.isQuoted ? LuaForm.quoted($0.text) : $0.text }
        if bare.count == 2 { lines.append(joined(texts[..<bare[0]] + ["from"] + texts[bare[0]..<bare[1]] + ["to"] + texts[bare[1]...])) }
        for place in bare { lines += prepositions.map { joined(texts[..<place] + [$0] + texts[place...]) } }
        // A sentence that lacks nothing but the account.
        if bare.isEmpty, let account = vocabulary.accounts().first {
            lines += prepositions.filter { !words.contains($0) }.map { joined(words + [$0, SentenceForm.word(account)]) }
        }
        return lines
    }
}
