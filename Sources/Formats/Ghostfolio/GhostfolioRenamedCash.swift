import JSON
import Ledger
import Values

/// Accounts that hold cash alone and got another name in Ghostfolio: no activity tells which they are, and their balances do.
extension GhostfolioReader {
    /// The names in the book of accounts of the file without activities, by their ids: of each the one account whose cash the book made up to be just what the file tells of each of its
    /// days, and which is called by nothing in the file any more.
    ///
    /// - Parameter known: the accounts that are known by their activities.
    func renamedByBalances(_ items: [JSONValue], _ activities: [JSONValue], besides known: [String: String]) -> [String: String] {
        let book = records.context.accounts, inBook = Set(book.map { $0.name.lowercased() })
        let active = Set(activities.compactMap { $0["accountId"]?.text }), called = Set(items.compactMap { $0["name"]?.text?.lowercased() })
        let new = items.filter { item in
            guard let id = item["id"]?.text, let name = item["name"]?.text else { return false }
            return known[id] == nil && !active.contains(id) && !inBook.contains(name.lowercased())
        }
        if new.isEmpty { return [:] }
        let taken = Set(known.values.map { $0.lowercased() })
        var found: [String: [String]] = [:]
        for (place, account) in book.enumerated() where !account.isErased {
            let name = account.name.lowercased()
            if called.contains(name) || taken.contains(name) { continue }
            let entries = (records.context.cashEntriesOfAll?(Int32(place + 1)) ?? []).filter { !$0.amount.isZero }
            guard !entries.isEmpty, entries.allSatisfy({ $0.notes == GhostfolioCash.note && $0.currency ?? account.currency == account.currency }) else { continue }
            for item in new where item["currency"]?.text == account.currency.code && isSame(item, entries) { found[item["id"]?.text ?? "", default: []].append(account.name) }
        }
        // One that may be several is none.
        let names = found.compactMapValues { $0.count == 1 ? $0.first : nil }
        return names.filter { name in names.values.count { $0 == name.value } == 1 }
    }

    /// Whether the cash of an account was, at the end of each day on which the book changed it, what the file tells of that day.
    private func isSame(_ item: JSONValue, _ entries: [ImportContext.CashEntry]) -> Bool {
        var told: [Day: FixedDecimal] = [:], sum = FixedDecimal.zero, own: [Day: FixedDecimal] = [:]
        for (place, balance) in (item["balances"]?.items ?? []).enumerated() {
            let object = JSONObject(balance, path: "balances[\(place + 1)]")
            guard let moment = try? object.instant("date"), let value = try? object.optionalFloat("value") else { return false }
            told[balanceDates.day(of: moment)] = value
        }
        for entry in entries {
            guard let now = try? sum + entry.amount else { return false }
            sum = now
            own[entry.day] = now
        }
        return own.allSatisfy { told[$0.key] == $0.value }
    }
}
