public import Values

/// The fields of a book's activities, each in a column of its own, by row: about fifty bytes an activity.
struct ActivityColumns {
    private(set) var entries = Column<UInt32>()
    private(set) var days = Column<Int32>()
    private(set) var times = SparseInstants()
    private(set) var kinds = Column<ActivityKind>()
    private(set) var subtypes = Column<ActivitySubtype?>()
    private(set) var statuses = Column<ActivityStatus>()
    private(set) var flags = Column<Flags>()
    private(set) var positions = Column<UInt32>()
    private(set) var cashPositions = Column<UInt32>()
    private(set) var quantities = DecimalColumn()
    private(set) var prices = DecimalColumn()
    private(set) var amounts = SparseDecimals()
    private(set) var fees = DecimalColumn()
    private(set) var taxes = SparseDecimals()
    private(set) var fxRates = SparseDecimals()
    private(set) var texts = TextColumn()

    /// What a row has beside the fields that every row has.
    struct Flags: OptionSet, BitwiseCopyable {
        let rawValue: UInt8

        static let void = Flags(rawValue: 1)
        static let amount = Flags(rawValue: 2)
        static let tax = Flags(rawValue: 4)
        static let detail = Flags(rawValue: 8)
    }

    /// How many rows there are.
    var count: Int { entries.count }

    /// What the activity's rule needs; the multiplier is that of its instrument.
    ///
    /// Always inlined, as otherwise each call would be handed a copy of all columns.
    @inline(__always)
    func facts(at row: Int, multiplier: FixedDecimal, detail: @autoclosure () -> ActivityDetail?) -> ActivityFacts {
        let flags = flags[row]
        return ActivityFacts(
            kind: kinds[row], subtype: subtypes[row], date: Day(number: days[row]),
            position: PositionSlot(rawValue: positions[row]), cashPosition: CashSlot(rawValue: cashPositions[row]),
            quantity: quantities[row], price: prices[row], amount: flags.contains(.amount) ? amounts[row] : .absent,
            fee: fees[row], tax: flags.contains(.tax) ? taxes[row] : .zero, multiplier: multiplier,
            detail: flags.contains(.detail) ? detail() : nil)
    }

    /// Adds a row at the end, of an activity whose account, instrument and currency have their places. Amortised O(1).
    mutating func append(_ activity: Activity, entry: EntryID, position: PositionSlot, cashPosition: CashSlot) {
        let row = count
        entries.append(UInt32(entry.rawValue))
        days.append(activity.date.number)
        if let time = activity.time { times.append(time.microseconds, row: row) }
        kinds.append(activity.kind)
        subtypes.append(activity.subtype)
        statuses.append(activity.status)
        flags.append([activity.amount == nil ? [] : .amount, activity.tax.isZero ? [] : .tax, activity.hasDetail ? .detail : []])
        positions.append(position.rawValue)
        cashPositions.append(cashPosition.rawValue)
        quantities.append(activity.quantity ?? .absent)
        prices.append(activity.price ?? .absent)
        if let amount = activity.amount { amounts.append(amount, row: row) }
        fees.append(activity.fee)
        if !activity.tax.isZero { taxes.append(activity.tax, row: row) }
        if let fxRate = activity.fxRate { fxRates.append(fxRate, row: row) }
        texts.append(activity.notes)
    }

    /// Notes that a row has a detail beside the columns.
    mutating func noteDetail(at row: Int) { flags[row].insert(.detail) }

    /// Notes whether a later entry voided a row.
    mutating func setVoid(_ isVoid: Bool, at row: Int) {
        if isVoid { flags[row].insert(.void) } else { flags[row].remove(.void) }
    }

    /// Makes room for that many rows in all.
    mutating func reserveCapacity(_ capacity: Int) {
        entries.reserveCapacity(capacity)
        days.reserveCapacity(capacity)
        kinds.reserveCapacity(capacity)
        subtypes.reserveCapacity(capacity)
        statuses.reserveCapacity(capacity)
        flags.reserveCapacity(capacity)
        positions.reserveCapacity(capacity)
        cashPositions.reserveCapacity(capacity)
        quantities.reserveCapacity(capacity)
        prices.reserveCapacity(capacity)
        fees.reserveCapacity(capacity)
        texts.reserveCapacity(capacity)
    }

    /// Forgets the rows from one on.
    mutating func truncate(to count: Int) {
        entries.truncate(to: count)
        days.truncate(to: count)
        times.truncate(to: count)
        kinds.truncate(to: count)
        subtypes.truncate(to: count)
        statuses.truncate(to: count)
        flags.truncate(to: count)
        positions.truncate(to: count)
        cashPositions.truncate(to: count)
        quantities.truncate(to: count)
        prices.truncate(to: count)
        amounts.truncate(to: count)
        fees.truncate(to: count)
        taxes.truncate(to: count)
        fxRates.truncate(to: count)
        texts.truncate(to: count)
    }
}

/// In which currency the cash of an activity moves, and by which rate of its own: that of its figures, or, where it settles in another, that one at the
/// rate that it tells.
extension ActivityTable {
    /// Whether any of some rows moves cash of another currency than that of its figures.
    public func settlesElsewhere(_ rows: [Int32]) -> Bool { settledRows > 0 && rows.contains { detail(at: Int($0))?.settles != nil } }

    /// The currency in which its cash moves.
    public func cashCurrency(at row: Int) -> Currency { detail(at: row)?.settles ?? currency(at: row) }

    /// What a figure of it comes to in the currency in which its cash moves.
    public func settled(_ amount: FixedDecimal, at row: Int) throws(LedgerError) -> FixedDecimal {
        guard detail(at: row)?.settles != nil, let rate = fxRate(at: row) else { return amount }
        return try LedgerError.arithmetic { () throws(DecimalError) in try amount * rate }
    }

    /// The currency in which its cash moves, where it could have moved in another: it tells a rate, and its account has another currency.
    public func settlement(at row: Int, _ accounts: [Account]) -> Currency? {
        ownRate(at: row, accounts) == nil ? nil : cashCurrency(at: row)
    }

    /// Whether units came in at a cost that the activity itself tells, and not with lots from another account.
    func tellsCost(at row: Int) -> Bool { kind(at: row) == .transferIn && !TransferGroup.isPair(detail(at: row)?.group ?? "") }

    /// What it tells itself of another currency: units of it for one of its own; nil where it tells nothing.
    public func ownRate(at row: Int, _ accounts: [Account]) -> (currency: Currency, rate: FixedDecimal)? {
        guard let rate = fxRate(at: row), account(at: row) != .every else { return nil }
        let other = detail(at: row)?.settles ?? accounts[Int(account(at: row).rawValue) - 1].currency
        return other == currency(at: row) ? nil : (other, rate)
    }
}
