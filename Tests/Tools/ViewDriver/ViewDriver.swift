import Glibc
import LiveView
import Synchronization
import ViewWire

/// A program that the tests of `luca view` start, interrupt and kill: it serves one page, as luca does, and prints the address.
///
///     ViewDriver PROGRAM    serves by the program luca-view at this path until it is interrupted
@main
struct ViewDriver {
    private static let isInterrupted = Atomic(false)

    static func main() {
        guard CommandLine.arguments.count == 2 else { return say("usage: ViewDriver PROGRAM") }
        // A thread of the tests that has signals blocked hands that on.
        var all = sigset_t()
        sigfillset(&all)
        sigprocmask(SIG_UNBLOCK, &all, nil)
        signal(SIGINT) { _ in ViewDriver.isInterrupted.store(true, ordering: .relaxed) }
        do throws(ViewFailure) {
            try ViewServer(program: CommandLine.arguments[1]).serve(
                announce: say, render: { _ in .sentence("a page", status: 200) }, hasChanged: { false }, isStopped: { isInterrupted.load(ordering: .relaxed) })
            say("ended")
        } catch {
            say("\(error)")
            exit(1)
        }
    }

    /// Writes a line at once.
    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    }
}
