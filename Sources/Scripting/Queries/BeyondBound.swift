import Frames
import Ledger
import Values

/// What a frame leaves unknown because a price, or what is computed with it, is beyond what can be computed: a warning for each instrument.
struct BeyondBound {
    private var messages: [String: String] = [:]

    /// What a calculation with an instrument's price gives; nil, with a warning, where it overflows.
    mutating func known<Result>(_ id: InstrumentID, _ instrument: Instrument, _ market: MarketPrices, _ body: () throws -> Result?) throws -> Result? {
        do {
            return try body()
        } catch where Self.isOverflow(error) {
            if let quote = market.quote(of: id) { note(instrument, quote) }
            return nil
        }
    }

    /// Whether an error says that a figure does not fit a decimal.
    static func isOverflow(_ error: any Error) -> Bool {
        if case .arithmetic(.overflow, of: _)? = error as? LedgerError { return true }
        if case .overflow? = error as? DecimalError { return true }
        return false
    }

    /// Notes that units at this quote are worth more than any amount may be.
    mutating func note(_ instrument: Instrument, _ quote: Quote) {
        messages[instrument.symbol] = "\(instrument.symbol) at its price of \(quote.date), \(quote.close) \(quote.currency), would be worth more than "
            + "\(Bound.amount.greatest), so its worth is unknown; correct it with quote{symbol=\"\(instrument.symbol)\", date=\"\(quote.date)\", close=…}"
    }

    /// The warnings, by symbol.
    var warnings: [FrameWarning] { messages.sorted { $0.key < $1.key }.map { FrameWarning(kind: "beyond_bound", message: $0.value) } }

    /// Adds the warnings to a frame.
    func report(to builder: inout FrameBuilder) {
        for warning in warnings { builder.add(warning: warning.kind, warning.message) }
    }
}
