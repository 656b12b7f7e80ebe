import FoundationEssentials
import Ledger
import Values

/// What an offer holds: the rows of its acts and entries, and the prices that it changed.
struct OfferContent: Codable, Hashable, Sendable {
    /// Acts and entries as rows without hashes, each act before its first entry.
    var rows: [MemoryRow] = []
    /// Quotes, in the order in which they were changed.
    var quotes: [OfferedChange<Quote>] = []
    /// Rates, in the order in which they were changed.
    var rates: [OfferedChange<Rate>] = []
    /// What the chain had behind which the numbers were given; told of what does not wait any more, since that of the others is the clone's chain.
    var chain: NumberCounts?

    /// How many entries there are.
    var entryCount: Int { rows.count { $0.table != .act } }

    /// What an offer says of itself, which is the name of its acts.
    var source: String {
        let sources = rows.filter { $0.table == .act }.compactMap { row in if case .text(let bytes) = row.values[3] { String(decoding: bytes, as: UTF8.self) } else { nil } }
        return sources.joined(separator: "; ")
    }

    /// As it is kept.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { preconditionFailure("texts and numbers can always be encoded") }
        return String(decoding: data, as: UTF8.self)
    }

    /// Reads what was kept.
    init(text: UnsafeBufferPointer<UInt8>) throws { self = try JSONDecoder().decode(Self.self, from: Data(buffer: text)) }

    /// What an offer of such rows and prices holds.
    init(rows: [MemoryRow] = [], quotes: [OfferedChange<Quote>] = [], rates: [OfferedChange<Rate>] = []) { (self.rows, self.quotes, self.rates) = (rows, quotes, rates) }
}

/// A quote or a rate as it is kept, with when it was stored.
struct KeptPrice<Value: Hashable & Sendable>: Hashable, Sendable {
    var value: Value
    var recordedAt: Instant
}

/// A quote or a rate that was changed: what was there before, and what is there since, nothing where there is none. One of them tells which it is.
struct OfferedChange<Value: Hashable & Sendable>: Hashable, Sendable {
    var before: KeptPrice<Value>?
    var after: KeptPrice<Value>?

    /// The quote or rate by which the others of its key are known.
    var either: Value {
        guard let value = after?.value ?? before?.value else { preconditionFailure("a change has something before it or behind it") }
        return value
    }
}

extension OfferedChange: Codable where Value: PriceInJSON {
    private enum CodingKeys: String, CodingKey { case before, after }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(before.map(Value.fields), forKey: .before)
        try container.encodeIfPresent(after.map(Value.fields), forKey: .after)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        before = try container.decodeIfPresent([String: String].self, forKey: .before).map(Value.kept)
        after = try container.decodeIfPresent([String: String].self, forKey: .after).map(Value.kept)
        guard before != nil || after != nil else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "a change of nothing"))
        }
    }
}

/// What is kept of prices in JSON: texts by the names of their columns.
protocol PriceInJSON: Hashable, Sendable {
    /// Its columns that hold something.
    static func fields(_ kept: KeptPrice<Self>) -> [String: String]
    /// Reads them.
    static func kept(_ fields: [String: String]) throws -> KeptPrice<Self>
}

extension Quote: PriceInJSON {
    static func fields(_ kept: KeptPrice<Quote>) -> [String: String] {
        let quote = kept.value
        let texts: [String: String?] = [
            "instrument": String(quote.instrument.rawValue), "date": quote.date.description, "source": quote.source, "open": quote.open?.description,
            "high": quote.high?.description, "low": quote.low?.description, "close": quote.close.description, "adjusted": quote.adjusted?.description,
            "volume": quote.volume?.description, "currency": quote.currency.code, "recorded_at": kept.recordedAt.description,
        ]
        return texts.compactMapValues(\.self)
    }

    static func kept(_ fields: [String: String]) throws -> KeptPrice<Quote> {
        let read = PriceFields(fields: fields)
        guard let instrument = Int32(try read.text("instrument")) else { throw RowFault(column: nil, problem: "the instrument of a quote is no number") }
        let quote = Quote(
            instrument: InstrumentID(instrument), date: try Day(read.text("date")), open: try read.decimal("open"), high: try read.decimal("high"), low: try read.decimal("low"),
            close: try FixedDecimal(read.text("close")), adjusted: try read.decimal("adjusted"), volume: try read.decimal("volume"), currency: try Currency(read.text("currency")),
            source: try read.text("source"))
        return KeptPrice(value: quote, recordedAt: try Instant(iso8601: read.text("recorded_at")))
    }
}

extension Rate: PriceInJSON {
    static func fields(_ kept: KeptPrice<Rate>) -> [String: String] {
        let rate = kept.value
        return [
            "base": rate.from.code, "quoted": rate.to.code, "date": rate.date.description, "source": rate.source, "rate": rate.rate.description,
            "recorded_at": kept.recordedAt.description,
        ]
    }

    static func kept(_ fields: [String: String]) throws -> KeptPrice<Rate> {
        let read = PriceFields(fields: fields)
        let rate = Rate(
            from: try Currency(read.text("base")), to: try Currency(read.text("quoted")), date: try Day(read.text("date")), rate: try FixedDecimal(read.text("rate")),
            source: try read.text("source"))
        return KeptPrice(value: rate, recordedAt: try Instant(iso8601: read.text("recorded_at")))
    }
}

private struct PriceFields {
    let fields: [String: String]

    func text(_ name: String) throws -> String {
        guard let text = fields[name] else { throw RowFault(column: nil, problem: "a price has no \(name)") }
        return text
    }

    func decimal(_ name: String) throws -> FixedDecimal? { try fields[name].map { try FixedDecimal($0) } }
}
