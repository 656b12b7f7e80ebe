import Frames
import Ledger
import Storage
import Values

/// Rates of one day that tell of a pair of currencies in both directions, and not the same.
enum ConflictingRates {
    /// How far the product of a rate and its inverse may be from one, where rounding them to the digits that are told does not make more.
    private static let tolerance = FixedDecimal(units: FixedDecimal.unitsPerOne / 1000)

    private struct Key: Hashable {
        let from: Currency
        let to: Currency
        let day: Day
    }

    /// The conflicts among rates: one warning a pair, of its first day.
    static func warnings(_ rates: [Rate]) -> [FrameWarning] {
        var downwards: [Key: [Rate]] = [:]
        for rate in rates where rate.to < rate.from { downwards[Key(from: rate.to, to: rate.from, day: rate.date), default: []].append(rate) }
        if downwards.isEmpty { return [] }
        var found: [Key: (direct: Rate, inverse: Rate)] = [:]
        for rate in rates where rate.from < rate.to {
            let key = Key(from: rate.from, to: rate.to, day: rate.date)
            if let inverse = downwards[key]?.first(where: { disagree(rate, $0) }) { found[key] = (rate, inverse) }
        }
        let pairs = Dictionary(grouping: found.sorted { ($0.key.from, $0.key.to, $0.key.day) < ($1.key.from, $1.key.to, $1.key.day) }) { [$0.key.from, $0.key.to] }
        return pairs.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, conflicts in
            conflicts.first.map { warning($0.value.direct, $0.value.inverse, others: conflicts.count - 1) }
        }
    }

    /// The conflicts among all rates of a book; only pairs that are told in both directions are read.
    static func warnings(_ book: Book, through day: Day?) throws -> [FrameWarning] {
        let pairs = try book.rateGraph.pairs, known = Set(pairs.map { [$0.from, $0.to] })
        let both = pairs.filter { $0.from < $0.to && known.contains([$0.to, $0.from]) }
        return try both.flatMap { pair in
            let rates = try book.rates(RateFilter(from: pair.from, to: pair.to)) + book.rates(RateFilter(from: pair.to, to: pair.from))
            return warnings(rates.filter { $0.date <= day ?? .max })
        }
    }

    private static func disagree(_ rate: Rate, _ inverse: Rate) -> Bool {
        // A product that no decimal holds is far from one.
        guard let product = try? rate.rate * inverse.rate, let distance = try? (product - .one).magnitude else { return true }
        return distance > max(tolerance, (try? rounding(of: rate, beside: inverse) + rounding(of: inverse, beside: rate)) ?? tolerance)
    }

    /// What half a unit of a rate's last digit makes of the product: much, where a small rate is told to four digits.
    private static func rounding(of rate: Rate, beside other: Rate) throws(DecimalError) -> FixedDecimal {
        let digits = "\(rate.rate)".split(separator: ".").dropFirst().first?.count ?? 0
        var digit = FixedDecimal.one
        for _ in 0..<max(4, digits) { digit = try digit / 10 }
        return try digit / 2 * other.rate
    }

    private static func warning(_ rate: Rate, _ inverse: Rate, others: Int) -> FrameWarning {
        let turned = (try? FixedDecimal.one / inverse.rate).flatMap { try? $0.rounded(to: 6, .halfUp) }.map { ", which makes \($0)" } ?? ""
        let more = others == 0 ? "" : "; so do those of \(others) other \(others == 1 ? "day" : "days")"
        return FrameWarning(
            kind: "conflicting_rates",
            message: "the rates of \(rate.date) disagree: one \(rate.from) is \(rate.rate) \(rate.to), and one \(rate.to) is \(inverse.rate) \(rate.from)\(turned); "
                + "each counts in its own direction, so take one away with rate{from=…, to=…, date=…, remove=true}\(more)")
    }
}
