internal import Glibc
import Values

/// What came of a sandboxed script, as luca's own process saw it.
public struct SandboxOutcome: Sendable, Equatable {
    /// How its process ended.
    public enum Ending: Sendable, Equatable {
        /// The script ended by itself, with success or with a failure, or a limit inside Lua stopped it.
        case ended(SandboxEnd)
        /// The script was not begun.
        case refused(SandboxFailure)
        /// Its time was up, and it was ended from outside.
        case time
        /// Its process had no memory left.
        case memory
        /// It printed more than it may.
        case output
        /// The kernel ended it at something that is forbidden.
        case forbidden
        /// It crashed, by a signal of this number.
        case crashed(signal: Int32)
        /// Its process ended without a word.
        case vanished
        /// Somebody pressed Ctrl-C.
        case interrupted
    }

    /// How its process ended.
    public var ending: Ending
    /// The limits that it had.
    public var limits: SandboxLimits
    /// Milliseconds that it ran.
    public var milliseconds = 0
    /// The most bytes of memory that its process had.
    public var memory = 0
    /// Where it was when its time was up; nil where that is not known.
    public var line: (chunk: String, line: Int)?
    /// What the kernel lacks of the walls; empty where it has all.
    public var lacking = ""
    /// What is to be told of a script that ran without a filter; nil where one stood.
    public var warning: String? {
        if lacking.isEmpty { return nil }
        return "no filter stood between the script and the kernel (\(lacking)); files were kept closed by Landlock, time and memory by their limits, and all else by Lua alone"
    }

    /// An ending under limits.
    init(_ ending: Ending, _ limits: SandboxLimits) { (self.ending, self.limits) = (ending, limits) }

    public static func == (one: SandboxOutcome, other: SandboxOutcome) -> Bool {
        one.ending == other.ending && one.limits == other.limits && one.line?.chunk == other.line?.chunk && one.line?.line == other.line?.line
    }

    /// The exit code of a script that did what a sandbox forbids.
    public static let forbiddenCode: Int32 = 126

    /// The exit code of `luca run --sandbox`: that of the script, or 124 for time, 125 for memory, 126 for what is forbidden, 130 for Ctrl-C.
    public var code: Int32 {
        switch ending {
        case .ended(let end):
            switch end.limit {
            case .time?: 124
            case .memory?: 125
            case nil: min(max(end.code, 0), 255)
            }
        case .refused, .output, .crashed, .vanished: 1
        case .time: 124
        case .memory: 125
        case .forbidden: Self.forbiddenCode
        case .interrupted: 130
        }
    }

    /// What went wrong, with what was used and how to raise a limit; nil where nothing did.
    public var failure: SandboxFailure? {
        var failure: SandboxFailure
        switch ending {
        case .ended(let end):
            guard let limit = end.limit else { return end.failure }
            failure = Self.limited(limit, held: end.heap, milliseconds, limits)
            (failure.chunk, failure.line, failure.sourceLine, failure.traceback) = (end.failure?.chunk, end.failure?.line, end.failure?.sourceLine, end.failure?.traceback)
            return failure
        case .refused(let refusal): return refusal
        case .time:
            failure = Self.limited(.time, held: 0, milliseconds, limits)
            (failure.chunk, failure.line) = (line?.chunk, line?.line)
            return failure
        case .memory:
            return SandboxFailure(
                kind: "limit",
                message:
                    "the script was ended: it may take \(ByteCount.text(limits.addressSpace)) beyond what luca itself has, "
                    + "and its process has had \(ByteCount.text(memory)) in all",
                hint: Self.raise(limits))
        case .output:
            return SandboxFailure(
                kind: "limit", message: "the script was ended: it printed more than the \(ByteCount.text(limits.output)) that it may",
                hint: "\(SandboxLimits.Name.output.option) \(limits.output < 1 << 19 ? "\(limits.output >> 9)K" : "\(limits.output >> 19)") allows twice as much")
        case .forbidden:
            return SandboxFailure(
                kind: "sandbox", message: "the kernel ended the script: its process asked for what a sandbox forbids, such as to open a file, a connection or a program",
                hint: "luca's own functions ask for nothing of the kind: do not run this script outside of a sandbox")
        case .crashed(SIGKILL):
            return SandboxFailure(
                kind: "sandbox", message: "the process of the script was killed from outside, as by the system for want of memory; nothing outside of it was touched")
        case .crashed(let signal):
            let names = [SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGFPE: "SIGFPE"]
            let name = names[signal] ?? "signal \(signal)"
            return SandboxFailure(
                kind: "sandbox", message: "the script crashed the process that it ran in (\(name)); nothing outside of that was touched",
                hint: "a script that means well does not: do not run it outside of a sandbox")
        case .vanished: return SandboxFailure(kind: "sandbox", message: "the process of the script ended without telling why; nothing outside of it was touched")
        case .interrupted: return SandboxFailure(kind: "interrupted", message: "interrupted; the book is as it was")
        }
    }

    private static func limited(_ limit: SandboxEnd.Limit, held: Int, _ milliseconds: Int, _ limits: SandboxLimits) -> SandboxFailure {
        switch limit {
        case .time:
            let twice = Double(limits.milliseconds) / 500
            let shown = twice == twice.rounded() ? "\(Int(twice))" : "\(limits.milliseconds * 2)ms"
            return SandboxFailure(
                kind: "limit",
                message:
                    "the script was stopped after \(SandboxLimits.shown(milliseconds: milliseconds)): it ran longer than the \(SandboxLimits.shown(milliseconds: limits.milliseconds)) that it may",
                hint: "\(SandboxLimits.Name.time.option) \(shown) gives it twice as long")
        case .memory:
            return SandboxFailure(
                kind: "limit",
                message:
                    "the script was stopped: Lua held \(ByteCount.text(held)), and with what it asked for that is more than the \(ByteCount.text(limits.heap)) that it may",
                hint: raise(limits))
        }
    }

    private static func raise(_ limits: SandboxLimits) -> String {
        let twice = limits.heap >> 19
        return "\(SandboxLimits.Name.memory.option) \(twice > 0 ? "\(twice)" : "\(limits.heap >> 9)K") gives it twice as much"
    }
}
