import JSON
import Ledger
import LuaKit
import Plans
import Storage
import Values

/// What scripts defined for rebalancing that no book can keep, since Lua functions are in it.
struct RebalancingSession {
    /// The functions of `rebalance.rule`, by name.
    var rules: [String: LuaReference] = [:]
    /// Targets whose groups a function makes, in the order of their definition.
    var targets: [ScriptedTargets] = []

    /// Puts targets in the place of those of their name.
    mutating func keep(_ scripted: ScriptedTargets) {
        targets.removeAll { $0.targets.name == scripted.targets.name }
        targets.append(scripted)
    }

    /// Takes targets away; whether there were any.
    mutating func remove(targets name: String) -> Bool {
        let before = targets.count
        targets.removeAll { $0.targets.name == name }
        return targets.count < before
    }
}

/// Targets, with the function that says what each holding is of, where that is how they group.
struct ScriptedTargets {
    let targets: Targets
    let group: LuaReference?
}

extension LuaCall {
    /// All targets that the book or the session has.
    func knownTargets() throws -> [ScriptedTargets] {
        let scripted = runtime.rebalancing.targets, hidden = Set(scripted.map(\.targets.name))
        let kept = try book().plans.documents(.targets).filter { !hidden.contains($0.name) }
        return try kept.map { ScriptedTargets(targets: try Self.targets($0), group: nil) } + scripted
    }

    /// The targets of a name that the book or the session has; nil where there are none. It reads no others.
    func knownTargets(named name: String) throws -> ScriptedTargets? {
        if let scripted = runtime.rebalancing.targets.first(where: { $0.targets.name == name }) { return scripted }
        return try book().plans.document(.targets, named: name).map { ScriptedTargets(targets: try Self.targets($0), group: nil) }
    }

    private static func targets(_ document: PlanDocument) throws -> Targets {
        do {
            return try Targets(name: document.name, json: JSONReader.read(Array(document.body.utf8)))
        } catch let fault as JSONReader.Fault {
            throw LuaMisuse("the targets \"\(document.name)\" cannot be read: \(fault)", hint: "define them anew", kind: "malformed")
        }
    }

    /// The targets of a name.
    func targets(named name: String) throws -> ScriptedTargets {
        if let known = try knownTargets(named: name) { return known }
        let names = try knownTargets().map(\.targets.name)
        let hint = nearestName(to: name, in: names).map { "did you mean \"\($0)\"?" }
            ?? (names.isEmpty ? "define them with targets{name=\"\(name)\", weights={ORCL=60, NVDA=40}}" : "there are \(names.joined(separator: ", "))")
        throw LuaMisuse("\(self.name): there are no targets \"\(name)\"", field: "targets", hint: hint, kind: "unknown_targets")
    }
}
