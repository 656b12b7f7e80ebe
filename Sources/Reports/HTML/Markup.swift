/// HTML as bytes. What somebody else wrote goes through `text` and `attribute`, which escape it; tags are texts of the source.
struct Markup {
    /// The bytes so far.
    private(set) var bytes: [UInt8] = []

    /// Markup with room for so many bytes at first.
    init(capacity: Int = 1 << 16) { bytes.reserveCapacity(capacity) }

    /// Markup that stands in the source.
    mutating func raw(_ text: StaticString) { bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) }

    /// Markup that was made by us elsewhere, such as a picture or the style sheet.
    mutating func made(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Text between tags.
    mutating func text(_ text: String) { escaped(text) }

    /// An attribute with its name, such as `aria-label`, and a blank before it.
    mutating func attribute(_ name: StaticString, _ value: String) {
        bytes.append(UInt8(ascii: " "))
        raw(name)
        raw("=\"")
        escaped(value)
        raw("\"")
    }

    /// A text in a tag of its own; nothing where there is no text.
    mutating func element(_ name: StaticString, _ content: String) {
        guard !content.isEmpty else { return }
        raw("<")
        raw(name)
        raw(">")
        escaped(content)
        raw("</")
        raw(name)
        raw(">\n")
    }

    private mutating func escaped(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for place in utf8.indices {
                guard let reference = Self.reference(utf8[place]) else { continue }
                bytes.append(contentsOf: utf8[start..<place])
                raw(reference)
                start = place + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
    }

    /// What stands for a byte that would begin or end something; nil for any other. HTML has no place for control characters but for line ends and tabs.
    @inline(__always)
    private static func reference(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        case 0x09, 0x0A: nil
        case 0..<0x20, 0x7F: "\u{FFFD}"
        default: nil
        }
    }
}
