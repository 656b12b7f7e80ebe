import Values

@testable import Formats

/// Books of other programs: every row has a verdict, on lines that go up, and what is refused says why.
extension FuzzTarget {
    static let beancount = book("beancount", currency: .usd)
    static let ghostfolio = book("ghostfolio", currency: .usd)
    static let gnucash = book("gnucash", currency: .usd)
    static let journal = book("journal", currency: .usd)
    static let portfolioPerformance = book("portfolio-performance", currency: .eur)
    static let wealthfolio = book("wealthfolio", currency: .usd)

    /// A target of the name of its format.
    private static func book(_ format: String, currency: Currency) -> FuzzTarget {
        FuzzTarget(name: format) { bytes throws(FuzzFinding) in
            var options = ImportOptions(format: format)
            // Files that it includes are itself, which has to end.
            let own = Array(bytes)
            options.neighbour = { _ in own }
            guard let plan = try? Formats.plan(own, options: options, context: ImportContext(baseCurrency: currency)) else { return }
            var line = 0
            for verdict in plan.verdicts {
                try require(verdict.line > line, "line \(verdict.line) stands behind line \(line)")
                try require(verdict.outcome != .refused || verdict.issue?.message.isEmpty == false, "line \(verdict.line) is refused without a word")
                line = verdict.line
            }
        }
    }
}
