import Ledger
import Values

/// What `hledger close` writes to keep each year in a file of its own: a transaction that closes all accounts at the end of a year, and one that opens them again. They are no events.
extension JournalParser {
    /// A transaction that moves what accounts hold from or to equity.
    private struct Carry {
        let place: Int, line: Int, day: Day
        /// Whether it leaves nothing in the accounts, by its words or the balances that it tells.
        let closes: Bool
        /// Whether it tells of each account that it holds nothing.
        let isEmptied: Bool
        /// Whether it says of each account that it holds no more than what comes.
        let opens: Bool
        /// What each account gets, by words: the account, the commodity, and cost and price where they are told.
        let changes: [String: FixedDecimal]

        /// What the other one of a pair does.
        var reversed: [String: FixedDecimal] { changes.mapValues { -$0 } }
    }

    /// The longest time between closing and opening.
    private static let daysBetween: Int32 = 7

    /// Leaves out closings with the openings that take them back, and a closing behind which nothing comes; marks an opening that begins the file.
    mutating func leaveOutClosings() {
        let order = book.directives.indices.sorted { (book.directives[$0].day, $0) < (book.directives[$1].day, $1) }
        var classes: [String: DoubleEntryBook.AccountClass?] = [:]
        var waiting: [[String: FixedDecimal]: [Carry]] = [:], gone: Set<Int> = [], closed: [Int] = [], last: Carry?, isFirst = true
        for place in order {
            guard case .transaction(let transaction) = book.directives[place].content else { continue }
            // Most postings are of few accounts, and most transactions have nothing to do with equity.
            let kinds = transaction.postings.map { posting in
                if let known = classes[posting.account] { return known }
                let kind = book.accountClass(posting.account)
                classes[posting.account] = kind
                return kind
            }
            guard let carry = carry(transaction, kinds, place) else {
                if kinds.contains(where: Self.isKept) { (last, isFirst) = (nil, false) }
                continue
            }
            // What begins the file may go on with what another year's file left in the book.
            if isFirst, carry.opens { book.change(transactionAt: place) { $0.opening = .first } }
            isFirst = false
            if let closing = waiting[carry.reversed]?.popLast(), carry.day.number - closing.day.number <= Self.daysBetween {
                gone.insert(closing.place)
                book.change(transactionAt: carry.place) { $0.opening = .again }
                closed.append(closing.line)
                last = nil
            } else if carry.closes {
                waiting[carry.changes, default: []].append(carry)
                last = carry.isEmptied ? carry : nil
            } else {
                last = nil
            }
        }
        book.remark(on: closed, "a closing of the accounts is left out with the opening that takes it back: nothing happens by them")
        if let last {
            gone.insert(last.place)
            book.remark(on: [last.line], "the closing of the accounts is left out, behind which nothing comes: the book goes on with what they hold")
        }
        for place in gone.sorted().reversed() { book.directives.remove(at: place) }
    }

    private static func isKept(_ kind: DoubleEntryBook.AccountClass?) -> Bool { kind == .assets || kind == .liabilities }

    /// What a transaction carries from or to equity; nil for any other.
    ///
    /// - Parameter kinds: what the accounts of its postings are.
    private func carry(_ transaction: DoubleEntryBook.Transaction, _ kinds: [DoubleEntryBook.AccountClass?], _ place: Int) -> Carry? {
        guard kinds.contains(.equity), kinds.contains(where: Self.isKept) else { return nil }
        // Without a query income and expenses are closed as well, of which luca keeps nothing.
        let kept = zip(transaction.postings, kinds).filter { Self.isKept($0.1) }.map(\.0), others = zip(transaction.postings, kinds).filter { $0.1 == .equity }.map(\.0)
        var changes: [String: FixedDecimal] = [:], ends: [String: DoubleEntryBook.Posting] = [:]
        for posting in kept {
            guard let number = posting.units?.number, let commodity = posting.units?.commodity else { return nil }
            let terms = [posting.cost.map { "\($0)" }, posting.price.map { "\($0)" }].map { $0 ?? "" }
            guard let sum = try? (changes[key(posting, commodity, terms)] ?? .zero) + number else { return nil }
            changes[key(posting, commodity, terms)] = sum
            ends[key(posting, commodity, [])] = posting
        }
        let text = "\(transaction.payee) \(transaction.narration)".lowercased(), names = others.map { $0.account.lowercased() }
        let empties = ends.values.allSatisfy { $0.balance?.number.isZero == true }
        let directive = book.directives[place]
        return Carry(
            place: place, line: directive.line, day: directive.day, closes: empties || text.contains("clos"), isEmptied: empties,
            opens: ends.values.allSatisfy { $0.balance != nil } && (text.contains("open") || names.contains { $0.contains("open") }), changes: changes)
    }

    private func key(_ posting: DoubleEntryBook.Posting, _ commodity: String, _ terms: [String]) -> String { ([posting.account, commodity] + terms).joined(separator: "|") }
}

extension DoubleEntryAccounts {
    /// Refuses to open accounts of which the book has entries of days before: what they hold would come in twice.
    func checkOpening(_ transaction: DoubleEntryBook.Transaction, on day: Day, _ plan: borrowing PlanBuilder) throws(ImportIssue) {
        guard let known = entries(of: transaction, .min...(Day(number: day.number - 1)), plan).first?.account else { return }
        throw ImportIssue(
            .badWord, column: "account", text: known,
            message: "it opens \"\(MessageText.cut(known))\", of which the book has entries of days before: what it holds would come in twice",
            hint: "import one journal that includes the files of all years, or leave the opening out of this one")
    }

    /// Refuses an opening that takes back a closing where the book has it as entries, from a file of that year alone: what it brought is in the book twice with the years before.
    func checkAgain(_ transaction: DoubleEntryBook.Transaction, on day: Day, _ plan: borrowing PlanBuilder) throws(ImportIssue) {
        let context = plan.context, words = transaction.words
        let known = entries(of: transaction, day...day, plan)
            .filter { !words.isEmpty && $0.notes.hasPrefix(words) && context.isAsImported($0.id) && !context.isTyped($0.id) }.map(\.id)
        if known.isEmpty { return }
        throw ImportIssue(
            .changedRow, message: "the book has it as \(MessageText.named(known)), and it is no event now that the file has the years before",
            hint: "undo the import of that year's file, or \(MessageText.voids(known)), and import again")
    }

    /// The entries of some days in the accounts of a transaction, with the names of these and their notes.
    private func entries(
        of transaction: DoubleEntryBook.Transaction, _ days: ClosedRange<Day>, _ plan: borrowing PlanBuilder
    ) -> [(id: EntryID, account: String, notes: String)] {
        let opened = Set(transaction.postings.compactMap { names[$0.account] }), recorded = plan.context.accounts
        var found: [(id: EntryID, account: String, notes: String)] = []
        plan.context.recorded?(days) { entry, activity in
            guard activity.account != .every else { return }
            let account = recorded[Int(activity.account.rawValue) - 1].name
            if opened.contains(account) { found.append((entry, account, activity.notes)) }
        }
        return found
    }
}
