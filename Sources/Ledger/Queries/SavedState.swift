import Values

/// What a book comes to at present, without what has happened: enough to tell what is held, the open lots, cash and names.
///
/// A cache: it follows from the entries, holds for one end of the journal only, and can be thrown away.
public struct SavedState {
    /// Accounts, instruments and settings.
    public let definitions: Definitions
    /// What is held and what it comes to; nil where it has not been read, as many ask for names alone.
    private var figures: Figures?
    /// The open lots; nil where they have not been read, as they are the greater part and few ask for them.
    private(set) var lots: [OpenLot]?

    /// What is held, cash, and what is to be said of both.
    struct Figures {
        /// No activity is of a later day.
        let lastDay: Day
        let holdings: [Holding]
        let cash: [CashBalance]
        let warnings: [LedgerWarning]
        let splits: [RecordedSplit]
        /// What the last trade of each instrument paid.
        let paid: [InstrumentID: PriceSeries.Price]
    }

    /// The form of the bytes and the answers that are in them: a checksum of what the engine answers for the books of a test, which tells the new one where
    /// it does not fit any more. A state of another version is not read.
    public static let version = 2_053_283_938

    /// What a ledger comes to at present.
    public init(_ ledger: Ledger) throws(LedgerError) {
        let state = try ledger.at(endOf: nil)
        definitions = ledger.definitions
        figures = Figures(
            // The table's own last day may be that of an activity that was taken back.
            lastDay: ledger.activities.latestDay, holdings: state.holdings(), cash: try state.cash(), warnings: try state.warnings(), splits: state.splits(),
            paid: try TradePrices(ledger).series.compactMapValues(\.prices.last))
        lots = state.lots()
    }

    /// Names alone.
    init(_ definitions: Definitions) { self.definitions = definitions }

    /// Whether it has what is held.
    public var hasFigures: Bool { figures != nil }

    /// Whether it has its lots.
    public var hasLots: Bool { lots != nil }

    /// What is held and what it comes to, which it must have.
    private var known: Figures {
        guard let figures else { preconditionFailure("this state was asked for its names alone") }
        return figures
    }

    var holdings: [Holding] { known.holdings }
    var cash: [CashBalance] { known.cash }
    var warnings: [LedgerWarning] { known.warnings }
    var splits: [RecordedSplit] { known.splits }
    var paid: [InstrumentID: PriceSeries.Price] { known.paid }

    /// Takes in what `figureBytes` wrote; false where that is not what these are.
    public mutating func readFigures(_ bytes: UnsafeRawBufferPointer) -> Bool {
        figures = Self.figures(bytes, definitions)
        return hasFigures
    }

    /// Takes in the lots that `lotBytes` wrote; false where that is not what these are.
    public mutating func readLots(_ bytes: UnsafeRawBufferPointer) -> Bool {
        lots = Self.lots(bytes, definitions)
        return hasLots
    }

    /// What it tells of the end of a day; nil where that takes the activities. It must have what is held.
    public func at(endOf day: Day?) -> BookState? {
        day.map { $0 >= known.lastDay } ?? true ? BookState(self) : nil
    }
}

extension Ledger {
    /// Whether nothing has to be computed before the present state can be told.
    public var isSettled: Bool { !needsReplay && state.stale.isEmpty }
}

/// The state as bytes: plain fields one behind the other, the same for the same state.
extension SavedState {
    /// Accounts, instruments, settings, plans and tags.
    public var nameBytes: [UInt8] {
        var sink = ByteSink()
        sink.list(definitions.accounts) { $0.put($1) }
        sink.list(definitions.instruments) { $0.put($1) }
        sink.list(definitions.settings.sorted { $0.key < $1.key }) { sink, setting in
            sink.put(setting.key)
            sink.put(setting.value)
        }
        sink.list(PlanDocument.Kind.allCases.flatMap(definitions.plans.documents)) { $0.put($1) }
        sink.list(definitions.plans.settlements) { $0.put($1) }
        sink.list(definitions.tags.things) { sink, thing in
            sink.put(thing.kind.rawValue)
            sink.put(Int64(thing.number))
            sink.list(definitions.tags.tags(of: thing)) { $0.put($1) }
        }
        return sink.bytes
    }

    /// What is held and what it comes to, which it must have.
    public var figureBytes: [UInt8] {
        var sink = ByteSink()
        sink.reserveCapacity(256 + holdings.count * 96 + cash.count * 96)
        sink.put(known.lastDay)
        sink.list(holdings) { $0.put($1) }
        sink.list(cash) { $0.put($1) }
        sink.list(warnings) { $0.put($1) }
        sink.list(splits) { $0.put($1) }
        sink.list(paid.sorted { $0.key < $1.key }) { sink, item in
            sink.put(Int64(item.key.rawValue))
            sink.put(item.value.date)
            sink.put(item.value.close)
            sink.put(item.value.currency)
        }
        return sink.bytes
    }

    /// The lots, which it must have.
    public var lotBytes: [UInt8] {
        guard let lots else { preconditionFailure("a state without its lots is not written") }
        var sink = ByteSink()
        sink.reserveCapacity(8 + lots.count * 96)
        sink.list(lots) { $0.put($1) }
        return sink.bytes
    }
}

extension ByteSink {
    fileprivate mutating func put(_ document: PlanDocument) {
        for text in [document.kind.rawValue, document.name, document.body] { put(text) }
    }

    fileprivate mutating func put(_ settlement: PlanStore.Settlement) {
        let occurrence = settlement.occurrence
        put(occurrence.rule)
        put(occurrence.day)
        put(occurrence.state.rawValue)
        put(Int64(occurrence.first?.rawValue ?? 0))
        put(Int64(settlement.entry.rawValue))
    }

    fileprivate mutating func put(_ account: Account) {
        put(account.isErased)
        put(account.name)
        put(account.kind.rawValue)
        put(account.currency)
        for text in [account.portfolio, account.owner, account.group] { put(text) }
        put(account.opened)
        put(account.closed)
        put(account.allowShort)
        put(account.tracking.rawValue)
        put(account.rate)
        put(account.matures)
        put(account.settlement.rawValue)
    }

    fileprivate mutating func put(_ instrument: Instrument) {
        put(instrument.symbol)
        put(instrument.name)
        put(instrument.kind.rawValue)
        put(instrument.currency)
        put(instrument.multiplier)
        for text in [instrument.assetClass, instrument.provider, instrument.providerSymbol] { put(text) }
        put(instrument.option != nil)
        guard let option = instrument.option else { return }
        put(Int64(option.underlying.rawValue))
        put(option.right.rawValue)
        put(option.strike)
        put(option.expires)
    }

    fileprivate mutating func put(_ holding: Holding) {
        put(Int64(holding.account.rawValue))
        put(Int64(holding.instrument.rawValue))
        put(holding.quantity)
        put(holding.cost)
        put(holding.income)
        put(holding.hasForeignIncome)
        put(Int64(holding.openLots))
        put(holding.isCostKnown)
    }

    fileprivate mutating func put(_ lot: OpenLot) {
        put(Int64(lot.id.rawValue))
        put(Int64(lot.account.rawValue))
        put(Int64(lot.instrument.rawValue))
        put(lot.opened)
        put(Int64(lot.tackedDays))
        put(lot.side == .short)
        put(lot.quantity)
        put(lot.remaining)
        put(lot.openingCost)
        put(lot.cost)
        put(lot.isCostKnown)
    }

    fileprivate mutating func put(_ cash: CashBalance) {
        put(Int64(cash.account.rawValue))
        put(cash.currency)
        for figure in [cash.balance, cash.contribution, cash.income, cash.fees, cash.taxes, cash.exchanged] { put(figure) }
        put(cash.hasMoved)
    }

    fileprivate mutating func put(_ split: RecordedSplit) {
        put(Int64(split.account.rawValue))
        put(Int64(split.instrument.rawValue))
        put(split.day)
        put(split.ratio.new)
        put(split.ratio.old)
    }

    fileprivate mutating func put(_ warning: LedgerWarning) {
        put(warning.kind)
        switch warning {
        case .negativeCash(let account, _, let currency, let balance, let since):
            put(Int64(account.rawValue))
            put(currency)
            put(balance)
            put(since)
        case .unpairedTransfer(let entry, let kind, let account, let symbol, let date):
            put(Int64(entry.rawValue))
            put(kind.rawValue)
            put(account)
            put(symbol ?? "")
            put(date)
        case .unpairedExchange(let entry, let account, let currency, let date):
            put(Int64(entry.rawValue))
            put(account)
            put(currency)
            put(date)
        case .unitsInTransit(let account, let symbol, let quantity, let since):
            put(account)
            put(symbol)
            put(quantity)
            put(since)
        case .unsentUnits(let entry, let account, let symbol, let date):
            put(Int64(entry.rawValue))
            put(account)
            put(symbol)
            put(date)
        case .notUnderstood(let entry, let account, let date, let notes):
            put(Int64(entry.rawValue))
            put(account)
            put(date)
            put(notes)
        case .unknownCost(let entry, let account, let symbol, let quantity, let date):
            put(Int64(entry.rawValue))
            put(account)
            put(symbol)
            put(quantity)
            put(date)
        case .adjustedOption(let account, let symbol, let strike, let deliverable, let underlying):
            put(account)
            put(symbol)
            put(strike)
            put(deliverable)
            put(underlying)
        case .expiredOption, .maturedDeposit, .noRate, .beyondRate, .staleRate: preconditionFailure("what depends on the day is told anew on each")
        }
    }
}
