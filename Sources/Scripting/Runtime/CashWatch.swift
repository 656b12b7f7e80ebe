import Frames
import Ledger
import LuaKit
import Storage

/// What an act has told of cash below zero, and what was found of what it only tried out.
///
/// The frame that a verb gives back warns of it, but only who shows the frame is told. So the end of the act tells the rest: of entries that were recorded
/// in a loop, in a script, in a function, or whose frame went into a variable.
struct CashWatch {
    /// The accounts and currencies that were told of (`FrameWarning.subject`).
    var told: Set<String> = []
    /// The warnings of branches that are thrown away, in the order in which they ran, one an account and currency.
    var tried: [FrameWarning] = []

    /// Notes what a frame that was shown has told.
    mutating func noteShown(_ frame: Frame) {
        for warning in frame.warnings where warning.kind == "negative_cash" { told.insert(warning.subject) }
    }

    /// Notes what a branch would have brought about.
    mutating func note(tried warnings: [FrameWarning]) {
        for warning in warnings where !tried.contains(where: { $0.subject == warning.subject }) { tried.append(warning) }
    }
}

extension Runtime {
    /// Tells of the cash that the act which has ended took below zero, once an account and currency, where nobody has yet.
    ///
    /// Costs what the act recorded; where it brought money or units alone, nothing beside.
    ///
    /// - Parameter shown: the values that are going to be shown.
    func tellCash(isKept: Bool, besides shown: [LuaValue] = []) {
        var found: [FrameWarning] = []
        for opened in openBooks where isKept {
            guard let recording = opened.recording else { continue }
            // What was recorded stands, whatever can be said of it.
            found += (try? NegativeCash.warnings(since: recording.last, voided: recording.voided, opened.book, isTried: false)) ?? []
        }
        found += cashWatch.tried
        if found.isEmpty { return }
        for frame in shown.compactMap(frame) { cashWatch.noteShown(frame) }
        for warning in found where cashWatch.told.insert(warning.subject).inserted { notice(warning.message) }
    }

    /// Notes the cash that a branch would take below zero, while it still stands.
    func noteTriedCash(_ branch: Branch) {
        for opened in openBooks where opened.book.hasRecorded {
            guard let recording = opened.recording else { continue }
            let before = branch.before[ObjectIdentifier(opened.book)]
            let voided = Array(recording.voided.dropFirst(before?.voided ?? 0))
            cashWatch.note(tried: (try? NegativeCash.warnings(since: before?.last ?? recording.last, voided: voided, opened.book, isTried: true)) ?? [])
        }
    }

    /// Notes that the running act has voided entries of a book.
    func note(voided entries: [EntryID], in book: Book) { openBooks.first { $0.book === book }?.note(voided: entries) }
}
