import Frames
import Ledger
import LuaKit
import Storage

/// A part of an act that is thrown away in the end, or may be, and what scripts were handed of it.
///
/// Frames compute their columns when somebody asks, perhaps when the branch is long gone. Those that were made of a branch let go of it
/// as it is thrown away: what they have computed stays, and for the rest an error says why it is not there. A wrong figure never comes out.
final class Branch {
    /// Tells it from every other branch of the session.
    let number: Int
    /// Whether nothing of it is kept, whatever happens.
    let isTrial: Bool
    /// Whether it shows what a script or a rule would do, so that what would be refused is refused here too.
    let isRehearsalOfAct: Bool
    /// Of each book in which the act had recorded something as it began: the last entry, and how many entries it had voided.
    let before: [ObjectIdentifier: (last: EntryID, voided: Int)]
    /// How many accounts and instruments each open book had as it began.
    private var known: [ObjectIdentifier: (accounts: Int, instruments: Int)] = [:]
    private var frames: [WeakFrame] = []
    private var pruneAt = 64

    private struct WeakFrame {
        weak var frame: FrameObject?
    }

    init(_ number: Int, isTrial: Bool, isRehearsalOfAct: Bool, _ books: [BookObject]) throws {
        self.number = number
        self.isTrial = isTrial
        self.isRehearsalOfAct = isRehearsalOfAct
        let recorded = try books.filter(\.book.hasRecorded).map { (ObjectIdentifier($0.book), (last: try $0.book.ledger.lastEntry, voided: $0.recording?.voided.count ?? 0)) }
        before = Dictionary(uniqueKeysWithValues: recorded)
        for opened in books {
            let names = try opened.book.definitions
            known[ObjectIdentifier(opened.book)] = (names.accounts.count, names.instruments.count)
        }
    }

    /// Whether the account or instrument of a number was defined in this branch, or in a book that was opened in it.
    func defined(account: Int32? = nil, instrument: Int32? = nil, in book: Book) -> Bool {
        guard let before = known[ObjectIdentifier(book)] else { return true }
        return account.map { Int($0) > before.accounts } ?? false || instrument.map { Int($0) > before.instruments } ?? false
    }

    /// Remembers a frame that a script was handed, as long as the script keeps it.
    func note(_ frame: FrameObject) {
        if frames.count >= pruneAt {
            frames.removeAll { $0.frame == nil }
            pruneAt = max(64, frames.count * 2)
        }
        frames.append(WeakFrame(frame: frame))
    }

    /// The frames that scripts still hold.
    var standing: [FrameObject] { frames.compactMap(\.frame) }

    /// Has frames let go of what is about to be undone.
    func loseFrames() {
        let what = isTrial ? "what-if" : "transaction that failed"
        for object in standing {
            // It rests on what never was, and may name accounts by numbers that others get.
            if object.proposal != nil { (object.proposal, object.lostProposal) = (nil, .undone) }
            object.frame.lose(FrameError(
                .closed, "this frame of \(object.frame.name) was made in a \(what), and this column was not computed before that was undone",
                hint: isTrial ? "return the frame from the function: what is returned stays" : nil))
        }
    }
}
