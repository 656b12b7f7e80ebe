import Foundation
import Ledger
import LuaKit
import Quotes
import Values

/// A session's way to the providers of prices and rates.
final class MarketAccess {
    private let cancellation = Cancellation()
    private let client: HTTPClient
    /// The keys of providers, where the session has a place for them.
    private let keyFile: ProviderKeys?
    /// Providers that scripts defined, the latest last.
    private(set) var scripted: [ScriptedProvider] = []
    /// What stopped a provider that a script defined: it ends whatever asked it.
    var stop: (any Error)?
    /// Whether a sync is under way: a provider that syncs would ask itself without end.
    private(set) var isSyncing = false

    /// - Parameters:
    ///   - lua: whose interrupts end what is asked.
    ///   - keyFile: the keys of providers.
    ///   - transport: how requests are made; nil for the program that does the networking.
    ///   - clock: tells the time in seconds since 1970; nil for the machine's.
    init(_ lua: LuaState, keyFile: ProviderKeys? = nil, transport: (any HTTPTransport)? = nil, clock: (@Sendable () -> Double)? = nil) {
        let cancellation = cancellation, asker = Asker(lua: lua)
        // Ctrl-C reaches a request that the session's own thread waits for, too.
        var environment = HTTPClient.Environment.system { cancellation.isCancelled || asker.isInterrupted }
        self.keyFile = keyFile
        if let clock { environment.now = clock }
        client = HTTPClient(transport: transport ?? FetchProcess(), environment: environment)
    }

    /// Whose interrupts count; gone with its session, whose requests nobody waits for any more.
    private struct Asker: @unchecked Sendable {
        weak let lua: LuaState?
        var isInterrupted: Bool { lua?.isInterruptAsked ?? true }
    }

    /// Asks for the quotes of many at once, the session's own thread waiting for them; an interrupt ends all.
    func run(_ jobs: [SyncJob], progress: ((SyncStage) -> Void)?, lua: LuaState) throws -> [SyncOutcome] {
        var stage = SyncStage(done: 0, total: jobs.count, symbol: "", isLast: false)
        isSyncing = true
        defer {
            isSyncing = false
            progress?(SyncStage(done: stage.done, total: stage.total, symbol: stage.symbol, isLast: true))
        }
        let outcomes = SyncRunner(cancellation: cancellation).run(
            jobs, progress: { stage = SyncStage(done: $0.done, total: $0.total, symbol: $0.symbol, isLast: false) },
            shouldStop: {
                progress?(stage)
                return lua.isInterruptAsked || stop != nil
            })
        try passStop(lua)
        return outcomes
    }

    /// Requests are wanted again, whatever became of those before.
    func begin() {
        cancellation.reset()
        stop = nil
    }

    /// Raises what ended the asking, where something did.
    func passStop(_ lua: LuaState) throws {
        if lua.isInterruptAsked { throw lua.receiveInterrupt() }
        if let stop { throw stop }
    }

    func define(_ provider: ScriptedProvider) {
        scripted.removeAll { $0.id == provider.id }
        scripted.append(provider)
    }

    /// Those who know quotes, with the addresses and keys of a book and the folder it names: scripts' own first, so that one may take the place of luca's.
    func providers(_ policy: Policy) -> [any QuoteProvider] {
        let folder = policy.providerURLs[FolderProvider.name].map { [FolderProvider(folder: $0)] } ?? []
        let own = (Providers.all(configuration(policy)) + folder).filter { provider in !scripted.contains { $0.id == provider.id } }
        return scripted.reversed() + own
    }

    /// Those who know rates.
    func rateProviders(_ policy: Policy) -> [any RateProvider] { Providers.rates(configuration(policy)) }

    /// Rates of pairs that no central bank tells.
    func pairRates(_ pairs: [YahooRates.Pair], _ policy: Policy) -> any RateProvider { YahooRates(configuration(policy), pairs: pairs) }

    /// Where to ask, as the book says, else the environment; and with which keys, as the environment says, else the file of keys.
    func configuration(_ policy: Policy) -> ProviderConfiguration {
        var configuration = ProviderConfiguration(client: client, baseURLs: policy.providerURLs).adding(environment: ProcessInfo.processInfo.environment)
        let kept = (try? keyFile?.read()) ?? [:]
        configuration.keys.merge(kept) { environment, _ in environment }
        return configuration
    }

    /// What is wrong with the way keys are kept, a sentence each.
    func keyWarnings(_ policy: Policy) -> [String] {
        var warnings = [keyFile?.warning].compactMap(\.self)
        do { _ = try keyFile?.read() } catch { warnings.append((error as? ProviderKeys.Problem)?.message ?? "\(error)") }
        if !policy.providerKeys.isEmpty {
            warnings.append(
                "the book holds keys of \(policy.providerKeys.keys.sorted().joined(separator: ", ")) from an earlier version, which are not used: "
                    + "luca key PROVIDER keeps one outside; ask the provider for another, since they stay in the file")
        }
        return warnings
    }
}

extension LuaCall {
    /// The session's way to the network; refused where it is cut off.
    func network() throws -> MarketAccess {
        if runtime.configuration.isSandboxed {
            throw LuaMisuse("\(name): a sandboxed script reaches no network", hint: "run it without --sandbox if you trust it", kind: "sandbox")
        }
        if runtime.configuration.isOffline {
            throw LuaMisuse(
                "\(name): luca was started offline", hint: "start it without --offline and LUCA_OFFLINE, or read files with import", kind: "offline")
        }
        let market = runtime.market
        if market.isSyncing {
            throw LuaMisuse("\(name): a provider cannot ask the network through luca while it is asked itself", hint: "give what it knows already", kind: "nested")
        }
        market.begin()
        return market
    }

    /// The provider of a name.
    func provider(_ name: String, _ policy: Policy) throws -> any QuoteProvider {
        let all = runtime.market.providers(policy)
        if let provider = all.first(where: { $0.id == name }) { return provider }
        throw LuaMisuse("\(self.name): no provider is called \"\(name)\"", field: "provider", hint: all.hint(for: name), kind: "unknown_provider")
    }
}

extension [any QuoteProvider] {
    /// What to call instead of a name that none of them has.
    func hint(for name: String) -> String {
        nearestName(to: name, in: map(\.id)).map { "did you mean \"\($0)\"?" } ?? "there are \(map(\.id).sorted().joined(separator: ", "))"
    }
}

extension Runtime {
    /// The session's way to those who know prices and rates.
    var market: MarketAccess { part { MarketAccess(lua, keyFile: configuration.isSandboxed ? nil : configuration.keyFile) } }
}
