import Values
import XML

/// Files of Portfolio Performance as it saves them in XML.
struct PortfolioPerformance: TextFormat {
    let name = "portfolio-performance"
    let root = "client"
    let summary = "A file of Portfolio Performance, saved as XML: securities with their prices, accounts, portfolios and all transactions."
    let example = """
        <client>
          <version>66</version>
          <baseCurrency>USD</baseCurrency>
          <securities>
            <security>
              <uuid>5c0e0000-0000-4000-8000-000000000001</uuid>
              <name>Oracle</name>
              <currencyCode>USD</currencyCode>
              <tickerSymbol>ORCL</tickerSymbol>
              <prices>
                <price t="2024-01-02" v="10312000000"/>
              </prices>
            </security>
          </securities>
          <accounts>
            <account>
              <uuid>5c0e0000-0000-4000-8000-000000000002</uuid>
              <name>Cash</name>
              <currencyCode>USD</currencyCode>
              <transactions>
                <account-transaction>
                  <uuid>5c0e0000-0000-4000-8000-000000000003</uuid>
                  <date>2024-01-02T00:00</date>
                  <currencyCode>USD</currencyCode>
                  <amount>100000</amount>
                  <shares>0</shares>
                  <type>DEPOSIT</type>
                </account-transaction>
              </transactions>
            </account>
          </accounts>
          <portfolios/>
        </client>
        """

    private static let headBytes = 4096
    /// An account stands within the first transfer to it, so that a chain of transfers is as deep as it is long: six elements for each account.
    private static let mostDepth = 10_000

    func fits(_ bytes: UnsafeBufferPointer<UInt8>, name: String) -> Bool {
        let head = String(decoding: bytes.prefix(Self.headBytes), as: UTF8.self)
        guard let start = head.firstRange(of: "<client"), let next = head[start.upperBound...].first, next == ">" || next.isWhitespace else { return false }
        // Before the root there is at most the declaration of XML and a comment.
        let before = head[..<start.lowerBound].drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return before.isEmpty || before.hasPrefix("<?xml") || before.hasPrefix("<!--")
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>, progress: TextProgress, into plan: inout PlanBuilder) throws(ImportIssue) {
        // The file is read, and then put into the plan.
        var progress = progress.times(2), prices = PortfolioPerformancePrices()
        let tree = try XMLBook.tree(bytes, &progress, depth: Self.mostDepth, hint: "it may have been cut off when it was copied: save it in Portfolio Performance again") {
            tree, place in
            !prices.take(place, of: tree)
        }
        guard tree.name(0) == "client" else {
            throw ImportIssue(
                .unknownFormat, line: tree.line(0), text: tree.name(0),
                message: "a file of Portfolio Performance has the root <client>, and this one <\(MessageText.cut(tree.name(0)))>")
        }
        var reader = PortfolioPerformanceReader(try PortfolioPerformanceFile(XStreamTree(tree, isShortened: prices.isShortened), prices), &plan)
        try reader.read(&plan, &progress)
        progress.finish()
    }
}
