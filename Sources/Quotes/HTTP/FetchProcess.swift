public import FetchWire
import Glibc
import Synchronization

/// The transport by the program `luca-fetch`, which is started at the first request, and again if it has ended since.
///
/// Networking is a program of its own because its library takes longer to load than all the rest of luca. The program ends with this object,
/// or with the process, however that ends.
public final class FetchProcess: HTTPTransport {
    /// The path of `luca-fetch` in the folder of the running program.
    public static var besideThisProgram: String {
        guard let path = realpath("/proc/self/exe", nil) else { return "luca-fetch" }
        defer { free(path) }
        let program = String(cString: path)
        return program.prefix(through: program.lastIndex(of: "/") ?? program.startIndex) + "luca-fetch"
    }

    private let program: String
    private let child = Mutex<FetchChild?>(nil)

    /// A transport by a program, which is looked for at the first request only.
    public init(program: String = FetchProcess.besideThisProgram) { self.program = program }

    /// Waits for the response. Fails with `noProgram` if the program is missing, with `unreachable` if it ends without a response.
    public func send(_ request: HTTPRequest, isCancelled: () -> Bool) -> Result<HTTPResponse, TransportFailure> {
        guard let child = runningChild() else {
            return .failure(TransportFailure(.noProgram, "the program \(program), which asks the network for luca, is missing or cannot be started"))
        }
        return child.send(request, isCancelled: isCancelled)
            ?? .failure(TransportFailure(.unreachable, "the program luca-fetch, which asks the network for luca, has ended before it had an answer"))
    }

    /// The process id of the program; nil if it was not started yet.
    var process: Int32? { child.withLock { $0?.process } }

    private func runningChild() -> FetchChild? {
        child.withLock { child in
            if child?.isAlive != true { child = FetchChild(program: program) }
            return child
        }
    }
}
