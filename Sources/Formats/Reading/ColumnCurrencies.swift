import Values

/// Looks for columns that the format does not read and that tell a currency all the same: by their heading, or because each cell is a code.
///
/// Where rows tell no currency of their own and one is assumed, such a column may say another: `Account Currency`, `Kontowährung`, or codes below a heading
/// that means nothing here. A row that it contradicts is refused, since which of the two holds for its figures only its owner knows.
struct CurrencySurvey {
    private struct Candidate {
        let column: Int
        /// Whether its heading has a word for currency.
        let isNamed: Bool
        var hasCodes = false
    }

    private var candidates: [Candidate]
    private var codes: CurrencyCodes

    /// Begins with all columns that the format does not read.
    init(_ map: ColumnMap, known: CurrencyTable) {
        candidates = map.unread.map { Candidate(column: $0, isNamed: Self.names(HeaderKey.of(map.headings[$0]))) }
        codes = CurrencyCodes(known)
    }

    /// Whether there is nothing to look at.
    var isEmpty: Bool { candidates.isEmpty }

    /// Looks at a row. A column whose heading has no word for currency is out with its first cell that is no code.
    mutating func add(_ record: borrowing CSVReader) {
        for place in candidates.indices.reversed() {
            let cell = record.word(candidates[place].column)
            if cell.isEmpty { continue }
            if codes.currency(cell, isNamed: candidates[place].isNamed) != nil {
                candidates[place].hasCodes = true
            } else if !candidates[place].isNamed {
                candidates.remove(at: place)
            }
        }
    }

    /// The columns that tell a currency, once all rows are looked at.
    var verdict: UnreadCurrencies { UnreadCurrencies(columns: candidates.filter(\.hasCodes).map { ($0.column, $0.isNamed) }, codes: codes) }

    /// Whether a heading has a word for currency in it: `Kontowährung`, `Currency of account`.
    private static func names(_ key: String) -> Bool { CurrencyWords.alone.contains(key) || CurrencyWords.within.contains { key.contains($0) } }
}

/// The currencies that such columns tell of a row.
struct UnreadCurrencies {
    fileprivate let columns: [(column: Int, isNamed: Bool)]
    fileprivate var codes: CurrencyCodes

    /// For a file all of whose columns are read.
    static let none = UnreadCurrencies(columns: [], codes: CurrencyCodes(CurrencyTable()))

    /// Whether there are none.
    var isEmpty: Bool { columns.isEmpty }

    /// The first column that says another currency of a row than the one assumed.
    func contradiction(_ record: borrowing CSVReader, assumed: Currency) -> (column: Int, says: Currency)? {
        var codes = codes
        for (column, isNamed) in columns {
            if let says = codes.currency(record.word(column), isNamed: isNamed), says != assumed { return (column, says) }
        }
        return nil
    }
}

/// Cells as codes of currencies, each looked up once.
struct CurrencyCodes {
    private let known: CurrencyTable
    private var texts = ByteInterner()
    private var found: [(any: Currency?, strict: Currency?)] = []

    init(_ known: CurrencyTable) { self.known = known }

    /// The currency that a cell is the code of.
    ///
    /// - Parameter isNamed: whether its heading says that it is one: then a code may be in lower case, a sign or the name of a coin; elsewhere such a word
    ///   may mean anything, and only the codes of ISO 4217, of its minor units and those that the book declares are taken for one.
    mutating func currency(_ cell: UnsafeBufferPointer<UInt8>, isNamed: Bool) -> Currency? {
        if cell.isEmpty { return nil }
        let number = texts.intern(cell)
        if number == found.count { found.append(resolve(texts.text(number))) }
        return isNamed ? found[number].any : found[number].strict
    }

    private func resolve(_ text: String) -> (any: Currency?, strict: Currency?) {
        if let unit = MinorUnit.normalize(text) { return (unit.currency, unit.currency) }
        if let currency = try? known.currency(text) {
            // Coins have six digits and more, the codes of ISO 4217 four at most.
            return (currency, currency.minorDigits.map { $0 <= 4 } ?? known.ownCurrencies.contains(currency) ? currency : nil)
        }
        if text == text.lowercased(), let currency = try? known.currency(text.uppercased()) { return (currency, nil) }
        return (CurrencySign(text)?.currency, nil)
    }
}

/// The currencies that headings tell of the figures below them: `Amount (EUR)`, `Amount (£)`, `Price (GBX)`.
///
/// A figure below such a heading is in that currency as if each cell said so, and one in pence or the like is brought to the currency that
/// these are part of, whatever the row's own column of currencies tells of the others.
struct HeadingUnits {
    /// The currency that one heading tells.
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

    /// For a file whose headings tell no currency.
    static let none = HeadingUnits()

    private init() {}

    /// Reads the headings of the columns with money.
    ///
    /// - Throws: `badCurrency` for a code that no currency has, with the nearest one.
    init(_ map: ColumnMap, known: CurrencyTable) throws(ImportIssue) {
        for field in ImportField.allCases where field.isMoney && map.has(field) {
            guard let remark = HeaderKey.remark(map.heading(field)) else { continue }
            if let minor = MinorUnit.normalize(remark) {
                units[field] = Unit(currency: minor.currency, shift: CurrencyIndex.places(minor.factor))
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
                hint: (nearest.map { "write it as (\($0)); " } ?? "")
                    + "columns={[\"\(MessageText.cut(heading))\"]=\"…\"} takes the column as it is; "
                    + (error.declaration ?? ""))
        }
    }

    /// Words in capitals that stand in parentheses and are no currency.
    private static let words: Set<String> = [
        "NET", "GROSS", "AVG", "EACH", "INCL", "EXCL", "INC", "EXC", "VAT", "GST", "TAX", "UNIT", "UNITS", "TOTAL", "LOCAL", "BASE", "DEBIT", "ADJ", "YTD", "EOD", "PER",
        "LAST",
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
