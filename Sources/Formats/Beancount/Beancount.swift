import Values

/// Files of beancount, versions 2 and 3.
struct Beancount: TextFormat {
    let name = "beancount"
    let summary = "A ledger of beancount, with its transactions, lots, prices and balances; files that it includes are read as well."
    let example = """
        option "operating_currency" "USD"
        2014-01-01 open Assets:Broker:Cash USD
        2014-01-01 open Assets:Broker:ITOT ITOT "FIFO"
        2014-01-02 * "Deposit"
          Assets:Broker:Cash  1000.00 USD
          Equity:Opening-Balances
        2014-01-03 * "Buy"
          Assets:Broker:ITOT  4 ITOT {100.00 USD}
          Expenses:Commissions  1.50 USD
          Assets:Broker:Cash  -401.50 USD
        2014-02-01 price ITOT 104.20 USD
        2014-02-01 balance Assets:Broker:Cash 598.50 USD
        """

    private static let statements: Set<Substring> = ["open", "close", "commodity", "balance", "pad", "price", "note", "document", "event", "custom", "query", "txn"]

    func fits(_ bytes: UnsafeBufferPointer<UInt8>, name: String) -> Bool {
        let name = name.lowercased()
        if IncludedFiles.endingsOfJournals.contains(where: name.hasSuffix) { return false }
        let lines = FileOpening(bytes).lines
        if lines.contains(where: Self.isStatement) { return true }
        return (name.hasSuffix(".beancount") || name.hasSuffix(".bean")) && !(lines.first { !$0.allSatisfy(\.isWhitespace) }.map(Self.isForeign) ?? false)
    }

    /// Whether a line begins a file of another kind: a table, XML, JSON, QIF.
    private static func isForeign(_ line: Substring) -> Bool {
        guard let first = line.first else { return false }
        return "<{[!".contains(first) || first.isLetter && line.count { $0 == "," || $0 == ";" || $0 == "\t" } >= 3
    }

    /// Whether a line is a statement that no other program would write so.
    private static func isStatement(_ line: Substring) -> Bool {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count >= 2, line.first == words[0].first else { return false }
        if ["option", "plugin", "include"].contains(words[0]) { return words[1].hasPrefix("\"") }
        guard words[0].utf8.count == 10, words[0].utf8.allSatisfy({ $0 >= 0x2D && $0 <= 0x39 && $0 != 0x2E }), words.count == 3 else { return false }
        return statements.contains(words[1]) || ["*", "!"].contains(words[1]) && words[2].hasPrefix("\"")
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>, progress: TextProgress, into plan: inout PlanBuilder) throws(ImportIssue) {
        var parser = BeancountParser(plan.options, progress.times(2))
        try parser.read(bytes)
        var progress = parser.progress
        var planner = DoubleEntryPlanner(parser.book.taken(), plan)
        try planner.add(to: &plan, &progress, pass: 1)
        progress.finish()
    }
}
