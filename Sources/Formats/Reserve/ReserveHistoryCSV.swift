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
        plan.plan.looksAtCash = true
        return ReserveHistoryReader(table: table)
    }
}

/// A row of a history on its way into the plan.
struct ReserveEvent {
    let line: Int
    let day: Day
    let time: Instant?
    let tier: String
    let account: String
    let amount: FixedDecimal
    let balance: FixedDecimal
    let note: String
}

/// Reads the rows of a history.
struct ReserveHistoryReader: RowReader {
    let table: Table

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let date = try table.date(record, column: table.map[.date]), tier = try table.name(record, .tier)
        var name = try table.name(record, .account)
        name = plan.knownName(name, inTier: tier) ?? name
        guard !name.isEmpty else { throw table.issue(.missingValue, record, .account, "the account is missing") }
        guard let amount = try table.number(record, .amount, column: table.map[.amount]) else {
            throw table.issue(.missingValue, record, .amount, "the amount is missing")
        }
        guard let balance = try table.number(record, .balance, column: table.map[.balance]) else {
            throw table.issue(.missingValue, record, .balance, "the balance is missing")
        }
        let known = plan.account(named: name), unit = try known == 0 ? plan.reserveCurrency() : plan.account(known).currency
        for (field, number) in [(ImportField.amount, amount), (.balance, balance)] { try table.checkMark(record, field, number, in: unit, "the account") }
        let isNew = try plan.isNew(name)
        let event = ReserveEvent(
            line: record.line, day: date.day, time: date.instant, tier: tier, account: name, amount: amount.decimal, balance: balance.decimal,
            note: ReserveNote(row: tier, type: table.text(record, .type), text: table.text(record, .notes)).text)
        if !event.amount.isZero { try plan.add(event.draft, line: record.line) }
        plan.history.append(event)
        if !isNew, plan.openings(of: name).isEmpty { plan.grown.insert(plan.account(named: name)) }
        return event.amount.isZero ? .skipped : .add
    }
}

extension ReserveEvent {
    /// The row as money in or out; as an adjustment where luca wrote it of one.
    var draft: ImportedDraft {
        ReserveJump.draft(amount, isOpening: !note.hasSuffix(": " + ReserveNote.gap), on: day, at: time, in: account, notes: note)
    }
}

extension PlanBuilder {
    /// The entries with which a plan's file opened an account of the book.
    mutating func openings(of name: String) -> [ImportContext.CashEntry] {
        let id = account(named: name)
        guard id != 0, Int(id) <= accounts.recorded else { return [] }
        if let known = openings[id] { return known }
        let found = (context.cashEntries?(id) ?? []).filter { $0.notes == ReserveNote.opening }
        openings[id] = found
        return found
    }

    /// What the book tells of an account before its history is added. Where a plan's file opened it, the history takes the place of that balance: on
    /// the day of the file it holds the same.
    private mutating func start(of name: String, _ events: [ReserveEvent]) -> HistoryStart {
        let openings = openings(of: name)
        guard let day = openings.map(\.day).max(), let told = try? openings.reduce(FixedDecimal.zero, { try $0 + $1.amount }) else {
            let id = account(named: name), tiers = Set(events.map(\.tier)).sorted()
            if isAsNew(id) { return HistoryStart() }
            // Of what others recorded as well, the history tells no balances.
            guard isOfHistory(name, tiers) else { return HistoryStart(tellsJumps: false) }
            let files = (context.cashEntries?(id) ?? []).filter { $0.notes == ReserveNote.gap }.map { (day: $0.day, amount: $0.amount) }
            return HistoryStart(tellsOpenings: false, files: files)
        }
        var balances: [String: FixedDecimal] = [:]
        for event in events where event.day <= day { balances[event.tier] = event.balance }
        guard !balances.isEmpty, let held = try? balances.values.reduce(FixedDecimal.zero, { try $0 + $1 }), let difference = try? told - held else {
            return HistoryStart(files: [(day, told)])
        }
        plan.replaced += openings.map(\.id)
        notice(.changed, "\"\(ShownText.cut(name))\" keeps its balance of \(told) on \(day); the history takes the place of the opening balance")
        if difference.isNoise(beside: told, held) { return HistoryStart() }
        plan.hasCompoundRows = true
        try? add(
            ImportedDraft(ActivityDraft(date: day, kind: "adjustment", account: name, amount: difference, notes: ReserveNote.gap)),
            line: events.last { $0.day <= day }?.line ?? 0)
        return HistoryStart(files: [(day, difference)])
    }

    /// Adds what accounts held before their first row, and what lies between rows whose balances do not follow from one another.
    mutating func finishHistory() {
        // Histories are written newest first, or in the order in which they happened.
        let events = history.enumerated().sorted { a, b in
            let (x, y) = (a.element, b.element)
            return (x.day, x.time?.description ?? "", history.isNewestFirst ? -a.offset : a.offset) < (y.day, y.time?.description ?? "", history.isNewestFirst ? -b.offset : b.offset)
        }.map(\.element)
        let own = Dictionary(grouping: events, by: \.account)
        for name in own.keys.sorted() {
            let events = own[name] ?? [], start = start(of: name, events), tiers = Set(events.map(\.tier)).sorted()
            if knownReserve == nil, tiers.count > 1 { historyTiers[account(named: name)] = tiers }
            if !start.tellsJumps { continue }
            for jump in ReserveJump.all(events, start) {
                plan.hasCompoundRows = true
                let row = plan.activities.rows.count
                try? add(jump.draft, line: jump.event.line)
                if !jump.isOpening, plan.activities.rows.count > row { jumps.insert(row) }
            }
        }
    }

    /// Tells how many balances do not follow from the row before, of those that the book does not have yet.
    mutating func tellJumps() {
        if jumps.isEmpty { return }
        let gaps = plan.activities.indices.count { jumps.contains(plan.activities.row(at: $0)) }
        if gaps > 0 { notice(.changed, "\(gaps == 1 ? "1 balance does" : "\(gaps) balances do") not follow from the row before; the difference is an adjustment") }
    }
}

extension PlanBuilder {
    /// Where a plan's file brought an account of the book to its balance, and the history has grown by rows until then, the adjustment gives way to
    /// those rows: on the day of that file the account holds what it did.
    mutating func shrinkAdjustments() {
        for id in grown.sorted() {
            let gaps = Dictionary(grouping: (context.cashEntries?(id) ?? []).filter { $0.notes == ReserveNote.gap }, by: \.day)
            var from = Day.min
            for day in gaps.keys.sorted() {
                let rows = plan.activities.indices.filter { place in
                    let activity = plan.activities[place]
                    return activity.account == AccountID(id) && activity.date > from && activity.date <= day
                }
                from = day
                guard let last = rows.last, let gap = gaps[day],
                    let rest = try? rows.reduce(gap.reduce(FixedDecimal.zero) { try $0 + $1.amount }, { try $0 - plan.activities[$1].cashInOut })
                else { continue }
                plan.replaced += gap.map(\.id)
                plan.hasCompoundRows = true
                let name = account(id).name
                notice(.changed, "\"\(ShownText.cut(name))\" keeps its balance on \(day); rows of the history take the place of the adjustment, of which \(rest) is left")
                if rest.isNoise(beside: gap.map(\.amount).max() ?? .zero, gap.map(\.amount).min() ?? .zero) { continue }
                let line = plan.activities.line(at: last), row = plan.activities.rows.count
                if plan.activities.order == nil { plan.activities.order = (0..<UInt32(row)).map(\.self) }
                try? add(ImportedDraft(ActivityDraft(date: day, kind: "adjustment", account: name, amount: rest, notes: ReserveNote.gap)), line: line)
                if plan.activities.rows.count > row { plan.activities.order?.insert(UInt32(row), at: last + 1) }
            }
        }
    }
}

extension Activity {
    /// The change of cash by a deposit, a withdrawal or an adjustment.
    var cashInOut: FixedDecimal {
        let amount = amount ?? .zero
        return kind.bringsCash ? amount : -amount
    }
}

extension FixedDecimal {
    /// Whether it is nothing but the last digits of floats, as the program adds them up, beside the figures that it is the difference of.
    func isNoise(beside figures: FixedDecimal...) -> Bool {
        let largest = figures.map(\.units.magnitude).max() ?? 0
        return isZero || units.magnitude <= largest / 1_000_000_000_000
    }
}

extension [ReserveEvent] {
    /// Whether its rows stand in the order from the last to the first.
    var isNewestFirst: Bool { count > 1 && (self[0].day, self[0].time?.description ?? "") > (self[count - 1].day, self[count - 1].time?.description ?? "") }
}
