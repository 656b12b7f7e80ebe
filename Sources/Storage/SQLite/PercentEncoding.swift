/// Paths as URIs have them: each byte that is no letter, digit or one of `-./_~` stands as `%20` (RFC 3986).
enum PercentEncoding {
    /// Bytes with all spelt out that has a meaning in a URI.
    static func escaped(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.append(byte)
            default: escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// What was escaped; nil where it was not: a `%` without two digits, or bytes that are no text.
    static func text(_ escaped: some StringProtocol) -> String? {
        var bytes: [UInt8] = [], rest = Array(escaped.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? { Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init) }
}
