public import Ledger

/// What erasing an account takes out of its book.
public struct Erasure: Hashable, Sendable {
    /// Its number, which nothing else will ever have.
    public let account: AccountID
    /// What it is called until then.
    public let name: String
    /// How often it was defined or changed.
    public internal(set) var definitions = 0
    /// Activities, those among them that were voided or amended.
    public internal(set) var activities = 0
    /// What it was said to be worth.
    public internal(set) var values = 0
    /// Voids of its activities.
    public internal(set) var voids = 0
    /// Entries of plans that name it, and days of a rule that has its name.
    public internal(set) var plans = 0
    /// Plans in force that name it and go with it, such as `limit "ISA"`.
    public internal(set) var ended: [String] = []
    /// Other accounts whose lots or gains change, because what was transferred to them keeps only the cost that the transfer tells.
    public internal(set) var affected: [String] = []
    /// Where the copy is that was made before; `nil` for a book without a file.
    public internal(set) var backup: String?

    /// How many entries it takes.
    public var count: Int { definitions + activities + values + voids + plans }
}
