import Values

/// A word of a beancount file.
enum BeancountToken: Equatable {
    case day(Day)
    case text(String)
    case account(String)
    /// A currency, a keyword, a flag of one letter.
    case word(String)
    case number(FixedDecimal, digits: Int)
    case tag(String)
    case link(String)
    /// A key of metadata, without its colon.
    case key(String)
    case mark(BeancountMark)

    /// As a message repeats it.
    var shown: String {
        switch self {
        case .day(let day): "\(day)"
        case .text(let text): "\"\(MessageText.cut(text))\""
        case .account(let name), .word(let name): MessageText.cut(name)
        case .number(let number, _): "\(number)"
        case .tag(let name): "#\(MessageText.cut(name))"
        case .link(let name): "^\(MessageText.cut(name))"
        case .key(let name): "\(MessageText.cut(name)):"
        case .mark(let mark): mark.shown
        }
    }
}

/// A mark of a beancount file: a byte such as `*`, or one of `{{`, `}}` and `@@`.
struct BeancountMark: Hashable {
    let byte: UInt8
    var isDouble = false

    /// As it is written.
    var shown: String { String(repeating: Character(UnicodeScalar(byte)), count: isDouble ? 2 : 1) }

    static let star = BeancountMark(byte: UInt8(ascii: "*")), slash = BeancountMark(byte: UInt8(ascii: "/"))
    static let plus = BeancountMark(byte: UInt8(ascii: "+")), minus = BeancountMark(byte: UInt8(ascii: "-"))
    static let open = BeancountMark(byte: UInt8(ascii: "(")), close = BeancountMark(byte: UInt8(ascii: ")"))
    static let comma = BeancountMark(byte: UInt8(ascii: ",")), tilde = BeancountMark(byte: UInt8(ascii: "~"))
    static let bar = BeancountMark(byte: UInt8(ascii: "|")), exclamation = BeancountMark(byte: UInt8(ascii: "!")), hash = BeancountMark(byte: UInt8(ascii: "#"))
    static let cost = BeancountMark(byte: UInt8(ascii: "{")), totalCost = BeancountMark(byte: UInt8(ascii: "{"), isDouble: true)
    static let endOfCost = BeancountMark(byte: UInt8(ascii: "}")), endOfTotalCost = BeancountMark(byte: UInt8(ascii: "}"), isDouble: true)
    static let price = BeancountMark(byte: UInt8(ascii: "@")), totalPrice = BeancountMark(byte: UInt8(ascii: "@"), isDouble: true)
}

/// The words of one statement, which is a line, or several where a text in quotes goes on.
struct BeancountTokens {
    private(set) var tokens: [BeancountToken] = []
    /// The token that comes next.
    private(set) var place = 0
    /// Accounts and commodities, of which a file has few and names each many times.
    private var names = ByteInterner()
    private var nameTexts: [String] = []

    /// Reads the words of a line, in the place of those read before.
    ///
    /// - Throws: `badWord` for a character that begins none, `badDate` and `badNumber` for those that are none.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImportIssue) {
        tokens.removeAll(keepingCapacity: true)
        place = 0
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: ";") { break }
            if byte <= 0x20 { position += 1 } else { tokens.append(try token(bytes, &position)) }
        }
    }

    private mutating func token(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) throws(ImportIssue) -> BeancountToken {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "\""): return .text(Self.quoted(bytes, &position))
        case UInt8(ascii: "#"), UInt8(ascii: "^"):
            let name = Self.run(bytes, position + 1) { Self.isNameByte($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
            position += 1 + name.utf8.count
            if name.isEmpty { return .mark(BeancountMark(byte: byte)) }
            return byte == UInt8(ascii: "#") ? .tag(name) : .link(name)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): return try Self.figure(bytes, &position)
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "@"):
            let isDouble = position + 1 < bytes.count && bytes[position + 1] == byte
            position += isDouble ? 2 : 1
            return .mark(BeancountMark(byte: byte, isDouble: isDouble))
        case UInt8(ascii: "/") where Self.isContract(bytes, position): return contract(bytes, &position)
        case _ where Self.isMark(byte):
            position += 1
            return .mark(BeancountMark(byte: byte))
        default: return try name(bytes, &position)
        }
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "%"), UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "~"), UInt8(ascii: "|"), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    private static func isContractByte(_ byte: UInt8) -> Bool { (isNameByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "'")) && byte < 0x80 && !isLower(byte) }
    private static func isLower(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
    private static func isCapital(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }

    /// Whether a stroke begins the name of a futures contract, such as `/ESZ20`: a letter stands in what follows it.
    private static func isContract(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
        bytes[(position + 1)...].prefix(while: isContractByte).contains(where: isCapital)
    }

    private mutating func contract(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> BeancountToken {
        let start = position
        position += 1 + bytes[(position + 1)...].prefix(while: Self.isContractByte).count
        return .word(known(bytes, start..<position))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String { String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) }

    private static func run(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ fits: (UInt8) -> Bool) -> String {
        var end = start
        while end < bytes.count, fits(bytes[end]) { end += 1 }
        return text(bytes, start..<end)
    }

    /// A text in quotes, whose end was looked for before.
    private static func quoted(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> String {
        let start = position + 1
        var end = start, escaped: [UInt8]?
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            if bytes[end] == UInt8(ascii: "\\"), end + 1 < bytes.count {
                if escaped == nil { escaped = Array(bytes[start..<end]) }
                end += 1
            }
            escaped?.append(bytes[end])
            end += 1
        }
        position = end + 1
        return escaped.map { String(decoding: $0, as: UTF8.self) } ?? text(bytes, start..<end)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// A day or a number.
    private static func figure(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) throws(ImportIssue) -> BeancountToken {
        if bytes.count - position >= 8, bytes[position..<position + 4].allSatisfy(isDigit), bytes[position + 4] == UInt8(ascii: "-") || bytes[position + 4] == UInt8(ascii: "/") {
            let written = run(bytes, position) { isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") }
            let words = written.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") }, parts = words.compactMap { Int(Substring($0)) }
            if parts.count == 3, words.dropFirst().allSatisfy({ $0.count <= 2 }) {
                position += written.utf8.count
                do { return .day(try Day(year: parts[0], month: parts[1], day: parts[2])) } catch {
                    throw ImportIssue(.badDate, text: written, message: "\"\(written)\" is no day", hint: "write it as 2014-03-31")
                }
            }
        }
        let start = position
        var hasPoint = false
        while position < bytes.count, isDigit(bytes[position]) || bytes[position] == UInt8(ascii: ".") || bytes[position] == UInt8(ascii: ",") && !hasPoint {
            hasPoint = hasPoint || bytes[position] == UInt8(ascii: ".")
            position += 1
        }
        // A comma behind a number parts what a cost says.
        while bytes[position - 1] == UInt8(ascii: ","), position - 1 > start { position -= 1 }
        return try number(UnsafeBufferPointer(rebasing: bytes[start..<position]))
    }

    /// The most digits that are taken together as a whole number: as many as a decimal has behind its point.
    private static let mostDigits = FixedDecimal.scale

    private static func number(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImportIssue) -> BeancountToken {
        var mantissa: Int64 = 0, count = 0, point: Int?
        for byte in bytes where byte != UInt8(ascii: ",") {
            if byte == UInt8(ascii: "."), point == nil {
                point = count
                continue
            }
            guard isDigit(byte), count < mostDigits else { return try slowNumber(bytes) }
            mantissa = mantissa * 10 + Int64(byte - UInt8(ascii: "0"))
            count += 1
        }
        if count == 0 || point == 0 { return try slowNumber(bytes) }
        let digits = point.map { count - $0 } ?? 0
        return .number(FixedDecimal(units: Int128(mantissa) * tenToThe(FixedDecimal.scale - digits)), digits: digits)
    }

    private static func slowNumber(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImportIssue) -> BeancountToken {
        let number = String(decoding: bytes, as: UTF8.self), plain = number.filter { $0 != "," }
        do {
            let digits = plain.firstIndex(of: ".").map { plain.distance(from: $0, to: plain.endIndex) - 1 } ?? 0
            return .number(try FixedDecimal(plain.hasSuffix(".") ? String(plain.dropLast()) : plain), digits: digits)
        } catch {
            throw ImportIssue(.badNumber, text: number, message: "\"\(MessageText.cut(number))\" is no number: \(error.description)")
        }
    }

    /// A name that may have been read before.
    private mutating func known(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
        let code = names.intern(UnsafeBufferPointer(rebasing: bytes[range]))
        if code == nameTexts.count { nameTexts.append(Self.text(bytes, range)) }
        return nameTexts[code]
    }

    /// An account, a currency, a keyword or a key.
    private mutating func name(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) throws(ImportIssue) -> BeancountToken {
        let start = position
        var colon: Int?
        while position < bytes.count {
            let byte = bytes[position]
            let isInside = byte == UInt8(ascii: ":") && position + 1 < bytes.count && bytes[position + 1] > 0x20
            guard Self.isNameByte(byte) || isInside || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "'") else { break }
            if isInside, colon == nil { colon = position }
            position += 1
        }
        if position == start {
            let stray = String(decoding: bytes[start...].prefix(4), as: UTF8.self).prefix(1)
            throw ImportIssue(.badWord, text: String(stray), message: "\"\(stray)\" begins no word here", hint: "texts stand in quotes, comments behind a semicolon")
        }
        let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[start])
        if let colon {
            // A key may stand right before its value.
            if isLower {
                position = colon + 1
                return .key(Self.text(bytes, start..<colon))
            }
            return .account(known(bytes, start..<position))
        }
        let end = position
        if isLower, position < bytes.count, bytes[position] == UInt8(ascii: ":") {
            position += 1
            return .key(Self.text(bytes, start..<end))
        }
        return .word(known(bytes, start..<end))
    }

    // MARK: taking words

    /// The next word; nil at the end.
    var next: BeancountToken? { place < tokens.count ? tokens[place] : nil }

    /// The word behind the next.
    var second: BeancountToken? { place + 1 < tokens.count ? tokens[place + 1] : nil }

    /// Takes the next word.
    mutating func take() { place += 1 }

    /// Whether a mark is the next word.
    func isNext(_ mark: BeancountMark) -> Bool { if case .mark(mark) = next { true } else { false } }

    /// Takes a mark if it is the next word.
    mutating func take(_ mark: BeancountMark) -> Bool {
        guard isNext(mark) else { return false }
        place += 1
        return true
    }

    /// Takes a text in quotes.
    mutating func takeText() -> String? {
        guard case .text(let text) = next else { return nil }
        place += 1
        return text
    }

    /// Takes a word such as a currency.
    mutating func takeWord() -> String? {
        guard case .word(let word) = next else { return nil }
        place += 1
        return word
    }

    /// Takes an account.
    ///
    /// - Throws: `missingValue` where something else comes next.
    mutating func takeAccount() throws(ImportIssue) -> String {
        guard case .account(let name) = next else {
            throw ImportIssue(
                .missingValue, message: "an account is expected, and there is \(next?.shown ?? "nothing")", hint: "an account has parts, each with a capital: Assets:Broker")
        }
        place += 1
        return name
    }

    /// Takes a number, which may be computed: `(12.50 + 3) / 2`. Nil where none comes next.
    mutating func takeNumber() throws(ImportIssue) -> (number: FixedDecimal, digits: Int)? {
        switch next {
        case .number, .mark(.open), .mark(.minus), .mark(.plus): break
        default: return nil
        }
        do { return try sum(depth: 0) } catch let issue as ImportIssue { throw issue } catch {
            throw ImportIssue(.badNumber, message: "the figure cannot be computed: \(error)")
        }
    }

    private static let deepest = 50

    private mutating func sum(depth: Int) throws -> (number: FixedDecimal, digits: Int) {
        var left = try product(depth: depth)
        while isNext(.plus) || isNext(.minus) {
            let isSum = take(.plus)
            if !isSum { take() }
            let right = try product(depth: depth)
            left = (isSum ? try left.number + right.number : try left.number - right.number, max(left.digits, right.digits))
        }
        return left
    }

    private mutating func product(depth: Int) throws -> (number: FixedDecimal, digits: Int) {
        var left = try factor(depth: depth)
        while isNext(.star) || isNext(.slash) {
            let isProduct = take(.star)
            if !isProduct { take() }
            let right = try factor(depth: depth)
            if isProduct {
                left = (try left.number * right.number, left.digits + right.digits)
            } else {
                let quotient = try left.number / right.number
                left = (quotient, max(left.digits - right.digits, DoubleEntryText.digits(quotient)))
            }
        }
        return left
    }

    private mutating func factor(depth: Int) throws -> (number: FixedDecimal, digits: Int) {
        guard depth < Self.deepest else { throw ImportIssue(.badNumber, message: "its brackets are nested more than \(Self.deepest) deep") }
        if take(.minus) {
            let inner = try factor(depth: depth + 1)
            return (-inner.number, inner.digits)
        }
        if take(.plus) { return try factor(depth: depth + 1) }
        if take(.open) {
            let inner = try sum(depth: depth + 1)
            guard take(.close) else { throw ImportIssue(.badNumber, message: "a bracket is open, and \(next?.shown ?? "the line's end") comes") }
            return inner
        }
        guard case .number(let number, let digits) = next else {
            throw ImportIssue(.badNumber, message: "a number is expected, and there is \(next?.shown ?? "nothing")")
        }
        take()
        return (number, digits)
    }
}
