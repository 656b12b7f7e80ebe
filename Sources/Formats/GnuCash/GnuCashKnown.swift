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
            ids.formUnion([transaction.id, transaction.id + "/split"])
            for count in 1...(2 * transaction.splits.count + 4) { ids.insert("\(transaction.id)/\(count)") }
        }
        entries = Dictionary(grouping: context.importedEntries(ids)) { Self.transaction($0.activity.detail?.sourceID ?? "") }
    }

    /// The id of the transaction that an entry's id is made of.
    private static func transaction(_ id: String) -> Substring { id.prefix { $0 != "/" } }

    private func standing(_ id: Substring) -> [String] { (entries[id] ?? []).filter { !$0.isVoid }.map(\.id.rawValue).sorted().map { "\($0)" } }

    private static func voids(_ entries: [String]) -> String { entries.map { "void(\($0))" }.joined(separator: " ") }

    /// Transactions that are void in GnuCash, and stand in the book.
    var voided: [(line: Int, issue: ImportIssue)] {
        file.transactions.filter(\.isVoid).compactMap { transaction in
            let entries = standing(transaction.id[...])
            if entries.isEmpty { return nil }
            let issue = ImportIssue(
                .changedRow, message: "it is void in GnuCash, and the book has it as entry \(entries.joined(separator: ", "))", hint: "\(Self.voids(entries)) and import again")
            return (transaction.line, issue)
        }
    }

    /// Refuses transactions that the book has in other accounts, or as more or fewer entries: to add what differs would count some of it twice.
    func refuseMoved(_ plan: inout PlanBuilder) {
        if entries.isEmpty { return }
        struct Key: Hashable {
            var account: Int32
            var id: String
        }
        let activities = plan.plan.activities
        var keys: [Substring: Set<Key>] = [:], rows: [Substring: Set<Int>] = [:], lines: [Substring: Int] = [:]
        for position in activities.indices {
            let row = activities.row(at: position), id = activities.sourceIDs[row], transaction = Self.transaction(id)
            guard entries[transaction] != nil else { continue }
            keys[transaction, default: []].insert(Key(account: activities.rows[row].account, id: id))
            rows[transaction, default: []].insert(row)
            lines[transaction] = activities.line(at: position)
        }
        var left: Set<Int> = []
        for (transaction, own) in keys {
            let there = entries[transaction] ?? [], standing = standing(transaction)
            guard !standing.isEmpty, own != Set(there.map { Key(account: $0.activity.account.rawValue, id: $0.activity.detail?.sourceID ?? "") }) else { continue }
            let accounts = Set(there.filter { !$0.isVoid }.map { plan.account($0.activity.account.rawValue).name }).sorted().map { "\"\($0)\"" }
            let line = lines[transaction] ?? 0
            plan.plan.verdicts.change(
                line: line, to: .refused,
                issue: ImportIssue(
                    .changedRow, file: plan.plan.file, line: line,
                    message:
                        "the book has it as entry \(standing.joined(separator: ", ")) in \(accounts.joined(separator: ", ")), and by now it is of other accounts or in other parts",
                    hint: "\(Self.voids(standing)) and import again; or where an account was renamed in GnuCash, give it its former name there"))
            left.formUnion(rows[transaction] ?? [])
        }
        plan.plan.activities.remove(rows: left)
    }
}
