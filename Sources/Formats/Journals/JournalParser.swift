import Values

/// Reads journals of ledger and hledger into a `DoubleEntryBook`: what makes no sense becomes an issue of its line, and the others are read.
struct JournalParser {
    /// What was read so far.
    var book = DoubleEntryBook()
    /// Told how the reading of the imported file goes on, as a first pass over it.
    private(set) var progress: TextProgress
    /// Whether the file's name tells that it is of ledger, and not of hledger.
    let isOfLedger: Bool
    var files: IncludedFiles
    var style: JournalAmount.Style
    var year: Int?
    /// What holds until its `end apply`.
    var applied: [Applied] = []
    var aliases: JournalAliases
    /// Whether lines are passed over, up to the end of a comment.
    var isComment = false
    /// The account that balances a transaction of one posting.
    var bucket: String?
    /// Accounts that say that they are of hledger's type V, through which commodities become others.
    var conversions: [String] = []
    /// Whether something is the code of a currency.
    var isCurrency: (String) -> Bool = { _ in false }
    /// Virtual postings of a file that may be hledger's.
    var virtuals: [Virtual] = []
    /// The latest times of prices of a day, by which ledger takes one of several.
    private var priceTimes = PriceTimes()
    /// The lines of postings that tell a day of their own.
    private var datedPostings: [Int] = []
    /// The names of accounts, each once, as the file has them and as they are.
    private var accountNames = ByteInterner(), accounts: [String] = []

    /// What `apply` says of the lines below it.
    enum Applied {
        /// What stands before the names of accounts.
        case account(String)
        /// The year, and the one before it.
        case year(before: Int?)
        /// What luca has no place for.
        case other

        /// Whether it is of a kind, by its word.
        func isOf(_ word: String) -> Bool {
            switch self {
            case .account: word == "account"
            case .year: word == "year"
            case .other: word != "account" && word != "year"
            }
        }
    }

    /// A parser of one book.
    ///
    /// - Parameter style: how amounts are written, until the file tells it.
    init(_ style: JournalAmount.Style, _ options: ImportOptions, _ progress: TextProgress) {
        self.progress = progress
        let name = options.baseName.lowercased()
        isOfLedger = [".ledger", ".dat", ".ldg"].contains(where: name.hasSuffix)
        (self.style, year, files, aliases) = (style, options.day?.year, IncludedFiles(options), JournalAliases(isChained: !isOfLedger))
        style.marks.isOfLedger = isOfLedger
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
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, name: String = "", depth: Int = 0) throws(ImportIssue) {
        let bytes = UnsafeBufferPointer(rebasing: bytes[(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...])
        let first = book.lineCount + 1, lines = JournalLines(bytes), count = bytes.reduce(1) { $1 == lineFeed ? $0 + 1 : $0 }
        book.sections.append(DoubleEntryBook.Section(name: name, first: first))
        book.lineCount += count
        let found = style.marks.survey(bytes, style)
        if style.inferred == nil || depth == 0 { style.inferred = found }
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
        if depth > 0 { return }
        book.remarks += files.remarks
        tellDatedPostings()
        tellMarks()
        settleDifferences()
    }

    /// Tells of postings that hledger counts on another day than their transaction.
    private mutating func tellDatedPostings() {
        guard let first = datedPostings.first else { return }
        let count = datedPostings.count, rest = count == 1 ? "" : ", and \(count - 1) more"
        book.remarks.append("line \(first)\(rest): a posting with a day of its own counts here on the day of its transaction")
    }

    /// Tells of numbers that other commodities of the file write otherwise.
    private mutating func tellMarks() {
        func tell(_ doubtful: JournalMarks.Doubtful?, _ sentence: (String) -> String) {
            guard let doubtful else { return }
            let rest = doubtful.count == 1 ? "has" : "and \(doubtful.count - 1) more have", commodity = MessageText.cut(doubtful.commodity)
            book.remarks.append("\(doubtful.number) \(commodity) \(rest) \(sentence(commodity))")
        }
        tell(style.marks.assumed) {
            "a decimal point, as ledger and hledger read it, though others have a decimal comma; the line commodity 1.000,00 \($0) says otherwise"
        }
        tell(style.marks.thousands) {
            "thousands behind the comma, as others of \($0) have a decimal point; hledger takes the comma for decimals: the line commodity 1,000.00 \($0) has both agree"
        }
    }

    // MARK: statements

    /// Reads a line and the indented ones below it.
    private mutating func statement(_ lines: [Substring], _ number: Int, file: String, _ depth: Int) throws(ImportIssue) {
        let line = lines[0]
        if isComment {
            isComment = !["end", "end comment", "end test"].contains(JournalText.trimmed(line))
            return
        }
        // Most begin with the digit of a day.
        if let byte = line.utf8.first, JournalNumber.isDigit(byte) { return try transaction(lines, number) }
        guard let first = line.first, !";#%|*".contains(first), !first.isWhitespace else { return }
        if first.isNumber { return try transaction(lines, number) }
        if first == "~" || first == "=" {
            book.directives.append(DoubleEntryBook.Directive(line: number, day: .min, content: .notRun(noun: first == "~" ? "periodic rule" : "automatic rule")))
            return
        }
        let bare = first == "!" || first == "@" ? line.dropFirst() : line
        let words = bare.prefix { $0 != ";" }.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
        guard let word = words.first else { return }
        let rest = JournalText.trimmed(words.count > 1 ? words[1] : "")
        if try directive(String(word), rest, lines, number) { return }
        switch word {
        case "include": try include(String(rest), from: file, depth, number)
        case "P": try price(rest, number)
        default:
            throw ImportIssue(
                .badWord, text: String(word), message: "\"\(MessageText.cut(String(word)))\" begins no statement",
                hint: nearestHint(for: word, in: Self.words, otherwise: "a transaction begins with its day, a comment with ;"))
        }
    }

    /// The latest times of a day at which prices are told.
    private struct PriceTimes {
        private struct Key: Hashable { let day: Day, commodity: String }
        private var latest: [Key: [Int]] = [:]

        /// Whether the file has told a price of a later time of the day, and else notes this one, whose hours, minutes and seconds are none where it tells no time.
        mutating func isEarlier(_ time: [Int], _ day: Day, _ commodity: String) -> Bool {
            let key = Key(day: day, commodity: commodity)
            if let known = latest[key], time.lexicographicallyPrecedes(known) { return true }
            latest[key] = time
            return false
        }
    }

    private mutating func price(_ rest: Substring, _ number: Int) throws(ImportIssue) {
        var parts = rest.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
        guard parts.count == 2 else { throw ImportIssue(.missingValue, message: "a price needs its day, its commodity and an amount", hint: "P 2014-01-31 AAPL 184.40 USD") }
        let day = try JournalDate.read(parts[0], year: year)
        // A time of day may follow.
        var time: [Int] = []
        if let word = parts[1].split(separator: " ", maxSplits: 1).first, word.count(where: { $0 == ":" }) > 0, word.first?.isNumber == true {
            time = word.split(separator: ":").map { Int($0) ?? 0 }
            parts[1] = JournalText.trimmed(parts[1].dropFirst(word.count))
        }
        let name: String, rest: Substring
        if parts[1].hasPrefix("\""), let end = parts[1].dropFirst().firstIndex(of: "\"") {
            (name, rest) = (String(parts[1][parts[1].index(after: parts[1].startIndex)..<end]), parts[1][parts[1].index(after: end)...])
        } else {
            name = String(parts[1].prefix { !$0.isWhitespace })
            rest = parts[1].dropFirst(name.count)
        }
        var reader = JournalAmount(JournalText.trimmed(rest), style)
        let commodity = style.commodity(name)
        let amount = try reader.only(), isEarlier = isOfLedger && priceTimes.isEarlier(time, day, commodity)
        let content: DoubleEntryBook.Content = isEarlier ? .leftOut(noun: "price of an earlier time of a day") : .price(commodity: commodity, amount)
        book.directives.append(DoubleEntryBook.Directive(line: number, day: day, content: content))
    }

    // MARK: transactions

    private mutating func transaction(_ lines: [Substring], _ number: Int) throws(ImportIssue) {
        let head = lines[0], code = Substring(head.utf8[..<head.utf8.place(of: UInt8(ascii: ";"))])
        let days = Substring(code.utf8.prefix { $0 != 0x20 && $0 != 0x09 }), isDated = days.utf8.contains(UInt8(ascii: "="))
        let day = try JournalDate.read(isDated ? Substring(days.utf8.prefix { $0 != UInt8(ascii: "=") }) : days, year: year)
        if isDated { book.leftOut["second date", default: 0] += 1 }
        var text = JournalText.trimmed(Substring(code.utf8[days.endIndex...])), transaction = DoubleEntryBook.Transaction()
        transaction.postings.reserveCapacity(min(lines.count - 1, 16))
        let mark = text.utf8.first
        if mark == UInt8(ascii: "!") { book.flaggedCount += 1 }
        if mark == UInt8(ascii: "*") || mark == UInt8(ascii: "!") { text = JournalText.trimmed(Substring(text.utf8.dropFirst())) }
        if text.utf8.first == UInt8(ascii: "("), let end = text.utf8.firstIndex(of: UInt8(ascii: ")")) {
            if text[...end] != "()" { transaction.marks.append(String(text[...end])) }
            text = JournalText.trimmed(Substring(text.utf8[end...].dropFirst()))
        }
        (transaction.payee, transaction.narration) = Self.payee(text)
        if code.endIndex < head.endIndex {
            let remark = JournalText.trimmed(head[code.endIndex...].dropFirst())
            if !remark.isEmpty { transaction.marks.append("; \(remark)") }
        }
        for (place, line) in lines.enumerated().dropFirst() {
            let bare = JournalText.trimmed(line)
            guard let first = bare.utf8.first else { continue }
            if first == UInt8(ascii: ";") {
                if transaction.postings.isEmpty, let mark = Self.ownMark(bare) {
                    transaction.ownEntries = mark
                    continue
                }
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
        if transaction.ownEntries != nil {
            var text = OwnText(day)
            for line in lines.dropFirst() { text.add(line.utf8) }
            transaction.ownText = text
        }
        if let bucket, transaction.postings.count == 1 { transaction.postings.append(DoubleEntryBook.Posting(line: number, account: bucket)) }
        book.directives.append(DoubleEntryBook.Directive(line: number, day: day, content: .transaction(transaction)))
    }

    /// The entries that luca's export names in a comment below the first line: `; luca: 12 13 9f…`.
    private static func ownMark(_ remark: Substring) -> String? {
        let words = JournalText.trimmed(remark.dropFirst())
        return words.hasPrefix("\(OwnEntries.key): ") ? String(words.dropFirst(OwnEntries.key.count + 2)) : nil
    }

    /// Who was paid, where a bar tells it, and what for; a bar with nothing on one side of it parts nothing.
    private static func payee(_ text: Substring) -> (payee: String, narration: String) {
        guard text.utf8.place(of: UInt8(ascii: "|")) < text.endIndex else { return ("", String(text)) }
        let parts = text.split(separator: "|", maxSplits: 1).map(JournalText.trimmed)
        return (parts.count == 2 ? String(parts[0]) : "", String(parts.last ?? ""))
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
        if rest.utf8.first == UInt8(ascii: "*") || rest.utf8.first == UInt8(ascii: "!") { rest = JournalText.trimmed(Substring(rest.utf8.dropFirst())) }
        let written = JournalText.untilTwoBlanks(rest)
        guard let first = written.utf8.first, let last = written.utf8.last else { throw ImportIssue(.missingValue, message: "a posting begins with its account") }
        if first == UInt8(ascii: "(") && last == UInt8(ascii: ")") || first == UInt8(ascii: "[") && last == UInt8(ascii: "]") {
            book.leftOut[first == UInt8(ascii: "[") ? "balanced virtual posting" : "virtual posting", default: 0] += 1
            if !isOfLedger, written.utf8.count > 2 { noteVirtual(rest, written, number) }
            return nil
        }
        // A deferred posting counts as any other.
        let isDeferred = first == UInt8(ascii: "<") && last == UInt8(ascii: ">") && written.utf8.count > 2
        var posting = DoubleEntryBook.Posting(line: number, account: full(isDeferred ? written.dropFirst().dropLast() : written))
        // A semicolon in quotes is part of a commodity's name.
        let behind = rest.utf8[written.endIndex...]
        let end = behind.place { bytes in
            var isQuoted = false
            return bytes.firstIndex { byte in
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                return !isQuoted && byte == UInt8(ascii: ";")
            } ?? bytes.count
        }
        let amount = Substring(behind[..<end])
        var reader = JournalAmount(JournalText.trimmed(amount), style)
        try reader.complete(&posting)
        // hledger has no name of a lot in its syntax, so that luca's export notes it behind.
        if amount.endIndex == rest.endIndex { return posting }
        let remark = JournalText.trimmed(rest[amount.endIndex...].dropFirst())
        noteDays(in: remark, number)
        if remark.hasPrefix("lot: ") { noteLot(remark.dropFirst(5), &posting) }
        return posting
    }

    /// Notes a virtual posting, which counts in balances though it is left out.
    private mutating func noteVirtual(_ rest: Substring, _ written: Substring, _ number: Int) {
        let account = full(JournalText.trimmed(written.dropFirst().dropLast())), isBalanced = written.utf8.first == UInt8(ascii: "[")
        var posting = DoubleEntryBook.Posting(line: number, account: account)
        let behind = Substring(rest.utf8[written.endIndex...])
        var reader = JournalAmount(JournalText.trimmed(Substring(behind.utf8[..<behind.utf8.place(of: UInt8(ascii: ";"))])), style)
        do throws(ImportIssue) { try reader.complete(&posting) } catch {
            // Of what cannot be read the amount is not known, and does not follow from others either.
            posting = DoubleEntryBook.Posting(line: number, account: account, units: DoubleEntryBook.WrittenAmount())
        }
        virtuals.append(Virtual(place: book.directives.count, isBalanced: isBalanced, posting: posting))
    }

    /// Notes what luca's export tells of a lot: its number, and that its units leave the book, so that their price is none.
    private func noteLot(_ told: Substring, _ posting: inout DoubleEntryBook.Posting) {
        let isOut = told.hasSuffix(", out"), name = JournalText.trimmed(isOut ? told.dropLast(5) : told)
        if posting.cost != nil, posting.cost?.label == nil { posting.cost?.label = String(name) }
        if isOut, posting.cost != nil { posting.price = nil }
    }

    /// An account's name with what is put before it, and without its aliases.
    mutating func full(_ name: Substring) -> String {
        var written = name
        let number = written.withUTF8 { accountNames.intern($0) }
        if number < accounts.count { return accounts[number] }
        let above = applied.compactMap { if case .account(let prefix) = $0 { prefix } else { nil } }
        accounts.append(aliases.account((above + [String(name)]).joined(separator: ":")))
        return accounts[number]
    }

    /// Has names of accounts be looked up anew, since what they stand for may have changed.
    mutating func forgetNames() { (accountNames, accounts) = (ByteInterner(), []) }
}
