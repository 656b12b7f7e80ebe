import Frames
import Ledger
import LuaKit
import Values

/// What the owner brought in and took out, at the level that is asked for.
enum ContributionsFrame {
    private static let schemas: [ColumnSchema] = [
        .int("id"), .day("date").ranked(.leading), .text("account").ranked(.leading), .text("portfolio").ranked(.minor), .text("type").ranked(.deciding), .text("symbol"),
        .money("amount").ranked(.deciding), .text("currency").ranked(.deciding),
    ]

    static func make(_ filter: BookFilter, level: String?, base: BaseConversion?, _ call: LuaCall) throws -> Frame {
        let ledger = try filter.source.ledger, money = base.map { RowConversion($0, ledger) }
        var builder = FrameBuilder("contributions", schemas)
        let contributions = try sets(ledger, filter, level, call).flatMap { accounts in
            try base?.contributions(of: ledger, from: filter.from, to: filter.to, among: accounts)
                ?? ledger.contributions(from: filter.from, to: filter.to, among: accounts)
        }
        var isUnknown = false
        for item in contributions.sorted(by: { ($0.date, $0.activity) < ($1.date, $1.activity) })
        where filter.fits(item.account) && filter.fits(item.currency) {
            let account = ledger[item.account], amount = try money == nil ? item.amount : money?.convert(item)
            isUnknown = isUnknown || !item.isCostKnown
            try builder.append([
                .int(Int64(item.activity.rawValue)), .day(item.date), .text(account.name), .optional(account.portfolio), .text(item.kind.rawValue),
                item.instrument.map { .text(ledger[$0].symbol) } ?? .none, item.isCostKnown ? .optional(amount) : .none,
                .text((money?.currency ?? item.currency).code),
            ])
        }
        money?.report(to: &builder)
        if isUnknown { for warning in try GainsFrame.unknownCosts(ledger, through: filter.to) { builder.add(warning: warning.kind, warning.message) } }
        return builder.frame()
    }

    /// The sets of accounts within which transfers do not count; nil where all of them do.
    private static func sets(_ ledger: Ledger, _ filter: BookFilter, _ level: String?, _ call: LuaCall) throws -> [Set<AccountID>?] {
        let all = ledger.accounts.indices.map { AccountID(Int32($0 + 1)) }
        switch level {
        case nil: return [Set(all.filter(filter.fits))]
        case "account": return [nil]
        case "book": return [Set(all)]
        case "portfolio": return Dictionary(grouping: all) { ledger[$0].portfolio }.sorted { $0.key < $1.key }.map { Set($0.value) }
        default: throw call.mismatch("level", expected: "account, portfolio or book")
        }
    }
}
