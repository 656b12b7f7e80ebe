/// The verdicts of a file, one a row, in the order of its lines; eight bytes for a row that is not refused.
public struct RowVerdicts: RandomAccessCollection, Sendable {
    private struct Mark: Sendable {
        var line: UInt32
        var outcome: RowVerdict.Outcome
    }

    private var marks: [Mark] = []
    private var issues: [Int: ImportIssue] = [:]
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

    mutating func reserve(_ rows: Int) { marks.reserveCapacity(rows) }

    mutating func append(line: Int, _ outcome: RowVerdict.Outcome, issue: ImportIssue? = nil) {
        if let issue { issues[marks.count] = issue }
        marks.append(Mark(line: UInt32(truncatingIfNeeded: line), outcome: outcome))
        counts[Int(outcome.rawValue)] += 1
    }

    /// Changes the verdict of the row that begins on a line.
    mutating func change(line: Int, to outcome: RowVerdict.Outcome, issue: ImportIssue? = nil) {
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
