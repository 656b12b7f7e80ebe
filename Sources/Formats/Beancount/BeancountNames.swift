import Ledger
import Values

/// The names that a book's accounts and instruments have in beancount, which allows fewer letters.
struct BeancountNames {
    private(set) var accounts: [String] = []
    private(set) var commodities: [String] = []

    init(_ ledger: Ledger) {
        var taken: Set<String> = []
        for account in ledger.accounts {
            let parts = account.name.split(separator: ":").map(Self.part).filter { !$0.isEmpty }
            accounts.append(Self.unique(parts.isEmpty ? "Account" : parts.joined(separator: ":"), &taken))
        }
        // A commodity must not be taken for the money that is held.
        var symbols = Set((ledger.accounts.map(\.currency) + ledger.instruments.map(\.currency)).map(\.code))
        for instrument in ledger.instruments { commodities.append(Self.unique(Self.symbol(instrument.symbol), &symbols)) }
    }

    /// A part of an account's name: letters, digits and hyphens, a capital or a digit first.
    private static func part(_ text: Substring) -> String {
        let plain = String(text.map { $0.isLetter || $0.isNumber && $0.isASCII ? $0 : "-" }).split(separator: "-").joined(separator: "-")
        return plain.prefix(1).uppercased() + plain.dropFirst()
    }

    /// A commodity: capitals, digits and a few marks, a capital first and a capital or digit last, 24 at most.
    private static func symbol(_ text: String) -> String {
        let capitals = text.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." || $0 == "_" ? $0 : "-" }
        var symbol = String(capitals.prefix(22)).split(separator: "-").joined(separator: "-")
        while let last = symbol.last, !last.isLetter, !last.isNumber { symbol.removeLast() }
        if symbol.first?.isLetter != true { symbol = "X" + symbol }
        return symbol.count < 2 ? symbol + "X" : symbol
    }

    private static func unique(_ name: String, _ taken: inout Set<String>) -> String {
        var result = name, count = 1
        while !taken.insert(result).inserted {
            count += 1
            result = "\(name.prefix(20))\(count)"
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
    func leaf(_ instrument: InstrumentID) -> String { Self.part(Substring(commodity(instrument))) }
}
