import Values

/// Everything that luca knows of one kind of activity. The files beside this one hold a rule each; `rule(for:)` names them all.
///
/// Validation, the engine, `help` and the reference read the same value, so a new kind is one file, one case and one line.
public struct ActivityRule: Sendable {
    /// What it is.
    public let kind: ActivityKind
    /// What it is, in a sentence.
    public let summary: String
    /// What it does to cash, lots, income and contribution, in a sentence.
    public let effect: String
    /// How it is written in Lua.
    public let example: String
    /// Fields that it needs. Money is told by `amount`, or by `quantity` and `price` where the rule takes them.
    public let required: ActivityFields
    /// Fields that it takes as well.
    public let optional: ActivityFields
    /// The finer senses it takes.
    public let subtypes: [ActivitySubtype]
    /// Whether units change hands, so that its currency must be the instrument's.
    public let isTrade: Bool
    /// Whether an amount below zero takes back an earlier one.
    public let isReversible: Bool
    /// What to record instead of a negative amount.
    public let opposite: ActivityKind?
    /// Whether it posts income.
    public let earnsIncome: Bool
    /// Whether it posts a contribution always; with the subtype `opening` any kind does.
    public let movesContribution: Bool
    /// Posts what the activity does.
    let compile: @Sendable (_ facts: ActivityFacts, _ postings: inout PostingBuffer) throws(DecimalError) -> Void

    init(
        kind: ActivityKind, summary: String, effect: String, example: String,
        required: ActivityFields, optional: ActivityFields, subtypes: [ActivitySubtype] = [],
        isTrade: Bool = false, isReversible: Bool = false, opposite: ActivityKind? = nil,
        earnsIncome: Bool = false, movesContribution: Bool = false,
        compile: @escaping @Sendable (_ facts: ActivityFacts, _ postings: inout PostingBuffer) throws(DecimalError) -> Void
    ) {
        self.kind = kind
        self.summary = summary
        self.effect = effect
        self.example = example
        self.required = required
        self.optional = optional
        self.subtypes = subtypes
        self.isTrade = isTrade
        self.isReversible = isReversible
        self.opposite = opposite
        self.earnsIncome = earnsIncome
        self.movesContribution = movesContribution
        self.compile = compile
    }

    /// Every rule, in the order of `ActivityKind`.
    public static let all = ActivityKind.allCases.map(rule(for:))

    /// The rule of a kind.
    public static func rule(for kind: ActivityKind) -> ActivityRule {
        switch kind {
        case .buy: buy
        case .sell: sell
        case .deposit: deposit
        case .withdrawal: withdrawal
        case .dividend: dividend
        case .interest: interest
        case .fee: fee
        case .tax: tax
        }
    }
}
