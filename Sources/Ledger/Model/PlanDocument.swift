/// Something that is planned, kept by the book as text: a reserve plan, targets, a recurring rule.
///
/// The ledger computes nothing from it; it keeps it in the journal, so that a plan can be undone, asked for as it was, and carried from
/// book to book with everything else. What the text means is up to the plans.
public struct PlanDocument: Hashable, Sendable {
    /// What a document is of.
    public enum Kind: String, CaseIterable, Sendable {
        /// Tiers of cash reserves.
        case reserve
        /// The parts that instruments or groups of them are to have.
        case targets
        /// What is recorded again and again by the calendar.
        case recurring
        /// A sum to be there by a day.
        case goal
        /// How much may be brought into accounts in a year.
        case limit
        /// Days on which nobody works.
        case calendar
        /// The day from which a recurring rule of a script rests.
        case pause
        /// A currency that neither ISO 4217 nor the list of coins has: its name and digits.
        case currency
    }

    /// What it is of.
    public var kind: Kind
    /// What it is called, once among those of its kind.
    public var name: String
    /// One JSON object; empty where the document is taken away.
    public var body: String

    /// A document; with an empty body, the end of the one of that name.
    public init(kind: Kind, name: String, body: String) {
        self.kind = kind
        self.name = name
        self.body = body
    }
}
