import Values

/// Reads the postings of beancount's transactions.
enum BeancountPosting {
    /// Reads a posting: `! Assets:Broker:ITOT  10 ITOT {100.00 USD, 2014-03-31, "first"} @ 101.00 USD`.
    static func read(_ tokens: inout BeancountTokens, line: Int) throws(ImportIssue) -> DoubleEntryBook.Posting {
        if case .mark = tokens.next { tokens.take() }
        if case .word(let flag) = tokens.next, flag.count == 1 { tokens.take() }
        var posting = DoubleEntryBook.Posting(line: line, account: try tokens.takeAccount())
        posting.units = try amount(&tokens)
        if tokens.take(.cost) {
            posting.cost = try cost(&tokens, closing: .endOfCost)
        } else if tokens.take(.totalCost) {
            posting.cost = try cost(&tokens, closing: .endOfTotalCost)
        }
        if tokens.take(.price) { posting.price = try price(&tokens, isTotal: false) } else if tokens.take(.totalPrice) { posting.price = try price(&tokens, isTotal: true) }
        if let stray = tokens.next {
            throw ImportIssue(
                .badWord, text: stray.shown, message: "\(stray.shown) is out of place in a posting", hint: "a posting is: account, number, commodity, {cost}, @ price")
        }
        return posting
    }

    /// The change, as far as it is told; nil where nothing is.
    private static func amount(_ tokens: inout BeancountTokens) throws(ImportIssue) -> DoubleEntryBook.WrittenAmount? {
        let figure = try tokens.takeNumber(), commodity = tokens.takeWord()
        if figure == nil, commodity == nil { return nil }
        return DoubleEntryBook.WrittenAmount(number: figure?.number, digits: UInt8(clamping: figure?.digits ?? 0), commodity: commodity)
    }

    private static func price(_ tokens: inout BeancountTokens, isTotal: Bool) throws(ImportIssue) -> DoubleEntryBook.PriceTerms {
        let figure = try tokens.takeNumber()
        if let figure, figure.number.isNegative { throw ImportIssue(.wrongSign, message: "a price is not below zero", hint: "the sign stands at the units") }
        return DoubleEntryBook.PriceTerms(number: figure?.number, isTotal: isTotal, commodity: tokens.takeWord())
    }

    /// What stands in braces: a figure with its currency, a day, a label, in any order, parted by commas.
    private static func cost(_ tokens: inout BeancountTokens, closing: BeancountMark) throws(ImportIssue) -> DoubleEntryBook.CostTerms {
        var terms = DoubleEntryBook.CostTerms(isTotal: closing == .endOfTotalCost)
        while !tokens.take(closing) {
            switch tokens.next {
            case .day(let day):
                terms.day = day
                tokens.take()
            case .text(let label):
                terms.label = label
                tokens.take()
            case .mark(.comma) where !(terms.number == nil && terms.day == nil && terms.label == nil && terms.commodity == nil): tokens.take()
            case .mark(.star):
                throw ImportIssue(
                    .badWord, text: "*", message: "lots that are merged at an average cost ({*}) are not read", hint: "name the lots, or set the lot method of luca to average")
            case .mark(.hash):
                tokens.take()
                terms.addedTotal = try tokens.takeNumber()?.number
                terms.lacksAddedTotal = terms.addedTotal == nil
            case .word(let commodity):
                terms.commodity = commodity
                tokens.take()
            default:
                guard let figure = try tokens.takeNumber() else {
                    throw ImportIssue(
                        .badWord, text: tokens.next?.shown ?? "", message: "\(tokens.next?.shown ?? "the line's end") is no part of a cost",
                        hint: "a cost is {100.00 USD}, {100.00 USD, 2014-03-31} or {}")
                }
                if figure.number.isNegative { throw ImportIssue(.wrongSign, message: "a cost is not below zero") }
                terms.number = figure.number
            }
        }
        return terms
    }
}
