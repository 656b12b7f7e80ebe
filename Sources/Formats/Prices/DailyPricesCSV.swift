import Ledger
import Values

/// The prices of one instrument as exchanges and portals export them: `Date,Open,High,Low,Close,Adj Close,Volume`.
///
/// The file does not say of what: `symbol=` does, or else the beginning of the file's name, with the exchange that may stand behind a point.
struct DailyPricesCSV: TableFormat {
    let name = "daily-prices"
    let summary = "Daily prices of one instrument, told by symbol= or by the file's name: Date,Open,High,Low,Close,Adj Close,Volume."
    let example = """
        Date,Open,High,Low,Close,Adj Close,Volume
        2014-03-03,38.64,38.89,38.33,38.62,33.79,13547500
        2014-03-04,38.90,39.20,38.77,39.14,34.25,17205600

        """

    let columns = QuoteColumns.all

    func score(_ map: ColumnMap) -> Int {
        missing(map).isEmpty && !QuoteColumns.tellTrades(map) ? 8 + map.matched : 0
    }

    func missing(_ map: ColumnMap) -> [String] {
        [ImportField.date, .close].filter { !map.has($0) }.map(\.rawValue)
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader {
        QuoteReader(table, symbol: try Self.symbol(table.options, &plan))
    }

    /// The symbol that the user told, else the one that the file's name begins with.
    private static func symbol(_ options: ImportOptions, _ plan: inout PlanBuilder) throws(ImportIssue) -> String {
        if let told = options.symbol { return told }
        let stem = options.stem
        let word = String(stem.prefix { !"-_ .(".contains($0) })
        let whole = listing(stem)
        for candidate in [stem, whole ?? word] where !candidate.isEmpty {
            if let known = plan.context.instruments.first(where: { $0.symbol.lowercased() == candidate.lowercased() }) {
                plan.notice(.assumedSymbol, "the prices are taken to be of \(known.symbol), from the file's name")
                return known.symbol
            }
        }
        if let whole {
            // Without its end it would be another security, mostly in another currency.
            if let near = plan.context.instruments.first(where: { $0.symbol.lowercased() == word.lowercased() }) {
                throw ImportIssue(
                    .unknownSymbol, message: "the file's name tells \(whole), which the book does not have, and it has \(near.symbol)",
                    hint: "say symbol=\"\(whole)\", or symbol=\"\(near.symbol)\" if they are one")
            }
            plan.notice(.assumedSymbol, "the prices are taken to be of \(whole), from the file's name")
            return whole
        }
        guard looksLikeSymbol(word) else {
            throw ImportIssue(
                .unknownSymbol, message: "the file does not say what it has the prices of", hint: "say symbol=\"ORCL\"")
        }
        plan.notice(.assumedSymbol, "the prices are taken to be of \(word), from the file's name")
        return word
    }

    /// A symbol with its exchange or class, as Yahoo writes them, with which a name begins: `SAP.DE`, `BRK-B`; nil where it begins with none.
    private static func listing(_ stem: String) -> String? {
        let whole = stem.prefix { !"_ (".contains($0) }
        guard let mark = whole.lastIndex(where: { ".-".contains($0) }), looksLikeSymbol(String(whole[..<mark])) else { return nil }
        let end = whole[whole.index(after: mark)...]
        return (1...3).contains(end.count) && end.allSatisfy { $0.isASCII && $0.isUppercase } ? String(whole) : nil
    }

    /// One to six characters, upper-case letters and digits with a letter among them, a caret allowed before them.
    private static func looksLikeSymbol(_ word: String) -> Bool {
        let body = word.first == "^" ? word.dropFirst() : Substring(word)
        return (1...6).contains(body.count) && body.contains { $0.isLetter }
            && body.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "=") }
    }
}
