/// Who may import whom: the one place that says so. A new module gets a row here, a target in Package.swift and a line in the
/// tour in docs/architecture.md.
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
        ModuleRule(name: "CMicrohttpd"),
        ModuleRule(name: "CXlsxWriter"),
        ModuleRule(name: "CSQLite"),
        ModuleRule(name: "CExpat"),
        ModuleRule(name: "CCairo"),
        ModuleRule(name: "CSeccomp"),
        ModuleRule(name: "CPostgreSQL"),
        ModuleRule(name: "CLuca", modules: ["CLua", "CReadline", "CSeccomp"]),
        ModuleRule(name: "LuaKit", modules: ["CLuca"], system: foundation),
        // Values in, values out: no clock, no file, no locale can slip in where there is no Foundation.
        ModuleRule(name: "Values"),
        ModuleRule(name: "Ledger", modules: ["Values"]),
        ModuleRule(name: "Worth", modules: ["Ledger", "Values"]),
        ModuleRule(name: "JSON"),
        ModuleRule(name: "XML", modules: ["CExpat"]),
        ModuleRule(name: "Plans", modules: ["Values", "JSON"]),
        ModuleRule(name: "Frames", modules: ["Values"]),
        // How luca and the programs that it starts talk: messages as bytes, and bytes on descriptors. These programs have no Foundation to load.
        ModuleRule(name: "Messages"),
        // The one place that calls the system's locks and conditions.
        ModuleRule(name: "Monitors", system: ["Glibc"]),
        ModuleRule(name: "Pipes", modules: ["Messages"], system: ["Glibc"]),
        // Shapes, texts and laid-out documents, for whoever draws them: it knows neither frames nor money.
        ModuleRule(name: "Drawing", modules: ["Messages"]),
        // Linked into a program of its own only, which reads a request, finds fonts and writes a file's bytes.
        ModuleRule(name: "Painting", modules: ["CCairo", "Drawing", "Messages", "Pipes"], system: ["Glibc"]),
        ModuleRule(name: "Charts", modules: ["Frames", "Values", "Drawing"]),
        // What a workbook is, and how it travels to the program that writes it.
        ModuleRule(name: "Workbooks", modules: ["Values", "Messages"]),
        ModuleRule(name: "SheetWriting", modules: ["Workbooks", "Values", "Messages", "Pipes", "CXlsxWriter"], system: ["Glibc"]),
        ModuleRule(name: "Reports", modules: ["Charts", "Drawing", "Frames", "Values", "Workbooks"]),
        // One connection, one statement, one error: it knows nothing of books.
        ModuleRule(name: "SQLite", modules: ["CSQLite"], system: ["Glibc"]),
        // The same for a server: it loads the client library by itself, and knows nothing of books.
        ModuleRule(name: "PostgreSQL", modules: ["CPostgreSQL"], system: ["Glibc", "Synchronization"]),
        // The layer of an encrypted book between SQLite and the system's files, and its keys: they know nothing of books either.
        ModuleRule(name: "CVault", modules: ["CSQLite"]),
        ModuleRule(name: "Vault", modules: ["CVault"], system: ["Synchronization"]),
        // The file server/schema.sql as bytes.
        ModuleRule(name: "CServerLayout"),
        ModuleRule(
            name: "Storage", modules: ["Ledger", "Worth", "Plans", "Values", "JSON", "SQLite", "PostgreSQL", "Monitors", "Vault", "CNettle", "CSQLite", "CServerLayout", "CZlib"],
            system: foundation),
        ModuleRule(name: "HelperPrograms", modules: ["Messages", "Pipes"], system: ["FoundationEssentials", "Dispatch", "Glibc", "Synchronization"]),
        ModuleRule(name: "FetchWire", modules: ["Messages"]),
        // The one module that asks the network; it is linked into a program of its own only.
        ModuleRule(name: "Fetch", modules: ["CCurl", "FetchWire", "Messages", "Pipes"], system: ["Glibc", "Synchronization"]),
        // A stranger's script in a process of its own: it knows neither books nor Lua.
        ModuleRule(name: "Sandbox", modules: ["CLuca", "HelperPrograms", "Messages", "Values"], system: ["Glibc"]),
        ModuleRule(name: "Quotes", modules: ["Ledger", "Values", "JSON", "FetchWire", "HelperPrograms", "Monitors", "CZlib"], system: foundation),
        ModuleRule(name: "ViewWire", modules: ["Messages"]),
        // The one module that others can connect to; it is linked into a program of its own only, and knows no book.
        ModuleRule(name: "Viewing", modules: ["CMicrohttpd", "ViewWire", "Messages", "Pipes"], system: ["Glibc", "Synchronization"]),
        ModuleRule(name: "LiveView", modules: ["ViewWire", "HelperPrograms", "Messages"]),
        ModuleRule(name: "Formats", modules: ["Ledger", "Plans", "Values", "JSON", "XML"], system: foundation),
        ModuleRule(name: "Sentences", modules: ["Values"], system: ["Synchronization"]),
        ModuleRule(name: "Queries", modules: ["Values", "JSON", "Ledger", "Worth", "Plans", "Frames", "Storage"]),
        ModuleRule(name: "Session", modules: ["Values", "Ledger", "Frames", "Storage", "Quotes", "Queries"], system: foundation),
        ModuleRule(
            name: "LuaSurface",
            modules: [
                "LuaKit", "CLuca", "Values", "JSON", "Ledger", "Worth", "Plans", "Frames", "Charts", "Drawing", "Messages", "Reports", "Workbooks", "HelperPrograms", "Storage",
                "Quotes", "Sentences", "Queries", "Session",
            ], system: foundation),
        ModuleRule(name: "LuaQueries", modules: ["LuaKit", "Values", "Ledger", "Worth", "Frames", "Storage", "Queries", "LuaSurface"]),
        ModuleRule(name: "LuaRecording", modules: ["LuaKit", "Values", "JSON", "Ledger", "Worth", "Frames", "Storage", "Sentences", "Queries", "Session", "LuaSurface"]),
        ModuleRule(name: "LuaMarket", modules: ["LuaKit", "Values", "Ledger", "Frames", "Storage", "Quotes", "Queries", "Session", "LuaSurface"], system: foundation),
        ModuleRule(name: "LuaPlans", modules: ["LuaKit", "Values", "JSON", "Ledger", "Plans", "Frames", "Storage", "Formats", "Sentences", "Queries", "Session", "LuaSurface"]),
        ModuleRule(
            name: "LuaFormats",
            modules: [
                "LuaKit", "Values", "Ledger", "Plans", "Frames", "SQLite", "Storage", "Quotes", "XML", "Formats", "Sentences", "Queries", "Session", "Reports", "LuaSurface",
            ],
            system: foundation),
        ModuleRule(
            name: "Scripting",
            modules: [
                "LuaKit", "Values", "JSON", "Ledger", "Plans", "Frames", "Storage", "Formats", "Sentences", "Queries", "Session", "LuaSurface", "LuaQueries", "Sandbox",
                "LuaRecording", "LuaMarket", "LuaPlans", "LuaFormats", "Drawing", "Reports", "Quotes", "FetchWire",
            ], system: foundation),
        ModuleRule(
            name: "REPL",
            modules: [
                "Sandbox", "Storage", "Vault", "Messages", "Pipes", "HelperPrograms", "Reports", "LiveView", "ViewWire", "Scripting", "LuaFormats", "LuaSurface", "Session",
                "Sentences",
                "Frames",
                "Values", "LuaKit",
                "CLuca",
            ], system: foundation),
        ModuleRule(name: "luca-draw", modules: ["Painting"], system: ["Glibc"]),
        ModuleRule(name: "luca-fetch", modules: ["Fetch"], system: ["Glibc"]),
        ModuleRule(name: "luca-view", modules: ["Viewing"], system: ["Glibc"]),
        ModuleRule(name: "luca-sheet", modules: ["SheetWriting"], system: ["Glibc"]),
        ModuleRule(name: "luca", modules: ["REPL", "Sandbox", "Scripting", "LuaFormats", "JSON"], packages: ["ArgumentParser"], system: foundation),
    ]

    static func rule(_ name: String) -> ModuleRule? {
        rules.first { $0.name == name }
    }
}
