import Formats
import Frames

/// The verdicts of an import as a frame: a row of the file each.
enum VerdictsFrame {
    static func make(_ plan: ImportPlan, isImported: Bool) -> Frame {
        let verdicts = plan.verdicts, count = verdicts.count
        let outcomes = TextPool(RowVerdict.Outcome.allCases.map(\.name)), messages = TextPool(), files = TextPool([plan.file])
        let columns: [Column] = [
            .texts(.text("file"), count: count, pool: files) { _ in 0 },
            .ints(.int("line"), count: count) { Int64(verdicts[$0].line) },
            .texts(.text("verdict"), count: count, pool: outcomes) { Int32(verdicts[$0].outcome.rawValue) },
            .texts(.text("message"), count: count, pool: messages) { row in
                let message = verdicts[row].message
                return message.isEmpty ? -1 : messages.code(for: message)
            },
        ]
        var warnings = plan.notices.map { FrameWarning(kind: $0.kind.rawValue, message: $0.message) }
        if plan.refusedCount > 0 {
            let rows = plan.refusedCount == 1 ? "1 row is refused" : "\(plan.refusedCount) rows are refused"
            warnings.append(FrameWarning(kind: "refused", message: isImported ? "\(rows); the others are imported" : "\(rows), so nothing is imported"))
        }
        return Frame("import", rowCount: count, columns: columns, warnings: warnings)
    }
}
