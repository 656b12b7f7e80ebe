import CCurl

/// An address that can be asked: of http or https, with a host. It is read by libcurl, so it means to us what it means to the one who asks.
struct Address: Sendable {
    /// The whole address, blanks and letters beyond ASCII escaped.
    let text: String
    /// The host; an address of IPv6 without its brackets.
    let host: String
    /// Scheme, host and port, by which one server is told from another.
    let server: String

    /// Reads an address; nil where it is none of http or https.
    init?(_ text: String) {
        // libcurl is content with one slash or with three, and takes the first part of the path for the host then.
        let rest = text.drop { $0 != ":" }
        guard rest.hasPrefix("://"), !rest.hasPrefix(":///") else { return nil }
        self.init(steps: [text])
    }

    /// Where an answer of this address sends on to, which may be told as a path alone; nil where that is no address of http or https.
    func following(_ location: String) -> Address? { Address(steps: [text, location]) }

    private init?(steps: [String]) {
        guard let url = curl_url() else { return nil }
        defer { curl_url_cleanup(url) }
        for step in steps {
            // Both flags are what people's own base URLs need; to C a text would end at its first zero.
            let flags = UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE)
            guard !step.utf8.contains(0), curl_url_set(url, CURLUPART_URL, step, flags) == CURLUE_OK else { return nil }
        }
        guard let scheme = Self.part(CURLUPART_SCHEME, of: url), ["http", "https"].contains(scheme), let port = Self.part(CURLUPART_PORT, of: url, UInt32(CURLU_DEFAULT_PORT)), let text = Self.part(CURLUPART_URL, of: url),
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
