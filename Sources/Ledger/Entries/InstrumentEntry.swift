import Values

/// An instrument is defined, or defined anew.
package struct InstrumentEntry: EntryContent {
    let number: InstrumentID
    let instrument: Instrument

    package static let form = EntryForm(
        .instrument, name: "instrument", noun: "an instrument",
        columns: [
            .integer("id"), .text("symbol"), .text("name"), .text("kind"), .text("currency"), .text("multiplier"), .optionalInteger("underlying"),
            .optionalText("option_right"), .optionalText("strike"), .optionalText("expires"), .optionalText("class"), .optionalText("provider"),
            .optionalText("provider_symbol"), .optionalText("detail"),
        ],
        indexes: ["CREATE INDEX instrument_by_id ON instrument (id, seq)"],
        file: ArchiveForm(
            "instruments",
            [
                "id", "symbol", "name", "kind", "currency", "multiplier", "underlying", "right", "strike", "expires", "class", "provider",
                "provider_symbol",
            ], later: ["class", "provider", "provider_symbol"], names: .instruments))

    init(number: InstrumentID, instrument: Instrument) { (self.number, self.instrument) = (number, instrument) }

    package var entry: JournalEntry { .instrument(number, instrument) }

    // MARK: Rows

    package init(row: RowFields, json: RowJSON) throws(RowFault) {
        number = InstrumentID(try row.id(2))
        // To leave out what a later version wrote might change what the book says.
        if !row.isMissing(15) { throw RowFault(column: 15, problem: "a later version of luca wrote it") }
        instrument = Instrument(
            symbol: try row.string(3), name: try row.string(4), kind: try row.word(5), currency: try row.currency(6), multiplier: try row.decimal(7),
            option: try Self.option(row), assetClass: try row.optionalString(12), provider: try row.optionalString(13),
            providerSymbol: try row.optionalString(14))
    }

    private static func option(_ row: RowFields) throws(RowFault) -> OptionTerms? {
        if row.isMissing(8) { return nil }
        return OptionTerms(underlying: InstrumentID(try row.id(8)), right: try row.word(9), strike: try row.decimal(10), expires: try row.day(11))
    }

    package func write(to row: RowWriter) {
        row.integer(Int(number.rawValue))
        row.text(instrument.symbol)
        row.text(instrument.name)
        row.text(instrument.kind.rawValue)
        row.currency(instrument.currency)
        row.decimal(instrument.multiplier)
        row.integer(instrument.option.map { Int($0.underlying.rawValue) })
        row.text(instrument.option?.right.rawValue)
        row.decimal(instrument.option?.strike)
        row.day(instrument.option?.expires)
        for told in [instrument.assetClass, instrument.provider, instrument.providerSymbol] { row.text(told.isEmpty ? nil : told) }
        row.missing()
    }

    // MARK: Ledger

    package func apply(to ledger: Ledger, as id: EntryID) throws(LedgerError) {
        try ledger.check(instrument, number)
        if ledger.define(instrument, number), ledger.openSet == nil { try ledger.checkSales(of: number) }
    }

    package func load(into ledger: Ledger, as id: EntryID) throws(LedgerError) {
        try ledger.checkNext(number)
        if let underlying = instrument.option?.underlying, !(1...max(ledger.instruments.count, Int(number.rawValue))).contains(Int(underlying.rawValue)) {
            throw .undefined(what: "instrument", number: Int(underlying.rawValue))
        }
        try ledger.checkOptionStays(instrument, number)
        ledger.define(instrument, number)
    }

    package func takenBack(_ context: UndoContext) throws -> TakenBack? {
        let before = try context.earlier(.instrument) { if case .instrument(number, _) = $0 { true } else { false } }
        return before.map { TakenBack($0) }
    }

    package func subject(in ledger: Ledger) -> String? { "instrument \(ledger[number].symbol)" }

    // MARK: Another journal

    package func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> JournalEntry {
        var instrument = instrument
        if let option = instrument.option {
            instrument.option = OptionTerms(underlying: try numbers.instrument(option.underlying), right: option.right, strike: option.strike, expires: option.expires)
        }
        return .instrument(try numbers.instrument(number), instrument)
    }

    package var brings: EntryNumber? { .instrument(number) }

    package var claims: [EntryClaim] {
        [EntryClaim(.instrument, "\(number.rawValue)", told: "the instrument \(instrument.symbol) was defined", mayRepeat: true)]
    }

    // MARK: Archive

    package func note(in names: inout ArchiveNames) { names.put(instrument.symbol, number) }

    package func cells(_ names: ArchiveNames) -> [String] {
        let option = instrument.option
        return [
            String(number.rawValue), instrument.symbol, instrument.name, instrument.kind.rawValue, instrument.currency.code,
            instrument.multiplier.description, option.map { names.name($0.underlying) } ?? "", option?.right.rawValue ?? "",
            option?.strike.description ?? "", option?.expires.description ?? "", instrument.assetClass, instrument.provider, instrument.providerSymbol,
        ]
    }

    package init(cells: ArchiveCells) throws(ArchiveFault) {
        var option: OptionTerms?
        if !cells.isEmpty("underlying") {
            option = OptionTerms(
                underlying: try cells.instrument("underlying"), right: try cells.word("right"), strike: try cells.decimal("strike"),
                expires: try cells.day("expires"))
        }
        number = InstrumentID(try cells.id("id"))
        instrument = Instrument(
            symbol: cells.text("symbol"), name: cells.text("name"), kind: try cells.word("kind"), currency: try cells.currency("currency"),
            multiplier: try cells.decimal("multiplier"), option: option, assetClass: cells.text("class"), provider: cells.text("provider"),
            providerSymbol: cells.text("provider_symbol"))
    }

    // MARK: Dry run

    package func line(_ wording: inout EntryWording) -> EntryWording.Line? {
        let before = wording.instruments.updateValue(instrument, forKey: number), ledger = wording.ledger
        return EntryWording.Line(
            "instrument", before?.symbol ?? instrument.symbol,
            EntryWording.changes(from: before.map { Self.fields($0, ledger) }, to: Self.fields(instrument, ledger)))
    }

    private static func fields(_ instrument: Instrument, _ ledger: Ledger) -> [(String, String)] {
        let option = instrument.option
        return [
            ("symbol", instrument.symbol), ("name", instrument.name), ("kind", instrument.kind.rawValue), ("currency", instrument.currency.code),
            ("multiplier", instrument.multiplier == .one ? "" : "\(instrument.multiplier)"), ("class", instrument.assetClass),
            ("provider", instrument.provider), ("provider_symbol", instrument.providerSymbol),
            ("underlying", option.map { ledger[$0.underlying].symbol } ?? ""), ("right", option?.right.rawValue ?? ""),
            ("strike", (option?.strike).cell), ("expires", (option?.expires).cell),
        ]
    }

    package var counted: (one: String, many: String)? { ("instrument", "instruments") }
}

extension Ledger {
    /// Checks that a number is that of an instrument, or the next one.
    fileprivate func checkNext(_ number: InstrumentID) throws(LedgerError) {
        guard (1...instruments.count + 1).contains(Int(number.rawValue)) else {
            throw .misnumbered(what: "instrument", number: Int(number.rawValue), expected: instruments.count + 1)
        }
    }

    fileprivate func check(_ instrument: Instrument, _ number: InstrumentID) throws(LedgerError) {
        if instrument.symbol.isEmpty { throw .emptySymbol }
        if let other = self.instrument(named: instrument.symbol), other != number { throw .duplicateSymbol(symbol: instrument.symbol) }
        try checkNext(number)
        guard instrument.multiplier > .zero else {
            throw .badMultiplier(symbol: instrument.symbol, multiplier: instrument.multiplier)
        }
        if !Bound.price.admits(instrument.multiplier) {
            throw .beyondBound(what: "the multiplier of \(instrument.symbol)", field: "multiplier", value: instrument.multiplier, bound: .price)
        }
        if let strike = instrument.option?.strike, !Bound.price.admits(strike) {
            throw .beyondBound(what: "the strike of \(instrument.symbol)", field: "strike", value: strike, bound: .price)
        }
        try checkOptionStays(instrument, number)
        guard Int(number.rawValue) <= instruments.count, self[number].currency != instrument.currency else { return }
        for row in 0..<activities.count where activities.instrument(at: row) == number && activities.counts(at: row) {
            if ActivityRule.rule(for: activities.kind(at: row), activities.subtype(at: row)).isTrade {
                throw .currencyInUse(symbol: instrument.symbol, from: self[number].currency, to: instrument.currency)
            }
        }
    }

    /// Refuses to make something else of an option that was used: its use rests on what it is on.
    fileprivate func checkOptionStays(_ instrument: Instrument, _ number: InstrumentID) throws(LedgerError) {
        guard instrument.option == nil, instruments.indices.contains(Int(number.rawValue) - 1), self[number].option != nil else { return }
        for row in 0..<activities.count where activities.instrument(at: row) == number {
            let subtype = activities.subtype(at: row)
            if subtype == .exercise || subtype == .assignment { throw .usedOption(symbol: instrument.symbol, use: subtype?.noun ?? "") }
        }
    }

    /// Defines an instrument, or defines it anew. A new multiplier changes what its trades cost, so all is computed again.
    ///
    /// - Returns: whether it is an option whose contracts may be others by its new terms.
    @discardableResult
    fileprivate func define(_ instrument: Instrument, _ number: InstrumentID) -> Bool {
        let index = Int(number.rawValue) - 1
        let before = index < instruments.count ? instruments[index] : nil
        if undo.isActive { undo.append(.change(key: nil) { [unowned self] in put(before, at: index) }) }
        put(instrument, at: index)
        let changesTerms = before?.option != instrument.option && activities.slots.mayBeAdjusted(number)
        guard let before, before.multiplier != instrument.multiplier || changesTerms else { return false }
        replayLater()
        return changesTerms
    }

    /// Puts an instrument in its place; nil takes the last one away.
    private func put(_ instrument: Instrument?, at index: Int) {
        if index < instruments.count { answers.similarNames?.count(instruments[index], -1) }
        if let instrument { answers.similarNames?.count(instrument, 1) }
        definitions.put(instrument, at: index)
        if let underlying = instrument?.option?.underlying { activities.slots.note(InstrumentID(Int32(index + 1)), on: underlying) }
    }

    /// Refuses terms of an option, defined anew, by which a trade or a use of it that stands finds too few contracts.
    fileprivate func checkSales(of instrument: InstrumentID) throws(LedgerError) {
        let replayer = Replayer(self)
        for slot in activities.slots.holders(of: instrument) { try replayer.checkSales(in: slot, causedBy: .defining(symbol: self[instrument].symbol)) }
    }
}
