import LuaKit
import Session
import Storage

/// Acts: what one of them records is kept wholly or not at all.
extension Runtime {
    /// Runs something as one act: what it records is kept wholly or not at all. It may read every open book, and write one of them, since
    /// two files cannot be written as one; see `checkMayRecord(in:)`.
    ///
    /// What is not `kept` is forgotten at the end, as if it had failed, and with it the rules and targets that it defined. Where cash is below zero by it,
    /// that is told when it has ended, unless a frame among the values that are going to be shown says so.
    package func act<Result>(_ source: String, kept: Bool = true, showing: (Result) -> [LuaValue] = { _ in [] }, _ body: () throws -> Result) throws -> Result {
        if running.depth == 0 { (scripted.plansBefore, told.parts, told.cash) = (scripted.plans, [], CashWatch()) }
        running.depth += 1
        for opened in books.all { opened.begin(source) }
        running.source = source
        let result: Result
        do {
            result = try body()
        } catch {
            running.depth -= 1
            if running.depth == 0 {
                let isKept = kept && Self.isGoodExit(error)
                try end(kept: isKept)
                if isKept { tellCash(isKept: true) }
            }
            throw error
        }
        running.depth -= 1
        if running.depth == 0 {
            try end(kept: kept)
            tellCash(isKept: kept, besides: showing(result))
        }
        return result
    }

    /// Ends the act of every book: keeps it in the one that something was recorded in, if there is one.
    private func end(kept: Bool) throws {
        var isKept = false
        defer {
            for opened in books.all { opened.rollback() }
            if !isKept, let before = scripted.plansBefore { scripted.plans = before }
            scripted.plansBefore = nil
        }
        if kept { for opened in books.all where opened.book.hasRecorded { try opened.commit() } }
        isKept = kept
    }

    /// Whether a script ended early because it was done.
    package static func isGoodExit(_ error: any Error) -> Bool {
        ((error as? ExitRequest) ?? (error as? LuaFailure)?.underlying as? ExitRequest)?.code == 0
    }

    /// Runs something on a branch of every book that is thrown away, and refuses whatever would change a file; as an act of its own, or as a
    /// part of the one that is running, which goes on as it was.
    public func leavingNothing<Result>(_ source: String, _ body: () throws -> Result) throws -> Result {
        let before = isDryRun
        isDryRun = true
        defer { isDryRun = before }
        if running.depth > 0 { return try branch(isTrial: true, isRehearsalOfAct: true, body) }
        return try act(source, kept: false) { try branch(isTrial: true, isRehearsalOfAct: true, body) }
    }
}
