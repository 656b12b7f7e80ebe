/// The currencies that need no declaration, by fractional digits.
enum KnownCurrencies {
    /// ISO 4217, active codes: those of the list published by its maintenance agency, as of January 2026.
    ///
    /// Metals, bond-market units and codes for testing have no minor unit there and so no digits here.
    static let iso4217: [(digits: Int, codes: String)] = [
        (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
        (2, """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU \
            CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES \
            KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR \
            NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP \
            TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
            """),
        (3, "BHD IQD JOD KWD LYD OMR TND"),
        (4, "CLF UYW"),
    ]

    /// Codes that ISO 4217 has withdrawn, which old entries and quotes still carry.
    static let withdrawn: [(digits: Int, codes: String)] = [
        (0, "BEF ESP GRD ITL LUF PTE TRL"),
        (2, "ANG ATS BGN BYR CSK CUC CYP DEM EEK FIM FRF GHC HRK IEP LTL LVL MRO MTL MZM NLG ROL RUR SIT SKK SLL STD VEB VEF YUM ZMK ZWL"),
    ]

    /// ISO 4217 codes that count something without a minor unit.
    static let withoutDigits = "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"

    /// Coins and tokens, by the digits that their ledgers keep.
    static let crypto: [(digits: Int, codes: String)] = [
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
        (["euro", "euros"], "EUR"), (["dollar", "dollars"], "USD CAD AUD NZD HKD SGD"), (["pound", "pounds", "sterling", "pfund", "quid"], "GBP"),
        (["franken", "sfr"], "CHF"), (["franc", "francs"], "CHF XOF XAF"), (["yen"], "JPY"), (["yuan", "renminbi", "rmb"], "CNY"), (["krona", "kronor"], "SEK ISK"),
        (["krone", "kroner", "kronen"], "NOK DKK"), (["zloty", "złoty"], "PLN"), (["forint"], "HUF"), (["koruna", "korun"], "CZK"), (["leu", "lei"], "RON MDL"), (["lira"], "TRY"),
        (["rupee", "rupees"], "INR PKR LKR"), (["rupiah"], "IDR"), (["ringgit"], "MYR"), (["baht"], "THB"), (["won"], "KRW KPW"), (["real", "reais"], "BRL"), (["rand"], "ZAR"),
        (["shekel", "shekels"], "ILS"), (["ruble", "rubles", "rouble", "rubel"], "RUB BYN"), (["hryvnia"], "UAH"), (["peso", "pesos"], "MXN ARS CLP COP PHP"), (["dirham"], "AED MAD"),
        (["riyal"], "SAR QAR"), (["dong"], "VND"), (["naira"], "NGN"), (["bitcoin", "bitcoins"], "BTC"), (["ether", "ethereum"], "ETH"),
    ]

    static func currencies(_ codes: String) -> [Currency] {
        codes.split(separator: " ").map { code in
            guard let currency = try? Currency(code) else { preconditionFailure("\(code) is no code") }
            return currency
        }
    }
}
