import Frames
import Plans
import Values

/// How plans, their tiers and their accounts stand.
enum TiersFrame {
    /// A row a tier, by priority.
    static func tiers(_ question: ReserveQuestion, only name: String? = nil) throws -> Frame {
        var builder = FrameBuilder("tiers", [
            .text("name"), .text("purpose"), .money("target", in: question.currency), .decimal("priority"), .money("balance", in: question.currency),
            .money("gap", in: question.currency), .percent("covered"), .text("preferred"), .int("accounts"), .remark("left_out"),
        ])
        for place in question.plan.order {
            let standing = question.standing.tiers[place], tier = standing.tier, told = question.told(place)
            if name != nil && tier.name != name { continue }
            try builder.append([
                .text(tier.name), .optional(tier.purpose), .decimal(tier.target), .decimal(tier.priority), .optional(told.standing?.total),
                .optional(standing.known(standing.gap)), .optional(try standing.known(standing.gap).flatMap { try covered(tier.target, $0) }),
                .optional(tier.preferred ?? ""), .int(Int64(tier.accounts.count)), .optional(told.leftOut.joined(separator: ", ")),
            ])
            question.warn(&builder, "the balance of the tier \"\(tier.name)\"", without: told.leftOut, "; gap and covered need all of it, and are empty")
        }
        question.report(to: &builder)
        return builder.frame()
    }

    /// A row for each account of each tier.
    static func accounts(_ question: ReserveQuestion) throws -> Frame {
        var builder = FrameBuilder("tier_accounts", [
            .text("tier"), .text("account"), .money("balance", in: question.currency), .decimal("weight"), .money("cap", in: question.currency, total: .none),
            .money("room", in: question.currency, total: .none), .percent("apy"), .bool("preferred"), .text("notes"), .remark("left_out"),
        ])
        for place in question.plan.order {
            let tier = question.plan.tiers[place]
            for (number, account) in tier.accounts.enumerated() {
                let told = question.told(place, account: number)
                let held = question.standing.balances[account.name]
                let room = try held.flatMap { held in try question.plan.cap(of: account.name).map { max(.zero, try $0 - held) } }
                try builder.append([
                    .text(tier.name), .text(account.name), .optional(told.balance), .decimal(account.weight), .optional(account.cap),
                    .optional(room), .decimal(account.apy), .bool(tier.preferred == account.name), .optional(account.notes), .optional(told.leftOut.joined(separator: ", ")),
                ])
                question.warn(&builder, "the balance of \"\(account.name)\" in \"\(tier.name)\"", without: told.leftOut)
            }
        }
        question.report(to: &builder)
        return builder.frame()
    }

    /// A row a plan: the whole of its tiers.
    static func plans(_ questions: [ReserveQuestion]) throws -> Frame {
        var builder = FrameBuilder("plans", [
            .text("name"), .text("currency"), .money("target", total: .none), .money("balance", total: .none), .money("gap", total: .none),
            .percent("covered"), .int("tiers"), .int("accounts"), .remark("left_out"),
        ])
        for question in questions {
            let standing = question.standing, isKnown = standing.unknown.isEmpty, told = try question.toldTotal()
            let target = try standing.tiers.reduce(FixedDecimal.zero) { try $0 + $1.tier.target }
            let gap = try standing.tiers.reduce(FixedDecimal.zero) { try $0 + $1.gap }
            try builder.append([
                .text(question.plan.name), .text(question.currency.code), .decimal(target), .optional(told.total),
                .optional(isKnown ? gap : nil), .optional(isKnown ? try covered(target, gap) : nil), .int(Int64(standing.tiers.count)),
                .int(Int64(question.plan.accountNames.count)), .optional(told.leftOut.joined(separator: ", ")),
            ])
            question.warn(&builder, "the balance of the plan \"\(question.plan.name)\"", without: told.leftOut, "; gap and covered need all of it, and are empty")
            for warning in question.warnings { builder.add(warning: warning.kind, warning.message) }
        }
        return builder.frame()
    }

    /// The tiers before and after some change of what they hold.
    static func comparison(_ before: ReserveQuestion, after balances: [String: FixedDecimal]) throws -> Frame {
        var builder = FrameBuilder("preview", [
            .text("tier"), .money("target", in: before.currency), .money("before", in: before.currency), .money("after", in: before.currency),
            .money("gap_before", in: before.currency), .money("gap_after", in: before.currency), .percent("covered_before"), .percent("covered_after"),
        ])
        let after = try ReserveStanding(before.plan, balances: balances)
        for place in before.plan.order {
            let (a, b) = (before.standing.tiers[place], after.tiers[place])
            try builder.append([
                .text(a.tier.name), .decimal(a.tier.target), .optional(a.known(a.total)), .optional(b.known(b.total)), .optional(a.known(a.gap)),
                .optional(b.known(b.gap)), .optional(try a.known(a.gap).flatMap { try covered(a.tier.target, $0) }),
                .optional(try b.known(b.gap).flatMap { try covered(b.tier.target, $0) }),
            ])
        }
        before.report(to: &builder)
        return builder.frame()
    }

    /// The part of a target that is there, in percent; nil where there is no target.
    private static func covered(_ target: FixedDecimal, _ gap: FixedDecimal) throws -> FixedDecimal? {
        target > .zero ? try FixedDecimal.mulDiv(target - gap, 100, target) : nil
    }
}

extension ReserveStanding.Tier {
    /// A figure of the tier, unless it is not known what its accounts hold.
    func known(_ value: FixedDecimal) -> FixedDecimal? { isKnown ? value : nil }
}
