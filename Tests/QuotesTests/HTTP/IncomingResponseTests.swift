@testable import Fetch
import FetchWire
import Testing

@Suite("Answers as they come")
struct IncomingResponseTests {
    private func answer(_ lines: String..., maximumBytes: Int = 10) -> IncomingResponse {
        var answer = IncomingResponse(maximumBytes: maximumBytes)
        for line in lines { answer.take(line: Array((line + "\r\n").utf8)) }
        return answer
    }

    private func fields(_ answer: IncomingResponse) -> [String] { answer.response(status: 200).headers.map { "\($0.name)=\($0.value)" } }

    @Test("Names are in lower case and in order, values without the blanks around them; values of one name stand together")
    func fields() {
        let answer = answer("HTTP/1.1 200 OK", "X-B:two ", "x-a :  one  and a half\t", "X-Empty:", "X-b: three", "no field", "Link: <http://a/>", "")
        #expect(fields(answer) == ["link=<http://a/>", "x-a=one  and a half", "x-b=two, three", "x-empty="])
        #expect(answer.hasWholeHead)
    }

    @Test("A line that begins with a blank goes on with the one before")
    func folded() {
        #expect(fields(answer("HTTP/1.1 200 OK", "X-A: one", "\ttwo", " three", "")) == ["x-a=one two three"])
        #expect(fields(answer("HTTP/1.1 200 OK", " lost", "X-A: one", "")) == ["x-a=one"])
    }

    @Test("Only the last head counts, and nothing behind the body does")
    func lastHead() {
        #expect(fields(answer("HTTP/1.1 103 Early Hints", "Link: early", "", "HTTP/1.1 200 OK", "X-A: late", "")) == ["x-a=late"])
        #expect(fields(answer("HTTP/1.1 200 OK", "X-A: head", "", "X-Sum: trailer", "")) == ["x-a=head"])
    }

    @Test("A head without its end is none, though it has begun")
    func half() {
        #expect(!answer().hasBegun && !answer("garbage").hasBegun)
        #expect(answer("HTTP/1.1 200 OK", "X-A").hasBegun && !answer("HTTP/1.1 200 OK", "X-A").hasWholeHead)
    }

    @Test("A body may be as long as its limit and no longer")
    func limit() {
        var answer = answer("HTTP/1.1 200 OK", "")
        let taken = [answer.take(body: [1, 2, 3, 4]), answer.take(body: [5, 6, 7, 8, 9, 10])]
        #expect(taken == [true, true] && !answer.isTooLarge)
        #expect(answer.response(status: 200).body == Array(1...10))
        let isMoreTaken = answer.take(body: [11])
        #expect(!isMoreTaken && answer.isTooLarge)
    }
}
