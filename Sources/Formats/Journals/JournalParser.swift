import Values

/// Reads journals of ledger and hledger into a `DoubleEntryBook`: what makes no sense becomes an issue of its line, and the others are read.
struct JournalParser {
    /// What was read so far.
    private(set) var book = DoubleEntryBook()
    /// Told how the reading of the imported file goes on, as a first pass over it.
    private(set) var progress: TextProgress
    private var files: IncludedFiles
    private var style: JournalAmount.Style
    private var hasToldMark = false
    private var year: Int?
    /// What stands before the names of accounts: of `apply account`.
    private var prefixes: [String] = []
    private var aliases: [(name: String, account: String)] = []
    /// Whether lines are passed over, up to the end of a comment.
    private var isComment = false
    /// The account that balances a transaction of one posting.
    private var bucket: String?
    /// The lines of postings that tell a day of their own.
    private var datedPostings: [Int] = []
    /// The names of accounts, each once.
    private var accountNames = ByteInterner(), accounts: [String] = []

    /// A parser of one book.
    ///
    /// - Parameter style: how amounts are written, until the file tells it.
    init(_ style: JournalAmount.Style, _ options: ImportOptions, _ progress: TextProgress) {
        self.progress = progress
        (self.style, year, files) = (style, options.day?.year, IncludedFiles(options))
        hasToldMark = style.mark != nil
        book.program = "ledger"
        book.isLenient = true
        book.booking = .fifo
        for (kind, words) in Self.roots { for word in words { book.roots[word] = kind } }
    }

    private static let roots: [(DoubleEntryBook.AccountClass, [String])] = [
        (.assets, ["asset", "assets"]), (.liabilities, ["liability", "liabilities", "debt", "debts"]), (.equity, ["equity"]),
        (.income, ["income", "incomes", "revenue", "revenues"]), (.expenses, ["expense", "expenses"]),
    ]

    /// Reads a file, and those that it includes where it names them.
    mutating func read(_ bytes: some Collection<UInt8>, name: String = "", depth: Int = 0) throws(ImportIssue) {
        let first = book.lineCount + 1, text = String(decoding: bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0), as: UTF8.self)
        let lines = JournalLines(text), count = text.utf8.count { $0 == lineFeed } + 1
        book.sections.append(DoubleEntryBook.Section(name: name, first: first))
        book.lineCount += count
        if !hasToldMark, style.mark == nil { style.mark = JournalNumber.mark(of: lines) }
        var statements = JournalStatements(lines), place = 0
        while let lines = statements.next() {
            do throws(ImportIssue) {
                try statement(lines, first + place, file: name, depth)
            } catch {
                book.issues.append((error.line ?? first + place, error))
            }
            place += lines.count
            if depth == 0 { try progress.report(0, place, of: count) }
        }
        if isComment { book.leftOut["comment without an end", default: 0] += 1 }
        isComment = false
        if depth == 0 { tellDatedPostings() }
    }

    /// Tells of postings that hledger counts on another day than their transaction.
    private mutating func tellDatedPostings() {
        guard let first = datedPostings.first else { return }
        let count = datedPostings.count, rest = count == 1 ? "" : ", and \(count - 1) more"
        book.remarks.append("line \(first)\(rest): a posting with a day of its own counts here on the day of its transaction")
    }

    /// Hands out what was read, and keeps nothing of it.
    mutating func takeBook() -> DoubleEntryBook {
        defer { book = DoubleEntryBook() }
        return book
    }

    // MARK: statements

    /// Reads a line and the indented ones below it.
    private mutating func statement(_ lines: [Substring], _ number: Int, file: String, _ depth: Int) throws(ImportIssue) {
        let line = lines[0]
        if isComment {
            isComment = !["end", "end comment", "end test"].contains(Self.trimmed(line))
            return
        }
        guard let first = line.first, !";#%|*".contains(first), !first.isWhitespace else { return }
        if first.isNumber { return try transaction(lines, number) }
        if first == "~" || first == "=" {
            book.directives.append(DoubleEntryBook.Directive(line: number, day: .min, content: .notRun(noun: first == "~" ? "periodic rule" : "automatic rule")))
            return
        }
        let bare = first == "!" || first == "@" ? line.dropFirst() : line
        let words = bare.prefix { $0 != ";" }.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
        guard let word = words.first else { return }
        let rest = Self.trimmed(words.count > 1 ? words[1] : "")
        if try directive(String(word), rest, lines, number) { return }
        switch word {
        case "include": try include(String(rest), from: file, depth)
        case "P": try price(rest, number)
        default:
            throw ImportIssue(
                .badWord, text: String(word), message: "\"\(MessageText.cut(String(word)))\" begins no statement",
                hint: nearestHint(for: word, in: Self.words, otherwise: "a transaction begins with its day, a comment with ;"))
        }
    }

    private static let words = [
        "account", "alias", "apply", "bucket", "comment", "commodity", "decimal-mark", "default", "end", "include", "payee", "tag", "year", "P", "D", "Y",
    ]
    private static let unused: Set<String> = [
        "payee", "tag", "define", "def", "expr", "assert", "check", "python", "eval", "import", "N", "C", "value", "capture",
    ]
    private static let clock: Set<String> = ["i", "o", "I", "O", "h", "b"]

    /// Reads a directive that concerns the file itself; whether it was one.
    private mutating func directive(_ word: String, _ rest: Substring, _ lines: [Substring], _ number: Int) throws(ImportIssue) -> Bool {
        switch word {
        case "comment", "test": isComment = true
        case "A", "bucket": bucket = full(rest)
        case "account": account(rest, lines, number)
        case "commodity": commodity(rest, lines, number)
        case "D":
            var reader = JournalAmount(rest, style)
            style.defaultCommodity = try reader.only().commodity
        case "decimal-mark":
            guard let mark = rest.first, mark == "." || mark == "," else { throw ImportIssue(.badWord, message: "a decimal mark is . or ,") }
            (style.mark, hasToldMark) = (mark, true)
        case "Y", "year": try setYear(rest)
        case _ where word.hasPrefix("Y") && word.dropFirst().allSatisfy(\.isNumber) && word.count == 5: try setYear(Substring(word.dropFirst()))
        case "alias":
            let sides = rest.split(separator: "=", maxSplits: 1)
            if rest.hasPrefix("/") || sides.count != 2 {
                book.leftOut["pattern alias", default: 0] += 1
            } else {
                aliases.append((String(Self.trimmed(sides[0])), String(Self.trimmed(sides[1]))))
            }
        case "apply":
            if rest.hasPrefix("account") {
                prefixes.append(String(Self.trimmed(rest.dropFirst(7))))
            } else if rest.hasPrefix("year") {
                try setYear(Self.trimmed(rest.dropFirst(4)))
            } else {
                book.leftOut["apply directive", default: 0] += 1
            }
        case "end":
            if rest.hasPrefix("apply account") || rest == "apply" { _ = prefixes.popLast() }
            if rest.hasPrefix("aliases") { aliases = [] }
        case _ where Self.unused.contains(word): book.leftOut["\(word) directive", default: 0] += 1
        case _ where Self.clock.contains(word): book.leftOut["line of a time clock", default: 0] += 1
        default: return false
        }
        return true
    }

    private mutating func setYear(_ text: Substring) throws(ImportIssue) {
        guard let told = Int(text), (1...9999).contains(told) else { throw ImportIssue(.badDate, text: String(text), message: "\"\(MessageText.cut(String(text)))\" is no year") }
        year = told
    }

    private mutating func account(_ rest: Substring, _ lines: [Substring], _ number: Int) {
        let name = full(Self.untilTwoBlanks(rest))
        book.directives.append(DoubleEntryBook.Directive(line: number, day: .min, content: .open(account: name, booking: nil)))
        for line in lines {
            if let told = Self.note("luca", in: line) { book.lucaNames[name] = told }
            guard let tag = line.firstRange(of: "type:") else { continue }
            let told = line[tag.upperBound...].drop { $0 == " " }.prefix { $0.isLetter }.lowercased()
            let kinds: [String: DoubleEntryBook.AccountClass] = [
                "a": .assets, "asset": .assets, "c": .assets, "cash": .assets, "l": .liabilities, "liability": .liabilities, "e": .equity, "equity": .equity, "v": .equity,
                "conversion": .equity, "r": .income, "revenue": .income, "g": .income, "gain": .income, "x": .expenses, "expense": .expenses,
            ]
            if let kind = kinds[told] { book.classes[name] = kind }
        }
    }

    private mutating func commodity(_ rest: Substring, _ lines: [Substring], _ number: Int) {
        let formats = [rest] + lines.dropFirst().map(Self.trimmed).filter { $0.hasPrefix("format ") }.map { $0.dropFirst(7) }
        for format in formats where !hasToldMark {
            // In a directive hledger wants the decimal mark, even without digits behind it.
            guard let mark = format.last(where: { $0 == "." || $0 == "," }), format.contains(where: \.isNumber) else { continue }
            style.mark = mark
        }
        var reader = JournalAmount(rest.contains(where: \.isNumber) && !rest.hasPrefix("\"") ? rest : "1 " + rest, style)
        if let name = try? reader.only().commodity {
            if lines.dropFirst().contains(where: { Self.trimmed($0) == "default" }) { style.defaultCommodity = name }
            let words = lines.compactMap { Self.note("name", in: $0) }.first ?? ""
            for line in lines { if let symbol = Self.note("luca", in: line) { book.symbols[name] = symbol } }
            book.directives.append(DoubleEntryBook.Directive(line: number, day: .min, content: .commodity(name, name: words)))
        }
    }

    /// What luca's own exports note behind a definition, in a comment or as a note: `; type: C, luca: Broker`. The name of an account or a symbol is the last, and may hold commas.
    private static func note(_ key: String, in line: Substring) -> String? {
        let text = line.firstIndex(of: ";").map { trimmed(line[line.index(after: $0)...]) } ?? trimmed(line)
        let notes = line.contains(";") ? text : text.hasPrefix("note ") ? trimmed(text.dropFirst(5)) : ""
        guard let place = notes.hasPrefix("\(key): ") ? notes.startIndex : notes.firstRange(of: ", \(key): ").map({ notes.index($0.lowerBound, offsetBy: 2) }) else { return nil }
        let value = notes[place...].dropFirst(key.count + 2)
        let end = key == "luca" ? nil : value.firstRange(of: ", luca: ")?.lowerBound
        return String(trimmed(value[..<(end ?? value.endIndex)]))
    }

    private mutating func price(_ rest: Substring, _ number: Int) throws(ImportIssue) {
        var parts = rest.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
        guard parts.count == 2 else { throw ImportIssue(.missingValue, message: "a price needs its day, its commodity and an amount", hint: "P 2014-01-31 AAPL 184.40 USD") }
        let day = try JournalDate.read(parts[0], year: year)
        // A time of day may follow.
        if let word = parts[1].split(separator: " ", maxSplits: 1).first, word.count(where: { $0 == ":" }) > 0, word.first?.isNumber == true {
            parts[1] = Self.trimmed(parts[1].dropFirst(word.count))
        }
        let name: String, amount: Substring
        if parts[1].hasPrefix("\""), let end = parts[1].dropFirst().firstIndex(of: "\"") {
            (name, amount) = (String(parts[1][parts[1].index(after: parts[1].startIndex)..<end]), parts[1][parts[1].index(after: end)...])
        } else {
            name = String(parts[1].prefix { !$0.isWhitespace })
            amount = parts[1].dropFirst(name.count)
        }
        var reader = JournalAmount(Self.trimmed(amount), style)
        let commodity = style.commodity(name)
        book.directives.append(DoubleEntryBook.Directive(line: number, day: day, content: .price(commodity: commodity, try reader.only())))
    }

    private mutating func include(_ told: String, from file: String, _ depth: Int) throws(ImportIssue) {
        // What holds for a file until its end holds in those that it includes, and not the other way.
        let before = (style, year, prefixes, aliases)
        for name in try files.names(told, from: file) {
            try read(files.read(name, told: told, depth: depth), name: name, depth: depth + 1)
            (style, year, prefixes, aliases) = before
        }
    }

    // MARK: transactions

    private mutating func transaction(_ lines: [Substring], _ number: Int) throws(ImportIssue) {
        let head = lines[0], code = head.utf8.firstIndex(of: UInt8(ascii: ";")).map { head[..<$0] } ?? head
        var words = code.utf8.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == 0x20 || $0 == 0x09 }.map { Substring($0) }
        if words.isEmpty { words = [code] }
        let day = try JournalDate.read(words[0].prefix { $0 != "=" }, year: year)
        if words[0].contains("=") { book.leftOut["second date", default: 0] += 1 }
        var text = Self.trimmed(words.count > 1 ? words[1] : ""), transaction = DoubleEntryBook.Transaction()
        transaction.postings.reserveCapacity(min(lines.count - 1, 16))
        if text.first == "!" { book.flaggedCount += 1 }
        if text.first == "*" || text.first == "!" { text = Self.trimmed(text.dropFirst()) }
        if text.first == "(", let end = text.firstIndex(of: ")") {
            if text[...end] != "()" { transaction.marks.append(String(text[...end])) }
            text = Self.trimmed(text[text.index(after: end)...])
        }
        let parts = text.split(separator: "|", maxSplits: 1).map(Self.trimmed)
        if parts.count == 2 { transaction.payee = String(parts[0]) }
        transaction.narration = String(parts.last ?? "")
        if code.endIndex < head.endIndex {
            let remark = Self.trimmed(head[code.endIndex...].dropFirst())
            if !remark.isEmpty { transaction.marks.append("; \(remark)") }
        }
        for (place, line) in lines.enumerated().dropFirst() {
            let bare = Self.trimmed(line)
            guard let first = bare.first else { continue }
            if first == ";" {
                book.leftOut["comment on a posting", default: 0] += 1
                noteDays(in: bare.dropFirst(), number + place - 1)
                continue
            }
            do throws(ImportIssue) {
                if let posting = try posting(bare, number + place) { transaction.postings.append(posting) }
            } catch {
                var issue = error
                issue.message = "line \(book.place(of: number + place).line): \(issue.message)"
                throw issue
            }
        }
        if let bucket, transaction.postings.count == 1 { transaction.postings.append(DoubleEntryBook.Posting(line: number, account: bucket)) }
        book.directives.append(DoubleEntryBook.Directive(line: number, day: day, content: .transaction(transaction)))
    }

    /// Notes days that a comment on a posting tells: one of its own (`date:2014-02-03`, `[2014-02-03]`), by which hledger counts it, or a second one, by which
    /// both programs count when they are asked to.
    private mutating func noteDays(in remark: Substring, _ number: Int) {
        for word in remark.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let inner = word.hasPrefix("[") && word.hasSuffix("]") ? word.dropFirst().dropLast() : ""
            let isBracketed = inner.contains(where: \.isNumber) && inner.allSatisfy { $0.isNumber || "-/.=".contains($0) }
            if word.hasPrefix("date:") || isBracketed && inner.first != "=" { datedPostings.append(number) }
            if word.hasPrefix("date2:") || isBracketed && inner.contains("=") { book.leftOut["second date", default: 0] += 1 }
        }
    }

    /// Reads a posting; nil for a virtual one, which is left out.
    private mutating func posting(_ line: Substring, _ number: Int) throws(ImportIssue) -> DoubleEntryBook.Posting? {
        var rest = line
        if rest.first == "*" || rest.first == "!" { rest = Self.trimmed(rest.dropFirst()) }
        let written = Self.untilTwoBlanks(rest)
        guard let first = written.first else { throw ImportIssue(.missingValue, message: "a posting begins with its account") }
        if first == "(" && written.last == ")" || first == "[" && written.last == "]" {
            book.leftOut[first == "[" ? "balanced virtual posting" : "virtual posting", default: 0] += 1
            return nil
        }
        var posting = DoubleEntryBook.Posting(line: number, account: full(written))
        // A semicolon in quotes is part of a commodity's name.
        var isQuoted = false
        let behind = rest[written.endIndex...]
        let amount = Substring(
            behind.utf8.prefix { byte in
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                return isQuoted || byte != UInt8(ascii: ";")
            })
        var reader = JournalAmount(Self.trimmed(amount), style)
        try reader.complete(&posting)
        // hledger has no name of a lot in its syntax, so that luca's export notes it behind.
        if amount.endIndex == rest.endIndex { return posting }
        let remark = Self.trimmed(rest[amount.endIndex...].dropFirst())
        noteDays(in: remark, number)
        if remark.hasPrefix("lot: "), posting.cost != nil, posting.cost?.label == nil { posting.cost?.label = String(Self.trimmed(remark.dropFirst(5))) }
        return posting
    }

    /// An account's name with what is put before it, and without its aliases.
    private mutating func full(_ name: Substring) -> String {
        if prefixes.isEmpty, aliases.isEmpty {
            var name = name
            let number = name.withUTF8 { accountNames.intern($0) }
            if number == accounts.count { accounts.append(String(name)) }
            return accounts[number]
        }
        var account = (prefixes + [String(name)]).joined(separator: ":")
        for alias in aliases.reversed() where account == alias.name || account.hasPrefix(alias.name + ":") {
            account = alias.account + account.dropFirst(alias.name.count)
            break
        }
        return account
    }

    /// A text without the blanks around it; most lines have no others than those of ASCII there.
    private static func trimmed(_ text: Substring) -> Substring {
        let bytes = text.utf8
        var start = bytes.startIndex, end = bytes.endIndex
        while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start = bytes.index(after: start) }
        while end > start, bytes[bytes.index(before: end)] == 0x20 || bytes[bytes.index(before: end)] == 0x09 { end = bytes.index(before: end) }
        var text = text[start..<end]
        if start < end, bytes[start] < 0x80, bytes[start] > 0x20, bytes[bytes.index(before: end)] < 0x80, bytes[bytes.index(before: end)] > 0x20 { return text }
        if let first = text.first, first.isWhitespace { text = text.drop { $0.isWhitespace } }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// The part of a line before two blanks, a tab or a comment, which is an account.
    private static func untilTwoBlanks(_ text: Substring) -> Substring {
        let bytes = text.utf8
        var place = bytes.startIndex
        while place < bytes.endIndex {
            let next = bytes.index(after: place), byte = bytes[place]
            if byte == 0x09 || byte == UInt8(ascii: ";") && place == bytes.startIndex { break }
            if byte == 0x20, next < bytes.endIndex, bytes[next] == 0x20 || bytes[next] == 0x09 || bytes[next] == UInt8(ascii: ";") { break }
            place = next
        }
        return trimmed(text[..<place])
    }
}
