import Values

/// Prices as Yahoo Finance writes them: 32-bit floats, widened to 64 bits.
///
/// `129.0399932861328` is what is left of 129.04. The decimal that a float stands for is the shortest one that no other float is nearer
/// to (G. Steele and J. White, How to print floating-point numbers accurately, 1990), which is how Swift prints it.
enum YahooNumber {
    /// From here on floats have no digits after the point, and their shortest form would change whole units.
    private static let firstCoarse = Double(1 << 24)

    /// The price that a number stands for; as it is written where it is no widened float. Nil for what is out of range.
    static func price(_ digits: String) -> FixedDecimal? {
        guard let wide = Double(digits), wide.magnitude < firstCoarse, digits.contains(".") else { return FixedDecimal(cutting: digits) }
        let narrow = Float(wide)
        guard isWidened(digits, wide, narrow) else { return FixedDecimal(cutting: digits) }
        return FixedDecimal(cutting: narrow.description)
    }

    /// Whether the digits are those of the float: exactly, or as far as they go where there are many of them. Few digits that merely come
    /// near one may be a price of their own, as 97372.117 is.
    private static func isWidened(_ digits: String, _ wide: Double, _ narrow: Float) -> Bool {
        if Double(narrow) == wide { return true }
        let parts = digits.split(separator: ".", maxSplits: 1)
        let count = digits.utf8.count { (48...57).contains($0) }
        guard count >= 12, parts.count == 2, parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
            let exact = FixedDecimal(cutting: Double(narrow).description), let told = FixedDecimal(cutting: digits)
        else { return false }
        return (try? exact.rounded(to: parts[1].count)) == told
    }
}
