public import Drawing
public import Frames

/// How a page is made.
public struct PageOptions {
    /// How values are shown: privacy, locale, currencies, rows. Colours and width are the page's own matter.
    public var rendering: RenderOptions
    /// SHA-256: 32 bytes of any bytes.
    public var hash: ([UInt8]) -> [UInt8]
    /// A line for the foot, such as when and by what the page was made; empty for none.
    public var footer: String
    /// The size of the paper that the page is printed on.
    public var paper: Paper
    /// What a page that is served knows of its server; nil for a file.
    public var server: PageServer?

    /// A page for a file.
    public init(
        _ rendering: RenderOptions = RenderOptions(), footer: String = "", paper: Paper = .a4, server: PageServer? = nil, hash: @escaping ([UInt8]) -> [UInt8]
    ) {
        (self.rendering, self.footer, self.paper, self.server, self.hash) = (rendering, footer, paper, server, hash)
    }
}

/// What a page that is served knows of its server.
public struct PageServer: Hashable, Sendable {
    /// A way to another page.
    public struct Link: Hashable, Sendable {
        /// What is read.
        public var title: String
        /// The address.
        public var address: String
        /// Whether it is the page itself.
        public var isCurrent: Bool

        /// A way to a page.
        public init(title: String, address: String, isCurrent: Bool = false) { (self.title, self.address, self.isCurrent) = (title, address, isCurrent) }
    }

    /// The address of the stream of events that tells when the book has changed; empty for none.
    public var events: String
    /// The ways to other pages, shown at the top.
    public var links: [Link]

    /// A server.
    public init(events: String, links: [Link] = []) { (self.events, self.links) = (events, links) }
}

/// A page of HTML that holds all it needs.
public struct HTMLPage: Hashable, Sendable {
    /// The page, in UTF-8.
    public let bytes: [UInt8]
    /// What a server sends along with it as `Content-Security-Policy`.
    public let contentSecurityPolicy: String

    /// The page as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// What a page may do, told to the browser: nothing but its own style and its own script, each known by its hash, so that no text that got into it unescaped
/// could ever run or reach anywhere.
struct ContentPolicy {
    /// The directives as they stand in the page, where not all directives count.
    let inPage: String
    /// The directives as a server sends them, which also forbid that another page shows this one in a frame.
    let inHeader: String

    /// The policy of a page with this style and script. `hash` is SHA-256, of 32 bytes; a page that is served may ask its own server for news.
    init(style: String, script: String, isServed: Bool, hash: ([UInt8]) -> [UInt8]) {
        func source(_ text: String) -> String { "'sha256-\(Self.base64(hash(Array(text.utf8))))'" }
        let parts = [
            "default-src 'none'", "style-src \(source(style))", "script-src \(source(script))", "img-src data:", isServed ? "connect-src 'self'" : "",
            "base-uri 'none'", "form-action 'none'",
        ]
        inPage = parts.filter { !$0.isEmpty }.joined(separator: "; ")
        inHeader = inPage + "; frame-ancestors 'none'"
    }

    /// Bytes as text of 64 signs, three bytes as four signs, after RFC 4648.
    static func base64(_ bytes: [UInt8]) -> String {
        let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(UInt32(0)) { $0 << 8 | UInt32($1 < group.count ? group[start + $1] : 0) }
            for place in 0..<4 {
                result.append(place <= group.count ? signs[Int(bits >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
