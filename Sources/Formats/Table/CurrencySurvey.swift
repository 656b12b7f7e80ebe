import Values

/// The columns that nobody reads and that tell a currency nevertheless: by their heading, or because each of their cells is a code.
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

    /// A survey of the columns that a format does not read.
    init(_ map: ColumnMap, known: CurrencyTable) {
        candidates = map.unread.map { Candidate(column: $0, isNamed: Self.names(HeaderKey.of(map.headings[$0]))) }
        codes = CurrencyCodes(known)
    }

    /// Whether there is nothing to look at.
    var isEmpty: Bool { candidates.isEmpty }

    /// Looks at a row. Other columns than those named for a currency are out with their first cell that is no code.
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

/// What such columns say of a row.
struct UnreadCurrencies {
    fileprivate let columns: [(column: Int, isNamed: Bool)]
    fileprivate var codes: CurrencyCodes

    /// Of a file all of whose columns are read.
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

extension Table {
    /// Refuses a row that tells no currency of its own where a column that is not read says another than the one assumed. Who told the assumed one settled it.
    ///
    /// - Parameter assumed: nil where none is assumed.
    func checkUnread(_ record: borrowing CSVReader, assumed: Currency?) throws(ImportIssue) {
        guard !unreadCurrencies.isEmpty, let assumed, options.currency != assumed,
            let (column, says) = unreadCurrencies.contradiction(record, assumed: assumed)
        else { return }
        let heading = ShownText.cut(map.headings[column]), name = heading.isEmpty ? "column \(column + 1), which has no heading," : "this column"
        let reading = heading.isEmpty ? "the heading currency" : "columns={[\"\(heading)\"]=\"currency\"}, or the heading currency,"
        throw ImportIssue(
            .badCurrency, line: record.line, column: heading, text: record.shown(column),
            message: "\(name) is not read and says \(says), while the row would be taken to be in \(assumed)",
            hint: "\(reading) says that it tells what the figures are in; currency=\"\(assumed)\", --currency \(assumed) on the command line, that they are in \(assumed)")
    }
}
