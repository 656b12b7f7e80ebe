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

/// A heading stripped of what programs write differently: `Price ($)`, `price` and `PRICE` are one.
enum HeaderKey {
    /// Lower-case letters and digits, without what stands in parentheses or brackets.
    static func of(_ heading: String) -> String {
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

    /// Characters looked at, more than any heading that is known has.
    private static let longest = 200

    /// What stands in the parentheses or brackets of a heading: `EUR` in `Amount (EUR)`.
    static func remark(_ heading: String) -> String? {
        guard let open = heading.firstIndex(where: { "([".contains($0) }), let close = heading[open...].firstIndex(of: heading[open] == "(" ? ")" : "]") else { return nil }
        return String(Substring(heading[heading.index(after: open)..<close]).trimmed)
    }
}
