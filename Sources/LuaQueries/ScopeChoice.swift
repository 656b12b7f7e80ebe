import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Values
import Worth

/// The parts of a book that a question about worth or returns is about: all that its filter leaves, or group by group.
struct ScopeChoice {
    /// What `by` may say.
    enum Group: String, CaseIterable {
        case account, portfolio, owner, symbol, kind, `class`, tag
    }

    /// The parts with their names; one without a name where nothing was grouped.
    let scopes: [(name: String, scope: Scope)]
    /// What is grouped by; nil where nothing is.
    let group: Group?
    /// What has to be known of the parts, whatever their figures are.
    let warnings: [FrameWarning]
    /// Whether something is in several parts, so that their rows do not add up to the whole.
    let areOverlapping: Bool

    /// The parameters `by` and `base`.
    static let parameters: [LuaParameter] = [
        .optional(
            "by", .string,
            "A row for each account, portfolio, owner, symbol, kind, class or tag; by symbol, kind and class, cash has a row too, and what accounts are told to be worth "
                + "by their owner, so that the rows add up to the whole. By tag, what has several counts in each, and what has none has a row untagged. A year or month, where every is taken, says the same as every."
        ),
        .optional("base", .currency, "The currency of all figures; the setting base_currency, or that of the accounts."),
    ]

    /// The parts that a call asks about, of what its filter leaves.
    init(_ call: LuaCall, _ filter: BookFilter, _ names: Definitions) throws {
        let takesPeriods = call.parameterNames.contains("every")
        group = try call.string("by").flatMap { word in
            if let group = Group(rawValue: word) { return group }
            if takesPeriods, CalendarUnit(rawValue: word) != nil { return nil }
            let known = Group.allCases.map(\.rawValue) + (takesPeriods ? CalendarUnit.allCases.map(\.rawValue) : [])
            throw call.mismatch("by", expected: "one of \(known.joined(separator: ", "))", hint: Suggestion(for: word, in: known)?.question)
        }
        let whole = Scope(accounts: filter.accounts, instruments: filter.instruments)
        guard let group else {
            (scopes, warnings, areOverlapping) = ([("", whole)], [], false)
            return
        }
        let tagged = group == .tag ? try TagScopes(filter, names) : nil
        (warnings, areOverlapping) = (tagged?.warnings ?? [], tagged?.areOverlapping ?? false)
        let accounts = names.accounts.indices.filter { !names.accounts[$0].isErased && whole.contains(AccountID(Int32($0 + 1))) }
        let instruments = names.instruments.indices.filter { whole.contains(InstrumentID(Int32($0 + 1))) }
        func ofAccounts(_ name: (Account) -> String) -> [(String, Scope)] {
            Dictionary(grouping: accounts) { name(names.accounts[$0]) }.sorted { $0.key < $1.key }.map { key, places in
                (key, Scope(accounts: Self.flags(places, names.accounts.count), instruments: filter.instruments))
            }
        }
        // Cash has a row of its own, the last one, so that the rows add up to the whole; with what is of that name where a class or kind is called so. A house is
        // no cash: what accounts are told to be worth by their owners has a row behind it.
        func ofInstruments(_ name: (Instrument) -> String) -> [(String, Scope)] {
            var groups = Dictionary(grouping: instruments) { name(names.instruments[$0]) }
            let told = whole.hasCash ? accounts.filter { names.accounts[$0].tracking == .value } : []
            let others = told.isEmpty ? filter.accounts : names.accounts.indices.map { !told.contains($0) && whole.contains(AccountID(Int32($0 + 1))) }
            if whole.hasCash, told.count < accounts.count || told.isEmpty { groups[Self.cash, default: []] += [] }
            let parts = groups.sorted { ($0.key == Self.cash ? 1 : 0, $0.key) < ($1.key == Self.cash ? 1 : 0, $1.key) }.map { key, places in
                let isCash = whole.hasCash && key == Self.cash
                return (key, Scope(accounts: isCash ? others : filter.accounts, instruments: Self.flags(places, names.instruments.count), cash: isCash))
            }
            if told.isEmpty { return parts }
            return parts + [(Self.told, Scope(accounts: Self.flags(told, names.accounts.count), instruments: Self.flags([], names.instruments.count), cash: true))]
        }
        scopes =
            switch group {
            case .account: ofAccounts(\.name)
            case .portfolio: ofAccounts(\.portfolio)
            case .owner: ofAccounts(\.owner)
            case .symbol: ofInstruments(\.symbol)
            case .kind: ofInstruments(\.kind.rawValue)
            case .class: ofInstruments(\.classOrKind)
            case .tag: tagged?.scopes ?? []
            }
    }

    /// The name of the group of cash.
    private static let cash = "cash"
    /// The name of the group of what accounts are told to be worth.
    private static let told = "told by their owner"

    private static func flags(_ places: [Int], _ count: Int) -> [Bool] {
        var flags = [Bool](repeating: false, count: count)
        for place in places { flags[place] = true }
        return flags
    }

    /// The currency of the figures: the one asked for, else the book's, else the one that all accounts asked of have.
    static func currency(_ call: LuaCall, _ filter: BookFilter, _ names: Definitions) throws -> Currency {
        if let currency = try call.currency("base") ?? names.policy.baseCurrency { return currency }
        let asked = names.accounts.enumerated().filter { !$1.isErased && filter.fits(AccountID(Int32($0 + 1))) }.map(\.element.currency)
        let currencies = Set(asked).sorted()
        if currencies.count > 1 {
            throw LuaMisuse(
                "\(call.name): the accounts are in \(currencies.map(\.code).joined(separator: ", "))", field: "base",
                hint: "say base=\"\(currencies[0])\", or choose for the whole book with setting(\"base_currency\", \"\(currencies[0])\")")
        }
        return currencies.first ?? .usd
    }
}

extension LuaCall {
    /// The length of the period of a row: what `every` says, or `by` where that names no parts of the book, as in `performance by year`.
    func period() throws -> CalendarUnit? {
        let every = try calendarUnit("every"), by = try string("by").flatMap(CalendarUnit.init(rawValue:))
        if let every, let by, every != by {
            throw LuaMisuse("\(name): every says \(every.rawValue), and by \(by.rawValue)", field: "by", hint: "leave one of them out")
        }
        return every ?? by
    }
}
