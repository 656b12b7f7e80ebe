import Dispatch
import FoundationEssentials
import Glibc
public import Messages
import Pipes
import Synchronization

/// A running program that luca has started to work for it, such as `luca-fetch`: its standard input and output are the other end of a socket, and
/// it ends when this end is closed, so that it never outlives luca.
public final class HelperProcess: Sendable {
    /// The path of a program in the folder of the running one.
    public static func besideThisProgram(_ name: String) -> String { folder + name }

    /// The folder of the running program, with a slash at its end. It is asked for once, since a process that has given up all files asks in vain.
    private static let folder: String = {
        guard let path = realpath("/proc/self/exe", nil) else { return "" }
        defer { free(path) }
        let program = String(cString: path)
        return String(program.prefix(through: program.lastIndex(of: "/") ?? program.startIndex))
    }()

    /// The process id.
    public let identifier: Int32
    private let socket: Int32
    /// One message at a time.
    private let writing = Mutex(())
    /// How the program ended, as `waitpid` told it; nil while nobody has asked.
    private let outcome = Mutex<Int32?>(nil)

    /// Starts a program; nil if it cannot be started.
    ///
    /// - Parameter showsErrors: whether what it writes to its standard error is shown; the system's loader tells there which library is missing.
    public init?(program: String, showsErrors: Bool = true) {
        var ends: [Int32] = [-1, -1]
        // A socket and no pipe, because writing to one whose reader has gone can be kept from ending the writer.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
        let started = Self.spawn(program, ends[1], showsErrors)
        close(ends[1])
        guard let started else {
            close(ends[0])
            return nil
        }
        (socket, identifier) = (ends[0], started)
    }

    // The descriptor is closed with its last user, so that its number cannot come to mean another file before.
    deinit {
        close(socket)
        end()
    }

    /// Sends a message. False if the program reads no more.
    public func send(_ message: some Message) -> Bool {
        let frame = message.frame
        return writing.withLock { _ in MessagePipe.write(frame, to: socket) }
    }

    /// Whether there is something to read, or the end of it, within so many milliseconds. A signal cuts the waiting short.
    public func isReadable(within milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) > 0
    }

    /// Takes what the program has written, and waits for something if there is nothing. False when the program has ended.
    public func receive<Content>(into stream: inout MessageStream<Content>) -> Bool { MessagePipe.receive(from: socket, into: &stream) }

    /// Does something while a thread of its own listens to the program, and hands over the messages that come meanwhile.
    ///
    /// - Parameter hear: called on that thread. The end of the program, and bytes that are no message, are nil, each second until all is done.
    public func listening<Content: Message, Result>(into stream: inout MessageStream<Content>, hear: @escaping @Sendable (Content?) -> Void, during body: () -> Result) -> Result {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return body() }
        let (wakes, wake) = (ends[0], ends[1]), heard = Heard(stream), isDone = DispatchSemaphore(value: 0)
        DispatchQueue(label: "listening").async { [socket] in
            defer { isDone.signal() }
            while true {
                guard let messages = heard.messages() else { return Self.tell(until: wakes) { hear(nil) } }
                messages.forEach(hear)
                var descriptors = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0), pollfd(fd: wakes, events: Int16(POLLIN), revents: 0)]
                if poll(&descriptors, 2, -1) < 0 { continue }
                if descriptors[1].revents != 0 { return }
                guard descriptors[0].revents != 0 else { continue }
                guard heard.receive(from: socket) else { return Self.tell(until: wakes) { hear(nil) } }
            }
        }
        defer {
            // Closing one end wakes the thread, which looks at the other.
            close(wake)
            isDone.wait()
            close(wakes)
            stream = heard.stream.withLock { $0 }
        }
        return body()
    }

    /// Does something at once, and again each second until a descriptor can be read.
    private static func tell(until descriptor: Int32, _ body: () -> Void) {
        var wake = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        repeat { body() } while poll(&wake, 1, 1000) <= 0
    }

    /// A stream that a thread reads for another.
    private final class Heard<Content: Message>: Sendable {
        let stream: Mutex<MessageStream<Content>>

        init(_ stream: MessageStream<Content>) { self.stream = Mutex(stream) }

        /// Takes what has come. False at the end.
        func receive(from socket: Int32) -> Bool { stream.withLock { MessagePipe.receive(from: socket, into: &$0) } }

        /// The messages that have come; nil where they are none.
        func messages() -> [Content]? {
            stream.withLock { stream in
                var messages: [Content] = []
                do {
                    while let message = try stream.next() { messages.append(message) }
                } catch { return nil }
                return messages
            }
        }
    }

    /// Hands over messages until the program ends, or until what it writes is no message.
    public func readAll<Content: Message>(_ type: Content.Type, handle: (Content) -> Void) { MessagePipe.readAll(type, from: socket, handle: handle) }

    /// Sends bytes that are no message, as a request that ends with the input. False if the program reads no more.
    ///
    /// - Parameter stopping: asked ten times a second while the program is busy; what it gives is thrown.
    func send(_ bytes: UnsafeRawBufferPointer, stopping: () -> (any Error)?) throws -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            var descriptor = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
            let isReady = poll(&descriptor, 1, 100) > 0
            if let error = stopping() { throw error }
            if !isReady { continue }
            let count = Glibc.send(socket, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Lets the program read the end of its input; what it writes can still be read.
    func endInput() { shutdown(socket, Int32(SHUT_WR)) }

    /// Appends what the program has written, and waits for something if there is nothing. False when the program has ended.
    func receive(into bytes: inout [UInt8]) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            while true {
                let count = read(socket, buffer.baseAddress, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                bytes += buffer[..<count]
                return true
            }
        }
    }

    /// The exit code of a program that has closed its end and is about to be gone; 128 and the number of the signal where one ended it.
    func code() -> Int32 {
        outcome.withLock { outcome in
            if let outcome { return outcome }
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
            let code = Self.code(status)
            outcome = code
            return code
        }
    }

    /// The exit code that a status of `waitpid` tells.
    private static func code(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Ends the conversation: the program reads the end of its input, and who waits for its messages is told that there are no more.
    public func disconnect() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Makes sure that the process is gone, and that nothing of it is left.
    ///
    /// - Returns: its exit code; 128 and the number of the signal where one ended it.
    @discardableResult
    public func end() -> Int32 {
        outcome.withLock { outcome in
            if let outcome { return outcome }
            // If it still runs, nothing can be read from it any more. One that is ending keeps its exit code.
            kill(identifier, SIGKILL)
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
            let code = Self.code(status)
            outcome = code
            return code
        }
    }

    private static func spawn(_ program: String, _ end: Int32, _ showsErrors: Bool) -> Int32? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
        if !showsErrors { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
        var variables: [UnsafeMutablePointer<CChar>?] = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        return posix_spawn(&process, program, &actions, nil, &arguments, &variables) == 0 ? process : nil
    }
}
