import Values

/// The currencies that a file names, minor units brought to the currency they are part of.
struct CurrencyIndex {
    /// A currency, and how figures in it are shifted.
    struct Entry {
        var currency: Currency
        /// By how many decimal places amounts shift: 2 for pence.
        var shift: Int
        /// Its place in the plan's list of currencies.
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
        (0...FixedDecimal.scale).first { tenToThe(FixedDecimal.scale - $0) == factor.units } ?? 0
    }
}

/// The names of a book's accounts or instruments, and those that the file adds, by the bytes of a cell.
struct NameIndex {
    private var texts = ByteInterner()
    /// The id of each text that was looked up, by the text's number; 0 where nothing has that name yet.
    private var ids: [Int32] = []
    private var exact: [String: Int32] = [:]
    private var folded: [String: Int32] = [:]
    private(set) var names: [String] = []
    /// How many names are the book's; those above are new.
    let recorded: Int
    /// Names that the file writes in another case than the book.
    private(set) var caseMended: [(written: String, known: String)] = []

    init(_ names: [String]) {
        recorded = names.count
        for name in names { add(name) }
    }

    /// The id of a name, 0 where there is none. A name that differs in case only is taken for the known one.
    @inline(__always)
    mutating func id(_ cell: UnsafeBufferPointer<UInt8>) -> Int32 {
        let number = texts.intern(cell)
        if number < ids.count, ids[number] != 0 { return ids[number] }
        return resolve(number)
    }

    /// The id of a name given as a text, 0 where there is none.
    mutating func id(_ name: String) -> Int32 {
        var name = name
        return name.withUTF8 { id($0) }
    }

    private mutating func resolve(_ number: Int) -> Int32 {
        while ids.count <= number { ids.append(0) }
        let text = texts.text(number)
        if let id = exact[text] {
            ids[number] = id
        } else if let id = folded[text.lowercased()] {
            ids[number] = id
            caseMended.append((text, names[Int(id) - 1]))
        }
        return ids[number]
    }

    /// Gives a new name the next id.
    @discardableResult
    mutating func add(_ name: String) -> Int32 {
        names.append(name)
        let id = Int32(names.count)
        if exact[name] == nil { exact[name] = id }
        if folded[name.lowercased()] == nil { folded[name.lowercased()] = id }
        return id
    }
}
