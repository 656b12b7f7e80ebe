import FetchWire
import Foundation
import FoundationNetworking
import Synchronization

/// The requests on their way, and the session's delegate that tells each what became of it.
final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let all = Mutex<[Int: Exchange]>([:])

    func add(_ exchange: Exchange) { all.withLock { $0[exchange.task.taskIdentifier] = exchange } }

    func find(_ id: UInt32) -> Exchange? { all.withLock { $0.values.first { $0.id == id } } }

    private func find(_ task: URLSessionTask) -> Exchange? { all.withLock { $0[task.taskIdentifier] } }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { find(dataTask)?.receive(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        find(dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = all.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.complete(error)
    }

    /// A server may send on to another one, but not to a file of this machine.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let isAllowed = ["http", "https"].contains(request.url?.scheme?.lowercased()) && !LoopbackOnly.forbids(request.url?.host() ?? "")
        completionHandler(isAllowed ? request : nil)
    }
}
