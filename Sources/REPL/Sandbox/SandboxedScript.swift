internal import CLuca
import Frames
internal import Glibc
import HelperPrograms
import LuaFormats
import LuaKit
import LuaSurface
import Messages
import Sandbox
import Scripting
import Session
import Storage
import Values

/// The process in which a stranger's script runs: luca, started anew by `SandboxProcess`.
///
/// It reads its request and the book from memory, makes all that needs a file, raises the walls, and runs the script. From then on the kernel lets it do
/// nothing but compute, print, and report.
public struct SandboxedScript {
    private typealias Descriptor = SandboxProcess.Descriptor

    /// The process of this program.
    public init() {}

    /// Runs the script, and returns the exit code; 2 where nobody has started the process for that.
    public func run() -> Int32 {
        guard let bytes = Self.mapped(.request), let request = Self.request(bytes), let book = Self.mapped(.book) else {
            StandardOutput().note("Error: luca starts \(SandboxProcess.command) by itself: luca run --sandbox FILE\n")
            return 2
        }
        // Nobody waits for what it does once that process has ended.
        guard luca_end_with(request.parent) else { return 1 }
        do {
            let runtime = try Self.runtime(request)
            try runtime.openBook(image: book, named: request.book)
            Self.warmUp(runtime)
            guard let lacking = try Self.raiseWalls(request) else { return 1 }
            return Self.report(.ready(lacking)) ? Self.carryOut(request, runtime) : 1
        } catch {
            _ = Self.report(.refused(SandboxFailure(Failure(error, otherwise: "sandbox"))))
            return 1
        }
    }

    // MARK: The request

    private static func request(_ bytes: UnsafeRawBufferPointer) -> SandboxRequest? {
        var stream = MessageStream<SandboxRequest>()
        stream.append(bytes)
        return (try? stream.next()).flatMap(\.self)
    }

    /// The bytes of a file in memory, whose descriptor is closed; nil where there is none.
    private static func mapped(_ descriptor: Descriptor) -> UnsafeRawBufferPointer? {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        let size = Int(status.st_size), start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor.rawValue, 0)
        close(descriptor.rawValue)
        return start == MAP_FAILED ? nil : UnsafeRawBufferPointer(start: start, count: size)
    }

    private static func runtime(_ request: SandboxRequest) throws -> Runtime {
        var configuration = Runtime.Configuration()
        configuration.isSandboxed = true
        configuration.isOffline = true
        configuration.version = Version.current
        configuration.environmentLocale = .ofEnvironment(environment)
        configuration.today = try request.today.isEmpty ? nil : Day(request.today)
        // To ask the system for it, files are opened.
        configuration.userName = { nil }
        let runtime = try Runtime(configuration)
        runtime.console.output = { StandardOutput().write($0) }
        runtime.console.notice = { StandardOutput().note("notice: \($0)\n") }
        let layout = request.layout
        runtime.console.format = FrameFormat(rawValue: layout.format) ?? .table
        runtime.console.rendering.width = layout.width > 0 ? layout.width : nil
        runtime.console.rendering.maximumRows = layout.rows > 0 ? layout.rows : nil
        runtime.console.rendering.privacy = layout.isPrivate
        runtime.console.rendering.unicode = layout.isUnicode
        runtime.lua.changesAllTerminalText = layout.isPrivate
        return runtime
    }

    /// Does once what the first time needs a file or a call that the walls do not let through.
    private static func warmUp(_ runtime: Runtime) {
        _ = SystemClock.today()
        _ = HelperProcess.besideThisProgram("")
        _ = try? runtime.evaluate("os.date(), os.time(), pcall(error, 'x')", name: "=sandbox", source: "sandbox")
    }

    // MARK: The walls

    /// What the kernel lacks of the walls, empty where it has all; nil where the script is not run without.
    private static func raiseWalls(_ request: SandboxRequest) throws -> String? {
        luca_tell_line_at_alarm(Descriptor.reports.rawValue)
        let answers = request.permissions.isEmpty ? -1 : Descriptor.answers.rawValue
        var walls = luca_walls()
        walls.memory = UInt64(request.limits.addressSpace)
        // The clock on the wall ends it before.
        walls.seconds = UInt32(clamping: request.limits.milliseconds / 1000 + 3)
        walls.reads = answers
        walls.writes = (Descriptor.output.rawValue, Descriptor.errors.rawValue, Descriptor.reports.rawValue)
        var standing = luca_walls_standing()
        luca_walls_raise(&walls, &standing)
        let found = SandboxWalls(
            hasFilter: standing.filter, hasLandlock: standing.landlock, problem: text(standing.problem), limitsProblem: text(standing.limits_problem))
        if let refusal = found.refusal(isWeak: request.isWeak) {
            _ = report(.refused(refusal))
            return nil
        }
        return found.lacking
    }

    /// The text in an array of characters of C, which Swift has as a tuple.
    private static func text<Characters>(_ characters: Characters) -> String { withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } }

    // MARK: The script

    /// Reports by plain writing, which is all that the walls let through.
    static func report(_ report: SandboxReport) -> Bool {
        var rest = report.frame[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(Descriptor.reports.rawValue, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func carryOut(_ request: SandboxRequest, _ runtime: Runtime) -> Int32 {
        runtime.limitSandbox(request.limits)
        #if DEBUG
            if request.isProbe { runtime.defineSystemCalls() }
        #endif
        let door = SandboxDoor(request.permissions, runtime)
        door.open()
        let script: Runtime.Script = request.function.isEmpty ? .text(request.text) : .function(request.function)
        let end = ended(runtime) {
            if request.permissions.records, !request.isDryRun {
                let proposal = try runtime.proposal(script, name: request.name, arguments: request.arguments) { try show($0, runtime) }
                if let rows = proposal.rows { _ = try door.ask(.record(rows: rows)) }
                if proposal.hasOthers { runtime.console.notice("what the script would record beside activities, such as accounts and prices, is left out of its drafts") }
                return
            }
            if request.isDryRun {
                runtime.console.output(try runtime.dryRun(request.text, name: request.name, arguments: request.arguments))
                return
            }
            try show(runtime.runScript(script, name: request.name, arguments: request.arguments), runtime)
        }
        _ = report(.ended(end))
        // What would be tidied up goes with the process.
        _exit(end.code)
    }

    private static func show(_ values: [LuaValue], _ runtime: Runtime) throws {
        for value in values where !value.isNone { runtime.console.output(try runtime.shown(value) + "\n") }
    }

    /// How a script ends.
    private static func ended(_ runtime: Runtime, _ body: () throws -> Void) -> SandboxEnd {
        do {
            try body()
            return SandboxEnd(code: 0, heap: runtime.lua.memoryUsed)
        } catch {
            let heap = runtime.lua.memoryUsed
            // To tell of it takes both.
            runtime.lua.limitTime(nil)
            runtime.lua.limitMemory(0)
            if let exit = RuntimeInterpreter.exitRequest(error) { return SandboxEnd(code: Int32(truncatingIfNeeded: exit.code), heap: heap) }
            var failure = Failure(error, in: runtime)
            // The copy of the book here is never opened otherwise; what may be recorded goes by another way.
            let isRecording = failure.kind == StorageError.Kind.readOnly.rawValue
            if isRecording { failure.hint = "luca run --sandbox --allow record FILE keeps what it records as drafts" }
            let cause = (error as? LuaFailure)?.underlying ?? error, stop = cause as? LuaStop
            let limit: SandboxEnd.Limit? = stop == .deadline ? .time : stop == .memory ? .memory : nil
            let isForbidden = isRecording || failure.kind == "sandbox" || (cause as? FileAccess.Failure)?.isForbidden == true
            let code = isForbidden ? SandboxOutcome.forbiddenCode : failure.kind == OptionValues.kind ? 2 : 1
            return SandboxEnd(code: code, heap: heap, limit: limit, failure: SandboxFailure(failure))
        }
    }
}

extension SandboxFailure {
    /// A failure of the shell's for the way between the processes.
    init(_ failure: Failure) {
        self.init(kind: failure.kind, message: failure.message, hint: failure.hint)
        (chunk, line, column, sourceLine, traceback) = (failure.chunk, failure.line, failure.column, failure.sourceLine, failure.traceback)
    }
}

extension Failure {
    /// A failure that the process of a script told.
    init(_ failure: SandboxFailure) {
        self.init(
            kind: failure.kind, message: failure.message, hint: failure.hint, chunk: failure.chunk, line: failure.line, column: failure.column, sourceLine: failure.sourceLine,
            traceback: failure.traceback)
    }
}
