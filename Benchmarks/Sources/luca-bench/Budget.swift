/// The most that something may cost.
enum Budget {
    /// In its own unit, where the machine's speed is no part of it or the figure is one that people feel.
    case most(Quantity)
    /// So many times the reference that is measured in the same run.
    case times(Double)

    static func nanoseconds(_ count: Double) -> Budget { .most(.nanoseconds(count)) }
    static func milliseconds(_ count: Double) -> Budget { .most(.milliseconds(count)) }
    static func seconds(_ count: Double) -> Budget { .most(.seconds(count)) }
    static func bytes(_ count: Double) -> Budget { .most(.bytes(count)) }
    static func instructions(_ count: Double) -> Budget { .most(.instructions(count)) }
    static func exponent(_ power: Double) -> Budget { .most(.exponent(power)) }

    /// As the table shows it: `9.00 ms`, `40.0 ×`.
    var text: String {
        switch self {
        case .most(let quantity): quantity.text
        case .times(let factor): "\(threeDigits(factor)) ×"
        }
    }
}
