public import Ledger
public import Values

/// What a scope was worth day by day, as it was kept for a later session: from the day before the book's first on, without a gap.
public struct SavedValues: Hashable {
    /// The part of the book.
    public let scope: Scope
    /// The currency of the figures.
    public let currency: Currency
    /// The figures of each day, in order.
    public let days: [DayFigures]
    /// What was lacking.
    public let gaps: ValuationGaps
    /// Whether units that moved count at their cost by the rates of days before.
    public let countsCosts: Bool

    init(_ scope: Scope, _ currency: Currency, _ days: [DayFigures], _ gaps: ValuationGaps, countsCosts: Bool) {
        (self.scope, self.currency, self.days, self.gaps, self.countsCosts) = (scope, currency, days, gaps, countsCosts)
    }

    /// Those before a day, all of them where it is nil; nil where nothing has happened before it.
    package func before(_ changed: Day?) -> (days: [DayFigures], gaps: ValuationGaps)? {
        guard let changed else { return (days, gaps) }
        let earlier = days.prefix { $0.day < changed }
        return earlier.count < 2 ? nil : (Array(earlier), gaps.within(.min...changed.previous))
    }

    /// Those up to a day, as `ValueSweep.figures(of:through:)` gives them; nil where it is behind the last.
    public func through(_ last: Day) -> (days: [DayFigures], gaps: ValuationGaps)? {
        guard let first = days.first?.day, let end = days.last?.day, last <= end else { return nil }
        // The first is the day before anything happened.
        if last <= first { return ([], ValuationGaps()) }
        return last == end ? (days, gaps) : (Array(days.prefix(first.days(to: last) + 1)), gaps.within(.min...last))
    }
}

// MARK: Keys

extension SavedValues {
    /// What tells the values of one scope and currency from others, as bytes.
    public static func key(of scope: Scope, in currency: Currency) -> [UInt8] {
        var sink = ByteSink()
        sink.put(currency)
        sink.put(scope.hasCash)
        for list in [scope.accounts, scope.instruments] {
            sink.pack(UInt64(list.map { $0.count + 1 } ?? 0))
            for start in stride(from: 0, to: list?.count ?? 0, by: 8) {
                sink.put(byte: (0..<8).reduce(0) { byte, bit in list.map { start + bit < $0.count && $0[start + bit] } ?? false ? byte | 1 << bit : byte })
            }
        }
        return sink.bytes
    }

    /// The scope and currency of a key; nil where it is none.
    static func read(key: UnsafeRawBufferPointer) -> (scope: Scope, currency: Currency)? {
        func list(_ source: inout ByteSource) throws(ByteSource.Mismatch) -> [Bool]? {
            let count = try source.unpack(below: 8 * key.count + 2)
            if count == 0 { return nil }
            var flags: [Bool] = []
            while flags.count < count - 1 {
                let byte = try source.byte()
                for bit in 0..<min(8, count - 1 - flags.count) { flags.append(byte >> bit & 1 == 1) }
            }
            return flags
        }
        var source = ByteSource(key)
        do throws(ByteSource.Mismatch) {
            let currency = try source.currency()
            var scope = Scope()
            scope.hasCash = try source.flag()
            scope.accounts = try list(&source)
            scope.instruments = try list(&source)
            try source.finish()
            return (scope, currency)
        } catch { return nil }
    }
}

// MARK: Bytes

extension SavedValues {
    /// Facts of a day that few days have, a bit each; and which figures follow.
    private struct Fields: OptionSet {
        let rawValue: UInt64

        static let trading = Fields(rawValue: 1), valueUnknown = Fields(rawValue: 2), offset = Fields(rawValue: 4), currencyGainUnknown = Fields(rawValue: 8)
        static let flowUnknown = Fields(rawValue: 16), contributionUnknown = Fields(rawValue: 32), chargesUnknown = Fields(rawValue: 64)
        /// The value is another than that of the day before.
        static let value = Fields(rawValue: 1 << 7)
        static let flow = Fields(rawValue: 1 << 8), taken = Fields(rawValue: 1 << 9), contribution = Fields(rawValue: 1 << 10), income = Fields(rawValue: 1 << 11)
        static let fees = Fields(rawValue: 1 << 12), taxes = Fields(rawValue: 1 << 13), currencyGain = Fields(rawValue: 1 << 14)
        static let unratedSides = Fields(rawValue: 1 << 15), costsKnownFrom = Fields(rawValue: 1 << 16)

        /// The first bit that says nothing.
        static let end: UInt64 = 1 << 17
    }

    /// The figures that most days have none of.
    private static let figures: [(Fields, WritableKeyPath<DayFigures, FixedDecimal> & Sendable)] = [
        (.flow, \.flow), (.taken, \.taken), (.contribution, \.contribution), (.income, \.income), (.fees, \.fees), (.taxes, \.taxes), (.currencyGain, \.currencyGain),
    ]

    /// The figures and gaps as bytes, without scope and currency: about ten a day.
    public var bytes: [UInt8] {
        var sink = ByteSink()
        sink.reserveCapacity(64 + days.count * 12)
        sink.put(countsCosts)
        sink.pack(signed: Int64(days.first?.day.number ?? 0))
        sink.pack(UInt64(days.count))
        var value = FixedDecimal.zero
        for day in days {
            Self.put(day, after: value, to: &sink)
            value = day.pricedValue
        }
        gaps.put(to: &sink)
        return sink.bytes
    }

    private static func put(_ day: DayFigures, after value: FixedDecimal, to sink: inout ByteSink) {
        var fields: Fields = []
        func note(_ field: Fields, _ isSo: Bool) { if isSo { fields.insert(field) } }
        note(.trading, day.isTrading)
        note(.valueUnknown, !day.isValueKnown)
        note(.offset, day.isOffset)
        note(.currencyGainUnknown, !day.isCurrencyGainKnown)
        note(.flowUnknown, !day.isFlowKnown)
        note(.contributionUnknown, !day.isContributionKnown)
        note(.chargesUnknown, !day.areChargesKnown)
        note(.value, day.pricedValue != value)
        for (field, path) in figures { note(field, !day[keyPath: path].isZero) }
        note(.unratedSides, day.unratedSides != nil)
        note(.costsKnownFrom, day.costsKnownFrom != nil)
        sink.pack(fields.rawValue)
        if fields.contains(.value) { sink.pack(day.pricedValue) }
        if fields.rawValue >> 8 == 0 { return }
        for (field, path) in figures where fields.contains(field) { sink.pack(day[keyPath: path]) }
        if let currency = day.unratedSides { sink.put(currency) }
        if let known = day.costsKnownFrom { sink.pack(signed: Int64(known.number)) }
    }

    /// The values that bytes tell; nil where the key or the bytes are not what these are.
    public init?(key: [UInt8], _ bytes: UnsafeRawBufferPointer) {
        guard let (scope, currency) = key.withUnsafeBytes(Self.read(key:)) else { return nil }
        var source = ByteSource(bytes)
        do throws(ByteSource.Mismatch) {
            let countsCosts = try source.flag(), first = try source.unpackSigned(), count = try source.unpack(below: bytes.count)
            var days: [DayFigures] = [], value = FixedDecimal.zero
            days.reserveCapacity(count)
            for place in 0..<count {
                let day = try Self.day(of: &source, try Self.day(numbered: first &+ Int64(place)), after: value)
                value = day.pricedValue
                days.append(day)
            }
            let gaps = try ValuationGaps(&source)
            try source.finish()
            self.init(scope, currency, days, gaps, countsCosts: countsCosts)
        } catch { return nil }
    }

    private static func day(of source: inout ByteSource, _ date: Day, after value: FixedDecimal) throws(ByteSource.Mismatch) -> DayFigures {
        let fields = Fields(rawValue: UInt64(try source.unpack(below: Int(Fields.end))))
        var day = DayFigures(day: date)
        day.isTrading = fields.contains(.trading)
        day.isValueKnown = !fields.contains(.valueUnknown)
        day.isOffset = fields.contains(.offset)
        day.isCurrencyGainKnown = !fields.contains(.currencyGainUnknown)
        day.isFlowKnown = !fields.contains(.flowUnknown)
        day.isContributionKnown = !fields.contains(.contributionUnknown)
        day.areChargesKnown = !fields.contains(.chargesUnknown)
        day.pricedValue = fields.contains(.value) ? try source.unpackDecimal() : value
        if fields.rawValue >> 8 == 0 { return day }
        for (field, path) in figures where fields.contains(field) { day[keyPath: path] = try source.unpackDecimal() }
        if fields.contains(.unratedSides) { day.unratedSides = try source.currency() }
        if fields.contains(.costsKnownFrom) { day.costsKnownFrom = try Self.day(numbered: source.unpackSigned()) }
        return day
    }

    /// The day of a number that was read.
    fileprivate static func day(numbered number: Int64) throws(ByteSource.Mismatch) -> Day {
        guard number >= Day.min.number, number <= Day.max.number else { throw ByteSource.Mismatch() }
        return Day(number: Int32(number))
    }
}

extension ValuationGaps {
    fileprivate func put(to sink: inout ByteSink) {
        for runs in [unpriced, beyond, stalePrices, paidPrices] {
            sink.pack(UInt64(runs.count))
            for (instrument, runs) in runs.sorted(by: { $0.key < $1.key }) {
                sink.pack(UInt64(instrument.rawValue))
                Self.put(runs, to: &sink)
            }
        }
        for runs in [unconverted, staleRates] {
            sink.pack(UInt64(runs.count))
            for (currency, runs) in runs.sorted(by: { $0.key < $1.key }) {
                sink.put(currency)
                Self.put(runs, to: &sink)
            }
        }
    }

    private static func put(_ runs: Runs, to sink: inout ByteSink) {
        sink.pack(UInt64(runs.count))
        for run in runs {
            sink.pack(signed: Int64(run.lowerBound.number))
            sink.pack(UInt64(run.lowerBound.days(to: run.upperBound)))
        }
    }

    fileprivate init(_ source: inout ByteSource) throws(ByteSource.Mismatch) {
        func instruments() throws(ByteSource.Mismatch) -> [InstrumentID: Runs] {
            try Self.runs(&source) { source throws(ByteSource.Mismatch) in InstrumentID(Int32(try source.unpack(below: 1 << 31))) }
        }
        func currencies() throws(ByteSource.Mismatch) -> [Currency: Runs] {
            try Self.runs(&source) { source throws(ByteSource.Mismatch) in try source.currency() }
        }
        self.init(
            unpriced: try instruments(), beyond: try instruments(), stalePrices: try instruments(), paidPrices: try instruments(), unconverted: try currencies(),
            staleRates: try currencies())
    }

    private static func runs<Key>(
        _ source: inout ByteSource, _ key: (inout ByteSource) throws(ByteSource.Mismatch) -> Key
    ) throws(ByteSource.Mismatch) -> [Key: Runs] {
        var runs: [Key: Runs] = [:]
        for _ in 0..<(try source.unpack(below: 1 << 31)) {
            let key = try key(&source)
            var found: Runs = []
            for _ in 0..<(try source.unpack(below: 1 << 31)) {
                let first = try SavedValues.day(numbered: source.unpackSigned()), length = Int64(try source.unpack(below: 1 << 31))
                found.append(first...(try SavedValues.day(numbered: Int64(first.number) + length)))
            }
            runs[key] = found
        }
        return runs
    }
}
