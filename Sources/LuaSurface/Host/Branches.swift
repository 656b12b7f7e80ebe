import Frames
import Ledger
import LuaKit
import Session
import Storage

extension Branch {
    /// The frames of the branch that scripts still hold.
    fileprivate var frames: [FrameObject] { standing.compactMap { $0 as? FrameObject } }

    /// Cuts the frames off from what is about to be undone: columns that are not computed yet give an error from now on.
    fileprivate func loseFrames() {
        let what = isTrial ? "what-if" : "transaction that failed"
        for object in frames {
            // It rests on what never was, and may name accounts by numbers that others get.
            if object.proposal != nil { (object.proposal, object.lostProposal) = (nil, .undone) }
            object.frame.lose(
                FrameError(
                    .closed, "this frame of \(object.frame.name) was made in a \(what), and this column was not computed before that was undone",
                    hint: isTrial ? "return the frame from the function: what is returned stays" : nil))
        }
    }
}

/// Parts of an act that are kept or undone by themselves, in every open book.
extension Runtime {
    /// Whether a trial is running, of which nothing is kept.
    private var isRehearsing: Bool { running.branches.contains(where: \.isTrial) }

    /// Runs a part of the running act as a branch. What it records, in whichever books, is kept with the act, or undone where it fails. A trial is
    /// always undone, so that it may also touch a book that can only be read.
    ///
    /// Books that it opens stay open, without what it recorded in them; the current book is the one from before. Recurring rules and targets that
    /// scripts defined in it are undone with it; reports, commands and importers stay. Costs what it touches.
    ///
    /// - Parameters:
    ///   - isRehearsalOfAct: whether a trial shows what an act would do, as a dry run does, and not what if.
    ///   - tellsCash: whether the act tells of the cash that a trial would take below zero.
    package func branch<Result>(isTrial: Bool, isRehearsalOfAct: Bool = false, tellsCash: Bool = true, _ body: () throws -> Result) throws -> Result {
        running.branchCount += 1
        let branch = try Branch(running.branchCount, isTrial: isTrial, isRehearsalOfAct: isRehearsalOfAct, books.all)
        let before = (book: book, opened: books.all.count, plans: scripted.plans)
        running.branches.append(branch)
        var isKept = false
        defer {
            running.branches.removeLast()
            if isKept {
                hand(branch.frames, to: running.branches.last)
            } else {
                for opened in books.all[..<before.opened] { opened.forgetVoided(after: branch.before[ObjectIdentifier(opened.book)]?.voided ?? 0) }
                forget(books.all[before.opened...])
                scripted.plans = before.plans
            }
            if isTrial { restore(before.book) }
        }
        let result = try part(of: books.all[...], branch) {
            let result = try body()
            if isTrial, tellsCash { noteTriedCash(branch) }
            return result
        }
        isKept = !isTrial
        return result
    }

    /// Begins a branch in one book after another and runs the body in the innermost, so that a failure undoes it in all of them.
    private func part<Result>(of books: ArraySlice<OpenBook>, _ branch: Branch, _ body: () throws -> Result) throws -> Result {
        if let first = books.first {
            func rest() throws -> Result { try part(of: books.dropFirst(), branch, body) }
            if branch.isTrial { return try first.book.trial(rest) }
            return try first.book.transaction(source: running.source) {
                let (result, entries) = try first.book.together {
                    let result = try rest()
                    return (result, first.book.endsTogether ? try first.book.ledger.entriesTogether : [])
                }
                // Before the set has ended, what it comes to may not be known.
                try NegativeCash.refuse(entries, first.book)
                return result
            }
        }
        do {
            let result = try body()
            if branch.isTrial { branch.loseFrames() }
            return result
        } catch {
            branch.loseFrames()
            throw error
        }
    }

    /// Undoes what was recorded in books that were opened in the branch. If an act goes on, it begins anew in them.
    private func forget(_ books: ArraySlice<OpenBook>) {
        for opened in books {
            opened.rollback()
            if running.depth > 0 { opened.begin(running.source) }
        }
    }

    private func hand(_ frames: [FrameObject], to branch: Branch?) {
        for frame in frames {
            frame.branch = branch?.number ?? 0
            branch?.note(frame)
        }
    }

    /// Makes the book current again that was current before the branch.
    private func restore(_ before: Book?) {
        if book === before { return }
        if let before { _ = try? use(before) } else { books.current = nil }
    }

    /// Notes the branch that a frame belongs to: that of the frame it was made of, else the one that is running.
    func note(_ frame: FrameObject, madeOf receiver: AnyObject?) {
        let number = (receiver as? FrameObject)?.branch ?? (receiver as? GroupsObject)?.branch ?? running.branches.last?.number ?? 0
        frame.branch = number
        running.branches.last { $0.number == number }?.note(frame)
    }

    /// The number of the branch in which an account or instrument was defined; 0 for one that was defined outside of any.
    func branchDefining(account: Int32? = nil, instrument: Int32? = nil, in book: Book) -> Int {
        running.branches.first { $0.defined(account: account, instrument: instrument, in: book) }?.number ?? 0
    }

    /// Refuses, during a trial, what could not be undone with it, such as writing a file.
    ///
    /// - Throws: a misuse of the kind `in_what_if` that gives the reason.
    package func refuseRehearsal(of function: String, because reason: String, hint: String? = nil) throws {
        if isRehearsing { throw LuaMisuse("\(function): \(reason)", hint: hint, kind: "in_what_if") }
    }
}
