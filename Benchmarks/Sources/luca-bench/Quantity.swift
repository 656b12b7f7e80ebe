/// Something measured, in a unit or as a power; less is better.
enum Quantity {
    case seconds(Double)
    case bytes(Double)
    /// Instructions of the processor, as valgrind counts them.
    case instructions(Double)
    /// The power of its size by which something grows.
    case exponent(Double)

    static func nanoseconds(_ count: Double) -> Quantity { .seconds(count / 1e9) }
    static func milliseconds(_ count: Double) -> Quantity { .seconds(count / 1e3) }

    /// The count of seconds, bytes or instructions, or the power.
    var value: Double {
        switch self {
        case .seconds(let value), .bytes(let value), .instructions(let value), .exponent(let value): value
        }
    }

    /// The unit of the value, as a record of a run names it.
    var unit: String {
        switch self {
        case .seconds: "seconds"
        case .bytes: "bytes"
        case .instructions: "instructions"
        case .exponent: "exponent"
        }
    }

    /// Whether a faster machine makes less of it.
    var dependsOnSpeed: Bool {
        switch self {
        case .seconds: true
        case .bytes, .instructions, .exponent: false
        }
    }

    /// Three significant digits and the unit that suits them: `1.25 ns`, `14.1 ms`, `2.5 MB`.
    var text: String {
        switch self {
        case .seconds(let value): Self.scaled(value * 1e9, step: 1000, units: ["ns", "µs", "ms", "s"])
        case .bytes(let value): Self.scaled(value, step: 1000, units: ["B", "kB", "MB", "GB"])
        case .instructions(let value): "\(threeDigits(value / 1e6)) M"
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
    let digits = number >= 100 ? 0 : (number >= 10 ? 1 : (number >= 0.1 ? 2 : 4))
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = Int((number * factor).rounded())
    if digits == 0 { return String(scaled) }
    let fraction = String(scaled % Int(factor))
    return "\(scaled / Int(factor))." + String(repeating: "0", count: digits - fraction.count) + fraction
}
