/// A kind of sentence that the prompt understands, described by its usage text.
///
/// The usage is both what people read and what is parsed:
///
///     buy <quantity:decimal> <symbol:symbol> [@ <price:decimal>] [fee <fee:decimal>] [in <account:account>] [on <date:date>]
///
/// First the command word, then places (`<name:kind>`) that are filled in order, then clauses that begin with a keyword and
/// may come in any order. What stands in brackets may be left out, also behind the first place of a clause. A clause without a place, `[all]`,
/// is a switch.
public struct CommandPattern: Sendable {
    /// The command word, `buy`.
    public let name: String
    /// The text that the pattern was made from.
    public let usage: String
    /// One sentence on what the command does.
    public let summary: String
    /// A line that can be typed as it stands.
    public let example: String
    /// What carries out a sentence of this pattern.
    public let action: CommandAction

    /// What the usage describes.
    private let parts: UsageParts

    /// The blanks behind the command word, in the order in which they are filled.
    var places: [Place] { parts.read.places }
    /// The parts that begin with a keyword, which a sentence may give in any order.
    var clauses: [Clause] { parts.read.clauses }

    /// A blank to be filled with one value: `<price:decimal>`.
    struct Place: Sendable, Equatable {
        /// What its argument is called.
        var name: String
        /// What may stand in it.
        var kind: ArgumentKind
        /// Whether a sentence may leave it out.
        var isOptional: Bool
    }

    /// A keyword with the places that follow it: `[on <date:date>]`. One without places that may be left out is a switch.
    struct Clause: Sendable, Equatable {
        /// The word, or the sign such as `@`, that it begins with.
        var keyword: String
        /// The blanks behind it.
        var places: [Place]
        /// Whether a sentence may leave it out.
        var isOptional: Bool
    }

    /// Parses `usage`; the pattern's name is its first word.
    ///
    /// - Throws: `CommandUsageError` that says what is wrong with the usage text and where.
    public init(usage: String, summary: String, example: String, action: CommandAction) throws(CommandUsageError) {
        let parsed = try UsageParser.parse(usage)
        self.init(parsed.name, UsageParts(parsed), usage: usage, summary: summary, example: example, action: action)
    }

    /// A pattern that ships with the program. Its usage is read when a sentence first needs it: a start needs few of the hundred that there are.
    ///
    /// - Precondition: `usage` is one that `init(usage:summary:example:action:)` takes.
    public init(shipped usage: String, summary: String, example: String, action: CommandAction) {
        self.init(UsageParser.name(of: usage), UsageParts(of: usage), usage: usage, summary: summary, example: example, action: action)
    }

    private init(_ name: String, _ parts: UsageParts, usage: String, summary: String, example: String, action: CommandAction) {
        self.name = name
        self.parts = parts
        self.usage = usage
        self.summary = summary
        self.example = example
        self.action = action
    }

    /// The usage as people read it, kinds left out: `buy QUANTITY SYMBOL [@ PRICE] [in ACCOUNT]`.
    public var synopsis: String {
        var parts = [name]
        for place in places {
            parts.append(place.isOptional ? "[\(place.label)]" : place.label)
        }
        for (place, clause) in clauses.enumerated() where !clauses[..<place].contains(where: { $0.keyword == clause.keyword }) {
            // Clauses of one keyword are shown as one: `[of SYMBOL|ACCOUNT]`.
            let synopsis = ([clause.synopsis] + clauses[(place + 1)...].filter { $0.keyword == clause.keyword }.map { String($0.synopsis.dropFirst($0.keyword.count + 1)) })
                .joined(separator: "|")
            parts.append(clause.isOptional ? "[\(synopsis)]" : synopsis)
        }
        return parts.joined(separator: " ")
    }

    /// The names of the arguments that a sentence may give, each once.
    public var argumentNames: [String] {
        let names = places.map(\.name) + clauses.flatMap { $0.isSwitch ? [$0.keyword] : $0.places.map(\.name) }
        return names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element)
    }

    /// The clause that gives an argument, as people read it: `in ACCOUNT` for `account`; nil if none does.
    public func clause(giving name: String) -> String? {
        clauses.first { $0.places.contains { $0.name == name } }?.synopsis
    }
}

extension CommandPattern.Place {
    /// The blank as a synopsis shows it.
    var label: String { name.uppercased() + (kind.isRest ? "…" : "") }
}

extension CommandPattern.Clause {
    /// Whether it is one word that a sentence may leave out, and so an argument that is true where it stands. One that must stand tells nothing: `recurring due`.
    var isSwitch: Bool { places.isEmpty && isOptional }

    /// The clause as people read it, `to ACCOUNT`; a place that is called like its keyword is shown by its kind: `on DATE`.
    var synopsis: String {
        ([keyword]
            + places.map { place in
                let label = place.label(behind: keyword)
                return place.isOptional ? "[\(label)]" : label
            }).joined(separator: " ")
    }
}

extension CommandPattern {
    /// The Lua function that answers or does what a sentence of this pattern says.
    var function: String {
        switch action {
        case .lua(let form): form.function
        case .handler: Self.function(ofQuestion: name)
        }
    }

    /// The function that is called as a question is, but for those that are called by what they are about.
    static func function(ofQuestion word: String) -> String {
        switch word {
        case "net": "snapshots"
        case "performance": "returns"
        default: word
        }
    }
}

/// What carries out a sentence.
public enum CommandAction: Sendable, Equatable {
    /// A Lua function, called as the template says; see `LuaForm`.
    case lua(LuaForm)
    /// A function of whoever defined the command, told by its number there. It gets one table of the arguments by name.
    case handler(Int)
}

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
    /// The rest of the line as it stands: another sentence, `whatif buy 10 ORCL @ 31.20`.
    case sentence
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
        case .sentence: "a sentence such as deposit 500 to Savings"
        case .code: "Lua source"
        }
    }

    /// Whether what it takes tells by itself what is to be said: a number, a day, an account. A text may be anything.
    var isTelling: Bool {
        switch self {
        case .text, .word, .arguments, .options, .sentence, .code: false
        case .decimal, .money, .integer, .year, .date, .symbol, .account, .currency, .ratio, .path, .report, .topic: true
        }
    }

    /// The kind as a synopsis shows it where the place has no telling name.
    var noun: String { self == .decimal || self == .money ? "AMOUNT" : rawValue.uppercased() }

    /// Whether the place takes everything up to the end of the line, keywords too.
    var isRest: Bool { self == .arguments || self == .options || self == .sentence || self == .code }
}
