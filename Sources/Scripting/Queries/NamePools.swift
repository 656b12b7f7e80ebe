import Frames
import Ledger

/// The names of a book's accounts and instruments as frames hold them: the code of a name is its number less one.
struct NamePools {
    let accounts: TextPool
    let portfolios: TextPool
    let symbols: TextPool
    let currencies = TextPool()

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

    func account(_ id: AccountID) -> Int32 { accountCodes[Int(id.rawValue) - 1] }
    func portfolio(_ id: AccountID) -> Int32 { portfolioCodes[Int(id.rawValue) - 1] }
    func symbol(_ id: InstrumentID?) -> Int32 { id.map { symbolCodes[Int($0.rawValue) - 1] } ?? -1 }
}
