import FoundationEssentials
import Glibc

/// A program beside luca that does one job for it, such as drawing a picture: it is started for a request, reads it whole, answers and ends.
///
/// What such a program needs, libraries for drawing and for workbooks, would make every start of luca slower.
package struct HelperProgram: Sendable {
    /// Why there is no answer.
    package struct Failure: Error {
        /// What did not work, in a sentence.
        package let message: String
        /// What to do about it.
        package let hint: String?
    }

    /// The name of the file, such as `luca-draw`.
    package let name: String
    /// What it does, for messages: `draws pictures and pages`.
    package let purpose: String
    /// The Debian packages of the libraries that it is linked with.
    package let packages: String
    private let path: String

    /// A program of this name in the folder of the running one.
    package init(_ name: String, purpose: String, packages: String) {
        (self.name, self.purpose, self.packages) = (name, purpose, packages)
        path = Self.folder + name
    }

    /// PNG and PDF, by Cairo and Pango.
    package static let draw = HelperProgram("luca-draw", purpose: "draws pictures and lays out pages", packages: "libcairo2 libpangocairo-1.0-0")
    /// Workbooks of Excel, by libxlsxwriter.
    package static let sheet = HelperProgram("luca-sheet", purpose: "writes workbooks", packages: "libxlsxwriter4")

    /// The folder of the running program, with a slash at its end.
    private static var folder: String {
        guard let path = realpath("/proc/self/exe", nil) else { return "" }
        defer { free(path) }
        let program = String(cString: path)
        return String(program.prefix(through: program.lastIndex(of: "/") ?? program.startIndex))
    }

    /// Starts the program, hands it a request and waits for all that it answers.
    ///
    /// - Parameters:
    ///   - stopping: asked ten times a second; an error that it gives, such as that of Ctrl-C, ends the program and is thrown.
    ///   - request: hands the bytes of the request over, piece by piece.
    package func answer(stopping: () -> (any Error)?, _ request: (_ send: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws -> [UInt8] {
        guard access(path, X_OK) == 0 else {
            throw Failure(message: "the program \(name), which \(purpose) for luca, is not there", hint: "it belongs beside luca, in \(path.dropLast(name.count + 1))")
        }
        var ends: [Int32] = [-1, -1]
        // A socket and no pipe, because writing to one whose reader has gone can be kept from ending the writer.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw ended() }
        let child = spawn(ends[1])
        close(ends[1])
        defer { close(ends[0]) }
        guard let child else { throw Failure(message: "the program \(name), which \(purpose) for luca, cannot be started: \(String(cString: strerror(errno)))", hint: nil) }
        var exchange = Exchange(socket: ends[0], stopping: stopping)
        do {
            try request { try exchange.send($0) }
            shutdown(ends[0], Int32(SHUT_WR))
            let answer = try exchange.receive()
            try check(Self.wait(child))
            return answer
        } catch is Exchange.Gone {
            try check(Self.wait(child))
            throw ended()
        } catch {
            kill(child, SIGKILL)
            _ = Self.wait(child)
            throw error
        }
    }

    /// Throws where the program did not end well.
    private func check(_ status: Int32) throws {
        if status == 0 { return }
        // The dynamic loader ends a program so that misses a library.
        guard status >> 8 & 0xFF == 127 else { throw ended() }
        throw Failure(
            message: "the program \(name), which \(purpose) for luca, cannot start, as a library that it needs is missing", hint: "install it: sudo apt-get install \(packages)")
    }

    private func ended() -> Failure { Failure(message: "the program \(name), which \(purpose) for luca, ended before it was done", hint: nil) }

    /// Waits for the end of a child, and gives its status.
    private static func wait(_ child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return status
    }

    private func spawn(_ end: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
        // What the loader says of a missing library is told in luca's own words.
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        var variables: [UnsafeMutablePointer<CChar>?] = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        return posix_spawn(&process, path, &actions, nil, &arguments, &variables) == 0 ? process : nil
    }
}

/// The two directions of a socket to a helper program, which can be given up while it is waited for.
private struct Exchange {
    /// The other end was closed before everything was read.
    struct Gone: Error {}

    let socket: Int32
    let stopping: () -> (any Error)?

    /// Hands over bytes; waits while the program is busy.
    mutating func send(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            try wait(for: POLLOUT)
            let count = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL.rawValue | MSG_DONTWAIT.rawValue)) }
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard count > 0 else { throw Gone() }
            rest = rest.dropFirst(count)
        }
    }

    /// All that the program writes until it closes its end.
    mutating func receive() throws -> [UInt8] {
        var answer: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            try wait(for: POLLIN)
            let count = read(socket, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Gone() }
            if count == 0 { return answer }
            answer += buffer[..<count]
        }
    }

    private func wait(for events: Int32) throws {
        while true {
            var one = pollfd(fd: socket, events: Int16(events), revents: 0)
            let ready = poll(&one, 1, 100)
            if let error = stopping() { throw error }
            if ready > 0 { return }
        }
    }
}
