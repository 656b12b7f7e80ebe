import Values

/// A choice that a book can make: one row of the table behind `setting(key, value)`.
public struct Setting: Sendable {
    /// The name it is set by.
    public let key: String
    /// What it decides, in a sentence.
    public let summary: String
    /// What holds until somebody chose, as text.
    public let defaultValue: String
    /// What may be chosen, in words.
    public let allowed: String
    /// Takes the text into the policy; false where it is none of those allowed.
    let store: @Sendable (_ value: String, _ policy: inout Policy) -> Bool

    /// Every setting there is.
    public static let all: [Setting] = [
        feesInCost, taxesInCost, transferFeesInCost, longestDrawdown, lotMethod, longTermDays, washSales, baseCurrency, optionPremium, rateMaxAge,
        priceMaxAge, recurringStatus, negativeCash, recordUser, watchList, providerURLs, providerKeys,
    ]

    /// Short words for settings, as in `set base EUR`, and the keys that they stand for.
    public static let shortNames = ["base": "base_currency", "currency": "base_currency", "lots": "lot_method"]

    /// The key that a word stands for: that of a short word, or the word itself.
    public static func key(named word: String) -> String { shortNames[word] ?? word }

    /// Those that can be made; a book may hold others from before.
    public static let offered = all.filter { !$0.isSecret }

    static let feesInCost = choice(
        of: \.feesInCost, key: "fees_in_cost", summary: "Whether fees of trades are part of cost and proceeds, or expenses apart.")

    static let taxesInCost = choice(
        of: \.taxesInCost, key: "taxes_in_cost",
        summary: "Whether taxes on trades, such as stamp duty, are part of cost and proceeds, as in the purchase value of Portfolio Performance, or kept apart.")

    static let transferFeesInCost = choice(
        of: \.transferFeesInCost, key: "transfer_fees_in_cost",
        summary: "Whether the fee of a transfer raises the cost of the units that are moved, as Wealthfolio has it for units from outside, or is an expense apart.")

    private static let longestDrawdown = Setting(
        key: "longest_drawdown",
        summary: "Which falls the longest drawdown is of: those that have ended and the one that lasts, counted up to the last day, as in Portfolio Performance, or "
            + "those alone that have ended in a recovery.",
        defaultValue: "end", allowed: "end or recovery"
    ) { value, policy in
        guard value == "end" || value == "recovery" else { return false }
        policy.longestDrawdownIsRecovered = value == "recovery"
        return true
    }

    static let lotMethod = Setting(
        key: "lot_method", summary: "Which lots a sale takes.",
        defaultValue: LotMethod.fifo.name, allowed: LotMethod.all.map(\.name).joined(separator: ", ")
    ) { value, policy in
        guard let choice = LotMethod.all.first(where: { $0.name == value }) else { return false }
        policy.lotMethod = choice
        return true
    }

    static let longTermDays = Setting(
        key: "long_term_days", summary: "Days after which a holding is long-term; none for more than one calendar year.",
        defaultValue: "", allowed: "a whole number of days, or empty"
    ) { value, policy in
        guard let days = Int(value), days >= 0 else { return false }
        policy.longTermDays = days
        return true
    }

    static let washSales = choice(
        of: \.washSales, key: "wash_sales",
        summary: "Whether a loss is not allowed where the instrument is bought within 30 days before or after, in any account of the owner, "
            + "by a purchase, a reinvested dividend, a reward, an exercise or an assignment (26 U.S.C. 1091): "
            + "the cost of the units bought rises by loss * units bought / units sold.")

    private static let optionPremium = Setting(
        key: "option_premium", summary: "Where the premium of an assigned or exercised option goes: into the trade's cost or proceeds, or a gain apart.",
        defaultValue: "tax", allowed: "tax or cash"
    ) { value, policy in
        guard value == "tax" || value == "cash" else { return false }
        policy.premiumStaysWithOption = value == "cash"
        return true
    }

    static let baseCurrency = Setting(
        key: "base_currency", summary: "The currency of totals over accounts.",
        defaultValue: "", allowed: "a currency's code, such as USD"
    ) { value, policy in
        guard let currency = try? MinorUnit.normalize(value)?.currency ?? Currency(value) else { return false }
        policy.baseCurrency = currency
        return true
    }

    static let rateMaxAge = age(
        of: \.rateMaxAge, key: "rate_max_age", summary: "Days that a rate may be old before a warning tells of it.")

    static let priceMaxAge = age(
        of: \.priceMaxAge, key: "price_max_age", summary: "Days that a price may be old before a warning tells of it.")

    private static let recurringStatus = Setting(
        key: "recurring_status", summary: "What recurring rules record that say nothing of it: posted at once, or drafts that wait for approval.",
        defaultValue: "posted", allowed: "posted or draft"
    ) { value, policy in
        guard value == "posted" || value == "draft" else { return false }
        policy.recurringIsDraft = value == "draft"
        return true
    }

    static let negativeCash = Setting(
        key: "negative_cash", summary: "What is done where an entry takes cash below zero: it is told of, refused, or recorded without a word.",
        defaultValue: Policy().negativeCash.rawValue, allowed: "warn, refuse or quiet"
    ) { value, policy in
        guard let rule = NegativeCashRule(rawValue: value) else { return false }
        policy.negativeCash = rule
        return true
    }

    private static let recordUser = choice(
        of: \.recordsUser, key: "record_user", summary: "Whether each entry keeps who recorded it: the user's name on this machine.")

    static let watchList = Setting(
        key: "watch_list", summary: "Instruments to watch, with the prices at which to be told; watch makes it.",
        defaultValue: "", allowed: "symbols with prices, such as ORCL>50<30 VTI"
    ) { value, policy in
        // One more is watched, as a rule: those before it are not read again. Beyond ASCII, what follows may be part of the last character.
        let isLonger = !policy.watchText.isEmpty && value.utf8.allSatisfy { $0 < 0x80 } && value.hasPrefix(policy.watchText + " ")
        let entries =
            isLonger
            ? WatchEntry.list(Substring(value.utf8.dropFirst(policy.watchText.utf8.count)), after: policy.watchList) : WatchEntry.list(value)
        guard let entries else { return false }
        (policy.watchList, policy.watchText) = (entries, value)
        return true
    }

    static let providerURLs = pairs(
        of: \.providerURLs, key: "provider_urls", summary: "Addresses to ask providers at instead of their own, for those behind a proxy.",
        allowed: "pairs such as yahoo=https://proxy.example/yahoo")

    static let providerKeys = pairs(
        of: \.providerKeys, key: "provider_keys",
        summary: "Keys that books of development versions may hold; they are read, not used, and no new ones are taken.",
        allowed: "pairs such as alphavantage=KEY")

    /// Whether the value is for nobody else's eyes.
    public var isSecret: Bool { key == Self.providerKeys.key }

    /// A setting of names with a text each, with spaces between.
    private static func pairs(
        of part: WritableKeyPath<Policy, [String: String]> & Sendable, key: String, summary: String, allowed: String
    ) -> Setting {
        Setting(key: key, summary: summary, defaultValue: "", allowed: allowed) { value, policy in
            var pairs: [String: String] = [:]
            for word in value.split(separator: " ") {
                let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
                guard pair.count == 2, pairs[pair[0]] == nil else { return false }
                pairs[pair[0]] = pair[1]
            }
            policy[keyPath: part] = pairs
            return true
        }
    }

    /// A setting of days; what a new policy has is the default.
    private static func age(of part: WritableKeyPath<Policy, Int> & Sendable, key: String, summary: String) -> Setting {
        Setting(key: key, summary: summary, defaultValue: String(Policy()[keyPath: part]), allowed: "a whole number of days") { value, policy in
            guard let days = Int(value), days >= 0 else { return false }
            policy[keyPath: part] = days
            return true
        }
    }

    /// A setting that is true or false; what a new policy has is the default.
    private static func choice(of part: WritableKeyPath<Policy, Bool> & Sendable, key: String, summary: String) -> Setting {
        Setting(key: key, summary: summary, defaultValue: String(Policy()[keyPath: part]), allowed: "true or false") { value, policy in
            guard let choice = Bool(value) else { return false }
            policy[keyPath: part] = choice
            return true
        }
    }

    /// The setting of a key, which may have a scope behind it; nil where there is none of that name.
    static func named(_ key: String) -> Setting? {
        all.first { $0.key == key } ?? (LotRule.Scope(key: key, of: lotMethod.key) == nil ? nil : lotMethod)
    }

    /// The policy of a book with these settings.
    static func policy(_ settings: [String: String]) -> Policy {
        var policy = policyWithoutRules(settings)
        for (key, value) in settings where !value.isEmpty {
            guard let scope = LotRule.Scope(key: key, of: lotMethod.key), let method = LotMethod.all.first(where: { $0.name == value }) else { continue }
            policy.lotRules.append(LotRule(scope: scope, method: method))
        }
        policy.lotRules.sort { $0.rank < $1.rank }
        return policy
    }

    /// What the settings come to that are for all of the book.
    static func policyWithoutRules(_ settings: [String: String]) -> Policy {
        var policy = Policy()
        for setting in all {
            if let value = settings[setting.key], !value.isEmpty {
                let understood = setting.store(value, &policy)
                precondition(understood, "settings are checked before they are kept")
            }
        }
        return policy
    }
}
