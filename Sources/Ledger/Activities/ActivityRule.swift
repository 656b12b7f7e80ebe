import Values

/// Everything that luca knows of one kind of activity. The files beside this one hold the rules.
///
/// Validation, the engine, `help` and the reference read the same value, so a new kind is a case of `ActivityKind` and a rule in
/// the file of its kin, whose list of rules names it. A class, since it is asked for with each activity and is large.
public final class ActivityRule: Sendable {
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
    /// How its figures are told by a row of a file or by a draft.
    public let figuresForm: FiguresForm
    /// Whether its money comes into the account, rather than leaving it.
    public let bringsCash: Bool
    /// What the files of brokers call it besides its name, in lower case and with blanks between words.
    public let importWords: [String]
    /// Posts what the activity does.
    let compile: @Sendable (_ facts: ActivityFacts, _ postings: inout PostingBuffer) throws(DecimalError) -> Void

    init(
        kind: ActivityKind, subtype: ActivitySubtype? = nil, summary: String, effect: String, example: String,
        required: ActivityFields, optional: ActivityFields, subtypes: [ActivitySubtype] = [],
        isTrade: Bool = false, isReversible: Bool = false, opposite: ActivityKind? = nil,
        earnsIncome: Bool = false, movesContribution: Bool = false, needsMoney: Bool = true, mayBeOfEveryAccount: Bool = false,
        amountIsApart: Bool = false, mayBeNothing: Bool = false,
        figuresForm: FiguresForm = .asTold, bringsCash: Bool = true, importWords: [String] = [],
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
        self.figuresForm = figuresForm
        self.bringsCash = bringsCash
        self.importWords = importWords
        self.compile = compile
    }

    /// The rule of each kind, in the order of `ActivityKind`; each kind has one, a test says so.
    public static let all = ActivityKind.allCases.map { kind in
        guard let rule = everyRule.first(where: { $0.kind == kind && $0.subtype == nil }) else { preconditionFailure("\(kind) has no rule") }
        return rule
    }

    /// The kinds of activities of which some post income.
    public static let kindsOfIncome = Set(everyRule.filter(\.earnsIncome).map(\.kind))

    /// Whether the owner may bring in or take out something by activities of a kind and perhaps a finer sense.
    static func mayContribute(_ kind: ActivityKind, _ subtype: ActivitySubtype?) -> Bool { subtype == .opening || contributing[kind, subtype] }

    private static let contributing = RuleTable { $0.movesContribution || $0.subtype == .position }

    /// The rules of the finer senses that differ from their kind's.
    public static let variants = everyRule.filter { $0.subtype != nil }

    private static let everyRule = income + corporateActions + trades + transfers + corrections + payments

    /// The rule of a kind. O(1).
    public static func rule(for kind: ActivityKind) -> ActivityRule { all[kind.ordinal] }

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

/// How the figures of an activity are told: by the columns of a row in a file, or by a draft.
public enum FiguresForm: Sendable {
    /// Units for money: quantity and price, or an amount in the place of one of them.
    case trade
    /// Money alone.
    case payment
    /// Money alone where no instrument is named; units with figures as they stand where one is.
    case transfer
    /// A fee: the amount, or what stands in the column of fees.
    case fee
    /// A tax: the amount, or what stands in the column of taxes.
    case tax
    /// As they stand: what they do to cash and units only the rule itself knows.
    case asTold
}

/// One value for each kind and finer sense, found by their places: what a loop over rows asks of rules.
struct RuleTable<Value: Sendable>: Sendable {
    private let values: [Value]
    private static var width: Int { ActivitySubtype.allCases.count + 1 }

    init(_ value: (ActivityRule) -> Value) {
        // A rule is asked once, and not for each sense that it holds for: several tables are made before a first question is answered.
        var values = ActivityRule.all.flatMap { [Value](repeating: value($0), count: Self.width) }
        for rule in ActivityRule.variants { values[Self.place(rule.kind, rule.subtype)] = value(rule) }
        self.values = values
    }

    @inline(__always)
    private static func place(_ kind: ActivityKind, _ subtype: ActivitySubtype?) -> Int { kind.ordinal * width + (subtype.map { $0.ordinal + 1 } ?? 0) }

    @inline(__always)
    subscript(kind: ActivityKind, subtype: ActivitySubtype?) -> Value {
        values[Self.place(kind, subtype)]
    }
}

extension ActivityKind {
    /// How its figures are told by a row of a file; a finer sense with a rule of its own may differ. O(1), as a file has a million rows.
    public var figuresForm: FiguresForm { Self.forms[self, nil] }

    /// Whether its money comes into the account, rather than leaving it. O(1).
    public var bringsCash: Bool { Self.cashSigns[self, nil] }

    /// Whether it is of an instrument always. O(1).
    public var needsSymbol: Bool { Self.symbolNeeds[self, nil] }

    /// Whether it may name an instrument. O(1).
    public var takesSymbol: Bool { Self.symbolUses[self, nil] }

    private static let forms = RuleTable(\.figuresForm)
    private static let symbolNeeds = RuleTable { $0.required.contains(.symbol) }
    private static let symbolUses = RuleTable { $0.required.contains(.symbol) || $0.optional.contains(.symbol) }
    private static let cashSigns = RuleTable(\.bringsCash)
}
