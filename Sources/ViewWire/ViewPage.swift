/// A page that a browser asked for.
public struct ViewRequest: Hashable, Sendable {
    /// A value of the query: what stands behind the question mark of an address.
    public struct Parameter: Hashable, Sendable {
        /// The name, decoded.
        public var name: String
        /// The value, decoded; empty where the address has none.
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What stands behind the path of an address for some values, with its question mark; empty for none. All but the unreserved characters of RFC 3986 is escaped.
    public static func suffix(of query: [Parameter]) -> String {
        func escaped(_ text: String) -> String {
            text.utf8.reduce(into: "") { text, byte in
                let character = Unicode.Scalar(byte), hex = String(byte, radix: 16, uppercase: true)
                let isPlain = character.isASCII && (character.properties.isAlphabetic || character.properties.numericType != nil || "-._~".unicodeScalars.contains(character))
                text += isPlain ? String(character) : "%" + (hex.count == 1 ? "0" : "") + hex
            }
        }
        return query.enumerated().map { ($0.offset == 0 ? "?" : "&") + escaped($0.element.name) + "=" + escaped($0.element.value) }.joined()
    }

    /// The path below the key, decoded: "/" for the first page, "/dashboard" and so on.
    public var path: String
    /// The values of the query, in the order of the address.
    public var query: [Parameter]
    /// What the path of every address of this server begins with: "/KEY/". A link to another page is this and the page's path without its slash.
    public var prefix: String
    /// How many changes of the book browsers had been told of when the page was asked for.
    public var revision: UInt64

    public init(path: String, query: [Parameter] = [], prefix: String = "/", revision: UInt64 = 0) {
        self.path = path
        self.query = query
        self.prefix = prefix
        self.revision = revision
    }

    /// The path of the stream of events for this page, which says "changed" once the book has changed since the page was asked for. A page listens with
    /// `new EventSource(path).addEventListener("changed", …)`, and closes it while it is hidden: browsers keep six connections to a server.
    public var eventsPath: String { "\(prefix)events?since=\(revision)" }

    /// The value of the first parameter of a name; nil where the address has none.
    public func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// What a browser gets.
public struct ViewPage: Hashable, Sendable {
    /// Bytes of the longest body that is served.
    public static let longestBody = 64 << 20

    /// The status code of HTTP: 200, 404 and so on.
    public var status: UInt16
    /// The `Content-Type`, such as "text/html; charset=utf-8".
    public var contentType: String
    /// The `Content-Security-Policy`. The one that is taken by itself allows nothing: no style, no script, no picture.
    public var securityPolicy: String
    /// The body, as it is sent.
    public var body: [UInt8]

    public init(status: UInt16 = 200, contentType: String = "text/html; charset=utf-8", securityPolicy: String = "default-src 'none'", body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.securityPolicy = securityPolicy
        self.body = body
    }

    /// A page that is a sentence, such as one that says what is wrong.
    public static func sentence(_ text: String, status: UInt16) -> ViewPage {
        ViewPage(status: status, contentType: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
    }
}
