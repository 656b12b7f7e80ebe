import Glibc
import Messages
import Pipes
import Synchronization
import ViewWire

/// The program `luca-view`: reads `ViewMessage`s from luca, serves the pages that it sends, until luca says so or is gone.
public final class ViewService: Sendable {
    private let output: Int32
    /// One message at a time.
    private let writing = Mutex(())

    /// A service that writes its messages to this descriptor.
    public init(output: Int32) { self.output = output }

    /// Serves until the descriptor ends, or until it is told to stop. What has been begun is not awaited: the process is to end now.
    public func serve(input: Int32) {
        var stream = MessageStream<ViewMessage>()
        var running: Running?
        while true {
            var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            if poll(&descriptor, 1, 1000) > 0 {
                guard MessagePipe.receive(from: input, into: &stream) else { return }
            }
            do {
                while let message = try stream.next() {
                    if !handle(message, &running) { return }
                }
            } catch { return }
            running?.server.tick()
            running?.pages.tick()
        }
    }

    /// What there is once it serves.
    private struct Running {
        let server: HTTPServer
        let pages: PageQueue
        let streams: EventStreams
    }

    /// Does what a message says. False at the end.
    private func handle(_ message: ViewMessage, _ running: inout Running?) -> Bool {
        switch message {
        case .serve(let port):
            guard running == nil else { return false }
            do throws(Listener.Refused) {
                running = try start(port)
            } catch {
                send(.failure(error.sentence))
                return false
            }
        case .page(let id, let page): running?.pages.take(id, page)
        case .bookChanged(let revision): running?.streams.change(revision)
        case .stop, .serving, .failure, .wanted, .unwanted: return false
        }
        return true
    }

    private func start(_ port: UInt16) throws(Listener.Refused) -> Running {
        let listener = try Listener(port: port)
        let gatekeeper = Gatekeeper(port: listener.port, key: Gatekeeper.newKey()), streams = EventStreams()
        let pages = PageQueue(
            ask: { [self] id, target in
                send(.wanted(id, ViewRequest(path: target.path, query: target.query, prefix: gatekeeper.prefix, revision: streams.revision)))
            }, abandon: { [self] id in send(.unwanted(id)) })
        let server = HTTPServer(gatekeeper: gatekeeper, pages: pages, streams: streams)
        guard server.start(listener: listener.descriptor) else {
            throw Listener.Refused(sentence: "GNU libmicrohttpd, which serves pages, cannot start on this machine")
        }
        send(.serving(gatekeeper.address))
        return Running(server: server, pages: pages, streams: streams)
    }

    /// Writes a message. Once nobody reads, nothing is written any more, and the input ends.
    private func send(_ message: ViewMessage) {
        let frame = message.frame
        writing.withLock { _ in _ = MessagePipe.write(frame, to: output) }
    }
}
