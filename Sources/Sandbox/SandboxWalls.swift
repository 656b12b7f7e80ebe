/// What the process of a script found that the kernel keeps it by, before the script begins.
public struct SandboxWalls: Sendable, Equatable {
    /// Whether system calls are filtered.
    public var hasFilter: Bool
    /// Whether Landlock keeps files closed.
    public var hasLandlock: Bool
    /// Why there is no filter; empty where there is one.
    public var problem: String
    /// Why memory, time and rights are not limited; empty where they are.
    public var limitsProblem: String

    /// What was found.
    public init(hasFilter: Bool, hasLandlock: Bool, problem: String = "", limitsProblem: String = "") {
        (self.hasFilter, self.hasLandlock, self.problem, self.limitsProblem) = (hasFilter, hasLandlock, problem, limitsProblem)
    }

    /// Why a script is not run behind them; nil where it is.
    ///
    /// - Parameter isWeak: whether it is run without a filter, where something else keeps it from files.
    public func refusal(isWeak: Bool) -> SandboxFailure? {
        if !limitsProblem.isEmpty {
            return SandboxFailure(kind: "sandbox", message: "the limits of the script's process cannot be set (\(limitsProblem)), so the script was not run")
        }
        if hasFilter || isWeak && hasLandlock { return nil }
        guard hasLandlock else {
            return SandboxFailure(
                kind: "sandbox",
                message: "this system has neither a filter for what the script's process may ask the kernel (\(problem)) nor Landlock, so the script was not run",
                hint: "nothing would keep it from your files, with --weak either: run it where the kernel has one of them")
        }
        return SandboxFailure(
            kind: "sandbox", message: "this system has no filter for what the script's process may ask the kernel (\(problem)), so the script was not run",
            hint: "read the script first: what holds without the filter is told by luca help manual sandbox, and --weak runs it so")
    }

    /// What a script that is run runs without; empty where it is behind all that it needs.
    public var lacking: String { hasFilter ? "" : problem }
}
