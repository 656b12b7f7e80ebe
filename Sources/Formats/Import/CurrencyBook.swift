import Values

/// The currencies that a file names, minor units brought to the currency they are part of.
struct CurrencyBook {
    struct Entry {
        var currency: Currency
        /// By how many decimal places amounts shift: 2 for pence.
        var shift: Int
        /// Its place in the list of the plan.
        var index: UInt16
    }

    private enum Resolution {
        case entry(Entry)
        case unknown(CurrencyError)
    }

    private var texts = ByteInterner()
    private var resolutions: [Resolution] = []
    private let known: CurrencyTable
    private(set) var all: [Currency] = []
    /// Minor units that the file uses.
    private(set) var minorUnits: [String] = []

    init(known: CurrencyTable) { self.known = known }

    /// The currency of a cell.
    @inline(__always)
    mutating func entry(_ cell: UnsafeBufferPointer<UInt8>) throws(CurrencyError) -> Entry {
        let number = texts.intern(cell)
        if number == resolutions.count { resolutions.append(resolve(texts.text(number))) }
        switch resolutions[number] {
        case .entry(let entry): return entry
        case .unknown(let error): throw error
        }
    }

    /// The entry of a currency that is known already.
    mutating func entry(_ currency: Currency) -> Entry { Entry(currency: currency, shift: 0, index: index(currency)) }

    /// The entry of a minor unit's code.
    mutating func entry(minorUnit code: String) -> Entry? {
        var code = code
        return code.withUTF8 { try? entry($0) }
    }

    private mutating func resolve(_ text: String) -> Resolution {
        if let unit = MinorUnit.normalize(text) {
            minorUnits.append(text)
            return .entry(Entry(currency: unit.currency, shift: Self.places(unit.factor), index: index(unit.currency)))
        }
        // A code all in lower case cannot be a minor unit, which is told from its currency by mixed case.
        let code = text == text.lowercased() ? text.uppercased() : text
        do {
            let currency = try known.currency(code)
            return .entry(Entry(currency: currency, shift: 0, index: index(currency)))
        } catch {
            return .unknown(error)
        }
    }

    private mutating func index(_ currency: Currency) -> UInt16 {
        if let place = all.firstIndex(of: currency) { return UInt16(place) }
        precondition(all.count < UInt16.max, "more currencies than there are codes known")
        all.append(currency)
        return UInt16(all.count - 1)
    }

    /// The decimal places of a factor such as 0.01.
    static func places(_ factor: FixedDecimal) -> Int {
        (0...FixedDecimal.scale).first { PowersOfTen.wide(FixedDecimal.scale - $0) == factor.units } ?? 0
    }
}

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
