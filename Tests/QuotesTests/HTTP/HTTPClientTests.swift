import FetchWire
import Quotes
import Testing

@Suite("Asking with patience")
struct HTTPClientTests {
    private let time = ManualTime()

    private func client(_ transport: some HTTPTransport, random: Double = 0.5) -> HTTPClient {
        HTTPClient(transport: transport, environment: time.environment(random: random))
    }

    private func status(_ status: Int, _ headers: [HTTPHeader] = []) -> CannedTransport.Answer {
        .success(HTTPResponse(status: status, headers: headers, body: Array("ok".utf8)))
    }

    private func get(_ client: HTTPClient, _ provider: String = "p", _ limits: RequestLimits = .none) -> Result<Int, QuoteError> {
        do throws(QuoteError) { return .success(try client.get("http://h/x", for: provider, limits: limits).status) } catch { return .failure(error) }
    }

    private func kind(_ result: Result<Int, QuoteError>) -> QuoteError.Kind? {
        if case .failure(let error) = result { error.kind } else { nil }
    }

    @Test("What may pass is tried again, with waits that grow and are drawn at random", arguments: [500, 502, 503, 504, 429])
    func retries(code: Int) {
        let transport = CannedTransport([status(code), status(code), status(200)])
        #expect(get(client(transport)) == .success(200))
        #expect(transport.requests.count == 3 && time.slept == [0.25, 0.5])
    }

    @Test("What will not pass is not tried again", arguments: [200, 204, 400, 401, 403, 404, 410, 422])
    func final(code: Int) {
        let transport = CannedTransport([status(code)])
        #expect(get(client(transport)) == .success(code))
        #expect(transport.requests.count == 1 && time.slept.isEmpty)
    }

    @Test(
        "Three tries, then the error says what it was",
        arguments: [
            (TransportFailure.Kind.unreachable, QuoteError.Kind.unreachable, 3), (.timedOut, .timeout, 3), (.cutOff, .unreachable, 3), (.tls, .unreachable, 1),
            (.tooLarge, .malformed, 1), (.cancelled, .cancelled, 1), (.badURL, .badArgument, 1),
        ])
    func failures(failure: TransportFailure.Kind, expected: QuoteError.Kind, tries: Int) {
        let transport = CannedTransport([.failure(TransportFailure(failure, "h is not there"))])
        guard case .failure(let error) = get(client(transport)) else {
            Issue.record("there was an answer")
            return
        }
        #expect(error.kind == expected && transport.requests.count == tries)
        if expected != .cancelled { #expect(error.message == "p: h is not there" && error.hint != nil) }
    }

    @Test("A redirection that leads nowhere is a fault of the server")
    func redirection() {
        #expect(kind(get(client(CannedTransport([status(302)])))) == .server)
    }

    @Test("A short Retry-After is waited for, as seconds or as a date")
    func retryAfter() {
        for value in ["7", "Thu, 15 Jan 2026 12:00:07 GMT"] {
            let time = ManualTime()
            let transport = CannedTransport([status(429, [HTTPHeader(name: "retry-after", value: value)]), status(200)])
            let client = HTTPClient(transport: transport, environment: time.environment())
            #expect((try? client.get("http://h/", for: "p", limits: .none).status) == 200)
            #expect(time.slept == [7])
        }
    }

    @Test("A long one is an error that says when; until then nothing is asked")
    func longRetryAfter() {
        let transport = CannedTransport([status(429, [HTTPHeader(name: "retry-after", value: "600")]), status(200)])
        let client = client(transport)
        guard case .failure(let error) = get(client) else {
            Issue.record("there was an answer")
            return
        }
        #expect(error.kind == .rateLimited && error.retryAfter == 600 && error.description == "p is asked too often; try again in 10 minutes")
        time.pass(300)
        #expect(kind(get(client)) == .rateLimited && transport.requests.count == 1)
        time.pass(300)
        #expect(get(client) == .success(200))
        #expect(get(client, "other") == .success(200))
    }

    @Test("What is no Retry-After is none", arguments: ["soon", "-5", "", "Thu, 32 Jan 2026 12:00:07 GMT", "Thu, 15 Jan 2026 25:00:07 GMT", "1.5"])
    func noRetryAfter(value: String) {
        let transport = CannedTransport([status(429, [HTTPHeader(name: "retry-after", value: value)]), status(200)])
        #expect(get(client(transport)) == .success(200))
        #expect(time.slept == [0.25])
    }

    @Test("After five failures in a row a provider is left alone for a minute; then one request decides, and others are not touched")
    func breaker() {
        let transport = CannedTransport { request, _ in request.url.contains("good") ? self.status(200) : self.status(500) }
        let client = client(transport, random: 0)
        for _ in 0..<4 { #expect(kind(get(client)) == .server) }
        // A success in between begins the count anew.
        #expect((try? client.get("http://h/good", for: "p", limits: .none).status) == 200)
        for _ in 0..<5 { #expect(kind(get(client)) == .server) }
        let asked = transport.requests.count
        guard case .failure(let error) = get(client) else {
            Issue.record("there was an answer")
            return
        }
        #expect(error.kind == .unreachable && error.description == "p failed 5 times in a row and is not asked for now; try again in 60 seconds")
        #expect(transport.requests.count == asked)
        #expect(kind(get(client, "q")) == .server)
        time.pass(60)
        let before = transport.requests.count
        #expect(kind(get(client)) == .server && transport.requests.count == before + 3)
        #expect(kind(get(client)) == .unreachable && transport.requests.count == before + 3)
        time.pass(60)
        #expect((try? client.get("http://h/good", for: "p", limits: .none).status) == 200)
        #expect(kind(get(client)) == .server)
    }

    @Test("A 404 is no failure of the provider")
    func notFound() {
        let client = client(CannedTransport([status(404)]))
        for _ in 0..<20 { #expect(get(client) == .success(404)) }
    }

    @Test("Requests keep the gap between them, and no more than allowed begin within a minute")
    func limits() {
        let client = client(CannedTransport([status(200)]))
        let start = time.now
        for _ in 0..<3 { _ = get(client, "gap", RequestLimits(minimumGap: 2)) }
        #expect(time.now == start + 4)
        for _ in 0..<7 { _ = get(client, "minute", RequestLimits(perMinute: 3)) }
        #expect(time.now == start + 4 + 120)
    }

    @Test("Cancelled before, it asks nothing; cancelled in between, it does not try again")
    func cancelled() {
        let transport = CannedTransport { _, _ in
            self.time.cancellation.cancel()
            return self.status(500)
        }
        let client = client(transport)
        #expect(kind(get(client)) == .cancelled)
        #expect(kind(get(client)) == .cancelled && transport.requests.count == 1)
        time.cancellation.reset()
        #expect(kind(get(client)) == .cancelled && transport.requests.count == 2)
    }

    @Test("The machine's sleep ends with a cancellation")
    func sleep() {
        let environment = HTTPClient.Environment.system()
        var asked = 0
        environment.sleep(1e6) {
            asked += 1
            return asked > 2
        }
        environment.sleep(0) { false }
        #expect(asked == 3 && environment.now() > 1.7e9 && (0..<1).contains(environment.random()))
    }
}
