import Dispatch
public import FetchWire
import HelperPrograms
import Monitors
import Synchronization

/// The transport by the program `luca-fetch`, which is started at the first request, and again if it has ended since.
///
/// Networking is a program of its own because its library takes longer to load than all the rest of luca. The program ends with this object,
/// or with the process, however that ends.
public final class FetchProcess: HTTPTransport {
    /// The path of `luca-fetch` in the folder of the running program.
    public static var besideThisProgram: String { HelperProcess.besideThisProgram("luca-fetch") }

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

/// A running `luca-fetch`, and the requests that wait for its responses. The program ends with this object.
final class FetchChild: Sendable {
    fileprivate struct State {
        var isAlive = true
        var lastID: UInt32 = 0
        var answers: [UInt32: Result<HTTPResponse, TransportFailure>] = [:]
        var waiting: Set<UInt32> = []
    }

    private let helper: HelperProcess
    private let state = Monitor(State())

    /// Starts the program; nil if it cannot be started.
    init?(program: String) {
        guard let helper = HelperProcess(program: program) else { return nil }
        self.helper = helper
        let state = state
        // Reads responses until the program ends, then makes sure that its process is gone.
        DispatchQueue(label: "luca-fetch").async {
            helper.readAll(FetchMessage.self) { message in state.with { $0.take(message) } }
            state.with { $0.isAlive = false }
            helper.end()
        }
    }

    deinit { helper.disconnect() }

    /// The process id.
    var process: Int32 { helper.identifier }

    var isAlive: Bool { state.with { $0.isAlive } }

    /// Sends a request and waits for the response; nil if the program ended without one.
    func send(_ request: HTTPRequest, isCancelled: () -> Bool) -> Result<HTTPResponse, TransportFailure>? {
        let id = state.with { state in
            state.lastID &+= 1
            state.waiting.insert(state.lastID)
            return state.lastID
        }
        defer {
            state.with { state in
                state.waiting.remove(id)
                state.answers[id] = nil
            }
        }
        guard helper.send(FetchMessage.send(id, request)) else { return nil }
        while true {
            let answer = state.wait(seconds: 0.05) { state -> Result<HTTPResponse, TransportFailure>?? in
                if let answer = state.answers[id] { return .some(answer) }
                return state.isAlive ? nil : .some(nil)
            }
            if let answer { return answer }
            if isCancelled() {
                _ = helper.send(FetchMessage.cancel(id))
                return .failure(TransportFailure(.cancelled, "the request was cancelled"))
            }
        }
    }
}

extension FetchChild.State {
    /// Keeps a response for the request that waits for it; without one it is dropped.
    fileprivate mutating func take(_ message: FetchMessage) {
        switch message {
        case .answer(let id, let response) where waiting.contains(id): answers[id] = .success(response)
        case .failure(let id, let failure) where waiting.contains(id): answers[id] = .failure(failure)
        case .answer, .failure, .send, .cancel: break
        }
    }
}
