public import FetchWire
import Glibc
import Synchronization

/// The transport by the program `luca-fetch`, which it starts at the first request and again where it has ended since.
///
/// Networking is a program of its own because the library for it takes longer to load than all the rest of luca. The program ends with
/// this value, or with the process that holds it, however that one ends.
public final class FetchProcess: HTTPTransport {
    /// The program's path: beside the program that is running.
    public static var besideThisProgram: String {
        guard let path = realpath("/proc/self/exe", nil) else { return "luca-fetch" }
        defer { free(path) }
        let program = String(cString: path)
        return program.prefix(through: program.lastIndex(of: "/") ?? program.startIndex) + "luca-fetch"
    }

    private let program: String
    private let child = Mutex<FetchChild?>(nil)

    /// A transport by a program, which need not be there before the first request.
    public init(program: String = FetchProcess.besideThisProgram) { self.program = program }

    /// Waits for the answer. A program that is missing is `noProgram`, one that ends before it answers is `unreachable`.
    public func send(_ request: HTTPRequest, isCancelled: () -> Bool) -> Result<HTTPResponse, TransportFailure> {
        guard let child = runningChild() else {
            return .failure(TransportFailure(.noProgram, "the program \(program), which asks the network for luca, is missing or cannot be started"))
        }
        return child.send(request, isCancelled: isCancelled)
            ?? .failure(TransportFailure(.unreachable, "the program luca-fetch, which asks the network for luca, has ended before it had an answer"))
    }

    /// The number of the program where one was started.
    var process: Int32? { child.withLock { $0?.process } }

    private func runningChild() -> FetchChild? {
        child.withLock { child in
            if child?.isAlive != true { child = FetchChild(program: program) }
            return child
        }
    }
}
