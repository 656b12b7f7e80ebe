import FetchWire
import JSON
import Values

/// What the providers on the network need: a client, addresses and keys.
public struct ProviderConfiguration: Sendable {
    /// Sends their requests.
    public var client: HTTPClient
    /// Base URLs in place of the providers' own, by the provider's id: for use behind a proxy, and for tests.
    public var baseURLs: [String: String]
    /// API keys, by the provider's id.
    public var keys: [String: String]

    public init(client: HTTPClient, baseURLs: [String: String] = [:], keys: [String: String] = [:]) {
        self.client = client
        self.baseURLs = baseURLs
        self.keys = keys
    }
}

/// The web address of a provider: builds its URLs, asks it, and puts its refusals into sentences that hold no key.
struct Endpoint: Sendable {
    /// The id of the provider.
    let id: String
    /// How often the provider may be asked.
    let limits: RequestLimits
    /// The user's API key for it, if there is one.
    let key: String?

    private let client: HTTPClient
    /// The start of every URL, without a slash at its end.
    private let base: String

    init(_ id: String, _ configuration: ProviderConfiguration, base: String, limits: RequestLimits) {
        self.id = id
        self.limits = limits
        key = configuration.keys[id]
        client = configuration.client
        let base = configuration.baseURLs[id] ?? base
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
    }

    /// Today in UTC.
    var today: Day { Day(utc: client.now) }

    /// The answer to a GET, if its status is 200 to 299, 400, 404 or 422; other statuses are errors.
    ///
    /// The parts of the path and the values of the query are escaped here.
    func get(_ path: [String], _ query: [(String, String)] = [], headers: [HTTPHeader] = []) throws(QuoteError) -> HTTPResponse {
        let url =
            base + path.map { "/" + $0.percentEncoded }.joined()
            + (query.isEmpty ? "" : "?" + query.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&"))
        let agent = HTTPHeader(name: "User-Agent", value: "Mozilla/5.0 (compatible; luca)")
        let response = try client.get(url, headers: [agent] + headers, for: id, limits: limits)
        switch response.status {
        case 200..<300, 400, 404, 422: return response
        case 401, 403: throw refused(words(in: response))
        default: throw QuoteError(.server, "\(id) answered with status \(response.status)\(words(in: response).map { ": \($0)" } ?? "")")
        }
    }

    /// The answer as JSON; `malformed` if it is none.
    func json(_ response: HTTPResponse) throws(QuoteError) -> JSONValue {
        do throws(JSONReader.Fault) { return try JSONReader.read(response.body) } catch {
            throw QuoteError(
                .malformed, "\(id) answered with something that is no JSON: \(error)", hint: "check the base URL, or try again later")
        }
    }

    /// The error for a provider that refuses to answer, with its own words if it gave any.
    func refused(_ words: String?) -> QuoteError {
        let hint =
            key == nil
            ? "keep a key for \(id) with luca key \(id), or set LUCA_\(id.uppercased())_KEY"
            : "check the key for \(id), and what it allows"
        return QuoteError(.refused, "\(id) refused to answer\(words.map { ": \($0)" } ?? "")", hint: hint)
    }

    /// The error for an answer that lacks something it must have.
    func malformed(_ what: String) -> QuoteError {
        QuoteError(.malformed, "\(id) answered without \(what)", hint: "the service may have changed; try another provider")
    }

    /// The error for a symbol that the provider does not know.
    func unknown(_ symbol: String) -> QuoteError {
        QuoteError(.unknownSymbol, "\(id) has no symbol \"\(symbol)\"", hint: "search for it, or give the instrument another symbol for \(id)")
    }

    /// A provider's own words: on one line, cut to 200 characters, and without the key.
    func cleaned(_ text: String) -> String {
        var text = text
        if let key, !key.isEmpty { text = text.split(separator: key, omittingEmptySubsequences: false).joined(separator: "…") }
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let cut = line.count > 200 ? line.prefix(199) + "…" : line[...]
        return String(cut.hasSuffix(".") ? cut.dropLast() : cut)
    }

    /// The message in a refusal: providers put it into different members of their JSON.
    private func words(in response: HTTPResponse) -> String? {
        guard let value = try? JSONReader.read(response.body) else { return nil }
        var found: [String] = []
        func look(_ value: JSONValue, _ depth: Int) {
            for key in ["description", "error_message", "message", "error", "status", "finance", "chart"] {
                guard let member = value[key] else { continue }
                if let text = member.text { found.append(text) } else if depth < 3 { look(member, depth + 1) }
            }
        }
        look(value, 0)
        return found.first.map(cleaned)
    }
}

extension String {
    /// The text as part of a URL: everything but the unreserved characters of RFC 3986 is escaped.
    fileprivate var percentEncoded: String {
        let hex = Array("0123456789ABCDEF")
        return utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text += "%\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
            }
        }
    }
}

extension JSONValue {
    /// The value as a whole number; nil if it is none.
    var int: Int? { decimal?.exactInt }

    /// A number, or a text that holds one, as many services write prices; nil for everything else and out of range.
    var decimal: FixedDecimal? { (digits ?? text).flatMap(FixedDecimal.init(cutting:)) }
}

extension FixedDecimal {
    /// Reads a decimal and cuts off its digits after the eighteenth fractional one; nil for a text that is no number or out of range. For
    /// numbers of web services only, which write binary floats with all their digits.
    init?(cutting text: String) {
        do throws(DecimalError) {
            try self.init(text)
        } catch {
            guard case .tooPrecise = error else { return nil }
            let parts = text.lowercased().split(separator: "e", maxSplits: 1)
            guard let exponent = parts.count == 2 ? Int(parts[1]) : 0, (-99...99).contains(exponent), let point = parts[0].firstIndex(of: ".") else {
                // Such as 1e-20, which cannot be told from zero.
                if parts.count == 2, parts[1].hasPrefix("-") { self = .zero } else { return nil }
                return
            }
            let kept = max(0, FixedDecimal.scale + exponent)
            let whole = parts[0][..<point], fraction = parts[0][parts[0].index(after: point)...].prefix(kept)
            let isNothing = kept == 0 && exponent < -FixedDecimal.scale
            guard let value = isNothing ? .zero : try? FixedDecimal("\(whole).\(fraction)e\(exponent)") else { return nil }
            self = value
        }
    }
}
