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
    /// `{`, `}}`, `@@`, `*` and the like.
    case mark(String)

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
        case .mark(let mark): mark
        }
    }
}

/// The words of one statement, which is a line, or several where a text in quotes goes on.
struct BeancountTokens {
    private(set) var tokens: [BeancountToken] = []
    /// The token that comes next.
    private(set) var place = 0

    /// Reads the words of a line.
    ///
    /// - Throws: `badWord` for a character that begins none, `badDate` and `badNumber` for those that are none.
    init(_ bytes: ArraySlice<UInt8>) throws(ImportIssue) {
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let byte = bytes[position]
            if byte == UInt8(ascii: ";") { break }
            if byte <= 0x20 { position += 1 } else { tokens.append(try Self.token(bytes, &position)) }
        }
    }

    private static func token(_ bytes: ArraySlice<UInt8>, _ position: inout Int) throws(ImportIssue) -> BeancountToken {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "\""): return .text(quoted(bytes, &position))
        case UInt8(ascii: "#"), UInt8(ascii: "^"):
            let name = run(bytes, position + 1) { isNameByte($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
            position += 1 + name.utf8.count
            if name.isEmpty { return .mark(String(UnicodeScalar(byte))) }
            return byte == UInt8(ascii: "#") ? .tag(name) : .link(name)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): return try figure(bytes, &position)
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "@"):
            let isDouble = position + 1 < bytes.endIndex && bytes[position + 1] == byte
            position += isDouble ? 2 : 1
            return .mark(String(repeating: Character(UnicodeScalar(byte)), count: isDouble ? 2 : 1))
        case _ where marks.contains(byte):
            position += 1
            return .mark(String(UnicodeScalar(byte)))
        default: return try name(bytes, &position)
        }
    }

    private static let marks = Set("*!&?%,+-/()~|:".utf8)

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private static func run(_ bytes: ArraySlice<UInt8>, _ start: Int, _ fits: (UInt8) -> Bool) -> String {
        String(decoding: bytes[start...].prefix(while: fits), as: UTF8.self)
    }

    /// A text in quotes, whose end was looked for before.
    private static func quoted(_ bytes: ArraySlice<UInt8>, _ position: inout Int) -> String {
        var text: [UInt8] = []
        position += 1
        while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.endIndex { position += 1 }
            text.append(bytes[position])
            position += 1
        }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// A day or a number.
    private static func figure(_ bytes: ArraySlice<UInt8>, _ position: inout Int) throws(ImportIssue) -> BeancountToken {
        func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
        let rest = bytes[position...]
        if rest.count >= 8, rest.prefix(4).allSatisfy(isDigit), rest[position + 4] == UInt8(ascii: "-") || rest[position + 4] == UInt8(ascii: "/") {
            let written = run(bytes, position) { isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") }
            let words = written.replacing("/", with: "-").split(separator: "-" as Character), parts = words.compactMap { Int($0) }
            if parts.count == 3, words.dropFirst().allSatisfy({ $0.count <= 2 }) {
                position += written.utf8.count
                do { return .day(try Day(year: parts[0], month: parts[1], day: parts[2])) } catch {
                    throw ImportIssue(.badDate, text: written, message: "\"\(written)\" is no day", hint: "write it as 2014-03-31")
                }
            }
        }
        let written = run(bytes, position) { isDigit($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }
        // A comma behind a number parts what a cost says.
        var number = written
        while number.hasSuffix(",") { number.removeLast() }
        position += number.utf8.count
        let plain = number.replacing(",", with: "")
        do {
            let digits = plain.firstIndex(of: ".").map { plain.distance(from: $0, to: plain.endIndex) - 1 } ?? 0
            return .number(try FixedDecimal(plain.hasSuffix(".") ? String(plain.dropLast()) : plain), digits: digits)
        } catch {
            throw ImportIssue(.badNumber, text: number, message: "\"\(MessageText.cut(number))\" is no number: \(error.description)")
        }
    }

    /// An account, a currency, a keyword or a key.
    private static func name(_ bytes: ArraySlice<UInt8>, _ position: inout Int) throws(ImportIssue) -> BeancountToken {
        let start = position
        while position < bytes.endIndex {
            let byte = bytes[position]
            let isInside = byte == UInt8(ascii: ":") && position + 1 < bytes.endIndex && bytes[position + 1] > 0x20
            guard isNameByte(byte) || isInside || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "'") else { break }
            position += 1
        }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        if name.isEmpty {
            let stray = String(decoding: bytes[start...].prefix(4), as: UTF8.self).prefix(1)
            throw ImportIssue(.badWord, text: String(stray), message: "\"\(stray)\" begins no word here", hint: "texts stand in quotes, comments behind a semicolon")
        }
        if name.contains(":") {
            // A key may stand right before its value.
            if let first = name.unicodeScalars.first, ("a"..."z").contains(first), let colon = name.firstIndex(of: ":") {
                position = start + name[..<colon].utf8.count + 1
                return .key(String(name[..<colon]))
            }
            return .account(name)
        }
        if position < bytes.endIndex, bytes[position] == UInt8(ascii: ":"), let first = name.unicodeScalars.first, ("a"..."z").contains(first) {
            position += 1
            return .key(name)
        }
        return .word(name)
    }

    // MARK: taking words

    /// The next word; nil at the end.
    var next: BeancountToken? { place < tokens.count ? tokens[place] : nil }

    /// The word behind the next.
    var second: BeancountToken? { place + 1 < tokens.count ? tokens[place + 1] : nil }

    /// Takes the next word.
    mutating func take() { place += 1 }

    /// Takes a mark if it is the next word.
    mutating func take(mark: String) -> Bool {
        guard next == .mark(mark) else { return false }
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
        case .number, .mark("("), .mark("-"), .mark("+"): break
        default: return nil
        }
        do { return try sum(depth: 0) } catch let issue as ImportIssue { throw issue } catch {
            throw ImportIssue(.badNumber, message: "the figure cannot be computed: \(error)")
        }
    }

    private static let deepest = 50

    private mutating func sum(depth: Int) throws -> (number: FixedDecimal, digits: Int) {
        var left = try product(depth: depth)
        while next == .mark("+") || next == .mark("-") {
            let isSum = take(mark: "+")
            if !isSum { take() }
            let right = try product(depth: depth)
            left = (isSum ? try left.number + right.number : try left.number - right.number, max(left.digits, right.digits))
        }
        return left
    }

    private mutating func product(depth: Int) throws -> (number: FixedDecimal, digits: Int) {
        var left = try factor(depth: depth)
        while next == .mark("*") || next == .mark("/") {
            let isProduct = take(mark: "*")
            if !isProduct { take() }
            let right = try factor(depth: depth)
            left = (isProduct ? try left.number * right.number : try left.number / right.number, max(left.digits, right.digits))
        }
        return left
    }

    private mutating func factor(depth: Int) throws -> (number: FixedDecimal, digits: Int) {
        guard depth < Self.deepest else { throw ImportIssue(.badNumber, message: "its brackets are nested more than \(Self.deepest) deep") }
        if take(mark: "-") {
            let inner = try factor(depth: depth + 1)
            return (-inner.number, inner.digits)
        }
        if take(mark: "+") { return try factor(depth: depth + 1) }
        if take(mark: "(") {
            let inner = try sum(depth: depth + 1)
            guard take(mark: ")") else { throw ImportIssue(.badNumber, message: "a bracket is open, and \(next?.shown ?? "the line's end") comes") }
            return inner
        }
        guard case .number(let number, let digits) = next else {
            throw ImportIssue(.badNumber, message: "a number is expected, and there is \(next?.shown ?? "nothing")")
        }
        take()
        return (number, digits)
    }
}
