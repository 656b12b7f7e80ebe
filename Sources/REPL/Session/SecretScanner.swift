import Session
import Values

/// Finds in a text what looks like a key or a password: the value beside a name for one, or user and password in a URL.
///
/// After an unmistakable name (`api_key`, `password`, `LUCA_X_KEY`) any value counts: behind `=` or `:`, as the next argument, or as the next
/// word of a line that sets something. An everyday word (`key`, `token`, `secret`) is also a symbol, a field and a part of prose, and counts in
/// fewer places.
struct SecretScanner {
    /// The values found, in order, without quotes.
    private(set) var values: [String] = []

    private let bytes: [UInt8]

    init(_ text: String) {
        // Within a string of Lua or JSON, quotes may be written \".
        bytes = Array(text.replacing("\\\"", with: "\"").replacing("\\'", with: "'").utf8)
        findInAddresses()
        var place = 0
        while place < bytes.count {
            guard isOfName(place) else {
                place += 1
                continue
            }
            let end = bytes[place...].indices.first { !isOfName($0) } ?? bytes.count
            find(behind: place..<end)
            place = end
        }
    }

    /// How surely the value beside a name is a secret.
    private enum Weight {
        /// It is none.
        case none
        /// It may be one, depending on what stands around it.
        case everyday
        /// It is one.
        case sure
    }

    // MARK: Names

    private static let sureWords: Set = [
        "password", "passwords", "passwd", "passphrase", "pwd", "apikey", "apikeys", "credential", "credentials", "authorization",
    ]
    private static let everydayWords: Set = ["key", "keys", "token", "tokens", "secret", "secrets", "pass", "auth"]
    /// First words of names that hold no secret, such as `sort_key`.
    private static let ordinaryFirstWords: Set = ["sort", "group", "primary", "foreign", "cache", "row", "map", "lookup", "order", "unique"]
    private static let ends = ["apikey", "accesskey", "secretkey", "privatekey", "apitoken", "accesstoken", "authtoken", "password", "passwd"]

    private static func weight(of name: String) -> Weight {
        let words = name.lowercased().split { $0 == "_" || $0 == "-" }.map { word in
            String(word[..<(word.lastIndex { !$0.isNumber }.map(word.index(after:)) ?? word.endIndex)])
        }
        guard let last = words.last else { return .none }
        if sureWords.contains(last) || ends.contains(where: last.hasSuffix) { return .sure }
        // apiKey, botToken
        if name.first?.isLowercase == true, ["Key", "Token", "Secret"].contains(where: name.hasSuffix) { return .sure }
        guard everydayWords.contains(last) else { return .none }
        if words.count == 1 { return .everyday }
        return ordinaryFirstWords.contains(words[words.count - 2]) ? .none : .sure
    }

    // MARK: Places beside names

    /// Looks for a value behind a name.
    private mutating func find(behind range: Range<Int>) {
        let name = text(range), weight = Self.weight(of: name)
        let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0
        var place = range.upperBound
        let isQuoted = place < bytes.count && Self.isQuote(bytes[place]) && bytes[place] == before
        if isQuoted { place += 1 }
        let next = skippingBlanks(place)
        let isGiven = isAt(next, "=") && !isAt(next + 1, "=")
        if isGiven, next == range.upperBound, isInAddress(before), AddressSecrets.isKey(name) { return take(at: next + 1) }
        if isGiven, isAtStartOfLine(range.lowerBound), ProviderKeys.isProvider(name) { return takeKey(at: next + 1) }
        if weight == .none { return }
        if isQuoted { return findBehindQuoted(range, weight, next) }
        if isGiven { return takeGiven(to: name, weight, at: next + 1) }
        if isAt(next, ":"), weight == .sure { return take(at: next + 1, toEndOfLine: name.lowercased() == "authorization") }
        if next > place, next < bytes.count, isOfName(next) || Self.isQuote(bytes[next]), isSet(range, weight) { take(at: next) }
    }

    /// Behind a name in quotes: `("api_key", "…")`, `["api_key"] = "…"`, `"api_key": "…"`.
    private mutating func findBehindQuoted(_ range: Range<Int>, _ weight: Weight, _ next: Int) {
        let isSure = weight == .sure || isArgumentOfSetter(range)
        if isAt(next, ","), isSure { return take(at: next + 1) }
        if isAt(next, ":"), isSure { return take(at: next + 1) }
        if next < bytes.count, Self.isQuote(bytes[next]), isSure { return take(at: next) }
        let behind = skippingBlanks(isAt(next, "]") ? next + 1 : next)
        if isAt(behind, "="), !isAt(behind + 1, "=") { takeGiven(to: text(range), weight, at: behind + 1) }
    }

    /// Whether the word after a name sets it: `setting api_key S`, `.set token S`, `--token S`.
    private func isSet(_ range: Range<Int>, _ weight: Weight) -> Bool {
        if text(range).hasPrefix("--") { return text(range).count > 2 }
        let start = startOfLine(range.lowerBound)
        let words = text(start..<range.lowerBound).split { $0.isWhitespace || ".:/!$>\\".contains($0) }
        guard let first = words.first else { return false }
        let isOfShell = bytes[start..<range.lowerBound].first { !Self.isBlank($0) } == UInt8(ascii: ".")
        guard isOfShell || Self.setters.contains(first.lowercased()) else { return false }
        return weight == .sure || words.count == 1
    }

    private static let setters: Set = ["set", "setting", "settings", "setenv", "export", "config"]

    /// Whether a name in quotes is the first argument of a function that sets something: `setting("key", `, `os.setenv('TOKEN', `.
    private func isArgumentOfSetter(_ range: Range<Int>) -> Bool {
        let before = text(max(0, range.lowerBound - 40)..<(range.lowerBound - 1)).trimmedAtEnd
        let call = (before.hasSuffix("(") || before.hasSuffix("{") ? before.dropLast() : before).trimmedAtEnd
        return call.lowercased().contains(/(^|[^a-z_])(set|setting|settings|setenv|putenv)$/)
    }

    // MARK: Values

    /// Takes the value at a place, if there is one.
    private mutating func take(at place: Int, toEndOfLine: Bool = false) {
        if let value = value(at: skippingBlanks(place), toEndOfLine: toEndOfLine) { values.append(value) }
    }

    /// Takes the value behind `=`. `key = …` is Lua, and so is `token = next`: after an everyday word only values that look like a key count.
    private mutating func takeGiven(to name: String, _ weight: Weight, at place: Int) {
        if weight == .sure { return take(at: place) }
        let start = skippingBlanks(place)
        if name.lowercased().hasPrefix("key") || start == bytes.count { return }
        if Self.isQuote(bytes[start]) { return take(at: start) }
        if let value = value(at: start), value.count >= 6, value.contains(where: \.isNumber), value.contains(where: \.isLetter) {
            values.append(value)
        }
    }

    /// Takes the key behind the name of a provider, as in the file of keys. A URL or a path is none, and neither is a value such as `on`.
    private mutating func takeKey(at place: Int) {
        guard let value = value(at: skippingBlanks(place)), value.count >= 4, !value.contains("/") else { return }
        values.append(value)
    }

    /// The text at a place, in quotes or a word; nil if there is none, and for an expression such as `os.getenv("A")`.
    private func value(at place: Int, toEndOfLine: Bool = false) -> String? {
        guard place < bytes.count else { return nil }
        let opening = bytes[place]
        if Self.isQuote(opening) {
            let end = bytes[(place + 1)...].firstIndex(of: opening) ?? bytes.count
            return end > place + 1 ? text(place + 1..<end) : nil
        }
        if isAt(place, "["), isAt(place + 1, "[") {
            return text(place + 2..<bytes.count).split(separator: "]]").first.map(String.init)
        }
        let end = bytes[place...].firstIndex { byte in
            byte == UInt8(ascii: "\n") || Self.isQuote(byte) || !toEndOfLine && (Self.isBlank(byte) || ",;)}]&#".utf8.contains(byte))
        }
        let word = String(text(place..<(end ?? bytes.count)).trimmedAtEnd)
        let isExpression = word.hasPrefix("{") || word.contains(/^[A-Za-z_][\w.:]*[\(\{\[]/)
        return word.isEmpty || isExpression || ["nil", "true", "false", "function"].contains(word) ? nil : word
    }

    /// The user and the password in `http://user:password@host/`.
    private mutating func findInAddresses() {
        var place = 0
        while let found = bytes[place...].firstRange(of: Array("://".utf8)) {
            let end =
                bytes[found.upperBound...].firstIndex {
                    Self.isBlank($0) || $0 == UInt8(ascii: "\n") || Self.isQuote($0) || "/?#".utf8.contains($0)
                } ?? bytes.count
            if let at = bytes[found.upperBound..<end].lastIndex(of: UInt8(ascii: "@")) {
                values += text(found.upperBound..<at).split(separator: ":").map(String.init)
            }
            place = found.upperBound
        }
    }

    // MARK: Bytes

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func isAt(_ place: Int, _ character: Character) -> Bool { place < bytes.count && bytes[place] == character.asciiValue }

    /// The next place without a blank; a line end between a name and its value counts as a blank.
    private func skippingBlanks(_ place: Int) -> Int {
        bytes[min(place, bytes.count)...].firstIndex { !Self.isBlank($0) && $0 != UInt8(ascii: "\n") } ?? bytes.count
    }

    private func isOfName(_ place: Int) -> Bool {
        let byte = bytes[place]
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: return true
        default: return byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
    }

    private func startOfLine(_ place: Int) -> Int { bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0 }

    private func isAtStartOfLine(_ place: Int) -> Bool { bytes[startOfLine(place)..<place].allSatisfy(Self.isBlank) }

    private func isInAddress(_ byte: UInt8) -> Bool { "?&#".utf8.contains(byte) }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") }

    private static func isQuote(_ byte: UInt8) -> Bool { "\"'".utf8.contains(byte) }
}
