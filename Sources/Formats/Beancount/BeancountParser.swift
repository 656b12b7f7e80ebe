import Values

/// Reads files of beancount, versions 2 and 3, into a `DoubleEntryBook`: a statement that makes no sense becomes an issue of its line, and the others are read.
struct BeancountParser {
    /// What was read so far.
    var book = DoubleEntryBook()
    /// Told how the reading of the imported file goes on, as a first pass over it.
    private(set) var progress: TextProgress
    private var files: IncludedFiles
    /// Whether an included file is read, whose options do not count.
    private var isIncluded = false
    /// Tags that hold for the transactions to come.
    private var tags: [String] = []

    /// A parser of one book.
    init(_ options: ImportOptions, _ progress: TextProgress) {
        self.progress = progress
        files = IncludedFiles(options)
        book.program = "beancount"
        book.roundsMissingFigures = true
        book.countsOwnLines = true
        book.roots = ["assets": .assets, "liabilities": .liabilities, "equity": .equity, "income": .income, "expenses": .expenses]
    }

    /// Reads a file, and those that it includes behind it.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, name: String = "", depth: Int = 0) throws(ImportIssue) {
        let first = book.lineCount + 1
        book.sections.append(DoubleEntryBook.Section(name: name, first: first))
        isIncluded = depth > 0
        var includes: [(line: Int, path: String)] = []
        try readLines(bytes, first: first, tells: depth == 0, &includes)
        for include in includes {
            do throws(ImportIssue) {
                for file in try files.names(include.path, from: name) {
                    let bytes = try files.read(file, told: include.path, depth: depth)
                    try bytes.withUnsafeBufferPointer { bytes throws(ImportIssue) in try read(bytes, name: file, depth: depth + 1) }
                }
            } catch { book.issues.append((include.line, error)) }
        }
        if depth == 0 {
            book.remarks += files.remarks
            tellCostsByHand()
        }
    }

    private mutating func readLines(
        _ bytes: UnsafeBufferPointer<UInt8>, first: Int, tells: Bool, _ includes: inout [(line: Int, path: String)]
    ) throws(ImportIssue) {
        var lines = BeancountLines(bytes, first: first), tokens = BeancountTokens(), last: Int?
        while let line = lines.next() {
            if tells { try progress.report(0, lines.position) }
            do throws(ImportIssue) {
                if line.isUnterminated { throw ImportIssue(.unterminatedQuote, message: "a text in quotes is open until the end of the file", hint: "close it with \"") }
                if line.isIndented { try continueStatement(line, &tokens, last) } else { last = try statement(line, &tokens, &includes) }
            } catch {
                if line.isIndented, let place = last { refuse(statementAt: place, for: line.number) }
                last = nil
                book.issues.append((line.number, error))
            }
        }
        book.lineCount = lines.number
    }

    /// Takes out a statement of which a line below it cannot be read: without it, it would say something else.
    private mutating func refuse(statementAt place: Int, for line: Int) {
        let statement = book.directives.remove(at: place), shown = book.place(of: line).line
        book.issues.append((statement.line, ImportIssue(.badWord, message: "line \(shown), which belongs to it, cannot be read")))
    }

    // MARK: statements

    private static let words = ["option", "plugin", "include", "pushtag", "poptag", "pushmeta", "popmeta"]
    private static let dated = ["open", "close", "commodity", "txn", "balance", "pad", "price", "note", "document", "event", "custom", "query"]

    /// Reads a line that begins a statement. Returns the place of its directive where lines below may belong to it.
    private mutating func statement(
        _ line: BeancountLines.Line, _ tokens: inout BeancountTokens, _ includes: inout [(line: Int, path: String)]
    ) throws(ImportIssue) -> Int? {
        // Headings of an outline, and what else begins with a mark, are no statements.
        guard let first = line.bytes.first, first == UInt8(ascii: "\"") || first > 0x2F && first != UInt8(ascii: ":") && first != UInt8(ascii: "?") else { return nil }
        try tokens.read(line.bytes)
        if case .day(let day) = tokens.next {
            tokens.take()
            let content = try content(&tokens)
            if let stray = tokens.next { throw ImportIssue(.badWord, text: stray.shown, message: "\(stray.shown) is one word too many") }
            book.directives.append(DoubleEntryBook.Directive(line: line.number, day: day, content: content))
            return book.directives.count - 1
        }
        guard let word = tokens.takeWord() else {
            throw ImportIssue(.badWord, text: tokens.next?.shown ?? "", message: "a statement begins with a day or a word, not with \(tokens.next?.shown ?? "this")")
        }
        switch word {
        case "option": try option(&tokens)
        case "plugin": book.remarks.append("the plugin \(MessageText.cut(tokens.takeText() ?? "")) is not run: what it would add, change or check is left out")
        case "include":
            guard let path = tokens.takeText() else { throw ImportIssue(.missingValue, message: "include names no file", hint: "include \"prices.beancount\"") }
            includes.append((line.number, path))
        case "pushtag": if case .tag(let tag) = tokens.next { tags.append("#" + tag) }
        case "poptag": if case .tag(let tag) = tokens.next, let place = tags.lastIndex(of: "#" + tag) { tags.remove(at: place) }
        case "pushmeta": book.leftOut["metadata value", default: 0] += 1
        case "popmeta": break
        default:
            throw ImportIssue(
                .badWord, text: word, message: "\"\(MessageText.cut(word))\" begins no statement",
                hint: nearestHint(for: word, in: Self.words, otherwise: "a statement begins with its day"))
        }
        return nil
    }

    /// Reads what stands behind the day.
    private mutating func content(_ tokens: inout BeancountTokens) throws(ImportIssue) -> DoubleEntryBook.Content {
        if case .mark(let mark) = tokens.next, !mark.isDouble, "*!&?%#".utf8.contains(mark.byte) { return try transaction(&tokens) }
        if case .text = tokens.next { return try transaction(&tokens) }
        guard case .word(let word) = tokens.next else {
            throw ImportIssue(.missingValue, message: "a word such as open or balance is expected behind the day, and there is \(tokens.next?.shown ?? "nothing")")
        }
        if word.count == 1, "PSTCURM".contains(word) { return try transaction(&tokens) }
        switch word {
        case "txn": return try transaction(&tokens)
        case "open": return try open(&tokens)
        case "close":
            tokens.take()
            return .close(account: try tokens.takeAccount())
        case "commodity":
            tokens.take()
            return .commodity(try commodity(&tokens), name: "")
        case "balance": return try balance(&tokens)
        case "pad":
            tokens.take()
            return .pad(account: try tokens.takeAccount(), source: try tokens.takeAccount())
        case "price":
            tokens.take()
            let name = try commodity(&tokens)
            return .price(commodity: name, try amount(&tokens))
        case "note", "document", "event", "custom", "query":
            while tokens.next != nil { tokens.take() }
            return .leftOut(noun: word)
        default:
            throw ImportIssue(.badWord, text: word, message: "\"\(MessageText.cut(word))\" is no directive", hint: nearestHint(for: word, in: Self.dated))
        }
    }

    private func commodity(_ tokens: inout BeancountTokens) throws(ImportIssue) -> String {
        guard let word = tokens.takeWord() else {
            throw ImportIssue(.missingValue, message: "a commodity is expected, and there is \(tokens.next?.shown ?? "nothing")", hint: "its name is in capitals: USD, ITOT")
        }
        return word
    }

    private func amount(_ tokens: inout BeancountTokens) throws(ImportIssue) -> DoubleEntryBook.Amount {
        guard let figure = try tokens.takeNumber() else { throw ImportIssue(.missingValue, message: "a number is expected, and there is \(tokens.next?.shown ?? "nothing")") }
        return DoubleEntryBook.Amount(number: figure.number, commodity: try commodity(&tokens))
    }

    /// Tells of sales under `NONE` at a cost that the file works out by hand: luca takes lots, and computes the gain from them.
    private mutating func tellCostsByHand() {
        var unbooked: Set<String> = [], lines: [Int] = []
        for directive in book.directives {
            if case .open(let account, let way?) = directive.content, way == DoubleEntryBook.LotBooking.none { unbooked.insert(account) }
        }
        if unbooked.isEmpty { return }
        for directive in book.directives {
            guard case .transaction(let transaction) = directive.content else { continue }
            for posting in transaction.postings where unbooked.contains(posting.account) && posting.units?.number?.isNegative == true {
                if let cost = posting.cost, cost.number != nil, cost.day == nil { lines.append(posting.line) }
            }
        }
        book.remark(
            on: lines,
            "an account booked NONE gives units at a cost told by hand: "
                + "luca takes the lots that came first, so that its gain may differ from the file's; book the account AVERAGE if that cost is an average")
    }

    private func open(_ tokens: inout BeancountTokens) throws(ImportIssue) -> DoubleEntryBook.Content {
        tokens.take()
        let account = try tokens.takeAccount()
        while tokens.takeWord() != nil { if !tokens.take(.comma) { break } }
        guard let text = tokens.takeText() else { return .open(account: account, booking: nil) }
        guard let booking = DoubleEntryBook.LotBooking(rawValue: text.uppercased()) else {
            throw ImportIssue(
                .badWord, text: text, message: "\"\(MessageText.cut(text))\" is no way of booking",
                hint: nearestHint(for: text.uppercased(), in: DoubleEntryBook.LotBooking.allCases.map(\.rawValue)))
        }
        return .open(account: account, booking: booking)
    }

    private func balance(_ tokens: inout BeancountTokens) throws(ImportIssue) -> DoubleEntryBook.Content {
        tokens.take()
        let account = try tokens.takeAccount()
        guard let figure = try tokens.takeNumber() else { throw ImportIssue(.missingValue, message: "a balance needs its number") }
        var tolerance: FixedDecimal?
        if tokens.take(.tilde) { tolerance = try tokens.takeNumber()?.number }
        let commodity = try commodity(&tokens)
        // Beancount lets a balance differ by twice what it lets a transaction.
        let inferred = figure.digits == 0 ? FixedDecimal.zero : FixedDecimal(units: tenToThe(FixedDecimal.scale - min(figure.digits, FixedDecimal.scale)))
        return .balance(account: account, DoubleEntryBook.Amount(number: figure.number, commodity: commodity), tolerance: tolerance ?? inferred)
    }

    private mutating func transaction(_ tokens: inout BeancountTokens) throws(ImportIssue) -> DoubleEntryBook.Content {
        if tokens.isNext(.exclamation) { book.flaggedCount += 1 }
        if case .text = tokens.next {} else { tokens.take() }
        var texts: [String] = [], transaction = DoubleEntryBook.Transaction()
        while let token = tokens.next {
            switch token {
            case .text(let text): texts.append(text)
            case .tag(let tag): transaction.marks.append("#" + tag)
            case .link(let link): transaction.marks.append("^" + link)
            case .mark(.bar): break
            default: throw ImportIssue(.badWord, text: token.shown, message: "\(token.shown) is out of place: payee and narration stand in quotes")
            }
            tokens.take()
        }
        if texts.count > 2 { throw ImportIssue(.badWord, message: "there are \(texts.count) texts, and a transaction has a payee and a narration") }
        if texts.count == 2 { transaction.payee = texts[0] }
        transaction.narration = texts.last ?? ""
        for tag in tags where !transaction.marks.contains(tag) { transaction.marks.append(tag) }
        return .transaction(transaction)
    }

    private mutating func option(_ tokens: inout BeancountTokens) throws(ImportIssue) {
        guard let name = tokens.takeText(), let value = tokens.takeText() else {
            throw ImportIssue(.missingValue, message: "an option has a name and a value in quotes", hint: "option \"operating_currency\" \"USD\"")
        }
        if isIncluded, name != "operating_currency" {
            // Beancount takes them of the first file alone.
            book.leftOut["option of an included file", default: 0] += 1
            return
        }
        if name.hasPrefix("name_"), let kind = DoubleEntryBook.AccountClass(rawValue: String(name.dropFirst(5))) {
            book.roots = book.roots.filter { $0.value != kind }
            book.roots[value.lowercased()] = kind
        }
        switch name {
        case "operating_currency": book.operatingCurrencies.append(value)
        case "booking_method":
            guard let booking = DoubleEntryBook.LotBooking(rawValue: value.uppercased()) else {
                throw ImportIssue(.badWord, text: value, message: "\"\(MessageText.cut(value))\" is no way of booking")
            }
            book.booking = booking
        case "inferred_tolerance_multiplier", "tolerance_multiplier":
            guard let factor = try? FixedDecimal(value) else { throw ImportIssue(.badNumber, text: value, message: "\"\(MessageText.cut(value))\" is no number") }
            book.toleranceFactor = factor
        case "inferred_tolerance_default":
            let parts = value.split(separator: ":")
            guard parts.count == 2, let number = try? FixedDecimal(parts[1]) else {
                throw ImportIssue(.badNumber, text: value, message: "\"\(MessageText.cut(value))\" is no tolerance", hint: "write it as *:0.005 or USD:0.005")
            }
            book.tolerances[String(parts[0])] = number
        case "infer_tolerance_from_cost": book.infersToleranceFromCost = value.lowercased() == "true"
        case "title": break
        case _ where name.hasPrefix("name_"): break
        default: book.leftOut["option", default: 0] += 1
        }
    }

    // MARK: what stands below a statement

    /// Reads an indented line: a posting, metadata, or tags.
    private mutating func continueStatement(_ line: BeancountLines.Line, _ tokens: inout BeancountTokens, _ last: Int?) throws(ImportIssue) {
        // What was refused, or stands below none, has no lines that count.
        guard let place = last else { return }
        try tokens.read(line.bytes)
        guard let first = tokens.next else { return }
        if case .key(let key) = first {
            tokens.take()
            return note(key, tokens.next, at: place)
        }
        guard case .transaction = book.directives[place].content else {
            throw ImportIssue(
                .badWord, text: first.shown, message: "\(first.shown) stands below a statement that has no postings",
                hint: "an indented line is a posting of a transaction, or a key: value")
        }
        switch first {
        case .tag, .link:
            var marks: [String] = []
            while let token = tokens.next {
                if case .tag(let tag) = token { marks.append("#" + tag) }
                if case .link(let link) = token { marks.append("^" + link) }
                tokens.take()
            }
            book.change(transactionAt: place) { $0.marks += marks }
        default:
            let posting = try BeancountPosting.read(&tokens, line: line.number)
            book.change(transactionAt: place) {
                $0.postings.append(posting)
                $0.ownText?.add(line.bytes)
            }
        }
    }

    /// Takes in metadata: the name of a commodity, the id of a transaction. All else is counted.
    private mutating func note(_ key: String, _ value: BeancountToken?, at place: Int) {
        let text = if case .text(let text) = value { text } else { String?.none }
        switch (book.directives[place].content, text) {
        case (.commodity(let commodity, _), let name?) where key == "name": book.directives[place].content = .commodity(commodity, name: name)
        case (.transaction(var transaction), let id?) where ["id", "uuid"].contains(key) && transaction.postings.isEmpty:
            transaction.id = id
            book.directives[place].content = .transaction(transaction)
        case (.transaction(let transaction), let own?) where key == OwnEntries.key:
            if transaction.postings.isEmpty {
                let day = book.directives[place].day
                book.change(transactionAt: place) { ($0.ownEntries, $0.ownText) = (own, OwnText(day)) }
            } else if own == BeancountSyntax.unknownCost {
                book.change(transactionAt: place) { $0.postings[$0.postings.count - 1].isCostUnknown = true }
            } else {
                book.leftOut["metadata value", default: 0] += 1
            }
        case (.open(let account, _), let name?) where key == "luca": book.lucaNames[account] = name
        case (.open(let account, _), let code?) where key == "currency" && book.lucaNames[account] != nil: book.lucaCurrencies[account] = code
        case (.commodity(let commodity, _), let symbol?) where key == "luca": book.symbols[commodity] = symbol
        default: book.leftOut["metadata value", default: 0] += 1
        }
    }
}

/// The lines of a file, of which some go on where a text in quotes does.
struct BeancountLines {
    /// A line, or several that belong together.
    struct Line {
        /// The number of the first.
        var number: Int
        /// Without what indents it.
        var bytes: UnsafeBufferPointer<UInt8>
        /// Whether it belongs to the statement above.
        var isIndented: Bool
        /// Whether a text in quotes is still open at the file's end.
        var isUnterminated: Bool
    }

    private let rest: UnsafeBufferPointer<UInt8>
    /// Where the next line begins.
    private(set) var position: Int
    /// The number of the line read last.
    private(set) var number: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, first: Int) {
        rest = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        number = first - 1
    }

    /// The next line that is not blank.
    mutating func next() -> Line? {
        while position < rest.count {
            number += 1
            let first = number, start = position
            // A heading of an outline may hold a quote that is none.
            var end = start, isQuoted = false, isComment = "*:#!&?%".utf8.contains(rest[start])
            while end < rest.count {
                let byte = rest[end]
                if byte == UInt8(ascii: "\n") {
                    if !isQuoted { break }
                    number += 1
                } else if isQuoted, byte == UInt8(ascii: "\\") {
                    end = min(end + 1, rest.count - 1)
                } else if byte == UInt8(ascii: "\""), !isComment {
                    isQuoted.toggle()
                } else if byte == UInt8(ascii: ";"), !isQuoted {
                    isComment = true
                }
                end += 1
            }
            position = min(end + 1, rest.count)
            var bare = start
            while bare < end, rest[bare] <= 0x20 { bare += 1 }
            if bare == end || rest[bare] == UInt8(ascii: ";") { continue }
            return Line(number: first, bytes: UnsafeBufferPointer(rebasing: rest[bare..<end]), isIndented: bare > start, isUnterminated: isQuoted)
        }
        return nil
    }
}
