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
