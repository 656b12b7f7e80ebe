import Values

/// The currency of what names none.
extension PlanBuilder {
    /// The book's currency, for what names none; refused where the book has none, since no currency is guessed.
    ///
    /// - Parameters:
    ///   - what: what is in it, for the notice: `rows without a currency are`.
    ///   - sign: what stands beside the figure and tells no currency, for the hint.
    mutating func bookCurrency(of what: String, bearing sign: CurrencySign? = nil) throws(ImportIssue) -> CurrencyBook.Entry {
        guard let base = context.baseCurrency else { throw Self.noCurrency(bearing: sign) }
        notice(.assumedCurrency, "\(what) taken to be in \(base), the book's")
        return currency(base)
    }

    /// Why a figure without a currency is refused where the book has none either; a sign that several currencies share tells none of them.
    static func noCurrency(bearing sign: CurrencySign?) -> ImportIssue {
        let code = sign?.examples.first ?? "EUR", sharers = sign.map { "; the sign \($0.text) alone is of several: \($0.examples.joined(separator: ", ")) …" } ?? ""
        return ImportIssue(
            .badCurrency, column: "currency", message: "no currency is told, by the file or by the book",
            hint: "say which: currency=\"\(code)\", --currency \(code) on the command line; setting(\"base_currency\", \"\(code)\") tells the book's once\(sharers)")
    }
}
