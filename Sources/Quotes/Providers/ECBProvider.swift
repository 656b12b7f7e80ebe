import FetchWire
public import Ledger
public import Values

/// The reference rates of the European Central Bank: what one euro is worth in some forty currencies, on each of its working days since
/// 1999, published in the afternoon. For information, not for trade.
public struct ECBProvider: RateProvider {
    /// Its id.
    public static let name = ECBTable.source

    /// What its figures name as their source.
    public let id = ECBProvider.name
    private let endpoint: Endpoint

    /// The provider at its own address, unless the configuration has another.
    public init(_ configuration: ProviderConfiguration) {
        endpoint = Endpoint(Self.name, configuration, base: "https://www.ecb.europa.eu/stats/eurofxref", limits: RequestLimits(concurrent: 1))
    }

    /// The rates from EUR between two days, both included. For the last day alone the small file of one day does; for more it is the
    /// whole history, of which the rest is left out.
    public func rates(from: Day, to: Day) throws(QuoteError) -> [Rate] {
        guard from <= to, from <= endpoint.today.shifted(by: 1) else { return [] }
        var rates: [Rate] = []
        if from >= endpoint.today.shifted(by: -1) {
            rates = try ECBTable.rates(zip: try file("eurofxref.zip"))
        }
        // The one day may be after the first that is wanted; then there may be others between.
        if rates.first.map({ $0.date > from }) ?? true {
            rates = try ECBTable.rates(zip: try file("eurofxref-hist.zip"))
        }
        return rates.filter { $0.date >= from && $0.date <= to }
    }

    private func file(_ name: String) throws(QuoteError) -> [UInt8] {
        let response = try endpoint.get([name])
        guard response.status == 200 else {
            throw QuoteError(.server, "the ECB has no file \(name) any more", hint: "check the base URL of ecb")
        }
        return response.body
    }
}
