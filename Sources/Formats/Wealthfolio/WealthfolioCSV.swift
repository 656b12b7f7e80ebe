import Ledger
import Values

/// The activities of Wealthfolio as CSV: what the program exports, and the files that it imports.
///
/// Its types and subtypes are read by what they do there. From version 3.8 on, an amount is the cash that moved, charges included, and the file has a column `tax`;
/// before that it is the money before charges. Of trades the figures tell which it is.
struct WealthfolioCSV: TableFormat {
    let name = "wealthfolio"
    let summary = "Activities as Wealthfolio exports and imports them, with its types and subtypes."
    let example = """
        date,accountName,symbol,instrumentType,quantity,activityType,unitPrice,currency,fee,tax,amount,comment,subtype
        2024-01-02,Broker,$CASH-USD,,,DEPOSIT,,USD,,,5000,first,
        2024-01-15,Broker,ORCL,EQUITY,10,BUY,105.50,USD,4.95,,1059.95,,
        2024-02-01,Broker,ORCL,EQUITY,0.04,DIVIDEND,110,USD,,,4.40,,DRIP

        """

    let columns = [
        ColumnSpec(.date, keys: ["date", "activitydate"]), ColumnSpec(.type, keys: ["activitytype", "type"]), ColumnSpec(.link, keys: ["activitytypeoverride"]),
        ColumnSpec(.subtype, keys: ["subtype"]), ColumnSpec(.status, keys: ["status"]), ColumnSpec(.consumed, keys: ["isdraft"]),
        ColumnSpec(.account, keys: ["accountname", "account", "accountid"]), ColumnSpec(.settle, keys: ["accountcurrency"]),
        ColumnSpec(.symbol, keys: ["assetsymbol", "symbol", "assetid"]), ColumnSpec(.name, keys: ["assetname"]), ColumnSpec(.kind, keys: ["instrumenttype"]),
        ColumnSpec(.multiplier, keys: ["contractmultiplier"]), ColumnSpec(.quantity, keys: ["quantity"]), ColumnSpec(.price, keys: ["unitprice"]),
        ColumnSpec(.gross, keys: ["amount"]), ColumnSpec(.fee, keys: ["fee"]), ColumnSpec(.tax, keys: ["tax"]), ColumnSpec(.currency, keys: ["currency"]),
        ColumnSpec(.fxRate, keys: ["fxrate"]), ColumnSpec(.group, keys: ["sourcegroupid"]), ColumnSpec(.id, keys: ["id"]), ColumnSpec(.notes, keys: ["comment", "notes"]),
    ]

    let readsHeadingUnits = false
    let knowsAccountsByIDs = true
    let tellsDaysAsMidnights = true

    /// Its headings are written together, as in `activityType`; those of brokers are words.
    func score(_ map: ColumnMap) -> Int {
        guard missing(map).isEmpty, map.headings.contains("activityType") || Set(map.headings).isSuperset(of: ["type", "instrumentType"]) else { return 0 }
        return 40 + map.matched
    }

    func missing(_ map: ColumnMap) -> [String] {
        let needed: [(ImportField, String)] = [(.date, "date"), (.type, "activityType"), (.quantity, "quantity"), (.price, "unitPrice"), (.currency, "currency")]
        return needed.filter { !map.has($0.0) }.map(\.1)
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader { WealthfolioReader(table, &plan) }
}

/// The types of Wealthfolio's activities, those of its first versions too.
enum WealthfolioType: String, CaseIterable {
    case buy = "BUY"
    case sell = "SELL"
    case dividend = "DIVIDEND"
    case interest = "INTEREST"
    case deposit = "DEPOSIT"
    case withdrawal = "WITHDRAWAL"
    case transferIn = "TRANSFER_IN"
    case transferOut = "TRANSFER_OUT"
    case fee = "FEE"
    case tax = "TAX"
    case split = "SPLIT"
    case credit = "CREDIT"
    case adjustment = "ADJUSTMENT"
    case unknown = "UNKNOWN"
    case addHolding = "ADD_HOLDING"
    case removeHolding = "REMOVE_HOLDING"
    case conversionIn = "CONVERSION_IN"
    case conversionOut = "CONVERSION_OUT"

    /// What it is here.
    var kind: ActivityKind {
        switch self {
        case .buy: .buy
        case .sell: .sell
        case .dividend: .dividend
        case .interest: .interest
        case .deposit: .deposit
        case .withdrawal: .withdrawal
        case .transferIn, .addHolding, .conversionIn: .transferIn
        case .transferOut, .removeHolding, .conversionOut: .transferOut
        case .fee: .fee
        case .tax: .tax
        case .split: .split
        case .credit: .credit
        case .adjustment: .adjustment
        case .unknown: .unknown
        }
    }

    /// Whether cash leaves by it.
    var isOutflow: Bool { [.withdrawal, .transferOut, .conversionOut, .fee, .tax].contains(self) }
    /// Whether it moves cash alone, whatever its symbol.
    var isCashOnly: Bool { [.deposit, .withdrawal, .credit, .conversionIn, .conversionOut].contains(self) }

    /// The finer senses that luca has as well.
    static let subtypes: [String: [WealthfolioType: ActivitySubtype]] = [
        "DRIP": [.dividend: .drip], "DIVIDEND_IN_KIND": [.dividend: .dividendInKind], "RETURN_OF_CAPITAL": [.dividend: .returnOfCapital],
        "STAKING_REWARD": [.interest: .stakingReward],
        "BONUS": [.credit: .bonus], "OPTION_EXPIRY": [.adjustment: .expiry],
        "BUY_TO_OPEN": [.buy: .buyToOpen], "BUY_TO_CLOSE": [.buy: .buyToClose], "SELL_TO_OPEN": [.sell: .sellToOpen], "SELL_TO_CLOSE": [.sell: .sellToClose],
    ]
}
