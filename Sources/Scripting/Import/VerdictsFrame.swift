import Formats
import Frames

/// The verdicts of an import as a frame: a row of the file each.
enum VerdictsFrame {
    static func make(_ plan: ImportPlan, isImported: Bool) -> Frame {
        let verdicts = plan.verdicts, count = verdicts.count
        let outcomes = TextPool(RowVerdict.Outcome.allCases.map(\.name)), messages = TextPool(), files = TextPool([plan.file])
        let columns: [Column] = [
            .texts(.text("file"), count: count, pool: files) { _ in 0 },
            .ints(.int("line").ranked(.leading), count: count) { Int64(verdicts[$0].line) },
            .texts(.text("verdict").ranked(.deciding), count: count, pool: outcomes) { Int32(verdicts[$0].outcome.rawValue) },
            .texts(.prose("message").ranked(plan.refusedCount > 0 ? .deciding : .leading), count: count, pool: messages) { row in
                let message = verdicts[row].message
                return message.isEmpty ? -1 : messages.code(for: message)
            },
        ]
        return Frame("import", rowCount: count, columns: columns, warnings: warnings(plan, isImported: isImported))
    }

    /// The verdicts of several files, one after another.
    static func make(_ plans: [ImportPlan], isImported: Bool) throws -> Frame {
        // Where rows are refused, the reason is what counts.
        let isRefused = plans.contains { $0.refusedCount > 0 }
        var builder = FrameBuilder("import", [.text("file"), .int("line").ranked(.leading), .text("verdict").ranked(.deciding), .prose("message").ranked(isRefused ? .deciding : .leading)])
        for plan in plans {
            for verdict in plan.verdicts {
                let message = verdict.message
                try builder.append([.text(plan.file), .int(Int64(verdict.line)), .text(verdict.outcome.name), message.isEmpty ? .none : .text(message)])
            }
            for warning in warnings(plan, isImported: isImported) { builder.add(warning: warning.kind, warning.message, about: warning.subject) }
        }
        return builder.frame()
    }

    private static func warnings(_ plan: ImportPlan, isImported: Bool) -> [FrameWarning] {
        var warnings = plan.notices.map { FrameWarning(kind: $0.kind.rawValue, message: $0.message, subject: $0.subject) }
        if plan.refusedCount > 0 {
            let rows = plan.refusedCount == 1 ? "1 row is refused" : "\(plan.refusedCount) rows are refused"
            let others = plan.verdicts.contains { ![.refused, .skipped, .alreadyThere].contains($0.outcome) } ? "; mend the file, or partial=true imports the others" : ""
            warnings.append(FrameWarning(kind: "refused", message: isImported ? "\(rows); the others are imported" : "\(rows), so nothing is imported\(others)"))
        }
        return warnings
    }
}
