import FetchWire
import Ledger
import Quotes
import Values

/// A day that exists.
func day(_ text: String) -> Day { try! Day(text) }

/// A decimal.
func number(_ text: String) -> FixedDecimal { try! FixedDecimal(text) }

func subject(_ symbol: String, _ currency: Currency = .usd) -> QuoteSubject {
    QuoteSubject(instrument: InstrumentID(1), symbol: symbol, currency: currency)
}

/// A configuration whose requests are answered by the transport, on a day that does not pass by itself.
func configuration(
    _ transport: some HTTPTransport, on date: String = "2026-01-15", keys: [String: String] = [:], baseURLs: [String: String] = [:]
) -> ProviderConfiguration {
    ProviderConfiguration(client: HTTPClient(transport: transport, environment: ManualTime(date).environment()), baseURLs: baseURLs, keys: keys)
}

/// The error that a call throws; nil if it throws none.
func failure<Value>(_ body: () throws(QuoteError) -> Value) -> QuoteError? {
    do throws(QuoteError) {
        _ = try body()
        return nil
    } catch { return error }
}
