import Frames
import Ledger
import LuaKit
import Plans
import Values

/// Targets beside what is held: shares, drift, and what is out of its band.
enum TargetsFrame {
    static func make(_ call: LuaCall, _ all: [ScriptedTargets]) throws -> Frame {
        var rows: [[FrameValue]] = [], lacks: [(kind: String, message: String)] = [], base = Currency.usd
        for scripted in all {
            let run = try RebalanceScopeOfTargets(call, scripted)
            base = run.scope.base
            rows += try run.rows()
            for lack in run.scope.lacks where !lacks.contains(where: { $0.message == lack.message }) { lacks.append(lack) }
        }
        var builder = FrameBuilder("targets", [
            .text("targets"), .text("target"), .text("within"), .share("target_weight"), .share("weight"), .share("drift", isColoured: true),
            .share("band"), .bool("out"), .money("value", in: base, total: .none),
        ])
        for row in rows { try builder.append(row) }
        for lack in lacks { builder.add(warning: lack.kind, lack.message) }
        for scripted in all where scripted.group != nil {
            builder.add(warning: "session_only", "the targets \"\(scripted.targets.name)\" group by a function, which no book can keep: they last as long as the session")
        }
        builder.add(policy: "base", base.code)
        return builder.frame()
    }
}

/// What is held of each target of one plan.
private struct RebalanceScopeOfTargets {
    let scope: RebalanceScope
    private let targets: Targets
    private let values: [FixedDecimal]

    init(_ call: LuaCall, _ scripted: ScriptedTargets) throws {
        var scope = try RebalanceScope(call)
        let groups = HoldingGroups(scripted, call)
        var values = [FixedDecimal](repeating: .zero, count: scripted.targets.leaves.count), outside: [String] = []
        for item in scope.items {
            if let leaf = try groups.leaf(of: item, in: scope) {
                scope.use(item.holding.instrument)
                values[leaf] = try values[leaf] + item.holding.quantity * item.price * item.rate
            } else {
                outside.append(scope.names[item.holding.instrument].symbol)
            }
        }
        if let leaf = HoldingGroups.cashLeaf(scripted.targets, scope.names) {
            let money = try RebalanceMoney(heldIn: &scope)
            values[leaf] = try money.cash.reduce(values[leaf]) { try $0 + $1.amount * $1.rate }
            values[leaf] = try money.owed.reduce(values[leaf]) { try $0 - $1.amount * $1.rate }
        }
        if !outside.isEmpty {
            let symbols = Set(outside).sorted()
            scope.lack("no_target", "\(symbols.joined(separator: ", ")) \(symbols.count == 1 ? "has" : "have") no target in \(scripted.targets.name), and \(symbols.count == 1 ? "is" : "are") no part of the whole")
        }
        (self.scope, targets, self.values) = (scope, scripted.targets, values)
    }

    /// A row for each target that others are within, before those, and for each innermost one.
    func rows() throws -> [[FrameValue]] {
        let leaves = targets.leaves, total = try values.reduce(FixedDecimal.zero) { try $0 + $1 }
        var rows: [[FrameValue]] = [], told: Set<[String]> = []
        for (place, leaf) in leaves.enumerated() {
            for depth in leaf.parents.indices {
                let path = leaf.parents[...depth].map(\.name), parent = leaf.parents[depth]
                guard told.insert(path).inserted else { continue }
                let members = leaves.indices.filter { leaves[$0].parents.prefix(depth + 1).map(\.name) == path }
                let value = try members.reduce(FixedDecimal.zero) { try $0 + values[$1] }
                rows.append(try row(parent.name, path.dropLast().last, parent.share, parent.width, value, total))
            }
            rows.append(try row(leaf.name, leaf.parents.last?.name, leaf.share, leaf.width, values[place], total))
        }
        return rows
    }

    private func row(
        _ name: String, _ within: String?, _ share: FixedDecimal, _ width: FixedDecimal?, _ value: FixedDecimal, _ total: FixedDecimal
    ) throws -> [FrameValue] {
        let weight = total.isZero ? nil : try value / total
        let drift = try weight.map { try $0 - share }
        let isOut = drift.flatMap { drift in width.map { drift.magnitude > $0 } }
        return [
            .text(targets.name), .text(name), .optional(within ?? ""), .decimal(share), .optional(weight), .optional(drift), .optional(width),
            isOut.map { .bool($0) } ?? .none, .decimal(value),
        ]
    }
}
