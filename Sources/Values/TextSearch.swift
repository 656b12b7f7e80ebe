/// A text that somebody looks for, and how well other texts fit it.
///
/// Capitals and accents make no difference. Several words are found next to one another, or each by itself in any order.
public struct TextSearch: Sendable {
    /// How well a text fits, the best first.
    public enum Fit: Int, Comparable, Sendable {
        /// It is what is looked for.
        case whole = 100
        /// It begins with it.
        case beginning = 80
        /// One of its words begins with it.
        case word = 60
        /// It holds it within a word.
        case inside = 40
        /// It holds each of the words, but not next to one another.
        case words = 30
        /// It, or one of its words, is spelt nearly so.
        case near = 10

        public static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
    }

    private let wanted: [UInt8]
    private let words: [[UInt8]]
    private let folded: String

    /// A text to look for; nil where it has neither letters nor digits nor other signs.
    public init?(_ text: String) {
        folded = TextFolding.plain(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if folded.isEmpty { return nil }
        wanted = Array(folded.utf8)
        words = folded.split(separator: " ").map { Array($0.utf8) }
    }

    /// How well a text fits; nil where it does not. O(n · m) at worst, and without a copy of a text of plain Latin letters.
    public func fit(_ text: String) -> Fit? {
        var text = text
        return text.withUTF8 { fit(utf8: $0) }
    }

    /// How well a text fits that is given as UTF-8.
    public func fit(utf8 bytes: UnsafeBufferPointer<UInt8>) -> Fit? {
        if bytes.allSatisfy({ $0 < 0x80 }) { return fit(folded: bytes) }
        let plain = Self.foldedLatin(bytes) ?? Array(TextFolding.plain(String(decoding: bytes, as: UTF8.self)).utf8)
        return plain.withUnsafeBufferPointer { fit(folded: $0) }
    }

    /// Letters of two bytes that Latin alphabets have, from U+00C0 to U+024F, as they are compared.
    private static let latin: [[UInt8]] = (0xC0..<0x250).map { Array(TextFolding.plain(String(UnicodeScalar(UInt16($0))!)).utf8) }

    /// A text of Latin letters as it is compared, many times as fast as any other; nil where it has other signs than those.
    private static func foldedLatin(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var plain: [UInt8] = [], place = 0
        plain.reserveCapacity(bytes.count)
        while place < bytes.count {
            let byte = bytes[place]
            if byte < 0x80 {
                plain.append(byte)
                place += 1
            } else {
                guard place + 1 < bytes.count, (0xC3...0xC9).contains(byte), bytes[place + 1] & 0xC0 == 0x80 else { return nil }
                let scalar = Int(byte & 0x1F) << 6 | Int(bytes[place + 1] & 0x3F)
                guard scalar < 0x250 else { return nil }
                plain += latin[scalar - 0xC0]
                place += 2
            }
        }
        return plain
    }

    /// How well a name fits, one that is spelt nearly so too: `orcale` finds Oracle.
    public func fit(name: String) -> Fit? {
        if let fit = fit(name) { return fit }
        guard wanted.count >= 3 else { return nil }
        let plain = TextFolding.plain(name), parts = plain.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        // Names that merely begin with what is looked for are found above.
        return nearestName(to: folded, in: [plain] + parts) == nil ? nil : .near
    }

    /// Of a text without accents, whose Latin letters may be capitals.
    private func fit(folded text: UnsafeBufferPointer<UInt8>) -> Fit? {
        if let fit = fit(wanted, text) { return fit }
        return words.count > 1 && words.allSatisfy { fit($0, text) != nil } ? .words : nil
    }

    private func fit(_ part: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Fit? {
        if text.count < part.count { return nil }
        var best: Fit?, start = 0
        let last = text.count - part.count, first = part[0]
        while start <= last {
            defer { start += 1 }
            if Self.small(text[start]) != first || !matches(part, text, at: start) { continue }
            if start == 0 { return part.count == text.count ? .whole : .beginning }
            if !Self.isOfWord(text[start - 1]) { return .word }
            best = .inside
        }
        return best
    }

    private func matches(_ part: [UInt8], _ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        for place in part.indices where Self.small(text[start + place]) != part[place] { return false }
        return true
    }

    private static func small(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5A || byte >= 0x61 && byte <= 0x7A
    }
}
