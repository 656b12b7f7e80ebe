/// What may stand in a place of a command sentence; the raw value is the name used in usage texts, `<price:decimal>`.
public enum ArgumentKind: String, CaseIterable, Sendable {
    /// An exact decimal number: `10`, `31.20`, `-0.5`, `1e3`.
    case decimal
    /// A sum of money: an exact decimal number, which may have the sign of a currency: `31.20`, `$31.20`, `12 €`; and a code behind it where no place for one follows.
    case money
    /// A whole number without exponent.
    case integer
    /// A calendar year of four digits.
    case year
    /// A day: `2014-03-03`, `today`, `yesterday`.
    case date
    /// The symbol of an instrument.
    case symbol
    /// The name of an account; several words need no quotes, the name ends at the next keyword.
    case account
    /// A currency code: `EUR`, `BTC`.
    case currency
    /// Units that become others: `10:1`, `10-for-1`, or the three words `10 for 1`.
    case ratio
    /// Free text; several words need no quotes, the text ends at the next keyword.
    case text
    /// The path of a file; spaces need quotes.
    case path
    /// A single word.
    case word
    /// The name of a report.
    case report
    /// Something that has help: a command, a function, a setting, a column.
    case topic
    /// All words that are left, as a list of texts (`run FILE --year 2014`).
    case arguments
    /// All words that are left, as a table: `2014 account="Ray"` becomes `{2014, account="Ray"}`.
    case options
    /// The rest of the line as it stands: Lua source.
    case code

    /// What the place takes, as an error names it: "a number", "the name of an account".
    public var expectation: String {
        switch self {
        case .decimal, .money: "a number such as 31.20"
        case .integer: "a whole number"
        case .year: "a year such as 2014"
        case .date: "a date such as 2014-03-03, today or yesterday"
        case .symbol: "a symbol such as ORCL"
        case .account: "the name of an account"
        case .currency: "a currency code such as EUR"
        case .ratio: "a ratio such as 10:1 or 10 for 1"
        case .text: "some text"
        case .path: "the path of a file"
        case .word: "a word"
        case .report: "the name of a report"
        case .topic: "a topic"
        case .arguments: "arguments"
        case .options: "values or name=value"
        case .code: "Lua source"
        }
    }

    /// The kind as a synopsis shows it where the place has no telling name.
    var noun: String { self == .decimal || self == .money ? "AMOUNT" : rawValue.uppercased() }

    /// Whether the place takes everything up to the end of the line, keywords too.
    var isRest: Bool { self == .arguments || self == .options || self == .code }
}
