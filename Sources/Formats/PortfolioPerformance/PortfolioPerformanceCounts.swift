import Ledger
import Values

/// What became otherwise here than it was in Portfolio Performance, counted while it is read.
struct PortfolioPerformanceCounts {
    /// Dividends whose security pays in another currency than the account has.
    private var foreignDividends = 0
    private var namelessDividends = 0
    /// Deliveries out, of which the value is told.
    private var deliveriesOut = 0
    /// Deliveries out and in with charges, by the currency of these.
    private var chargedOut: [String: Charges] = [:], taxedIn: [String: Charges] = [:]

    private struct Charges {
        var deliveries = 0
        var fee = FixedDecimal.zero, tax = FixedDecimal.zero

        mutating func add(_ parts: PortfolioPerformanceFile.Parts) {
            deliveries += 1
            fee = (try? fee + parts.fee) ?? fee
            tax = (try? tax + parts.tax) ?? tax
        }
    }

    mutating func note(dividend: ActivityDraft, isForeign: Bool) {
        namelessDividends += dividend.symbol == nil ? 1 : 0
        foreignDividends += isForeign ? 1 : 0
    }

    mutating func note(deliveryOut isOut: Bool, _ parts: PortfolioPerformanceFile.Parts, in currency: String) {
        deliveriesOut += isOut ? 1 : 0
        if isOut, !parts.fee.isZero || !parts.tax.isZero { chargedOut[currency, default: Charges()].add(parts) }
        if !isOut, !parts.tax.isZero { taxedIn[currency, default: Charges()].add(parts) }
    }

    var sentences: [String] {
        var sentences: [String] = []
        if foreignDividends > 0 {
            sentences.append(
                "\(foreignDividends == 1 ? "1 dividend" : "\(foreignDividends) dividends") paid in another currency: recorded as the account got \(foreignDividends == 1 ? "it" : "them")"
            )
        }
        if deliveriesOut > 0 {
            sentences.append("\(Self.deliveries(deliveriesOut)) out: units leave with what they cost, and count at the price of the day")
        }
        for (currency, charges) in chargedOut.sorted(by: { $0.key < $1.key }) {
            let told = [("fees", charges.fee), ("taxes", charges.tax)].filter { !$0.1.isZero }.map { "\($0.0) of \($0.1) \(currency)" }.joined(separator: " and ")
            let verb = charges.deliveries == 1 ? "has" : "have"
            sentences.append("\(Self.deliveries(charges.deliveries)) out \(verb) \(told), left out, since no account pays them there; record them with fee{…} and tax{…}")
        }
        for (currency, charges) in taxedIn.sorted(by: { $0.key < $1.key }) {
            let verb = charges.deliveries == 1 ? "has" : "have"
            sentences.append(
                "\(Self.deliveries(charges.deliveries)) in \(verb) taxes of \(charges.tax) \(currency), which are a part of what the units cost here, as in their value there")
        }
        if namelessDividends > 0 {
            sentences.append(
                namelessDividends == 1 ? "1 dividend does not tell what paid it, and is a credit" : "\(namelessDividends) dividends do not tell what paid them, and are credits")
        }
        return sentences
    }

    private static func deliveries(_ count: Int) -> String { count == 1 ? "1 delivery" : "\(count) deliveries" }
}
