import Foundation
import Ledger
import LuaKit
import Quotes
import Values

/// A session's way to the providers of prices and rates.
final class MarketAccess {
    private let cancellation = Cancellation()
    private let client: HTTPClient
    /// Providers that scripts defined, the latest last.
    private(set) var scripted: [ScriptedProvider] = []

    /// - Parameter transport: how requests are made; nil for the program that does the networking.
    init(transport: (any HTTPTransport)? = nil) {
        let cancellation = cancellation
        // Ctrl-C reaches a request that the session's own thread waits for, too.
        let isCancelled: @Sendable () -> Bool = { cancellation.isCancelled || LuaState.isInterrupted }
        client = HTTPClient(transport: transport ?? FetchProcess(), environment: .system(isCancelled: isCancelled))
    }

    /// Runs what a sync needs.
    var runner: SyncRunner { SyncRunner(cancellation: cancellation) }

    func define(_ provider: ScriptedProvider) {
        scripted.removeAll { $0.id == provider.id }
        scripted.append(provider)
    }

    /// Those who know quotes, with the addresses and keys of a book: scripts' own first, so that one may take the place of luca's.
    func providers(_ policy: Policy) -> [any QuoteProvider] {
        let own = Providers.all(configuration(policy)).filter { provider in !scripted.contains { $0.id == provider.id } }
        return scripted.reversed() + own
    }

    /// Those who know rates.
    func rateProviders(_ policy: Policy) -> [any RateProvider] { Providers.rates(configuration(policy)) }

    /// Rates of pairs that no central bank tells.
    func pairRates(_ pairs: [YahooRates.Pair], _ policy: Policy) -> any RateProvider { YahooRates(configuration(policy), pairs: pairs) }

    private func configuration(_ policy: Policy) -> ProviderConfiguration {
        ProviderConfiguration(client: client, baseURLs: policy.providerURLs, keys: policy.providerKeys)
            .adding(environment: ProcessInfo.processInfo.environment)
    }
}

extension LuaCall {
    /// The session's way to the network; refused where it is cut off.
    func network() throws -> MarketAccess {
        if runtime.configuration.isSandboxed {
            throw LuaMisuse("\(name): a sandboxed script reaches no network", hint: "run it without --sandbox if you trust it", kind: "offline")
        }
        if runtime.configuration.isOffline {
            throw LuaMisuse("\(name): luca was started with --offline", hint: "start it without, or read files with import", kind: "offline")
        }
        return runtime.market
    }

    /// The provider of a name.
    func provider(_ name: String, _ policy: Policy) throws -> any QuoteProvider {
        let all = runtime.market.providers(policy)
        if let provider = all.first(where: { $0.id == name }) { return provider }
        let hint = nearestName(to: name, in: all.map(\.id)).map { "did you mean \"\($0)\"?" } ?? "there are \(all.map(\.id).sorted().joined(separator: ", "))"
        throw LuaMisuse("\(self.name): no provider is called \"\(name)\"", field: "provider", hint: hint, kind: "unknown_provider")
    }
}

extension QuoteError: LuaRaisable {
    public var luaKind: String { kind.rawValue }
    public var field: String? { nil }
}
