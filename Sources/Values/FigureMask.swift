/// Hides the figures in a text and the signs before them, so that a screen can be shared: every number but dates, percentages and what is part of a name.
public enum FigureMask {
    /// The text with a mask in the place of each figure.
    public static func masked(_ text: String, with mask: String) -> String {
        guard text.utf8.contains(where: isDigit) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            guard isDigit(bytes[place]) else {
                result.append(bytes[place])
                place += 1
                continue
            }
            let end = endOfNumber(bytes, place)
            if let kept = endOfDate(bytes, place) {
                result += bytes[place..<kept]
                place = kept
            } else if isPartOfName(bytes, place) || isPercentage(bytes, end) || isPlace(bytes, place) || isCount(bytes, place, end) || isEscape(bytes, place) {
                result += bytes[place..<end]
                place = end
            } else {
                removeSign(from: &result, behind: mask)
                result += Array(mask.utf8)
                place = end
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Removes the sign of a figure that follows, which would tell a loss; a hyphen of a word or between two figures stays.
    private static func removeSign(from text: inout [UInt8], behind mask: String) {
        let signs: [[UInt8]] = ["-", "+", "−"].map { Array($0.utf8) }
        guard let sign = signs.first(where: { text.suffix($0.count).elementsEqual($0) }) else { return }
        let before = text.dropLast(sign.count)
        if before.suffix(mask.utf8.count).elementsEqual(mask.utf8) && !mask.isEmpty { return }
        if let last = before.last, last < 0x80, isLetter(last) || isDigit(last) { return }
        text.removeLast(sign.count)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F || byte >= 0x80 }

    /// Where the digits end that begin at a place, with what sets them apart: `1,234.50`.
    private static func endOfNumber(_ bytes: [UInt8], _ start: Int) -> Int {
        var end = start
        while end < bytes.count {
            if isDigit(bytes[end]) {
                end += 1
            } else if end + 1 < bytes.count, isDigit(bytes[end + 1]), ".,'".utf8.contains(bytes[end]) {
                end += 2
            } else {
                break
            }
        }
        return end
    }

    /// Where a date such as `2014-03-03` or `2014-03`, or a moment, ends that begins at a place; nil where there is none.
    private static func endOfDate(_ bytes: [UInt8], _ start: Int) -> Int? {
        func digits(_ place: Int, _ count: Int) -> Bool { place + count <= bytes.count && bytes[place..<(place + count)].allSatisfy(isDigit) }
        func sign(_ place: Int, _ text: Character) -> Bool { place < bytes.count && bytes[place] == text.asciiValue }
        guard start == 0 || !isDigit(bytes[start - 1]), digits(start, 4), sign(start + 4, "-"), digits(start + 5, 2) else { return nil }
        guard sign(start + 7, "-"), digits(start + 8, 2) else { return start + 7 < bytes.count && isDigit(bytes[start + 7]) ? nil : start + 7 }
        var end = start + 10
        guard sign(end, "T") || sign(end, " "), digits(end + 1, 2), sign(end + 3, ":") else { return end < bytes.count && isDigit(bytes[end]) ? nil : end }
        end += 1
        while end < bytes.count, isDigit(bytes[end]) || ":.".utf8.contains(bytes[end]) { end += 1 }
        return end
    }

    /// Whether letters stand right before, as in `SPX500`, or it goes on what such a name began, as in `A1.2`.
    private static func isPartOfName(_ bytes: [UInt8], _ start: Int) -> Bool {
        guard start > 0, isLetter(bytes[start - 1]), bytes[start - 1] < 0x80 else { return false }
        // The letter that ends a colour's sequence is none of a name.
        return !isEscape(bytes, start - 1)
    }

    private static func isPercentage(_ bytes: [UInt8], _ end: Int) -> Bool {
        end < bytes.count && bytes[end] == 0x25 || end + 1 < bytes.count && bytes[end] == 0x20 && bytes[end + 1] == 0x25
    }

    /// Whether it tells a line of a file: `line 12`, `due.lua:12`, `prompt:1`.
    private static func isPlace(_ bytes: [UInt8], _ start: Int) -> Bool {
        let before = bytes[..<start]
        func ends(with text: String) -> Bool { before.reversed().starts(with: text.utf8.reversed()) }
        if ends(with: ".lua:") { return true }
        // A word by itself, and no end of another, as in "deadline 5000".
        return ["line ", "lines ", "prompt:"].contains { ends(with: $0) && (start == $0.utf8.count || !isLetter(bytes[start - $0.utf8.count - 1])) }
    }

    /// What is counted is no amount: `3 payments`, `1,234 bytes`, `other (2)`.
    private static func isCount(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
        guard !bytes[start..<end].contains(UInt8(ascii: ".")) else { return false }
        if end < bytes.count, bytes[end] == UInt8(ascii: ")"), bytes[..<start].reversed().starts(with: "other (".utf8.reversed()) { return true }
        guard end < bytes.count, bytes[end] == UInt8(ascii: " ") else { return false }
        if [" more like it", " more have no room"].contains(where: { bytes[end...].starts(with: $0.utf8) }) { return true }
        return counted.contains(String(decoding: bytes[(end + 1)...].prefix { $0 >= 0x61 && $0 <= 0x7A }, as: UTF8.self))
    }

    private static let counted: Set = [
        "byte", "bytes", "day", "days", "week", "weeks", "month", "months", "year", "years", "row", "rows", "entry", "entries", "payment", "payments", "small",
    ]

    /// Whether it is a part of a sequence that steers a terminal, such as a colour's.
    private static func isEscape(_ bytes: [UInt8], _ start: Int) -> Bool {
        var place = start - 1
        while place >= 0, isDigit(bytes[place]) || bytes[place] == 0x3B { place -= 1 }
        return place > 0 && bytes[place] == 0x5B && bytes[place - 1] == 0x1B
    }
}
