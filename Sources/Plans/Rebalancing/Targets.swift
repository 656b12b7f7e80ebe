public import Values

/// How a portfolio is to be made up: a tree of targets under one name.
///
/// ```swift
/// let targets = try Targets(name: "60/40", by: .class, band: .fiveTwentyFive, targets: [Target("stock", weight: 60), Target("bond", weight: 40)])
/// targets.leaves.map(\.share)   // 0.6, 0.4
/// ```
public struct Targets: Hashable, Sendable {
    /// What the names of the innermost targets are names of.
    public enum Grouping: String, CaseIterable, Sendable {
        case symbol, `class`, tag, portfolio, kind
        /// What a function of the session says of each holding.
        case function
    }

    /// What they are called.
    public let name: String
    /// What the innermost names stand for.
    public let grouping: Grouping
    /// The band of every target that has none of its own; nil where anything off its target is acted upon.
    public let band: Band?
    /// The outermost targets.
    public let targets: [Target]
    /// The account in which an instrument is bought, by symbol; others are bought where there is cash.
    public let accounts: [String: String]
    /// The tag of instruments, by symbol.
    public let tags: [String: String]
    /// The innermost targets, in order, with their shares of the whole.
    public let leaves: [TargetLeaf]

    /// Targets, checked: each innermost name once, no weight below zero, and some weight wherever there is a choice.
    public init(
        name: String, by grouping: Grouping = .symbol, band: Band? = nil, targets: [Target], accounts: [String: String] = [:], tags: [String: String] = [:]
    ) throws(PlanError) {
        (self.name, self.grouping, self.band, self.targets) = (name, grouping, band, targets)
        (self.accounts, self.tags) = (accounts, tags)
        var leaves: [TargetLeaf] = [], inner: [TargetLeaf.Parent] = []
        try Self.collect(targets, of: .one, band, inner: &inner, into: &leaves)
        var seen: Set<String> = []
        for leaf in leaves {
            guard seen.insert(leaf.name).inserted else {
                throw PlanError(.duplicateName, "\"\(leaf.name)\" is named twice", hint: "give its weight once")
            }
        }
        self.leaves = leaves
    }

    /// Goes down the tree; the shares of the leaves add up to that of their parent exactly.
    private static func collect(
        _ targets: [Target], of share: FixedDecimal, _ band: Band?, inner: inout [TargetLeaf.Parent], into leaves: inout [TargetLeaf]
    ) throws(PlanError) {
        for target in targets where target.weight.isNegative {
            throw PlanError(.badArgument, "the weight of \"\(target.name)\" is \(target.weight)", hint: "a weight is zero or more")
        }
        guard targets.contains(where: { !$0.weight.isZero }) else {
            throw PlanError(.noTarget, "the weights add up to nothing", hint: "give at least one of them a weight above zero")
        }
        let shares = try PlanItem.split(share, targets.map(\.weight), digits: FixedDecimal.scale)
        for (target, share) in zip(targets, shares) {
            let own = target.band ?? band
            let width: FixedDecimal? = if let own { try own.width(ofShare: share) } else { nil }
            if target.members.isEmpty {
                leaves.append(TargetLeaf(name: target.name, share: share, width: width, buy: target.buy, parents: inner))
            } else {
                inner.append(TargetLeaf.Parent(name: target.name, share: share, width: width))
                // A target without a share leaves its members without one.
                if share.isZero {
                    for member in target.members { leaves.append(TargetLeaf(name: member.name, share: .zero, width: width, buy: member.buy, parents: inner)) }
                } else {
                    try collect(target.members, of: share, band, inner: &inner, into: &leaves)
                }
                inner.removeLast()
            }
        }
    }
}

/// An innermost target, and its share of the whole.
public struct TargetLeaf: Hashable, Sendable {
    /// A target that others are within.
    public struct Parent: Hashable, Sendable {
        /// What it is called.
        public let name: String
        /// Its share of the whole.
        public let share: FixedDecimal
        /// How many points of the whole it may be away; nil for none given.
        public let width: FixedDecimal?
    }

    /// A symbol or the name of a group.
    public let name: String
    /// Its share of the whole.
    public let share: FixedDecimal
    /// How many points of the whole it may be away; nil for none given.
    public let width: FixedDecimal?
    /// What to buy where nothing of it is held.
    public let buy: String?
    /// The targets that it is within, the outermost first.
    public let parents: [Parent]

    /// A target and its share, within no other unless that is said.
    public init(name: String, share: FixedDecimal, width: FixedDecimal? = nil, buy: String? = nil, parents: [Parent] = []) {
        (self.name, self.share, self.width, self.buy, self.parents) = (name, share, width, buy, parents)
    }
}
