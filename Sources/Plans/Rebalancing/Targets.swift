public import JSON
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
        /// Symbols of instruments.
        case symbol
        /// Asset classes of instruments.
        case `class`
        /// Tags of instruments.
        case tag
        /// Portfolios of accounts.
        case portfolio
        /// Kinds of instruments, such as `etf`.
        case kind
        /// Names that a function of the session gives each holding.
        case function
    }

    /// The name of the targets.
    public let name: String
    /// What the innermost names stand for.
    public let grouping: Grouping
    /// The band of every target that has none of its own; nil where every deviation is traded away.
    public let band: Band?
    /// The outermost targets.
    public let targets: [Target]
    /// The account in which an instrument is bought, by symbol; instruments that are not named here are bought where there is cash.
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
        let shares = try FixedDecimal.parts(of: share, by: targets.map(\.weight))
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
        /// The name of the target.
        public let name: String
        /// Its share of the whole.
        public let share: FixedDecimal
        /// How far its share may be off, as a part of the whole; nil for no band.
        public let width: FixedDecimal?
    }

    /// A symbol or the name of a group.
    public let name: String
    /// Its share of the whole.
    public let share: FixedDecimal
    /// How far its share may be off, as a part of the whole; nil for no band.
    public let width: FixedDecimal?
    /// The symbol to buy where nothing of it is held; nil where none is named.
    public let buy: String?
    /// The targets that it is within, the outermost first.
    public let parents: [Parent]

    /// A target and its share, within no other unless that is said.
    public init(name: String, share: FixedDecimal, width: FixedDecimal? = nil, buy: String? = nil, parents: [Parent] = []) {
        (self.name, self.share, self.width, self.buy, self.parents) = (name, share, width, buy, parents)
    }
}

/// The share that an instrument or a group of instruments is to have of the targets it belongs to; or a target divided into further ones.
public struct Target: Hashable, Sendable {
    /// A symbol, or the name of a class, tag, portfolio or kind; any name for a target with members.
    public var name: String
    /// Its share in proportion to the weights beside it, zero or more: percentages, parts of one, or any numbers.
    public var weight: FixedDecimal
    /// How far its share may be off; nil for the band of the whole.
    public var band: Band?
    /// The symbol to buy for a group of which nothing is held yet; nil where none is named.
    public var buy: String?
    /// The targets that it is divided into; none for an instrument or a group of instruments.
    public var members: [Target]

    /// A target and its weight.
    public init(_ name: String, weight: FixedDecimal, band: Band? = nil, buy: String? = nil, members: [Target] = []) {
        (self.name, self.weight, self.band, self.buy, self.members) = (name, weight, band, buy, members)
    }
}

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

    /// How far the share of a target may be off, as a part of the whole.
    public func width(ofShare share: FixedDecimal) throws(PlanError) -> FixedDecimal {
        let part: FixedDecimal? = if let relative { try PlanError.checked { () throws(DecimalError) in try share * relative } } else { nil }
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

/// Targets as a book keeps them.
extension Targets {
    /// One JSON object; decimals are texts. A grouping by a function is of a session only and has none.
    public var json: JSONValue? {
        if grouping == .function { return nil }
        return .object([
            "by": .string(grouping.rawValue), "band": band?.json, "targets": .array(targets.map(\.json)), "accounts": Self.json(accounts), "tags": Self.json(tags),
        ])
    }

    /// Reads what `json` wrote.
    public init(name: String, json: JSONValue) throws(PlanError) {
        let word = json["by"]?.text ?? Grouping.symbol.rawValue
        guard let grouping = Grouping(rawValue: word), grouping != .function else { throw .targets(name, "\"by\" is \"\(word)\"") }
        var targets: [Target] = []
        for item in json["targets"]?.items ?? [] { targets.append(try Target(json: item, of: name)) }
        try self.init(
            name: name, by: grouping, band: Band(json: json["band"], of: name), targets: targets, accounts: Self.texts(json["accounts"]),
            tags: Self.texts(json["tags"]))
    }

    private static func json(_ texts: [String: String]) -> JSONValue? {
        texts.isEmpty ? nil : .object(texts.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: .string($0.value)) })
    }

    private static func texts(_ json: JSONValue?) -> [String: String] {
        Dictionary((json?.members ?? []).compactMap { member in member.value.text.map { (member.key, $0) } }) { $1 }
    }
}

extension Target {
    fileprivate var json: JSONValue {
        .object([
            "name": .string(name), "weight": .string(weight.description), "band": band?.json, "buy": buy.map { .string($0) },
            "members": members.isEmpty ? nil : .array(members.map(\.json)),
        ])
    }

    fileprivate init(json: JSONValue, of plan: String) throws(PlanError) {
        guard let name = json["name"]?.text else { throw .targets(plan, "a target has no name") }
        guard let weight = FixedDecimal(json: json["weight"]) else { throw .targets(plan, "\"\(name)\" has no weight") }
        var members: [Target] = []
        for item in json["members"]?.items ?? [] { members.append(try Target(json: item, of: plan)) }
        self.init(name, weight: weight, band: try Band(json: json["band"], of: plan), buy: json["buy"]?.text, members: members)
    }
}

extension Band {
    fileprivate var json: JSONValue {
        .object(["absolute": absolute.map { .string($0.description) }, "relative": relative.map { .string($0.description) }])
    }

    fileprivate init?(json: JSONValue?, of plan: String) throws(PlanError) {
        guard let json else { return nil }
        guard json.members != nil else { throw .targets(plan, "a band is \(json.noun)") }
        self = try Band(absolute: FixedDecimal(json: json["absolute"]), relative: FixedDecimal(json: json["relative"]))
    }
}

extension FixedDecimal {
    fileprivate init?(json: JSONValue?) {
        guard let text = json?.text ?? json?.digits, let value = try? FixedDecimal(text) else { return nil }
        self = value
    }
}

extension PlanError {
    fileprivate static func targets(_ name: String, _ what: String) -> PlanError {
        PlanError(.malformed, "the targets \"\(name)\" cannot be read: \(what)", hint: "define them anew")
    }
}
