import Ledger
import Values

/// How a program of double entry writes what `DoubleEntryWriter` tells it.
protocol DoubleEntrySyntax {
    /// What accounts and instruments are called there.
    var names: DoubleEntryNames { get }
    /// Whether units that leave a lot are told by its unit cost, which then has to be written out without a rounding.
    var needsUnitCosts: Bool { get }
    /// Whether a sale counts in its transaction as what the lots cost, so that the gain is a posting of its own; otherwise as what it brings.
    var countsSalesAtCost: Bool { get }

    /// Whether each sale has a price, so that charges above the proceeds are a posting of their own.
    var pricesAllSales: Bool { get }

    /// Whether a posting without an amount is rounded to the digits of the others.
    var roundsMissingFigures: Bool { get }

    /// What stands before all transactions.
    func head(_ facts: DoubleEntryFacts) -> String
    /// The first line of a transaction.
    func transaction(_ day: Day, _ text: String) -> String
    /// The line below it that names the entries which it is.
    func origin(_ mark: String) -> String
    /// A line of a transaction; without an amount it takes what the others leave over.
    func posting(_ account: String, _ amount: String) -> String
    /// Units of a lot that come or go.
    func units(_ change: LotChangeAsWritten) -> String
    /// A currency as amounts write it.
    func written(_ code: String) -> String
    /// The price of one thing in another.
    func price(_ day: Day, of commodity: String, _ amount: String) -> String
    /// What accounts hold as the last day ends, for the other program to check.
    func balances(_ day: Day, _ balances: [(account: String, number: String, commodity: String)]) throws -> String
}

/// What a file tells before its transactions.
struct DoubleEntryFacts {
    let ledger: Ledger
    /// The first day of all.
    var first: Day
    /// The accounts used, and the first day of each, in the order of these days.
    var accounts: [(name: String, first: Day)]
    /// The names in luca of the accounts that hold cash and units.
    var lucaNames: [String: String]
    /// The currencies in luca of accounts that would come back in another, by their names in luca.
    let accountCurrencies: [String: Currency]
    /// The currencies that occur, and how many digits behind the point their amounts have.
    var currencies: [(code: String, digits: Int)]
    /// How many digits behind the point the units of each instrument have, by its place.
    var unitDigits: [Int]

    /// The accounts of a ledger whose currency is not the one that their cash tells: that in which the owner counts, or else the only one.
    static func accountCurrencies(_ ledger: Ledger) throws -> [String: Currency] {
        let base = ledger.policy.baseCurrency
        var held: [AccountID: Set<Currency>] = [:], told: [String: Currency] = [:]
        for cash in try ledger.cash() { held[cash.account, default: []].insert(cash.currency) }
        for (place, account) in ledger.accounts.enumerated() {
            let own = held[AccountID(Int32(place + 1))] ?? [], assumed = base.flatMap { own.contains($0) ? $0 : nil } ?? (own.count == 1 ? own.first : nil)
            if assumed != account.currency { told[account.name] = account.currency }
        }
        return told
    }
}

/// Units that a lot gets or loses, as they are written.
struct LotChangeAsWritten {
    /// The lot's number.
    var lot: EntryID
    /// The change.
    var units: FixedDecimal
    /// What the units cost, with their sign.
    var weight: FixedDecimal
    /// The day on which the lot was opened.
    var opened: Day
    /// Whether the lot comes about, or comes back with fewer units.
    var isNew: Bool
    /// Whether anybody told what it cost.
    var isCostKnown: Bool
    /// What the units brought, or cost to buy back, where that is known of this lot; without a sign.
    var price: FixedDecimal?
    /// Whether the units leave the book, and nothing comes for them.
    var isTakenOut = false
    /// What they are of.
    var commodity: String
    /// The currency of the cost.
    var currency: String

    /// What it costs, as text.
    var cost: String { "\(DoubleEntryText.money(weight.magnitude)) \(currency)" }
    /// What it brings, or else costs, as text.
    var total: String { "\(DoubleEntryText.money(price ?? weight.magnitude)) \(currency)" }
}

/// Amounts and words as all programs of double entry take them.
enum DoubleEntryText {
    /// An amount with two digits behind the point at least, which tell other programs how exact it is.
    static func money(_ amount: FixedDecimal) -> String {
        let text = amount.description
        guard let point = text.firstIndex(of: ".") else { return text + ".00" }
        return text.distance(from: point, to: text.endIndex) == 2 ? text + "0" : text
    }

    /// How many digits a figure has behind the point.
    static func digits(_ number: FixedDecimal) -> Int {
        let text = number.description
        return text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
    }
}

/// The names that a book's accounts and instruments have in another program, which may allow fewer letters.
struct DoubleEntryNames {
    /// Accounts by their numbers.
    private(set) var accounts: [String] = []
    /// Instruments by their numbers, as a posting writes them.
    private(set) var commodities: [String] = []
    private var leaves: [String] = []
    /// How many symbols are written otherwise.
    private(set) var changedSymbols = 0

    /// What a program allows.
    struct Rules {
        /// A part of an account's name as it may be.
        var part: (Substring) -> String
        /// A symbol as it may be.
        var symbol: (String) -> String
        /// A commodity as postings write it.
        var written: (String) -> String
        /// The most letters of a name that gets a number behind it, since it is taken.
        var longest: Int
        /// Whether a balance is that of an account and of those below it.
        var balancesCountBelow = false
    }

    init(_ ledger: Ledger, _ rules: Rules) {
        var taken: Set<String> = [], takenLeaves: Set<String> = ["Cash"]
        for account in ledger.accounts {
            let parts = account.name.split(separator: ":").map(rules.part).filter { !$0.isEmpty }
            accounts.append(Self.unique(parts.isEmpty ? "Account" : parts.joined(separator: ":"), rules, &taken))
        }
        // A commodity must not be taken for the money that is held.
        var symbols = Set((ledger.accounts.map(\.currency) + ledger.instruments.map(\.currency)).map(\.code))
        for instrument in ledger.instruments {
            let symbol = Self.unique(rules.symbol(instrument.symbol), rules, &symbols)
            if symbol != instrument.symbol { changedSymbols += 1 }
            commodities.append(rules.written(symbol))
            leaves.append(Self.unique(rules.part(Substring(symbol.replacing(":", with: "-"))), rules, &takenLeaves))
        }
        if rules.balancesCountBelow { partFromDrawers(takenLeaves, rules, &taken) }
    }

    /// Gives other names to accounts that would stand below what another holds: `Bank:Cash` below the cash of `Bank`.
    private mutating func partFromDrawers(_ drawers: Set<String>, _ rules: Rules, _ taken: inout Set<String>) {
        let names = Set(accounts)
        for place in accounts.indices {
            var parts = accounts[place].split(separator: ":").map(String.init)
            for count in parts.indices.dropFirst() where drawers.contains(parts[count]) && names.contains(parts[..<count].joined(separator: ":")) { parts[count] += "-Account" }
            let name = parts.joined(separator: ":")
            if name != accounts[place] { accounts[place] = Self.unique(name, rules, &taken) }
        }
    }

    private static func unique(_ name: String, _ rules: Rules, _ taken: inout Set<String>) -> String {
        var result = name, count = 1
        while !taken.insert(result).inserted {
            count += 1
            result = "\(name.prefix(rules.longest))\(count)"
        }
        return result
    }

    /// The account that holds the cash of one of luca's.
    func cash(_ account: AccountID) -> String { "Assets:\(accounts[Int(account.rawValue) - 1]):Cash" }

    /// The account that holds the units of an instrument.
    func units(_ account: AccountID, _ instrument: InstrumentID) -> String { "Assets:\(accounts[Int(account.rawValue) - 1]):\(leaf(instrument))" }

    /// The commodity of an instrument.
    func commodity(_ instrument: InstrumentID) -> String { commodities[Int(instrument.rawValue) - 1] }

    /// An instrument as part of an account's name.
    func leaf(_ instrument: InstrumentID) -> String { leaves[Int(instrument.rawValue) - 1] }
}
