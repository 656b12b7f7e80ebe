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
    private var clock: SandboxClock
    private var isAlarmed = false
    /// Whether it had closed its pipes, and not ended, so that it was ended from here.
    private var isKilled = false

    init(_ sandbox: RunningSandbox, _ host: SandboxProcess) {
        (self.sandbox, self.host, limits) = (sandbox, host, host.request.limits)
        outcome = SandboxOutcome(.vanished, limits)
        clock = SandboxClock(milliseconds: limits.milliseconds, start: luca_monotonic())
    }

    /// How long the ends of its pipes are waited for once it has ended, and its end once it has closed them, in milliseconds.
    private static let lingering = 1000

    /// Watches to the end, once.
    mutating func watch() -> SandboxOutcome {
        var open: Set = [sandbox.output, sandbox.errors, sandbox.reports]
        // Where no filter stands, another process of the script's may keep the pipes open.
        while !open.isEmpty, over.map({ (luca_monotonic() - $0) / 1_000_000 < Self.lingering }) ?? true {
            var descriptors = open.sorted().map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if sandbox.isAnswering { descriptors.append(pollfd(fd: sandbox.answers, events: Int16(POLLOUT), revents: 0)) }
            if poll(&descriptors, nfds_t(descriptors.count), 20) > 0 {
                for descriptor in descriptors where descriptor.revents != 0 {
                    if descriptor.fd == sandbox.answers {
                        sandbox.goOnAnswering()
                    } else if !receive(from: descriptor.fd) {
                        open.remove(descriptor.fd)
                    }
                }
            }
            look()
        }
        // It has closed its pipes, and so has ended, or is to.
        isKilled = over == nil && !luca_child_has_ended(sandbox.process, Int32(Self.lingering))
        sandbox.kill()
        var used = rusage()
        let status = luca_child_wait(sandbox.process, &used)
        outcome.milliseconds = clock.milliseconds(at: luca_monotonic())
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
            do {
                while let report = try reports.next() {
                    take(report)
                    look()
                }
            } catch { end(.vanished) }
        }
        return true
    }

    private mutating func take(_ report: SandboxReport) {
        switch report {
        case .ready(let lacking):
            // luca says so before the script is begun, and what says it again is the script.
            if clock.hasBegun { return }
            clock.begin(at: luca_monotonic())
            outcome.lacking = lacking
        case .line(let chunk, let line): outcome.line = (chunk, line)
        case .ended(let ended):
            // The first word counts: another process of the script's may speak where no filter stands.
            if hasReported { return }
            (outcome.ending, hasReported, over) = (.ended(ended), true, luca_monotonic())
        case .refused(let failure):
            if hasReported { return }
            (outcome.ending, hasReported, over) = (.refused(failure), true, luca_monotonic())
        case .wish(let wish): fulfil(wish)
        }
    }

    /// Has a wish done, and begins to answer. luca's own side of the script sends one, and nothing more before it has the answer to that: what comes in
    /// another way, or from what has ended or is about to, is the script's doing, and is left.
    private mutating func fulfil(_ wish: SandboxWish) {
        guard clock.hasBegun, cause == nil, !hasReported, !isAlarmed, reports.isEmpty, !sandbox.isAnswering else { return }
        let asked = luca_monotonic(), answer = host.fulfil(wish)
        clock.pause(from: asked, to: luca_monotonic())
        sandbox.answer(answer)
    }

    /// Ends it where it is to be ended.
    private mutating func look() {
        if cause != nil || hasReported { return }
        if host.isStopped() { return end(.interrupted) }
        switch clock.verdict(at: luca_monotonic()) {
        case .goesOn: break
        case .isDue:
            if isAlarmed { return }
            isAlarmed = true
            kill(sandbox.process, SIGALRM)
        case .isOver: end(.time)
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
        // It was told to end once it had said how it did, or had closed its pipes and stayed.
        if signal == SIGKILL, hasReported || isKilled { return outcome.ending }
        if signal == SIGSYS { return .forbidden }
        // The limit of the processor's time, which lies behind that of the clock, ends it by these.
        if signal == SIGXCPU || isAlarmed { return .time }
        // Swift ends a process that gets no memory by a trap.
        if outcome.memory > limits.addressSpace / 2 { return .memory }
        return .crashed(signal: signal)
    }
}
