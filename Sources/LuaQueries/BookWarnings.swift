import Frames
import Ledger
import LuaSurface
import Queries
import Storage
import Values

/// What somebody should know of a book, whatever was asked: `warnings` lists it, and `doctor` says what to do about it.
package enum BookWarnings {
    /// The warnings. The subject of each is what it is about, as the sentences of the prompt name it: the number of an entry, an account, or a symbol; empty where it is
    /// none of these.
    ///
    /// - Parameter prices: whether holdings without a price, with an old one or with what a trade paid are told, too.
    package static func list(_ filter: BookFilter, today: Day, prices: Bool) throws -> [FrameWarning] {
        let state = try filter.state(), day = filter.day ?? today, names = state.definitions
        let accounts = filter.tagged.map { parts in Set(names.accounts.indices.filter { parts.accounts[$0] }.map { names.accounts[$0].name }) }
        return try state.warnings(today: today).filter { concerns($0, filter, names) }.map { FrameWarning(kind: $0.kind, message: $0.message, subject: subject(of: $0)) }
            + interestDue(filter, on: day) + DoubtfulAccounts.closed(state, by: day, filter.source.book, among: filter)
            + ContributionLimits(filter.source).warnings(through: filter.day, of: accounts)
            // A rate is of two currencies, which have no tags.
            + (filter.tagged == nil ? ConflictingRates.warnings(filter.source.book, through: filter.day) : []) + ofPrices(filter, state, on: day, all: prices)
    }

    /// Whether a warning is of something that passes the filter: its account, its instrument or its activity.
    private static func concerns(_ warning: LedgerWarning, _ filter: BookFilter, _ names: Definitions) -> Bool {
        if filter.tagged == nil { return true }
        func fits(_ account: String?, _ symbol: String? = nil, _ entry: EntryID? = nil) -> Bool {
            filter.fits(account.flatMap(names.account(named:)) ?? .every, symbol.flatMap(names.instrument(named:)), entry)
        }
        switch warning {
        case .unpairedTransfer(let entry, _, let account, let symbol, _): return fits(account, symbol, entry)
        case .unpairedExchange(let entry, let account, _, _), .notUnderstood(let entry, let account, _, _): return fits(account, nil, entry)
        case .unsentUnits(let entry, let account, let symbol, _), .unknownCost(let entry, let account, let symbol, _, _): return fits(account, symbol, entry)
        case .unitsInTransit(let account, let symbol, _, _), .expiredOption(let account, let symbol, _, _), .adjustedOption(let account, let symbol, _, _, _):
            return fits(account, symbol)
        case .negativeCash(_, let account, _, _, _), .maturedDeposit(let account, _): return fits(account)
        case .noRate, .beyondRate, .staleRate: return false
        }
    }

    private static func subject(of warning: LedgerWarning) -> String {
        switch warning {
        case .unpairedTransfer(let entry, _, _, _, _), .unpairedExchange(let entry, _, _, _), .unsentUnits(let entry, _, _, _), .unknownCost(let entry, _, _, _, _),
            .notUnderstood(let entry, _, _, _):
            "\(entry.rawValue)"
        case .negativeCash(_, let name, _, _, _): name
        case .unitsInTransit(let account, _, _, _), .maturedDeposit(let account, _): account
        case .expiredOption(_, let symbol, _, _), .adjustedOption(_, let symbol, _, _, _): symbol
        case .noRate, .beyondRate, .staleRate: ""
        }
    }

    /// Warnings of holdings whose worth at their price does not fit a decimal, and where `all` are wanted of those without a price, with an old one or
    /// one that a trade paid.
    private static func ofPrices(_ filter: BookFilter, _ state: BookState, on day: Day, all: Bool) throws -> [FrameWarning] {
        let none = try BaseConversion(filter.source.book, to: .usd, state.definitions.policy)
        let figures = try HoldingFigures(state.holdings().filter { filter.fits($0.account, $0.instrument) }, lots: nil, state, filter, to: none, on: day)
        return (all ? figures.priceWarnings(state.definitions, on: day, isToday: filter.day == nil) : []) + figures.beyond.warnings
    }

    /// Warnings of deposits whose term has ended, that still hold money, and for which no interest was recorded.
    private static func interestDue(_ filter: BookFilter, on day: Day) throws -> [FrameWarning] {
        // What was computed before is enough for all others, so the activities are only read where there is such a deposit.
        guard try filter.source.definitions.accounts.contains(where: { $0.rate != nil && $0.matures.map { $0 <= day } ?? false }) else { return [] }
        let ledger = try filter.source.ledger, funded = Set(try filter.state().cash().filter { $0.balance > .zero }.map(\.account))
        return try ledger.accounts.enumerated().compactMap { place, account in
            guard let matures = account.matures, matures <= day, filter.fits(AccountID(Int32(place + 1)), nil), funded.contains(AccountID(Int32(place + 1))),
                let due = try ledger.interestDue(of: AccountID(Int32(place + 1)), through: day), due > .zero
            else { return nil }
            return FrameWarning(
                kind: "interest_due",
                message:
                    "interest due of \"\(account.name)\" at maturity on \(matures): \(Money(due, account.currency).told(by: CurrencyTable(declaredIn: filter.source.book))), by \(Percent.text(account.rate ?? .zero)) of what was paid in for its days over 365; "
                    + "record it with interest{account=\"\(account.name)\", date=\"\(matures)\", amount=…}")
        }
    }
}
