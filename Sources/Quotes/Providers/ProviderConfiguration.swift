/// What providers on the network are made with.
public struct ProviderConfiguration: Sendable {
    /// Who asks for them.
    public var client: HTTPClient
    /// Where to ask instead of the provider's own address, by the provider's id: for those behind a proxy, and for tests.
    public var baseURLs: [String: String]
    /// Keys that providers want, by the provider's id.
    public var keys: [String: String]

    public init(client: HTTPClient, baseURLs: [String: String] = [:], keys: [String: String] = [:]) {
        self.client = client
        self.baseURLs = baseURLs
        self.keys = keys
    }

    /// Adds what the environment says, where nothing is set yet: `LUCA_YAHOO_URL`, `LUCA_ALPHAVANTAGE_KEY` and so on.
    public func adding(environment: [String: String]) -> ProviderConfiguration {
        var result = self
        for id in Providers.networkNames {
            if let url = environment["LUCA_\(id.uppercased())_URL"], !url.isEmpty, result.baseURLs[id] == nil { result.baseURLs[id] = url }
            if let key = environment["LUCA_\(id.uppercased())_KEY"], !key.isEmpty, result.keys[id] == nil { result.keys[id] = key }
        }
        return result
    }
}
