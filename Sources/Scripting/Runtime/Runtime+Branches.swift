import Frames
import Ledger
import LuaKit
import Storage

/// Parts of an act that are kept or undone by themselves, in every open book.
extension Runtime {
    /// Whether something runs that nothing will be kept of.
    var isRehearsing: Bool { branches.contains(where: \.isTrial) }

    /// Runs a part of the running act: what it records, in whichever books, is kept with the act, or nothing of it where it fails. Of a
    /// trial nothing is kept in any case, so that a book which may only be read plays along too.
    ///
    /// Books that it opens stay open, without what it recorded in them; the current book is the one from before. Rules and
    /// targets that scripts defined in it go with it; reports, commands and importers stay. Costs what it touches.
    ///
    /// - Parameters:
    ///   - isRehearsalOfAct: whether a trial shows what an act would do, as a dry run does, and not what if.
    ///   - tellsCash: whether the act tells of the cash that a trial would take below zero.
    func branch<Result>(isTrial: Bool, isRehearsalOfAct: Bool = false, tellsCash: Bool = true, _ body: () throws -> Result) throws -> Result {
        branchCount += 1
        let branch = try Branch(branchCount, isTrial: isTrial, isRehearsalOfAct: isRehearsalOfAct, openBooks)
        let before = (book: book, opened: openBooks.count, plans: sessionPlans)
        branches.append(branch)
        var isKept = false
        defer {
            branches.removeLast()
            if isKept {
                hand(branch.standing, to: branches.last)
            } else {
                for opened in openBooks[..<before.opened] { opened.forgetVoided(after: branch.before[ObjectIdentifier(opened.book)]?.voided ?? 0) }
                forget(openBooks[before.opened...])
                sessionPlans = before.plans
            }
            if isTrial { restore(before.book) }
        }
        let result = try part(of: openBooks[...], branch) {
            let result = try body()
            if isTrial, tellsCash { noteTriedCash(branch) }
            return result
        }
        isKept = !isTrial
        return result
    }

    /// One book after another begins its part, so that what fails is undone in all of them.
    private func part<Result>(of books: ArraySlice<BookObject>, _ branch: Branch, _ body: () throws -> Result) throws -> Result {
        if let first = books.first {
            func rest() throws -> Result { try part(of: books.dropFirst(), branch, body) }
            if branch.isTrial { return try first.book.trial(rest) }
            return try first.book.transaction(source: currentSource) {
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

    /// Forgets what books that were opened meanwhile have recorded; the act that goes on begins anew in them.
    private func forget(_ books: ArraySlice<BookObject>) {
        for opened in books {
            opened.rollback()
            if actDepth > 0 { opened.begin(currentSource) }
        }
    }

    private func hand(_ frames: [FrameObject], to branch: Branch?) {
        for frame in frames {
            frame.branch = branch?.number ?? 0
            branch?.note(frame)
        }
    }

    /// Makes the book current again that was so before.
    private func restore(_ before: Book?) {
        if book === before { return }
        if let before { _ = try? use(before) } else { book = nil }
    }

    /// Notes of which branch a frame is: the one that runs, or the one of the frame that it was made of.
    func note(_ frame: FrameObject, madeOf receiver: AnyObject?) {
        let number = (receiver as? FrameObject)?.branch ?? (receiver as? GroupsObject)?.branch ?? branches.last?.number ?? 0
        frame.branch = number
        branches.last { $0.number == number }?.note(frame)
    }

    /// The number of the branch in which an account or instrument was defined; 0 where it is there without any.
    func branchDefining(account: Int32? = nil, instrument: Int32? = nil, in book: Book) -> Int {
        branches.first { $0.defined(account: account, instrument: instrument, in: book) }?.number ?? 0
    }

    /// Refuses what could not be undone, or what would not show what is tried out.
    func refuseRehearsal(of function: String, because reason: String, hint: String? = nil) throws {
        if isRehearsing { throw LuaMisuse("\(function): \(reason)", hint: hint, kind: "in_what_if") }
    }
}
