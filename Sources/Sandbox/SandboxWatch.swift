internal import CLuca
internal import Glibc
internal import Messages

/// Watches over the process of a script: the time, what it prints, what it reports, and its end.
struct SandboxWatch {
    private let sandbox: RunningSandbox
    private let host: SandboxProcess
    private let limits: SandboxLimits

    private var reports = MessageStream<SandboxReport>()
    private var printed = 0
    /// What was told beside, up to its limit.
    private var told: [UInt8] = []
    /// When it was ended, or reported its end.
    private var over: Int64?
    private var outcome: SandboxOutcome
    /// Why it was ended from outside; nil while it was not.
    private var cause: SandboxOutcome.Ending?
    private var hasReported = false
    /// When it was started, and when the script was begun.
    private let start = luca_monotonic()
    private var begun: Int64?
    /// Nanoseconds that its wishes took.
    private var waited: Int64 = 0
    private var isAlarmed = false

    init(_ sandbox: RunningSandbox, _ host: SandboxProcess) {
        (self.sandbox, self.host, limits) = (sandbox, host, host.request.limits)
        outcome = SandboxOutcome(.vanished, limits)
    }

    private static let millisecond: Int64 = 1_000_000
    /// How long luca itself may take to start and to open the book.
    private static let startingTime = 60_000 * millisecond
    /// How much longer than its time a script has to be stopped by Lua, which knows the line, and then to tell the line at a signal.
    private static let (grace, lastGrace) = (200 * millisecond, 500 * millisecond)

    /// How long the ends of its pipes are waited for once it has ended.
    private static let lingering = 1000 * millisecond

    /// Watches to the end, once.
    mutating func watch() -> SandboxOutcome {
        var open: Set = [sandbox.output, sandbox.errors, sandbox.reports]
        // Where no filter stands, another process of the script's may keep the pipes open.
        while !open.isEmpty, over.map({ luca_monotonic() - $0 < Self.lingering }) ?? true {
            var descriptors = open.sorted().map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let ready = poll(&descriptors, nfds_t(descriptors.count), 20)
            if ready > 0 { for descriptor in descriptors where descriptor.revents != 0 && !receive(from: descriptor.fd) { open.remove(descriptor.fd) } }
            look()
        }
        // It has closed its pipes, and so has ended, or is to.
        sandbox.kill()
        var used = rusage()
        let status = luca_child_wait(sandbox.process, &used)
        outcome.milliseconds = Int((luca_monotonic() - (begun ?? start) - waited) / Self.millisecond)
        outcome.memory = used.ru_maxrss * 1024
        outcome.ending = ending(status)
        host.errors(messages)
        return outcome
    }

    /// Takes what has come; false at the end.
    private mutating func receive(from descriptor: Int32) -> Bool {
        let piece = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            return count < 0 && errno == EINTR ? nil : Array(buffer.prefix(max(0, count)))
        }
        guard let piece else { return true }
        if piece.isEmpty { return false }
        if cause != nil, descriptor != sandbox.reports { return true }
        switch descriptor {
        case sandbox.output:
            let rest = limits.output - printed
            printed += piece.count
            host.output(piece.count > rest ? Array(piece.prefix(rest)) : piece)
            if piece.count > rest { end(.output) }
        case sandbox.errors:
            told += piece.prefix(SandboxLimits.errors - told.count)
        default:
            reports.append(piece)
            do { while let report = try reports.next() { take(report) } } catch { end(.vanished) }
        }
        return true
    }

    private mutating func take(_ report: SandboxReport) {
        switch report {
        case .ready(let lacking):
            if begun == nil { begun = luca_monotonic() }
            outcome.lacking = String(lacking.prefix(200))
        case .line(let chunk, let line): outcome.line = (chunk, line)
        case .ended(let ended):
            // The first word counts: another process of the script's may speak where no filter stands.
            if hasReported { return }
            (outcome.ending, hasReported, over) = (.ended(ended), true, luca_monotonic())
        case .refused(let failure):
            if hasReported { return }
            (outcome.ending, hasReported, over) = (.refused(failure), true, luca_monotonic())
        case .wish(let wish):
            let asked = luca_monotonic(), answer = host.fulfil(wish)
            sandbox.answer(answer, until: host.isStopped)
            waited += luca_monotonic() - asked
        }
    }

    /// Ends it where it is to be ended.
    private mutating func look() {
        if cause != nil || hasReported { return }
        if host.isStopped() { return end(.interrupted) }
        let now = luca_monotonic()
        guard let begun else {
            if now - start > Self.startingTime { end(.time) }
            return
        }
        let past = now - begun - waited - Int64(limits.milliseconds) * Self.millisecond
        if past > Self.lastGrace {
            end(.time)
        } else if past > Self.grace, !isAlarmed {
            isAlarmed = true
            kill(sandbox.process, SIGALRM)
        }
    }

    private mutating func end(_ cause: SandboxOutcome.Ending) {
        (self.cause, over) = (cause, luca_monotonic())
        sandbox.kill()
    }

    /// What was told beside, without what Swift says of a process that it ends.
    private var messages: [UInt8] {
        switch outcome.ending {
        case .memory, .crashed:
            let lines = told.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return Array(lines.prefix { !$0.starts(with: Array("Fatal error: ".utf8)) && !$0.starts(with: Array("*** ".utf8)) }.joined(separator: [UInt8(ascii: "\n")]))
        case .ended, .refused, .time, .output, .forbidden, .vanished, .interrupted: return told
        }
    }

    /// How it ended, by what it reported, why it was ended, and what the system says.
    private func ending(_ status: Int32) -> SandboxOutcome.Ending {
        if let cause { return cause }
        let signal = status & 0x7F
        if signal == 0 {
            if hasReported { return outcome.ending }
            return isAlarmed && (status >> 8) & 0xFF == 124 ? .time : .vanished
        }
        if signal == SIGSYS { return .forbidden }
        // The limit of the processor's time, which lies behind that of the clock, ends it by these.
        if signal == SIGXCPU || isAlarmed { return .time }
        // Swift ends a process that gets no memory by a trap.
        if outcome.memory > limits.addressSpace / 2 || signal == SIGKILL { return .memory }
        return .crashed(signal: signal)
    }
}
