import Values

@testable import Formats

extension FuzzTarget {
    /// Registers of QIF: every row has a verdict, on lines that go up, and what is refused says why.
    static let qif = FuzzTarget(name: "qif") { bytes throws(FuzzFinding) in
        guard let plan = try? Formats.plan(Array(bytes), options: ImportOptions(format: "qif"), context: ImportContext(baseCurrency: .usd)) else { return }
        var line = 0
        for verdict in plan.verdicts {
            try require(verdict.line > line, "line \(verdict.line) stands behind line \(line)")
            try require(verdict.outcome != .refused || verdict.issue?.message.isEmpty == false, "line \(verdict.line) is refused without a word")
            line = verdict.line
        }
    }
}
