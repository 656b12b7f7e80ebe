import Synchronization
import ViewWire

/// The requests that wait for their pages. luca renders one page at a time, so one is asked for at a time; whoever has gone away meanwhile is
/// passed over, so that a page that is reloaded ten times is not rendered ten times.
final class PageQueue: Sendable {
    private struct State {
        var lastID: UInt32 = 0
        var asked: (id: UInt32, exchange: Exchange)?
        var waiting: [(exchange: Exchange, target: RequestTarget)] = []
    }

    private let state = Mutex(State())
    private let ask: @Sendable (UInt32, RequestTarget) -> Void
    private let abandon: @Sendable (UInt32) -> Void

    /// A queue that asks for pages, and tells that nobody waits for one any more, by these closures, from any thread.
    init(ask: @escaping @Sendable (UInt32, RequestTarget) -> Void, abandon: @escaping @Sendable (UInt32) -> Void) { (self.ask, self.abandon) = (ask, abandon) }

    /// Suspends a connection until its page is there. Called by the thread of libmicrohttpd.
    func add(_ exchange: Exchange, _ target: RequestTarget) {
        state.withLock { state in
            exchange.phase = .waiting
            exchange.connection.suspend()
            state.waiting.append((exchange, target))
        }
        askForNext()
    }

    /// Hands a page to the request that waits for it; one that nobody waits for is dropped.
    func take(_ id: UInt32, _ page: ViewPage) {
        state.withLock { state in
            guard let asked = state.asked, asked.id == id else { return }
            state.asked = nil
            Self.finish(asked.exchange, page)
        }
        askForNext()
    }

    /// Looks whether the browser still waits for the page that is being made, and tells where it does not, each time until the page has come: luca may
    /// have heard it before it began to make the page. To be called every second or so.
    func tick() {
        let gone = state.withLock { state -> UInt32? in
            guard let asked = state.asked, asked.exchange.connection.isClosedByPeer else { return nil }
            return asked.id
        }
        if let gone { abandon(gone) }
    }

    private func askForNext() {
        let next = state.withLock { state -> (UInt32, RequestTarget)? in
            guard state.asked == nil else { return nil }
            while !state.waiting.isEmpty {
                let (exchange, target) = state.waiting.removeFirst()
                if exchange.connection.isClosedByPeer {
                    Self.finish(exchange, .sentence("Nobody waits for this page any more.", status: 503))
                } else {
                    state.lastID &+= 1
                    state.asked = (state.lastID, exchange)
                    return (state.lastID, target)
                }
            }
            return nil
        }
        if let next { ask(next.0, next.1) }
    }

    private static func finish(_ exchange: Exchange, _ page: ViewPage) {
        exchange.page = page
        exchange.connection.resume()
    }
}
