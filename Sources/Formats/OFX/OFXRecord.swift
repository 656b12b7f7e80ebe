import Values

/// One transaction, position, security or balance of a file: its values, by the names of their elements.
struct OFXRecord {
    /// The element that it is.
    let tag: OFXTag
    /// The line on which it begins.
    let line: Int
    private let bytes: UnsafeBufferPointer<UInt8>
    private var fields: [(tag: OFXTag, within: OFXTag, value: Range<Int>)] = []

    /// How many values a record may have; what comes behind is none of a transaction.
    private static let most = 400

    init(_ tag: OFXTag, line: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        (self.tag, self.line, self.bytes) = (tag, line, bytes)
        fields.reserveCapacity(24)
    }

    /// Takes in a value.
    mutating func add(_ tag: OFXTag, within: OFXTag, _ value: Range<Int>) throws(ImportIssue) {
        guard fields.count < Self.most else { throw ImportIssue(.badXML, line: line, message: "<\(self.tag.name)> has more than \(Self.most) values") }
        fields.append((tag, within, value))
    }

    /// Whether it has nothing in it.
    var isEmpty: Bool { fields.isEmpty }

    /// The bytes of the first value of a name, in one of its own elements where that is told; nil where there is none.
    func cell(_ tag: OFXTag, within parent: OFXTag? = nil, nth: Int = 0) -> UnsafeBufferPointer<UInt8>? {
        var left = nth
        for field in fields where field.tag == tag && (parent == nil || field.within == parent) {
            if left == 0 { return UnsafeBufferPointer(rebasing: bytes[field.value]) }
            left -= 1
        }
        return nil
    }

    /// Whether it has a value within an element.
    func has(within parent: OFXTag) -> Bool { fields.contains { $0.within == parent } }

    /// A value as text, its entities resolved and its blanks one each; empty where there is none.
    func text(_ tag: OFXTag, within parent: OFXTag? = nil, nth: Int = 0) -> String { cell(tag, within: parent, nth: nth).map(OFXText.read) ?? "" }

    /// A word in capitals; empty where there is none.
    func word(_ tag: OFXTag) -> String { text(tag).uppercased() }

    /// What tells it apart from others of the same id.
    var contents: UInt64 {
        var hash = ByteHash()
        hash.add(tag)
        for field in fields {
            hash.add(field.tag)
            hash.add(UnsafeBufferPointer(rebasing: bytes[field.value]))
            hash.add(0x1F)
        }
        return hash.value
    }

    /// Checks that no value is there twice that a record has once: then two records ran into one.
    func checkIsOne() throws(ImportIssue) {
        for tag in ["FITID", "TRNAMT", "DTPOSTED", "DTTRADE", "TOTAL"] as [OFXTag] where cell(tag, nth: 1) != nil {
            throw ImportIssue(
                .definedTwice, column: tag.name, text: text(tag, nth: 1), message: "it has <\(tag.name)> twice: two rows ran into one",
                hint: "the file is damaged here; download it anew")
        }
    }
}

/// The text of values.
enum OFXText {
    /// A value with its entities resolved and its blanks one each.
    static func read(_ cell: UnsafeBufferPointer<UInt8>) -> String {
        if !cell.contains(where: { $0 == UInt8(ascii: "&") || $0 < 0x20 || $0 == UInt8(ascii: " ") }) { return String(decoding: cell, as: UTF8.self) }
        var out: [UInt8] = [], place = 0
        out.reserveCapacity(cell.count)
        while place < cell.count {
            if cell[place] == UInt8(ascii: "&"), let (scalar, length) = entity(cell, at: place) {
                out.append(contentsOf: String(scalar).utf8)
                place += length
            } else if cell[place] <= 0x20 {
                if out.last != 0x20 { out.append(0x20) }
                place += 1
            } else {
                out.append(cell[place])
                place += 1
            }
        }
        return String(Substring(String(decoding: out, as: UTF8.self)).trimmed)
    }

    private static let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]

    /// The entity that begins at a place and how long it is; nil where a sign stands for itself, as in `AT&T`.
    private static func entity(_ cell: UnsafeBufferPointer<UInt8>, at place: Int) -> (Unicode.Scalar, Int)? {
        guard let end = cell[place..<min(cell.count, place + 10)].firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: cell[(place + 1)..<end], as: UTF8.self)
        if let scalar = named[name.lowercased()] { return (scalar, end - place + 1) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst(), isHex = digits.first == "x" || digits.first == "X"
        guard let number = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(number), scalar.value >= 0x20 else { return nil }
        return (scalar, end - place + 1)
    }
}

extension ByteHash {
    /// Takes in a tag.
    mutating func add(_ tag: OFXTag) { for shift in stride(from: 0, to: 128, by: 8) { add(UInt8(truncatingIfNeeded: tag.word >> shift)) } }
}
