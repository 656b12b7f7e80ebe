import CCurl
import FetchWire
import Glibc

/// A transfer of libcurl's, for one request. Only the request's thread may use it; the `alarm` is the exception.
final class CurlTransfer {
    /// Wakes the thread of a transfer while it waits. It is the one call of libcurl's that another thread may make, as long as the transfer exists.
    struct Alarm: @unchecked Sendable {
        fileprivate let multi: UnsafeMutableRawPointer

        func ring() { curl_multi_wakeup(multi) }
    }

    /// How a transfer ended.
    enum Outcome {
        /// A response, whatever its status.
        case answer(HTTPResponse)
        /// There is no response.
        case failure(TransportFailure.Kind)
        /// The connection would have led where none may, which a sentence tells (`LoopbackOnly`, `PublicAddress`).
        case forbidden(String)
        /// The request was cancelled.
        case unwanted
    }

    /// libcurl's global initialization, once before the first transfer.
    private static let isPrepared = ccurl_start()

    private let easy: UnsafeMutableRawPointer
    private let multi: UnsafeMutableRawPointer
    /// The request's header fields.
    private let fields: UnsafeMutablePointer<curl_slist>?
    /// The fields that another server may see, to which a redirection leads.
    private let plainFields: UnsafeMutablePointer<curl_slist>?
    private let maximumBytes: Int
    private var incoming: IncomingResponse
    /// Whether only machines of the public network are asked.
    private let isPublicOnly: Bool
    private let url: String
    /// Why a connection was refused.
    private var forbidden: String?
    private var isWanted: () -> Bool = { true }

    /// Prepares the transfer of a request; nil if the system is out of memory or another resource.
    init?(_ request: HTTPRequest) {
        guard Self.isPrepared, let easy = curl_easy_init() else { return nil }
        guard let multi = curl_multi_init() else {
            curl_easy_cleanup(easy)
            return nil
        }
        (self.easy, self.multi) = (easy, multi)
        fields = Self.fields(request.headers)
        plainFields = Self.fields(request.headers.filter { ["accept", "user-agent"].contains($0.name.lowercased()) })
        maximumBytes = request.maximumBytes
        (isPublicOnly, url) = (request.isPublicOnly, request.url)
        incoming = IncomingResponse(maximumBytes: maximumBytes)
        configure()
    }

    private static func fields(_ headers: [HTTPHeader]) -> UnsafeMutablePointer<curl_slist>? {
        headers.reduce(nil) { list, header in
            // "Name:" without a value would take a field away that libcurl sends by itself.
            curl_slist_append(list, header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)") ?? list
        }
    }

    deinit {
        curl_multi_remove_handle(multi, easy)
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
        curl_slist_free_all(fields)
        curl_slist_free_all(plainFields)
    }

    var alarm: Alarm { Alarm(multi: multi) }

    /// Cookies, passwords of `.netrc` and caches are off by libcurl's defaults; proxies are read from the environment.
    private func configure() {
        ccurl_allow_http_only(easy)
        ccurl_set_number(easy, CURLOPT_NOSIGNAL, 1)
        ccurl_set_number(easy, CURLOPT_SSL_VERIFYPEER, 1)
        ccurl_set_number(easy, CURLOPT_SSL_VERIFYHOST, 2)
        // The header fields of a proxy are not the server's.
        ccurl_set_number(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // Every encoding that this libcurl can decode.
        ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
        ccurl_set_callbacks(
            easy, Unmanaged.passUnretained(self).toOpaque(),
            { bytes, size, count, context in CurlTransfer.at(context).takeLine(bytes, size * count) },
            { bytes, size, count, context in CurlTransfer.at(context).takePiece(bytes, size * count) },
            { context, _, address in CurlTransfer.at(context).openSocket(address) })
    }

    /// Asks an address and waits for the outcome, so many seconds at most. Redirections are not followed here.
    ///
    /// - Parameter isOtherServer: whether a redirection has led to another server than the request's: it must not see the keys in the header fields.
    func ask(_ address: Address, isOtherServer: Bool, seconds: Double, isWanted: @escaping () -> Bool) -> Outcome {
        guard seconds > 0 else { return .failure(.timedOut) }
        incoming = IncomingResponse(maximumBytes: maximumBytes)
        self.isWanted = isWanted
        ccurl_set_text(easy, CURLOPT_URL, address.text)
        ccurl_set_fields(easy, isOtherServer ? plainFields : fields)
        let milliseconds = Int(max(min(seconds, 86_400) * 1000, 1))
        // From the first byte sent to the last one received, so that a server that sends one byte a second is ended too.
        ccurl_set_number(easy, CURLOPT_TIMEOUT_MS, milliseconds)
        ccurl_set_number(easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
        guard curl_multi_add_handle(multi, easy) == CURLM_OK else { return .failure(.unreachable) }
        defer { curl_multi_remove_handle(multi, easy) }
        var code = CURLE_OK
        while isWanted() {
            var running: Int32 = 0
            guard curl_multi_perform(multi, &running) == CURLM_OK else { return .failure(.unreachable) }
            if ccurl_is_over(multi, &code) { return outcome(code) }
            // Waits until something comes, the time is up or the alarm rings.
            guard curl_multi_poll(multi, nil, 0, 1000, nil) == CURLM_OK else { return .failure(.unreachable) }
        }
        return .unwanted
    }

    private func outcome(_ code: CURLcode) -> Outcome {
        if let forbidden { return .forbidden(forbidden) }
        if incoming.isTooLarge { return .failure(.tooLarge) }
        guard code == CURLE_OK else { return .failure(TransportFailure.Kind(code, hasBegun: incoming.hasBegun)) }
        return incoming.hasWholeHead ? .answer(incoming.response(status: ccurl_status(easy))) : .failure(.cutOff)
    }

    // MARK: libcurl's callbacks

    private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
        // It is the pointer that `configure` handed over.
        Unmanaged<CurlTransfer>.fromOpaque(context!).takeUnretainedValue()
    }

    private func takeLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        incoming.take(line: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    /// Takes a piece of the body. Returning less than its length ends the transfer.
    private func takePiece(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        isWanted() && incoming.take(body: UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    /// Opens the socket of a connection. Here the numeric address is known, whatever name or proxy led to it.
    private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
        guard let address else { return -1 }
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        getnameinfo(ccurl_socket_address(address), address.pointee.addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
        let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if LoopbackOnly.forbids(host) {
            forbidden = LoopbackOnly.sentence(host)
            return -1
        }
        if isPublicOnly, !PublicAddress.isPublic(UnsafeRawBufferPointer(start: ccurl_socket_address(address), count: Int(address.pointee.addrlen))) {
            forbidden = PublicAddress.sentence(url, host)
            return -1
        }
        return socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }
}

extension TransportFailure.Kind {
    /// The cause that a code of libcurl's stands for; for most it matters whether the response had begun.
    init(_ code: CURLcode, hasBegun: Bool) {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case CURLE_URL_MALFORMAT: self = .badURL
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            self = .tls
        default: self = hasBegun ? .cutOff : .unreachable
        }
    }
}
