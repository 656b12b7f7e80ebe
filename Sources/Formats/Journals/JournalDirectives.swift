import Values

/// Lines of a journal that say how the others are meant.
extension JournalParser {
    static let words = [
        "account", "alias", "apply", "bucket", "comment", "commodity", "decimal-mark", "default", "end", "include", "payee", "tag", "year", "P", "D", "Y",
    ]
    private static let unused: Set<String> = [
        "payee", "tag", "define", "def", "expr", "assert", "check", "python", "eval", "import", "N", "C", "value", "capture",
    ]
    private static let clock: Set<String> = ["i", "o", "I", "O", "h", "b"]

    /// Reads a directive that concerns the file itself; whether it was one.
    mutating func directive(_ word: String, _ rest: Substring, _ lines: [Substring], _ number: Int) throws(ImportIssue) -> Bool {
        switch word {
        case "comment", "test": isComment = true
        case "A", "bucket": bucket = full(rest)
        case "account": account(rest, lines, number)
        case "commodity": commodity(rest, lines, number)
        case "D": try defaultCommodity(rest)
        case "decimal-mark":
            guard let mark = rest.utf8.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") else {
                throw ImportIssue(.badWord, message: "a decimal mark is . or ,")
            }
            style.told = mark
        case "Y", "year": try setYear(rest)
        case _ where word.hasPrefix("Y") && word.dropFirst().allSatisfy(\.isNumber) && word.count == 5: try setYear(Substring(word.dropFirst()))
        case "alias": alias(rest, number)
        case "apply": try apply(rest)
        case "end": end(rest)
        // luca's own exports declare it.
        case "tag" where rest == OwnEntries.key || rest == "lot": break
        case _ where Self.unused.contains(word): book.leftOut["\(word) directive", default: 0] += 1
        case _ where Self.clock.contains(word): book.leftOut["line of a time clock", default: 0] += 1
        // ledger takes options of its command line from the file, too.
        case _ where word.hasPrefix("--"): book.leftOut["option line", default: 0] += 1
        default: return false
        }
        return true
    }

    private mutating func setYear(_ text: Substring) throws(ImportIssue) {
        guard let told = Int(text), (1...9999).contains(told) else { throw ImportIssue(.badDate, text: String(text), message: "\"\(MessageText.cut(String(text)))\" is no year") }
        year = told
    }

    // MARK: what holds for the lines below

    private mutating func apply(_ rest: Substring) throws(ImportIssue) {
        if rest.hasPrefix("account") {
            applied.append(.account(String(JournalText.trimmed(rest.dropFirst(7)))))
            forgetNames()
        } else if rest.hasPrefix("year") {
            applied.append(.year(before: year))
            try setYear(JournalText.trimmed(rest.dropFirst(4)))
        } else {
            applied.append(.other)
            book.leftOut["apply directive", default: 0] += 1
        }
    }

    /// Ends what was applied last, or last of a kind.
    private mutating func end(_ rest: Substring) {
        let words = rest.split { $0 == " " || $0 == "\t" }
        if words.first == "aliases" { aliases.end() }
        forgetNames()
        guard words.first == "apply" else { return }
        let kind = words.count > 1 ? String(words[1]) : nil
        guard let place = applied.lastIndex(where: { kind == nil || $0.isOf(kind ?? "") }) else { return }
        if case .year(let before) = applied.remove(at: place) { year = before }
    }

    private mutating func alias(_ rest: Substring, _ number: Int) {
        defer { forgetNames() }
        if rest.hasPrefix("/"), let close = rest.dropFirst().indices.first(where: { rest[$0] == "/" && rest[rest.index(before: $0)] != "\\" }) {
            let pattern = rest[rest.index(after: rest.startIndex)..<close].replacing("\\/", with: "/")
            let behind = JournalText.trimmed(rest[rest.index(after: close)...])
            if !isOfLedger, behind.hasPrefix("="), aliases.add(pattern: Substring(pattern), JournalText.trimmed(behind.dropFirst())) { return }
            return skipAlias(rest, number)
        }
        let sides = rest.split(separator: "=", maxSplits: 1)
        if sides.count != 2 { return skipAlias(rest, number) }
        aliases.add(JournalText.trimmed(sides[0]), JournalText.trimmed(sides[1]))
    }

    private mutating func skipAlias(_ rest: Substring, _ number: Int) {
        book.remark(on: [number], "the alias \(MessageText.cut(String(rest))) is not followed, so that what it renames keeps its name")
    }

    // MARK: accounts and commodities

    private static let kinds: [String: DoubleEntryBook.AccountClass] = [
        "a": .assets, "asset": .assets, "c": .assets, "cash": .assets, "l": .liabilities, "liability": .liabilities, "e": .equity, "equity": .equity, "v": .equity,
        "conversion": .equity, "r": .income, "revenue": .income, "g": .income, "gain": .income, "x": .expenses, "expense": .expenses,
    ]

    private mutating func account(_ rest: Substring, _ lines: [Substring], _ number: Int) {
        let name = full(JournalText.untilTwoBlanks(rest))
        book.directives.append(DoubleEntryBook.Directive(line: number, day: .min, content: .open(account: name, booking: nil)))
        for line in lines.dropFirst() {
            if let other = JournalText.value(of: "alias", in: line), !other.isEmpty {
                aliases.add(other, of: name)
                forgetNames()
            }
            if JournalText.value(of: "default", in: line) != nil { bucket = name }
        }
        for line in lines {
            if let told = JournalText.note("luca", in: line) {
                book.lucaNames[name] = told
                book.lucaCurrencies[name] = JournalText.note("currency", in: line)
            }
            guard let tag = line.firstRange(of: "type:") else { continue }
            let told = line[tag.upperBound...].drop { $0 == " " }.prefix { $0.isLetter }.lowercased()
            if let kind = Self.kinds[told] { book.classes[name] = kind }
            if told == "v" || told == "conversion" { conversions.append(name) }
        }
    }

    /// Sets what amounts are of that name nothing.
    private mutating func defaultCommodity(_ rest: Substring) throws(ImportIssue) {
        let mark = mark(of: rest)
        var reader = JournalAmount(rest, style.showing(mark))
        let commodity = try reader.only().commodity
        style.defaultCommodity = commodity
        if let mark { style.marks.tell(mark, of: commodity) }
    }

    private mutating func commodity(_ rest: Substring, _ lines: [Substring], _ number: Int) {
        // In a directive hledger wants the decimal mark, even without digits behind it.
        let forms = [rest] + lines.dropFirst().compactMap { JournalText.value(of: "format", in: $0) }
        var reader = JournalAmount(JournalNumber.isInForm(rest) ? rest : "1 " + rest, style.showing(mark(of: rest)))
        guard let name = try? reader.only().commodity else { return }
        if let mark = forms.compactMap(mark(of:)).last { style.marks.tell(mark, of: name) }
        if lines.dropFirst().contains(where: { JournalText.trimmed($0) == "default" }) { style.defaultCommodity = name }
        let words = lines.compactMap { JournalText.note("name", in: $0) }.first ?? ""
        for line in lines { if let symbol = JournalText.note("luca", in: line) { book.symbols[name] = symbol } }
        book.directives.append(DoubleEntryBook.Directive(line: number, day: .min, content: .commodity(name, name: words)))
    }

    /// The decimal mark that a directive shows.
    private func mark(of form: Substring) -> UInt8? { JournalNumber.mark(ofForm: form, takesThousands: isOfLedger) }

    // MARK: other files

    /// Words before the name of a file by which hledger knows its kind, and whether luca reads such files.
    private static let prefixes = [
        "journal": true, "hledger": true, "ledger": true, "timedot": false, "timeclock": false, "csv": false, "tsv": false, "ssv": false, "rules": false,
    ]

    mutating func include(_ told: String, from file: String, _ depth: Int, _ number: Int) throws(ImportIssue) {
        let parts = told.split(separator: ":", maxSplits: 1), kind = parts.count == 2 ? Self.prefixes[parts[0].lowercased()] : nil
        let bare = kind == nil ? told : String(JournalText.trimmed(parts[1]))
        let ending = bare.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if !(kind ?? Self.prefixes[ending] ?? true) {
            book.remark(on: [number], "\(MessageText.cut(told)) is no journal, and is left out")
            return
        }
        // What holds for a file until its end holds in those that it includes, and not the other way; ledger carries aliases on.
        let before = (style, year, applied, aliases)
        for name in try files.names(bare, from: file) {
            try files.read(name, told: bare, depth: depth).withUnsafeBufferPointer { bytes throws(ImportIssue) in try read(bytes, name: name, depth: depth + 1) }
            (style, year, applied) = (before.0, before.1, before.2)
            if !isOfLedger { aliases.restore(before.3) }
            forgetNames()
        }
    }
}
