import Messages
import TestSupport
import Testing
import ViewWire

@Suite("Messages between luca and luca-view")
struct ViewMessageTests {
    private let messages: [ViewMessage] = [
        .serve(0), .serve(.max), .page(1, ViewPage(status: 404, contentType: "text/plain", securityPolicy: "", body: [0, 255, 10])), .page(.max, ViewPage(body: [])),
        .bookChanged(0), .bookChanged(.max), .stop, .serving("http://127.0.0.1:1/ä/"), .failure(""),
        .wanted(7, ViewRequest(path: "/a b", query: [.init(name: "x", value: ""), .init(name: "", value: "ü")], prefix: "/k/", revision: 9)),
        .wanted(8, ViewRequest(path: "")), .unwanted(8),
    ]

    @Test("What is put in comes out, in pieces of whatever size")
    func pieces() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<200 {
            let told = (0..<random.int(1...8)).map { _ in random.pick(messages) }
            var bytes = told.flatMap(\.frame)[...], stream = MessageStream<ViewMessage>(), read: [ViewMessage] = []
            while !bytes.isEmpty {
                let count = random.int(1...40)
                stream.append(bytes.prefix(count))
                bytes = bytes.dropFirst(count)
                while let message = try stream.next() { read.append(message) }
            }
            #expect(read == told)
        }
    }

    @Test("What is no message breaks the stream: too short, too long, of no kind, or longer than any message")
    func broken() {
        let frames: [[UInt8]] = [
            [0, 0, 0, 0], [1, 0, 0, 0, 9], [1, 0, 0, 0, 0], [2, 0, 0, 0, 1, 0], [4, 0, 0, 0, 1, 0, 0, 0], [2, 0, 0, 0, 4, 4], [255, 255, 255, 255, 1],
            [5, 0, 0, 0, 5, 255, 255, 255, 255], [5, 0, 0, 0, 6, 1, 0, 0, 0],
        ]
        for frame in frames {
            var stream = MessageStream<ViewMessage>()
            stream.append(frame)
            #expect(throws: BrokenMessage.self, "\(frame)") { try stream.next() }
        }
        var random = SeededRandom.forTest()
        for _ in 0..<2000 {
            var frame = random.pick(messages).frame
            frame[random.int(4...(frame.count - 1))] = UInt8(random.int(0...255))
            var stream = MessageStream<ViewMessage>()
            stream.append(frame)
            // Whatever comes of it, it ends.
            while let message = try? stream.next() { #expect(!message.frame.isEmpty) }
        }
    }

    @Test("A page of the longest body that is served can be told")
    func longest() {
        #expect(ViewMessage.page(1, ViewPage(body: [UInt8](repeating: 0, count: ViewPage.longestBody))).frame.count <= 4 + ViewMessage.longestPayload)
    }
}
