import FetchWire
import Messages
import TestSupport
import Testing

@Suite("Messages over a pipe")
struct MessageStreamTests {
    private let messages: [FetchMessage] = [
        .send(
            1,
            HTTPRequest(
                url: "https://a/ä?b=c", headers: [HTTPHeader(name: "A", value: ""), HTTPHeader(name: "B", value: "ü")], timeout: 1.25,
                maximumBytes: 7, redirections: 0, isPublicOnly: true)),
        .cancel(.max), .answer(2, HTTPResponse(status: 204)),
        .answer(3, HTTPResponse(status: 200, headers: [HTTPHeader(name: "x", value: "y")], body: [0, 255, 10])),
        .failure(4, TransportFailure(.timedOut, "zu spät")),
    ]

    @Test("What is put in comes out, in pieces of whatever size")
    func pieces() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<200 {
            let told = (0..<random.int(1...8)).map { _ in random.pick(messages) }
            var bytes = told.flatMap(\.frame)[...]
            var stream = MessageStream<FetchMessage>()
            var read: [FetchMessage] = []
            while !bytes.isEmpty {
                let count = random.int(1...40)
                stream.append(bytes.prefix(count))
                bytes = bytes.dropFirst(count)
                while let message = try stream.next() { read.append(message) }
            }
            #expect(read == told)
        }
    }

    @Test("A long body, and what comes after it")
    func long() throws {
        let long = FetchMessage.answer(9, HTTPResponse(status: 200, body: Array(repeating: 7, count: 1 << 20)))
        var stream = MessageStream<FetchMessage>()
        for _ in 0..<3 {
            stream.append(long.frame + messages[1].frame)
            #expect(try stream.next() == long)
            #expect(try stream.next() == messages[1])
            #expect(try stream.next() == nil)
        }
    }

    @Test("What is no message breaks the stream and nothing else")
    func broken() {
        var random = SeededRandom.forTest()
        for bytes in [[0, 0, 0, 0], [1, 0, 0, 0, 9], [255, 255, 255, 255, 1], [5, 0, 0, 0, 2, 1, 0, 0, 0].map(UInt8.init) + [1, 0, 0, 0, 2]] as [[UInt8]] {
            var stream = MessageStream<FetchMessage>()
            stream.append(bytes)
            #expect(throws: BrokenMessage.self) { while try stream.next() != nil {} }
            // Whoever goes on reading finds it again, and nothing behind it.
            stream.append(messages[1].frame)
            #expect(throws: BrokenMessage.self) { try stream.next() }
        }
        for _ in 0..<2000 {
            var frame = random.pick(messages).frame
            frame[random.int(4...(frame.count - 1))] = UInt8(random.int(0...255))
            var stream = MessageStream<FetchMessage>()
            stream.append(frame)
            // Whatever comes of it, it ends.
            while let message = try? stream.next() { #expect(message.frame.count >= 9) }
        }
    }
}
