import Ledger
import Values

/// The currency of rows and definitions that name none.
extension PlanBuilder {
    /// The currency of an account that rows name without telling one: its own, which goes before the one told.
    mutating func currency(of account: Account) -> CurrencyIndex.Entry { currency(of: account.currency, "account \"\(account.name)\" is in") }

    /// The currency of an instrument that rows name without telling one.
    mutating func currency(of instrument: Instrument) -> CurrencyIndex.Entry { currency(of: instrument.currency, "\(instrument.symbol) is in") }

    /// A currency that the book or the file tells, in the minor unit that the user told where that is a part of it.
    ///
    /// - Parameter what: what tells it, for the notice that the one told is another: `account "A" is in`.
    mutating func currency(of known: Currency, _ what: @autoclosure () -> String) -> CurrencyIndex.Entry {
        guard let told = toldCurrency() else { return currency(known) }
        if told.currency == known { return told }
        notice(.assumedCurrency, "\(what()) \(known), and rows without a currency are in that; \(told.currency), the one told, is for what has none of its own")
        return currency(known)
    }

    /// The currency that something names, else the one told, else the book's; refused where there is none.
    mutating func ownOrAssumedCurrency(_ own: Currency?, bearing sign: CurrencySign? = nil) throws(ImportIssue) -> Currency {
        if let known = own ?? options.currency { return known }
        return try bookCurrency(of: "what names no currency is", bearing: sign).currency
    }

    /// The book's currency, for what names none; refused where the book has none, since no currency is guessed.
    ///
    /// - Parameters:
    ///   - what: what is in it, for the notice: `rows without a currency are`.
    ///   - sign: what stands beside the figure and tells no currency, for the hint.
    mutating func bookCurrency(of what: String, bearing sign: CurrencySign? = nil) throws(ImportIssue) -> CurrencyIndex.Entry {
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
