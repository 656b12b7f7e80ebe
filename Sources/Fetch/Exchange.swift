import FetchWire
import Glibc
import Synchronization

/// One request on its way, on a thread of its own, and who waits for its answer.
final class Exchange: Sendable {
    /// Redirections after which a request is given up.
    static let mostRedirections = 10

    private let address: Address
    private let request: HTTPRequest
    /// By `now`.
    private let deadline: Double
    private let finish: @Sendable (Result<HTTPResponse, TransportFailure>) -> Void
    private let state = Mutex(State())

    private struct State {
        var isFinished = false
        /// While its thread may be waiting.
        var alarm: Transfer.Alarm?
    }

    init(address: Address, request: HTTPRequest, finish: @escaping @Sendable (Result<HTTPResponse, TransportFailure>) -> Void) {
        (self.address, self.request, self.finish) = (address, request, finish)
        deadline = Self.now + request.timeout
    }

    /// Sends the request.
    func begin() {
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                // It was handed over below, where a thread is sure to have a context.
                Unmanaged<Exchange>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        if code == 0 {
            pthread_detach(thread)
        } else {
            context.release()
            end(.unreachable)
        }
    }

    /// Gives up; `cancelled` is told at once, unless something else was told already.
    func cancel() {
        end(.cancelled)
        // The alarm goes with the transfer, so it rings under the lock or not at all.
        state.withLock { $0.alarm?.ring() }
    }

    // MARK: On its thread

    private func run() {
        guard let transfer = Transfer(request) else { return end(.unreachable) }
        state.withLock { $0.alarm = transfer.alarm }
        // What there is to tell is told before the transfer is taken down: that may wait for the system to look up a name.
        tell(ask(transfer))
        withExtendedLifetime(transfer) { state.withLock { $0.alarm = nil } }
    }

    private func ask(_ transfer: Transfer) -> Transfer.Outcome {
        var address = address
        for _ in 0...Self.mostRedirections {
            let outcome = transfer.ask(address, isStranger: address.server != self.address.server, seconds: deadline - Self.now) { [self] in state.withLock { !$0.isFinished } }
            guard case .answer(let response) = outcome, let next = Self.redirection(response, from: address) else { return outcome }
            address = next
        }
        return .failure(.unreachable)
    }

    /// Where an answer sends on to. A server may send on to another one, but not to a file of this machine: such an answer is the last one.
    private static func redirection(_ response: HTTPResponse, from address: Address) -> Address? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.header("location"), !location.isEmpty,
            let next = address.following(location), !LoopbackOnly.forbids(next.host)
        else { return nil }
        return next
    }

    private func tell(_ outcome: Transfer.Outcome) {
        switch outcome {
        case .answer(let response): deliver(.success(response))
        case .failure(let kind): end(kind)
        case .forbidden(let host): deliver(.failure(TransportFailure(.badURL, LoopbackOnly.sentence(host))))
        case .unwanted: end(.cancelled)
        }
    }

    /// Seconds of a clock that nobody sets.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: What is told

    /// There will be no answer.
    private func end(_ kind: TransportFailure.Kind) { deliver(.failure(TransportFailure(kind, sentence(kind)))) }

    private func deliver(_ result: Result<HTTPResponse, TransportFailure>) {
        let isFirst = state.withLock { state in
            defer { state.isFinished = true }
            return !state.isFinished
        }
        if isFirst { finish(result) }
    }

    private func sentence(_ kind: TransportFailure.Kind) -> String {
        switch kind {
        case .unreachable: "\(address.host) cannot be reached, or closed the connection without an answer"
        case .timedOut: "\(address.host) did not answer within \(Int(request.timeout.rounded(.up))) seconds"
        case .cutOff: "the answer of \(address.host) broke off"
        case .tls: "the connection to \(address.host) could not be secured"
        case .tooLarge: "the answer of \(address.host) is longer than \(request.maximumBytes) bytes"
        case .cancelled: "the request was cancelled"
        case .badURL: FetchService.noAddress
        case .noProgram: "the program that asks the network is missing"
        }
    }
}
