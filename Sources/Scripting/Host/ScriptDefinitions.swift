import Formats
import Ledger
import LuaKit
import Plans
import Storage

/// What scripts defined for this session, since no book can keep the Lua functions in it.
///
/// Reports and commands stand among the functions of the session; they record nothing by themselves.
struct ScriptDefinitions {
    /// Recurring rules and rebalancing. They go with the act, or the branch of it, that is undone.
    var plans = ScriptedPlans()
    /// Importers, the latest last. They stay whatever is undone.
    var importers: [ScriptedImporter] = []
    /// The functions that record what a recurring rule says: of any activity, and of a transfer.
    var recorders: [LuaReference] = []
}

/// The recurring rules and the rebalancing that scripts defined.
struct ScriptedPlans {
    /// Recurring rules whose functions record, in the order of their definition.
    var rules: [ScriptedRule] = []
    /// Rules and targets for rebalancing.
    var rebalancing = ScriptedRebalancing()
}

/// A recurring rule of a script. The book keeps by its name which of its days are settled, as for its own rules.
struct ScriptedRule {
    /// The book that it was defined for.
    weak var book: Book?
    /// Its name, its days, and what it records where that is a table.
    var rule: RecurringRule
    /// Records for a day, or gives back what is to be recorded; nil where the rule itself says it.
    var record: LuaReference?
    /// Gives the amount of what the rule records; nil where the rule itself says it.
    var amount: LuaReference?
}

/// What scripts defined for rebalancing.
struct ScriptedRebalancing {
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

/// Targets of the book or of a script.
struct ScriptedTargets {
    /// The weights, and the bands around them.
    let targets: Targets
    /// Says of a holding which target it belongs to; nil where holdings are grouped by a word such as `class`.
    let group: LuaReference?
}

/// An importer that a script defined.
struct ScriptedImporter {
    /// Its name, and which column holds which field.
    var format: ScriptedFormat
    /// Tells whether a file is its own; nil where its headings tell.
    var sniff: LuaReference?
    /// Makes drafts of activities of a row; nil where its columns tell.
    var row: LuaReference?
}
