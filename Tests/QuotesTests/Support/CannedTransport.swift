import FetchWire
import Quotes
import Synchronization

/// A transport of canned answers, which keeps what it was asked.
final class CannedTransport: HTTPTransport {
    typealias Answer = Result<HTTPResponse, TransportFailure>

    private let answer: @Sendable (HTTPRequest, Int) -> Answer
    private let seen = Mutex<[HTTPRequest]>([])

    /// Answers by the request and how many came before it.
    init(_ answer: @escaping @Sendable (HTTPRequest, Int) -> Answer) { self.answer = answer }

    /// The same status and body for every request.
    convenience init(status: Int = 200, _ body: String) {
        self.init { _, _ in .success(HTTPResponse(status: status, body: Array(body.utf8))) }
    }

    /// One after the other; the last one stays.
    convenience init(_ answers: [Answer]) {
        self.init { _, count in answers[min(count, answers.count - 1)] }
    }

    var requests: [HTTPRequest] { seen.withLock { $0 } }

    func send(_ request: HTTPRequest, isCancelled: () -> Bool) -> Answer {
        let count = seen.withLock { seen in
            seen.append(request)
            return seen.count - 1
        }
        return isCancelled() ? .failure(TransportFailure(.cancelled, "the request was cancelled")) : answer(request, count)
    }
}
