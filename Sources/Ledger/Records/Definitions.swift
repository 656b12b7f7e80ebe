import Values

/// What a book defines: its accounts, instruments, settings, plans and tags, without anything that happened.
public struct Definitions {
    /// Every account as last defined; the one with the number 1 comes first.
    public private(set) var accounts: [Account] = []
    /// Every instrument as last defined; the one with the number 1 comes first.
    public private(set) var instruments: [Instrument] = []
    /// The choices made, as text by key; `policy` is what they amount to.
    public private(set) var settings: [String: String] = [:]
    /// What the settings amount to.
    public private(set) var policy = Policy()
    /// The plans of the book: reserves, targets, recurring rules and so on.
    public internal(set) var plans = PlanStore()
    /// What is tagged with what.
    public internal(set) var tags = TagStore()

    private var accountIDs: [String: AccountID] = [:]
    private var instrumentIDs: [String: InstrumentID] = [:]
    /// Multipliers by number of instrument; the first stands for no instrument.
    private(set) var multipliers: [FixedDecimal] = [.one]
    /// Changes whenever an account or instrument is named otherwise.
    private(set) var namesVersion = 0

    /// Nothing is defined.
    init() {}

    /// Definitions that were kept; the settings must be ones that there are.
    init(accounts: [Account], instruments: [Instrument], settings: [String: String], plans: PlanStore, tags: TagStore) {
        (self.accounts, self.instruments, self.settings, policy, self.plans) = (accounts, instruments, settings, Setting.policy(settings), plans)
        self.tags = tags
        multipliers += instruments.map(\.multiplier)
        let named = accounts.indices.filter { !accounts[$0].isErased }.map { (accounts[$0].name, AccountID(Int32($0 + 1))) }
        accountIDs = Dictionary(named) { first, _ in first }
        instrumentIDs = Dictionary(instruments.indices.map { (instruments[$0].symbol, InstrumentID(Int32($0 + 1))) }) { first, _ in first }
    }

    /// The account of a number, which must be defined.
    public subscript(account: AccountID) -> Account { accounts[Int(account.rawValue) - 1] }

    /// The instrument of a number, which must be defined.
    public subscript(instrument: InstrumentID) -> Instrument { instruments[Int(instrument.rawValue) - 1] }

    /// The account of exactly that name.
    public func account(named name: String) -> AccountID? { accountIDs[name] }

    /// The instrument of exactly that symbol.
    public func instrument(named symbol: String) -> InstrumentID? { instrumentIDs[symbol] }

    /// Puts an account in its place; nil takes the last one away.
    mutating func put(_ account: Account?, at index: Int) {
        namesVersion += 1
        if index < accounts.count { accountIDs[accounts[index].name] = nil }
        guard let account else { return accounts.removeSubrange(index...) }
        if index < accounts.count { accounts[index] = account } else { accounts.append(account) }
        if !account.isErased { accountIDs[account.name] = AccountID(Int32(index + 1)) }
    }

    /// Puts an instrument in its place; nil takes the last one away.
    mutating func put(_ instrument: Instrument?, at index: Int) {
        namesVersion += 1
        if index < instruments.count { instrumentIDs[instruments[index].symbol] = nil }
        guard let instrument else {
            instruments.removeSubrange(index...)
            return multipliers.removeSubrange((index + 1)...)
        }
        if index < instruments.count {
            instruments[index] = instrument
            multipliers[index + 1] = instrument.multiplier
        } else {
            instruments.append(instrument)
            multipliers.append(instrument.multiplier)
        }
        instrumentIDs[instrument.symbol] = InstrumentID(Int32(index + 1))
    }

    /// Makes a choice of policy, which has been checked, or with nil goes back to the default.
    mutating func put(setting key: String, _ value: String?) {
        settings[key] = value
        // There may be a rule for each account, so one is put in its place without reading the others.
        if let scope = LotRule.Scope(key: key, of: Setting.lotMethod.key) { return policy.put(LotMethod.all.first { $0.name == value }, for: scope) }
        // One that is made does nothing but its own choice; the others are read again only where it is given up.
        if let value, !value.isEmpty, Setting.named(key)?.store(value, &policy) == true { return }
        let rules = policy.lotRules
        policy = Setting.policyWithoutRules(settings)
        policy.lotRules = rules
    }
}

/// What knows accounts by their names and instruments by their symbols.
public protocol NamedBook {
    /// Every account as last defined; the one with the number 1 comes first.
    var accounts: [Account] { get }
    /// Every instrument as last defined; the one with the number 1 comes first.
    var instruments: [Instrument] { get }
    /// How the book is kept.
    var policy: Policy { get }
    /// The account of exactly that name.
    func account(named name: String) -> AccountID?
    /// The instrument of exactly that symbol.
    func instrument(named symbol: String) -> InstrumentID?
}

extension Definitions: NamedBook {}

extension NamedBook {
    /// The account of a name that somebody gave; where there is none, the error names the nearest.
    public func knownAccount(_ name: String) throws(LedgerError) -> AccountID {
        if let account = account(named: name) { return account }
        throw .unknownAccount(name: name, nearest: nearestName(to: name, in: accounts.map(\.name)), currency: policy.baseCurrency?.code)
    }

    /// The instrument of a symbol that somebody gave; where there is none, the error names the nearest.
    public func knownInstrument(_ symbol: String) throws(LedgerError) -> InstrumentID {
        if let instrument = instrument(named: symbol) { return instrument }
        throw .unknownSymbol(symbol: symbol, nearest: nearestName(to: symbol, in: instruments.map(\.symbol)), currency: policy.baseCurrency?.code)
    }
}

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
