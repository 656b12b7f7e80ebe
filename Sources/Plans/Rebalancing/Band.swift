public import Values

/// How far the share of a target may lie from where it should be before something is done about it.
///
/// Widths are parts of the whole. Where both kinds are given the narrower one holds, which is the rule of 5/25: Larry Swedroe's advice to
/// act once a class is 5 points of the whole away from its target, or a quarter of the target where that is less (below 20 percent).
public struct Band: Hashable, Sendable {
    /// Points of the whole, such as 0.05; nil where only a part of the target counts.
    public let absolute: FixedDecimal?
    /// A part of the target's own share, such as 0.25; nil where only points of the whole count.
    public let relative: FixedDecimal?

    /// A band of one width, or of the narrower of two.
    public init(absolute: FixedDecimal? = nil, relative: FixedDecimal? = nil) throws(PlanError) {
        guard absolute != nil || relative != nil else {
            throw PlanError(.badArgument, "a band has no width", hint: "give it points of the whole such as 0.05, a part of its target, or \"5/25\"")
        }
        for (name, width) in [("absolute", absolute), ("relative", relative)] {
            guard let width else { continue }
            guard !width.isNegative, width <= .one else {
                throw PlanError(.badArgument, "a band's \(name) width is \(width)", hint: "it is a part of one: 0.05 for five points")
            }
        }
        (self.absolute, self.relative) = (absolute, relative)
    }

    /// Five points of the whole, or a quarter of the target where that is less.
    public static let fiveTwentyFive = try! Band(absolute: FixedDecimal("0.05"), relative: FixedDecimal("0.25"))

    /// Points of the whole that a target of a share may be away.
    public func width(ofShare share: FixedDecimal) throws(PlanError) -> FixedDecimal {
        let part: FixedDecimal? = if let relative { try PlanItem.checked { () throws(DecimalError) in try share * relative } } else { nil }
        return switch (absolute, part) {
        case (let absolute?, let part?): min(absolute, part)
        case (let width?, nil), (nil, let width?): width
        case (nil, nil): preconditionFailure("a band has a width")
        }
    }
}

extension Band: CustomStringConvertible {
    /// As people say it: `5/25`, `0.05`, `0.25 of its target`.
    public var description: String {
        if self == .fiveTwentyFive { return "5/25" }
        return switch (absolute, relative) {
        case (let absolute?, let relative?): "\(absolute), at most \(relative) of its target"
        case (let absolute?, nil): "\(absolute)"
        case (nil, let relative): "\(relative ?? .zero) of its target"
        }
    }
}
