import FetchWire
import Foundation
@testable import Fetch
import TestSupport
import Testing

@Suite("Nothing but this machine is asked while LUCA_LOOPBACK_ONLY is set")
struct LoopbackOnlyTests {
    @Test(
        "The addresses of this machine are let through, others are not, and all are where it is not set",
        arguments: [
            ("127.0.0.1", false), ("127.8.9.1", false), ("localhost", false), ("LocalHost", false), ("::1", false), ("query1.finance.yahoo.com", true),
            ("127.0.0.1.example.org", true), ("10.0.0.1", true), ("localhost.example.org", true), ("127.0.0", true), ("", true),
        ])
    func hosts(host: String, isForbidden: Bool) {
        #expect(LoopbackOnly.forbids(host, environment: ["LUCA_LOOPBACK_ONLY": "1"]) == isForbidden)
        #expect(!LoopbackOnly.forbids(host, environment: [:]))
    }

    @Test(
        "The program refuses with a sentence before a name is looked up, and answers of this machine come; one that sends on elsewhere is not followed",
        .enabled(if: BuiltProgram.path != nil))
    func program() throws {
        let server = try LoopbackServer(paths: [
            "/yahoo/v1/finance/search": .whole(200, #"{"quotes":[{"symbol":"ORCL","longname":"Oracle"}]}"#),
            "/away/v1/finance/search": .whole(302, "", headers: ["Location: http://luca.invalid/v1/finance/search"]),
        ])
        func search(_ url: String, _ environment: [String: String] = [:]) throws -> BuiltProgram.Result {
            let folder = try TemporaryFolder()
            return try BuiltProgram.run(
                ["--book", folder.path + "/t.luca", "-e", "provider.search('oracle')[1].symbol"],
                environment: environment.merging(["LUCA_YAHOO_URL": url]) { $1 })
        }
        #expect(try search(server.url + "/yahoo").output == "ORCL\n")
        let refused = try search("http://luca.invalid")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("LUCA_LOOPBACK_ONLY is set, and luca.invalid is another machine than this one"), "\(refused)")
        #expect(try search(server.url + "/away").code == 1)
        // What counts is where the connection would go. Nobody has an address of this network (RFC 5737).
        let sentOn = try search(server.url + "/yahoo", ["http_proxy": "http://192.0.2.1:9"])
        #expect(sentOn.errors.contains("LUCA_LOOPBACK_ONLY is set, and 192.0.2.1 is another machine than this one"), "\(sentOn)")
    }
}
