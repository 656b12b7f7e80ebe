import Values

/// What the symbol of a page of quotes tells of the currency of its prices.
enum PageSymbol {
    /// Whose the symbol is.
    enum Page { case yahoo, google }

    /// Nothing, since it names no exchange.
    case untold
    /// The currency of its exchange, and the two in words.
    case exchange(currency: String, words: String)
    /// The currency that a coin is priced in: `BTC-EUR`.
    case coin(currency: String)
    /// At its exchange prices are mostly in a part of a currency, and some are not.
    case partOrWhole(part: String, whole: String)
    /// What it names is not known.
    case unknown(exchange: String)
    /// It is no share, but something else.
    case noShare(String, mayBeDefined: Bool)

    /// - Parameter isCurrency: whether the book knows a currency of a code.
    init(_ symbol: String, _ page: Page, isCurrency: (String) -> Bool) {
        let symbol = symbol.uppercased()
        self = page == .yahoo ? Self.ofYahoo(symbol, isCurrency) : Self.ofGoogle(symbol)
    }

    private static func ofYahoo(_ symbol: String, _ isCurrency: (String) -> Bool) -> PageSymbol {
        if symbol.hasPrefix("^") { return .noShare("an index, of which nobody holds units", mayBeDefined: false) }
        if symbol.hasSuffix("=X") { return .noShare("a rate between two currencies, and no share", mayBeDefined: false) }
        if symbol.hasSuffix("=F") { return .noShare("a futures contract, of whose size the file tells nothing", mayBeDefined: true) }
        if OptionSymbol.isOne(symbol) { return .noShare("an option, and nothing tells whether its price is for one share or for the contract", mayBeDefined: true) }
        if let dot = symbol.lastIndex(of: "."), symbol[dot...].count > 1 { return at(String(symbol[symbol.index(after: dot)...]), mark: ".") }
        guard let dash = symbol.lastIndex(of: "-") else { return .untold }
        // One or two letters are a class of shares: BRK-B, BAC-PL.
        let end = String(symbol[symbol.index(after: dash)...])
        if end.count < 3 { return .untold }
        return isCurrency(end) ? .coin(currency: end) : .unknown(exchange: "-" + end)
    }

    private static func ofGoogle(_ symbol: String) -> PageSymbol {
        guard let colon = symbol.firstIndex(of: ":") else { return .untold }
        let exchange = String(symbol[..<colon])
        if Exchanges.american.contains(exchange) { return .exchange(currency: "USD", words: "\(exchange) USD") }
        guard let end = Exchanges.endings[exchange] else { return .unknown(exchange: exchange) }
        if case .exchange(let currency, _) = at(end, mark: "") { return .exchange(currency: currency, words: "\(exchange) \(currency)") }
        return at(end, mark: "")
    }

    /// What an ending of Yahoo's symbols tells.
    private static func at(_ end: String, mark: String) -> PageSymbol {
        if let parts = Exchanges.parts[end] { return .partOrWhole(part: parts.part, whole: parts.whole) }
        if let currency = Exchanges.currencies[end] { return .exchange(currency: currency, words: "\(mark)\(end) \(currency)") }
        // One letter that is no exchange's is a class of shares: BRK.B.
        return end.count == 1 && end.first?.isLetter == true ? .untold : .unknown(exchange: mark + end)
    }

    /// Google's symbol without the exchange where that is one of the United States, whose symbols are known without it.
    static func plain(ofGoogle text: String) -> String {
        let parts = text.split(separator: ":", maxSplits: 1)
        return parts.count == 2 && Exchanges.american.contains(parts[0].uppercased()) ? String(parts[1]) : text
    }
}

/// The exchanges that symbols of Yahoo and Google name, and the currencies in which they trade.
private enum Exchanges {
    /// Where prices are mostly in a part of a currency, by the endings of Yahoo's symbols.
    static let parts: [String: (part: String, whole: String)] = [
        "L": ("GBp", "GBP"), "XC": ("GBp", "GBP"), "AQ": ("GBp", "GBP"), "JO": ("ZAc", "ZAR"), "TA": ("ILA", "ILS"), "KW": ("KWF", "KWD"),
    ]

    /// The others, by the endings of Yahoo's symbols. At .IL and .NX shares are in several currencies, so that they are not among them.
    static let currencies: [String: String] = {
        var table = [
            "SW": "CHF", "VX": "CHF", "TO": "CAD", "V": "CAD", "NE": "CAD", "CN": "CAD", "AX": "AUD", "XA": "AUD", "NZ": "NZD", "HK": "HKD", "T": "JPY", "ST": "SEK",
            "OL": "NOK", "CO": "DKK", "IC": "ISK", "NS": "INR", "BO": "INR", "SI": "SGD", "KS": "KRW", "KQ": "KRW", "SS": "CNY", "SZ": "CNY", "TW": "TWD", "TWO": "TWD",
            "BK": "THB", "JK": "IDR", "KL": "MYR", "PS": "PHP", "VN": "VND", "SA": "BRL", "MX": "MXN", "BA": "ARS", "SN": "CLP", "CL": "COP", "WA": "PLN", "PR": "CZK",
            "BD": "HUF", "RO": "RON", "IS": "TRY", "ME": "RUB", "SR": "SAR", "SAU": "SAR", "QA": "QAR", "AE": "AED", "CA": "EGP", "PK": "USD", "OB": "USD",
        ]
        let euros = [
            "DE", "F", "BE", "DU", "HA", "HM", "MU", "SG", "PA", "AS", "BR", "LS", "MI", "TI", "MC", "VI", "HE", "IR", "AT", "TL", "RG", "VS",
        ]
        for end in euros { table[end] = "EUR" }
        return table
    }()

    /// Google's exchanges of the United States.
    static let american: Set<String> = [
        "NYSE", "NASDAQ", "NYSEARCA", "NYSEAMERICAN", "NYSEAMER", "NYSEMKT", "AMEX", "BATS", "OTCMKTS", "OTCBB", "MUTF", "OTC", "PINK",
    ]

    /// Google's other exchanges, by the endings of Yahoo's symbols.
    static let endings = [
        "LON": "L", "JSE": "JO", "TLV": "TA", "ETR": "DE", "FRA": "F", "BER": "BE", "DUS": "DU", "HAM": "HM", "MUN": "MU", "STU": "SG", "EPA": "PA", "AMS": "AS", "EBR": "BR",
        "ELI": "LS", "BIT": "MI", "BME": "MC", "VIE": "VI", "HEL": "HE", "RSE": "RG", "TAL": "TL", "VSE": "VS", "SWX": "SW", "VTX": "SW", "TSE": "TO", "CVE": "V",
        "CNSX": "CN", "MUTF_CA": "TO", "ASX": "AX", "NZE": "NZ", "HKG": "HK", "TYO": "T", "STO": "ST", "CPH": "CO", "NSE": "NS", "BOM": "BO", "SGX": "SI", "KRX": "KS",
        "KOSDAQ": "KQ", "SHA": "SS", "SHE": "SZ", "TPE": "TW", "BKK": "BK", "IDX": "JK", "KLSE": "KL", "BVMF": "SA", "BMV": "MX", "BCBA": "BA", "WSE": "WA", "IST": "IS",
        "MCX": "ME", "TADAWUL": "SR",
    ]
}
