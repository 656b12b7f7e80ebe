import FetchWire
import Foundation
import FoundationNetworking
import Synchronization

/// Asks servers by `URLSession`, several at once. It keeps nothing: no cookies, no cache, no passwords.
final class FetchService: Sendable {
    private let session: URLSession
    private let exchanges = Exchanges()

    /// A service with a session of its own.
    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = 8
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    /// Asks, and calls back once, from a thread of its own: with the answer whatever its status, or with why there is none.
    func start(_ id: UInt32, _ request: HTTPRequest, then finish: @escaping @Sendable (Result<HTTPResponse, TransportFailure>) -> Void) {
        guard let url = URL(string: request.url), let host = url.host(), ["http", "https"].contains(url.scheme?.lowercased()) else {
            finish(.failure(TransportFailure(.badURL, "the address is no http or https address")))
            return
        }
        if LoopbackOnly.forbids(host) {
            finish(.failure(TransportFailure(.badURL, LoopbackOnly.sentence(host))))
            return
        }
        var question = URLRequest(url: url, timeoutInterval: request.timeout + 5)
        for header in request.headers { question.setValue(header.value, forHTTPHeaderField: header.name) }
        let task = session.dataTask(with: question)
        let exchange = Exchange(id: id, host: host, request: request, task: task, finish: finish)
        exchanges.add(exchange)
        // The session's own limit is one of silence; a server that dribbles a byte a second would never reach it.
        DispatchQueue.global().asyncAfter(deadline: .now() + request.timeout) { exchange.end(.timedOut) }
        task.resume()
    }

    /// Gives up a request; it calls back with `cancelled`, unless it has called back already.
    func cancel(_ id: UInt32) { exchanges.find(id)?.end(.cancelled) }

    deinit { session.invalidateAndCancel() }
}
