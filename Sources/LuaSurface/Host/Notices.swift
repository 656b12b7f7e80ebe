import Frames
import Ledger
import LuaKit
import Session
import Storage
import Values

/// What a person was told during the running act, so that nothing is told twice.
struct ToldInAct {
    /// Sentences on figures that leave rows out.
    var parts: Set<String> = []
    /// What it has told, or will tell, of cash below zero.
    var cash = CashWatch()
}

/// What the running act has told of cash below zero, and what its trial branches would have brought about.
///
/// The frame of a verb warns of it, which only those see who show the frame. So the end of the act tells the rest: of entries that were recorded
/// in a loop, in a script, in a function, or whose frame went into a variable.
struct CashWatch {
    /// The accounts and currencies that were told of, as `FrameWarning.subject` names them.
    var told: Set<String> = []
    /// The warnings of branches that are thrown away, in the order in which they ran, one an account and currency.
    var tried: [FrameWarning] = []

    /// Notes the warnings of a frame that was shown.
    mutating func noteShown(_ frame: Frame) {
        for warning in frame.warnings where warning.kind == "negative_cash" { told.insert(warning.subject) }
    }

    /// Notes the warnings of a branch that is thrown away.
    mutating func note(tried warnings: [FrameWarning]) {
        for warning in warnings where !tried.contains(where: { $0.subject == warning.subject }) { tried.append(warning) }
    }
}

/// What `undo` has to remember beside the journal.
package struct UndoMemory {
    /// The price or rate that was stored last, where nothing was recorded since.
    package var lastPriced: LastPriced?
    /// By book, acts that defined accounts or instruments alone, which `undo` has told of and passes over when it is asked again.
    package var toldDefinitions: [ObjectIdentifier: Set<Int>] = [:]
}

/// A price or a rate that was stored by hand. Prices are no entries, so `undo` takes back the act before them, and says so by this.
package struct LastPriced {
    private let what: String
    private let removal: String
    private let book: ObjectIdentifier
    private let entry: EntryID

    /// Notes that a price or rate was stored.
    ///
    /// - Parameters:
    ///   - what: what was stored, for a message.
    ///   - removal: the statement that takes it away.
    package static func note(_ what: String, removal: String, _ call: LuaCall) throws {
        let book = try call.book()
        call.runtime.undoing.lastPriced = LastPriced(what: what, removal: removal, book: ObjectIdentifier(book), entry: try book.ledger.lastEntry)
    }

    /// What `undo` says where the last thing done to the book was to store one; nil elsewhere.
    package static func notice(_ call: LuaCall, _ book: Book) throws -> String? {
        guard let last = call.runtime.undoing.lastPriced, last.book == ObjectIdentifier(book), try last.entry == book.ledger.lastEntry else { return nil }
        return "\(last.what) is no entry and stays: the act before it is undone; \(last.removal) takes it away"
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
