import Fetch
import FetchWire
import Foundation
import Glibc
import Messages
import Pipes
import Quotes
import Synchronization

/// A transport that runs the server of `luca-fetch` on a thread of the tests, over a pair of sockets.
final class InProcessFetch: HTTPTransport {
    private let socket: Int32
    private let lastID = Mutex<UInt32>(0)
    private let answers = Mutex<[UInt32: Result<HTTPResponse, TransportFailure>]>([:])
    private let writing = NSLock()

    init() throws {
        struct Failed: Error {}
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw Failed() }
        let (own, other) = (ends[0], ends[1])
        socket = own
        Thread.detachNewThread {
            FetchServer(output: other).serve(input: other)
            close(other)
        }
        Thread.detachNewThread { [weak self] in
            MessagePipe.readAll(FetchMessage.self, from: own) { self?.take($0) }
            close(own)
        }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    func send(_ request: HTTPRequest, isCancelled: () -> Bool) -> Result<HTTPResponse, TransportFailure> {
        let id = lastID.withLock { id in
            id += 1
            return id
        }
        write(.send(id, request))
        var isTold = false
        while true {
            if let answer = answers.withLock({ $0.removeValue(forKey: id) }) { return answer }
            if isCancelled() && !isTold {
                isTold = true
                write(.cancel(id))
            }
            usleep(2000)
        }
    }

    private func take(_ message: FetchMessage) {
        switch message {
        case .answer(let id, let response): answers.withLock { $0[id] = .success(response) }
        case .failure(let id, let failure): answers.withLock { $0[id] = .failure(failure) }
        case .send, .cancel: break
        }
    }

    private func write(_ message: FetchMessage) {
        let frame = message.frame
        writing.withLock { _ = MessagePipe.write(frame, to: socket) }
    }
}

/// The two transports that are held to the same promises: the server of `luca-fetch` in this process, and the program itself.
enum TransportKind: String, CaseIterable {
    case inProcess, program

    func transport() throws -> any HTTPTransport {
        switch self {
        case .inProcess: try InProcessFetch()
        case .program: FetchProcess()
        }
    }
}
