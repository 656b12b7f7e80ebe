public import HelperPrograms
import Messages
public import ViewWire

/// Why pages are not served: a sentence without a full stop at its end.
public struct ViewFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence: what went wrong, and what to do.
    public let message: String

    /// A failure with its sentence.
    public init(_ message: String) { self.message = message }

    public var description: String { message }
}

/// Serves pages to the browsers of this machine, by the program `luca-view`. Everything is asked of the caller on its own thread, so that a book can be used.
///
///     try ViewServer().serve(
///         announce: { print($0) }, render: { request in page(request.path) }, hasChanged: { watch.hasChanged() }, isStopped: { isInterrupted })
public final class ViewServer {
    /// Milliseconds between two looks whether to stop, where nothing else happens.
    private static let pace: Int32 = 50
    /// How many of these looks pass between two looks at the book: half a second.
    private static let looks = 10
    /// How many of these looks the program has to end by itself.
    private static let patience = 40

    private let program: String
    private let port: UInt16

    /// A server at a port of the loopback interface; 0 lets the system choose one. Nothing is started yet.
    public init(program: String = HelperProcess.besideThisProgram("luca-view"), port: UInt16 = 0) {
        (self.program, self.port) = (program, port)
    }

    /// Serves until `isStopped` says so; then nothing of the program is left.
    ///
    /// - Parameters:
    ///   - announce: takes the address to open, once.
    ///   - render: makes a page. Pages are asked for one at a time.
    ///   - abandon: called, from any thread, while a page is made that nobody waits for any more, each second until it is there; what the making comes to
    ///     is shown to nobody.
    ///   - hasChanged: whether the book has changed since it was last asked; about twice a second. Pages are told then, and ask again.
    ///   - isStopped: asked about twenty times a second, and at once where a signal comes.
    /// - Throws: `ViewFailure` where the program is missing, cannot serve, or ends by itself.
    public func serve(
        announce: (String) -> Void, render: (ViewRequest) -> ViewPage, abandon: @escaping @Sendable () -> Void = {}, hasChanged: () -> Bool, isStopped: () -> Bool
    ) throws(ViewFailure) {
        guard let helper = HelperProcess(program: program) else {
            throw ViewFailure("the program \(program), which serves pages for luca, is missing or cannot be started")
        }
        defer {
            helper.disconnect()
            helper.end()
        }
        // Where it has ended already, reading tells.
        _ = helper.send(ViewMessage.serve(port))
        var stream = MessageStream<ViewMessage>()
        var revision: UInt64 = 0, looksLeft = Self.looks, isServing = false
        while !isStopped() {
            let isReadable = helper.isReadable(within: Self.pace)
            if isReadable {
                var goesOn = helper.receive(into: &stream)
                if goesOn { goesOn = try handle(&stream, helper, &isServing, announce, { made($0, $1, by: render, abandon, helper, &$2) }) }
                if !goesOn { throw ended(helper, wasServing: isServing) }
            }
            looksLeft -= isReadable ? 0 : 1
            if looksLeft <= 0 && isServing {
                looksLeft = Self.looks
                if hasChanged() {
                    revision += 1
                    _ = helper.send(ViewMessage.bookChanged(revision))
                }
            }
        }
        stop(helper, &stream)
    }

    /// Does what the messages say that have come. False where they are none.
    private func handle(
        _ stream: inout MessageStream<ViewMessage>, _ helper: HelperProcess, _ isServing: inout Bool, _ announce: (String) -> Void,
        _ render: (UInt32, ViewRequest, inout MessageStream<ViewMessage>) -> ViewPage
    ) throws(ViewFailure) -> Bool {
        while true {
            let message: ViewMessage?
            do { message = try stream.next() } catch { return false }
            switch message {
            case nil: return true
            case .serving(let address):
                isServing = true
                announce(address)
            case .failure(let sentence): throw ViewFailure(sentence)
            case .wanted(let id, let request):
                _ = helper.send(ViewMessage.page(id, render(id, request, &stream)))
            // It came just when the page was done, or before its page was begun, and then it comes again.
            case .unwanted: break
            case .serve, .page, .bookChanged, .stop: return false
            }
        }
    }

    /// Makes a page, and hears meanwhile whether anybody still waits for it.
    private func made(
        _ id: UInt32, _ request: ViewRequest, by render: (ViewRequest) -> ViewPage, _ abandon: @escaping @Sendable () -> Void, _ helper: HelperProcess,
        _ stream: inout MessageStream<ViewMessage>
    ) -> ViewPage {
        let page = helper.listening(into: &stream) { message in
            switch message {
            case nil, .unwanted(id): abandon()
            // Nothing else is told while a page is made.
            case .unwanted, .serving, .failure, .wanted, .serve, .page, .bookChanged, .stop: break
            }
        } during: {
            render(request)
        }
        guard page.body.count > ViewPage.longestBody else { return page }
        return .sentence("The page is longer than \(ViewPage.longestBody >> 20) MB, the most that is served: ask for less of the book.", status: 500)
    }

    /// Has the program end, which takes it a moment.
    private func stop(_ helper: HelperProcess, _ stream: inout MessageStream<ViewMessage>) {
        guard helper.send(ViewMessage.stop) else { return }
        for _ in 0..<Self.patience where helper.isReadable(within: Self.pace) {
            if !helper.receive(into: &stream) { return }
        }
    }

    private func ended(_ helper: HelperProcess, wasServing: Bool) -> ViewFailure {
        helper.disconnect()
        let code = helper.end()
        // What the system's loader ends a program with that lacks a library; it has said which one.
        if code == 127 && !wasServing {
            return ViewFailure("the program \(program), which serves pages for luca, lacks a library. On Debian: sudo apt-get install libmicrohttpd12")
        }
        return ViewFailure("the program luca-view, which serves pages for luca, has ended by itself (exit code \(code)): start luca view again")
    }
}
