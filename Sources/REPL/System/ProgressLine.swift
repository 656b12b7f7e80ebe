internal import CLuca
internal import Glibc
import Frames
import LuaSurface
import Storage
import Values

/// A line on the terminal that tells how far long work is, rewritten in place and erased when the work is over.
///
/// Work of less than half a second shows none. After two seconds it tells the time that is left, where the steps in all are known: before that, what one
/// step takes is a guess. One line is enough for work within work, such as the loading of a book that is imported into: it tells of what was heard of last.
final class ProgressLine {
    /// What the line needs of the terminal and the machine.
    struct Environment {
        /// Writes a text to the terminal, unchanged.
        var write: (String) -> Void
        /// The columns of the terminal at this moment.
        var columns: () -> Int
        /// The time, from some moment on.
        var now: () -> Duration

        /// Standard error and the clock of the machine.
        static var standard: Environment {
            let start = ContinuousClock.now
            return Environment(
                write: { StandardOutput().note($0) }, columns: { Int(luca_terminal_width(STDERR_FILENO)) }, now: { ContinuousClock.now - start })
        }
    }

    /// Work of which a stage was told.
    private struct Work {
        let name: String
        let begun: Duration
        /// The stage from which the speed is reckoned.
        var first: (stage: WorkStage, time: Duration)
    }

    /// Work that is over by then shows nothing.
    private static let delay = Duration.milliseconds(500)
    /// From then on the time that is left is told.
    private static let leastForEstimate = Duration.seconds(2)
    /// What nobody could read is not written.
    private static let pause = Duration.milliseconds(100)
    /// Up to so many steps are told by number; of more, the percentage.
    private static let mostCounted = 1000

    private let environment: Environment
    private var work: Work?
    /// The text on the line now, and when it was written.
    private var shown = "", shownAt = Duration.zero

    /// A line that shows nothing yet.
    init(_ environment: Environment = .standard) { self.environment = environment }

    /// A line on standard error, told of by a session; nil where that is no terminal.
    static func onTerminal() -> WorkObserver? {
        guard isatty(STDERR_FILENO) == 1, Glibc.getenv("TERM").map({ String(cString: $0) }) != "dumb" else { return nil }
        let line = ProgressLine()
        return { line.show($0) }
    }

    /// Takes in a stage, and shows it where the time has come for that.
    func show(_ stage: WorkStage) {
        if stage.isLast { return finish(stage) }
        let now = environment.now()
        if work?.name != stage.work { begin(stage, now) }
        guard var work else { return }
        if work.first.stage.total != stage.total || work.first.stage.done > stage.done { work.first = (stage, now) }
        self.work = work
        guard now - work.begun >= Self.delay, shown.isEmpty || now - shownAt >= Self.pause else { return }
        write(text(of: stage, work, now), now)
    }

    private func begin(_ stage: WorkStage, _ now: Duration) {
        erase()
        work = Work(name: stage.work, begun: now, first: (stage, now))
    }

    private func finish(_ stage: WorkStage) {
        guard work?.name == stage.work else { return }
        erase()
        work = nil
    }

    private func erase() {
        if !shown.isEmpty { environment.write("\r\u{1B}[K") }
        shown = ""
    }

    private func write(_ text: String, _ now: Duration) {
        // A text that fills the line would go on in the next one, where nothing erases it.
        let columns = environment.columns()
        let fitting = columns > 1 ? TextWidth.cut(text.printable, to: columns - 1, ellipsis: "…") : text.printable
        guard fitting != shown else { return }
        (shown, shownAt) = (fitting, now)
        environment.write("\r\(fitting)\u{1B}[K")
    }

    private func text(of stage: WorkStage, _ work: Work, _ now: Duration) -> String {
        var text = stage.work
        if let total = stage.total, total > 0 {
            let done = min(stage.done, total)
            text += total <= Self.mostCounted ? " \(done) of \(total)" : " \(done * 100 / total)%"
        }
        if !stage.detail.isEmpty { text += ", \(stage.detail)" }
        if now - work.begun >= Self.leastForEstimate, let left = Self.timeLeft(stage, since: work.first, now) { text += ", \(Self.told(left)) left" }
        return text
    }

    /// The seconds that are left, by the steps done since the first stage; nil where nothing tells them.
    private static func timeLeft(_ stage: WorkStage, since first: (stage: WorkStage, time: Duration), _ now: Duration) -> Int? {
        guard let total = stage.total, stage.done > first.stage.done else { return nil }
        let took = (now - first.time) / .seconds(1)
        let left = took * Double(max(0, total - stage.done)) / Double(stage.done - first.stage.done)
        return left < 1e9 ? Int(left.rounded(.up)) : nil
    }

    /// Seconds as a person says them.
    private static func told(_ seconds: Int) -> String {
        if seconds < 100 { return "\(seconds) s" }
        let minutes = (seconds + 59) / 60
        return minutes < 100 ? "\(minutes) min" : "\((minutes + 59) / 60) h"
    }
}
