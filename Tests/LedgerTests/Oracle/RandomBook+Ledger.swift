@testable import Ledger
import Values

/// A random book as a ledger, and what is wrong with that.
extension RandomBook {
    /// A ledger with the book's accounts, instruments and settings, and nothing in it.
    func emptyLedger() throws -> Ledger {
        let ledger = Ledger()
        for (index, account) in Self.accounts.enumerated() {
            try ledger.apply(.account(AccountID(Int32(index + 1)), account), id: ledger.nextEntry)
        }
        for (index, instrument) in Self.instruments.enumerated() {
            try ledger.apply(.instrument(InstrumentID(Int32(index + 1)), instrument), id: ledger.nextEntry)
        }
        try ledger.apply(.setting(key: "lot_method", value: choices.method.rawValue), id: ledger.nextEntry)
        for rule in choices.rules {
            try ledger.apply(.setting(key: rule.scope.key("lot_method"), value: rule.method.rawValue), id: ledger.nextEntry)
        }
        try ledger.apply(.setting(key: "wash_sales", value: "\(choices.washSales)"), id: ledger.nextEntry)
        try ledger.apply(.setting(key: "fees_in_cost", value: "\(choices.feesInCost)"), id: ledger.nextEntry)
        try ledger.apply(.setting(key: "taxes_in_cost", value: "\(choices.taxesInCost)"), id: ledger.nextEntry)
        try ledger.apply(.setting(key: "option_premium", value: choices.premiumStays ? "cash" : "tax"), id: ledger.nextEntry)
        return ledger
    }

    /// The book as a ledger, each activity recorded by itself.
    func ledger(_ entries: Entries) throws -> Ledger {
        let ledger = try emptyLedger()
        for (id, activity) in entries { try ledger.apply(.activity(activity), id: id) }
        return ledger
    }

    /// The oracle's account of some of the activities.
    func oracle(_ entries: Entries) throws(SlowBook.Refusal) -> SlowBook {
        var book = choices.emptyOracle
        try book.take(all: entries)
        return book
    }

    /// What a ledger of the activities says otherwise than the oracle; nil where they agree, or where it cannot have been so.
    func complaint(_ entries: Entries) -> String? {
        guard let oracle = try? oracle(entries) else { return nil }
        do {
            let ledger = try ledger(entries)
            if let shared = try sharedID(ledger) { return shared }
            let differences = try Comparison(ledger, oracle, unitsAreExact: choices.isExact).differences
            return differences.isEmpty ? nil : differences.prefix(8).joined(separator: "\n")
        } catch {
            return "refused: \(error)"
        }
    }

    /// Two open lots of one id in one place, or whose units cost otherwise; nil where there are none.
    private func sharedID(_ ledger: Ledger) throws -> String? {
        let isLevelled = choices.method == .average || choices.method == .pooled || choices.rules.contains { $0.method == .average || $0.method == .pooled }
        for (id, lots) in Dictionary(grouping: try ledger.lots(), by: \.id) where lots.count > 1 {
            if Set(lots.map { "\($0.account) \($0.instrument)" }).count < lots.count { return "two open lots of a place have the id \(id)" }
            let costs = try lots.map { try $0.cost / $0.remaining }
            guard !isLevelled, let least = costs.min(), let most = costs.max() else { continue }
            if try most - least > decimal("0.000000001") { return "open lots of the id \(id) cost \(costs)" }
        }
        return nil
    }

    /// As few of the activities as the complaint needs, as text.
    func smallest(_ complaint: (Entries) -> String?) -> String {
        var kept = entries
        var isShrinking = true
        while isShrinking {
            isShrinking = false
            for index in kept.indices.reversed() {
                var fewer = kept
                fewer.remove(at: index)
                if complaint(fewer) != nil { (kept, isShrinking) = (fewer, true) }
            }
        }
        let lines = kept.map { "\($0.id.rawValue) \($0.activity.shortDescription)" }
        return (["\(choices)"] + lines + [complaint(kept)!]).joined(separator: "\n")
    }
}

extension RandomBook.Choices {
    /// The oracle's empty book.
    var emptyOracle: SlowBook {
        var book = SlowBook(accounts: RandomBook.accounts, instruments: RandomBook.instruments)
        (book.method, book.rules, book.washSales) = (method, rules, washSales)
        (book.feesInCost, book.taxesInCost, book.premiumStays) = (feesInCost, taxesInCost, premiumStays)
        return book
    }
}

extension Activity {
    /// What tells it from others, in a line.
    var shortDescription: String {
        var words = ["\(date)", kind.rawValue, "account \(account.rawValue)"]
        if let subtype { words.insert(subtype.rawValue, at: 2) }
        if let time { words.insert("\(time)", at: 1) }
        if let instrument { words.append("instrument \(instrument.rawValue)") }
        if let quantity { words.append("quantity \(quantity)") }
        if let price { words.append("price \(price)") }
        if let amount { words.append("amount \(amount)") }
        if !fee.isZero { words.append("fee \(fee)") }
        if !tax.isZero { words.append("tax \(tax)") }
        if status != .posted { words.append(status.rawValue) }
        if let fxRate { words.append("fx_rate \(fxRate)") }
        guard let detail else { return words.joined(separator: " ") }
        if let settles = detail.settles { words.append("settles in \(settles)") }
        if let ratio = detail.ratio { words.append("ratio \(ratio)") }
        if let into = detail.into { words.append("into \(into.rawValue)") }
        if !detail.group.isEmpty { words.append("group '\(detail.group)'") }
        if let opened = detail.opened { words.append("opened \(opened)") }
        if let share = detail.share { words.append("share \(share)") }
        for lot in detail.lots { words.append("lot \(lot.lot.rawValue) of \(lot.quantity.map { "\($0)" } ?? "all")") }
        return words.joined(separator: " ")
    }
}
