import Ledger
import Values

/// Journals of ledger and of hledger.
struct Journal: TextFormat {
    let name = "journal"
    let otherNames = ["hledger", "ledger"]
    let summary = "A journal of ledger or hledger, with its transactions, lots, prices and balances; files that it includes are read as well."
    let example = """
        commodity 1,000.00 USD

        2014-01-02 * Deposit
            assets:broker:cash    1000.00 USD
            equity:opening

        2014-01-03 * Buy
            assets:broker:AAPL    4 AAPL @ 100.00 USD
            expenses:commissions  1.50 USD
            assets:broker:cash    -401.50 USD = 598.50 USD

        P 2014-02-01 AAPL 104.20 USD
        """

    func fits(_ bytes: UnsafeBufferPointer<UInt8>, name: String) -> Bool {
        let name = name.lowercased()
        if IncludedFiles.endingsOfJournals.contains(where: name.hasSuffix) { return true }
        let lines = FileOpening(bytes).lines.filter { !$0.allSatisfy(\.isWhitespace) }
        // Days may have no year where a line tells it: any will do here, as one that has them all.
        let year = lines.contains { $0.hasPrefix("Y") && $0.dropFirst().drop { $0 == " " }.first?.isNumber == true || $0.hasPrefix("year ") } ? 2000 : nil
        // A day and words, and below them indented an account with its parts.
        return zip(lines, lines.dropFirst()).contains { head, posting in
            guard posting.first == " " || posting.first == "\t", posting.contains(":"), head.first?.isNumber == true else { return false }
            return head.split(separator: " ", maxSplits: 1).first.map { (try? JournalDate.read($0.prefix { $0 != "=" }, year: year)) != nil } ?? false
        }
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>, progress: TextProgress, into plan: inout PlanBuilder) throws(ImportIssue) {
        var style = JournalAmount.Style()
        style.told = plan.options.decimalMark.map { UInt8(ascii: $0 == .comma ? "," : ".") }
        style.signs = Self.signs(plan)
        var parser = JournalParser(style, plan.options, progress.times(2))
        let codes = plan.context.currencies
        parser.isCurrency = { codes.hasCode($0) }
        try parser.read(bytes)
        var progress = parser.progress, book = parser.book.taken()
        try Self.checkSigns(book, plan.options.currency ?? plan.context.baseCurrency)
        book.findInstruments(plan.context, plan.options.currency)
        let currencies = plan.context.currencies, instruments = book.instruments
        book.addPrices { (try? currencies.currency($0)) != nil && !instruments.contains($0) }
        var planner = DoubleEntryPlanner(consume book, plan)
        try planner.add(to: &plan, &progress, pass: 1)
        progress.finish()
    }

    /// The currencies of signs that several share: the one that was told, else the book's own, else the one of its accounts that it may be.
    private static func signs(_ plan: borrowing PlanBuilder) -> [String: String] {
        let told = plan.options.currency ?? plan.context.baseCurrency, held = Set(plan.context.accounts.filter { !$0.isErased }.map(\.currency))
        var signs: [String: String] = [:]
        for sign in CurrencySign.all where sign.isShared {
            if let told, sign.fits(told) {
                signs[sign.text] = told.code
                continue
            }
            let fitting = held.filter(sign.fits)
            if fitting.count == 1 { signs[sign.text] = fitting.first?.code }
        }
        return signs
    }

    /// Refuses a file whose `$` may be one of several currencies, since none is guessed.
    private static func checkSigns(_ book: DoubleEntryBook, _ currency: Currency?) throws(ImportIssue) {
        var known: Set<String> = [], last: String?
        for directive in book.directives {
            guard case .transaction(let transaction) = directive.content else { continue }
            for posting in transaction.postings {
                for commodity in [posting.units?.commodity, posting.cost?.commodity, posting.price?.commodity] {
                    guard let commodity, commodity != last else { continue }
                    last = commodity
                    guard known.insert(commodity).inserted, let sign = CurrencySign(commodity), sign.isShared else { continue }
                    let first = sign.examples[0], account = "account{name=\"\(first)\", currency=\"\(first)\"}"
                    throw ImportIssue(
                        .badCurrency, line: book.place(of: posting.line).line, text: commodity,
                        message: "\(commodity) is the sign of several currencies: \(sign.examples.joined(separator: ", ")) …",
                        hint: currency.map { "\($0) is none of them: an account of the book in one says which, such as \(account)" }
                            ?? "say which: currency=\"\(first)\", --currency \(first) on the command line")
                }
            }
        }
    }
}

extension DoubleEntryBook {
    /// Adds the prices that follow from the two sides of a transaction: 4 AAPL for 400 USD are 100 USD each.
    fileprivate mutating func addPrices(_ isCurrency: (String) -> Bool) {
        for place in directives.indices {
            guard case .transaction(let transaction) = directives[place].content, let price = transaction.priceOfSides(isCurrency) else { continue }
            change(transactionAt: place) { transaction in
                for posting in transaction.postings.indices where transaction.postings[posting].units?.commodity == price.commodity {
                    transaction.postings[posting].price = price.terms
                }
            }
        }
    }
}

extension DoubleEntryBook.Transaction {
    /// The price of one of two commodities in the other, where a transaction has just these and tells none; of a currency and something else it is that of the other.
    fileprivate func priceOfSides(_ isCurrency: (String) -> Bool) -> (commodity: String, terms: DoubleEntryBook.PriceTerms)? {
        var sums: [(commodity: String, number: FixedDecimal, count: Int)] = []
        for posting in postings {
            guard posting.cost == nil, posting.price == nil, let units = posting.units, let number = units.number, let commodity = units.commodity else { return nil }
            if let place = sums.firstIndex(where: { $0.commodity == commodity }) {
                guard let sum = try? sums[place].number + number else { return nil }
                sums[place] = (commodity, sum, sums[place].count + 1)
            } else {
                sums.append((commodity, number, 1))
            }
        }
        let sides = sums.filter { !$0.number.isZero }
        guard sides.count == 2, sides[0].number.isNegative != sides[1].number.isNegative else { return nil }
        let (priced, other) = isCurrency(sides[0].commodity) && !isCurrency(sides[1].commodity) ? (sides[1], sides[0]) : (sides[0], sides[1])
        if priced.count == 1 { return (priced.commodity, DoubleEntryBook.PriceTerms(number: other.number.magnitude, isTotal: true, commodity: other.commodity)) }
        guard let one = try? other.number.magnitude / priced.number.magnitude else { return nil }
        return (priced.commodity, DoubleEntryBook.PriceTerms(number: one, isTotal: false, commodity: other.commodity))
    }
}
