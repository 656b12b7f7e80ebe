import FetchWire
import Foundation
import FoundationNetworking
import Synchronization

/// Asks servers by `URLSession`, several at once. It keeps nothing: no cookies, no cache, no passwords.
///
/// Each request has a session of its own. One session for all was seen to stall for good under load, a request in it waiting for a connection
/// that nobody opened; what happens to one of several cannot happen to the others.
final class FetchService: Sendable {
    private let exchanges = Exchanges()

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        configuration.urlCredentialStorage = nil
        return configuration
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
        let exchange = Exchange(host: host, request: request) { [exchanges] result in
            exchanges.remove(id)
            finish(result)
        }
        exchanges.add(exchange, id)
        let session = URLSession(configuration: Self.configuration, delegate: exchange, delegateQueue: nil)
        let task = session.dataTask(with: question)
        // It goes when its one task is done.
        session.finishTasksAndInvalidate()
        // The session's own limit is one of silence; a server that dribbles a byte a second would never reach it.
        DispatchQueue.global().asyncAfter(deadline: .now() + request.timeout) { exchange.end(.timedOut) }
        exchange.begin(task)
    }

    /// Gives up a request; it calls back with `cancelled`, unless it has called back already.
    func cancel(_ id: UInt32) { exchanges.find(id)?.end(.cancelled) }
}
