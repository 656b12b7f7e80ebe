import Ledger

/// Help on types of activities that no function is called by, and on words of statements that luca records under another name.
enum ActivityHelp {
    /// Every type by name, and the words of statements.
    static let topics = ActivityKind.allCases.map(\.rawValue) + ActivitySubtype.allCases.map(\.rawValue) + places.flatMap(\.words)

    /// What is said of a type or a word; nil where it is neither. Blanks and underscores are the same.
    static func text(_ topic: String) -> String? {
        let name = topic.lowercased().split { $0 == " " || $0 == "_" || $0 == "-" }.joined(separator: "_")
        if let sense = ActivityRule.sense(named: name) { return text(ActivityRule.rule(for: sense.kind, sense.subtype), name, sense) }
        return places.first { $0.words.contains(name) }.map { "\(topic): \($0.text)" }
    }

    private static func text(_ rule: ActivityRule, _ name: String, _ sense: (kind: ActivityKind, subtype: ActivitySubtype?)) -> String {
        var lines = ["\(name), a type of activity" + (sense.subtype == nil ? "" : ": \(sense.kind.rawValue) in a finer sense")]
        lines += ["  " + rule.summary, "  " + rule.effect]
        let subtypes = sense.subtype == nil ? ActivityRule.subtypes(of: sense.kind) : []
        if !subtypes.isEmpty { lines.append("  subtypes     " + subtypes.map(\.rawValue).joined(separator: ", ")) }
        lines.append("  for example  " + rule.example)
        return lines.joined(separator: "\n")
    }

    /// Words of statements and of other programs, and what they are here.
    private static let places: [(words: [String], text: String)] = [
        (["qualified_dividend", "ordinary_dividend", "non_qualified_dividend", "cash_dividend", "qualified", "ordinary", "non_qualified", "distribution"],
         "a dividend. luca keeps one type for all of them, since which of them are taxed otherwise is a matter of the holder's country; note it, "
            + "as in dividend{…, notes=\"qualified\"}, and activities{type=\"dividend\"}:where{notes=\"qualified\"} finds them. Imports read them as dividends."),
        (["coupon", "bond_coupon", "coupon_payment", "bond_interest"],
         "interest with the bond's symbol: interest{account=\"Brokerage\", symbol=\"BOND\", amount=25}. It is income of the bond in income{} and yields{}. Imports read it so."),
        (["withholding", "withholding_tax", "tax_withheld", "withheld"],
         "the field tax of what was paid: dividend{…, amount=12, tax=1.80} brings 10.20 in cash and keeps 12 as income. Withheld apart, it is a tax: tax{account=…, amount=1.80}."),
        (["settlement", "settle"],
         "in which currency cash moves. An entry of another currency than its account's that tells fx_rate (units of the account's currency for one of its own) moves cash "
            + "of the account's currency, figure × fx_rate, and that is what it cost or brought there, whatever the market's rate. settle=\"USD\", or account{…, settlement=\"trade\"}, "
            + "leaves the cash in the entry's currency; so does an entry without fx_rate. Wealthfolio settles trades by the same rule."),
        (["rebate"], "a credit: credit{account=\"Brokerage\", amount=5, notes=\"rebate\"}. It is income of the account."),
        (["refund"],
         "the same as what is given back, below zero: fee{account=…, amount=-5} takes back a fee, tax{account=…, amount=-7} a tax. Of anything else it is a credit."),
    ]
}
