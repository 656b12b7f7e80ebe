/// A sign beside figures, `€500`, `US$100`, `100 kr`: it tells its currency, or several share it, and then it tells none of them and contradicts all others.
public struct CurrencySign: Hashable, Sendable {
    private let place: UInt8

    /// Every sign, the longer ones first, since `US$` ends as `$` does.
    public static let all: [CurrencySign] = table.indices.map { CurrencySign(place: UInt8($0)) }

    /// The sign that a text is, whole; nil where it is none.
    public init?(_ text: String) {
        guard let sign = Self.all.first(where: { $0.text == text }) else { return nil }
        self = sign
    }

    private init(place: UInt8) { self.place = place }

    /// As it is written.
    public var text: String { Self.table[Int(place)].text }

    /// The currency that it stands for; nil where several share it.
    public var currency: Currency? { isShared ? nil : sharers.first }

    /// Whether several currencies share it, so that it does not say which is meant.
    public var isShared: Bool { sharers.count > 1 }

    /// Codes that it may stand for, as examples: the best known three.
    public var examples: [String] { sharers.prefix(3).map(\.code) }

    /// Whether figures in a currency may bear it. What somebody declared may have any sign that several share.
    public func fits(_ currency: Currency) -> Bool {
        if sharers.contains(currency) { return true }
        return isShared && KnownCurrencies.digits[currency] == nil && !KnownCurrencies.all.contains(currency)
    }

    private var sharers: [Currency] { Self.table[Int(place)].currencies }

    private static let table: [(text: String, currencies: [Currency])] = written
        .map { (text: $0.0, currencies: KnownCurrencies.currencies($0.1)) }
        .sorted { ($1.text.count, $0.text) < ($0.text.count, $1.text) }

    /// By sign the codes that it stands for, the best known first.
    ///
    /// The dollar's bar is also that of pesos and others, withdrawn ones among them, and of coins that stand for a dollar.
    private static let written: [(String, String)] = [
        ("€", "EUR"), ("£", "GBP"), ("₹", "INR"), ("₩", "KRW"), ("₪", "ILS"), ("₺", "TRY"), ("₽", "RUB"), ("₴", "UAH"), ("₫", "VND"), ("฿", "THB"), ("₦", "NGN"),
        ("₱", "PHP"), ("₿", "BTC"), ("zł", "PLN"), ("Kč", "CZK"), ("Ft", "HUF"), ("US$", "USD"), ("CA$", "CAD"), ("C$", "CAD"), ("AU$", "AUD"), ("A$", "AUD"),
        ("NZ$", "NZD"), ("HK$", "HKD"), ("S$", "SGD"), ("NT$", "TWD"), ("R$", "BRL"), ("MX$", "MXN"),
        (
            "$",
            """
            USD CAD AUD NZD HKD SGD TWD BBD BMD BND BSD BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD USN ZWL ZWG ARS CLP COP CUC CUP DOP MXN UYU BRL MOP NIO \
            TOP WST CVE USDC USDT DAI
            """
        ),
        ("¥", "JPY CNY"), ("￥", "JPY CNY"), ("kr", "SEK NOK DKK ISK EEK"), ("kr.", "SEK NOK DKK ISK EEK"),
    ]
}
