import Ledger
import Values

/// The places of the columns of a transactions file, -1 for those that it lacks.
struct TransactionColumns {
    let date, time, type, subtype, status, account, portfolio, symbol, name, kind, multiplier: Int
    let quantity, price, fee, commission, tax, amount, gross, currency, fxRate, settle, ratio, notes: Int
    let into, share, opened, group, lots, id: Int
    /// The column of ids by which the source knows its rows.
    let source: Int

    /// - Parameter namesLots: whether a column of lots is taken for one of luca's.
    init(_ map: ColumnMap, namesLots: Bool) {
        (date, time, type, subtype, status) = (map[.date], map[.time], map[.type], map[.subtype], map[.status])
        (account, portfolio, symbol, name) = (map[.account], map[.portfolio], map[.symbol], map[.name])
        (kind, multiplier) = (map[.kind], map[.multiplier])
        (quantity, price, fee, commission, tax) = (map[.quantity], map[.price], map[.fee], map[.commission], map[.tax])
        (amount, gross, currency, fxRate) = (map[.amount], map[.gross], map[.currency], map[.fxRate])
        (settle, ratio, notes) = (map[.settle], map[.ratio], map[.notes])
        (into, share, opened, group) = (map[.into], map[.share], map[.opened], map[.group])
        (lots, id) = namesLots ? (map[.lots], map[.id]) : (-1, -1)
        // In luca's own files the number is that of an entry, which is another as soon as it is amended.
        let isOwn = map.isOwnExport || map.has(.lots)
        source = map.has(.reference) ? map[.reference] : isOwn ? -1 : map[.id]
    }
}

/// The cells of a row that are read before its type matters.
struct TransactionCells {
    var day: Day
    var time: Instant?
    var symbol: UnsafeBufferPointer<UInt8>
    var quantity: CellNumber?
    var price: CellNumber?
    var fee: CellNumber
    var tax: CellNumber
    var amount: CellNumber?
    var gross: CellNumber?
    var rate: CellNumber?
    /// In which currency the cash moves, where the row tells it.
    var settle: Currency?
    /// The amount as it is told, where that is in the account's currency; `amount` is what it comes to in the row's.
    var settled: SettledAmount?
    /// Units of the underlying in one unit, for an instrument that is not defined yet.
    var multiplier: CellNumber?
    var currency: CurrencyIndex.Entry
    /// Of the account, 0 for one that is not defined yet.
    var account: Int32
    /// Of the instrument, 0 for none and for one that is not defined yet.
    var instrument: Int32

    private var figures: [CellNumber?] { [price, amount, fee, tax, gross] }

    /// Whether a code or symbol beside a number tells the currency.
    var hasMark: Bool { figures.contains { $0?.currency != nil } }

    /// The first sign beside a number that several currencies share; nil where there is none.
    var sign: CurrencySign? { figures.lazy.compactMap { $0?.sign }.first }

    /// How far rounding may have moved the amount.
    var amountTolerance: FixedDecimal { settled?.tolerance ?? amount?.tolerance ?? .zero }

    /// The amount as a message shows it.
    var shownAmount: String {
        guard let settled else { return amount.map { $0.decimal.description } ?? "" }
        return "\(settled.figure.decimal.description(minimumDigits: settled.figure.digits)) \(settled.currency) at \(rate?.decimal ?? .one)"
    }
}

/// An amount in the currency of the account, in a row that is in another currency.
struct SettledAmount {
    /// What the cell says.
    var figure: CellNumber
    var currency: Currency
    /// Half a unit of its last digit, in the currency of the row.
    var tolerance: FixedDecimal
}
