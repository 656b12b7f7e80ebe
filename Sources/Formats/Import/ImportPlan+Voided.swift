import Ledger

/// A row whose entry somebody voided by hand: a mistake of the file, which must not come back with each later one. So it stays out, and is told.
struct VoidedRow {
    /// The line on which the row begins.
    let line: Int
    /// The entry that it was.
    let entry: EntryID
}

extension ImportPlan {
    /// How many of such rows a notice tells one by one.
    private static let toldOneByOne = 3

    /// Tells of rows that stay out because their entries are void, and how to take them again.
    mutating func tell(_ rows: [VoidedRow]) {
        for row in rows {
            let message = "entry \(row.entry.rawValue) of the book was this row, and is void; amend{id=\(row.entry.rawValue)} takes it again"
            verdicts.change(line: row.line, to: .alreadyThere, issue: ImportIssue(.leftOut, file: file, line: row.line, message: message))
            if rows.count <= Self.toldOneByOne { note(.leftOut, "line \(row.line): \(message)") }
        }
        if rows.count > Self.toldOneByOne {
            let lines = rows.prefix(Self.toldOneByOne).map { "\($0.line)" }.joined(separator: ", ")
            let first = rows[0].entry.rawValue
            note(.leftOut, "\(rows.count) rows (lines \(lines), …) stay out, since their entries of the book were voided; amend{id=\(first)} takes the first again, and the message of each row says the same of it")
        }
    }
}
