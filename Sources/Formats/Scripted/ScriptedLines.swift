import Ledger

/// What a script says of a line of a file.
public struct ScriptedEntry: Sendable {
    /// What becomes of the line.
    public enum Meaning: Sendable {
        /// The line makes this activity, perhaps beside others.
        case draft(ImportedDraft)
        /// The line is left out, for this reason.
        case skip(String)
        /// The line is refused: what is wrong, and what to do.
        case refuse(String, hint: String)
        /// The line is a part of what another one makes, and shares its verdict.
        case part(of: Int)
    }

    /// The line on which the record begins.
    public var line: Int
    /// What becomes of it.
    public var meaning: Meaning

    /// What becomes of a line.
    public init(line: Int, _ meaning: Meaning) { (self.line, self.meaning) = (line, meaning) }
}

/// What a script says of the lines of a file, by line.
struct ScriptedLines {
    /// The drafts of each line that has some, in the order in which the script gave the first of each.
    private var drafts: [(line: Int, drafts: [ImportedDraft])] = []
    private var others: [Int: ScriptedEntry.Meaning] = [:]

    /// What a script says, in its order.
    init(_ entries: [ScriptedEntry]) {
        var places: [Int: Int] = [:]
        for entry in entries {
            guard case .draft(let draft) = entry.meaning else {
                // What is wrong with a line goes before all else that is said of it.
                if case .refuse? = others[entry.line] { continue }
                others[entry.line] = entry.meaning
                continue
            }
            if let place = places[entry.line] {
                drafts[place].drafts.append(draft)
            } else {
                places[entry.line] = drafts.count
                drafts.append((entry.line, [draft]))
            }
        }
    }

    /// Adds the drafts, and one verdict for each record: a record of which nothing is said is refused, so that none is lost in silence.
    func put(_ records: [ScriptedRecord], into plan: inout PlanBuilder, format: String) {
        var outcomes: [Int: ImportIssue?] = [:]
        for (line, drafts) in drafts {
            if case .refuse? = others[line] { continue }
            do throws(ImportIssue) {
                try plan.add(drafts, line: line)
                outcomes[line] = .some(nil)
            } catch {
                outcomes[line] = error
            }
        }
        for record in records { tell(record, outcomes, &plan, format) }
    }

    private func tell(_ record: ScriptedRecord, _ outcomes: [Int: ImportIssue?], _ plan: inout PlanBuilder, _ format: String) {
        let line = record.line
        if let outcome = outcomes[line] {
            if let issue = outcome { plan.verdict(issue, line: line) } else { plan.verdict(line: line, .add) }
            return
        }
        switch others[line] {
        case .skip(let reason): plan.verdict(ImportIssue(.leftOut, message: reason), line: line, outcome: .skipped)
        case .refuse(let message, let hint): plan.verdict(ImportIssue(.script, message: message, hint: hint), line: line)
        case .part(let other):
            guard let outcome = outcomes[other] else {
                return plan.verdict(ImportIssue(.script, message: "it belongs to line \(other), of which nothing comes"), line: line)
            }
            if outcome == nil {
                plan.verdict(line: line, .add)
            } else {
                plan.verdict(ImportIssue(.script, message: "it belongs to line \(other), which is refused"), line: line)
            }
            plan.plan.verdicts.tie(line: line, to: other)
        case .draft, nil:
            if record.isBlank { return plan.verdict(line: line, .skipped) }
            plan.verdict(
                ImportIssue(.script, message: "the importer \(format) says nothing of this line", hint: "tell its author, or leave the line out with partial=true"),
                line: line)
        }
    }
}
