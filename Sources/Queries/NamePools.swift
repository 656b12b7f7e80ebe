import Frames
import Ledger
import Values

/// The names of a book's accounts and instruments as text columns hold them: each name once, rows refer to it by a code.
package struct NamePools {
    /// The names of accounts.
    package let accounts: TextPool
    /// The names of portfolios.
    let portfolios: TextPool
    /// The symbols of instruments.
    package let symbols: TextPool
    /// The codes of currencies.
    package let currencies: CurrencyPool

    private let accountCodes: Codes
    private let portfolioCodes: Codes
    private let symbolCodes: Codes

    /// The code of the name at each place, counted from 0.
    private enum Codes {
        case all([Int32])
        /// Of the places that a few rows name, so that a row recorded costs the same in a book of ten thousand symbols.
        case some([Int: Int32])

        subscript(place: Int) -> Int32 {
            switch self {
            case .all(let codes): codes[place]
            case .some(let codes): codes[place] ?? -1
            }
        }
    }

    /// The names of all accounts and instruments of a book.
    package init(_ names: Definitions) {
        currencies = CurrencyPool()
        (accounts, accountCodes) = Self.pool(names.accounts.map(\.name))
        (portfolios, portfolioCodes) = Self.pool(names.accounts.map(\.portfolio))
        (symbols, symbolCodes) = Self.pool(names.instruments.map(\.symbol))
    }

    /// The names that some rows of a table need.
    init(_ ledger: Ledger, of rows: [Int32], _ table: ActivityTable) {
        if rows.count > Self.fewRows {
            self = NamePools(ledger.definitions)
            return
        }
        let owners = Set(rows.lazy.map { table.account(at: Int($0)) }.filter { $0 != .every }.map { Int($0.rawValue) - 1 }).sorted()
        let held = Set(rows.flatMap { [table.instrument(at: Int($0)), table.detail(at: Int($0))?.into].compactMap { $0 } }.map { Int($0.rawValue) - 1 }).sorted()
        self = NamePools(
            accounts: Self.pool(owners) { ledger.accounts[$0].name }, portfolios: Self.pool(owners) { ledger.accounts[$0].portfolio },
            symbols: Self.pool(held) { ledger.instruments[$0].symbol })
    }

    private init(accounts: (TextPool, Codes), portfolios: (TextPool, Codes), symbols: (TextPool, Codes)) {
        currencies = CurrencyPool()
        (self.accounts, accountCodes) = accounts
        (self.portfolios, portfolioCodes) = portfolios
        (self.symbols, symbolCodes) = symbols
    }

    private static let fewRows = 100

    /// Codes by place; an empty text is no value.
    private static func pool(_ texts: [String]) -> (TextPool, Codes) {
        let pool = TextPool()
        return (pool, .all(texts.map { $0.isEmpty ? -1 : pool.code(for: $0) }))
    }

    private static func pool(_ places: [Int], _ text: (Int) -> String) -> (TextPool, Codes) {
        let pool = TextPool()
        let codes = places.map { place in text(place).isEmpty ? -1 : pool.code(for: text(place)) }
        return (pool, .some(Dictionary(uniqueKeysWithValues: zip(places, codes))))
    }

    /// The code of an account's name; -1 for none.
    package func account(_ id: AccountID) -> Int32 { id == .every ? -1 : accountCodes[Int(id.rawValue) - 1] }
    /// The code of the portfolio of an account; -1 for none.
    func portfolio(_ id: AccountID) -> Int32 { id == .every ? -1 : portfolioCodes[Int(id.rawValue) - 1] }
    /// The code of an instrument's symbol; -1 for none.
    package func symbol(_ id: InstrumentID?) -> Int32 { id.map { symbolCodes[Int($0.rawValue) - 1] } ?? -1 }
}

/// The currencies of a frame; a code is looked up by its word, not by its letters, where it was met before.
package final class CurrencyPool {
    /// The codes as texts.
    package let pool = TextPool()
    private var codes: [Currency: Int32] = [:]
    private var last: (currency: Currency, code: Int32)?

    /// The code of a currency. Neighbours mostly share one.
    package func code(_ currency: Currency) -> Int32 {
        if let last, last.currency == currency { return last.code }
        let code = codes[currency] ?? pool.code(for: currency.code)
        codes[currency] = code
        last = (currency, code)
        return code
    }
}

/// The cases of an enumeration as the texts of a column.
struct CasePool<Kind: CaseIterable & Hashable & RawRepresentable> where Kind.RawValue == String {
    /// The texts.
    let pool: TextPool
    private let codes: [Kind: Int32]

    /// The cases in their order, then the other texts that the column knows.
    init(_ kind: Kind.Type, and others: [String] = []) {
        pool = TextPool(Kind.allCases.map(\.rawValue) + others)
        codes = Dictionary(uniqueKeysWithValues: zip(Kind.allCases, 0...))
    }

    /// The code of a case; of none, where there is none.
    func code(_ kind: Kind?) -> Int32 { kind.flatMap { codes[$0] } ?? -1 }
    /// The code of a text beyond the cases.
    func code(other: Int) -> Int32 { Int32(codes.count + other) }
}
