/// The time that an entry took, in the unit that suits it.
enum Timing {
    /// `took 1.3 ms`, with a newline.
    static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        return switch microseconds {
        case ..<1_000: "took \(microseconds) µs\n"
        case ..<1_000_000: "took \(oneDigit(microseconds, per: 1_000)) ms\n"
        default: "took \(oneDigit(microseconds, per: 1_000_000)) s\n"
        }
    }

    private static func oneDigit(_ value: Int64, per unit: Int64) -> String { "\(value / unit).\(value % unit * 10 / unit)" }
}
