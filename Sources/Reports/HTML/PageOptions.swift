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
