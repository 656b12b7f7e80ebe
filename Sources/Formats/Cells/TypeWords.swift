import Ledger
import Values

/// What the words in a type column mean.
struct TypeWords {
    enum Meaning: Equatable {
        case activity(ActivityKind, ActivitySubtype?)
        /// A price of that day, which moves nothing.
        case price
        /// Rows that the user wants left out.
        case skip
        case unknown
    }

    private var texts = ByteInterner()
    private var meanings: [Meaning] = []
    private let table: [String: Meaning]

    /// The words that are known everywhere, and those that the user told for this file.
    ///
    /// - Throws: `unknownType` where the user names a type that there is not.
    init(user: [String: String]) throws(ImportIssue) {
        var table = Self.known
        for (word, name) in user.sorted(by: { $0.key < $1.key }) {
            guard let meaning = name == "skip" ? .skip : Self.known[Self.key(name)] else {
                throw ImportIssue(
                    .unknownType, text: name, message: "\"\(name)\", which \"\(word)\" should mean, is no type of activity",
                    hint: Self.hint(name))
            }
            table[Self.key(word)] = meaning
        }
        self.table = table
    }

    /// What a cell means; words seen before cost one look.
    @inline(__always)
    mutating func meaning(_ cell: UnsafeBufferPointer<UInt8>) -> Meaning {
        let number = texts.intern(cell)
        if number == meanings.count { meanings.append(lookUp(Self.key(texts.text(number)))) }
        return meanings[number]
    }

    private func lookUp(_ key: String) -> Meaning {
        if let meaning = table[key] { return meaning }
        // Some brokers put the instrument's name behind the type: "YOU BOUGHT ORACLE CORP (ORCL)".
        return Self.beginnings.first { key.hasPrefix($0.words) }?.meaning ?? .unknown
    }

    /// Beginnings that leave no doubt, whatever follows.
    private static let beginnings: [(words: String, meaning: Meaning)] = [
        ("you bought ", .activity(.buy, nil)), ("you sold ", .activity(.sell, nil)), ("dividend received ", .activity(.dividend, nil)),
        ("interest earned ", .activity(.interest, nil)), ("foreign tax paid ", .activity(.tax, nil)), ("fee charged ", .activity(.fee, nil)),
    ]

    /// The nearest type to a word that means nothing.
    static func hint(_ word: String) -> String {
        let types = ActivityKind.allCases.map(\.rawValue) + ["price"]
        let near = nearestName(to: key(word), in: known.keys).flatMap { known[$0] }
        switch near {
        case .activity(let kind, _): return "did you mean \"\(kind.rawValue)\"?"
        case .price: return "did you mean \"price\"?"
        case .skip, .unknown, nil:
            return "the types are \(types.joined(separator: ", ")); types={[\"\(word)\"]=\"buy\"} tells what a word means, \"skip\" leaves it out"
        }
    }

    /// A word in lower case, each run of other characters than letters and digits one blank.
    private static func key(_ word: String) -> String {
        word.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    private static let known: [String: Meaning] = {
        var table: [String: Meaning] = [:]
        for kind in ActivityKind.allCases {
            for word in [kind.rawValue] + synonyms(kind) { table[key(word)] = .activity(kind, nil) }
        }
        // A finer sense may stand for its type; words that were known before keep their meaning.
        for subtype in ActivitySubtype.allCases where table[key(subtype.rawValue)] == nil {
            if let sense = ActivityRule.sense(named: subtype.rawValue) { table[key(subtype.rawValue)] = .activity(sense.kind, sense.subtype) }
        }
        for word in ["price", "quote", "kurs"] { table[word] = .price }
        return table
    }()

    private static func synonyms(_ kind: ActivityKind) -> [String] {
        switch kind {
        case .buy:
            ["bought", "purchase", "purchased", "you bought", "buy order", "market buy", "limit buy", "buy market", "buy limit",
                "advanced trade buy", "reinvest shares", "b", "kauf"]
        case .sell: ["sold", "sale", "you sold", "sell order", "market sell", "limit sell", "sell market", "sell limit", "advanced trade sell",
                "redemption", "s", "verkauf"]
        case .deposit:
            [
                "deposits", "contribution", "cash in", "money in", "cash deposit", "top up", "cash top up", "wire in", "paid in", "funds received",
                "einzahlung", "einlage",
            ]
        case .withdrawal:
            [
                "withdraw", "withdrawals", "removal", "cash out", "money out", "cash withdrawal", "payout", "wire out", "paid out", "auszahlung",
                "entnahme",
            ]
        case .dividend:
            [
                "div", "dividends", "cash dividend", "qualified dividend", "ordinary dividend", "non qualified dividend", "dividend received",
                "dividend ordinary", "dividend dividend", "cdiv", "reinvest dividend",
                "distribution", "dividende", "ausschüttung",
            ]
        case .interest: [
            "int", "credit interest", "bank interest", "interest income", "interest earned", "cash interest", "interest on cash", "coupon", "coupons", "coupon payment",
            "bond coupon", "bond interest", "zins", "zinsen", "kupon"]
        case .split: ["stock split", "forward split", "reverse split", "share split"]
        case .transferIn: ["transfer in", "transferin", "delivery inbound", "shares in", "acat in", "journal in"]
        case .transferOut: ["transfer out", "transferout", "delivery outbound", "shares out", "acat out", "journal out"]
        case .credit: ["rebate", "refund", "cash back", "reward"]
        case .adjustment: ["adjust", "correction"]
        case .unknown: []
        case .fee:
            ["fees", "charge", "commission", "service charge", "custody fee", "management fee", "account fee", "adr fee", "gebühr", "gebühren"]
        case .tax:
            ["taxes", "withholding", "withholding tax", "tax withheld", "foreign tax", "foreign tax paid", "nra tax", "nra tax adj", "steuer", "steuern"]
        }
    }
}

extension ActivityKind {
    /// Whether its money comes into the account.
    var bringsCash: Bool {
        switch self {
        case .sell, .deposit, .transferIn, .dividend, .interest, .credit, .adjustment, .unknown: true
        case .buy, .split, .withdrawal, .transferOut, .fee, .tax: false
        }
    }

    /// Whether units change hands, in the currency of the instrument.
    var isTrade: Bool {
        self == .buy || self == .sell
    }

    /// Whether it may name an instrument.
    var takesSymbol: Bool {
        let rule = ActivityRule.rule(for: self)
        return rule.required.union(rule.optional).contains(.symbol)
    }

    /// Whether an amount below zero takes an earlier one back.
    var isReversible: Bool { ActivityRule.rule(for: self).isReversible }

    /// The kind that a wrong sign hints at.
    var opposite: ActivityKind? { ActivityRule.rule(for: self).opposite }
}

/// A type of activity with its article, as a sentence has it: `an interest`, `a transfer in`.
func article(_ kind: ActivityKind) -> String { ("aeiou".contains(kind.rawValue.first!) ? "an " : "a ") + kind.rawValue.replacing("_", with: " ") }
