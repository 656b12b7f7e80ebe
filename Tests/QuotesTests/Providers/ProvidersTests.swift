import Ledger
import Quotes
import Testing
import Values

@Suite("The providers on the network")
struct ProvidersTests {
    private let made = configuration(CannedTransport("{}"))

    @Test("Each has an id of its own, by which it is configured")
    func names() {
        let ids = Providers.all(made).map(\.id) + Providers.rates(made).map(\.id)
        #expect(ids == Providers.networkNames && Set(ids).count == ids.count)
        #expect(Providers.all(made).allSatisfy { $0.capabilities.isSuperset(of: [.latest, .history]) && !$0.isThreadBound })
    }

    @Test("The environment configures what nobody configured yet")
    func environment() {
        let set = ProviderConfiguration(client: made.client, baseURLs: ["yahoo": "http://a"], keys: ["alphavantage": "1"])
        let all = set.adding(environment: [
            "LUCA_YAHOO_URL": "http://b", "LUCA_STOOQ_URL": "http://c", "LUCA_ALPHAVANTAGE_KEY": "2", "LUCA_COINGECKO_KEY": "3", "LUCA_ECB_KEY": "",
            "OTHER": "x",
        ])
        #expect(all.baseURLs == ["yahoo": "http://a", "stooq": "http://c"] && all.keys == ["alphavantage": "1", "coingecko": "3"])
    }

    @Test("Who is asked for an instrument where nobody chose")
    func standard() {
        #expect(
            Instrument.Kind.allCases.map { Providers.standard(for: $0) } == [
                "yahoo", "yahoo", "yahoo", "yahoo", nil, "yahoo", nil, "ecb", "yahoo", nil, "yahoo", nil, "yahoo",
            ])
        #expect(Providers.standard(for: .crypto, hasCoin: true) == "coingecko")
    }

    @Test("What cannot be searched says who can")
    func search() {
        let error = failure { () throws(QuoteError) in try StooqProvider(made).search("x") }
        #expect(error?.description == "stooq cannot be searched; ask yahoo, alphavantage or coingecko")
    }
}
