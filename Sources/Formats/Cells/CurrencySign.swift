import Values

/// A sign beside figures that several currencies share. It tells none of them, and contradicts all others.
enum CurrencySign: UInt8 {
    case dollar, yen, krone

    /// As it is written.
    var text: String {
        switch self {
        case .dollar: "$"
        case .yen: "¥"
        case .krone: "kr"
        }
    }

    /// What to name as examples of what it may mean.
    var examples: [String] {
        switch self {
        case .dollar: ["USD", "CAD", "AUD"]
        case .yen: ["JPY", "CNY"]
        case .krone: ["SEK", "NOK", "DKK"]
        }
    }

    /// Whether figures in a currency may bear it. What somebody declared may have any sign.
    func fits(_ currency: Currency) -> Bool {
        if currency.minorDigits == nil, !currency.code.hasPrefix("X") { return true }
        return switch self {
        case .dollar: Self.dollars.contains(currency.code)
        case .yen: ["JPY", "CNY"].contains(currency.code)
        case .krone: ["SEK", "NOK", "DKK", "ISK", "EEK"].contains(currency.code)
        }
    }

    /// Dollars, the pesos and others that are written with one bar too, and coins that stand for a dollar.
    private static let dollars = Set(
        """
        USD USN CAD AUD NZD HKD SGD TWD BBD BMD BND BSD BZD FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD ZWL ZWG ARS CLP COP CUC CUP DOP MXN UYU BRL MOP NIO \
        TOP WST CVE USDC USDT DAI
        """.split(separator: " ").map(String.init))
}
