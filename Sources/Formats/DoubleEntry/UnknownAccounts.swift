/// Accounts of which nothing tells whether they are of assets, of income or of what else.
struct UnknownAccounts {
    /// The accounts, and how many postings each has; those with most first.
    private let accounts: [(name: String, count: Int)]

    /// Looks through the statements of a book.
    ///
    /// - Parameter meanings: what its accounts mean, and who says so.
    init(_ book: DoubleEntryBook, _ directives: [DoubleEntryBook.Directive], _ meanings: [AccountMeaning]) {
        let unknown = Set(meanings.filter { $0.origin == .proposed && book.accountClass($0.account) == nil }.map(\.account))
        var counts: [String: Int] = [:]
        if !unknown.isEmpty {
            for directive in directives {
                guard case .transaction(let transaction) = directive.content else { continue }
                for posting in transaction.postings where unknown.contains(posting.account) { counts[posting.account, default: 0] += 1 }
            }
        }
        accounts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (name: $0.key, count: $0.value) }
    }

    /// A sentence on them; nil where there are none.
    var remark: String? {
        guard let first = accounts.first else { return nil }
        let shown = accounts.prefix(5).map { "\(MessageText.cut($0.name)) (\($0.count))" }.joined(separator: ", ") + (accounts.count > 5 ? " and \(accounts.count - 5) more" : "")
        let isOne = accounts.count == 1
        return
            "the postings of \(isOne ? "1 account" : "\(accounts.count) accounts") of no known kind count as outside: \(shown); say what \(isOne ? "it is" : "they are"), such as accounts={[\"\(MessageText.cut(first.name))\"]=\"Bank\"}"
    }
}
