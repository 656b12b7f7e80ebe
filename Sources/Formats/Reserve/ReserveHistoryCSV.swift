import Ledger
import Values

/// What happened in the accounts of a reserve plan, as the programs keep it: in a file of their own, or as CSV.
///
/// Of accounts in which others recorded something, only the rows count: money in and out. New ones begin with what they held before their first row,
/// and where a balance does not follow from the row before, the difference is an adjustment; the programs forget to write some rows. An account
/// that a plan's file opened keeps the balance of that file on its day: the history says how it came about, in the place of the opening balance, and in
/// that of the adjustment where it has grown since.
struct ReserveHistoryCSV: TableFormat {
    let name = "reserve-history"
    let summary = "The history of a reserve plan, history.db or CSV: moment, tier, account, amount, and the balance after it."
    let example = """
        Date/Time,Tier,Account,Amount,Balance After,Type,Description
        2025-08-30T10:15:00.123456,Tier 1,Saver,100.0,100.0,manual,pay
        2025-09-02T08:00:00.000001,Tier 1,Saver,-20.0,80.0,allocation,

        """

    let columns = [
        ColumnSpec(.date, "date time", "timestamp"), ColumnSpec(.tier, "tier name"), ColumnSpec(.account, "account name"), ColumnSpec(.amount),
        ColumnSpec(.balance, "balance after"), ColumnSpec(.type, "transaction type"), ColumnSpec(.notes, "description"), ColumnSpec(.left, "user", "id", "created at"),
    ]

    func score(_ map: ColumnMap) -> Int { missing(map).isEmpty ? 14 + map.matched : 0 }
    func missing(_ map: ColumnMap) -> [String] { [ImportField.date, .tier, .account, .amount, .balance].filter { !map.has($0) }.map(\.rawValue) }

    func adjusted(_ options: ImportOptions) -> ImportOptions { ReserveAccountsCSV().adjusted(options) }
    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader {
        plan.plan.matching.looksAtCash = true
        return ReserveHistoryReader(table: table, book: ReserveBook(plan))
    }
}

extension ReserveEvent {
    /// The row as money in or out; as an adjustment where luca wrote it of one.
    fileprivate var draft: ImportedDraft {
        ReserveJump.draft(amount, isOpening: !note.hasSuffix(": " + ReserveNote.gap), on: day, at: time, in: account, notes: note)
    }
}

/// Reads the rows of a history.
private struct ReserveHistoryReader: RowReader {
    let table: Table
    let book: ReserveBook
    /// Rows of accounts that are new, or that a plan's file opened.
    private var events: [ReserveEvent] = []
    /// The entries with which plans' files opened accounts of the book, as far as they were asked for.
    private var openings: [Int32: [ImportContext.CashEntry]] = [:]
    /// The rows of adjustments between rows of the history that do not follow from one another.
    private var jumps = Set<Int>()
    /// Other accounts of the book that the history has rows of.
    private var grown = Set<Int32>()
    /// The tiers in which the history names an account, where no plan tells whether they are several.
    private var tiersOfAccounts: [Int32: [String]] = [:]

    init(table: Table, book: ReserveBook) { (self.table, self.book) = (table, book) }

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let date = try table.date(record, column: table.map[.date]), tier = try table.name(record, .tier)
        var name = try table.name(record, .account)
        name = book.accountName(name, inTier: tier) ?? name
        guard !name.isEmpty else { throw table.issue(.missingValue, record, .account, "the account is missing") }
        guard let amount = try table.number(record, .amount, column: table.map[.amount]) else {
            throw table.issue(.missingValue, record, .amount, "the amount is missing")
        }
        guard let balance = try table.number(record, .balance, column: table.map[.balance]) else {
            throw table.issue(.missingValue, record, .balance, "the balance is missing")
        }
        let known = plan.account(named: name), unit = try known == 0 ? plan.ownOrAssumedCurrency(nil) : plan.account(known).currency
        for (field, number) in [(ImportField.amount, amount), (.balance, balance)] { try table.checkMark(record, field, number, in: unit, "the account") }
        let isNew = try book.defineIfNew(name, in: nil, &plan)
        let event = ReserveEvent(
            line: record.line, day: date.day, time: date.instant, tier: tier, account: name, amount: amount.decimal, balance: balance.decimal,
            note: ReserveNote(row: tier, type: table.text(record, .type), text: table.text(record, .notes)).text)
        if !event.amount.isZero { try plan.add(event.draft, line: record.line) }
        events.append(event)
        if !isNew, openings(of: name, &plan).isEmpty { grown.insert(plan.account(named: name)) }
        return event.amount.isZero ? .skipped : .add
    }

    /// The entries with which a plan's file opened an account of the book.
    private mutating func openings(of name: String, _ plan: inout PlanBuilder) -> [ImportContext.CashEntry] {
        let id = plan.account(named: name)
        guard id != 0, Int(id) <= plan.accounts.recorded else { return [] }
        if let known = openings[id] { return known }
        let found = (plan.context.cashEntries?(id) ?? []).filter { $0.notes == ReserveNote.opening }
        openings[id] = found
        return found
    }

    // MARK: balances that do not follow from one another

    /// Adds what accounts held before their first row, and what lies between rows whose balances do not follow from one another.
    mutating func rowsWereRead(_ plan: inout PlanBuilder) {
        // Histories are written newest first, or in the order in which they happened.
        let direction = events.isNewestFirst ? -1 : 1
        func place(_ row: (offset: Int, element: ReserveEvent)) -> (Day, String, Int) {
            (row.element.day, row.element.time?.description ?? "", direction * row.offset)
        }
        let sorted = events.enumerated().sorted { place($0) < place($1) }.map(\.element)
        let own = Dictionary(grouping: sorted, by: \.account)
        for name in own.keys.sorted() {
            let events = own[name] ?? [], start = start(of: name, events, &plan), tiers = Set(events.map(\.tier)).sorted()
            if book.plan == nil, tiers.count > 1 { tiersOfAccounts[plan.account(named: name)] = tiers }
            if !start.tellsJumps { continue }
            for jump in ReserveJump.all(events, start) {
                plan.plan.hasCompoundRows = true
                let row = plan.plan.activities.rows.count
                try? plan.add(jump.draft, line: jump.event.line)
                if !jump.isOpening, plan.plan.activities.rows.count > row { jumps.insert(row) }
            }
        }
    }

    /// What the book tells of an account before its history is added. Where a plan's file opened it, the history takes the place of that balance: on
    /// the day of the file it holds the same.
    private mutating func start(of name: String, _ events: [ReserveEvent], _ plan: inout PlanBuilder) -> HistoryStart {
        let openings = openings(of: name, &plan)
        guard let day = openings.map(\.day).max(), let told = try? openings.reduce(FixedDecimal.zero, { try $0 + $1.amount }) else {
            let id = plan.account(named: name), tiers = Set(events.map(\.tier)).sorted()
            if book.isAsNew(id, plan) { return HistoryStart() }
            // Of what others recorded as well, the history tells no balances.
            guard book.isOfHistory(name, tiers, &plan) else { return HistoryStart(tellsJumps: false) }
            let files = (plan.context.cashEntries?(id) ?? []).filter { $0.notes == ReserveNote.gap }.map { (day: $0.day, amount: $0.amount) }
            return HistoryStart(tellsOpenings: false, files: files)
        }
        var balances: [String: FixedDecimal] = [:]
        for event in events where event.day <= day { balances[event.tier] = event.balance }
        guard !balances.isEmpty, let held = try? balances.values.reduce(FixedDecimal.zero, { try $0 + $1 }), let difference = try? told - held else {
            return HistoryStart(files: [(day, told)])
        }
        plan.plan.replaced += openings.map(\.id)
        plan.notice(.changed, "\"\(MessageText.cut(name))\" keeps its balance of \(told) on \(day); the history takes the place of the opening balance")
        if difference.isNoise(beside: told, held) { return HistoryStart() }
        plan.plan.hasCompoundRows = true
        try? plan.add(
            ImportedDraft(ActivityDraft(date: day, kind: "adjustment", account: name, amount: difference, notes: ReserveNote.gap)),
            line: events.last { $0.day <= day }?.line ?? 0)
        return HistoryStart(files: [(day, difference)])
    }

    // MARK: what the book does not have yet

    mutating func bookWasCompared(_ plan: inout PlanBuilder) {
        for id in grown.sorted() { shrinkAdjustments(of: id, &plan) }
        noteJumps(&plan)
        noteTiers(&plan)
    }

    /// Where a plan's file brought an account of the book to its balance, and the history has grown by rows until then, the adjustment gives way to
    /// those rows: on the day of that file the account holds what it did.
    private func shrinkAdjustments(of id: Int32, _ plan: inout PlanBuilder) {
        let gaps = Dictionary(grouping: (plan.context.cashEntries?(id) ?? []).filter { $0.notes == ReserveNote.gap }, by: \.day)
        var from = Day.min
        for day in gaps.keys.sorted() {
            let activities = plan.plan.activities
            let rows = activities.indices.filter { place in
                let activity = activities[place]
                return activity.account == AccountID(id) && activity.date > from && activity.date <= day
            }
            from = day
            guard let last = rows.last, let gap = gaps[day],
                let rest = try? rows.reduce(gap.reduce(FixedDecimal.zero) { try $0 + $1.amount }, { try $0 - activities[$1].cashInOut })
            else { continue }
            plan.plan.replaced += gap.map(\.id)
            plan.plan.hasCompoundRows = true
            let name = plan.account(id).name
            plan.notice(
                .changed,
                "\"\(MessageText.cut(name))\" keeps its balance on \(day); rows of the history take the place of the adjustment, of which \(rest) is left")
            if rest.isNoise(beside: gap.map(\.amount).max() ?? .zero, gap.map(\.amount).min() ?? .zero) { continue }
            let adjustment = ActivityDraft(date: day, kind: "adjustment", account: name, amount: rest, notes: ReserveNote.gap)
            plan.insert(ImportedDraft(adjustment), line: activities.line(at: last), behind: last)
        }
    }

    /// Tells how many balances do not follow from the row before, of those that the book does not have yet.
    private func noteJumps(_ plan: inout PlanBuilder) {
        if jumps.isEmpty { return }
        let activities = plan.plan.activities, gaps = activities.indices.count { jumps.contains(activities.row(at: $0)) }
        if gaps > 0 { plan.notice(.changed, "\(gaps == 1 ? "1 balance does" : "\(gaps) balances do") not follow from the row before; the difference is an adjustment") }
    }

    /// Tells of accounts that the history names in several tiers while no plan says whether they are one, where it brings rows of them.
    private func noteTiers(_ plan: inout PlanBuilder) {
        for (id, tiers) in tiersOfAccounts.sorted(by: { $0.key < $1.key }) where plan.plan.activities.contains(where: { $0.account == AccountID(id) }) {
            let names = tiers.map { "\"\(MessageText.cut($0))\"" }.joined(separator: ", ")
            plan.notice(
                .changed,
                "\"\(MessageText.cut(plan.account(id).name))\" stands in several tiers of the history, \(names), and is one account here; where the program has "
                    + "one in each, import its reserve_manager.json first, which tells them apart")
        }
    }
}

extension [ReserveEvent] {
    /// Whether its rows stand in the order from the last to the first.
    var isNewestFirst: Bool { count > 1 && (self[0].day, self[0].time?.description ?? "") > (self[count - 1].day, self[count - 1].time?.description ?? "") }
}
