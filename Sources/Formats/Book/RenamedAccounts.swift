import Ledger

/// Accounts of a file that have another name in the book, which knows their rows by their ids.
///
/// An account is taken to be renamed where the book has none of its name and most of its known rows in one account, which no other account of the file is.
struct RenamedAccounts {
    /// A row of the file that has an id.
    struct Row {
        /// What its account is known by within the file.
        var account: String
        var id: String
    }

    /// Where none is known by its rows.
    static var none: RenamedAccounts { RenamedAccounts() }

    /// The names in the book, by what the accounts are known by within the file.
    private(set) var names: [String: String] = [:]

    private init() {}

    /// - Parameter called: the names of the accounts of the file, by what they are known by within it.
    init(_ rows: [Row], called: [String: String], _ context: ImportContext) {
        let rows = rows.filter { !$0.id.isEmpty }
        if rows.isEmpty { return }
        let entries = Dictionary(grouping: context.importedEntries(Set(rows.map(\.id)))) { $0.activity.detail?.sourceID ?? "" }
        var votes: [String: [Int: Int]] = [:]
        for row in rows {
            // The row as it came in: what became of the entry since may be in another account.
            guard let entry = entries[row.id]?.min(by: { $0.id < $1.id }) else { continue }
            let place = Int(entry.activity.account.rawValue) - 1
            if context.accounts.indices.contains(place) { votes[row.account, default: [:]][place, default: 0] += 1 }
        }
        let found = votes.compactMapValues { votes in
            let most = votes.values.max()
            return votes.filter { $0.value == most }.keys.min()
        }
        let sharers = Dictionary(grouping: found.keys) { found[$0] ?? 0 }
        for (account, place) in found where sharers[place]?.count == 1 {
            let name = context.accounts[place].name, now = called[account]?.lowercased() ?? ""
            // A second one of a name has something behind it in the book, and is no other by that.
            if name.lowercased() == now || name.lowercased().hasPrefix(now + " ") { continue }
            // Who is called so in the file is that account, unless it has rows, and none of these is the account's.
            let isTaken = called.contains { other, told in
                other != account && told.lowercased() == name.lowercased() && (found[other].map { $0 == place } ?? !rows.contains { $0.account == other })
            }
            if !isTaken { names[account] = name }
        }
    }

    /// Takes in accounts that are known otherwise.
    mutating func add(_ others: [String: String]) { names.merge(others) { known, _ in known } }

    /// What tells that an account of the file is one of another name in the book.
    static func sentence(_ name: String, _ known: String) -> String {
        "\"\(MessageText.cut(name))\" is \"\(MessageText.cut(known))\" in the book, whose entries it has"
    }
}
