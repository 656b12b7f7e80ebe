import Values

/// Reads the amounts of a posting of ledger or hledger: `10 AAPL {$30.00} [2014-01-02] @ $50.00 = 15 AAPL`.
struct JournalAmount {
    /// How a file writes its amounts.
    struct Style {
        /// What parts the decimals; nil where nothing in the file tells.
        var mark: Character?
        /// The commodity of amounts that name none.
        var defaultCommodity: String?
        /// The codes of signs that several currencies share, such as `$`.
        var signs: [String: String] = [:]
    }

    private let text: [Character]
    private var place = 0
    private let style: Style

    init(_ text: Substring, _ style: Style) { (self.text, self.style) = (Array(text), style) }

    /// Completes a posting with what stands behind its account.
    mutating func complete(_ posting: inout DoubleEntryBook.Posting) throws(ImportIssue) {
        skipBlanks()
        if let next, !"={[@(".contains(next) {
            let amount = try amount()
            posting.units = DoubleEntryBook.WrittenAmount(number: amount.number, digits: amount.digits, commodity: amount.commodity)
        } else if next == "(", !isPriceMark {
            throw ImportIssue(.badNumber, message: "an amount that is to be computed is not read", hint: "write the number itself")
        }
        try readLot(&posting)
        if next == "=" { try readBalance(&posting) }
        skipBlanks()
        try readLot(&posting)
        if place < text.count {
            let rest = MessageText.cut(String(text[place...]))
            throw ImportIssue(.badWord, text: rest, message: "\"\(rest)\" is out of place behind an amount", hint: "two blanks part account and amount")
        }
    }

    /// Reads one amount and nothing else, such as the price of a `P` line.
    mutating func only() throws(ImportIssue) -> DoubleEntryBook.Amount {
        skipBlanks()
        let amount = try amount()
        guard place == text.count || next == "(" || next == "{" || next == "[" else {
            throw ImportIssue(.badWord, message: "\"\(MessageText.cut(String(text[place...])))\" is out of place behind a price")
        }
        return DoubleEntryBook.Amount(number: amount.number, commodity: amount.commodity)
    }

    private var next: Character? { place < text.count ? text[place] : nil }
    private var isPriceMark: Bool { place + 1 < text.count && text[place] == "(" && text[place + 1] == "@" }

    private mutating func skipBlanks() { while let next, next == " " || next == "\t" { place += 1 } }

    // MARK: lots, prices, balances

    /// Reads what may stand behind units in any order: `{cost}`, `[day]`, `(note)`, `@ price`.
    private mutating func readLot(_ posting: inout DoubleEntryBook.Posting) throws(ImportIssue) {
        while let mark = next {
            switch mark {
            case "{": try readCost(&posting)
            case "[":
                let day = try inside("[", "]")
                var terms = posting.cost ?? DoubleEntryBook.CostTerms()
                terms.day = try JournalDate.read(Substring(day), year: nil)
                posting.cost = terms
            case "(" where !isPriceMark:
                let note = try inside("(", ")")
                if note.hasPrefix("(") { throw ImportIssue(.badNumber, message: "a lot whose value is to be computed is not read", hint: "leave ((…)) out") }
                var terms = posting.cost ?? DoubleEntryBook.CostTerms()
                terms.label = note
                posting.cost = terms
            case "@", "(": try readPrice(&posting)
            default: return
            }
            skipBlanks()
        }
    }

    private mutating func readCost(_ posting: inout DoubleEntryBook.Posting) throws(ImportIssue) {
        let isTotal = place + 1 < text.count && text[place + 1] == "{"
        let closing = isTotal ? "}}" : "}"
        place += closing.count
        var terms = posting.cost ?? DoubleEntryBook.CostTerms()
        skipBlanks()
        if next == "=" { place += 1 }
        skipBlanks()
        if next != "}" {
            let cost = try amount()
            (terms.number, terms.commodity, terms.isTotal) = (cost.number, cost.commodity, isTotal)
        }
        skipBlanks()
        for _ in closing {
            guard next == "}" else { throw ImportIssue(.badWord, message: "a cost is open: it ends with \(closing)") }
            place += 1
        }
        posting.cost = terms
    }

    private mutating func readPrice(_ posting: inout DoubleEntryBook.Posting) throws(ImportIssue) {
        let isBracketed = next == "("
        if isBracketed { place += 1 }
        var terms = DoubleEntryBook.PriceTerms()
        place += 1
        if next == "@" {
            terms.isTotal = true
            place += 1
        }
        if isBracketed {
            guard next == ")" else { throw ImportIssue(.badWord, message: "a bracket is open: (@) or (@@)") }
            place += 1
        }
        skipBlanks()
        if next == "=" { place += 1 }
        let price = try amount()
        (terms.number, terms.commodity) = (price.number.magnitude, price.commodity)
        posting.price = terms
    }

    private mutating func readBalance(_ posting: inout DoubleEntryBook.Posting) throws(ImportIssue) {
        place += 1
        if next == "=" { place += 1 }
        if next == "*" {
            place += 1
            posting.balanceIncludesBelow = true
        }
        skipBlanks()
        let amount = try amount()
        posting.balance = DoubleEntryBook.Amount(number: amount.number, commodity: amount.commodity)
    }

    private mutating func inside(_ open: Character, _ close: Character) throws(ImportIssue) -> String {
        let start = place + 1
        guard let end = text[start...].firstIndex(of: close) else { throw ImportIssue(.badWord, message: "a \(open) is open: it ends with \(close)") }
        place = end + 1
        return String(text[start..<end])
    }

    // MARK: amounts

    /// A number with its commodity before or behind it.
    private mutating func amount() throws(ImportIssue) -> (number: FixedDecimal, digits: Int, commodity: String) {
        skipBlanks()
        var isNegative = sign(), commodity = try symbol()
        skipBlanks()
        if sign() { isNegative.toggle() }
        let number = try number()
        if commodity.isEmpty {
            let before = place
            skipBlanks()
            commodity = try symbol()
            if commodity.isEmpty { place = before }
        }
        skipBlanks()
        guard !commodity.isEmpty || number.value.isZero || style.defaultCommodity != nil else {
            throw ImportIssue(.badCurrency, message: "the amount \(number.value) names no commodity", hint: "write what it is of, or set it for the file: D 1000.00 USD")
        }
        return (isNegative ? -number.value : number.value, number.digits, commodity.isEmpty ? style.defaultCommodity ?? "" : commodity)
    }

    private mutating func sign() -> Bool {
        guard let next, next == "-" || next == "+" else { return false }
        place += 1
        return next == "-"
    }

    /// A commodity: a word, a sign, or a text in quotes; empty where none comes.
    private mutating func symbol() throws(ImportIssue) -> String {
        if next == "\"" {
            let start = place + 1
            guard let end = text[min(start, text.count)...].firstIndex(of: "\"") else { throw ImportIssue(.unterminatedQuote, message: "a commodity in quotes is open") }
            place = end + 1
            return String(text[start..<end])
        }
        let start = place
        while let next, !next.isNumber, !next.isWhitespace, !"{}[]()@=;-+*/^&|!<>?,.\"".contains(next) { place += 1 }
        let word = String(text[start..<place])
        return style.signs[word] ?? CurrencySign(word)?.currency?.code ?? word
    }

    private mutating func number() throws(ImportIssue) -> (value: FixedDecimal, digits: Int) {
        let start = place
        while let next, next.isNumber || ".,'_".contains(next) || next == " " && place + 1 < text.count && text[place + 1].isNumber && place > start { place += 1 }
        let written = String(text[start..<place])
        guard written.contains(where: \.isNumber) else {
            throw ImportIssue(.badNumber, text: written, message: "a number is expected, and there is \(next.map { "\"\($0)\"" } ?? "nothing")")
        }
        return try JournalNumber.read(written, mark: style.mark)
    }
}

/// Numbers of a journal, whose decimals may stand behind a point or a comma.
enum JournalNumber {
    /// Reads a number.
    ///
    /// - Throws: `ambiguousNumbers` for `1,234` where nothing tells what the comma is.
    static func read(_ written: String, mark: Character?) throws(ImportIssue) -> (value: FixedDecimal, digits: Int) {
        let bare = written.filter { !"'_ ".contains($0) }
        let own = mark == nil ? try ownMark(bare) : nil
        guard let decimal = mark ?? own else { return (try value(bare, written), 0) }
        let whole = bare.filter { $0 == decimal || $0.isNumber }
        guard whole.count(where: { $0 == decimal }) <= 1 else { throw bad(written) }
        let digits = whole.lastIndex(of: decimal).map { whole.distance(from: $0, to: whole.endIndex) - 1 } ?? 0
        var plain = whole.replacing(String(decimal), with: ".")
        if plain.hasSuffix(".") { plain.removeLast() }
        if plain.hasPrefix(".") { plain = "0" + plain }
        return (try value(plain, written), digits)
    }

    /// The decimal mark that a number tells by itself; nil where it has none.
    private static func ownMark(_ number: String) throws(ImportIssue) -> Character? {
        guard let last = number.last(where: { $0 == "." || $0 == "," }) else { return nil }
        let other: Character = last == "." ? "," : "."
        if number.contains(other) { return last }
        let parts = number.split(separator: last, omittingEmptySubsequences: false)
        if parts.count > 2 {
            guard parts.dropFirst().allSatisfy({ $0.count == 3 }) else { throw bad(number) }
            return other
        }
        if parts[1].count != 3 || parts[0].isEmpty || parts[0] == "0" || parts[0].count > 3 { return last }
        throw ImportIssue(
            .ambiguousNumbers, text: number, message: "nothing in the file tells whether \(number) has thousands or decimals",
            hint: "write a line decimal-mark \(last) or decimal-mark \(other), or say decimal_mark=")
    }

    private static func value(_ plain: String, _ written: String) throws(ImportIssue) -> FixedDecimal {
        do { return try FixedDecimal(plain) } catch { throw bad(written) }
    }

    private static func bad(_ written: String) -> ImportIssue {
        ImportIssue(.badNumber, text: written, message: "\"\(MessageText.cut(written))\" is no number")
    }

    /// The decimal mark that the numbers of a file tell, where all that tell one tell the same.
    static func mark(of lines: some Sequence<Substring>) -> Character? {
        var marks: Set<Character> = []
        for line in lines where line.first?.isWhitespace == true {
            let code = line.prefix { $0 != ";" }
            for number in code.split(whereSeparator: { !$0.isNumber && $0 != "." && $0 != "," }) where number.contains(where: \.isNumber) {
                if let mark = try? ownMark(String(number)) { marks.insert(mark) }
            }
            if marks.count > 1 { return nil }
        }
        return marks.first
    }
}

/// Days of a journal: `2014-01-02`, `2014/1/2`, `2014.1.2`, or without the year where the file tells it.
enum JournalDate {
    /// Reads a day.
    static func read(_ text: Substring, year: Int?) throws(ImportIssue) -> Day {
        let parts = text.split(whereSeparator: { "-/.".contains($0) }).map { Int($0) }
        let figures = parts.compactMap(\.self)
        guard figures.count == parts.count, figures.count == 3 || figures.count == 2 else { throw bad(text) }
        guard let year = figures.count == 3 ? figures[0] : year else {
            throw ImportIssue(.badDate, text: String(text), message: "the day \(MessageText.cut(String(text))) has no year", hint: "write a line such as Y 2014 above it")
        }
        do { return try Day(year: year, month: figures[figures.count - 2], day: figures[figures.count - 1]) } catch { throw bad(text) }
    }

    private static func bad(_ text: Substring) -> ImportIssue {
        ImportIssue(.badDate, text: String(text), message: "\"\(MessageText.cut(String(text)))\" is no day", hint: "write it as 2014-03-31")
    }
}
