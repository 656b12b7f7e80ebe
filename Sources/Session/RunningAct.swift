import Ledger
import Storage

/// The act that is running: one statement, one script, one import.
package struct RunningAct {
    /// How many acts within acts are running; 0 where none is.
    package var depth = 0
    /// What it is called in the journal.
    package var source = "luca"
    /// Parts of it that may be undone by themselves, the innermost last.
    package var branches: [Branch] = []
    /// How many branches the session has had, so that each gets a number of its own.
    package var branchCount = 0
    /// Whether a recurring rule is being carried out, within which no other may be.
    package var isOfRule = false

    /// No act yet.
    package init() {}
}

/// What a person was told during the running act, so that nothing is told twice.
package struct ToldInAct {
    /// Sentences on figures that leave rows out.
    package var parts: Set<String> = []
    /// What it has told, or will tell, of cash below zero.
    package var cash = CashWatch()
    /// What `show` printed last.
    package var shown = LastShown.nothing

    /// Nothing yet.
    package init() {}
}

/// What a script has printed last by `show`, which gives it back: a prompt does not print it again as the result.
package enum LastShown {
    /// Nothing was shown.
    case nothing
    /// A frame, a chart or a report.
    case object(AnyObject)
    /// Any other value, as the text that was printed.
    case text(String)
}

/// A part of an act that can be undone by itself: a `whatif`, which always is, or a `transaction`, which is undone where it fails.
///
/// A frame computes its columns when they are asked for, perhaps after its branch was undone. What scripts hold of a branch is therefore known here, so
/// that whoever undoes it can cut that off from what never was.
package final class Branch {
    /// The number of the branch, counted through the whole session from 1.
    package let number: Int
    /// Whether it is undone in any case, as a `whatif` is.
    package let isTrial: Bool
    /// Whether it rehearses an act, as a dry run does: what the act would be refused is then refused here too.
    package let isRehearsalOfAct: Bool
    /// By book, for those in which the act had recorded something before the branch: the last entry, and how many entries were voided.
    package let before: [ObjectIdentifier: (last: EntryID, voided: Int)]
    /// How many accounts and instruments each open book had as it began.
    private var known: [ObjectIdentifier: (accounts: Int, instruments: Int)] = [:]
    private var held: [WeakObject] = []
    private var pruneAt = 64

    private struct WeakObject {
        weak var object: AnyObject?
    }

    /// Begins a branch: notes what each open book has recorded and defined.
    package init(_ number: Int, isTrial: Bool, isRehearsalOfAct: Bool, _ books: [OpenBook]) throws {
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

    /// Whether an account or instrument was defined in this branch, or in a book that was opened in it.
    package func defined(account: Int32? = nil, instrument: Int32? = nil, in book: Book) -> Bool {
        guard let before = known[ObjectIdentifier(book)] else { return true }
        return account.map { Int($0) > before.accounts } ?? false || instrument.map { Int($0) > before.instruments } ?? false
    }

    /// Remembers a frame, or what else rests on this branch, for as long as a script keeps it.
    package func note(_ object: AnyObject) {
        if held.count >= pruneAt {
            held.removeAll { $0.object == nil }
            pruneAt = max(64, held.count * 2)
        }
        held.append(WeakObject(object: object))
    }

    /// What scripts still hold of it, in the order in which it was made.
    package var standing: [AnyObject] { held.compactMap(\.object) }
}
