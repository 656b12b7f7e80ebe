import Values

/// Files of Quicken's interchange format, QIF: registers of banks, cards and investments, lists of accounts and securities, prices.
struct QIF: TextFormat {
    let name = "qif"
    let summary = "Registers of Quicken and others as QIF: bank accounts, cards and investments, with splits, transfers, securities and prices."
    let example = """
        !Account
        NBrokerage
        TInvst
        ^
        !Type:Invst
        D01/15/2014
        NXIn
        T5000.00
        ^
        D01/16/2014
        NBuy
        YAurum
        I50.00
        Q10
        T507.95
        O7.95
        ^
        """

    func fits(_ bytes: UnsafeBufferPointer<UInt8>, name: String) -> Bool {
        var scanner = QIFScanner(UnsafeBufferPointer(rebasing: bytes.prefix(Self.headBytes))), isFirst = true
        while let step = scanner.next() {
            guard case .header(let text, _) = step else {
                if isFirst { return false }
                continue
            }
            isFirst = false
            let word = text.lowercased()
            if ["!type:", "!account", "!option:", "!clear:"].contains(where: word.hasPrefix) { return true }
        }
        return false
    }

    private static let headBytes = 16_384

    func read(_ bytes: UnsafeBufferPointer<UInt8>, progress: TextProgress, into plan: inout PlanBuilder) throws(ImportIssue) {
        var planner = try QIFPlanner(bytes, progress, plan.options)
        try planner.add(to: &plan)
    }
}
