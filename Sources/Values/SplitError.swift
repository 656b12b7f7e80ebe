/// Why a sum could not be split.
public enum SplitError: Error, Hashable, Sendable {
    /// There are no weights at all.
    case noWeights
    /// Every weight is zero.
    case allWeightsZero
    /// A weight below zero; the position counts from 1.
    case negativeWeight(position: Int, weight: FixedDecimal)
    /// The sum has more fractional digits than its parts may have, so they cannot add up to it.
    case finerThanParts(total: FixedDecimal, digits: Int)
    /// The parts may have 0 to 18 fractional digits.
    case digitsOutOfRange(Int)
    /// The weights add up to more than the largest decimal.
    case weightsOverflow
}

extension SplitError: CustomStringConvertible {
    /// The reason as a sentence for the user.
    public var description: String {
        switch self {
        case .noWeights: "nothing to split by: give at least one weight"
        case .allWeightsZero: "nothing to split by: every weight is zero"
        case .negativeWeight(let position, let weight): "weight \(position) is \(weight): weights must not be negative"
        case .finerThanParts(let total, let digits):
            "\(total) cannot be split into parts of \(digits) fractional digits that add up to it: round it first"
        case .digitsOutOfRange(let digits): "parts of \(digits) fractional digits: 0 to \(FixedDecimal.scale) are possible"
        case .weightsOverflow: "the weights add up to more than the largest decimal: make them all smaller by the same factor"
        }
    }
}
