import Values

/// Takes a file apart into elements that begin, hold a value, and end; the same for SGML, whose values have no closing tag, and XML.
///
/// An element is what its content makes it: with text behind its tag it holds a value. Declarations of entities are never obeyed.
struct OFXScanner {
    /// What the scanner has come to.
    enum Token {
        /// An element that holds others, or nothing.
        case begin(OFXTag)
        /// An element and its value.
        case value(OFXTag, Range<Int>)
        /// The closing tag of an element, whichever it is.
        case end(OFXTag)
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    /// Where the next token is looked for.
    private(set) var place = 0
    /// The line on which the last token began.
    private(set) var line = 1
    private var current = 1

    /// How long a tag may be, with its attributes.
    private static let longestTag = 512

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The next token; nil at the end of the file.
    mutating func next() throws(ImportIssue) -> Token? {
        while skipText() {
            line = current
            guard let tag = readTag() else {
                try skipOther()
                continue
            }
            if tag.isEnd { return .end(tag.name) }
            if tag.isEmpty { continue }
            let value = readValue()
            return value.isEmpty ? .begin(tag.name) : .value(tag.name, value)
        }
        return nil
    }

    // MARK: text

    /// Goes on to the next `<`; false where there is none.
    private mutating func skipText() -> Bool {
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "<") { return true }
            count(byte)
            place += 1
        }
        return false
    }

    private mutating func count(_ byte: UInt8) {
        if byte == lineFeed || byte == carriageReturn && !(place + 1 < bytes.count && bytes[place + 1] == lineFeed) { current += 1 }
    }

    /// The text up to the next tag, without blanks at either end.
    private mutating func readValue() -> Range<Int> {
        let start = place
        while skipText() {
            if starts("<![CDATA[") {
                let isWhole = bytes[start..<place].allSatisfy { $0 <= 0x20 }, from = place + 9
                skip(to: "]]>")
                if isWhole { return trimmed(from..<max(from, place - 3)) }
                continue
            }
            if isTag { break }
            place += 1
        }
        return trimmed(start..<place)
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let first = range.first, bytes[first] <= 0x20 { range = range.dropFirst() }
        while let last = range.last, bytes[last] <= 0x20 { range = range.dropLast() }
        return range
    }

    // MARK: tags

    /// Whether a tag, a comment or a declaration begins here, rather than a sign of less within a text.
    private var isTag: Bool {
        guard place + 1 < bytes.count else { return false }
        switch bytes[place + 1] {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
        default: return tagEnd != nil
        }
    }

    /// Where the tag that begins here ends; nil where none does.
    private var tagEnd: Int? {
        var at = place + 1
        if at < bytes.count, bytes[at] == UInt8(ascii: "/") { at += 1 }
        let first = at
        while at < bytes.count, OFXTag.isName(bytes[at]) { at += 1 }
        guard at > first, at - first <= 64 else { return nil }
        let limit = min(bytes.count, place + Self.longestTag)
        while at < limit {
            let byte = bytes[at]
            if byte == UInt8(ascii: ">") { return at }
            // Behind the name there may be attributes.
            if byte == UInt8(ascii: "<") || at == first || !(byte <= 0x20 || byte == UInt8(ascii: "/") || bytes[first..<at].contains { $0 <= 0x20 }) { return nil }
            at += 1
        }
        return nil
    }

    /// Reads the tag that begins here, and goes behind it; nil where none does.
    private mutating func readTag() -> (name: OFXTag, isEnd: Bool, isEmpty: Bool)? {
        guard place + 1 < bytes.count, let end = tagEnd else { return nil }
        let isEnd = bytes[place + 1] == UInt8(ascii: "/"), first = place + (isEnd ? 2 : 1)
        var last = first
        while last < end, OFXTag.isName(bytes[last]) { last += 1 }
        let name = OFXTag(UnsafeBufferPointer(rebasing: bytes[first..<last])), isEmpty = bytes[end - 1] == UInt8(ascii: "/")
        while place <= end {
            count(bytes[place])
            place += 1
        }
        return (name, isEnd, isEmpty)
    }

    /// Goes behind what begins with `<` and is no tag: a comment, a declaration, or the sign itself.
    private mutating func skipOther() throws(ImportIssue) {
        if starts("<!--") { return skip(to: "-->") }
        if starts("<![CDATA[") { return skip(to: "]]>") }
        if starts("<?") { return skip(to: ">") }
        if starts("<!DOCTYPE") || starts("<!ENTITY") {
            throw ImportIssue(
                .badXML, line: line, message: "it declares a type of document (DOCTYPE), which is not read: entities in it could unfold without end",
                hint: "no bank writes one; download the file anew")
        }
        place += 1
    }

    private func starts(_ text: StaticString) -> Bool {
        guard place + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
    }

    /// Goes behind a text, or to the end of the file.
    private mutating func skip(to text: StaticString) {
        while place < bytes.count, !starts(text) {
            count(bytes[place])
            place += 1
        }
        place = min(bytes.count, place + text.utf8CodeUnitCount)
    }
}
