import Values

/// The currencies that headings tell of the figures below them: `Amount (EUR)`, `Amount (£)`, `Price (GBX)`.
///
/// A figure below such a heading is in that currency as if each cell said so, and one in pence or the like is brought to the currency that
/// these are part of, whatever the row's own column of currencies tells of the others.
struct HeadingUnits {
    /// What one heading tells.
    private struct Unit {
        let currency: Currency
        /// By how many decimal places figures shift: 2 for pence.
        let shift: Int
    }

    private var units: [ImportField: Unit] = [:]
    /// Signs of headings that several currencies share.
    private var signs: [ImportField: CurrencySign] = [:]
    /// The minor units that headings name, as they are written.
    private(set) var minorUnits: [String] = []

    /// Of a file whose headings tell nothing.
    static let none = HeadingUnits()

    private init() {}

    /// What the headings of columns with money tell.
    ///
    /// - Throws: what is told of a code that no currency has, with the nearest one.
    init(_ map: ColumnMap, known: CurrencyTable) throws(ImportIssue) {
        for field in ImportField.allCases where field.isMoney && map.has(field) {
            guard let remark = HeaderKey.remark(map.heading(field)) else { continue }
            if let minor = MinorUnit.normalize(remark) {
                units[field] = Unit(currency: minor.currency, shift: CurrencyBook.places(minor.factor))
                minorUnits.append(remark)
            } else if let currency = (try? known.currency(remark)) ?? CurrencySign(remark)?.currency {
                units[field] = Unit(currency: currency, shift: 0)
            } else if let sign = CurrencySign(remark) {
                signs[field] = sign
            } else if !map.isTold(field) {
                try Self.check(remark, map.heading(field), known)
            }
        }
    }

    /// Refuses what looks like a code of no currency; other words, as in `Amount (net)`, say something else of the figures.
    private static func check(_ remark: String, _ heading: String, _ known: CurrencyTable) throws(ImportIssue) {
        guard (3...5).contains(remark.utf8.count), remark.utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A }), !words.contains(remark) else { return }
        do {
            _ = try known.currency(remark)
        } catch {
            // Where all is in capitals, a word of three letters need be no code.
            guard case .unknown(_, let nearest) = error, nearest != nil || (remark.utf8.count == 3 && heading != heading.uppercased()) else { return }
            throw ImportIssue(
                .badCurrency, line: nil, column: heading, text: remark, message: error.description,
                hint: (nearest.map { "write it as (\($0)); " } ?? "") + "columns={[\"\(ShownText.cut(heading))\"]=\"…\"} takes the column as it is; " + (error.declaration ?? ""))
        }
    }

    /// What stands in parentheses in capitals and is no currency.
    private static let words: Set<String> = [
        "NET", "GROSS", "AVG", "EACH", "INCL", "EXCL", "INC", "EXC", "VAT", "GST", "TAX", "UNIT", "UNITS", "TOTAL", "LOCAL", "BASE", "DEBIT", "ADJ", "YTD", "EOD", "PER", "LAST",
        "LCY", "FCY", "CCY", "CUR", "CASH", "PAID", "OPEN", "HIGH", "LOW", "CLOSE", "BID", "ASK", "MID", "NAV", "FEE", "FEES", "OUT", "BUY", "SELL", "ETF", "OTC", "ORIG",
    ]

    /// Whether no heading tells one.
    var isEmpty: Bool { units.isEmpty && signs.isEmpty }

    /// The currencies of some fields' headings.
    func currencies(of fields: [ImportField]) -> Set<Currency> { Set(fields.compactMap { units[$0]?.currency }) }

    /// By how many places figures below the heading of a field shift; 0 where it tells no minor unit.
    func shift(_ field: ImportField) -> Int { units[field]?.shift ?? 0 }

    /// A figure with the currency that its heading tells, unless the cell tells one itself; nil where it has too many decimals for a minor unit.
    func told(_ number: CellNumber, _ field: ImportField) -> CellNumber? {
        guard number.currency == nil, let unit = units[field] else {
            var signed = number
            if number.currency == nil, number.sign == nil { signed.sign = signs[field] }
            return signed
        }
        // The heading says whose a sign in the cell is.
        if let sign = number.sign, !sign.fits(unit.currency) { return number }
        var told = number.shifted(by: unit.shift)
        told?.currency = unit.currency
        told?.sign = nil
        return told
    }
}
