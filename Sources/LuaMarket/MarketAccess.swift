import FoundationEssentials
import Glibc
import Ledger
import LuaKit
import LuaSurface
import Quotes
import Session
import Storage
import Values

/// The session's access to providers of prices and rates.
final class MarketAccess {
    private let cancellation = Cancellation()
    private let client: HTTPClient
    /// The keys of providers, where the session has a place for them.
    private let keyFile: ProviderKeys?
    /// Providers that scripts defined, the latest last.
    private(set) var scripted: [ScriptedProvider] = []
    /// What ended a provider that a script defined, such as Ctrl-C. It ends the request too.
    var stop: (any Error)?
    /// Whether a sync is under way: a provider that syncs would ask itself without end.
    private(set) var isSyncing = false

    /// - Parameters:
    ///   - lua: the state whose interrupts end requests.
    ///   - keyFile: the keys of providers.
    ///   - transport: how requests are made; nil for the helper program that does the networking.
    ///   - clock: tells the time in seconds since 1970; nil for the machine's.
    init(_ lua: LuaState, keyFile: ProviderKeys? = nil, transport: (any HTTPTransport)? = nil, clock: (@Sendable () -> Double)? = nil) {
        let cancellation = cancellation, asker = Asker(lua: lua)
        // Ctrl-C reaches a request that the session's own thread waits for, too.
        var environment = HTTPClient.Environment.system { cancellation.isCancelled || asker.isInterrupted }
        self.keyFile = keyFile
        if let clock { environment.now = clock }
        client = HTTPClient(transport: transport ?? FetchProcess(), environment: environment)
    }

    /// The state whose interrupts end a request. Once the session is gone, nobody waits for its requests.
    private struct Asker: @unchecked Sendable {
        weak let lua: LuaState?
        var isInterrupted: Bool { lua?.isInterruptAsked ?? true }
    }

    /// Asks for the quotes of many at once, the session's own thread waiting for them; an interrupt ends all.
    func run(_ jobs: [SyncJob], progress: WorkObserver?, lua: LuaState) throws -> [SyncOutcome] {
        var stage = WorkStage("syncing", done: 0, of: jobs.count)
        isSyncing = true
        defer {
            isSyncing = false
            progress?(.end(of: stage.work))
        }
        let outcomes = SyncRunner(cancellation: cancellation).run(
            jobs, progress: { stage = WorkStage(stage.work, done: $0.done, of: $0.total, detail: $0.symbol) },
            shouldStop: {
                progress?(stage)
                return lua.isInterruptAsked || stop != nil
            })
        try passStop(lua)
        return outcomes
    }

    /// Allows requests again after an interrupt.
    func begin() {
        cancellation.reset()
        stop = nil
    }

    /// Raises what ended a request, if something did.
    func passStop(_ lua: LuaState) throws {
        if lua.isInterruptAsked { throw lua.receiveInterrupt() }
        if let stop { throw stop }
    }

    /// Adds a provider of a script, in the place of one with the same name.
    func define(_ provider: ScriptedProvider) {
        scripted.removeAll { $0.id == provider.id }
        scripted.append(provider)
    }

    /// The providers of quotes, with the addresses, keys and folder that the book sets. Those of scripts come first, so that one may replace a
    /// built-in provider.
    func providers(_ policy: Policy) -> [any QuoteProvider] {
        let folder = policy.providerURLs[FolderProvider.name].map { [FolderProvider(folder: $0)] } ?? []
        let own = (Providers.all(configuration(policy)) + folder).filter { provider in !scripted.contains { $0.id == provider.id } }
        return scripted.reversed() + own
    }

    /// The providers of rates.
    func rateProviders(_ policy: Policy) -> [any RateProvider] { Providers.rates(configuration(policy)) }

    /// The provider of rates of pairs that the central bank does not publish.
    func pairRates(_ pairs: [YahooRates.Pair], _ policy: Policy) -> any RateProvider { YahooRates(configuration(policy), pairs: pairs) }

    /// The addresses of providers as the book sets them, else the environment; and their keys as the environment has them, else the file of keys.
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
    /// The session's access to providers.
    ///
    /// - Throws: a misuse in a sandbox, offline, and from within a provider.
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
    /// A hint for a name that no provider has.
    func hint(for name: String) -> String {
        Suggestion(for: name, in: map(\.id))?.question ?? "there are \(map(\.id).sorted().joined(separator: ", "))"
    }
}

extension Runtime {
    /// The session's access to providers of prices and rates.
    var market: MarketAccess {
        get { part { MarketAccess(lua, keyFile: configuration.isSandboxed ? nil : configuration.keyFile) } }
        set { replacePart(newValue) }
    }
}
