/// A column that formats know, under the name that `columns={…}` and our own files use.
enum ImportField: String, CaseIterable, Sendable {
    case date, time, type, subtype, status, account, portfolio, symbol, name, kind, multiplier
    case quantity, price, fee, commission, tax, amount, gross, currency, fxRate = "fx_rate", settle, ratio, into, share, lots, reference, order, notes
    case open, high, low, close, adjusted, volume, source
    // Of definitions, and of what an account is worth.
    case id, owner, group, opened, closed, allowShort = "allow_short", tracking, rate, matures, settlement, value
    case underlying, right, strike, expires, instrument, tags, link, consumed
    case assetClass = "class", provider, providerSymbol = "provider_symbol"
    // Of reserve plans; `left` is known and not read.
    case tier, priority, balance, apy, weight, cap, preferred, left

    /// The place in a table of all fields.
    var index: Int { Self.indices[self] ?? 0 }
    private static let indices = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))

    /// Whether its cells are money, of which a heading may tell the currency.
    var isMoney: Bool { [.price, .fee, .commission, .tax, .amount, .gross, .open, .high, .low, .close, .adjusted, .value, .balance].contains(self) }

    /// Whether its cells are decimals, which tell the decimal mark of the file.
    var isNumber: Bool {
        switch self {
        case .quantity, .price, .fee, .commission, .tax, .amount, .gross, .fxRate, .share, .open, .high, .low, .close, .adjusted, .volume, .multiplier,
            .rate, .value, .strike, .priority, .balance, .apy, .weight, .cap: true
        case .date, .time, .type, .subtype, .status, .account, .portfolio, .symbol, .name, .kind, .currency, .settle, .ratio, .into, .lots, .reference, .order, .notes, .source, .id, .owner, .group, .opened,
            .closed, .allowShort, .tracking, .matures, .settlement, .underlying, .right, .expires, .instrument, .tags, .link, .consumed,
            .assetClass, .provider, .providerSymbol, .tier, .preferred, .left: false
        }
    }
}
