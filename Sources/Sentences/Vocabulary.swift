public import Values

/// What the grammar may know of the book and the day while it reads a sentence. The closures are asked only where a sentence needs the answer.
public struct Vocabulary {
    /// The day that `today` and `yesterday` are told from; without it those words are refused.
    public var today: Day?
    /// How numbers and dates may be written besides plainly.
    public var locale: LocaleFormat
    /// The home folder, for paths that begin with `~/`; without it they stay as they are.
    public var home: String?
    /// The names of the accounts.
    public var accounts: () -> [String]
    /// The code of the currency of figures that are said without one: of the instrument of a symbol, else of an account, else of the book; nil where it is not known.
    public var currency: (_ symbol: String?, _ account: String?) -> String?
    /// The code of the currency of a question about money that names neither symbol nor account: of the plan of `allocate`, of the one account that
    /// `rebalance` could trade in; nil where it is not known.
    public var planned: (_ question: String) -> String?
    /// The codes of the currencies that the book declares.
    public var currencies: () -> [String]
    /// How many digits the amounts of a currency have behind the point; nil where it is not known.
    public var digits: (_ currency: Currency) -> Int?
    /// The symbols of the instruments.
    public var symbols: () -> [String]
    /// Whether a function of Lua takes a field of that name.
    public var takes: (_ function: String, _ field: String) -> Bool
    /// Why a function of Lua cannot take a field that others do, and what to do instead; nil where that is not known, or it takes it.
    public var whyNot: (_ function: String, _ field: String) -> String?

    /// What is left out is not known: no accounts, no symbols, no currencies but those that everybody knows.
    public init(
        today: Day? = nil, locale: LocaleFormat = .plain, home: String? = nil, accounts: @escaping () -> [String] = { [] },
        currency: @escaping (_ symbol: String?, _ account: String?) -> String? = { _, _ in nil },
        planned: @escaping (_ question: String) -> String? = { _ in nil }, currencies: @escaping () -> [String] = { [] },
        digits: @escaping (_ currency: Currency) -> Int? = { CurrencyTable().digits(of: $0) },
        symbols: @escaping () -> [String] = { [] }, takes: @escaping (_ function: String, _ field: String) -> Bool = { _, _ in false },
        whyNot: @escaping (_ function: String, _ field: String) -> String? = { _, _ in nil }
    ) {
        (self.today, self.locale, self.home, self.accounts) = (today, locale, home, accounts)
        (self.currency, self.planned, self.currencies, self.digits) = (currency, planned, currencies, digits)
        (self.symbols, self.takes, self.whyNot) = (symbols, takes, whyNot)
    }
}

extension Vocabulary {
    /// The accounts that words begin with, in any case of letters, and how many of the words each takes; the longest first.
    func accounts(beginning words: ArraySlice<CommandToken>) -> [(name: String, words: Int)] {
        let known = accounts(), most = known.map { $0.split(separator: " ").count }.max() ?? 0
        return (1...max(1, most)).reversed().compactMap { count in
            guard count <= words.count else { return nil }
            let said = words.prefix(count).map(\.text).joined(separator: " ")
            return (known.first { $0 == said } ?? known.first { $0.lowercased() == said.lowercased() }).map { ($0, count) }
        }
    }

    /// Whether a word is the code of a known currency, of a part of one such as `GBp`, or of one that the book declares.
    func isUnit(_ word: String) -> Bool {
        if MinorUnit.normalize(word) != nil { return true }
        guard let currency = try? Currency(word) else { return false }
        if word.count >= 3, word.allSatisfy({ $0.isASCII && $0.isUppercase }), CurrencyTable().contains(currency) { return true }
        return currencies().contains(word) && !symbols().contains(word)
    }

    /// Whether the book has an instrument that is called so, in whatever case of letters.
    func isSymbol(_ word: String) -> Bool { symbols().contains { $0.lowercased() == word.lowercased() } }

    /// Whether a word is the symbol of an instrument and no currency that anybody knows.
    func isSymbolOnly(_ word: String) -> Bool { !isUnit(word) && symbols().contains(word) }

    /// The day that a word tells: `2014-03-03`, as the locale writes it, and where the day is known, `today` and `yesterday`.
    func day(_ word: String) throws(DayError) -> Day {
        switch word {
        case "today": if let today { return today }
        case "yesterday": if let today { return try today.adding(days: -1) }
        default: if case .one(let day) = locale.day(word) { return day }
        }
        return try Day(word)
    }

    /// Whether a word is a number, plain or as the locale writes it, also one that could be two.
    func isNumber(_ word: String) -> Bool { locale.number(word) != .none }
}
