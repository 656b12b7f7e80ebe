import Foundation
import HelperPrograms
import LiveView
import Synchronization
import TestSupport
import ViewWire

/// A server of made-up pages, on a thread of the tests.
final class RunningView {
    /// How serving ended.
    enum Outcome: Equatable {
        case stopped
        case failed(ViewFailure)
    }

    private struct State {
        var address: String?
        var requests: [ViewRequest] = []
        var hasChanged = false
        var isStopped = false
        var outcome: Outcome?
    }

    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    private let shared = Shared()
    let address: TestAddress

    /// Starts it, and waits until it serves.
    init(
        port: UInt16 = 0, program: String = HelperProcess.besideThisProgram("luca-view"), abandon: @escaping @Sendable () -> Void = {},
        render: @escaping @Sendable (ViewRequest) -> ViewPage
    )
        throws
    {
        let shared = shared
        Thread.detachNewThread {
            var outcome = Outcome.stopped
            do throws(ViewFailure) {
                try ViewServer(program: program, port: port).serve(
                    announce: { address in shared.state.withLock { $0.address = address } },
                    render: { request in
                        shared.state.withLock { $0.requests.append(request) }
                        return render(request)
                    }, abandon: abandon,
                    hasChanged: {
                        shared.state.withLock { state in
                            defer { state.hasChanged = false }
                            return state.hasChanged
                        }
                    },
                    isStopped: { shared.state.withLock { $0.isStopped } })
            } catch { outcome = .failed(error) }
            shared.state.withLock { [outcome] in $0.outcome = outcome }
        }
        try wait(for: "the address") { shared.state.withLock { $0.address != nil || $0.outcome != nil } }
        if case .failed(let failure) = shared.state.withLock({ $0.outcome }) { throw failure }
        guard let address = TestAddress(shared.state.withLock { $0.address } ?? "") else { throw ViewFailure("that is no address") }
        self.address = address
    }

    deinit { shared.state.withLock { $0.isStopped = true } }

    /// What was asked to be rendered.
    var requests: [ViewRequest] { shared.state.withLock { $0.requests } }

    /// Has the book change.
    func change() { shared.state.withLock { $0.hasChanged = true } }

    /// Stops it, and tells what came of it.
    func stop() throws -> Outcome {
        shared.state.withLock { $0.isStopped = true }
        try wait(for: "the end of the server") { shared.state.withLock { $0.outcome != nil } }
        return shared.state.withLock { $0.outcome ?? .stopped }
    }

    /// How it ended by itself; nil while it serves.
    var outcome: Outcome? { shared.state.withLock { $0.outcome } }

    /// The process that serves.
    func process() throws -> Int32 { try ProcessTable.listener(port: address.port) }
}

/// What the system tells of processes and sockets.
enum ProcessTable {
    struct NotFound: Error {}

    /// The addresses in hexadecimal digits, as the system writes them, that somebody listens at by this port.
    static func addresses(port: UInt16) -> [String] { sockets(port: port).map { String($0.address) } }

    /// The process that listens at a port of this machine.
    static func listener(port: UInt16) throws -> Int32 {
        guard let inode = sockets(port: port).first?.inode else { throw NotFound() }
        for process in try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap({ Int32($0) }) where descriptors(process).contains("socket:[\(inode)]") {
            return process
        }
        throw NotFound()
    }

    /// What the descriptors of a process are.
    static func descriptors(_ process: Int32) -> [String] {
        let folder = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    }

    private static func sockets(port: UInt16) -> [(address: Substring, inode: Substring)] {
        let digits = String(port, radix: 16, uppercase: true), end = ":" + String(repeating: "0", count: 4 - digits.count) + digits
        return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { file in
            let table = (try? FileHandle(forReadingFrom: URL(filePath: file)).readToEnd()) ?? Data()
            return String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line -> (Substring, Substring)? in
                let words = line.split(separator: " ")
                // State 0A: it listens.
                guard words.count > 9, words[1].hasSuffix(end), words[3] == "0A" else { return nil }
                return (words[1].dropLast(5), words[9])
            }
        }
    }
}
