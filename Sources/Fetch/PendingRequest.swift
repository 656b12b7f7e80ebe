import FetchWire
import Glibc
import Synchronization

/// One request under way, on a thread of its own, and the callback that waits for its response.
final class PendingRequest: Sendable {
    private let address: Address
    private let request: HTTPRequest
    /// When the time is up, by `now`.
    private let deadline: Double
    private let finish: @Sendable (Result<HTTPResponse, TransportFailure>) -> Void
    private let state = Mutex(State())

    private struct State {
        var isFinished = false
        /// Wakes the thread; nil while there is no transfer that it could be waiting for.
        var alarm: CurlTransfer.Alarm?
    }

    init(address: Address, request: HTTPRequest, finish: @escaping @Sendable (Result<HTTPResponse, TransportFailure>) -> Void) {
        (self.address, self.request, self.finish) = (address, request, finish)
        deadline = Self.now + request.timeout
    }

    /// Sends the request, on a new thread.
    func begin() {
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                // It was handed over below, where a thread is sure to have a context.
                Unmanaged<PendingRequest>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        if code == 0 {
            pthread_detach(thread)
        } else {
            context.release()
            end(.unreachable)
        }
    }

    /// Cancels the request: it calls back with `cancelled` at once, unless it has called back already.
    func cancel() {
        end(.cancelled)
        // The alarm ends with the transfer, so it may only be rung under the lock.
        state.withLock { $0.alarm?.ring() }
    }

    // MARK: On the request's thread

    private func run() {
        guard let transfer = CurlTransfer(request) else { return end(.unreachable) }
        state.withLock { $0.alarm = transfer.alarm }
        // Called back before the transfer is released, since releasing it may wait for the system to look up a name.
        report(ask(transfer))
        withExtendedLifetime(transfer) { state.withLock { $0.alarm = nil } }
    }

    private func ask(_ transfer: CurlTransfer) -> CurlTransfer.Outcome {
        var address = address
        for _ in 0...request.redirections {
            let isOtherServer = address.server != self.address.server
            let outcome = transfer.ask(address, isOtherServer: isOtherServer, seconds: deadline - Self.now) { [self] in
                state.withLock { !$0.isFinished }
            }
            guard request.redirections > 0, case .answer(let response) = outcome, let next = Self.redirection(response, from: address) else { return outcome }
            address = next
        }
        return .failure(.unreachable)
    }

    /// Where a response redirects to; nil if it does not, or to something that must not be asked, such as a file: then it is the response itself.
    private static func redirection(_ response: HTTPResponse, from address: Address) -> Address? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.header("location"), !location.isEmpty,
            let next = address.following(location), !LoopbackOnly.forbids(next.host)
        else { return nil }
        return next
    }

    private func report(_ outcome: CurlTransfer.Outcome) {
        switch outcome {
        case .answer(let response): deliver(.success(response))
        case .failure(let kind): end(kind)
        case .forbidden(let sentence): deliver(.failure(TransportFailure(.badURL, sentence)))
        case .unwanted: end(.cancelled)
        }
    }

    /// Seconds of a clock that cannot be set.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: Calling back

    /// Calls back that there will be no response.
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
