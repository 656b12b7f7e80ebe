/// What the grammar may know of the book while it reads a sentence.
public struct Vocabulary {
    /// Names of accounts, fetched only when a sentence has a place for one.
    public var accounts: () -> [String]
    /// Today as ISO text, for `today` and `yesterday`; without it those words are refused.
    public var today: String?

    public init(today: String? = nil, accounts: @escaping () -> [String] = { [] }) {
        self.today = today
        self.accounts = accounts
    }
}
