import FetchWire
import JSON
import Values

/// A provider's address, and asking it: the parts of its URL put together, and its refusals as sentences that hold no key.
struct Endpoint: Sendable {
    let id: String
    let limits: RequestLimits
    /// The key, where there is one.
    let key: String?

    private let client: HTTPClient
    private let base: String

    init(_ id: String, _ configuration: ProviderConfiguration, base: String, limits: RequestLimits) {
        self.id = id
        self.limits = limits
        key = configuration.keys[id]
        client = configuration.client
        let base = configuration.baseURLs[id] ?? base
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
    }

    /// The day it is in UTC.
    var today: Day { Day(utc: client.now) }

    /// Seconds since 1970.
    var now: Double { client.now }

    /// The answer, whose status is 200 to 299, 400, 404 or 422; the others are errors.
    ///
    /// The parts of the path and the values of the query are escaped here.
    func get(_ path: [String], _ query: [(String, String)] = [], headers: [HTTPHeader] = []) throws(QuoteError) -> HTTPResponse {
        let url = base + path.map { "/" + $0.percentEncoded }.joined()
            + (query.isEmpty ? "" : "?" + query.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&"))
        let agent = HTTPHeader(name: "User-Agent", value: "Mozilla/5.0 (compatible; luca)")
        let response = try client.get(url, headers: [agent] + headers, for: id, limits: limits)
        switch response.status {
        case 200..<300, 400, 404, 422: return response
        case 401, 403: throw refused(words(in: response))
        default: throw QuoteError(.server, "\(id) answered with status \(response.status)\(words(in: response).map { ": \($0)" } ?? "")")
        }
    }

    /// The answer as JSON.
    func json(_ response: HTTPResponse) throws(QuoteError) -> JSONValue {
        do throws(JSONReader.Fault) { return try JSONReader.read(response.body) } catch {
            throw QuoteError(
                .malformed, "\(id) answered with something that is no JSON: \(error)", hint: "check the base URL, or try again later")
        }
    }

    /// The provider does not want to answer.
    func refused(_ words: String?) -> QuoteError {
        let hint = key == nil ? "keep a key for \(id) with luca key \(id), or set LUCA_\(id.uppercased())_KEY" : "check the key for \(id), and what it allows"
        return QuoteError(.refused, "\(id) refused to answer\(words.map { ": \($0)" } ?? "")", hint: hint)
    }

    /// The answer lacks something that it must have.
    func malformed(_ what: String) -> QuoteError {
        QuoteError(.malformed, "\(id) answered without \(what)", hint: "the service may have changed; try another provider")
    }

    func unknown(_ symbol: String) -> QuoteError {
        QuoteError(.unknownSymbol, "\(id) has no symbol \"\(symbol)\"", hint: "search for it, or give the instrument another symbol for \(id)")
    }

    /// A provider's own words, short and without the key.
    func cleaned(_ text: String) -> String {
        var text = text
        if let key, !key.isEmpty { text = text.split(separator: key, omittingEmptySubsequences: false).joined(separator: "…") }
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let cut = line.count > 200 ? line.prefix(199) + "…" : line[...]
        return String(cut.hasSuffix(".") ? cut.dropLast() : cut)
    }

    /// What a provider says about a refusal, in whichever of the usual places.
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

extension Day {
    /// The day of an instant in UTC, in seconds since 1970; the last or first day there is where it is beyond.
    init(utc seconds: Double) {
        self.init(number: Int32(Swift.min(Swift.max((seconds / 86_400).rounded(.down), Double(Day.min.number)), Double(Day.max.number))))
    }

    /// Its beginning in UTC, in seconds since 1970.
    var secondsUTC: Int { Int(number) * 86_400 }

    /// So many days later, or the last or first day there is.
    func shifted(by days: Int) -> Day {
        Day(number: Int32(clamping: Swift.min(Swift.max(Int(number) + days, Int(Day.min.number)), Int(Day.max.number))))
    }
}

extension String {
    /// As it stands in a URL: everything but the letters, digits and marks that RFC 3986 leaves alone is escaped.
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
