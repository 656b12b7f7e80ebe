/// What scripts defined that holds for the session, since Lua functions are in it, and that goes with a part of an act that is undone.
///
/// Reports, commands and importers are no such thing: they record nothing by themselves, and stay.
struct SessionPlans {
    var rules: [ScriptedRule]
    var rebalancing: RebalancingSession
}

extension Runtime {
    /// The rules and targets of scripts, as they are now.
    var sessionPlans: SessionPlans {
        get { SessionPlans(rules: scriptedRules, rebalancing: rebalancing) }
        set { (scriptedRules, rebalancing) = (newValue.rules, newValue.rebalancing) }
    }
}
