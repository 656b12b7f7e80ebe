extension FixedDecimal {
    /// Parts of a sum in proportion to weights, each with so many fractional digits, that add up to the sum exactly.
    ///
    /// Each part is first rounded towards zero; what is left goes, a last digit each, to the parts that lost most by that, and
    /// among equals to the earlier (the method of the largest remainder). A weight of zero gets nothing. A negative sum is split as
    /// its positive, with the signs turned.
    ///
    ///     try FixedDecimal.split(100, by: [1, 1, 1], digits: 2)   // 33.34 33.33 33.33
    ///
    /// Takes O(n log n).
    public static func split(_ total: FixedDecimal, by weights: [FixedDecimal], digits: Int) throws(SplitError) -> [FixedDecimal] {
        guard (0...scale).contains(digits) else { throw .digitsOutOfRange(digits) }
        let weightTotal = try sumOfWeights(weights)
        let quantum = PowersOfTen.wide(scale - digits)
        let (count, rest) = total.unitsMagnitude.quotientAndRemainder(dividingBy: quantum)
        if rest != 0 { throw .finerThanParts(total: total, digits: digits) }
        return shares(of: count, by: weights, totalling: weightTotal).map { share in
            let units = Int128(truncatingIfNeeded: share &* quantum)
            return FixedDecimal(units: total.isNegative ? 0 &- units : units)
        }
    }

    private static func sumOfWeights(_ weights: [FixedDecimal]) throws(SplitError) -> UInt128 {
        if weights.isEmpty { throw .noWeights }
        var sum = FixedDecimal.zero
        for (index, weight) in weights.enumerated() {
            if weight.isNegative { throw .negativeWeight(position: index + 1, weight: weight) }
            guard let next = try? sum + weight else { throw .weightsOverflow }
            sum = next
        }
        if sum.isZero { throw .allWeightsZero }
        return sum.unitsMagnitude
    }

    /// How many of `count` equal pieces each weight gets.
    private static func shares(of count: UInt128, by weights: [FixedDecimal], totalling sum: UInt128) -> [UInt128] {
        var shares: [UInt128] = []
        var remainders: [(index: Int, remainder: UInt128)] = []
        shares.reserveCapacity(weights.count)
        remainders.reserveCapacity(weights.count)
        var left = count
        for (index, weight) in weights.enumerated() {
            // A weight is at most their sum, so a share is at most the count and the quotient fits.
            let product = Wide.multiply(count, weight.unitsMagnitude)
            let (share, remainder) = weight.unitsMagnitude == sum ? (count, 0) : Wide.divide(high: product.high, low: product.low, by: sum)
            shares.append(share)
            remainders.append((index, remainder))
            left -= share
        }
        if left == 0 { return shares }
        // The remainders add up to `left` times the sum and each is below it, so more than `left` of them are not zero.
        remainders.sort { $0.remainder != $1.remainder ? $0.remainder > $1.remainder : $0.index < $1.index }
        for (index, _) in remainders.prefix(Int(left)) { shares[index] += 1 }
        return shares
    }
}

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
