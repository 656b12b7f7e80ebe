import Values

/// Everything that luca knows of one kind of activity. The files beside this one hold a rule each; `rule(for:)` names them all.
///
/// Validation, the engine, `help` and the reference read the same value, so a new kind is one file, one case and one line.
public struct ActivityRule: Sendable {
    /// What it is.
    public let kind: ActivityKind
    /// The finer sense that this rule alone is for; nil for the rule of the kind itself.
    public let subtype: ActivitySubtype?
    /// What it is, in a sentence.
    public let summary: String
    /// What it does to cash, lots, income and contribution, in a sentence.
    public let effect: String
    /// How it is written in Lua.
    public let example: String
    /// Fields that it needs. Money is told by `amount`, or by `quantity` and `price` where the rule takes them, unless it `needsMoney` not.
    public let required: ActivityFields
    /// Fields that it takes as well.
    public let optional: ActivityFields
    /// The finer senses that it covers itself; others have a rule of their own.
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
    /// Whether the amount is another sum than quantity times price.
    public let amountIsApart: Bool
    /// Whether it says nothing without money.
    public let needsMoney: Bool
    /// Whether it is of the instrument wherever it is held, where no account is named.
    public let mayBeOfEveryAccount: Bool
    /// Whether the quantity may be zero.
    public let mayBeNothing: Bool
    /// Posts what the activity does.
    let compile: @Sendable (_ facts: ActivityFacts, _ postings: inout PostingBuffer) throws(DecimalError) -> Void

    init(
        kind: ActivityKind, subtype: ActivitySubtype? = nil, summary: String, effect: String, example: String,
        required: ActivityFields, optional: ActivityFields, subtypes: [ActivitySubtype] = [],
        isTrade: Bool = false, isReversible: Bool = false, opposite: ActivityKind? = nil,
        earnsIncome: Bool = false, movesContribution: Bool = false, needsMoney: Bool = true, mayBeOfEveryAccount: Bool = false,
        amountIsApart: Bool = false, mayBeNothing: Bool = false,
        compile: @escaping @Sendable (_ facts: ActivityFacts, _ postings: inout PostingBuffer) throws(DecimalError) -> Void
    ) {
        self.kind = kind
        self.subtype = subtype
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
        self.amountIsApart = amountIsApart
        self.mayBeNothing = mayBeNothing
        self.needsMoney = needsMoney
        self.mayBeOfEveryAccount = mayBeOfEveryAccount
        self.compile = compile
    }

    /// The rule of each kind, in the order of `ActivityKind`.
    public static let all = ActivityKind.allCases.map(rule(for:))

    /// The rules of the finer senses that differ from their kind's.
    public static let variants: [ActivityRule] = [
        reinvestedDividend, dividendInKind, returnOfCapital, notionalDistribution, stakingReward, bonus,
        merger, spinoff, symbolChange, expiry, assignment, exercise, position, exchange,
    ]

    /// The rule of a kind.
    public static func rule(for kind: ActivityKind) -> ActivityRule {
        switch kind {
        case .buy: buy
        case .sell: sell
        case .split: split
        case .deposit: deposit
        case .withdrawal: withdrawal
        case .transferIn: transferIn
        case .transferOut: transferOut
        case .dividend: dividend
        case .interest: interest
        case .credit: credit
        case .fee: fee
        case .tax: tax
        case .adjustment: adjustment
        case .unknown: unknown
        }
    }

    /// The rule of a kind in a finer sense: one of its own, or else the kind's.
    public static func rule(for kind: ActivityKind, _ subtype: ActivitySubtype?) -> ActivityRule {
        guard let subtype else { return rule(for: kind) }
        return variants.first { $0.kind == kind && $0.subtype == subtype } ?? rule(for: kind)
    }

    /// Tells of a kind and finer sense whether units change hands where an instrument is named.
    public static let changesUnits: @Sendable (ActivityKind, ActivitySubtype?) -> Bool = {
        let table = RuleTable { $0.isTrade || $0.kind == .adjustment || $0.subtype == .dividendInKind }
        return { kind, subtype in table[kind, subtype] }
    }()

    /// What somebody means who names a type: a kind, or a finer sense such as `staking_reward`; nil for anything else.
    public static func sense(named name: String) -> (kind: ActivityKind, subtype: ActivitySubtype?)? {
        if let kind = ActivityKind(rawValue: name) { return (kind, nil) }
        guard let subtype = ActivitySubtype(rawValue: name) else { return nil }
        // Each belongs to one kind; a test says so.
        return ActivityKind.allCases.first { subtypes(of: $0).contains(subtype) }.map { ($0, subtype) }
    }

    /// Every name that `sense(named:)` knows, for those who look for the nearest.
    public static let typeNames = ActivityKind.allCases.map(\.rawValue) + ActivitySubtype.allCases.map(\.rawValue)

    /// Every finer sense that a kind may have.
    public static func subtypes(of kind: ActivityKind) -> [ActivitySubtype] {
        rule(for: kind).subtypes + variants.filter { $0.kind == kind }.compactMap(\.subtype)
    }
}

/// One value for each kind and finer sense, found by their places: what a loop over rows asks of rules.
struct RuleTable<Value: Sendable>: Sendable {
    private let values: [Value]
    private static var width: Int { ActivitySubtype.allCases.count + 1 }

    init(_ value: (ActivityRule) -> Value) {
        values = ActivityKind.allCases.flatMap { kind in
            ([nil] + ActivitySubtype.allCases).map { value(ActivityRule.rule(for: kind, $0)) }
        }
    }

    @inline(__always)
    subscript(kind: ActivityKind, subtype: ActivitySubtype?) -> Value {
        values[kind.ordinal * Self.width + (subtype.map { $0.ordinal + 1 } ?? 0)]
    }
}
