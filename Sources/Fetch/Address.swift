import CCurl
import Glibc

/// A URL that can be asked: http or https, with a host. libcurl parses it here as well as for the request, so both mean the same server.
struct Address: Sendable {
    /// The whole URL, with blanks and letters beyond ASCII escaped.
    let text: String
    /// The host; an IPv6 address without its brackets.
    let host: String
    /// Scheme, host and port, which tell one server from another.
    let server: String

    /// Reads a URL; nil if it is no http or https URL.
    init?(_ text: String) {
        // libcurl would also accept one slash or three, and take the first part of the path for the host.
        let rest = text.drop { $0 != ":" }
        guard rest.hasPrefix("://"), !rest.hasPrefix(":///") else { return nil }
        self.init(steps: [text])
    }

    /// The target of a redirection from here, which may be a path alone; nil if it is no http or https URL.
    func following(_ location: String) -> Address? { Address(steps: [text, location]) }

    private init?(steps: [String]) {
        guard let url = curl_url() else { return nil }
        defer { curl_url_cleanup(url) }
        for step in steps {
            // The flags allow for what people write in base URLs. A zero byte would end the text for C.
            let flags = UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE)
            guard !step.utf8.contains(0), curl_url_set(url, CURLUPART_URL, step, flags) == CURLUE_OK else { return nil }
        }
        guard let scheme = Self.part(CURLUPART_SCHEME, of: url), ["http", "https"].contains(scheme),
            let port = Self.part(CURLUPART_PORT, of: url, UInt32(CURLU_DEFAULT_PORT)), let text = Self.part(CURLUPART_URL, of: url),
            let host = Self.part(CURLUPART_HOST, of: url), !host.isEmpty
        else { return nil }
        self.text = text
        server = "\(scheme)://\(host):\(port)"
        self.host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    private static func part(_ part: CURLUPart, of url: OpaquePointer, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(url, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}

/// Keeps requests on this machine while `LUCA_LOOPBACK_ONLY` is 1, so that a test that would ask another machine by mistake fails instead.
enum LoopbackOnly {
    private static let variable = "LUCA_LOOPBACK_ONLY"

    /// The one variable of the environment that matters here.
    private static var environment: [String: String] { getenv(variable).map { [variable: String(cString: $0)] } ?? [:] }

    /// Whether a host must not be asked.
    static func forbids(_ host: String, environment: [String: String] = environment) -> Bool {
        environment[variable] == "1" && !isLoopback(host)
    }

    /// The sentence for a host that was not asked.
    static func sentence(_ host: String) -> String { "\(variable) is set, and \(host) is another machine than this one" }

    /// Whether a host is this machine: `localhost`, or a loopback address (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3). Names are not looked up.
    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }
}
