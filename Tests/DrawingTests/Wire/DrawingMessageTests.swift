import Drawing
import Messages
import TestSupport
import Testing

@Suite("Messages between luca and luca-draw")
struct DrawingMessageTests {
    @Test("What is written is read back as the same request")
    func requestsReturn() throws {
        var sample = SampleRequests(random: .forTest())
        for _ in 0..<SeededRandom.rounds(500) {
            let request = sample.request()
            #expect(try DrawingRequest(frame: request.frame) == request)
        }
    }

    @Test("Replies are read back as they were written")
    func repliesReturn() throws {
        let replies: [DrawingReply] = [
            .file([], warnings: []), .file([0x25, 0x50, 0, 0xFF], warnings: ["no font has 三", ""]), .failure("the picture is too large"),
        ]
        for reply in replies { #expect(try DrawingReply(frame: reply.frame) == reply) }
    }

    @Test("A message that ends early, at whatever byte, or goes on, is none")
    func cutOff() throws {
        let table = PrintedTable(columns: [.init("Day", alignment: .decimal)], rows: [.init([.init("1", tone: .gain)], role: .total)])
        let document = PrintedDocument(title: "Statement", details: FileDetails(created: "2014-12-31"), blocks: [.table(table), .note("end")])
        let message = DrawingRequest.document(document).frame
        for count in 0..<message.count {
            #expect(throws: BrokenMessage.self) { try DrawingRequest(frame: Array(message[..<count])) }
            // Nor where the length in its head says that it is whole.
            #expect(throws: BrokenMessage.self) { try DrawingRequest(frame: resized(Array(message[..<count]))) }
        }
        for longer in [message + [0], resized(message + [0])] { #expect(throws: BrokenMessage.self) { try DrawingRequest(frame: longer) } }
        #expect(throws: BrokenMessage.self) { try DrawingReply(frame: message) }
    }

    @Test("Bytes that are changed by chance are refused or read as another request, and nothing else happens")
    func broken() throws {
        var sample = SampleRequests(random: .forTest()), refused = 0, read = 0
        for _ in 0..<SeededRandom.rounds(3_000) {
            var message = sample.request().frame
            for _ in 0...sample.random.int(0...3) { message[sample.random.int(4...message.count - 1)] = UInt8(sample.random.int(0...255)) }
            guard let request = try? DrawingRequest(frame: message) else {
                refused += 1
                continue
            }
            read += 1
            #expect(try DrawingRequest(frame: request.frame) == request)
        }
        #expect(refused > 0 && read > 0)
    }

    @Test("A count that no bytes follow takes no memory")
    func largeCount() {
        var message = DrawingRequest.png(Scene(width: 1, height: 1), scale: 1).frame
        // Behind the length stand the version, the kind, two numbers and two empty texts; then comes the count of elements.
        let count = 4 + 2 + 16 + 8
        message.replaceSubrange(count..<count + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: BrokenMessage.self) { try DrawingRequest(frame: message) }
    }

    @Test("Numbers that are none, and colours within colours without end, are refused", arguments: [Double.nan, .infinity, -.infinity])
    func strangeNumbers(value: Double) {
        #expect(throws: BrokenMessage.self) { try DrawingRequest(frame: DrawingRequest.png(Scene(width: value, height: 1), scale: 1).frame) }
        func nested(_ depth: Int) -> DrawingRequest {
            let ink = (0..<depth).reduce(Ink.text) { ink, _ in .readable(on: ink) }
            return .png(Scene(width: 1, height: 1, elements: [.text(Text("a", at: Point(0, 0), ink: ink))]), scale: 1)
        }
        #expect(throws: Never.self) { try DrawingRequest(frame: nested(8).frame) }
        #expect(throws: BrokenMessage.self) { try DrawingRequest(frame: nested(9).frame) }
    }

    @Test("A byte that says yes or no says nothing else")
    func flags() throws {
        // The last byte of a cell says whether it is bold; behind it stands the count of the leading columns in eight bytes.
        let table = PrintedTable(columns: [.init("Day")], rows: [.init([.init("1", isBold: true)])])
        var message = DrawingRequest.document(PrintedDocument(title: "", details: FileDetails(created: ""), blocks: [.table(table)])).frame
        #expect(message[message.count - 9] == 1)
        message[message.count - 9] = 2
        #expect(throws: BrokenMessage.self) { try DrawingRequest(frame: message) }
    }

    /// A message with a length in its head that fits what is there.
    private func resized(_ message: [UInt8]) -> [UInt8] {
        guard message.count >= 4 else { return message }
        var message = message
        withUnsafeBytes(of: UInt32(message.count - 4).littleEndian) { message.replaceSubrange(0..<4, with: $0) }
        return message
    }
}
