/// What becomes of the digits that do not fit.
public enum Rounding: String, CaseIterable, Sendable {
    /// To the nearest; from the middle to the even neighbour (banker's rounding): 0.5 → 0, 1.5 → 2, -2.5 → -2.
    case halfEven
    /// To the nearest; from the middle away from zero (commercial rounding): 0.5 → 1, -0.5 → -1.
    case halfUp
    /// Towards zero: 1.9 → 1, -1.9 → -1.
    case down
    /// Away from zero: 1.1 → 2, -1.1 → -2.
    case up
    /// Towards minus infinity: -1.1 → -2.
    case floor
    /// Towards plus infinity: -1.9 → -1.
    case ceiling

    /// Whether a magnitude `quotient + remainder / divisor` becomes `quotient + 1` rather than `quotient`.
    @usableFromInline
    func roundsAway(quotientIsOdd: Bool, remainder: UInt128, divisor: UInt128, negative: Bool) -> Bool {
        if remainder == 0 { return false }
        switch self {
        case .halfEven:
            let rest = divisor - remainder
            return remainder > rest || (remainder == rest && quotientIsOdd)
        case .halfUp: return remainder >= divisor - remainder
        case .down: return false
        case .up: return true
        case .floor: return negative
        case .ceiling: return !negative
        }
    }
}
