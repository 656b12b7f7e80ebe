/// Who may import whom: the one place that says so. A new module gets a row here, a target in Package.swift and a line in the
/// README's tour.
struct ModuleRule {
    var name: String
    /// Modules of ours, all of them below this one.
    var modules: Set<String> = []
    /// Modules of other packages.
    var packages: Set<String> = []
    /// Modules that come with Swift and the system.
    var system: Set<String> = []
}

enum ModuleTable {
    /// No module of the program links all of Foundation: what lies beyond its essentials brings 34 MB of data, which every start would load.
    private static let foundation: Set = ["FoundationEssentials", "Dispatch", "Glibc", "Synchronization"]

    static let rules: [ModuleRule] = [
        ModuleRule(name: "CLua"),
        ModuleRule(name: "CReadline"),
        ModuleRule(name: "CNettle"),
        ModuleRule(name: "CZlib"),
        ModuleRule(name: "CCurl"),
        ModuleRule(name: "CSQLite"),
        ModuleRule(name: "CLuca", modules: ["CLua", "CReadline"]),
        ModuleRule(name: "LuaKit", modules: ["CLuca"], system: foundation),
        // Values in, values out: no clock, no file, no locale can slip in where there is no Foundation.
        ModuleRule(name: "Values"),
        ModuleRule(name: "Ledger", modules: ["Values"]),
        ModuleRule(name: "Worth", modules: ["Ledger", "Values"]),
        ModuleRule(name: "JSON"),
        ModuleRule(name: "Plans", modules: ["Values", "JSON"]),
        ModuleRule(name: "Frames", modules: ["Values"]),
        // One connection, one statement, one error: it knows nothing of books.
        ModuleRule(name: "SQLite", modules: ["CSQLite"], system: ["Glibc"]),
        ModuleRule(name: "Storage", modules: ["Ledger", "Worth", "Plans", "Values", "JSON", "SQLite", "CNettle", "CSQLite"], system: foundation),
        ModuleRule(name: "FetchWire"),
        // The one module that knows the network; it is linked into a program of its own only, which has no Foundation to load.
        ModuleRule(name: "Fetch", modules: ["CCurl", "FetchWire"], system: ["Glibc", "Synchronization"]),
        ModuleRule(name: "Quotes", modules: ["Ledger", "Values", "JSON", "FetchWire", "CZlib"], system: foundation),
        ModuleRule(name: "Formats", modules: ["Ledger", "Plans", "Values", "JSON"], system: foundation),
        ModuleRule(name: "Sentences", modules: ["Values"], system: ["Synchronization"]),
        ModuleRule(
            name: "Scripting",
            modules: ["CLuca", "LuaKit", "Values", "JSON", "Ledger", "Worth", "Plans", "Frames", "Storage", "Quotes", "Formats", "Sentences"], system: foundation),
        ModuleRule(name: "REPL", modules: ["Scripting", "Sentences", "Frames", "Values", "LuaKit", "CLuca"], system: foundation),
        ModuleRule(name: "luca-fetch", modules: ["Fetch"], system: ["Glibc"]),
        ModuleRule(name: "luca", modules: ["REPL", "Scripting"], packages: ["ArgumentParser"], system: foundation),
    ]

    static func rule(_ name: String) -> ModuleRule? {
        rules.first { $0.name == name }
    }
}
