/// The fields that columns may hold. The raw value is the name that `columns={…}` and luca's own files use.
enum ImportField: String, CaseIterable, Sendable {
    // Of transactions.
    /// The day of the row.
    case date
    /// The time of day, or the moment.
    case time
    /// The type of the activity.
    case type
    /// The finer sense of the type.
    case subtype
    /// Whether the row is posted, pending, a draft or void.
    case status
    /// The account's name.
    case account
    /// The portfolio of the account.
    case portfolio
    /// The instrument's symbol.
    case symbol
    /// The instrument's or the account's full name.
    case name
    /// The kind of the instrument or of the account.
    case kind
    /// Units of the underlying in one contract.
    case multiplier
    /// How many units.
    case quantity
    /// The price of one unit.
    case price
    /// The fee, above zero.
    case fee
    /// A commission apart from the fee; the two are added.
    case commission
    /// The tax withheld, above zero.
    case tax
    /// The change of the account's cash, charges included.
    case amount
    /// The money before charges.
    case gross
    /// The currency of the row's figures.
    case currency
    /// Units of the account's currency for one of the row's.
    case fxRate = "fx_rate"
    /// The currency in which the cash moves.
    case settle
    /// The ratio of a split: new units to old.
    case ratio
    /// The symbol of what units become.
    case into
    /// The part of the cost that goes to what is spun off.
    case share
    /// The lots that a sale takes.
    case lots
    /// The id by which the source knows the row.
    case reference
    /// The number of an order or of something else that is no row; not used.
    case order
    /// Free text.
    case notes
    // Of prices.
    /// The first price of the day.
    case open
    /// The highest price of the day.
    case high
    /// The lowest price of the day.
    case low
    /// The last price of the day.
    case close
    /// The last price, adjusted for splits and dividends.
    case adjusted
    /// Units traded.
    case volume
    /// A split of shares on the day of a price: new units for one old; 0 for none.
    case splits
    /// Where the price comes from.
    case source
    // Of definitions, and of what an account is worth.
    /// The row's own number or id.
    case id
    /// The owner of the account.
    case owner
    /// The group of the account, or the word that ties the two sides of a transfer.
    case group
    /// The day on which the account or the lot was opened.
    case opened
    /// The day on which the account was closed.
    case closed
    /// Whether the account may sell what it does not hold.
    case allowShort = "allow_short"
    /// Whether the account is kept by transactions or by values.
    case tracking
    /// The account's rate of interest for a year.
    case rate
    /// The day on which a deposit ends.
    case matures
    /// Whether trades settle in the account's currency or in their own.
    case settlement
    /// What the account is worth.
    case value
    /// The symbol of what an option is on.
    case underlying
    /// Call or put.
    case right
    /// The strike of an option.
    case strike
    /// The last day of an option.
    case expires
    /// The id of an instrument in another file.
    case instrument
    /// Tags of a transaction.
    case tags
    /// The id that two linked transactions share.
    case link
    /// Whether an assignment consumed the transaction.
    case consumed
    /// The asset class that the instrument counts as.
    case assetClass = "class"
    /// The provider of the instrument's prices.
    case provider
    /// The provider's symbol for the instrument.
    case providerSymbol = "provider_symbol"
    // Of reserve plans.
    /// The tier of a reserve plan.
    case tier
    /// The tier's place in the order of filling.
    case priority
    /// What the account holds.
    case balance
    /// The yield of a year, in percent.
    case apy
    /// The weight of the account within its tier.
    case weight
    /// The most that the account is to hold.
    case cap
    /// Whether the tier prefers the account.
    case preferred
    /// Columns that are known and not read.
    case left

    /// The place in a table of all fields.
    var index: Int { Self.indices[self] ?? 0 }
    private static let indices = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))

    /// Whether its cells are money, of which a heading may tell the currency.
    var isMoney: Bool { [.price, .fee, .commission, .tax, .amount, .gross, .open, .high, .low, .close, .adjusted, .value, .balance].contains(self) }

    /// Whether its cells are decimals, which tell the decimal mark of the file.
    var isNumber: Bool {
        switch self {
        case .quantity, .price, .fee, .commission, .tax, .amount, .gross, .fxRate, .share, .open, .high, .low, .close, .adjusted, .volume, .multiplier,
            .rate, .value, .strike, .priority, .balance, .apy, .weight, .cap:
            true
        case .date, .time, .type, .subtype, .status, .account, .portfolio, .symbol, .name, .kind, .currency, .settle, .ratio,
            .into, .lots, .splits, .reference, .order, .notes, .source, .id, .owner, .group, .opened, .closed, .allowShort, .tracking,
            .matures, .settlement, .underlying, .right, .expires, .instrument, .tags, .link, .consumed, .assetClass, .provider,
            .providerSymbol, .tier, .preferred, .left:
            false
        }
    }
}
