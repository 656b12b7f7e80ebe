import LuaKit
import Plans
import Storage

/// What scripts defined for this session, since no book can keep the Lua functions in it.
///
/// Reports and commands stand among the functions of the session; they record nothing by themselves.
package struct ScriptDefinitions {
    /// Recurring rules and rebalancing. They go with the act, or the branch of it, that is undone.
    package var plans = ScriptedPlans()
    /// The rules and the rebalancing as the running act began, to come back to if it is undone; nil where none is running.
    var plansBefore: ScriptedPlans?
    /// The functions that record what a recurring rule says: of any activity, and of a transfer.
    package var recorders: [LuaReference] = []
    /// Text of the scripts that ran, by chunk name, so that an error can show its line.
    package var sources: [String: String] = [:]
    /// The script that runs; nil where none does.
    package var running: ScriptRun?
    /// The values that parameters of reports take, where a report lists them, by the names of the report and the parameter.
    package var choices: [String: [String: [String]]] = [:]
    /// How many entries of the prompt made functions, whose text is kept too.
    package var entries = 0
}

/// A run of a script.
package struct ScriptRun {
    /// Its path, as it was given.
    package let name: String
    /// What it was given.
    package let arguments: [String]

    /// A run of a script of a path, with what it is given.
    package init(name: String, arguments: [String]) { (self.name, self.arguments) = (name, arguments) }

    /// The name of its file.
    package var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }
}

/// The recurring rules and the rebalancing that scripts defined.
package struct ScriptedPlans {
    /// Recurring rules whose functions record, in the order of their definition.
    package var rules: [ScriptedRule] = []
    /// Rules and targets for rebalancing.
    package var rebalancing = ScriptedRebalancing()
}

/// A recurring rule of a script. The book keeps by its name which of its days are settled, as for its own rules.
package struct ScriptedRule {
    /// The book that it was defined for.
    package weak var book: Book?
    /// Its name, its days, and what it records where that is a table.
    package var rule: RecurringRule
    /// Records for a day, or gives back what is to be recorded; nil where the rule itself says it.
    package var record: LuaReference?
    /// Gives the amount of what the rule records; nil where the rule itself says it.
    package var amount: LuaReference?

    /// A rule of a book, and the functions that record for it.
    package init(book: Book?, rule: RecurringRule, record: LuaReference? = nil, amount: LuaReference? = nil) {
        (self.book, self.rule, self.record, self.amount) = (book, rule, record, amount)
    }
}

/// What scripts defined for rebalancing.
package struct ScriptedRebalancing {
    /// The functions of `rebalance.rule`, by name.
    package var rules: [String: LuaReference] = [:]
    /// Targets whose groups a function makes, in the order of their definition.
    package var targets: [ScriptedTargets] = []

    /// Puts targets in the place of those of their name.
    package mutating func keep(_ scripted: ScriptedTargets) {
        targets.removeAll { $0.targets.name == scripted.targets.name }
        targets.append(scripted)
    }

    /// Takes targets away; whether there were any.
    package mutating func remove(targets name: String) -> Bool {
        let before = targets.count
        targets.removeAll { $0.targets.name == name }
        return targets.count < before
    }
}

/// Targets of the book or of a script.
package struct ScriptedTargets {
    /// The weights, and the bands around them.
    package let targets: Targets
    /// Says of a holding which target it belongs to; nil where holdings are grouped by a word such as `class`.
    package let group: LuaReference?

    /// Targets, and the function that groups holdings for them.
    package init(targets: Targets, group: LuaReference?) { (self.targets, self.group) = (targets, group) }
}
