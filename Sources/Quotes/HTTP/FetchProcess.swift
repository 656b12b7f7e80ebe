import Dispatch
public import FetchWire
import FoundationEssentials
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

/// A running `luca-fetch`, and the requests that wait for its responses. The program ends when this end of its socket is closed.
final class FetchChild: Sendable {
    fileprivate struct State {
        var isAlive = true
        var lastID: UInt32 = 0
        var answers: [UInt32: Result<HTTPResponse, TransportFailure>] = [:]
        var waiting: Set<UInt32> = []
    }

    /// The process id.
    let process: pid_t
    private let socket: OpenDescriptor
    private let state = Monitor(State())
    /// One frame at a time.
    private let writing = Mutex(())

    /// Starts the program; nil if it cannot be started.
    init?(program: String) {
        var ends: [Int32] = [-1, -1]
        // A socket and no pipe, because writing to one whose reader has gone can be kept from ending the writer.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
        let process = Self.spawn(program, ends[1])
        close(ends[1])
        socket = OpenDescriptor(ends[0])
        guard let process else { return nil }
        self.process = process
        let (socket, state) = (socket, state)
        DispatchQueue(label: "luca-fetch").async { Self.read(socket, process, state) }
    }

    deinit { shutdown(socket.number, Int32(SHUT_RDWR)) }

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
        guard write(.send(id, request)) else { return nil }
        while true {
            let answer = state.wait(seconds: 0.05) { state -> Result<HTTPResponse, TransportFailure>?? in
                if let answer = state.answers[id] { return .some(answer) }
                return state.isAlive ? nil : .some(nil)
            }
            if let answer { return answer }
            if isCancelled() {
                _ = write(.cancel(id))
                return .failure(TransportFailure(.cancelled, "the request was cancelled"))
            }
        }
    }

    private func write(_ message: FetchMessage) -> Bool {
        let frame = message.frame
        return writing.withLock { _ in
            var written = 0
            while written < frame.count {
                let count = frame[written...].withUnsafeBytes { Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { return false }
                written += count
            }
            return true
        }
    }

    /// Reads responses until the program ends, then makes sure that its process is gone.
    private static func read(_ socket: OpenDescriptor, _ process: pid_t, _ state: Monitor<State>) {
        var stream = MessageStream()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        reading: while true {
            let count = Glibc.read(socket.number, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            stream.append(buffer[..<count])
            do {
                while let message = try stream.next() { state.with { $0.take(message) } }
            } catch { break reading }
        }
        state.with { $0.isAlive = false }
        // If it still runs, nothing can be read from it any more.
        kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0 && errno == EINTR {}
    }

    private static func spawn(_ program: String, _ end: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
        var variables: [UnsafeMutablePointer<CChar>?] = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        return posix_spawn(&process, program, &actions, nil, &arguments, &variables) == 0 ? process : nil
    }
}

/// A descriptor that is closed with its last user, so that its number cannot come to mean another file before.
private final class OpenDescriptor: Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }
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
