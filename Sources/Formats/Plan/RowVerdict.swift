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
        /// Its price is stored as a quote.
        case quote
        /// Nothing in it is to be imported: it is blank, or `issue` tells why it is left out.
        case skipped
        /// It defines an account, an instrument or a part of a plan, or defines it anew.
        case define
        /// It tells the value of an account.
        case value
        /// Its rates between currencies are stored.
        case rate
        /// It is like an entry that somebody typed, and is left out for that; `issue` names the entry.
        case like

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
            case .like: "like"
            }
        }
    }

    /// The line on which the row begins, counted from 1; the header's is the first.
    public var line: Int
    /// What becomes of it.
    public var outcome: Outcome
    /// Why the row is refused or skipped, or how an entry of the book differs from it; nil where there is nothing to say.
    public var issue: ImportIssue?

    /// The sentence to show beside the row; empty where there is nothing to say.
    public var message: String {
        switch outcome {
        case .add: issue?.message ?? ""
        case .quote, .define, .value, .rate: ""
        case .alreadyThere: issue?.message ?? "the book holds this row already"
        case .skipped, .refused, .like: issue.map { ($0.column.isEmpty ? "" : "\($0.column): ") + $0.message + ($0.hint.isEmpty ? "" : " (\($0.hint))") } ?? ""
        }
    }
}

/// The verdicts of a file, one a row, in the order of its lines; eight bytes for a row that is not refused.
public struct RowVerdicts: RandomAccessCollection, Sendable {
    private struct Mark: Sendable {
        var line: UInt32
        var outcome: RowVerdict.Outcome
    }

    private var marks: [Mark] = []
    private var issues: [Int: ImportIssue] = [:]
    /// Lines that share the verdict of another, by that.
    private var tied: [Int: [Int]] = [:]
    private var counts = [Int](repeating: 0, count: RowVerdict.Outcome.allCases.count)

    public var startIndex: Int { 0 }
    public var endIndex: Int { marks.count }

    /// The verdict of the row at a place.
    public subscript(position: Int) -> RowVerdict {
        RowVerdict(line: Int(marks[position].line), outcome: marks[position].outcome, issue: issues[position])
    }

    /// How many rows have this outcome.
    public func count(_ outcome: RowVerdict.Outcome) -> Int { counts[Int(outcome.rawValue)] }

    /// What is wrong with the rows that are refused, in the order of their lines.
    public var refusals: [ImportIssue] {
        issues.filter { marks[$0.key].outcome == .refused }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Makes room for some rows.
    mutating func reserve(_ rows: Int) { marks.reserveCapacity(rows) }

    /// Adds the verdict of a row.
    mutating func append(line: Int, _ outcome: RowVerdict.Outcome, issue: ImportIssue? = nil) {
        if let issue { issues[marks.count] = issue }
        marks.append(Mark(line: UInt32(truncatingIfNeeded: line), outcome: outcome))
        counts[Int(outcome.rawValue)] += 1
    }

    /// Lets a line share whatever becomes of another from now on.
    mutating func tie(line: Int, to other: Int) { tied[other, default: []].append(line) }

    /// Changes the verdict of the row that begins on a line, and of those that share it.
    mutating func change(line: Int, to outcome: RowVerdict.Outcome, issue: ImportIssue? = nil) {
        for part in tied[line] ?? [] {
            change(
                line: part, to: outcome,
                issue: outcome == .refused ? ImportIssue(.script, file: issue?.file ?? "", line: part, message: "it belongs to line \(line), which is refused") : nil)
        }
        var low = 0
        var high = marks.count
        while low < high {
            let middle = (low + high) / 2
            if Int(marks[middle].line) < line { low = middle + 1 } else { high = middle }
        }
        guard low < marks.count, Int(marks[low].line) == line else { return }
        counts[Int(marks[low].outcome.rawValue)] -= 1
        marks[low].outcome = outcome
        counts[Int(outcome.rawValue)] += 1
        issues[low] = issue
    }
}
