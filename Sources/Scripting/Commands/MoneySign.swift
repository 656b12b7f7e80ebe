import Values

/// A sign before or behind an amount, `€500`, `US$100`, `100 kr`: it tells its currency, or several share it.
struct MoneySign: Sendable {
    /// As it is written.
    let text: String
    /// The code that it stands for; nil where several currencies share it.
    let code: String?

    /// The sign that a word is, whole.
    init?(_ word: String) {
        guard let sign = Self.all.first(where: { $0.text == word }) else { return nil }
        self = sign
    }

    private init(text: String, code: String?) { (self.text, self.code) = (text, code) }

    /// The number of a word such as `€500`, `-$5` or `85.5p`, and its sign; nil where it is none, or has no sign.
    static func split(_ word: String) -> (number: String, sign: MoneySign)? {
        let minus = word.hasPrefix("-") ? "-" : "", bare = String(word.dropFirst(minus.count))
        for sign in all {
            let number: String
            if bare.hasPrefix(sign.text), sign.text != "p" {
                number = String(bare.dropFirst(sign.text.count))
            } else if bare.hasSuffix(sign.text) {
                number = String(bare.dropLast(sign.text.count))
            } else {
                continue
            }
            guard let first = number.first, first.isNumber || first == ".", (try? FixedDecimal(number)) != nil else { continue }
            return (minus + number, sign)
        }
        return nil
    }

    /// Whether figures in a currency may bear it. What somebody declared may have any sign.
    func fits(_ code: String) -> Bool {
        if let own = self.code { return own == code }
        guard let currency = try? Currency(code), CurrencyTable().contains(currency) else { return true }
        return Self.sharers[text]?.contains(code) ?? false
    }

    /// Codes that it may stand for, as examples.
    var examples: String { Self.sharers[text].map { $0.prefix(3).joined(separator: ", ") } ?? code ?? "" }

    /// The longer ones first, since `US$` ends as `$` does.
    private static let all: [MoneySign] = (told.map { MoneySign(text: $0.0, code: $0.1) } + sharers.keys.map { MoneySign(text: $0, code: nil) })
        .sorted { ($1.text.count, $0.text) < ($0.text.count, $1.text) }

    private static let told = [
        ("€", "EUR"), ("£", "GBP"), ("p", "GBX"), ("₹", "INR"), ("₩", "KRW"), ("₪", "ILS"), ("₺", "TRY"), ("₽", "RUB"), ("₴", "UAH"), ("₫", "VND"), ("฿", "THB"),
        ("₦", "NGN"), ("₱", "PHP"), ("₿", "BTC"), ("zł", "PLN"), ("Kč", "CZK"), ("Ft", "HUF"), ("US$", "USD"), ("CA$", "CAD"), ("C$", "CAD"), ("AU$", "AUD"),
        ("A$", "AUD"), ("NZ$", "NZD"), ("HK$", "HKD"), ("S$", "SGD"), ("NT$", "TWD"), ("R$", "BRL"), ("MX$", "MXN"),
    ]

    private static let sharers: [String: [String]] = [
        "$": """
            USD CAD AUD NZD HKD SGD TWD BBD BMD BND BSD BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD ARS CLP COP CUP DOP MXN UYU BRL MOP NIO TOP WST CVE \
            USDC USDT DAI
            """.split(separator: " ").map(String.init),
        "¥": ["JPY", "CNY"], "kr": ["SEK", "NOK", "DKK", "ISK"],
    ]
}
