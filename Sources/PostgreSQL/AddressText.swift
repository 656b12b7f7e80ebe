/// The text of an address, taken apart as libpq takes it apart, for what luca must know or say of it by itself.
///
/// libpq's own messages show pieces of the text, which may be pieces of a password; so what can be wrong is looked for here first. No message of
/// this file shows more of the text than a key.
struct AddressText {
    /// The address without luca's own keys, as libpq takes it.
    let forLibrary: String
    /// The address without a password, to be kept: with luca's own keys.
    let withoutPassword: String
    /// The value of the key `book`.
    let book: String?

    /// - Parameter keys: all keys that libpq knows.
    init(_ text: String, keys: Set<String>) throws(PostgresError) {
        guard let rest = Self.behindScheme(text) else {
            throw PostgresError(.address, "An address of PostgreSQL begins with postgres://", hint: "Such as postgres://HOST/DATABASE?book=NAME")
        }
        try Self.checkEscapes(rest)
        // Whoever has not escaped an @ or a / of a password would else connect to a piece of it.
        let start = rest.prefix { $0 != "/" }.firstIndex(of: "@").map { rest.index(after: $0) } ?? rest.startIndex
        let credentials = rest[..<start], place = rest[start...].prefix { $0 != "?" }
        if place.contains("@") {
            throw PostgresError(.address, "The address has an @ too many.", hint: "In a user and a password, @ is written %40, / is %2F, : is %3A, ? is %3F and % is %25.")
        }
        let query = rest[place.endIndex...].dropFirst()
        var kept: [Substring] = [], shown: [Substring] = [], book: String?
        for part in query.isEmpty ? [] : query.split(separator: "&", omittingEmptySubsequences: false) {
            let (key, value) = try Self.keyAndValue(part)
            if key != "password" { shown.append(part) }
            if key == "book" {
                guard book == nil, !value.isEmpty else { throw PostgresError(.address, "The address names no book, or two.", hint: "Such as postgres://HOST/DATABASE?book=NAME") }
                book = value
            } else if keys.contains(key) || (key == "ssl" && value == "true") {
                kept.append(part)
            } else {
                throw PostgresError(
                    .address, "There is no key \(Self.shown(key)) in an address of PostgreSQL.", hint: "Its keys are book and those of libpq, such as user, sslmode and service.")
            }
        }
        self.book = book
        let login = credentials.dropLast().prefix { $0 != ":" }
        withoutPassword = "postgres://" + login + (credentials.isEmpty ? "" : "@") + place + (shown.isEmpty ? "" : "?") + shown.joined(separator: "&")
        forLibrary = "postgresql://" + credentials + place + (kept.isEmpty ? "" : "?") + kept.joined(separator: "&")
    }

    /// What stands behind the scheme, whose case does not matter; nil where the text has no scheme of PostgreSQL.
    static func behindScheme(_ text: String) -> Substring? {
        for scheme in ["postgres://", "postgresql://"] where text.prefix(scheme.count).lowercased() == scheme { return text.dropFirst(scheme.count) }
        return nil
    }

    private static func checkEscapes(_ text: Substring) throws(PostgresError) {
        guard decoded(text) == nil else { return }
        throw PostgresError(.address, "The address has a % that does not stand for a character.", hint: "A % itself is written %25.")
    }

    private static func keyAndValue(_ part: Substring) throws(PostgresError) -> (key: String, value: String) {
        let sides = part.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, let key = decoded(sides[0]), let value = decoded(sides[1]) else {
            let key = shown(sides.first.map(String.init) ?? "")
            throw PostgresError(.address, "Behind its ? an address has parts KEY=VALUE, joined by &; \(key) is none.", hint: "Within a value, = is written %3D and & is %26.")
        }
        return (key, value)
    }

    /// A key for a message; what does not look like one may be a piece of a password.
    private static func shown(_ key: String) -> String {
        key.utf8.count <= 40 && !key.isEmpty && key.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F } ? "\"\(key)\"" : "of that kind"
    }

    /// The text that was escaped; nil where a `%` has no two digits behind it, or the bytes are no UTF-8, or NUL.
    static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = [], rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "%") {
                bytes.append(byte)
            } else {
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? { Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init) }
}
