/// Something measured, in a unit or as a power; less is better.
enum Quantity {
    case seconds(Double)
    case bytes(Double)
    /// The power of its size by which something grows.
    case exponent(Double)

    static func nanoseconds(_ count: Double) -> Quantity { .seconds(count / 1e9) }
    static func milliseconds(_ count: Double) -> Quantity { .seconds(count / 1e3) }

    /// The count of seconds or bytes.
    var value: Double {
        switch self {
        case .seconds(let value), .bytes(let value), .exponent(let value): value
        }
    }

    /// Three significant digits and the unit that suits them: `1.25 ns`, `14.1 ms`, `112 B`.
    var text: String {
        switch self {
        case .seconds(let value): Self.scaled(value * 1e9, step: 1000, units: ["ns", "µs", "ms", "s"])
        case .bytes(let value): Self.scaled(value, step: 1024, units: ["B", "KiB", "MiB", "GiB"])
        case .exponent(let value): "n^" + (value < 0 ? "-" : "") + threeDigits(abs(value))
        }
    }

    private static func scaled(_ count: Double, step: Double, units: [String]) -> String {
        var (rest, place) = (count, 0)
        while rest >= step && place < units.count - 1 {
            rest /= step
            place += 1
        }
        return "\(threeDigits(rest)) \(units[place])"
    }
}

/// A number with about three significant digits, as a table shows it.
func threeDigits(_ number: Double) -> String {
    let digits = number >= 100 ? 0 : (number >= 10 ? 1 : 2)
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = Int((number * factor).rounded())
    if digits == 0 { return String(scaled) }
    let fraction = String(scaled % Int(factor))
    return "\(scaled / Int(factor))." + String(repeating: "0", count: digits - fraction.count) + fraction
}
