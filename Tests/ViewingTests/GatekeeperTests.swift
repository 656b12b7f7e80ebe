import Glibc
import TestSupport
import Testing
import ViewWire
@testable import Viewing

@Suite("Who is answered")
struct GatekeeperTests {
    @Test("Targets are decoded as browsers write them, and no others")
    func targets() {
        func target(_ text: String) -> String? { RequestTarget(text).map { "\($0.path)?\($0.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&"))" } }
        #expect(target("/") == "/?")
        #expect(target("/a%2Fb/%C3%A4+c?d+e=f%2Bg&&h&i=j=k?l") == "/a/b/ä+c?d e=f+g&h=&i=j=k?l")
        for wrong in ["", "a", "http://127.0.0.1/", "*", "/%", "/%4", "/%4x", "/%ff", "/a%0Ab", "/?a=%7F", "/?%e4=1"] { #expect(target(wrong) == nil, "\(wrong)") }
    }

    @Test("Whatever a path and a query are, they come through an address")
    func targetsRoundTrip() {
        var random = SeededRandom.forTest()
        let characters = Array("aZ0-._~ /?&=+%#;:@ä€😀\"<>'")
        func word() -> String { String((0..<random.int(0...8)).map { _ in random.pick(characters) }) }
        func encode(_ text: String) -> String {
            let digits = Array("0123456789ABCDEF")
            return text.utf8.map { "%" + String([digits[Int($0 >> 4)], digits[Int($0 & 15)]]) }.joined()
        }
        for _ in 0..<500 {
            let path = "/" + word(), query = (0..<random.int(0...3)).map { _ in ViewRequest.Parameter(name: word(), value: word()) }
            let pairs = query.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
            let read = RequestTarget("/" + encode(String(path.dropFirst())) + (query.isEmpty ? "" : "?" + pairs))
            #expect(read?.path == path && read?.query == query, "\(random): \(path) \(query)")
        }
    }

    @Test("A key of the same length or another one, of one wrong character or all, is none; a new one is 48 hexadecimal digits")
    func keys() {
        let key = Gatekeeper.newKey(), gatekeeper = Gatekeeper(port: 80, key: key)
        func status(_ target: String) -> UInt16? {
            let head = RequestHead(method: "GET", target: target, fields: [RequestHead.Field(name: "HOST", value: "LocalHost:80")])
            if case .answer(let answer) = gatekeeper.judge(head) { return answer.status } else { return nil }
        }
        #expect(key.wholeMatch(of: /[0-9a-f]{48}/) != nil)
        #expect(status("/\(key)/") == nil && status("/\(key)/a/b?c") == nil)
        for index in key.indices {
            var other = key
            other.replaceSubrange(index...index, with: key[index] == "0" ? "1" : "0")
            #expect(status("/\(other)/") == 404)
        }
        for other in ["", String(key.dropLast()), key + "0", key.uppercased() == key ? "x" : key.uppercased()] { #expect(status("/\(other)/") == 404, "\(other)") }
    }

    @Test("Connections that take too long are ended, and others are not")
    func deadlines() {
        var (kept, ended): ([Int32], [Int32]) = ([0, 0], [0, 0])
        for pair in [0, 1] {
            var ends: [Int32] = [0, 0]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
            if pair == 0 { kept = ends } else { ended = ends }
        }
        defer { for descriptor in kept + ended { close(descriptor) } }
        func hasEnded(_ descriptor: Int32) -> Bool {
            var byte: UInt8 = 0
            return recv(descriptor, &byte, 1, 0) == 0
        }
        let deadlines = ConnectionDeadlines(), now = ConnectionDeadlines.now
        deadlines.open(kept[0])
        deadlines.open(ended[0])
        deadlines.set(kept[0], .page)
        deadlines.sweep(now: now + 5)
        #expect(!hasEnded(kept[1]) && !hasEnded(ended[1]))
        deadlines.sweep(now: now + 20)
        #expect(!hasEnded(kept[1]) && hasEnded(ended[1]))
        deadlines.set(kept[0], nil)
        deadlines.sweep(now: now + 1e6)
        deadlines.set(kept[0], .head)
        deadlines.close(kept[0])
        deadlines.set(kept[0], .head)
        deadlines.sweep(now: now + 1e6)
        #expect(!hasEnded(kept[1]))
    }
}
