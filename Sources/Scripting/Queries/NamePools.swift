import Frames
import Ledger
import Values

/// The names of a book's accounts and instruments as frames hold them: the code of a name is its number less one.
struct NamePools {
    let accounts: TextPool
    let portfolios: TextPool
    let symbols: TextPool
    let currencies = CurrencyPool()

    private let accountCodes: [Int32]
    private let portfolioCodes: [Int32]
    private let symbolCodes: [Int32]

    init(_ ledger: Ledger) {
        (accounts, accountCodes) = Self.pool(ledger.accounts.map(\.name))
        (portfolios, portfolioCodes) = Self.pool(ledger.accounts.map(\.portfolio))
        (symbols, symbolCodes) = Self.pool(ledger.instruments.map(\.symbol))
    }

    /// Codes by place; an empty text is no value.
    private static func pool(_ texts: [String]) -> (TextPool, [Int32]) {
        let pool = TextPool()
        return (pool, texts.map { $0.isEmpty ? -1 : pool.code(for: $0) })
    }

    func account(_ id: AccountID) -> Int32 { id == .every ? -1 : accountCodes[Int(id.rawValue) - 1] }
    func portfolio(_ id: AccountID) -> Int32 { id == .every ? -1 : portfolioCodes[Int(id.rawValue) - 1] }
    func symbol(_ id: InstrumentID?) -> Int32 { id.map { symbolCodes[Int($0.rawValue) - 1] } ?? -1 }
}

/// The currencies of a frame; a code is looked up by its word, not by its letters, where it was met before.
final class CurrencyPool {
    let pool = TextPool()
    private var codes: [Currency: Int32] = [:]
    private var last: (currency: Currency, code: Int32)?

    /// The code of a currency. Neighbours mostly share one.
    func code(_ currency: Currency) -> Int32 {
        if let last, last.currency == currency { return last.code }
        let code = codes[currency] ?? pool.code(for: currency.code)
        codes[currency] = code
        last = (currency, code)
        return code
    }
}

/// The cases of a kind as the texts of a column.
struct CasePool<Kind: CaseIterable & Hashable & RawRepresentable> where Kind.RawValue == String {
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
