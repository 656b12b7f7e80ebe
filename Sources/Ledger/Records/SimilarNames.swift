import Values

/// What a book knows by a name of its owner's choosing.
public enum NamedThing: String, CaseIterable, Sendable {
    /// An account.
    case account
    /// A portfolio, to which accounts belong.
    case portfolio
    /// An owner of accounts.
    case owner
    /// A group of accounts.
    case group
    /// An instrument, by its symbol.
    case instrument

    /// The name of this kind that an account has; nil where accounts have none.
    fileprivate func name(of account: Account) -> String? {
        switch self {
        case .account: account.name
        case .portfolio: account.portfolio
        case .owner: account.owner
        case .group: account.group
        case .instrument: nil
        }
    }
}

/// The names in a book by what they have in common whatever their capitals and blanks, so that a new name is held against those like it alone.
///
/// It is made by the first question and follows each definition from then on.
struct SimilarNames {
    /// By kind and folded name: how many things go by each name.
    private var names: [NamedThing: [String: [String: Int]]] = [:]

    init(_ accounts: [Account], _ instruments: [Instrument]) {
        for account in accounts { count(account, 1) }
        for instrument in instruments { count(instrument, 1) }
    }

    /// Takes the names of an account in, or out again where `change` is -1.
    mutating func count(_ account: Account, _ change: Int) {
        for thing in NamedThing.allCases { if let name = thing.name(of: account) { count(name, thing, change) } }
    }

    /// The same of an instrument.
    mutating func count(_ instrument: Instrument, _ change: Int) { count(instrument.symbol, .instrument, change) }

    private mutating func count(_ name: String, _ thing: NamedThing, _ change: Int) {
        if name.isEmpty { return }
        let folded = Self.folded(name), left = (names[thing]?[folded]?[name] ?? 0) + change
        names[thing, default: [:]][folded, default: [:]][name] = left > 0 ? left : nil
    }

    /// The first by the alphabet of the other names that are alike.
    func other(than name: String, _ thing: NamedThing) -> String? { names[thing]?[Self.folded(name)]?.keys.filter { $0 != name }.min() }

    func contains(_ name: String, _ thing: NamedThing) -> Bool { names[thing]?[Self.folded(name)]?[name] != nil }

    private static func folded(_ name: String) -> String { name.lowercased().filter { !$0.isWhitespace } }
}
