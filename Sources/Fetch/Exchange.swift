import FetchWire
import Foundation
import FoundationNetworking
import Synchronization

/// One request on its way: what has come of its answer, and who waits for it.
final class Exchange: NSObject, URLSessionDataDelegate, Sendable {
    private let host: String
    private let request: HTTPRequest
    private let finish: @Sendable (Result<HTTPResponse, TransportFailure>) -> Void
    private let state = Mutex(State())

    private struct State {
        var task: URLSessionDataTask?
        var response = HTTPResponse(status: 0)
        var isFinished = false
    }

    init(host: String, request: HTTPRequest, finish: @escaping @Sendable (Result<HTTPResponse, TransportFailure>) -> Void) {
        (self.host, self.request, self.finish) = (host, request, finish)
    }

    /// Sends the request, unless it was given up already.
    func begin(_ task: URLSessionDataTask) {
        let isWanted = state.withLock { state in
            state.task = task
            return !state.isFinished
        }
        if isWanted { task.resume() } else { task.cancel() }
    }

    /// There will be no answer.
    func end(_ kind: TransportFailure.Kind) {
        deliver { _ in .failure(TransportFailure(kind, sentence(kind))) }
        state.withLock { $0.task }?.cancel()
    }

    private func deliver(_ result: (HTTPResponse) -> Result<HTTPResponse, TransportFailure>) {
        let response: HTTPResponse? = state.withLock { state in
            if state.isFinished { return nil }
            state.isFinished = true
            // The clock of its time-out holds on to it for a while yet.
            defer { state.response.body = [] }
            return state.response
        }
        if let response { finish(result(response)) }
    }

    // MARK: What the session tells

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { receive(response) }
        completionHandler(.allow)
    }

    private func receive(_ response: HTTPURLResponse) {
        let headers = response.allHeaderFields.compactMap { name, value -> HTTPHeader? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return HTTPHeader(name: name.lowercased(), value: value)
        }
        state.withLock {
            $0.response.status = response.statusCode
            $0.response.headers = headers.sorted { $0.name < $1.name }
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = state.withLock { state in
            state.response.body.append(contentsOf: data)
            return state.response.body.count > request.maximumBytes
        }
        if isTooLarge { end(.tooLarge) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let error else { return deliver { .success($0) } }
        let hasBegun = state.withLock { $0.response.status != 0 }
        end(Self.kind(of: error, hasBegun: hasBegun))
    }

    /// A server may send on to another one, but not to a file of this machine.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let isAllowed = ["http", "https"].contains(request.url?.scheme?.lowercased()) && !LoopbackOnly.forbids(request.url?.host() ?? "")
        completionHandler(isAllowed ? request : nil)
    }

    private static func kind(of error: any Error, hasBegun: Bool) -> TransportFailure.Kind {
        let code = (error as? URLError)?.code
        switch code {
        case .timedOut: return .timedOut
        case .cancelled: return .cancelled
        case .badURL, .unsupportedURL: return .badURL
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired: return .tls
        case .networkConnectionLost: return .cutOff
        default: return hasBegun ? .cutOff : .unreachable
        }
    }

    private func sentence(_ kind: TransportFailure.Kind) -> String {
        switch kind {
        case .unreachable: "\(host) cannot be reached, or closed the connection without an answer"
        case .timedOut: "\(host) did not answer within \(Int(request.timeout.rounded(.up))) seconds"
        case .cutOff: "the answer of \(host) broke off"
        case .tls: "the connection to \(host) could not be secured"
        case .tooLarge: "the answer of \(host) is longer than \(request.maximumBytes) bytes"
        case .cancelled: "the request was cancelled"
        case .badURL: "the address is no http or https address"
        case .noProgram: "the program that asks the network is missing"
        }
    }
}
