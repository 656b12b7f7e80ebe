import Frames
import Ledger
import LuaKit
import Sentences
import Storage
import Values

/// What may well be a slip in how an account is defined, and is told and not refused: it may be meant.
enum DoubtfulAccounts {
    /// Accounts that were closed by a day and still hold units or cash on it, a warning each.
    ///
    /// - Parameters:
    ///   - state: the book at the end of the day.
    ///   - name: the account that is asked of; all where none is.
    static func closed(_ state: BookState, by day: Day, _ book: Book, _ name: String? = nil) throws -> [FrameWarning] {
        let accounts = state.definitions.accounts
        guard accounts.contains(where: { $0.closed.map { $0 <= day } ?? false }) else { return [] }
        let holdings = Dictionary(grouping: state.holdings(), by: \.account), cash = Dictionary(grouping: try state.cash(), by: \.account)
        let currencies = CurrencyModule.table(book)
        return accounts.enumerated().compactMap { place, account in
            let number = AccountID(Int32(place + 1))
            guard let closed = account.closed, closed <= day, !account.isErased, name == nil || account.name == name else { return nil }
            let units = (holdings[number] ?? []).filter { !$0.quantity.isZero }.map { "\($0.quantity) \(state.definitions[$0.instrument].symbol)" }
            let money = (cash[number] ?? []).filter { !$0.balance.isZero }.map { Money($0.balance, $0.currency).told(by: currencies) }
            let held = units + money
            guard !held.isEmpty else { return nil }
            let list = held.prefix(4).joined(separator: ", ") + (held.count > 4 ? " and \(held.count - 4) more" : "")
            return FrameWarning(
                kind: "closed_account",
                message: "\"\(account.name)\" is closed on \(closed) and still holds \(list): record by that day what became of it, or say account{name=\(LuaForm.quoted(account.name)), closed=false}")
        }
    }

    /// Tells what an account that was just defined anew still holds though it is closed, and what becomes of its entries where its currency is another.
    static func tell(_ account: Account, before: Account?, _ call: LuaCall) throws {
        let book = try call.book()
        if let closed = account.closed, closed != before?.closed, closed <= call.runtime.today {
            for warning in try Self.closed(book.state(on: closed, withLots: false), by: closed, book, account.name) { call.runtime.notice(warning.message) }
        }
        guard let before, before.currency != account.currency else { return }
        let ledger = try book.ledger, table = ledger.activities
        guard let number = ledger.account(named: account.name) else { return }
        let count = (0..<table.count).count { table.account(at: $0) == number && table.counts(at: $0) && table.currency(at: $0) == before.currency }
        guard count > 0 else { return }
        call.runtime.notice(
            "\"\(account.name)\" is in \(account.currency) now: its \(count == 1 ? "entry" : "\(count) entries") in \(before.currency) stay\(count == 1 ? "s" : "") as \(count == 1 ? "it is" : "they are"), "
                + "and what is recorded without a currency is in \(account.currency) from now on")
    }
}
