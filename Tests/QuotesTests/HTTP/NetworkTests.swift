import Foundation
import Ledger
import Quotes
import TestSupport
import Testing
import Values

/// A provider, the client and the program `luca-fetch` together, against a real server that plays what services do.
@Suite("From a provider to a server and back")
struct NetworkTests {
    private let time = ManualTime()

    private func provider(_ server: LoopbackServer, timeout: Double = 30) -> YahooProvider {
        let client = HTTPClient(transport: FetchProcess(), environment: time.environment(), timeout: timeout)
        return YahooProvider(ProviderConfiguration(client: client, baseURLs: ["yahoo": server.url]))
    }

    private func history(_ provider: YahooProvider, _ symbol: String, _ currency: Currency = .usd) -> Result<[Quote], QuoteError> {
        do throws(QuoteError) {
            return .success(try provider.history(subject(symbol, currency), from: day("2020-01-01"), to: day("2020-12-31")).quotes)
        } catch { return .failure(error) }
    }

    private func kind(_ result: Result<[Quote], QuoteError>) -> QuoteError.Kind? {
        if case .failure(let error) = result { error.kind } else { nil }
    }

    private static let good = YahooAnswer(rows: [(1_604_500_200, "114.94999694824219")]).text

    @Test("Success; nothing; another currency; what is no answer; an unknown symbol")
    func answers() throws {
        let path = "/v8/finance/chart/"
        let server = try LoopbackServer(paths: [
            path + "GOOD": .whole(200, Self.good), path + "NONE": .whole(200, YahooAnswer().text),
            path + "EURO": .whole(200, YahooAnswer(currency: "EUR").text),
            path + "HTML": .whole(200, "<html>"), path + "VOID": .whole(200, ""), path + "GONE": .whole(404, #"{"chart":{"error":{"code":"Not Found"}}}"#),
            path + "DENY": .whole(403, "no"),
        ])
        let provider = provider(server)
        #expect(try history(provider, "GOOD").get().map(\.close) == [number("114.95")])
        #expect(try history(provider, "NONE").get().isEmpty)
        let kinds = ["EURO", "HTML", "VOID", "GONE", "DENY"].map { kind(history(provider, $0)) }
        #expect(kinds == [.wrongCurrency, .malformed, .malformed, .unknownSymbol, .refused])
        #expect(time.slept.allSatisfy { $0 <= 0.21 })
    }

    @Test("What passes is tried again until it has passed: a fault, an answer cut off, too many requests")
    func recovers() throws {
        let count = Counter()
        let server = try LoopbackServer { request in
            switch (request.path.hasSuffix("CUT"), request.path.hasSuffix("BUSY"), count.next(request.path)) {
            case (_, true, 0): .whole(429, "", headers: ["Retry-After: 3"])
            case (true, _, 0): .cutOff(String(Self.good.prefix(100)), promised: Self.good.utf8.count)
            case (_, _, 0): .whole(503, "")
            case (_, _, 1): .whole(500, "oh no")
            default: .whole(200, Self.good)
            }
        }
        let provider = provider(server)
        for symbol in ["CUT", "BUSY", "FAULT"] { #expect(try history(provider, symbol).get().count == 1, "\(symbol)") }
        #expect(server.requests.count == 9 && time.slept.contains(3))
    }

    @Test("What does not pass is an error after three tries: cut off, silent, at fault, not there")
    func gives() throws {
        let server = try LoopbackServer(paths: [
            "/v8/finance/chart/CUT": .cutOff("{", promised: 10), "/v8/finance/chart/SLOW": .silent, "/v8/finance/chart/FAULT": .whole(500, ""),
        ])
        #expect(kind(history(provider(server), "CUT")) == .unreachable)
        #expect(kind(history(provider(server, timeout: 0.2), "SLOW")) == .timeout)
        #expect(kind(history(provider(server), "FAULT")) == .server)
        // The silent ones may be given up before the server has read them.
        #expect(server.requests.count { !$0.path.hasSuffix("SLOW") } == 6)
    }
}

/// Counts what comes by name.
private final class Counter: @unchecked Sendable {
    // The lock guards the counts.
    private let lock = NSLock()
    private var counts: [String: Int] = [:]

    /// How many came before.
    func next(_ name: String) -> Int {
        lock.withLock {
            defer { counts[name, default: 0] += 1 }
            return counts[name, default: 0]
        }
    }
}
