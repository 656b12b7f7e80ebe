/// What a server answered, whatever its status.
public struct HTTPResponse: Hashable, Sendable {
    /// The status: 200, 404 and so on.
    public var status: Int
    /// The header fields, their names in lower case.
    public var headers: [HTTPHeader]
    /// The body, decoded where it came compressed.
    public var body: [UInt8]

    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first field of a name, which is given in lower case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
