/// What an account of another program's book means to luca, in the word by which it is told and shown.
public struct AccountMeaning: Hashable, Sendable {
    /// Who says so.
    public enum Origin: String, Sendable {
        /// The user, with this import.
        case told
        /// The book, since an earlier import told it.
        case kept
        /// The file, which luca wrote.
        case file
        /// Luca, which looked at the name and at what is posted there.
        case proposed
    }

    /// The account's full name in the file.
    public let account: String
    /// The name of luca's account that holds what it does, or a word such as `fee` or `outside`.
    public let meaning: String
    /// What is posted to it, by name.
    public let commodities: [String]
    /// Who says so.
    public let origin: Origin
}
