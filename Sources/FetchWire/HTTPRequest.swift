/// What is asked of a server: always a GET.
public struct HTTPRequest: Hashable, Sendable {
    /// The address, with its query; `http` or `https`.
    public var url: String
    /// Header fields to send, in order.
    public var headers: [HTTPHeader]
    /// Seconds after which the answer must be there whole.
    public var timeout: Double
    /// Bytes of body above which the answer is refused.
    public var maximumBytes: Int

    public init(url: String, headers: [HTTPHeader] = [], timeout: Double = 20, maximumBytes: Int = 32 << 20) {
        self.url = url
        self.headers = headers
        self.timeout = timeout
        self.maximumBytes = maximumBytes
    }
}

/// A header field.
public struct HTTPHeader: Hashable, Sendable {
    /// Its name; of an answer in lower case.
    public var name: String
    /// Its value.
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
