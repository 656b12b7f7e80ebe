import Storage
import TestSupport
import Testing

@testable import REPL

@Suite("The line that tells how far long work is")
struct ProgressLineTests {
    /// A terminal that keeps what is written to it, and a clock that goes on only when a test says so.
    private final class Screen {
        var written: [String] = []
        var columns = 80
        var now = Duration.zero
        lazy var line = ProgressLine(
            .init(write: { [unowned self] in written.append($0) }, columns: { [unowned self] in columns }, now: { [unowned self] in now }))

        /// Tells of a stage at a time, in milliseconds from the beginning on.
        func tell(at time: Int, _ stage: WorkStage) {
            now = .milliseconds(time)
            line.show(stage)
        }
    }

    private let screen = Screen()

    private func tell(at time: Int, _ done: Int, of total: Int? = 100_000) { screen.tell(at: time, WorkStage("verifying", done: done, of: total)) }

    @Test func workOfLessThanHalfASecondShowsNothing() {
        for time in stride(from: 0, to: 500, by: 10) { tell(at: time, time * 200) }
        screen.tell(at: 499, .end(of: "verifying"))
        #expect(screen.written.isEmpty)
    }

    @Test func itTellsThePercentageAndAfterTwoSecondsTheTimeThatIsLeft() {
        for time in [0, 500, 1900, 2000] { tell(at: time, time * 10) }
        screen.tell(at: 2100, .end(of: "verifying"))
        #expect(screen.written == ["\rverifying 5%\u{1B}[K", "\rverifying 19%\u{1B}[K", "\rverifying 20%, 8 s left\u{1B}[K", "\r\u{1B}[K"])
    }

    @Test func longTimesAreToldInMinutesAndHours() {
        for (time, done) in [(0, 0), (2000, 1000)] { tell(at: time, done) }
        #expect(screen.written.last == "\rverifying 1%, 4 min left\u{1B}[K")
        tell(at: 400_000, 2000)
        #expect(screen.written.last == "\rverifying 2%, 6 h left\u{1B}[K")
    }

    @Test func itIsRewrittenTenTimesASecondAtMost() {
        for time in 0..<3000 { tell(at: time, time * 30) }
        #expect(screen.written.count <= 26 && screen.written.count >= 20, "\(screen.written.count)")
    }

    @Test func fewStepsAreToldByNumberWithTheNameOfTheLast() {
        for time in [0, 600] { screen.tell(at: time, WorkStage("syncing", done: 1, of: 2, detail: "A\u{7}")) }
        #expect(screen.written == ["\rsyncing 1 of 2, A\\7\u{1B}[K"])
    }

    @Test func whereNobodyKnowsTheTotalItTellsTheWorkAlone() {
        for time in [0, 600, 3000] { tell(at: time, 0, of: nil) }
        #expect(screen.written == ["\rverifying\u{1B}[K"])
        // What was not counted does not count for the speed of what is.
        tell(at: 3200, 0)
        tell(at: 4200, 10_000)
        #expect(screen.written.last == "\rverifying 10%, 9 s left\u{1B}[K")
    }

    @Test func itKeepsWithinTheTerminal() {
        screen.columns = 12
        for time in [0, 2500] { tell(at: time, time) }
        #expect(screen.written == ["\rverifying …\u{1B}[K"])
    }

    @Test func otherWorkTakesTheLineAndTheEndOfWhatIsNotShownLeavesIt() {
        for time in [0, 600] { screen.tell(at: time, WorkStage("recording", done: time, of: 10_000)) }
        screen.tell(at: 650, .end(of: "loading"))
        #expect(screen.written.count == 1)
        screen.tell(at: 700, WorkStage("loading", done: 1, of: 10_000))
        #expect(screen.written.last == "\r\u{1B}[K")
        screen.tell(at: 1300, WorkStage("loading", done: 5000, of: 10_000))
        #expect(screen.written.last == "\rloading 50%\u{1B}[K")
    }
}
