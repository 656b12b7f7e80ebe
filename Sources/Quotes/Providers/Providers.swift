public import Ledger

/// The providers on the network, and which of them is asked for an instrument.
public enum Providers {
    /// Their ids: first the providers of quotes, then those that have rates only.
    public static let networkNames = [
        YahooProvider.name, CoinGeckoProvider.name, AlphaVantageProvider.name, StooqProvider.name, ECBProvider.name,
    ]

    /// The providers of quotes. A new one is a file in this folder and a line here and above.
    public static func all(_ configuration: ProviderConfiguration) -> [any QuoteProvider] {
        [
            YahooProvider(configuration), CoinGeckoProvider(configuration), AlphaVantageProvider(configuration), StooqProvider(configuration),
        ]
    }

    /// The providers of rates that need not be told for which currencies.
    public static func rates(_ configuration: ProviderConfiguration) -> [any RateProvider] {
        [ECBProvider(configuration)]
    }

    /// The id of the provider for instruments of a kind, if the user chose none; nil if no provider has prices of that kind.
    ///
    /// - Parameter hasCoin: whether the instrument has a CoinGecko id; a crypto currency without one is asked of Yahoo (`BTC-USD`).
    public static func standard(for kind: Instrument.Kind, hasCoin: Bool = false) -> String? {
        switch kind {
        case .crypto: hasCoin ? CoinGeckoProvider.name : YahooProvider.name
        case .fx: ECBProvider.name
        case .stock, .etf, .bond, .fund, .metal, .structured, .other: YahooProvider.name
        // The prices of options are entered by hand; deposits, insurances and cash need none.
        case .option, .deposit, .insurance, .cash: nil
        }
    }
}

extension ProviderConfiguration {
    /// The configuration with what the environment gives and is not set yet: `LUCA_YAHOO_URL`, `LUCA_ALPHAVANTAGE_KEY` and so on.
    public func adding(environment: [String: String]) -> ProviderConfiguration {
        var result = self
        for id in Providers.networkNames {
            if let url = environment["LUCA_\(id.uppercased())_URL"], !url.isEmpty, result.baseURLs[id] == nil { result.baseURLs[id] = url }
            if let key = environment["LUCA_\(id.uppercased())_KEY"], !key.isEmpty, result.keys[id] == nil { result.keys[id] = key }
        }
        return result
    }
}
