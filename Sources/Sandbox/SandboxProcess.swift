internal import CLuca
internal import Glibc
internal import HelperPrograms
internal import Messages

/// Runs a stranger's script in a process of its own, which reads a copy of the book in memory, and watches over it from outside.
///
/// That process is luca itself, started anew: it has no descriptor of the book, none of its variables, and no way to anything but three pipes. What it
/// says is taken for a stranger's word.
public struct SandboxProcess {
    /// The word on the command line by which luca becomes that process.
    public static let command = "sandboxed-script"

    /// The descriptors that it finds open.
    public enum Descriptor: Int32 {
        /// Answers to its wishes.
        case answers = 0
        /// What it prints.
        case output = 1
        /// What it tells beside.
        case errors = 2
        /// What it reports.
        case reports = 3
        /// The request, a file in memory.
        case request = 4
        /// The book, a file in memory.
        case book = 5
    }

    /// What it is asked.
    public let request: SandboxRequest
    /// Takes what the script prints, as it comes.
    public var output: ([UInt8]) -> Void = { _ in }
    /// Takes what is told beside.
    public var errors: ([UInt8]) -> Void = { _ in }
    /// Called when nothing more comes of either.
    public var finish: () -> Void = {}
    /// Whether somebody pressed Ctrl-C.
    public var isStopped: () -> Bool = { false }
    /// Does what the script asks for by a permission.
    public var fulfil: (SandboxWish) -> SandboxAnswer = { _ in SandboxAnswer(problem: "this was not allowed") }

    /// The process of a request.
    public init(_ request: SandboxRequest) { self.request = request }

    /// Starts it on the bytes of a book, and returns when it has ended and nothing is left of it.
    public func run(on book: UnsafeRawBufferPointer) -> SandboxOutcome {
        do {
            defer { finish() }
            var watch = SandboxWatch(try RunningSandbox(request, book), self)
            return watch.watch()
        } catch {
            return SandboxOutcome(.refused(error), request.limits)
        }
    }
}

/// The process of a script, with this side's ends of its pipes.
final class RunningSandbox {
    let process: pid_t
    let (output, errors, reports): (Int32, Int32, Int32)
    let answers: Int32
    /// What of an answer is not handed over yet.
    private var waiting: ArraySlice<UInt8> = []

    /// Starts it.
    ///
    /// - Parameter parent: the process that it is to end with, which is this one.
    init(_ request: SandboxRequest, _ book: UnsafeRawBufferPointer, parent: Int32 = getpid()) throws(SandboxFailure) {
        var request = request
        request.parent = parent
        var own: [Int32] = [], theirs: [Int32] = []
        defer { for descriptor in theirs { close(descriptor) } }
        do throws(SandboxFailure) {
            for isRead in [true, false, false, false] {
                var ends: [Int32] = [-1, -1]
                guard luca_pipe(&ends) else { throw Self.failure("has no pipes") }
                theirs.append(ends[isRead ? 0 : 1])
                own.append(ends[isRead ? 1 : 0])
            }
            let told = request.frame.withUnsafeBytes { bytes in Result { () throws(SandboxFailure) in try Self.sealed(bytes, "luca-request") } }
            theirs.append(try told.get())
            theirs.append(try Self.sealed(book, "luca-book"))
            process = try Self.start(theirs)
        } catch {
            for descriptor in own { close(descriptor) }
            throw error
        }
        (answers, output, errors, reports) = (own[0], own[1], own[2], own[3])
        // What it does not read must not hold up this side.
        _ = fcntl(answers, F_SETFL, O_NONBLOCK)
    }

    /// Ends it, and what it may have started where no filter stands.
    func kill() {
        Glibc.kill(-process, SIGKILL)
        Glibc.kill(process, SIGKILL)
    }

    deinit { for descriptor in [answers, output, errors, reports] { close(descriptor) } }

    private static func failure(_ what: String) -> SandboxFailure {
        SandboxFailure(kind: "sandbox", message: "the process for the script \(what): \(String(cString: strerror(errno)))")
    }

    /// A file in memory with these bytes, which nobody can change any more.
    private static func sealed(_ bytes: UnsafeRawBufferPointer, _ purpose: String) throws(SandboxFailure) -> Int32 {
        let descriptor = luca_memory_file(purpose, 0)
        guard descriptor >= 0 else { throw failure("has no memory for the book") }
        var written = 0
        while written < bytes.count {
            let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        guard written == bytes.count, luca_seal(descriptor) else {
            defer { close(descriptor) }
            throw failure("has no memory for the book")
        }
        return descriptor
    }

    /// Where numbers and dates come from, and libraries that are not in their usual place; no word of the user's else.
    private static let kept = ["TZ", "LANG", "LC_ALL", "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_MONETARY", "LD_LIBRARY_PATH"]

    /// luca itself, also where another program is built with it, such as its tests.
    private static var program: String {
        let path = HelperProcess.besideThisProgram("luca")
        return access(path, X_OK) == 0 ? path : "/proc/self/exe"
    }

    private static func start(_ descriptors: [Int32]) throws(SandboxFailure) -> pid_t {
        // A crash is told by how the process ended; nothing is to look into it.
        let variables = kept.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } } + ["SWIFT_BACKTRACE=enable=no"]
        let environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for text in environment { free(text) } }
        let process = environment.withUnsafeBufferPointer { luca_child_start(program, SandboxProcess.command, descriptors, Int32(descriptors.count), $0.baseAddress) }
        guard process > 0 else { throw failure("cannot be started") }
        return process
    }

    /// Whether an answer is not handed over to its end.
    var isAnswering: Bool { !waiting.isEmpty }

    /// Hands over an answer, as far as the process reads it by now.
    func answer(_ answer: SandboxAnswer) {
        waiting = answer.frame[...]
        goOnAnswering()
    }

    /// Hands over more of the answer.
    func goOnAnswering() {
        while !waiting.isEmpty {
            let count = waiting.withUnsafeBytes { luca_write_quietly(answers, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { return }
            // Where nobody reads any more, the rest is nobody's.
            waiting = count > 0 ? waiting.dropFirst(count) : []
        }
    }
}
