import ViewWire

/// Decides whether a request is answered. Everything is judged by the head of it alone.
///
/// Binding to the loopback interface keeps other machines away, and no more: a page of any site can send requests to this machine from the browser of whoever visits it, can
/// have its own name point here, and other users of the machine can connect. So a request must name this server in `Host`, must come from no other site, and must
/// carry the key in its path.
struct Gatekeeper {
    /// What becomes of a request.
    enum Verdict: Equatable {
        /// It gets this answer at once.
        case answer(Answer)
        /// It asks for a page by this path and query.
        case page(RequestTarget)
        /// It asks for the stream of events, and has seen the book as it was after so many changes; nil if it does not say.
        case events(since: UInt64?)
    }

    /// Bytes of the longest target.
    static let longestTarget = 8 << 10

    /// The port that is served.
    let port: UInt16
    /// The key that every path begins with.
    let key: String

    /// What the path of every address begins with.
    var prefix: String { "/\(key)/" }
    /// The address to open.
    var address: String { "http://127.0.0.1:\(port)\(prefix)" }

    /// Judges a request.
    func judge(_ head: RequestHead) -> Verdict {
        if let refusal = refusal(head) { return .answer(Answer(refusal)) }
        guard let target = RequestTarget(head.target) else { return .answer(Answer(.sentence("The address cannot be read.", status: 400))) }
        let hasSlash = target.path.dropFirst().contains("/")
        guard isKey(target.path.dropFirst().prefix { $0 != "/" }) else {
            return .answer(Answer(.sentence("There is nothing at this address. Open the one that luca view has printed, with the long key in it.", status: 404)))
        }
        // Links of a page that name no folder lead below the key only if its own address ends with a slash.
        if !hasSlash { return .answer(Answer(.sentence("The page is at \(prefix)", status: 308), extra: [("Location", prefix)])) }
        let path = String(target.path.dropFirst(prefix.count - 1))
        if path == "/events" { return .events(since: target.query.first { $0.name == "since" }.flatMap { UInt64($0.value) }) }
        return .page(RequestTarget(path: path, query: target.query))
    }

    /// Why a request is refused, whatever it asks for; nil where it is not.
    private func refusal(_ head: RequestHead) -> ViewPage? {
        if head.target.utf8.count > Self.longestTarget { return .sentence("The address is too long.", status: 414) }
        let names = ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"], hosts = head.values("host")
        guard hosts.count == 1, names.contains(hosts[0].lowercased()) else {
            return .sentence("This server answers to 127.0.0.1 alone, and was called by another name.", status: 421)
        }
        guard head.values("origin").allSatisfy({ names.map { "http://" + $0 }.contains($0.lowercased()) }) else {
            return .sentence("Another site may not ask for pages of luca.", status: 403)
        }
        guard head.values("sec-fetch-site").allSatisfy({ ["same-origin", "none"].contains($0) }) else {
            return .sentence("Another site may not lead to pages of luca. Type or paste the address that luca view has printed.", status: 403)
        }
        guard head.method == "GET" || head.method == "HEAD" else {
            return .sentence("Pages can be read, and nothing can be changed by them: GET and HEAD are answered, \(head.method.prefix(20)) is not.", status: 405)
        }
        guard head.values("content-length").allSatisfy({ $0 == "0" }), head.values("transfer-encoding").isEmpty else {
            return .sentence("A request for a page has no body.", status: 400)
        }
        return nil
    }

    /// Whether a text is the key. How long that takes tells nothing of the key.
    private func isKey(_ text: Substring) -> Bool {
        let (given, right) = (Array(text.utf8), Array(key.utf8))
        guard given.count == right.count else { return false }
        return zip(given, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// A key that nobody guesses: 192 random bits of the system, as hexadecimal digits.
    static func newKey() -> String {
        var random = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return String((0..<48).map { _ in digits[Int(random.next() & 15)] })
    }
}

/// What is sent: status, header fields and body.
struct Answer: Equatable {
    /// A header field.
    struct Field: Equatable {
        let name: String, value: String
    }

    let status: UInt16
    let fields: [Field]
    let body: [UInt8]

    /// A page with what is said of each: what it may load, that its type is as told, that it is kept by nobody, shown in no frame, and its address told to no other site.
    init(_ page: ViewPage, extra: [(name: String, value: String)] = []) {
        status = page.status
        body = page.body
        let common = [
            ("Content-Type", page.contentType), ("Content-Security-Policy", page.securityPolicy), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"), ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
        ]
        let allowed = page.status == 405 ? [("Allow", "GET, HEAD")] : []
        fields = (common + allowed + extra).map { Field(name: $0.0, value: $0.1) }
    }
}

extension RequestTarget {
    /// A path and a query that were decoded before.
    fileprivate init(path: String, query: [ViewRequest.Parameter]) { (self.path, self.query) = (path, query) }
}
