import Frames
import Ledger
import LuaKit
import Session
import Storage
import Values

/// Acts: what one of them records is kept wholly or not at all.
extension Runtime {
    /// Runs something as one act: what it records is kept wholly or not at all. It may read every open book, and write one of them, since
    /// two files cannot be written as one; see `checkMayRecord(in:)`.
    ///
    /// What is not `kept` is forgotten at the end, as if it had failed, and with it the rules and targets that it defined. Where cash is below zero by it,
    /// that is told when it has ended, unless a frame among the values that are going to be shown says so.
    package func act<Result>(_ source: String, kept: Bool = true, showing: (Result) -> [LuaValue] = { _ in [] }, _ body: () throws -> Result) throws -> Result {
        if running.depth == 0 { (scripted.plansBefore, told) = (scripted.plans, ToldInAct()) }
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

extension Runtime {
    /// Tells of the cash that the act took below zero, once an account and currency, where no frame that is shown has warned of it.
    ///
    /// Costs what the act recorded; nothing where it only added cash or units.
    ///
    /// - Parameter shown: the values that are going to be shown.
    func tellCash(isKept: Bool, besides shown: [LuaValue] = []) {
        var found: [FrameWarning] = []
        for opened in books.all where isKept {
            guard let recording = opened.recording else { continue }
            // What was recorded stands, whatever can be said of it.
            found += (try? NegativeCash.warnings(since: recording.last, voided: recording.voided, opened.book, isTried: false)) ?? []
        }
        found += told.cash.tried
        if found.isEmpty { return }
        for frame in shown.compactMap(frame) { told.cash.noteShown(frame) }
        for warning in found where told.cash.told.insert(warning.subject).inserted { notice(warning.message) }
    }

    /// Notes the cash that a branch would take below zero. Called while the branch still stands.
    func noteTriedCash(_ branch: Branch) {
        for opened in books.all where opened.book.hasRecorded {
            guard let recording = opened.recording else { continue }
            let before = branch.before[ObjectIdentifier(opened.book)]
            let voided = Array(recording.voided.dropFirst(before?.voided ?? 0))
            told.cash.note(tried: (try? NegativeCash.warnings(since: before?.last ?? recording.last, voided: voided, opened.book, isTried: true)) ?? [])
        }
    }

    /// Notes that the running act has voided entries of a book.
    package func note(voided entries: [EntryID], in book: Book) { books.all.first { $0.book === book }?.note(voided: entries) }
}

extension Runtime {
    /// The kinds of warnings that say why a value is not known.
    private static let reasons: Set = ["no_price", "no_rate", "beyond_bound", "unknown_cost", "unknown_value", "unknown_worth", "no_value"]
    /// The most sentences of this kind that one act tells.
    private static let mostParts = 20

    /// Gives a notice of how many rows a figure of a whole column leaves out since they have no value, and why, as far as the frame knows. The figure
    /// is a plain number, which cannot carry a warning. The same sentence is told once an act.
    func tellPart(_ leftOut: Int, of frame: Frame, _ column: String, _ function: AggregateFunction) {
        guard leftOut > 0 else { return }
        let own = FrameWarning.missingValues(column, leftOut, of: frame.rowCount, function, frame.name)
        for warning in [own] + frame.warnings.filter({ Self.reasons.contains($0.kind) }) {
            guard told.parts.count <= Self.mostParts, told.parts.insert(warning.message).inserted else { continue }
            notice(told.parts.count > Self.mostParts ? "more figures here leave out rows without a value" : warning.message)
        }
    }
}
