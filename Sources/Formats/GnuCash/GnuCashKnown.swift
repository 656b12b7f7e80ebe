import Ledger

/// What the book holds of the transactions of a file, by their ids. One transaction may have come to several entries.
struct GnuCashKnown {
    private let file: GnuCashFile
    private var entries: [Substring: [ImportContext.ImportedEntry]] = [:]

    init(_ file: GnuCashFile, _ context: ImportContext) {
        self.file = file
        // An empty book holds none.
        if context.recorded == nil { return }
        var ids: Set<String> = []
        for transaction in file.transactions where !transaction.id.isEmpty {
            ids.insert(transaction.id)
            for count in 1...max(1, transaction.splits.count) { ids.insert(GnuCashSplits.splitID(transaction.id, count)) }
            for count in 1...(2 * transaction.splits.count + 4) { ids.insert("\(transaction.id)/\(count)") }
        }
        entries = Dictionary(grouping: context.importedEntries(ids)) { Self.transaction($0.activity.detail?.sourceID ?? "") }
    }

    /// The id of the transaction that an entry's id is made of.
    private static func transaction(_ id: String) -> Substring { id.prefix { $0 != "/" } }

    private func standing(_ id: Substring) -> [EntryID] { (entries[id] ?? []).filter { !$0.isVoid }.map(\.id).sorted { $0.rawValue < $1.rawValue } }

    /// The names under which the book has accounts of securities, of those that it has under one name alone.
    func names(of accounts: GnuCashAccounts, _ context: ImportContext) -> [String: String] {
        if entries.isEmpty { return [:] }
        var names: [String: Set<String>] = [:]
        for transaction in file.transactions {
            let own = Set(transaction.splits.map(\.account)).compactMap { accounts.entries[$0] }.filter { $0.isHeld && !$0.isCurrency }
            guard own.count == 1, let account = own.first else { continue }
            for entry in entries[transaction.id[...]] ?? [] where !entry.isVoid && entry.activity.instrument != nil {
                let number = Int(entry.activity.account.rawValue)
                if context.accounts.indices.contains(number - 1) { names[account.name, default: []].insert(context.accounts[number - 1].name) }
            }
        }
        return names.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// Transactions that are void in GnuCash, and stand in the book.
    var voided: [(line: Int, issue: ImportIssue)] {
        file.transactions.filter(\.isVoid).compactMap { transaction in
            let entries = standing(transaction.id[...])
            if entries.isEmpty { return nil }
            let issue = ImportIssue(
                .changedRow, message: "it is void in GnuCash, and the book has it as \(MessageText.named(entries))", hint: "\(MessageText.voids(entries)) and import again")
            return (transaction.line, issue)
        }
    }

    /// An entry as it was imported, whatever it was amended to since.
    private static func origin(_ entry: ImportContext.ImportedEntry, _ there: [EntryID: ImportContext.ImportedEntry]) -> ImportContext.ImportedEntry {
        var entry = entry
        while let before = entry.activity.detail?.amends, let earlier = there[before] { entry = earlier }
        return entry
    }

    /// What an entry or a row is known by.
    private struct Key: Hashable {
        var account: Int32
        var id: String

        init(account: Int32, id: String) { (self.account, self.id) = (account, id) }
        init(_ entry: ImportContext.ImportedEntry) { self.init(account: entry.activity.account.rawValue, id: entry.activity.detail?.sourceID ?? "") }
    }

    /// Refuses transactions that the book has in other accounts, as more or fewer entries, or that come to none by now: to add what differs would count some of it
    /// twice, and to pass over it would keep what is no longer there.
    func refuseMoved(_ plan: inout PlanBuilder) {
        if entries.isEmpty { return }
        let activities = plan.plan.activities, refused = Set(plan.plan.verdicts.lazy.filter { $0.outcome == .refused }.map(\.line))
        var keys: [Substring: Set<Key>] = [:], rows: [Substring: Set<Int>] = [:]
        for position in activities.indices {
            let row = activities.row(at: position), id = activities.sourceIDs[row], transaction = Self.transaction(id)
            guard entries[transaction] != nil else { continue }
            keys[transaction, default: []].insert(Key(account: activities.rows[row].account, id: id))
            rows[transaction, default: []].insert(row)
        }
        var left: Set<Int> = []
        for transaction in file.transactions where !transaction.isVoid && !refused.contains(transaction.line) {
            let id = transaction.id[...], own = keys[id] ?? []
            guard let there = entries[id], let issue = moved(there, own, plan) else { continue }
            var told = issue
            (told.file, told.line) = (plan.plan.file, transaction.line)
            plan.plan.verdicts.change(line: transaction.line, to: .refused, issue: told)
            left.formUnion(rows[id] ?? [])
        }
        plan.plan.activities.remove(rows: left)
    }

    /// What is wrong with a transaction of which the book has entries, given what its rows are known by; nil where all that stands has its row, and each row is one that the
    /// book knows, be it void.
    private func moved(_ there: [ImportContext.ImportedEntry], _ own: Set<Key>, _ plan: PlanBuilder) -> ImportIssue? {
        let standing = there.filter { !$0.isVoid }, byID = Dictionary(there.map { ($0.id, $0) }) { first, _ in first }
        if standing.isEmpty { return nil }
        let held = Set(standing.map { Key(Self.origin($0, byID)) })
        if held.isSubset(of: own), own.isSubset(of: Set(there.map { Key($0) })) { return nil }
        let accounts = Set(standing.map { plan.account($0.activity.account.rawValue).name }).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        let entries = standing.map(\.id).sorted { $0.rawValue < $1.rawValue }
        return ImportIssue(
            .changedRow,
            message: "the book has it as \(MessageText.named(entries)) in \(accounts), and by now it "
                + (own.isEmpty ? "changes nothing that luca keeps" : "is of other accounts or in other parts"),
            hint: "\(MessageText.voids(entries)) and import again"
                + (own.isEmpty ? "" : "; or where an account was renamed in GnuCash, say so: accounts={[\"Assets:New name\"]=\"former name\"}"))
    }
}
