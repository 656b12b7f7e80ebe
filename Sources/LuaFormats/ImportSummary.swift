public import Frames

/// What somebody at the prompt is told of an import of many rows: how many came to what, and the first that need attention.
public struct ImportSummary {
    /// How many rows came to what, in a line or two.
    public let text: String
    /// The first rows that are refused or have a message beside them though they are taken; nil for none.
    public let rows: Frame?

    /// As many rows are shown one by one, and of more as many that need attention.
    private static let shownWhole = 20, shown = 10

    /// Sums up the verdicts of an import; nil where they are few enough to be shown, or the frame is none of them.
    public init?(_ frame: Frame) throws(FrameError) {
        guard frame.name == "import", frame.rowCount > Self.shownWhole else { return nil }
        let verdicts = try frame.list("verdict"), messages = try frame.list("message")
        var order: [String] = [], counts: [String: Int] = [:], remarkable: [Int] = []
        for (row, verdict) in verdicts.enumerated() {
            guard case .text(let verdict) = verdict else { return nil }
            if counts[verdict] == nil { order.append(verdict) }
            counts[verdict, default: 0] += 1
            if verdict == "refused" || verdict == "like" || (verdict == "add" && !messages[row].isNone) { remarkable.append(row) }
        }
        let file = try frame.value("file", row: 0)
        var lines = ["\(file): " + order.map { "\(counts[$0] ?? 0) \($0)" }.joined(separator: ", ")]
        let first = Set(remarkable.prefix(Self.shown))
        if remarkable.count > first.count {
            lines.append("the first \(first.count) of \(remarkable.count) rows that need attention; _:where{verdict=\"refused\"} shows those that are refused")
        }
        if remarkable.isEmpty, counts["skipped"] != nil { lines.append("_:where{verdict=\"skipped\"} shows why rows are left out") }
        text = lines.joined(separator: "\n")
        rows = first.isEmpty ? nil : frame.filter(rows: { first.contains($0) })
    }
}
