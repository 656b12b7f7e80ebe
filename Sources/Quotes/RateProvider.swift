public import Ledger
public import Values

/// Somebody who knows what currencies cost in each other.
public protocol RateProvider: Sendable {
    /// What its rates name as their source, in lower case: `ecb`.
    var id: String { get }

    /// The rates of the days between two, both included, in the order of the days. Days without rates are left out.
    func rates(from: Day, to: Day) throws(QuoteError) -> [Rate]
}
