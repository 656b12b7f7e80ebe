/// What becomes of one row of a file.
public struct RowVerdict: Hashable, Sendable {
    /// What can become of a row.
    public enum Outcome: UInt8, CaseIterable, Sendable {
        /// Its activity is added.
        case add
        /// The book holds it already, so nothing is added.
        case alreadyThere
        /// It cannot be imported; `issue` tells why.
        case refused
        /// It is a price, to be stored as a quote.
        case quote
        /// There is nothing in it to import: it is blank, or `issue` tells what the broker made of it.
        case skipped
        /// It defines an account, an instrument or a part of a plan, or defines it anew.
        case define
        /// It tells what an account is worth.
        case value
        /// It has rates between currencies, to be stored.
        case rate

        /// The outcome as a column of verdicts shows it.
        public var name: String {
            switch self {
            case .add: "add"
            case .alreadyThere: "already there"
            case .refused: "refused"
            case .quote: "quote"
            case .skipped: "skipped"
            case .define: "define"
            case .value: "value"
            case .rate: "rate"
            }
        }
    }

    /// The line on which the row begins, counted from 1; the header's is the first.
    public var line: Int
    /// What becomes of it.
    public var outcome: Outcome
    /// What is wrong where it is refused, why it is skipped where it is not blank, or how the book has it otherwise where it is there already, or nearly.
    public var issue: ImportIssue?

    /// The sentence to show beside the row; empty where there is nothing to say.
    public var message: String {
        switch outcome {
        case .add: issue?.message ?? ""
        case .quote, .define, .value, .rate: ""
        case .alreadyThere: issue?.message ?? "the book holds this row already"
        case .skipped, .refused: issue.map { ($0.column.isEmpty ? "" : "\($0.column): ") + $0.message + ($0.hint.isEmpty ? "" : " (\($0.hint))") } ?? ""
        }
    }
}
