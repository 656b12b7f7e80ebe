// swift-tools-version: 6.2
import Glibc
import PackageDescription

// Who may import whom is told in docs/architecture.md and checked by Tests/ArchitectureTests.
// Packages are pinned by exact version: the same source builds the same program everywhere.

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let bigInt = Target.Dependency.product(name: "BigInt", package: "BigInt")

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let pango: [LinkerSetting] = ["pangocairo-1.0", "pango-1.0", "gobject-2.0"].map { .linkedLibrary($0) }

/// The tests ask some modules millions of times, so `bin/test` has these built as they are shipped. Not always: a package with such flags cannot be depended on by version.
let optimized: Set = ["Values", "Ledger", "Worth", "Plans", "Frames", "Formats", "Drawing", "Charts", "JSON", "XML", "SQLite", "PostgreSQL", "Storage", "LuaKit"]
let isOptimized = Context.environment["LUCA_OPTIMIZED"] != nil

/// What asks, prints and keeps rules runs once where the engine runs a million times, so it is built for size where luca is built to be shipped.
let small: Set = [
    "HelperPrograms", "LuaFormats", "LuaMarket", "LuaPlans", "LuaRecording", "Plans", "Quotes", "REPL", "Reports", "Sandbox", "Scripting", "Vault", "Workbooks",
]
let isShipped = Context.environment["LUCA_SHIPPED"] != nil

/// The folder of the archives that are linked into luca where it is built to be shipped, as bin/lib/build.sh gathers them: each library that is loaded instead costs every start.
let archives = Context.environment["LUCA_ARCHIVES"].flatMap { access($0, F_OK) == 0 ? $0 : nil }

/// A library that luca is linked with: its archive, where there is one.
func library(_ name: String) -> LinkerSetting { .linkedLibrary(archives == nil ? name : ":lib\(name).a") }

/// Where the linker looks for the archives; Swift itself names the libraries of C++ and of the C compiler.
let gathered: [LinkerSetting] = archives.map { [.unsafeFlags(["-Xclang-linker", "-L\($0)", "-Xclang-linker", "-static-libgcc"])] } ?? []

/// A module of the program; its README, where it has one, is no resource.
func module(_ name: String, _ dependencies: [Target.Dependency], linking libraries: [LinkerSetting] = []) -> Target {
    let forTests: [SwiftSetting] = isOptimized && optimized.contains(name) ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []
    let forSize: [SwiftSetting] = isShipped && small.contains(name) ? [.unsafeFlags(["-Osize"], .when(configuration: .release))] : []
    return .target(name: name, dependencies: dependencies, exclude: ["README.md"], swiftSettings: strict + forTests + forSize, linkerSettings: libraries)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "luca",
    products: [
        .executable(name: "luca", targets: ["luca"]),
        .executable(name: "luca-fetch", targets: ["luca-fetch"]),
        .executable(name: "luca-draw", targets: ["luca-draw"]),
        .executable(name: "luca-view", targets: ["luca-view"]),
        .executable(name: "luca-sheet", targets: ["luca-sheet"]),
        .library(
            name: "LucaCore",
            targets: [
                "Values", "LuaKit", "Ledger", "Worth", "Plans", "Frames", "Messages", "Drawing", "Charts", "Workbooks", "Reports", "Storage", "Formats", "Sentences", "Session",
                "LuaSurface", "Scripting",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/attaswift/BigInt", exact: "6.0.1"),
    ],
    targets: [
        .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
        // Its pkg-config file carries flags that the build refuses with a warning, so the library is named below instead; so is Nettle, whose archive is linked.
        .systemLibrary(name: "CReadline", providers: [.apt(["libreadline-dev"])]),
        .systemLibrary(name: "CNettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // The archive is named in the module that needs it: its pkg-config file would have the library loaded at each start.
        .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        // Pango's own pkg-config file carries flags that the build refuses with a warning, so Pango is named in the module that needs it.
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]),
        .systemLibrary(name: "CXlsxWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // Loaded by the process of a sandboxed script only, so nothing is linked with it.
        .systemLibrary(name: "CSeccomp", providers: [.apt(["libseccomp-dev"])]),
        // Loaded when a book on a server is first opened: only its header is needed here.
        .systemLibrary(name: "CPostgreSQL", providers: [.apt(["libpq-dev"])]),
        .target(
            name: "CLuca", dependencies: ["CLua", "CReadline", "CSeccomp"], exclude: ["README.md"],
            linkerSettings: [library("readline"), .linkedLibrary("m")] + (archives == nil ? [] : [library("tinfo")])),
        module("LuaKit", ["CLuca"]),

        module("Values", []),
        module("Ledger", ["Values"]),
        module("Worth", ["Ledger", "Values"]),
        module("JSON", []),
        module("XML", ["CExpat"], linking: [.linkedLibrary(":libexpat.a")]),
        module("Plans", ["Values", "JSON"]),
        module("Frames", ["Values"]),
        module("Drawing", ["Messages"]),
        module("Charts", ["Frames", "Values", "Drawing"]),
        module("Workbooks", ["Values", "Messages"]),
        module("SheetWriting", ["Workbooks", "Values", "Messages", "Pipes", "CXlsxWriter"]),
        module("Reports", ["Charts", "Drawing", "Frames", "Values", "Workbooks"]),
        module("SQLite", ["CSQLite"]),
        module("PostgreSQL", ["CPostgreSQL"]),
        // libsodium is loaded when an encrypted book is first met.
        .target(name: "CVault", dependencies: ["CSQLite"], exclude: ["README.md"], cSettings: isOptimized ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : []),
        module("Vault", ["CVault"]),
        // The layout of books on a server, as SQL.
        .target(name: "CServerLayout", dependencies: [], exclude: ["README.md"]),
        module(
            "Storage", ["Ledger", "Worth", "Plans", "Values", "JSON", "SQLite", "PostgreSQL", "Monitors", "Vault", "CNettle", "CSQLite", "CServerLayout", "CZlib"],
            linking: [library("nettle")]),
        module("Messages", []),
        module("Monitors", []),
        module("Pipes", ["Messages"]),
        module("HelperPrograms", ["Messages", "Pipes"]),
        module("FetchWire", ["Messages"]),
        module("Fetch", ["CCurl", "FetchWire", "Messages", "Pipes"]),
        module("ViewWire", ["Messages"]),
        module("Viewing", ["CMicrohttpd", "ViewWire", "Messages", "Pipes"]),
        .target(name: "Painting", dependencies: ["CCairo", "Drawing", "Messages", "Pipes"], exclude: ["README.md"], swiftSettings: strict, linkerSettings: pango),
        module("Sandbox", ["CLuca", "HelperPrograms", "Messages", "Values"]),
        module("Quotes", ["Ledger", "Values", "JSON", "FetchWire", "HelperPrograms", "Monitors", "CZlib"]),
        module("LiveView", ["ViewWire", "HelperPrograms", "Messages"]),
        module("Formats", ["Ledger", "Plans", "Values", "JSON", "XML"]),
        module("Sentences", ["Values"]),
        module("Queries", ["Values", "JSON", "Ledger", "Worth", "Plans", "Frames", "Storage"]),
        module("Session", ["Values", "Ledger", "Frames", "Storage", "Quotes", "Queries"]),
        module(
            "LuaSurface",
            [
                "LuaKit", "CLuca", "Values", "JSON", "Ledger", "Worth", "Plans", "Frames", "Charts", "Drawing", "Messages", "Reports", "Workbooks", "HelperPrograms", "Storage",
                "Quotes", "Sentences", "Queries", "Session",
            ]),
        module("LuaQueries", ["LuaKit", "Values", "Ledger", "Worth", "Frames", "Storage", "Queries", "LuaSurface"]),
        module("LuaRecording", ["LuaKit", "Values", "JSON", "Ledger", "Worth", "Frames", "Storage", "Sentences", "Queries", "Session", "LuaSurface"]),
        module("LuaMarket", ["LuaKit", "Values", "Ledger", "Frames", "Storage", "Quotes", "Queries", "Session", "LuaSurface"]),
        module("LuaPlans", ["LuaKit", "Values", "JSON", "Ledger", "Plans", "Frames", "Storage", "Formats", "Sentences", "Queries", "Session", "LuaSurface"]),
        module(
            "LuaFormats",
            ["LuaKit", "Values", "Ledger", "Plans", "Frames", "SQLite", "Storage", "Quotes", "XML", "Formats", "Sentences", "Queries", "Session", "Reports", "LuaSurface"]),
        module(
            "Scripting",
            [
                "LuaKit", "Values", "JSON", "Ledger", "Plans", "Frames", "Storage", "Formats", "Sentences", "Queries", "Session", "LuaSurface", "LuaQueries", "Sandbox",
                "LuaRecording", "LuaMarket", "LuaPlans", "LuaFormats", "Drawing", "Reports", "Quotes", "FetchWire",
            ]),
        module(
            "REPL",
            [
                "Sandbox", "Storage", "Vault", "Messages", "Pipes", "HelperPrograms", "Reports", "LiveView", "ViewWire", "Scripting", "LuaFormats", "LuaSurface", "Session",
                "Sentences",
                "Frames",
                "Values", "LuaKit",
                "CLuca",
            ]),
        .executableTarget(
            name: "luca", dependencies: ["REPL", "Sandbox", "Scripting", "LuaFormats", "JSON", argumentParser], swiftSettings: strict, linkerSettings: gathered),
        // Networking is a program of its own: the libraries that libcurl loads would cost luca time at every start.
        .executableTarget(name: "luca-fetch", dependencies: ["Fetch"], swiftSettings: strict),
        // So are drawing, as fonts take longer to find than luca takes to start, serving pages, and files for Excel.
        .executableTarget(name: "luca-draw", dependencies: ["Painting"], swiftSettings: strict),
        .executableTarget(name: "luca-view", dependencies: ["Viewing"], swiftSettings: strict),
        .executableTarget(name: "luca-sheet", dependencies: ["SheetWriting"], swiftSettings: strict),

        .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strict),
        .target(name: "SampleSentences", dependencies: ["Sentences", "Values"], path: "Tests/SampleSentences", swiftSettings: strict),
        tests("ValuesTests", ["Values", bigInt]),
        tests("LuaKitTests", ["LuaKit", "CLuca", "CLua"]),
        tests("LedgerTests", ["Ledger", "Worth", "Values"], exclude: ["Returns/Python"]),
        tests("PlansTests", ["Plans", "Values", "JSON"], exclude: ["Reserve/Python"]),
        tests("FramesTests", ["Frames", "Values"]),
        tests("ChartsTests", ["Charts", "Drawing", "Frames", "Values"], exclude: ["Kinds", "Pictures", "Terminal/Texts"]),
        tests("DrawingTests", ["Drawing", "Messages", "XML"]),
        tests("PaintingTests", ["Painting", "Drawing", "Messages", "CCairo", "luca-draw"], exclude: ["Golden"]),
        tests("WorkbooksTests", ["Workbooks", "Values", "Messages"]),
        tests("ReportsTests", ["Reports", "Charts", "Drawing", "Frames", "Messages", "Values", "Workbooks", "luca-sheet"], exclude: ["Browser", "Goldens", "Spreadsheet/Python"]),
        tests("SandboxTests", ["Sandbox", "Messages", "luca"]),
        tests("JSONTests", ["JSON"]),
        tests("QuotesTests", ["Quotes", "Fetch", "FetchWire", "Messages", "Pipes", "JSON", "Ledger", "Values", "luca-fetch"]),
        tests("ViewingTests", ["Viewing", "ViewWire", "LiveView", "HelperPrograms", "Messages", "luca-view", "ViewDriver"]),
        .executableTarget(name: "ViewDriver", dependencies: ["LiveView", "ViewWire"], path: "Tests/Tools/ViewDriver", swiftSettings: strict),
        tests("SQLiteTests", ["SQLite", "CSQLite"]),
        tests("PostgreSQLTests", ["PostgreSQL"]),
        tests("ServerTests", []),
        tests("StorageTests", ["Storage", "Ledger", "Values", "BookWriter", "SQLite", "CSQLite", "PostgreSQL", "Vault"]),
        tests("VaultTests", ["Vault", "SQLite", "CSQLite"]),
        .executableTarget(
            name: "BookWriter", dependencies: ["Storage", "Vault", "Ledger", "Values"], path: "Tests/Tools/BookWriter", swiftSettings: strict),
        tests("FormatsTests", ["Formats", "JSON", "XML", "Ledger", "Plans", "Values"]),
        tests("SentencesTests", ["Sentences", "SampleSentences", "Values"]),
        tests(
            "ScriptingTests", ["Scripting", "Sentences", "LuaKit", "Storage", "Ledger", "Quotes", "FetchWire", "Frames", "Values", "luca-fetch", "luca-draw", "luca-sheet"],
            exclude: ["Brokers/Files", "Reports/Golden", "Returns/Python", "Differential/holdings.py", "Differential/Books"]),
        tests(
            "REPLTests", ["luca", "REPL", "Sandbox", "Storage", "Messages", "Scripting", "Sentences", "SampleSentences", "Frames", "Values", argumentParser],
            exclude: ["Sessions", "Screens"]),
        tests("ArchitectureTests", []),
        // The fuzzers themselves are a package of their own in the same folder, so that nobody builds them who did not ask.
        .testTarget(
            name: "FuzzTests", dependencies: ["Formats", "JSON", "Ledger", "LuaKit", "Quotes", "Scripting", "Sentences", "Storage", "Values"], path: "Tests/Fuzz/Targets",
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x
)
