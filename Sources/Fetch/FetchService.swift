import FetchWire

/// Asks servers by libcurl, several at once, each request on a thread of its own. It keeps nothing: no cookies, no cache, no passwords, and no
/// connection from one request to the next, so that what happens to one of several cannot happen to the others.
final class FetchService: Sendable {
    /// What is said of an address that cannot be asked.
    static let noAddress = "the address is no http or https address"

    private let exchanges = Exchanges()

    /// Asks, and calls back once, from another thread: with the answer whatever its status, or with why there is none.
    func start(_ id: UInt32, _ request: HTTPRequest, then finish: @escaping @Sendable (Result<HTTPResponse, TransportFailure>) -> Void) {
        guard let address = Address(request.url) else {
            return finish(.failure(TransportFailure(.badURL, Self.noAddress)))
        }
        if LoopbackOnly.forbids(address.host) {
            return finish(.failure(TransportFailure(.badURL, LoopbackOnly.sentence(address.host))))
        }
        let exchange = Exchange(address: address, request: request) { [exchanges] result in
            exchanges.remove(id)
            finish(result)
        }
        exchanges.add(exchange, id)
        exchange.begin()
    }

    /// Gives up a request; it calls back with `cancelled`, unless it has called back already.
    func cancel(_ id: UInt32) { exchanges.find(id)?.cancel() }

    /// Gives up all that are on their way.
    func cancelAll() { for exchange in exchanges.current { exchange.cancel() } }
}
