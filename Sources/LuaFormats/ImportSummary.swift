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
        let verdicts = try frame.column("verdict").materialize(), messages = try frame.column("message").materialize()
        guard let words = verdicts.pool else { return nil }
        // By code: of a million rows no text is made.
        var order: [Int32] = [], counts = [Int](repeating: 0, count: words.count), remarkable: [Int] = []
        let names = (0..<words.count).map { words.text(Int32($0)) }, needsAttention = names.map { ["refused", "like"].contains($0) }, added = names.firstIndex(of: "add")
        for row in 0..<frame.rowCount {
            let code = verdicts.codes[row]
            guard code >= 0 else { return nil }
            if counts[Int(code)] == 0 { order.append(code) }
            counts[Int(code)] += 1
            if needsAttention[Int(code)] || (added == Int(code) && messages.codes[row] >= 0) { remarkable.append(row) }
        }
        func count(_ name: String) -> Int { names.firstIndex(of: name).map { counts[$0] } ?? 0 }
        let file = try frame.value("file", row: 0)
        var lines = ["\(file): " + order.map { "\(counts[Int($0)]) \(names[Int($0)])" }.joined(separator: ", ")]
        let first = Set(remarkable.prefix(Self.shown))
        if remarkable.count > first.count {
            lines.append("the first \(first.count) of \(remarkable.count) rows that need attention; _:where{verdict=\"refused\"} shows those that are refused")
        }
        if remarkable.isEmpty, count("skipped") > 0 { lines.append("_:where{verdict=\"skipped\"} shows why rows are left out") }
        text = lines.joined(separator: "\n")
        rows = first.isEmpty ? nil : frame.filter(rows: { first.contains($0) })
    }
}
