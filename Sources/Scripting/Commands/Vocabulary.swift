public import Values

/// What the grammar may know of the world while it reads a sentence.
public struct Vocabulary {
    /// Today as ISO text, for `today` and `yesterday`; without it those words are refused.
    public var today: String?
    /// The home folder, for paths that begin with `~/`; without it they stay as they are.
    public var home: String?
    /// Names of accounts, fetched only when a sentence has a place for one.
    public var accounts: () -> [String]
    /// The currency of figures that are said without one: of the instrument of a symbol, else of an account, else of the book; nil where that is not known.
    public var currency: (_ symbol: String?, _ account: String?) -> String?

    /// The currency of the money that a question is of which names neither symbol nor account: of the plan of `allocate`, of the one account that `rebalance` could trade in; nil where that is not known.
    public var planned: (_ question: String) -> String?
    /// The codes of the currencies that the book declares.
    public var currencies: () -> [String]
    /// How many digits amounts of a currency have behind the point; nil where that is not known.
    public var digits: (_ currency: Currency) -> Int?

    /// The symbols of the instruments.
    public var symbols: () -> [String]
    /// Whether a function of Lua takes a field.
    public var takes: (_ function: String, _ field: String) -> Bool

    public init(
        today: String? = nil, home: String? = nil, accounts: @escaping () -> [String] = { [] },
        currency: @escaping (_ symbol: String?, _ account: String?) -> String? = { _, _ in nil },
        planned: @escaping (_ question: String) -> String? = { _ in nil }, currencies: @escaping () -> [String] = { [] },
        digits: @escaping (_ currency: Currency) -> Int? = { CurrencyTable().digits(of: $0) },
        symbols: @escaping () -> [String] = { [] }, takes: @escaping (_ function: String, _ field: String) -> Bool = { _, _ in false }
    ) {
        (self.symbols, self.takes) = (symbols, takes)
        (self.planned, self.currencies, self.digits) = (planned, currencies, digits)
        self.currency = currency
        self.today = today
        self.home = home
        self.accounts = accounts
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

    /// Whether a word is the code of a known currency, of a part of one, or of one that the book declares.
    func isUnit(_ word: String) -> Bool {
        if MinorUnit.normalize(word) != nil { return true }
        guard let currency = try? Currency(word) else { return false }
        if word.count >= 3, word.allSatisfy({ $0.isASCII && $0.isUppercase }), CurrencyTable().contains(currency) { return true }
        return currencies().contains(word) && !symbols().contains(word)
    }
}
