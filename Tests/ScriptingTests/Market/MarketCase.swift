import Foundation
import Frames
import LuaSurface
import Synchronization
import TestSupport
import Testing
import Values
@testable import LuaMarket

/// A session whose providers are a server on this machine, asked by the real program `luca-fetch`.
final class MarketCase {
    let session: ScriptSession
    let server: LoopbackServer
    private let book: Pages

    /// A small book: ten ORCL since 2014-11-03, today being 2014-12-31.
    init(at path: String? = nil, clock: String? = nil, _ pages: [String: LoopbackServer.Answer] = [:]) throws {
        let pages = Pages(pages)
        server = try LoopbackServer { pages.answer($0) }
        book = pages
        session = try ScriptSession(at: path)
        if let clock {
            let noon = Double(try Day(clock).number) * 86_400 + 43_200
            session.runtime.market = MarketAccess(session.runtime.lua, clock: { noon })
        }
        let ids = ["yahoo", "stooq", "coingecko", "alphavantage", "ecb"]
        try session.run(
            """
            setting("provider_urls", "\(ids.map { "\($0)=\(server.url)/\($0)" }.joined(separator: " "))")
            setting("base_currency", "USD")
            account { name = "Brokerage", type="securities"}
            instrument { symbol = "ORCL", name = "Oracle" }
            deposit { date = "2014-11-03", account = "Brokerage", amount = 10000 }
            buy { date = "2014-11-03", account = "Brokerage", symbol = "ORCL", quantity = 10, price = 39 }
            """)
    }

    /// What the server says under a path from now on.
    func serve(_ path: String, _ answer: LoopbackServer.Answer) { book.set(path, answer) }

    /// A chart of Yahoo's.
    func serve(_ symbol: String, _ page: YahooPage) { serve("/yahoo/v8/finance/chart/\(symbol)", page.answer) }

    /// The paths asked for so far.
    var paths: [String] { server.requests.map(\.path) }

    /// The first day that the last request asked Yahoo for.
    var lastStart: String? {
        let query = server.requests.last?.query.split(separator: "&").first { $0.hasPrefix("period1=") }
        return query.flatMap { Int($0.dropFirst(8)) }.map { Day(number: Int32($0 / 86_400)).description }
    }

    /// Runs a sync and gives each row as `symbol verdict`.
    func verdicts(_ options: String = "") throws -> [String] {
        _ = try session.run("last = sync{\(options)}")
        return try session.text("local t = {} for row in last do t[#t + 1] = row.symbol .. ' ' .. row.verdict end return table.concat(t, '|')")
            .split(separator: "|").map(String.init)
    }

    /// The message beside a symbol in the last sync.
    func message(_ symbol: String) throws -> String { try session.text("last:where{symbol='\(symbol)'}[1].message") }

    /// The warnings of the last sync, each with its kind.
    var warnings: [String] {
        get throws { try session.runtime.frame(session.run("return last")[0])?.warnings.map { "\($0.kind): \($0.message)" } ?? [] }
    }
}

/// What a server says, which a test may change while it runs.
private final class Pages: Sendable {
    private let pages: Mutex<[String: LoopbackServer.Answer]>

    init(_ pages: [String: LoopbackServer.Answer]) { self.pages = Mutex(pages) }

    func set(_ path: String, _ answer: LoopbackServer.Answer) { pages.withLock { $0[path] = answer } }

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
        pages.withLock { $0[request.path.removingPercentEncoding ?? request.path] } ?? (request.path.hasPrefix("/yahoo/v8") ? YahooPage.unknown : .whole(404, "no such path"))
    }
}
