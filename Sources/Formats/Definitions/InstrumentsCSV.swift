public import Ledger
import Values

/// Instruments, a line each: `id,type,symbol,underlyingSymbol,expiry,strike,callPut,multiplier` as the Portfolio Ledger app writes
/// them, or symbol, name, kind and currency.
struct InstrumentsCSV: TableFormat {
    let name = "instruments"
    let summary = "An instrument a line: symbol, name, kind and currency; of options the underlying, the right, the strike and the last day."
    let example = """
        id,type,symbol,underlyingSymbol,expiry,strike,callPut,multiplier
        5C0E0000-0000-4000-8000-000000000001,equity,"KLM",,,,,,
        9A410000-0000-4000-8000-000000000002,option,,"KLM",2027-01-15T00:00:00Z,42.5,put,100

        """

    let columns = [
        ColumnSpec(.id, "instrument id"), ColumnSpec(.kind, first: ["asset class", "asset type"], "type", "security type"),
        ColumnSpec(.symbol, "ticker", "isin", "code"), ColumnSpec(.name, "security name", "company"),
        ColumnSpec.currency("price currency", "quote currency", "trade currency", "trading currency", "instrument currency", "security currency", "local currency"),
        ColumnSpec(.multiplier, "contract size"), ColumnSpec(.underlying, "underlying symbol"), ColumnSpec(.expires, "expiry", "expiration"),
        ColumnSpec(.strike, "strike price"), ColumnSpec(.right, "call put", "put call"),
        ColumnSpec(.assetClass), ColumnSpec(.provider), ColumnSpec(.providerSymbol),
    ]

    func score(_ map: ColumnMap) -> Int {
        missing(map).isEmpty && !Definitions.tellMore(map) ? 10 + map.matched : 0
    }

    func missing(_ map: ColumnMap) -> [String] {
        (map.has(.symbol) ? [] : ["symbol"]) + (map.has(.kind) || map.has(.currency) || map.has(.name) ? [] : ["type"])
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader { InstrumentReader(table: table) }
}

/// Reads the rows of a file of instruments. A cell that is empty leaves what the book has.
struct InstrumentReader: RowReader {
    let table: Table

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let kind = InstrumentWords.kind(record.word(table.map[.kind]))
        let currency = try table.currency(record, .currency, &plan)
        let terms = kind == .option ? try terms(record) : nil
        var symbol = try table.name(record, .symbol) { plan.instrument(named: $0) != 0 }
        if symbol.isEmpty, let terms { symbol = terms.symbol }
        guard !symbol.isEmpty else { throw table.issue(.missingValue, record, .symbol, "an instrument needs a symbol") }
        let known = plan.instrument(named: symbol)
        if known == 0, currency == nil { try table.checkUnread(record, assumed: plan.options.currency ?? plan.context.baseCurrency) }
        var instrument = known == 0 ? Instrument(symbol: symbol, currency: try plan.ownOrAssumedCurrency(currency)) : plan.instrument(known)
        if let currency { instrument.currency = currency }
        // "equity" says less than what the book may know: a fund, say.
        if known == 0 || (!table.text(record, .kind).isEmpty && table.text(record, .kind).lowercased() != "equity") { instrument.kind = kind }
        let name = try table.name(record, .name)
        if !name.isEmpty { instrument.name = name }
        try readMarket(record, &instrument)
        if let terms {
            instrument.multiplier = terms.multiplier
            instrument.option = OptionTerms(
                underlying: terms.underlying(in: instrument.currency, &plan), right: terms.right, strike: terms.strike, expires: terms.expires)
        } else if let multiplier = try table.number(record, .multiplier, column: table.map[.multiplier]) {
            instrument.multiplier = multiplier.decimal
        }
        return try plan.take(instrument, line: record.line)
    }

    /// What it is counted as, and where its prices come from.
    private func readMarket(_ record: borrowing CSVReader, _ instrument: inout Instrument) throws(ImportIssue) {
        let assetClass = try table.name(record, .assetClass), provider = try table.name(record, .provider)
        let symbol = try table.name(record, .providerSymbol)
        if !assetClass.isEmpty { instrument.assetClass = assetClass }
        if !provider.isEmpty { instrument.provider = provider }
        if !symbol.isEmpty { instrument.providerSymbol = symbol }
    }

    /// The terms of an option; nil where none of them is told, as of one that the book knows by its symbol alone.
    func terms(_ record: borrowing CSVReader) throws(ImportIssue) -> ContractTerms? {
        let underlying = try table.name(record, .underlying)
        let expires = try table.day(record, .expires), strike = try table.number(record, .strike, column: table.map[.strike])
        let right: OptionTerms.Right? = try table.word(record, .right, synonyms: ["c": .call, "p": .put])
        if underlying.isEmpty, expires == nil, strike == nil, right == nil { return nil }
        guard !underlying.isEmpty else { throw missing(record, .underlying, "the symbol of its underlying") }
        guard let expires else { throw missing(record, .expires, "its last day") }
        guard let strike else { throw missing(record, .strike, "its strike") }
        guard let right else { throw missing(record, .right, "call or put") }
        let multiplier = try table.number(record, .multiplier, column: table.map[.multiplier])?.decimal ?? 100
        return ContractTerms(underlying: underlying, right: right, strike: strike.decimal, expires: expires, multiplier: multiplier)
    }

    private func missing(_ record: borrowing CSVReader, _ field: ImportField, _ what: String) -> ImportIssue {
        table.issue(.missingValue, record, field, "an option needs \(what)", hint: "its terms are underlying, right, strike and last day")
    }
}

extension Formats {
    /// The instruments of a book, a line each, the underlying of an option before it as the book has them.
    public static func instrumentsCSV(_ ledger: Ledger) -> String {
        var writer = CSVWriter()
        writer.line(["id", "type", "symbol", "name", "currency", "multiplier", "underlyingSymbol", "expiry", "strike", "callPut", "class", "provider", "provider_symbol"])
        for (index, instrument) in ledger.instruments.enumerated() {
            let option = instrument.option
            writer.line([
                String(index + 1), instrument.kind.rawValue, instrument.symbol, instrument.name, instrument.currency.code, instrument.multiplier.description,
                option.map { ledger[$0.underlying].symbol } ?? "", option?.expires.description ?? "", option?.strike.description ?? "",
                option?.right.rawValue ?? "", instrument.assetClass, instrument.provider, instrument.providerSymbol,
            ])
        }
        return writer.text
    }
}
