public import Ledger

/// The providers on the network, and which of them suits an instrument.
public enum Providers {
    /// Their ids: those of quotes, then those that know rates only.
    public static let networkNames = [
        YahooProvider.name, CoinGeckoProvider.name, AlphaVantageProvider.name, StooqProvider.name, ECBProvider.name,
    ]

    /// Those that know quotes, each made with the configuration. A new one is a file in this folder and a line here and above.
    public static func all(_ configuration: ProviderConfiguration) -> [any QuoteProvider] {
        [
            YahooProvider(configuration), CoinGeckoProvider(configuration), AlphaVantageProvider(configuration), StooqProvider(configuration),
        ]
    }

    /// Those that know rates without being told of which currencies.
    public static func rates(_ configuration: ProviderConfiguration) -> [any RateProvider] {
        [ECBProvider(configuration)]
    }

    /// The id of the provider to ask for an instrument of a kind where nobody chose one; nil where none knows such instruments.
    ///
    /// A crypto currency is asked of CoinGecko where its coin is known there by an id, else of Yahoo (`BTC-USD`); currencies of the ECB.
    public static func standard(for kind: Instrument.Kind, hasCoin: Bool = false) -> String? {
        switch kind {
        case .crypto: hasCoin ? CoinGeckoProvider.name : YahooProvider.name
        case .fx: ECBProvider.name
        case .stock, .etf, .bond, .fund, .metal, .structured, .other: YahooProvider.name
        // Options are priced by who holds them; deposits, insurances and cash are worth what they are.
        case .option, .deposit, .insurance, .cash: nil
        }
    }
}
