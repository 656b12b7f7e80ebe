/// What the grammar may know of the world while it reads a sentence.
public struct Vocabulary {
    /// Today as ISO text, for `today` and `yesterday`; without it those words are refused.
    public var today: String?
    /// The home folder, for paths that begin with `~/`; without it they stay as they are.
    public var home: String?
    /// Names of accounts, fetched only when a sentence has a place for one.
    public var accounts: () -> [String]

    public init(today: String? = nil, home: String? = nil, accounts: @escaping () -> [String] = { [] }) {
        self.today = today
        self.home = home
        self.accounts = accounts
    }
}
