import FetchWire
import Messages
import Pipes
import Synchronization

/// Reads `FetchMessage`s from one descriptor, sends the requests, and writes the responses to another descriptor, until the first one ends.
public final class FetchServer: Sendable {
    private let service = FetchService()
    private let output: Int32
    /// Whether responses may still be written.
    private let isOpen = Mutex(true)

    /// A server that writes its responses to this descriptor.
    public init(output: Int32) { self.output = output }

    /// Reads messages until the descriptor ends, or until what comes is no message. The requests under way are cancelled then, and nothing more
    /// is written.
    public func serve(input: Int32) {
        defer {
            isOpen.withLock { $0 = false }
            service.cancelAll()
        }
        MessagePipe.readAll(FetchMessage.self, from: input, handle: handle)
    }

    private func handle(_ message: FetchMessage) {
        switch message {
        case .send(let id, let request):
            service.start(id, request) { [self] result in
                switch result {
                case .success(let response): reply(.answer(id, response))
                case .failure(let failure): reply(.failure(id, failure))
                }
            }
        case .cancel(let id): service.cancel(id)
        case .answer, .failure: break
        }
    }

    /// Writes a whole message under the lock, so that several do not mix. Once nobody reads, nothing is written any more.
    private func reply(_ message: FetchMessage) {
        let frame = message.frame
        isOpen.withLock { isOpen in
            if isOpen { isOpen = MessagePipe.write(frame, to: output) }
        }
    }
}

/// Sends requests by libcurl, several at once, each on a thread of its own. It keeps nothing from one request to the next: no cookies, no
/// cache, no passwords and no connection, so that one request cannot affect another.
final class FetchService: Sendable {
    /// The sentence for a URL that cannot be asked.
    static let noAddress = "the address is no http or https address"

    private let requests = PendingRequests()

    /// Sends a request, and calls back once, from another thread: with the response, whatever its status, or with the reason why there is none.
    func start(_ id: UInt32, _ request: HTTPRequest, then finish: @escaping @Sendable (Result<HTTPResponse, TransportFailure>) -> Void) {
        guard let address = Address(request.url) else {
            return finish(.failure(TransportFailure(.badURL, Self.noAddress)))
        }
        if LoopbackOnly.forbids(address.host) {
            return finish(.failure(TransportFailure(.badURL, LoopbackOnly.sentence(address.host))))
        }
        let pending = PendingRequest(address: address, request: request) { [requests] result in
            requests.remove(id)
            finish(result)
        }
        requests.add(pending, id)
        pending.begin()
    }

    /// Cancels a request; it calls back with `cancelled`, unless it has called back already.
    func cancel(_ id: UInt32) { requests.find(id)?.cancel() }

    /// Cancels all requests under way.
    func cancelAll() { for pending in requests.current { pending.cancel() } }
}

/// The requests under way, by their numbers.
private final class PendingRequests: Sendable {
    private let all = Mutex<[UInt32: PendingRequest]>([:])

    func add(_ pending: PendingRequest, _ id: UInt32) { all.withLock { $0[id] = pending } }

    func remove(_ id: UInt32) { all.withLock { $0[id] = nil } }

    func find(_ id: UInt32) -> PendingRequest? { all.withLock { $0[id] } }

    /// All that are under way at this moment.
    var current: [PendingRequest] { all.withLock { Array($0.values) } }
}
