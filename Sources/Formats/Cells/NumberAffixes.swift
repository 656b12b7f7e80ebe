import Values

/// What stands before and behind the digits of a number: blanks, signs, parentheses, a currency.
struct NumberAffixes {
    private(set) var body: Slice<UnsafeBufferPointer<UInt8>>
    private(set) var isNegative = false
    private(set) var currency: Currency?
    /// A sign that several currencies share.
    private(set) var sign: CurrencySign?

    init(_ cell: UnsafeBufferPointer<UInt8>) {
        body = Slice(base: cell, bounds: cell.startIndex..<cell.endIndex)
        trim()
    }

    /// Whether the cell holds a word for "nothing".
    var isPlaceholder: Bool {
        if body.isEmpty { return true }
        guard body.count <= 4 else { return false }
        switch String(decoding: body, as: UTF8.self).lowercased() {
        case "-", "--", "---", "–", "—", "n/a", "na", "nan", "null", "nil", "none": return true
        default: return false
        }
    }

    /// Strips sign, parentheses and currency off the digits. What is unknown stays and makes the number unreadable.
    mutating func strip() {
        if body.first == UInt8(ascii: "("), body.last == UInt8(ascii: ")"), body.count > 2 {
            isNegative = true
            body = body.dropFirst().dropLast()
            trim()
        }
        let signed = takeSign()
        takeCurrencyBefore()
        if !signed { _ = takeSign() }
        takeCurrencyAfter()
        if !isNegative, body.count > 1, body.last == UInt8(ascii: "-") {
            isNegative = true
            body = body.dropLast()
            trim()
        }
    }

    private mutating func takeSign() -> Bool {
        guard let first = body.first else { return false }
        if first == UInt8(ascii: "+") {
            body = body.dropFirst()
        } else if first == UInt8(ascii: "-"), !isNegative {
            isNegative = true
            body = body.dropFirst()
        } else if body.starts(with: minusSign), !isNegative {
            isNegative = true
            body = body.dropFirst(minusSign.count)
        } else {
            return false
        }
        trim()
        return true
    }

    private mutating func takeCurrencyBefore() {
        for symbol in currencySymbols where body.starts(with: symbol.bytes) {
            take(symbol.sign)
            body = body.dropFirst(symbol.bytes.count)
            trim()
            return
        }
        guard body.count > 3, body.prefix(3).allSatisfy(isUpperCase), !isUpperCase(body[body.startIndex + 3]) else { return }
        currency = try? Currency(String(decoding: body.prefix(3), as: UTF8.self))
        body = body.dropFirst(3)
        trim()
    }

    private mutating func takeCurrencyAfter() {
        for symbol in currencySymbols where body.count > symbol.bytes.count && body.suffix(symbol.bytes.count).elementsEqual(symbol.bytes) {
            take(symbol.sign)
            body = body.dropLast(symbol.bytes.count)
            trim()
            return
        }
        guard body.count > 3, body.suffix(3).allSatisfy(isUpperCase), !isUpperCase(body[body.endIndex - 4]) else { return }
        currency = try? Currency(String(decoding: body.suffix(3), as: UTF8.self))
        body = body.dropLast(3)
        trim()
    }

    /// A dollar or a yen sign does not say whose dollar it is.
    private mutating func take(_ found: CurrencySign) {
        (currency, sign) = (found.currency, found.isShared ? found : nil)
    }

    private mutating func trim() {
        while !body.isEmpty {
            let width = Self.blankWidth(body, at: body.startIndex)
            guard width > 0 else { break }
            body = body.dropFirst(width)
        }
        while let last = body.last {
            if last == 0x20 || last == 0x09 {
                body = body.dropLast()
            } else if let blank = wideBlanks.first(where: { body.count >= $0.count && body.suffix($0.count).elementsEqual($0) }) {
                body = body.dropLast(blank.count)
            } else {
                break
            }
        }
    }

    /// How many bytes the blank at a place takes; 0 where there is none.
    static func blankWidth(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, at index: Int) -> Int {
        let byte = bytes[index]
        if byte == 0x20 || byte == 0x09 { return 1 }
        guard byte >= 0xC2 else { return 0 }
        for blank in wideBlanks where bytes[index...].starts(with: blank) { return blank.count }
        return 0
    }
}

/// The no-break space, the narrow no-break space and the thin space, all in use between groups of digits.
private let wideBlanks: [[UInt8]] = ["\u{A0}", "\u{202F}", "\u{2009}"].map { Array($0.utf8) }
private let minusSign = Array("\u{2212}".utf8)

private typealias CurrencySymbol = (bytes: [UInt8], sign: CurrencySign)

/// The signs found beside amounts, as bytes.
private let currencySymbols = CurrencySign.all.map { CurrencySymbol(Array($0.text.utf8), $0) }

private func isUpperCase(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
