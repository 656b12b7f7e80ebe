/// The currencies that need no declaration, by fractional digits.
enum KnownCurrencies {
    /// ISO 4217, active codes: those of the list published by its maintenance agency, as of January 2026.
    ///
    /// Metals, bond-market units and codes for testing have no minor unit there and so no digits here.
    private static let iso4217: [(digits: Int, codes: String)] = [
        (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
        (
            2,
            """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU \
            CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES \
            KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR \
            NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP \
            TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
            """
        ),
        (3, "BHD IQD JOD KWD LYD OMR TND"),
        (4, "CLF UYW"),
    ]

    /// Codes that ISO 4217 has withdrawn, which old entries and quotes still carry.
    private static let withdrawn: [(digits: Int, codes: String)] = [
        (0, "BEF ESP GRD ITL LUF PTE TRL"),
        (2, "ANG ATS BGN BYR CSK CUC CYP DEM EEK FIM FRF GHC HRK IEP LTL LVL MRO MTL MZM NLG ROL RUR SIT SKK SLL STD VEB VEF YUM ZMK ZWL"),
    ]

    /// ISO 4217 codes that count something without a minor unit.
    private static let withoutDigits = "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"

    /// Coins and tokens, by the digits that their ledgers keep.
    private static let crypto: [(digits: Int, codes: String)] = [
        (6, "ADA ALGO ATOM TRX USDC USDT XRP XTZ"),
        (7, "XLM"),
        (8, "BCH BSV BTC CRO DASH DOGE HBAR LTC ZEC"),
        (9, "SOL SUI TON"),
        (10, "DOT"),
        (12, "KSM XMR"),
        (18, "AAVE ARB AVAX BNB DAI ETC ETH FIL LINK MATIC MKR OP POL SHIB UNI"),
    ]

    /// Fractional digits by currency.
    static let digits: [Currency: Int] = {
        var digits: [Currency: Int] = [:]
        for (count, codes) in iso4217 + withdrawn + crypto {
            for currency in currencies(codes) {
                precondition(digits.updateValue(count, forKey: currency) == nil, "\(currency) stands twice")
            }
        }
        return digits
    }()

    /// Every known currency, also those without digits, ordered by code.
    static let all: [Currency] = (Array(digits.keys) + currencies(withoutDigits)).sorted()

    /// The currencies that a word may stand for, the best known first; none where it is no name of one.
    static func named(_ word: String) -> [Currency] {
        let word = word.lowercased()
        return names.first { $0.words.contains(word) }.map { currencies($0.codes) } ?? []
    }

    /// What people call currencies, in English and in their own words, with the codes; of several that share a name the best known.
    private static let names: [(words: Set<String>, codes: String)] = [
        (["euro", "euros"], "EUR"), (["dollar", "dollars"], "USD CAD AUD NZD HKD SGD"),
        (["pound", "pounds", "sterling", "pfund", "quid"], "GBP"), (["franken", "sfr"], "CHF"), (["franc", "francs"], "CHF XOF XAF"),
        (["yen"], "JPY"), (["yuan", "renminbi", "rmb"], "CNY"), (["krona", "kronor"], "SEK ISK"),
        (["krone", "kroner", "kronen"], "NOK DKK"), (["zloty", "złoty"], "PLN"), (["forint"], "HUF"), (["koruna", "korun"], "CZK"),
        (["leu", "lei"], "RON MDL"), (["lira"], "TRY"), (["rupee", "rupees"], "INR PKR LKR"), (["rupiah"], "IDR"), (["ringgit"], "MYR"),
        (["baht"], "THB"), (["won"], "KRW KPW"), (["real", "reais"], "BRL"), (["rand"], "ZAR"), (["shekel", "shekels"], "ILS"),
        (["ruble", "rubles", "rouble", "rubel"], "RUB BYN"), (["hryvnia"], "UAH"), (["peso", "pesos"], "MXN ARS CLP COP PHP"),
        (["dirham"], "AED MAD"), (["riyal"], "SAR QAR"), (["dong"], "VND"), (["naira"], "NGN"), (["bitcoin", "bitcoins"], "BTC"),
        (["ether", "ethereum"], "ETH"),
    ]

    /// The currencies of codes that stand in a constant, separated by spaces.
    static func currencies(_ codes: String) -> [Currency] {
        codes.split(separator: " ").map { code in
            guard let currency = try? Currency(code) else { preconditionFailure("\(code) is no code") }
            return currency
        }
    }
}

/// The currencies that a book knows: ISO 4217, common crypto coins, those it declares, and those that its entries use already.
public struct CurrencyTable: Hashable, Sendable {
    /// Fractional digits of the currencies that the book declares.
    private var declared: [Currency: Int]
    /// Currencies that entries use though nobody declared them.
    private var used: Set<Currency> = []

    /// A table of the well-known currencies only.
    public init() { declared = [:] }

    /// Adds a currency that entries of the book use, whether or not it is well known or declared.
    public mutating func admit(_ currency: Currency) {
        if !contains(currency) { used.insert(currency) }
    }

    /// The currencies that the book declares, by code.
    public var ownCurrencies: [Currency] { declared.keys.sorted() }

    /// Adds a currency with its fractional digits. Declaring one again as it is changes nothing; with other digits it is an error.
    public mutating func declare(_ currency: Currency, digits: Int) throws(CurrencyError) {
        guard (0...FixedDecimal.scale).contains(digits) else {
            throw .digitsOutOfRange(code: currency.code, digits: digits)
        }
        if let known = self.digits(of: currency), known != digits {
            throw .declaredOtherwise(code: currency.code, digits: known)
        }
        declared[currency] = digits
    }

    /// Fractional digits of a currency; nil where it is unknown or, as gold, has no minor unit.
    public func digits(of currency: Currency) -> Int? {
        declared[currency] ?? currency.minorDigits
    }

    /// Whether the currency is well known, declared, or in use.
    public func contains(_ currency: Currency) -> Bool {
        declared[currency] != nil || used.contains(currency) || KnownCurrencies.digits[currency] != nil || KnownCurrencies.all.contains(currency)
    }

    /// The currency of a code that must be known; the error names the nearest one.
    public func currency(_ code: some StringProtocol) throws(CurrencyError) -> Currency {
        let currency = try Currency(code)
        if contains(currency) { return currency }
        throw .unknown(code: currency.code, nearest: KnownCurrencies.named(currency.code).first?.code ?? Suggestion(for: currency.code, in: all.map(\.code))?.name)
    }

    /// Every currency of the table, ordered by code.
    public var all: [Currency] {
        Set(KnownCurrencies.all).union(declared.keys).union(used).sorted()
    }
}

/// Why a text is not a currency, or a currency cannot be used.
public enum CurrencyError: Error, Hashable, Sendable {
    /// The text cannot be a code at all.
    case malformed(text: String, reason: String)
    /// The text is a code, but no such currency is known or declared; `nearest` is the known one most like it.
    case unknown(code: String, nearest: String?)
    /// The currency is declared already with another number of digits.
    case declaredOtherwise(code: String, digits: Int)
    /// A currency may have 0 to 18 fractional digits.
    case digitsOutOfRange(code: String, digits: Int)

    /// The error that says what is wrong with a text that is not a code.
    static func explaining(_ text: String) -> CurrencyError {
        if text.isEmpty { return .malformed(text: text, reason: "it is empty") }
        if let unit = MinorUnit.normalize(text) {
            return .malformed(text: text, reason: "it counts parts of \(unit.factor) \(unit.currency): convert the amount to \(unit.currency) first")
        }
        let upper = text.uppercased(), named = KnownCurrencies.named(text)
        if let first = named.first {
            let question = named.count == 1 ? Suggestion(first.code).question : "say which is meant: \(named.map { quoted($0.code) }.joined(separator: ", "))"
            return .malformed(text: text, reason: "it is the name of \(named.count == 1 ? "one" : "several"), and a code is wanted; \(question)")
        }
        if upper != text, (try? Currency(upper)) != nil {
            return .malformed(text: text, reason: "codes are in upper case\(Suggestion(upper).clause)")
        }
        return .malformed(text: text, reason: "a code is 1 to 8 upper-case letters or digits with at least one letter, such as USD")
    }
}

extension CurrencyError: CustomStringConvertible {
    /// The reason as a sentence for the user.
    public var description: String {
        switch self {
        case .malformed(let text, let reason):
            "\(quoted(clipped(text))) is not a currency code: \(reason)"
        case .unknown(let code, let nearest):
            "no currency \(quoted(code)) is known\(nearest.map { Suggestion($0).clause } ?? ": declare it first")"
        case .declaredOtherwise(let code, let digits):
            "\(code) has \(digits) fractional digits already: a currency cannot change them"
        case .digitsOutOfRange(let code, let digits):
            "\(code) cannot have \(digits) fractional digits: 0 to \(FixedDecimal.scale) are possible"
        }
    }
}

extension CurrencyError {
    /// How an unknown currency is declared, as a hint; nil for every other error.
    public var declaration: String? {
        guard case .unknown(let code, _) = self else { return nil }
        return "one of your own is declared with currency{code=\"\(code)\", name=\"…\", digits=2}"
    }
}
