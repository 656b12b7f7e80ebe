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

    /// The symbols of the instruments.
    public var symbols: () -> [String]
    /// Whether a function of Lua takes a field.
    public var takes: (_ function: String, _ field: String) -> Bool

    public init(
        today: String? = nil, home: String? = nil, accounts: @escaping () -> [String] = { [] },
        currency: @escaping (_ symbol: String?, _ account: String?) -> String? = { _, _ in nil },
        symbols: @escaping () -> [String] = { [] }, takes: @escaping (_ function: String, _ field: String) -> Bool = { _, _ in false }
    ) {
        (self.symbols, self.takes) = (symbols, takes)
        self.currency = currency
        self.today = today
        self.home = home
        self.accounts = accounts
    }
}
