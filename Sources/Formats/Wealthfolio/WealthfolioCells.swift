import Ledger
import Values

/// What cells of Wealthfolio's activities stand for.
extension WealthfolioReader {
    /// What a symbol stands for: nothing for cash (`$CASH-USD`, `CASH:USD`), and of an asset's key (`SEC:ORCL:XNYS`) what is traded.
    static func symbol(_ text: String) -> String {
        let upper = text.uppercased()
        if upper.hasPrefix("$CASH") || upper.hasPrefix("CASH:") || upper == "CASH" { return "" }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 3, ["SEC", "CRYPTO", "OPT", "METAL"].contains(parts[0].uppercased()) { return String(parts[1]) }
        return text
    }

    /// Half a unit of the last of some digits behind the point.
    static func halfUnit(_ digits: Int) -> FixedDecimal {
        var units = FixedDecimal.unitsPerOne / 2
        for _ in 0..<min(digits, FixedDecimal.scale - 1) { units /= 10 }
        return FixedDecimal(units: units)
    }

    /// The ratio that a decimal stands for; `0.3333` is one for three.
    static func ratio(_ told: FixedDecimal) -> Ratio? {
        guard told < .one, let inverse = try? FixedDecimal.one / told, let whole = try? inverse.rounded(to: 0), whole > .one, let off = try? (inverse - whole).magnitude,
            let product = try? told * whole,
            product != .one, let least = try? FixedDecimal("0.002"), let most = try? least * whole, off <= most
        else { return told < .one && told > .zero ? exact(told) : Ratio(told) }
        return Ratio(.one, for: whole)
    }

    private static func exact(_ told: FixedDecimal) -> Ratio? {
        guard let inverse = try? FixedDecimal.one / told, (try? inverse * told) == .one, (try? inverse.rounded(to: 0)) == inverse else { return Ratio(told) }
        return Ratio(.one, for: inverse)
    }
}

/// What luca's own exports tell by a subtype, since Wealthfolio has no type for it.
extension WealthfolioType {
    /// A side of an exchange of money, which goes as a deposit or a withdrawal.
    static let exchange = "EXCHANGE"
    /// A charge that was paid back, which goes as a credit.
    static let feeRefund = "FEE_REFUND"
    /// A tax that was paid back, which goes as a credit.
    static let taxRefund = "TAX_REFUND"

    /// Makes of a payment what luca wrote it for; whether it is such a one.
    func takesBack(_ label: String, _ draft: inout ActivityDraft) -> Bool {
        guard let amount = draft.amount else { return false }
        switch (self, label) {
        case (.deposit, Self.exchange), (.withdrawal, Self.exchange):
            (draft.kind, draft.subtype) = (ActivityKind.adjustment.rawValue, ActivitySubtype.exchange.rawValue)
            draft.amount = self == .withdrawal ? -amount : amount
        case (.credit, Self.feeRefund): (draft.kind, draft.amount) = (ActivityKind.fee.rawValue, -amount)
        case (.credit, Self.taxRefund): (draft.kind, draft.amount) = (ActivityKind.tax.rawValue, -amount)
        default: return false
        }
        return true
    }
}

extension Instant {
    /// Whether it is a full hour of the evening, as midnight in a zone ahead of UTC is.
    var isEasternMidnight: Bool {
        let time = microsecondsOfDay, hour: Int64 = 3_600_000_000
        return time % hour == 0 && time >= 21 * hour
    }
}
