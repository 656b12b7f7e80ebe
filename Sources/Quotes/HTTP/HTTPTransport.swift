public import FetchWire

/// Somebody who carries a request to a server and its answer back: the program `luca-fetch` (`FetchProcess`), or a twin in tests.
public protocol HTTPTransport: Sendable {
    /// Waits for the answer, or for why there is none. May be called from several threads at once.
    ///
    /// `isCancelled` is asked every now and then on the thread of the call; once it is true, the answer is `cancelled` at once.
    func send(_ request: HTTPRequest, isCancelled: () -> Bool) -> Result<HTTPResponse, TransportFailure>
}
