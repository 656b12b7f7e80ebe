import Values

/// Reads the amounts of a posting of ledger or hledger: `10 AAPL {$30.00} [2014-01-02] @ $50.00 = 15 AAPL`.
struct JournalAmount {
    /// How a file writes its amounts.
    struct Style {
        /// The decimal mark that a line or the user tells; nil where none does.
        var told: UInt8?
        /// The one that all numbers of the file have which tell one; nil where there is none, or two.
        var inferred: UInt8?
        /// The decimal marks of single commodities.
        let marks = JournalMarks()
        /// The commodity of amounts that name none.
        var defaultCommodity: String?
        /// The codes of signs that several currencies share, such as `$`.
        var signs: [String: String] = [:]
        /// What words and signs stand for, as far as they were met.
        let symbols = JournalSymbols()

        /// The commodity that a word or a sign stands for.
        func commodity(_ word: String) -> String { signs[word] ?? CurrencySign(word)?.currency?.code ?? word }

        /// The style with which a directive is read that shows how its commodity is written.
        func showing(_ mark: UInt8?) -> Style {
            var style = self
            style.told = mark ?? told
            return style
        }

        /// Reads the bytes of a number of a commodity.
        func number(_ bytes: ArraySlice<UInt8>, of commodity: String) throws(ImportIssue) -> (value: FixedDecimal, digits: Int) {
            try JournalNumber.read(bytes) { told ?? marks.hint($0, of: commodity, inferred: inferred, bytes) }
        }
    }

    let text: [UInt8]
    /// The byte that is read next.
    var place = 0
    /// Whether it stands between the braces of a lot, where a comma may part amount and name.
    private var isInLot = false
    let style: Style

    init(_ text: Substring, _ style: Style) { (self.text, self.style) = (Array(text.utf8), style) }

    /// Completes a posting with what stands behind its account.
    mutating func complete(_ posting: inout DoubleEntryBook.Posting) throws(ImportIssue) {
        skipBlanks()
        if let next, !Self.isLotMark(next) || next == .openBracket && !isPriceMark {
            let amount = try amount()
            posting.units = DoubleEntryBook.WrittenAmount(number: amount.number, digits: UInt8(clamping: amount.digits), commodity: amount.commodity)
        }
        try readLot(&posting)
        if next == .equals { try readBalance(&posting) }
        skipBlanks()
        try readLot(&posting)
        if place < text.count {
            let rest = MessageText.cut(string(place..<text.count))
            throw ImportIssue(.badWord, text: rest, message: "\"\(rest)\" is out of place behind an amount", hint: "two blanks part account and amount")
        }
    }

    /// Reads one amount and nothing else, such as the price of a `P` line.
    mutating func only() throws(ImportIssue) -> DoubleEntryBook.Amount {
        skipBlanks()
        let amount = try amount()
        guard place == text.count || next == .openBracket || next == .openBrace || next == .openSquare else {
            throw ImportIssue(.badWord, message: "\"\(MessageText.cut(string(place..<text.count)))\" is out of place behind a price")
        }
        return DoubleEntryBook.Amount(number: amount.number, commodity: amount.commodity)
    }

    /// The next byte; nil behind the last.
    var next: UInt8? { place < text.count ? text[place] : nil }
    private var isPriceMark: Bool { place + 1 < text.count && text[place] == .openBracket && text[place + 1] == .at }
    private static func isLotMark(_ byte: UInt8) -> Bool { byte == .equals || byte == .openBrace || byte == .openSquare || byte == .at || byte == .openBracket }

    mutating func skipBlanks() { while let next, next == 0x20 || next == 0x09 { place += 1 } }

    func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    // MARK: lots, prices, balances

    /// Reads what may stand behind units in any order: `{cost}`, `[day]`, `(note)`, `@ price`.
    private mutating func readLot(_ posting: inout DoubleEntryBook.Posting) throws(ImportIssue) {
        while let mark = next {
            switch mark {
            case .openBrace: try readCost(&posting)
            case .openSquare:
                let day = try inside(.openSquare, .closeSquare)
                var terms = posting.cost ?? DoubleEntryBook.CostTerms()
                terms.day = try JournalDate.read(Substring(day), year: nil)
                posting.cost = terms
            case .openBracket where !isPriceMark:
                let note = try inside(.openBracket, .closeBracket)
                if note.hasPrefix("(") { throw ImportIssue(.badNumber, message: "a lot whose value is to be computed is not read", hint: "leave ((…)) out") }
                var terms = posting.cost ?? DoubleEntryBook.CostTerms()
                terms.label = note
                posting.cost = terms
            case .at, .openBracket: try readPrice(&posting)
            default: return
            }
            skipBlanks()
        }
    }

    private mutating func readCost(_ posting: inout DoubleEntryBook.Posting) throws(ImportIssue) {
        let isTotal = place + 1 < text.count && text[place + 1] == .openBrace
        let closing = isTotal ? "}}" : "}"
        place += closing.count
        var terms = posting.cost ?? DoubleEntryBook.CostTerms()
        skipBlanks()
        if next == .equals { place += 1 }
        skipBlanks()
        isInLot = true
        defer { isInLot = false }
        while let next, next != .closeBrace {
            if let day = try lotDay() {
                terms.day = day
            } else if let name = lotName() {
                terms.label = name
            } else {
                let cost = try amount()
                (terms.number, terms.commodity, terms.isTotal) = (cost.number, cost.commodity, isTotal)
            }
            skipBlanks()
            guard self.next == UInt8(ascii: ",") else { break }
            place += 1
            skipBlanks()
        }
        for _ in closing {
            guard next == .closeBrace else { throw ImportIssue(.badWord, message: "a cost is open: it ends with \(closing)") }
            place += 1
        }
        posting.cost = terms
    }

    /// The day of a lot of hledger 2: `{2025-01-01, "lot1", $50}`; nil where none comes.
    private mutating func lotDay() throws(ImportIssue) -> Day? {
        let word = text[place...].prefix { JournalNumber.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") }
        guard word.count >= 8, word.count(where: { !JournalNumber.isDigit($0) }) == 2 else { return nil }
        place = word.endIndex
        return try JournalDate.read(Substring(String(decoding: word, as: UTF8.self)), year: nil)
    }

    /// The name of such a lot; nil where none comes, or where it is that of a commodity before its number.
    private mutating func lotName() -> String? {
        guard next == UInt8(ascii: "\""), let end = text[(place + 1)...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        let behind = text[(end + 1)...].first { $0 != 0x20 && $0 != 0x09 }
        guard behind == UInt8(ascii: ",") || behind == .closeBrace else { return nil }
        defer { place = end + 1 }
        return string((place + 1)..<end)
    }

    private mutating func readPrice(_ posting: inout DoubleEntryBook.Posting) throws(ImportIssue) {
        let isBracketed = next == .openBracket
        if isBracketed { place += 1 }
        var terms = DoubleEntryBook.PriceTerms()
        place += 1
        if next == .at {
            terms.isTotal = true
            place += 1
        }
        if isBracketed {
            guard next == .closeBracket else { throw ImportIssue(.badWord, message: "a bracket is open: (@) or (@@)") }
            place += 1
        }
        skipBlanks()
        if next == .equals { place += 1 }
        let price = try amount()
        (terms.number, terms.commodity) = (price.number.magnitude, price.commodity)
        posting.price = terms
    }

    private mutating func readBalance(_ posting: inout DoubleEntryBook.Posting) throws(ImportIssue) {
        place += 1
        if next == .equals { place += 1 }
        if next == UInt8(ascii: "*") {
            place += 1
            posting.balanceIncludesBelow = true
        }
        skipBlanks()
        let amount = try amount()
        posting.balance = DoubleEntryBook.Amount(number: amount.number, commodity: amount.commodity)
    }

    private mutating func inside(_ open: UInt8, _ close: UInt8) throws(ImportIssue) -> String {
        let start = place + 1
        guard let end = text[start...].firstIndex(of: close) else {
            throw ImportIssue(.badWord, message: "a \(UnicodeScalar(open)) is open: it ends with \(UnicodeScalar(close))")
        }
        place = end + 1
        return string(start..<end)
    }

    // MARK: amounts

    /// A number with its commodity before or behind it.
    ///
    /// - Parameter isPart: whether it is one of an amount that is computed, which needs no commodity.
    mutating func amount(isPart: Bool = false) throws(ImportIssue) -> (number: FixedDecimal, digits: Int, commodity: String) {
        skipBlanks()
        if next == .openBracket, !isPart { return try computed() }
        var isNegative = sign()
        skipBlanks()
        var commodity = try symbol()
        skipBlanks()
        if sign() { isNegative.toggle() }
        let bytes = try digits()
        if commodity.isEmpty {
            let before = place
            skipBlanks()
            commodity = try symbol()
            if commodity.isEmpty { place = before }
        }
        skipBlanks()
        let number = try style.number(bytes, of: commodity.isEmpty ? style.defaultCommodity ?? "" : commodity)
        if isPart { return (isNegative ? -number.value : number.value, number.digits, commodity) }
        guard !commodity.isEmpty || number.value.isZero || style.defaultCommodity != nil else {
            throw ImportIssue(.badCurrency, message: "the amount \(number.value) names no commodity", hint: "write what it is of, or set it for the file: D 1000.00 USD")
        }
        return (isNegative ? -number.value : number.value, number.digits, commodity.isEmpty ? style.defaultCommodity ?? "" : commodity)
    }

    private mutating func sign() -> Bool {
        guard let next, next == UInt8(ascii: "-") || next == UInt8(ascii: "+") else { return false }
        place += 1
        return next == UInt8(ascii: "-")
    }

    /// A commodity: a word, a sign, or a text in quotes; empty where none comes.
    private mutating func symbol() throws(ImportIssue) -> String {
        if next == UInt8(ascii: "\"") {
            let start = place + 1
            guard let end = text[min(start, text.count)...].firstIndex(of: UInt8(ascii: "\"")) else {
                throw ImportIssue(.unterminatedQuote, message: "a commodity in quotes is open")
            }
            place = end + 1
            return string(start..<end)
        }
        let start = place
        while let next {
            let length = next < 0x80 ? (Self.endsSymbol(next) ? 0 : 1) : lengthInSymbol
            if length == 0 { break }
            place += length
        }
        return start == place ? "" : style.symbols.commodity(text[start..<place], style)
    }

    /// Whether a byte is none of a commodity that is written without quotes.
    static func endsSymbol(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x09...0x0D, 0x20: true
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): false
        default: "{}[]()@=;-+*/^&|!<>?,.\"".utf8.contains(byte)
        }
    }

    /// How many bytes the next letter or sign has that is none of ASCII; 0 for a blank or a digit of another script, which end a symbol.
    private var lengthInSymbol: Int {
        var decoder = UTF8(), bytes = text[place...].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes), !scalar.properties.isWhitespace, scalar.properties.numericType == nil else { return 0 }
        return UTF8.width(scalar)
    }

    /// The bytes of a number with its marks, and an exponent where it has one.
    private mutating func digits() throws(ImportIssue) -> ArraySlice<UInt8> {
        let start = place
        while let next {
            let isInside = JournalNumber.isDigit(next) || next == UInt8(ascii: ".") || next == UInt8(ascii: ",") || next == UInt8(ascii: "'") || next == UInt8(ascii: "_")
            // In a lot it parts the amount from what follows.
            if isInLot, next == UInt8(ascii: ","), place + 1 == text.count || !JournalNumber.isDigit(text[place + 1]) { break }
            guard isInside || next == 0x20 && place + 1 < text.count && JournalNumber.isDigit(text[place + 1]) && place > start else { break }
            place += 1
        }
        guard text[start..<place].contains(where: JournalNumber.isDigit) else {
            let shown = place < text.count ? "\"\(string(place..<text.count).prefix(1))\"" : "nothing"
            throw ImportIssue(.badNumber, text: string(start..<place), message: "a number is expected, and there is \(shown)")
        }
        if let next, next == UInt8(ascii: "E") || next == UInt8(ascii: "e") { skipExponent() }
        return text[start..<place]
    }

    /// Goes behind `E3` or `e-2`, and nowhere where a word begins with that letter.
    private mutating func skipExponent() {
        var end = place + 1
        if end < text.count, text[end] == UInt8(ascii: "-") || text[end] == UInt8(ascii: "+") { end += 1 }
        guard end < text.count, JournalNumber.isDigit(text[end]) else { return }
        while end < text.count, JournalNumber.isDigit(text[end]) { end += 1 }
        place = end
    }
}

/// The commodities that words and signs stand for, each found out once.
final class JournalSymbols {
    private var names = ByteInterner()
    private var commodities: [String] = []

    /// The commodity that some bytes stand for.
    func commodity(_ word: ArraySlice<UInt8>, _ style: JournalAmount.Style) -> String {
        let number = word.withUnsafeBufferPointer { names.intern($0) }
        if number == commodities.count { commodities.append(style.commodity(String(decoding: word, as: UTF8.self))) }
        return commodities[number]
    }
}

extension UInt8 {
    static let openBracket = UInt8(ascii: "("), closeBracket = UInt8(ascii: ")")
    fileprivate static let openBrace = UInt8(ascii: "{"), closeBrace = UInt8(ascii: "}")
    fileprivate static let openSquare = UInt8(ascii: "["), closeSquare = UInt8(ascii: "]"), at = UInt8(ascii: "@"), equals = UInt8(ascii: "=")
}
