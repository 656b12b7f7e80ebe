import Values

/// Which column of a file holds which field.
struct ColumnMap: Sendable {
    /// The headings as the file has them, without empty ones at the end.
    let headings: [String]
    /// By field, the column that holds it; -1 for none.
    private var columns: [Int]
    /// Columns that the format has no use for, and those that a better-named one displaced.
    private(set) var unused: [Int] = []
    /// The same, with the columns that have no heading.
    private(set) var unread: [Int] = []
    /// Those of them whose heading is one of a currency, like that of the column that is read: `Currency (Total)` beside `Currency (Price / share)`.
    private(set) var otherCurrencies: [Int] = []
    /// Fields whose columns the user named.
    private(set) var told: Set<ImportField> = []
    /// Set where two columns bear the same heading, so that one of them cannot be told from the other.
    private(set) var duplicate: ImportIssue?

    /// How many fields a row must have.
    var width: Int { headings.count }
    /// How many columns are understood.
    var matched: Int { columns.count { $0 >= 0 } }

    /// Reads a header with the columns that a format knows and those that the user named.
    ///
    /// - Throws: `missingColumn` where the user names a column that is not there.
    init(_ header: [String], specs: [ColumnSpec], user: [String: String]) throws(ImportIssue) {
        var headings = header.map { String(Substring($0).trimmed) }
        while headings.last?.isEmpty == true { headings.removeLast() }
        self.headings = headings
        columns = Array(repeating: -1, count: ImportField.allCases.count)
        let keys = headings.map(HeaderKey.of)
        var taken = Set<Int>()
        for (heading, name) in user.sorted(by: { $0.key < $1.key }) {
            if specs.contains(where: { $0.field.rawValue == heading }), !keys.contains(HeaderKey.of(heading)), keys.contains(HeaderKey.of(name)) {
                throw ImportIssue(
                    .missingColumn, column: heading, text: name, message: "the heading of the file stands first, and then what it is",
                    hint: "say columns={[\"\(MessageText.cut(name))\"]=\"\(heading)\"}")
            }
            let column = try Self.column(named: heading, in: headings, keys)
            guard let field = ImportField(rawValue: name), specs.contains(where: { $0.field == field }) else {
                let known = specs.map(\.field.rawValue)
                throw ImportIssue(
                    .missingColumn, column: heading, text: name, message: "\"\(name)\" is no field of this format",
                    hint: nearestHint(for: name, in: known, otherwise: "its fields are \(known.joined(separator: ", "))"))
            }
            if told.contains(field) {
                throw ImportIssue(
                    .missingColumn, column: heading, text: name,
                    message: "two columns are said to be \"\(name)\": \"\(headings[columns[field.index]])\" and \"\(headings[column])\"",
                    hint: "leave one of them out of columns={…}")
            }
            columns[field.index] = column
            told.insert(field)
            taken.insert(column)
        }
        let places = Dictionary(grouping: keys.indices) { keys[$0] }
        for spec in specs where columns[spec.field.index] < 0 {
            guard let column = best(spec, places, taken) else { continue }
            columns[spec.field.index] = column
            taken.insert(column)
        }
        unread = headings.indices.filter { !taken.contains($0) }
        unused = unread.filter { !headings[$0].isEmpty }
        let ofCurrency = Set(specs.first { $0.field == .currency }?.keys ?? [])
        otherCurrencies = unread.filter { ofCurrency.contains(keys[$0]) }
    }

    /// Marks all other columns as read, for a format that reads them by their headings.
    mutating func takeOthers() { (unused, unread, otherCurrencies) = ([], [], []) }

    /// The column that holds a field, -1 for none.
    subscript(field: ImportField) -> Int { columns[field.index] }

    /// Whether the file has a column for a field.
    func has(_ field: ImportField) -> Bool { columns[field.index] >= 0 }

    /// Whether the user, or the script that defined the format, named the column of a field.
    func isTold(_ field: ImportField) -> Bool { told.contains(field) }

    /// The heading of a field's column; the field's name where the file has none.
    func heading(_ field: ImportField) -> String { has(field) ? headings[self[field]] : field.rawValue }

    private mutating func best(_ spec: ColumnSpec, _ columns: [String: [Int]], _ taken: Set<Int>) -> Int? {
        for key in spec.keys {
            guard let places = columns[key]?.filter({ !taken.contains($0) }), let first = places.first else { continue }
            // "Currency (Price)" and "Currency (Total)" are two columns, of which the first is taken; "Currency" twice is a mistake.
            if let twin = places.dropFirst().first(where: { headings[$0].lowercased() == headings[first].lowercased() }) {
                duplicate = ImportIssue(
                    .duplicateColumn, column: headings[first], text: headings[twin],
                    message: "the header names it twice, as columns \(first + 1) and \(twin + 1)",
                    hint: "rename one of them")
            }
            return first
        }
        return nil
    }

    private static func column(named heading: String, in headings: [String], _ keys: [String]) throws(ImportIssue) -> Int {
        if let exact = headings.firstIndex(of: heading) { return exact }
        if let same = keys.firstIndex(of: HeaderKey.of(heading)) { return same }
        throw ImportIssue(
            .missingColumn, column: heading, message: "the file has no column \"\(MessageText.cut(heading))\"",
            hint: nearestHint(for: heading, in: headings, otherwise: "it has \(headings.joined(separator: ", "))"))
    }
}

extension Substring {
    /// The text without blanks at either end.
    var trimmed: Substring {
        var text = self
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return text
    }
}

/// A column of a format: its field and the headings it goes by, the likeliest first.
struct ColumnSpec: Sendable {
    var field: ImportField
    /// Headings as `HeaderKey` makes them: lower case, letters and digits only.
    var keys: [String]

    /// A field that goes by these keys alone; by none, where only the user names its column.
    init(_ field: ImportField, keys: [String]) {
        self.field = field
        self.keys = keys
    }

    /// The field's own name, then the headings given; before it those of `first`, which say more where a file has both.
    init(_ field: ImportField, first: [String] = [], _ headings: String...) {
        self.field = field
        keys = first.map(HeaderKey.of) + [HeaderKey.of(field.rawValue)] + headings.map(HeaderKey.of)
    }

    /// The column of the currency: what every program heads it with, the word for it in other languages, and headings of this format's own.
    static func currency(_ own: String...) -> ColumnSpec {
        ColumnSpec(.currency, keys: ([ImportField.currency.rawValue, "ccy", "curr", "currency code"] + CurrencyWords.abroad + own).map(HeaderKey.of))
    }
}

/// The words that head a column of currencies.
enum CurrencyWords {
    /// Those of other languages, which stand alone or in a longer word.
    static let abroad = ["währung", "devise", "divisa", "moneda", "monnaie", "moeda", "valuta", "munteenheid", "waluta"]
    /// Those that tell of a currency wherever they stand in a heading.
    static let within = ["currency", "currencies", "ccy", "waehrung"] + abroad
    /// Those that do so alone.
    static let alone: Set = ["cur", "curr", "mena", "měna", "valuutta"]
}

/// The part of a heading that all programs write alike: `Price ($)`, `price` and `PRICE` have the same key.
enum HeaderKey {
    /// Lower-case letters and digits, without what stands in parentheses or brackets.
    static func of(_ heading: String) -> String {
        var heading = heading
        if let key = heading.withUTF8(ofASCII) { return key }
        var key = ""
        var depth = 0
        // What comes first is enough to tell it from every heading that is known; below a header stand notes of any length.
        for character in heading.prefix(longest).lowercased() {
            switch character {
            case "(", "[": depth += 1
            case ")", "]": depth = max(0, depth - 1)
            default: if depth == 0, character.isLetter || character.isNumber { key.append(character) }
            }
        }
        return key
    }

    /// The key of a heading of ASCII alone, as most are; nil of others.
    private static func ofASCII(_ heading: UnsafeBufferPointer<UInt8>) -> String? {
        var key: [UInt8] = [], depth = 0
        key.reserveCapacity(min(heading.count, longest))
        for byte in heading.prefix(longest) {
            switch byte {
            case 0x80...: return nil
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(0, depth - 1)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): if depth == 0 { key.append(byte | 0x20) }
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): if depth == 0 { key.append(byte) }
            default: break
            }
        }
        return String(decoding: key, as: UTF8.self)
    }

    /// Characters looked at, more than any heading that is known has.
    private static let longest = 200

    /// What stands in the parentheses or brackets of a heading: `EUR` in `Amount (EUR)`.
    static func remark(_ heading: String) -> String? {
        guard let open = heading.firstIndex(where: { "([".contains($0) }), let close = heading[open...].firstIndex(of: heading[open] == "(" ? ")" : "]") else { return nil }
        return String(Substring(heading[heading.index(after: open)..<close]).trimmed)
    }
}
