/// A GET request to a server.
public struct HTTPRequest: Hashable, Sendable {
    /// The URL with its query; `http` or `https`.
    public var url: String
    /// The header fields to send, in order.
    public var headers: [HTTPHeader]
    /// Seconds within which the whole response must have come.
    public var timeout: Double
    /// A response with a longer body, in bytes, is refused.
    public var maximumBytes: Int

    /// How many redirections are followed, at most. With none, an answer that sends on is the answer.
    public var redirections: Int
    /// Whether only machines of the network that is everybody's are asked: not this one, and none of a network of one's own.
    public var isPublicOnly: Bool

    /// Redirections that are followed where a request says nothing of them.
    public static let usualRedirections = 10

    public init(
        url: String, headers: [HTTPHeader] = [], timeout: Double = 20, maximumBytes: Int = 32 << 20, redirections: Int = HTTPRequest.usualRedirections, isPublicOnly: Bool = false
    ) {
        self.url = url
        self.headers = headers
        self.timeout = timeout
        self.maximumBytes = maximumBytes
        self.redirections = redirections
        self.isPublicOnly = isPublicOnly
    }
}

/// A header field.
public struct HTTPHeader: Hashable, Sendable {
    /// The name; in a response it is in lower case.
    public var name: String
    /// The value.
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// The response of a server, whatever its status.
public struct HTTPResponse: Hashable, Sendable {
    /// The status code: 200, 404 and so on.
    public var status: Int
    /// The header fields, their names in lower case.
    public var headers: [HTTPHeader]
    /// The body, decompressed if it came compressed.
    public var body: [UInt8]

    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first header field of a name, which is given in lower case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}

/// Why there is no response: a sentence.
public struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause, for programs to test.
    public enum Kind: String, CaseIterable, Sendable {
        /// There is no connection: no such host, refused, no network.
        case unreachable
        /// The response did not come in time.
        case timedOut = "timed_out"
        /// The response broke off.
        case cutOff = "cut_off"
        /// The connection could not be secured (TLS).
        case tls
        /// The body is longer than the request allows.
        case tooLarge = "too_large"
        /// The request was cancelled.
        case cancelled
        /// The URL cannot be asked: it is no http or https URL, or not allowed.
        case badURL = "bad_url"
        /// The program `luca-fetch` is missing.
        case noProgram = "no_program"
    }

    /// The cause, for programs to test.
    public let kind: Kind
    /// What went wrong, as a sentence without a full stop at its end.
    public let message: String

    /// A failure of a kind, with its sentence.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
