import Values

/// The state from its bytes. Every number is checked before it is used as a place, whatever the bytes are.
extension SavedState {
    /// Reads what `nameBytes` wrote; nil where that is not what these are.
    public init?(names bytes: UnsafeRawBufferPointer) {
        var source = ByteSource(bytes)
        do throws(ByteSource.Mismatch) { self.init(try source.names()) } catch { return nil }
    }

    /// What is held and what it comes to, in a book with these names.
    static func figures(_ bytes: UnsafeRawBufferPointer, _ names: Definitions) -> Figures? {
        var source = ByteSource(bytes)
        do throws(ByteSource.Mismatch) { return try source.figures(names) } catch { return nil }
    }

    /// The lots of a state.
    static func lots(_ bytes: UnsafeRawBufferPointer, _ names: Definitions) -> [OpenLot]? {
        var source = ByteSource(bytes)
        do throws(ByteSource.Mismatch) {
            let lots = try source.list { (source) throws(ByteSource.Mismatch) in try source.lot(names) }
            try source.finish()
            return lots
        } catch { return nil }
    }
}

extension Setting {
    /// Whether each is one that this program knows, with a value that it takes.
    fileprivate static func areUnderstood(_ settings: [String: String]) -> Bool {
        var policy = Policy()
        return settings.allSatisfy { key, value in named(key)?.store(value, &policy) ?? false }
    }
}

extension ByteSource {
    fileprivate mutating func names() throws(Mismatch) -> Definitions {
        let accounts = try list { (source) throws(Mismatch) in try source.account() }
        let instruments = try list { (source) throws(Mismatch) in try source.instrument() }
        let pairs = try list { (source) throws(Mismatch) in (try source.text(), try source.text()) }
        let settings = Dictionary(pairs) { first, _ in first }
        guard Setting.areUnderstood(settings) else { throw Mismatch() }
        let names = Definitions(accounts: accounts, instruments: instruments, settings: settings, plans: try plans(), tags: try tags(accounts.count, instruments.count))
        try finish()
        return names
    }

    fileprivate mutating func figures(_ names: Definitions) throws(Mismatch) -> SavedState.Figures {
        let figures = SavedState.Figures(
            lastDay: try day(), holdings: try list { (source) throws(Mismatch) in try source.holding(names) },
            cash: try list { (source) throws(Mismatch) in try source.cash(names) },
            warnings: try list { (source) throws(Mismatch) in try source.warning(names) },
            splits: try list { (source) throws(Mismatch) in try source.split(names) },
            paid: Dictionary(try list { (source) throws(Mismatch) in try source.paidPrice(names) }) { first, _ in first })
        try finish()
        return figures
    }

    private mutating func plans() throws(Mismatch) -> PlanStore {
        var store = PlanStore()
        let documents = try list { (source) throws(Mismatch) in
            PlanDocument(kind: try source.named(PlanDocument.Kind.self), name: try source.text(), body: try source.text())
        }
        let occurrences = try list { (source) throws(Mismatch) in try source.occurrence() }
        for document in documents { store.put(document) }
        for settled in occurrences { store.put(settled.occurrence, by: settled.entry) }
        return store
    }

    private mutating func tags(_ accounts: Int, _ instruments: Int) throws(Mismatch) -> TagStore {
        var store = TagStore()
        let things = try list { (source) throws(Mismatch) in
            let kind = try source.named(TaggedThing.Kind.self), number = Int(try source.number())
            let last =
                switch kind {
                case .account: accounts
                case .instrument: instruments
                case .activity: Int.max
                }
            guard number >= 1, number <= last, let thing = TaggedThing(kind, number: number) else { throw Mismatch() }
            return (thing, try source.list { (source) throws(Mismatch) in try source.text() })
        }
        for (thing, own) in things { store.restore(own, of: thing) }
        return store
    }

    private mutating func occurrence() throws(Mismatch) -> PlanStore.Settlement {
        var occurrence = Occurrence(rule: try text(), day: try day(), state: try named(Occurrence.State.self))
        let first = try number()
        if first > 0 { occurrence.first = EntryID(Int(first)) }
        return PlanStore.Settlement(occurrence: occurrence, entry: EntryID(Int(try number())))
    }

    fileprivate mutating func account() throws(Mismatch) -> Account {
        let isErased = try flag()
        let account = Account(
            name: try text(), kind: try named(Account.Kind.self), currency: try currency(), portfolio: try text(), owner: try text(),
            group: try text(), opened: try optionalDay(), closed: try optionalDay(), allowShort: try flag(),
            tracking: try named(Account.Tracking.self), rate: try optionalDecimal(), matures: try optionalDay(),
            settlement: try named(Account.Settlement.self))
        return isErased ? .erased : account
    }

    fileprivate mutating func instrument() throws(Mismatch) -> Instrument {
        var instrument = Instrument(
            symbol: try text(), name: try text(), kind: try named(Instrument.Kind.self), currency: try currency(), multiplier: try decimal(),
            assetClass: try text(), provider: try text(), providerSymbol: try text())
        if try flag() {
            instrument.option = OptionTerms(
                underlying: InstrumentID(try number32()), right: try named(OptionTerms.Right.self), strike: try decimal(), expires: try day())
        }
        return instrument
    }

    private mutating func account(_ names: Definitions) throws(Mismatch) -> AccountID {
        let id = AccountID(try number32())
        guard names.accounts.indices.contains(Int(id.rawValue) - 1) else { throw Mismatch() }
        return id
    }

    private mutating func instrument(_ names: Definitions) throws(Mismatch) -> InstrumentID {
        let id = InstrumentID(try number32())
        guard names.instruments.indices.contains(Int(id.rawValue) - 1) else { throw Mismatch() }
        return id
    }

    fileprivate mutating func holding(_ names: Definitions) throws(Mismatch) -> Holding {
        let (account, instrument) = (try account(names), try instrument(names))
        return Holding(
            account: account, instrument: instrument, quantity: try decimal(), cost: try decimal(), currency: names[instrument].currency,
            income: try decimal(), hasForeignIncome: try flag(), openLots: Int(try number()), isCostKnown: try flag())
    }

    fileprivate mutating func lot(_ names: Definitions) throws(Mismatch) -> OpenLot {
        let id = EntryID(Int(try number())), (account, instrument) = (try account(names), try instrument(names))
        return OpenLot(
            id: id, account: account, instrument: instrument, opened: try day(), tackedDays: Int(try number()), side: try flag() ? .short : .long, quantity: try decimal(),
            remaining: try decimal(), openingCost: try decimal(), cost: try decimal(), currency: names[instrument].currency, isCostKnown: try flag())
    }

    fileprivate mutating func cash(_ names: Definitions) throws(Mismatch) -> CashBalance {
        CashBalance(
            account: try account(names), currency: try currency(), balance: try decimal(), contribution: try decimal(), income: try decimal(),
            fees: try decimal(), taxes: try decimal(), exchanged: try decimal(), hasMoved: try flag())
    }

    fileprivate mutating func split(_ names: Definitions) throws(Mismatch) -> RecordedSplit {
        let account = AccountID(try number32())
        guard account == .every || names.accounts.indices.contains(Int(account.rawValue) - 1) else { throw Mismatch() }
        let instrument = try instrument(names), day = try day()
        guard let ratio = Ratio(try decimal(), for: try decimal()) else { throw Mismatch() }
        return RecordedSplit(account: account, instrument: instrument, day: day, ratio: ratio)
    }

    fileprivate mutating func paidPrice(_ names: Definitions) throws(Mismatch) -> (InstrumentID, PriceSeries.Price) {
        (try instrument(names), PriceSeries.Price(date: try day(), close: try decimal(), currency: try currency(), isPaid: true))
    }

    fileprivate mutating func warning(_ names: Definitions) throws(Mismatch) -> LedgerWarning {
        switch try text() {
        case "negative_cash":
            let account = try account(names)
            return .negativeCash(
                account: account, name: names[account].name, currency: try currency(), balance: try decimal(), since: try day())
        case "unpaired_transfer":
            let entry = EntryID(Int(try number())), kind = try named(ActivityKind.self), account = try text(), symbol = try text()
            return .unpairedTransfer(entry: entry, kind: kind, account: account, symbol: symbol.isEmpty ? nil : symbol, date: try day())
        case "unpaired_exchange":
            return .unpairedExchange(entry: EntryID(Int(try number())), account: try text(), currency: try currency(), date: try day())
        case "units_in_transit":
            return .unitsInTransit(account: try text(), symbol: try text(), quantity: try decimal(), since: try day())
        case "unknown_cost":
            return .unknownCost(entry: EntryID(Int(try number())), account: try text(), symbol: try text(), quantity: try decimal(), date: try day())
        case "adjusted_option":
            return .adjustedOption(account: try text(), symbol: try text(), strike: try decimal(), deliverable: try decimal(), underlying: try text())
        case "unsent_units":
            return .unsentUnits(entry: EntryID(Int(try number())), account: try text(), symbol: try text(), date: try day())
        case "not_understood":
            return .notUnderstood(entry: EntryID(Int(try number())), account: try text(), date: try day(), notes: try text())
        default: throw Mismatch()
        }
    }
}
