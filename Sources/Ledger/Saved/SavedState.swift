import Values

/// What a book comes to at present, without what has happened: enough to tell what is held, the open lots, cash and names.
///
/// A cache: it follows from the entries, holds for one end of the journal only, and can be thrown away.
public struct SavedState {
    /// Accounts, instruments and settings.
    public let definitions: Definitions
    /// No activity is of a later day.
    let lastDay: Day
    let holdings: [Holding]
    let cash: [CashBalance]
    let warnings: [LedgerWarning]
    let splits: [RecordedSplit]
    /// What the last trade of each instrument paid.
    let paid: [InstrumentID: PriceSeries.Price]
    /// The open lots; nil where they have not been read, as they are the greater part and few ask for them.
    private(set) var lots: [OpenLot]?

    /// The form of the bytes and the answers that are in them: a checksum of what the engine answers for the books of a test, which tells the new one where
    /// it does not fit any more. A state of another version is not read.
    public static let version = 605_127_791

    /// What a ledger comes to at present.
    public init(_ ledger: Ledger) throws(LedgerError) {
        let state = try ledger.at(endOf: nil)
        definitions = ledger.definitions
        // The table's own last day may be that of an activity that was taken back.
        lastDay = ledger.activities.latestDay
        holdings = state.holdings()
        cash = try state.cash()
        warnings = try state.warnings()
        splits = state.splits()
        paid = try TradePrices(ledger).series.compactMapValues(\.prices.last)
        lots = state.lots()
    }

    init(
        definitions: Definitions, lastDay: Day, holdings: [Holding], cash: [CashBalance], warnings: [LedgerWarning], splits: [RecordedSplit],
        paid: [InstrumentID: PriceSeries.Price]
    ) {
        self.definitions = definitions
        self.lastDay = lastDay
        self.holdings = holdings
        self.cash = cash
        self.warnings = warnings
        self.splits = splits
        self.paid = paid
    }

    /// Whether it has its lots.
    public var hasLots: Bool { lots != nil }

    /// Takes in the lots that `lotBytes` wrote; false where that is not what these are.
    public mutating func readLots(_ bytes: UnsafeRawBufferPointer) -> Bool {
        lots = Self.lots(bytes, definitions)
        return hasLots
    }

    /// What it tells of the end of a day; nil where that takes the activities.
    public func at(endOf day: Day?) -> BookState? {
        day.map { $0 >= lastDay } ?? true ? BookState(self) : nil
    }
}

extension Ledger {
    /// Whether nothing has to be computed before the present state can be told.
    public var isSettled: Bool { !needsReplay && state.stale.isEmpty }
}
